import { type ItemOutcome, itemOutcomes, stepOutcomes, unread } from "../../../api/bulk-results.ts";
import type { Call } from "../../../api/caller.ts";
import { createWireClient } from "../../../api/client.ts";
import { inventoryItemsV3 } from "../../../api/services/inventory/inventory-items-v3.ts";
import { failureKind, isForWholeRequest, stepErrorOf } from "../../../bulk/engine/failure.ts";
import type { StepError, StepOutcome } from "../../../bulk/journal/step.ts";
import { stockChanges } from "../../inventory/stock-v3.ts";
import { inventoryOf, variantKey } from "../snapshot.ts";
import type { CatalogStep } from "../step-kinds.ts";
import { asProductV1 } from "./as-v1.ts";
import { namedChoices } from "./options.ts";
import type { ReadProducts } from "./read-products.ts";
import { readProducts } from "./read-whole.ts";
import type { WholeProduct } from "./whole.ts";

/** A step that sets the stock of a product. */
export type StockStep = Extract<CatalogStep, { kind: "inventory.set" }>;
type Entry = ReturnType<typeof stockChanges>[number];
type Send = (entries: readonly Entry[]) => Promise<Map<number, ItemOutcome>>;

/** Sets the stock of products in one request, with the revisions that were read. */
export async function setStocks(
  call: Call,
  read: ReadProducts,
  steps: readonly StockStep[],
): Promise<StepOutcome[]> {
  const { inventoryItemsV3: client } = createWireClient({ inventoryItemsV3 }, call);
  const send: Send = async (entries) =>
    itemOutcomes(
      await client.bulkUpsert({ inventoryItems: [...entries] }),
      entries.map(({ inventoryItem }) => inventoryItem.id),
    );
  const outcomes: StepOutcome[] = [];
  const changes: { step: StockStep; entries: Entry[] }[] = [];
  for (const step of steps) {
    const whole = read.get(step.id ?? "");
    try {
      if (whole === undefined) outcomes.push(...stepOutcomes([step], unread));
      else changes.push({ step, entries: entriesOf(whole, step) });
    } catch (error) {
      if (failureKind(error) !== "rejected") throw error;
      outcomes.push(...stepOutcomes([step], { ok: false, stale: false, error: stepErrorOf(error) }));
    }
  }
  const all = changes.flatMap(({ entries }) => entries);
  let results = new Map<number, ItemOutcome>();
  try {
    if (all.length > 0) results = await send(all);
  } catch (error) {
    if (!isForWholeRequest(error)) read.forget(steps.map(({ id = "" }) => id));
    throw error;
  }
  read.forget(steps.map(({ id = "" }) => id));
  const partly: Partly[] = [];
  let index = 0;
  for (const { step, entries } of changes) {
    const own = entries.map((entry) => ({ entry, outcome: results.get(index++) }));
    const failed = own.filter(({ outcome }) => outcome !== undefined && !outcome.ok);
    const isStale = failed.every(({ outcome }) => outcome?.ok === false && outcome.stale);
    if (own.some(({ outcome }) => outcome === undefined)) continue;
    const [first] = failed;
    if (first === undefined) outcomes.push({ seq: step.seq, ok: true });
    else if (isStale && failed.length < own.length)
      partly.push({ step, staleIds: failed.map(({ entry }) => entry.inventoryItem.variantId) });
    else
      outcomes.push(
        ...stepOutcomes([step], { ...(first.outcome as ItemOutcome & { ok: false }), stale: isStale }),
      );
  }
  return [...outcomes, ...(await finishPartly(call, send, partly))];
}

/** A step of which some inventory items were set and others were rejected as stale. */
interface Partly {
  step: StockStep;
  staleIds: string[];
}

const changed: StepError = {
  code: "CHANGED",
  message: "part of the stock was changed by someone else since the plan; the rest was set",
};

/** Reads the inventory items that were rejected as stale, and sets those that still have their planned values. */
async function finishPartly(call: Call, send: Send, partly: readonly Partly[]): Promise<StepOutcome[]> {
  if (partly.length === 0) return [];
  const ids = new Set(partly.map(({ step }) => step.id ?? ""));
  const found = await readProducts(call, [...ids], { variants: ids, items: ids });
  const finished = await Promise.all(
    partly.map(async ({ step, staleIds }): Promise<StepOutcome[]> => {
      const whole = found.get(step.id ?? "");
      const failed = { seq: step.seq, ok: false as const, error: changed };
      if (whole === undefined || !staleIds.every((id) => isAsPlanned(whole, step, id))) return [failed];
      const entries = entriesOf(whole, step).filter(({ inventoryItem }) =>
        staleIds.includes(inventoryItem.variantId),
      );
      const results = entries.length > 0 ? await send(entries) : new Map<number, ItemOutcome>();
      if (results.size < entries.length) return [];
      return [...results.values()].every(({ ok }) => ok) ? [{ seq: step.seq, ok: true }] : [failed];
    }),
  );
  return finished.flat();
}

/** Returns whether a variant has the stock from before a step, or that after it. */
function isAsPlanned(whole: WholeProduct, { before, after }: StockStep, variantId: string): boolean {
  const variant = whole.variants.find(({ id }) => id === variantId);
  if (variant === undefined) return false;
  const key = variantKey(namedChoices(whole.product.options ?? [], variant));
  const now = inventoryOf(asProductV1(whole)).variants[key];
  return now === after.variants[key] || now === before?.variants[key];
}

/** Returns the inventory items to send for a step, with the revisions of those that exist. */
export function entriesOf(whole: WholeProduct, { after }: StockStep): Entry[] {
  const ids = new Map(
    whole.variants.map((variant) => [
      variantKey(namedChoices(whole.product.options ?? [], variant)),
      variant.id ?? "",
    ]),
  );
  const variants = Object.entries(after.variants).map(([key, value]) => ({
    variantId: ids.get(key) ?? "",
    ...(typeof value === "number" ? { quantity: value } : { inStock: value === true }),
  }));
  return stockChanges(whole, { trackQuantity: after.tracked, variants });
}
