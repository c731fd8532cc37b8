import { itemOutcomes, stepOutcomes, unread } from "../../../api/bulk-results.ts";
import type { Product } from "../../../api/services/products/models/product.ts";
import type { ProductV3 } from "../../../api/services/products/models/product-v3.ts";
import { failureKind, isForWholeRequest, stepErrorOf } from "../../../bulk/engine/failure.ts";
import type { StepOutcome } from "../../../bulk/journal/step.ts";
import { productBody, variantBody } from "../body.ts";
import { type Upload, uploadedSources } from "../media/upload.ts";
import { removedMedia } from "../present.ts";
import { choicesOf } from "../snapshot.ts";
import type { CatalogStep, Fields } from "../step-kinds.ts";
import { overriddenVariants, variantChanges } from "./changes.ts";
import type { Labels } from "./labels.ts";
import type { ReadProducts } from "./read-products.ts";
import type { WholeProduct } from "./whole.ts";
import { mediaOf, sentMedia, updateBody, type v3Client } from "./write.ts";

/** The step kinds that change fields of a product. Its revision protects them. */
export type UpdateStep = Extract<
  CatalogStep,
  { kind: "product.update" | "variants.update" | "media.add" | "media.remove" }
>;

/** The context of product writes. */
export interface Writing {
  products: ReturnType<typeof v3Client>;
  labels: Labels;
  read: ReadProducts;
  upload: Upload | undefined;
}

/** Updates products in one request, with the revisions that were read. */
export async function updateProducts(
  { products, labels, read, upload }: Writing,
  steps: readonly UpdateStep[],
): Promise<StepOutcome[]> {
  await labels.load(...labelNames(steps));
  const outcomes: StepOutcome[] = [];
  const items: { product: ProductV3; steps: UpdateStep[] }[] = [];
  for (const [id, own] of Map.groupBy(steps, ({ id = "" }) => id)) {
    const whole = read.get(id);
    try {
      if (whole === undefined) outcomes.push(...stepOutcomes(own, unread));
      else items.push({ product: await changedProduct(labels, whole, own, upload), steps: own });
    } catch (error) {
      if (failureKind(error) !== "rejected") throw error;
      outcomes.push(...stepOutcomes(own, { ok: false, stale: false, error: stepErrorOf(error) }));
    }
  }
  if (items.length === 0) return outcomes;
  const ids = items.map(({ product }) => product.id ?? "");
  try {
    const response = await products.bulkUpdate({ products: items.map(({ product }) => ({ product })) });
    read.forget(ids);
    const byIndex = itemOutcomes(response, ids);
    return [...outcomes, ...items.flatMap((item, index) => stepOutcomes(item.steps, byIndex.get(index)))];
  } catch (error) {
    if (!isForWholeRequest(error)) read.forget(ids);
    throw error;
  }
}

/** Returns the brands and ribbons that steps name. */
export function labelNames(
  steps: readonly { kind: string; after: unknown }[],
): [brands: string[], ribbons: string[]] {
  const named = (field: "brand" | "ribbon") =>
    steps.flatMap(({ kind, after }) => {
      const value = kind.startsWith("product.") ? (after as Record<string, unknown> | null)?.[field] : null;
      return typeof value === "string" ? [value] : [];
    });
  return [named("brand"), named("ribbon")];
}

/** Returns the update of a product with all its steps applied in order. */
async function changedProduct(
  labels: Labels,
  whole: WholeProduct,
  steps: readonly UpdateStep[],
  upload: Upload | undefined,
): Promise<ProductV3> {
  const { id, revision } = whole.product;
  let now = whole;
  let body: ProductV3 = { id, revision };
  for (const step of steps.flatMap(withoutVariants)) {
    const change = await changeOf(labels, now, step, upload);
    body = { ...body, ...change };
    now = {
      ...now,
      product: { ...now.product, ...change },
      variants: change.variantsInfo?.variants ?? now.variants,
    };
  }
  return body;
}

/** Returns a step on fields and variants as one on fields, followed by one on variants. */
function withoutVariants(step: UpdateStep): UpdateStep[] {
  if (step.kind !== "product.update" || step.after.variants === undefined) return [step];
  const { variants, ...after } = step.after;
  const fields = { ...step, after };
  return [
    fields,
    { ...fields, kind: "variants.update", before: null, after: variants as Record<string, Fields> },
  ];
}

async function changeOf(
  labels: Labels,
  now: WholeProduct,
  step: UpdateStep,
  upload: Upload | undefined,
): Promise<ProductV3> {
  switch (step.kind) {
    case "product.update":
      return await updateBody(labels, now, productBody(step.after, "update") as Product);
    case "variants.update": {
      const changes = Object.entries(step.after).map(([key, fields]) => variantBody(choicesOf(key), fields));
      return overriddenVariants(now, variantChanges(changes));
    }
    case "media.add": {
      const present = new Set(step.before);
      const sources = step.after.filter((one) => !present.has(one));
      const added = (await uploadedSources(sources, upload)).map(mediaItem);
      return { media: { itemsInfo: { items: [...sentMedia(now.product), ...added] } } };
    }
    default: {
      const present = sentMedia(now.product);
      const idOf = ({ id, url }: (typeof present)[number]) => id ?? url ?? "";
      const removed = new Set(removedMedia(present.map(idOf), step));
      return { media: { itemsInfo: { items: present.filter((item) => !removed.has(idOf(item))) } } };
    }
  }
}

/** Returns a media item for a request, from a media id of the platform or a URL. */
export function mediaItem(source: string) {
  return /^https?:\/\//.test(source) ? mediaOf(undefined, source) : mediaOf(source, undefined);
}
