import {
  type BulkResponse,
  type ItemOutcome,
  itemOutcomes,
  type SentIds,
  stepOutcomes,
  unread,
} from "../../api/bulk-results.ts";
import type { Call } from "../../api/caller.ts";
import type { CallOptions } from "../../api/endpoint.ts";
import { inventoryItemsV3 } from "../../api/services/inventory.ts";
import {
  type InventoryItemPart,
  type Product,
  type ProductV3,
  productsV3,
} from "../../api/services/products.ts";
import type { Response } from "../../api/transport/transport.ts";
import { failureKind, isForWholeRequest, stepErrorOf } from "../../bulk/engine/failure.ts";
import type { Json, StepError, StepOutcome } from "../../bulk/journal/step.ts";
import { sameJson } from "../../kernel/json.ts";
import { stockChanges } from "../inventory/stock-v3.ts";
import { productBody, stockChangeOf, variantBody } from "./body.ts";
import { type Upload, uploadedSources } from "./media.ts";
import { discountFromPrices, namedChoices, productFromV3, type WholeProduct } from "./product-v3.ts";
import { readProducts } from "./read-v3.ts";
import {
  altsOf,
  choicesFromKey,
  comparedFields,
  inventoryOf,
  managedVariants,
  mediaUrls,
  type SharedDiscount,
  type StockLevels,
  variantFields,
  variantKey,
} from "./snapshot.ts";
import type { CatalogStep, Fields, NewProduct } from "./step-kinds.ts";
import {
  addMissingStock,
  createBody,
  givenDiscount,
  isStocked,
  type Labels,
  newMedia,
  overriddenVariants,
  sentMedia,
  updateBody,
  variantChanges,
} from "./write-v3.ts";

/** The step kinds that change fields of a product. Its revision protects them. */
export type UpdateStep = Extract<CatalogStep, { kind: "product.update" | "variants.update" | "media.set" }>;
/** A step that creates a product. */
export type CreateStep = Extract<CatalogStep, { kind: "product.create" | "product.restore" }>;
/** A step that sets the stock of a product. */
export type StockStep = Extract<CatalogStep, { kind: "inventory.set" }>;

/** The context of bulk writes. */
export interface Writing {
  call: Call;
  labels: Labels;
  /** The products as they were read, with the revisions that protect the writes. */
  read: { get(id: string): WholeProduct | undefined; forget(ids: Iterable<string>): void };
  upload: Upload;
}

/** Updates products in one request, with the revisions that were read. */
export async function updateProducts(
  { call, labels, read, upload }: Writing,
  steps: readonly UpdateStep[],
): Promise<StepOutcome[]> {
  await loadLabels(labels, steps);
  const byProduct = Map.groupBy(steps, ({ id = "" }) => id);
  const { items, outcomes } = await prepare(byProduct.values(), async (own) => {
    const whole = read.get(own[0]?.id ?? "");
    return whole && (await changedProduct(labels, whole, own, upload));
  });
  if (items.length === 0) return outcomes;
  const ids = items.map(({ item }) => item.id ?? "");
  const byIndex = await onceRead(read, ids, () =>
    outcomesOf(ids, (options) =>
      call(productsV3.bulkUpdate, { products: items.map(({ item }) => ({ product: item })) }, options),
    ),
  );
  return [...outcomes, ...items.flatMap(({ target }, index) => stepOutcomes(target, byIndex.get(index)))];
}

/**
 * Sends a bulk request and returns the outcomes of its items. If an earlier attempt of the request may have arrived, that
 * attempt can still change an item that this one does not (or has changed its revision), so the item is left out.
 */
async function outcomesOf(
  ids: SentIds,
  send: (options: CallOptions) => Promise<BulkResponse>,
): Promise<Map<number, ItemOutcome>> {
  let isRepeated = false;
  const onResponse = ({ repeated }: Response) => {
    isRepeated = repeated !== undefined;
  };
  const outcomes = itemOutcomes(await send({ onResponse }), ids);
  for (const [index, outcome] of outcomes) if (isRepeated && !outcome.ok) outcomes.delete(index);
  return outcomes;
}

/** Deletes products in one request. */
export async function deleteProducts(call: Call, steps: readonly CatalogStep[]): Promise<StepOutcome[]> {
  const productIds = steps.map(({ id = "" }) => id);
  const byIndex = itemOutcomes(await call(productsV3.bulkRemove, { productIds }), productIds);
  return steps.flatMap((step, index) => stepOutcomes([step], byIndex.get(index)));
}

