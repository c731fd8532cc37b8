import { type BulkResponse, itemOutcomes, requireAllDone, stepOutcomes } from "../../../api/bulk-results.ts";
import type { Call } from "../../../api/caller.ts";
import { createWireClient } from "../../../api/client.ts";
import { inventoryItemsV3 } from "../../../api/services/inventory/inventory-items-v3.ts";
import { failureKind, stepErrorOf } from "../../../bulk/engine/failure.ts";
import type { StepOutcome } from "../../../bulk/journal/step.ts";
import { batchesOf } from "../../../kernel/batches.ts";
import { TillError } from "../../../kernel/errors.ts";
import type { CatalogStep, NewProduct } from "../step-kinds.ts";
import { labelNames, type Writing } from "./bulk-update.ts";
import { newProductBody, newProductOf } from "./new-product.ts";
import { keyOf, namedChoices } from "./options.ts";
import { readProducts } from "./read-whole.ts";

/** A step that creates a product. */
export type CreateStep = Extract<CatalogStep, { kind: "product.create" | "product.restore" }>;

type Body = Awaited<ReturnType<typeof newProductBody>>;

/** Creates the products of steps with their stock in one request. */
export async function createProducts(
  call: Call,
  { products, labels, upload }: Writing,
  steps: readonly CreateStep[],
): Promise<StepOutcome[]> {
  const wanted = steps.map((step) => ({
    step,
    after: step.kind === "product.create" ? (step.after as NewProduct) : newProductOf(step.after),
  }));
  await labels.load(...labelNames(wanted.map(({ after }) => ({ kind: "product.create", after }))));
  const outcomes: StepOutcome[] = [];
  const items: { step: CreateStep; body: Body }[] = [];
  for (const { step, after } of wanted) {
    try {
      items.push({ step, body: await newProductBody(labels, after, upload) });
    } catch (error) {
      if (failureKind(error) !== "rejected") throw error;
      outcomes.push(...stepOutcomes([step], { ok: false, stale: false, error: stepErrorOf(error) }));
    }
  }
  if (items.length === 0) return outcomes;
  const { productResults, inventoryResults } = await products.bulkCreateWithInventory({
    products: items.map(({ body }) => body),
  });
  const byIndex = itemOutcomes(
    productResults ?? {},
    items.map(() => undefined),
  );
  const made = new Map<string, Body>();
  for (const [index, { step, body }] of items.entries()) {
    const outcome = byIndex.get(index);
    // A product without an id is found again by its slug.
    if (outcome?.ok && outcome.id === undefined) continue;
    outcomes.push(...stepOutcomes([step], outcome));
    if (outcome?.ok && outcome.id !== undefined) made.set(outcome.id, body);
  }
  const failure = isStocked(inventoryResults ?? {}, [...made.values()])
    ? undefined
    : await addMissingStock(call, made);
  if (failure === undefined) return outcomes;
  const note = `created, but its stock may be missing: ${failure.message}`;
  return outcomes.map((outcome) => (outcome.ok ? { ...outcome, note } : outcome));
}

/** Returns whether the response of a create says that each variant of the new products has its stock. */
export function isStocked(response: BulkResponse & { error?: unknown }, bodies: readonly Body[]): boolean {
  const variants = bodies.flatMap(({ variantsInfo }) => variantsInfo.variants);
  const outcomes = itemOutcomes(
    response,
    variants.map(() => undefined),
  );
  return !response.error && variants.every((_, index) => outcomes.get(index)?.ok);
}

/**
 * Creates the inventory items that a bulk create omitted. Returns why this failed: the products exist all the same, and
 * tracked stock is checked by a step of its own.
 */
export async function addMissingStock(
  call: Call,
  made: ReadonlyMap<string, Body>,
): Promise<TillError | undefined> {
  const { inventoryItemsV3: client } = createWireClient({ inventoryItemsV3 }, call);
  try {
    const ids = new Set(made.keys());
    const found = await readProducts(call, [...ids], { variants: ids, items: ids });
    const missing = [...found.values()].flatMap(({ product, variants, items }) => {
      const stocked = new Set(items.map(({ variantId }) => variantId));
      const given = new Map(
        (made.get(product.id ?? "")?.variantsInfo.variants ?? []).map((variant) => [
          keyOf(namedChoices(product.options ?? [], variant)),
          variant.inventoryItem,
        ]),
      );
      return variants.flatMap((variant) => {
        const part = given.get(keyOf(namedChoices(product.options ?? [], variant)));
        if (part === undefined || stocked.has(variant.id)) return [];
        return [{ productId: product.id, variantId: variant.id, ...part }];
      });
    });
    for (const batch of batchesOf(missing, 1000))
      requireAllDone(
        await client.bulkCreate({ inventoryItems: batch }),
        batch.map(() => undefined),
        (count) => `the stock of ${count} variants was not set`,
      );
    return undefined;
  } catch (error) {
    if (error instanceof TillError) return error;
    throw error;
  }
}
