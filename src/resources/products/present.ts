import type { Product } from "../../api/services/products/models/product.ts";
import type { Json, Step } from "../../bulk/journal/step.ts";
import type { CollectionNames } from "./collection-names.ts";
import { fieldsOf, inventoryOf, managedVariants, mediaOf, variantFields } from "./snapshot.ts";

type Fields = Record<string, Json>;

/** What a product has now of the things that a step plans to change, in the step's own shape. */
export async function project(
  step: Step,
  product: Product,
  names: CollectionNames,
): Promise<Json | undefined> {
  const wanted = (step.after ?? step.before ?? {}) as Fields;
  const pick = (from: Fields, like: Fields) =>
    Object.fromEntries(Object.keys(like).map((name) => [name, from[name] ?? null]));
  switch (step.kind) {
    case "product.create":
    case "product.update":
      return pick(fieldsOf(product), wanted);
    case "variants.update": {
      const present = managedVariants(product);
      const entries = Object.entries(wanted).map(([key, fields]) => {
        const variant = present.get(key);
        return [key, pick(variant ? variantFields(variant) : {}, fields as Fields)];
      });
      return Object.fromEntries(entries) as Json;
    }
    case "inventory.set": {
      const { tracked, variants } = inventoryOf(product);
      return { tracked, variants: pick(variants, wanted.variants as Fields) };
    }
    case "media.add":
    case "media.remove":
      return sameMedia(mediaOf(product), (step.after ?? []) as string[]) ? step.after : mediaOf(product);
    case "collection.member": {
      const id = await names.find(String(wanted.collection));
      return {
        collection: wanted.collection ?? null,
        member: id !== undefined && (product.collectionIds ?? []).includes(id),
      };
    }
    case "product.delete": {
      const before = (step.before ?? {}) as Fields;
      return "id" in before ? (product as unknown as Json) : pick(fieldsOf(product), before);
    }
    default:
      return undefined;
  }
}

/** Whether a product has the media that a list names; the platform keeps what came from elsewhere under names of its own. */
function sameMedia(present: readonly string[], wanted: readonly string[]): boolean {
  return (
    present.length === wanted.length &&
    wanted.every((one, index) => one === present[index] || /^https?:/.test(one))
  );
}