/** Builds an item of a request for each step, or list of steps. Those that are invalid, or whose product was not read, fail alone. */
async function prepare<Target extends CatalogStep | CatalogStep[], Item>(
  targets: Iterable<Target>,
  build: (target: Target) => Promise<Item | undefined> | Item | undefined,
): Promise<{ items: { target: Target; item: Item }[]; outcomes: StepOutcome[] }> {
  const outcomes: StepOutcome[] = [];
  const items: { target: Target; item: Item }[] = [];
  for (const target of targets) {
    try {
      const item = await build(target);
      if (item === undefined) outcomes.push(...stepOutcomes([target].flat(), unread));
      else items.push({ target, item });
    } catch (error) {
      if (failureKind(error) !== "rejected") throw error;
      const rejected = { ok: false, stale: false, error: stepErrorOf(error) } as const;
      outcomes.push(...stepOutcomes([target].flat(), rejected));
    }
  }
  return { items, outcomes };
}

/** Sends a request, and forgets the products that it may have changed. */
async function onceRead<T>(
  read: Writing["read"],
  ids: readonly string[],
  send: () => Promise<T>,
): Promise<T> {
  try {
    const result = await send();
    read.forget(ids);
    return result;
  } catch (error) {
    if (!isForWholeRequest(error)) read.forget(ids);
    throw error;
  }
}

/** Gets or creates the brands and ribbons that steps name. */
async function loadLabels(labels: Labels, steps: readonly (UpdateStep | CreateStep)[]): Promise<void> {
  const ofProducts = steps.filter(({ kind }) => kind.startsWith("product."));
  const load = async (label: "brand" | "ribbon") => {
    const names = ofProducts.map(({ after }) => (after as Fields)[label]);
    await labels[label].load(names.filter((name) => typeof name === "string"));
  };
  await Promise.all([load("brand"), load("ribbon")]);
}

