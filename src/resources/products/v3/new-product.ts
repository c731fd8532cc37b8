import type { InventoryItemPart } from "../../../api/services/inventory/models/inventory-item-v3.ts";
import type { Product } from "../../../api/services/products/models/product.ts";
import type { Json, Size, StepDraft } from "../../../bulk/journal/step.ts";
import { productBody, variantBody } from "../body.ts";
import { type Upload, uploadedSources } from "../media/upload.ts";
import { fieldsOf, inventoryOf, managedVariants, mediaOf, variantFields, variantKey } from "../snapshot.ts";
import type { Fields, NewProduct } from "../step-kinds.ts";
import { mediaItem } from "./bulk-update.ts";
import type { Labels } from "./labels.ts";
import { createBody } from "./write.ts";

/**
 * Returns the drafts of a row with the variants, media and stock of a new product in the draft that creates it, and the
 * variants of an existing product in the draft that changes its fields: one request carries them.
 */
export function foldDrafts(drafts: readonly StepDraft[]): readonly StepDraft[] {
  const [first, ...others] = drafts;
  if (first?.kind === "product.update") return foldVariants(first, others);
  if (first?.kind !== "product.create") return drafts;
  const parts: Record<string, Json> = {};
  const remaining: StepDraft[] = [];
  for (const draft of others) {
    const isFollowUp = draft.dependsOn === 0;
    if (isFollowUp && draft.kind === "variants.update") parts.variants = draft.after;
    else if (isFollowUp && draft.kind === "media.add") parts.media = draft.after;
    else remaining.push(draft);
    // It also stays a separate step, which checks the stock of the new product.
    if (isFollowUp && draft.kind === "inventory.set") parts.stock = draft.after;
  }
  return [{ ...first, after: { ...(first.after as Fields), ...parts } }, ...remaining];
}

function foldVariants(first: StepDraft, others: readonly StepDraft[]): StepDraft[] {
  const variants = others.find(({ kind }) => kind === "variants.update");
  if (variants === undefined) return [first, ...others];
  const merge = (fields: Json, own: Json) => ({ ...(fields as Fields), variants: own });
  const merged = {
    ...first,
    before: merge(first.before, variants.before),
    after: merge(first.after, variants.after),
  };
  return [merged, ...others.filter((draft) => draft !== variants)];
}

/** Returns the body that creates a deleted product again. */
export function newProductOf(product: Product): NewProduct {
  const variants = [...managedVariants(product)].map(([key, variant]) => [key, variantFields(variant)]);
  return {
    ...fieldsOf(product),
    variants: Object.fromEntries(variants),
    media: mediaOf(product),
    stock: inventoryOf(product) as unknown as Json,
  };
}

/** Returns the body that creates a product with its variants, media and stock. */
export async function newProductBody(labels: Labels, after: NewProduct, upload: Upload | undefined) {
  const { variants = {}, media = [], stock, ...fields } = after;
  const ownFields = variants as Record<string, Fields>;
  const own = stock as ReturnType<typeof inventoryOf> | undefined;
  const body = await createBody(labels, productBody(fields, "create"), {
    change(choices) {
      const { choices: _, ...change } = variantBody(choices, ownFields[variantKey(choices)] ?? {});
      return change;
    },
    stock: (choices) => stockPart(own?.variants[variantKey(choices)]),
  });
  const items = (await uploadedSources(media as string[], upload)).map(mediaItem);
  return { ...body, ...(items.length > 0 && { media: { itemsInfo: { items } } }) };
}

function stockPart(value: Json | undefined): InventoryItemPart | undefined {
  if (typeof value === "number") return { quantity: value };
  return typeof value === "boolean" ? { inStock: value } : undefined;
}

/** Returns the size of a new product in a request. */
export function newProductSize({ options, infoSections }: NewProduct): Size {
  const all = (Array.isArray(options) ? options : []) as { choices?: unknown[] }[];
  const sections = Array.isArray(infoSections) ? infoSections.length : 0;
  return {
    products: 1,
    variants: all.reduce((count, { choices }) => count * Math.max(1, choices?.length ?? 1), 1),
    options: all.length,
    infoSections: sections,
  };
}
