import type { Product } from "../../api/services/products/products.ts";
import type { Json } from "../../bulk/journal/step.ts";
import { unknownKind } from "../../bulk/journal/step-kinds.ts";
import type { ChoiceMedia } from "../../files/draft.ts";
import type { CollectionNames } from "./collection-names.ts";
import { choiceMediaOf, fieldsOf, inventoryOf, managedVariants, mediaOf, variantFields } from "./snapshot.ts";
import type { Fields, ProductStep } from "./step-kinds.ts";

type MediaStep = { before: string[] | null; after: string[] | null };

/** Returns whether the present values of a step include costs. */
export function readsCosts({ kind, after, before }: ProductStep): boolean {
  if (kind === "product.delete") return !("id" in before) && "cost" in before;
  const fields = kind === "variants.update" ? Object.values(after) : [after ?? {}];
  return fields.some((one) => "cost" in one);
}

/** Returns the present values of what a step plans to change, in the shape of its `before` and `after`. */
export async function presentOf(
  step: ProductStep,
  product: Product,
  names: CollectionNames,
): Promise<Json | undefined> {
  const pick = (from: Fields, like: Fields) =>
    Object.fromEntries(Object.keys(like).map((name) => [name, from[name] ?? null]));
  const pickVariants = (like: Record<string, Fields>): Json => {
    const present = managedVariants(product);
    const entries = Object.entries(like).map(([key, fields]) => {
      const variant = present.get(key);
      return [key, pick(variant ? variantFields(variant) : {}, fields)];
    });
    return Object.fromEntries(entries) as Json;
  };
  switch (step.kind) {
    case "product.create":
      return pick(fieldsOf(product), step.after);
    case "product.update": {
      const { variants, ...fields } = step.after;
      const own = variants as Record<string, Fields> | undefined;
      return { ...pick(fieldsOf(product), fields), ...(own && { variants: pickVariants(own) }) };
    }
    case "variants.update":
      return pickVariants(step.after);
    case "inventory.set": {
      const { tracked, variants } = inventoryOf(product);
      return { tracked, variants: pick(variants, step.after.variants) };
    }
    case "media.add":
    case "media.remove":
      return presentMedia(mediaOf(product), step);
    case "choices.attach": {
      const present = choiceMediaOf(product);
      const isAttached = ({ option, choice, media }: ChoiceMedia) =>
        present
          .filter((one) => one.option === option && one.choice === choice)
          .some((one) => media.every((position) => one.media.includes(position)));
      return step.after.every(isAttached) ? (step.after as unknown as Json) : null;
    }
    case "collection.member": {
      const { collection } = step.after;
      const id = await names.find(collection);
      return { collection, member: id !== undefined && (product.collectionIds ?? []).includes(id) };
    }
    case "product.delete":
      return "id" in step.before
        ? withCostsOf(product, step.before as Partial<Product>)
        : pick(fieldsOf(product), step.before);
    case "product.restore":
      // It is found by its key, as every created product.
      return undefined;
    default:
      return unknownKind(step);
  }
}

/** Returns a listed product with the costs that were read before, so that deleting takes no further request. */
function withCostsOf(product: Product, before: Partial<Product>): Json {
  const known = new Map((before.variants ?? []).map(({ id, variant }) => [id, variant?.costAndProfitData]));
  const { costAndProfitData, costRange } = before;
  const complete = {
    costAndProfitData,
    costRange,
    ...product,
    variants: product.variants?.map((one) => ({
      ...one,
      variant: { costAndProfitData: known.get(one.id), ...one.variant },
    })),
  };
  // As JSON, which has no undefined members.
  return JSON.parse(JSON.stringify(complete)) as Json;
}

function presentMedia(present: string[], { before, after }: MediaStep): string[] | null {
  if (sameMedia(present, after ?? [])) return after;
  return before && sameMedia(present, before) ? before : present;
}

/** Returns the ids of the media that a step removes: the platform stores those of a URL under other names, in the same order. */
export function removedMedia(present: readonly string[], { before, after }: MediaStep): string[] {
  const keep = new Set(after);
  const ids = present.length === before?.length ? present : (before ?? []);
  return (before ?? []).flatMap((source, index) => (keep.has(source) ? [] : (ids[index] ?? [])));
}

/** Whether a product has these media. External URLs and local files match any item, because the platform stores them under other names. */
function sameMedia(present: readonly string[], sources: readonly string[]): boolean {
  return (
    present.length === sources.length &&
    sources.every((one, index) => one === present[index] || /^(https?|file):/.test(one))
  );
}