/** Returns the update of a product with all its steps applied in order. */
async function changedProduct(
  labels: Labels,
  whole: WholeProduct,
  steps: readonly UpdateStep[],
  upload: Upload,
): Promise<Partial<ProductV3>> {
  const { id, revision } = whole.product;
  let now = whole;
  let body: Partial<ProductV3> = { id, revision };
  // The prices between two steps do not tell it: 3 off 15 is 20 percent off as long as no other variant has a price.
  let discount = discountFromPrices(whole);
  for (const step of steps.flatMap(withoutVariants)) {
    const given = step.kind === "product.update" && productBody(step.after, "update").discount;
    if (given) discount = givenDiscount(given);
    const change = await changeOf(labels, now, step, { upload, discount });
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
  { upload, discount }: { upload: Upload; discount: SharedDiscount },
): Promise<Partial<ProductV3>> {
  switch (step.kind) {
    case "product.update":
      return await updateBody(labels, now, productBody(step.after, "update") as Product);
    case "variants.update": {
      const changes = Object.entries(step.after).map(([key, fields]) =>
        variantBody(choicesFromKey(key), fields),
      );
      return overriddenVariants(now, variantChanges(changes), discount);
    }
    default: {
      const { media, alts } = step.after;
      const known = new Map(sentMedia(now.product).map((item) => [item.id, item]));
      const sources = await uploadedSources(media, upload);
      const items = sources.map((source, index) => ({
        ...(known.get(source) ?? newMedia(source)),
        altText: alts[index] || undefined,
      }));
      return { media: { itemsInfo: { items } } };
    }
  }
}

/** Creates the products of steps with their stock in one request. */
export async function createProducts(
  { call, labels, upload }: Writing,
  steps: readonly CreateStep[],
): Promise<StepOutcome[]> {
  const created = steps.map(
    (step): Extract<CatalogStep, { kind: "product.create" }> =>
      step.kind === "product.create"
        ? step
        : { ...step, kind: "product.create", after: newProductOf(step.after) },
  );
  await loadLabels(labels, created);
  const { items, outcomes } = await prepare(created, ({ after }) => newProductBody(labels, after, upload));
  if (items.length === 0) return outcomes;
  const { productResults, inventoryResults } = await call(productsV3.bulkCreateWithInventory, {
    products: items.map(({ item }) => item),
  });
  const byIndex = itemOutcomes(
    productResults ?? {},
    items.map(() => undefined),
  );
  const made = new Map<string, (typeof items)[number]["item"]>();
  for (const [index, { target, item }] of items.entries()) {
    const outcome = byIndex.get(index);
    // A product without an id is found again by its slug.
    if (outcome?.ok && outcome.id === undefined) continue;
    outcomes.push(...stepOutcomes([target], outcome));
    if (outcome?.ok && outcome.id !== undefined) made.set(outcome.id, item);
  }
  const failure = isStocked(inventoryResults ?? {}, [...made.values()])
    ? undefined
    : await addMissingStock(call, made);
  if (failure === undefined) return outcomes;
  const note = `created, but its stock may be missing: ${failure.message}`;
  return outcomes.map((outcome) => (outcome.ok ? { ...outcome, note } : outcome));
}

/** Returns the fields, variants, media and stock that create a deleted product again. */
export function newProductOf(product: Product): NewProduct {
  const variants = [...managedVariants(product)].map(([key, variant]) => [key, variantFields(variant)]);
  return {
    ...comparedFields(product),
    variants: Object.fromEntries(variants),
    media: mediaUrls(product),
    altText: altsOf(product),
    stock: inventoryOf(product) as unknown as Json,
  };
}

/** Returns the body that creates a product with its variants, media and stock. */
async function newProductBody(labels: Labels, after: NewProduct, upload: Upload) {
  const { variants = {}, media = [], altText = [], stock, ...fields } = after;
  const ownFields = variants as Record<string, Fields>;
  const own = stock as unknown as StockLevels | undefined;
  const body = await createBody(labels, productBody(fields, "create"), {
    change(choices) {
      const { choices: _, ...change } = variantBody(choices, ownFields[variantKey(choices)] ?? {});
      return change;
    },
    stock: (choices) => stockPart(own, variantKey(choices)),
  });
  const alts = altText as string[];
  const sources = await uploadedSources(media as string[], upload);
  const items = sources.map((source, index) => ({ ...newMedia(source), altText: alts[index] || undefined }));
  return { ...body, ...(items.length > 0 && { media: { itemsInfo: { items } } }) };
}

/** Returns the stock of a new variant; what has only preorders is in stock. */
function stockPart(stock: StockLevels | undefined, key: string): InventoryItemPart | undefined {
  const preorder = stock?.preorders?.[key];
  const value = stock?.variants[key] ?? (preorder ? true : undefined);
  if (typeof value !== "number" && typeof value !== "boolean") return undefined;
  const part = typeof value === "number" ? { quantity: value } : { inStock: value };
  return preorder ? { ...part, preorderInfo: { enabled: true, ...preorder } } : part;
}

type Entry = ReturnType<typeof stockChanges>[number];
type Send = (entries: readonly Entry[]) => Promise<Map<number, ItemOutcome>>;

/** Sets the stock of products in one request, with the revisions that were read. */
export async function setStocks(
  { call, read }: Writing,
  steps: readonly StockStep[],
): Promise<StepOutcome[]> {
  const send: Send = async (entries) =>
    await outcomesOf(
      entries.map(({ inventoryItem }) => inventoryItem.id),
      (options) => call(inventoryItemsV3.bulkUpsert, { inventoryItems: [...entries] }, options),
    );
  const { items, outcomes } = await prepare(steps, (step) => {
    const whole = read.get(step.id ?? "");
    return whole && stockEntries(whole, step);
  });
  const all = items.flatMap(({ item }) => item);
  const ids = steps.map(({ id = "" }) => id);
  const none = new Map<number, ItemOutcome>();
  const results = await onceRead(read, ids, async () => (all.length > 0 ? await send(all) : none));
  const partly: Partly[] = [];
  let index = 0;
  for (const { target: step, item } of items) {
    const own = item.map((entry) => ({ entry, outcome: results.get(index++) }));
    const failed = own.flatMap(({ entry, outcome }) => (outcome?.ok === false ? [{ entry, outcome }] : []));
    if (own.some(({ outcome }) => outcome === undefined)) continue;
    const isStale = failed.every(({ outcome }) => outcome.stale);
    const [first] = failed;
    if (first === undefined) outcomes.push(...stepOutcomes([step], { ok: true }));
    else if (isStale && failed.length < own.length)
      partly.push({ step, staleIds: failed.map(({ entry }) => entry.inventoryItem.variantId) });
    else outcomes.push(...stepOutcomes([step], { ...first.outcome, stale: isStale }));
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
  const found = await readProducts(call, true, "id", [...ids], { variants: ids, items: ids });
  const finished = await Promise.all(
    partly.map(async ({ step, staleIds }): Promise<StepOutcome[]> => {
      const whole = found.find(({ product }) => product.id === step.id);
      const failed = { seq: step.seq, ok: false as const, error: changed };
      if (whole === undefined || !staleIds.every((id) => isAsPlanned(whole, step, id))) return [failed];
      const entries = stockEntries(whole, step).filter(({ inventoryItem }) =>
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
  const now = inventoryOf(productFromV3(whole));
  const parts = (["variants", "preorders"] as const).filter((part) => key in (after[part] ?? {}));
  const isLike = (stock: StockLevels) =>
    parts.every((part) => sameJson(now[part]?.[key] ?? null, stock[part]?.[key] ?? null));
  return parts.length > 0 && (isLike(after) || (before !== null && isLike(before)));
}

/** Returns the inventory items to send for a step, with the revisions of those that exist. */
export function stockEntries(whole: WholeProduct, { after }: StockStep): Entry[] {
  const ids = new Map(
    whole.variants.map((variant) => [
      variantKey(namedChoices(whole.product.options ?? [], variant)),
      variant.id ?? "",
    ]),
  );
  return stockChanges(
    whole,
    stockChangeOf(after, (key) => ids.get(key)),
  );
}
