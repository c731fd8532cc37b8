import type { Call } from "../../api/caller.ts";
import { bulkLimits, type Product } from "../../api/services/products.ts";
import { afterOtherRequests } from "../../bulk/engine/failure.ts";
import type { Json, Size, Step, StepDraft, StepOutcome, Work } from "../../bulk/journal/step.ts";
import {
  type CreateStep,
  createProducts,
  deleteProducts,
  newProductOf,
  type StockStep,
  setStocks,
  stockEntries,
  type UpdateStep,
  updateProducts,
} from "./bulk-v3.ts";
import type { Catalog } from "./catalog.ts";
import { membershipsOf } from "./collection-names.ts";
import { productFromV3, type WholeProduct } from "./product-v3.ts";
import { productIdsBySlug, readProducts } from "./read-v3.ts";
import {
  type CatalogStep,
  catalogStep,
  type Fields,
  type NewProduct,
  type ProductStep,
} from "./step-kinds.ts";
import { productWork } from "./work.ts";
import { labelsOf } from "./write-v3.ts";

/** The maximum of each measure in one request. */
const limits: Size = {
  ...bulkLimits,
  items: 1000,
  members: 100,
};

/** The bulk request that carries each step kind. */
const requests: Partial<Record<CatalogStep["kind"], "update" | "create" | "delete" | "stock">> = {
  "product.update": "update",
  "variants.update": "update",
  "media.set": "update",
  "product.create": "create",
  "product.restore": "create",
  "product.delete": "delete",
  "inventory.set": "stock",
};

/** Fields that catalog v3 keeps for variants, or writes together with them. */
const variantFields: ReadonlySet<string> = new Set([
  "price",
  "cost",
  "weight",
  "sku",
  "barcode",
  "discount",
  "pricePerUnit",
  "digitalFile",
  "options",
  "manageVariants",
  "variants",
]);

/** Returns how jobs on catalog v3 read, write, find and undo: steps on products share the platform's bulk calls. */
export function productWorkV3(
  call: Call,
  catalog: Catalog,
  options: { stock: boolean },
): { work: Work; read: ReadProducts } {
  const { collections, names } = catalog;
  const read = new ReadProducts(options);
  const writing = { call, labels: labelsOf(call), read, upload: catalog.media.upload };
  const inTurn = oneAtATime();

  const readSteps = async (steps: readonly ProductStep[]): Promise<Map<string, Product>> => {
    const found = new Map<string, WholeProduct>();
    const needs = { variants: new Set<string>(), items: new Set<string>() };
    const ids: string[] = [];
    for (const [id, own] of Map.groupBy(steps, ({ id = "" }) => id)) {
      const planned = read.takePlanned(id);
      // Revisions protect these steps: if the product or its stock was changed since, the write is rejected.
      const isProtected = own.every(({ kind, attempts }) => isAsRead(kind, read) && attempts === 0);
      if (planned && isProtected) {
        found.set(id, planned);
        continue;
      }
      ids.push(id);
      if (own.some(needsVariants)) needs.variants.add(id);
      if (own.some(needsItems)) needs.items.add(id);
    }
    for (const whole of await readProducts(call, true, "id", ids, needs)) found.set(whole.product.id, whole);
    for (const [id, whole] of found) read.remember(id, whole);
    return new Map([...found].map(([id, whole]) => [id, productFromV3(whole)]));
  };
  const single = productWork(catalog, readSteps);

  const restoreProducts = async (steps: readonly CreateStep[]): Promise<StepOutcome[]> => {
    const outcomes = await createProducts(writing, steps);
    const lost = new Map(
      steps.flatMap((step) => (step.kind === "product.restore" ? [[step.seq, step.after] as const] : [])),
    );
    const members = new Map<string, string[]>();
    for (const outcome of outcomes) {
      const product = lost.get(outcome.seq);
      if (!outcome.ok || outcome.id === undefined || product === undefined) continue;
      for (const { key } of await membershipsOf(names, product.collectionIds ?? []))
        members.set(key, [...(members.get(key) ?? []), outcome.id]);
    }
    for (const [collection, productIds] of members) {
      const id = await names.idOf(collection);
      await inTurn(() => collections.addProducts(id, productIds)).catch((error: unknown) => {
        throw afterOtherRequests(error);
      });
    }
    return outcomes;
  };

  const work: Work = {
    ...single,
    limits,
    conditional: (step) => isConditional(catalogStep(step), read),
    fold: foldDrafts,
    group(step) {
      // A restore that was interrupted continues with the product as it is now.
      if (step.kind === "product.restore" && step.attempts > 0) return undefined;
      return requests[step.kind as CatalogStep["kind"]] ?? single.group?.(step);
    },
    size: (step) => sizeOf(catalogStep(step), read),
    reads: (kinds) => countReads(kinds, read),
    async write(all) {
      const steps = all.map(catalogStep);
      const [first] = steps;
      if (first === undefined) return [];
      const isAgain = first.kind === "product.restore" && first.attempts > 1;
      switch (isAgain ? undefined : requests[first.kind]) {
        case "update":
          return await updateProducts(writing, steps as UpdateStep[]);
        case "create":
          return await restoreProducts(steps as CreateStep[]);
        case "delete":
          return await deleteProducts(call, steps);
        case "stock":
          return await setStocks(writing, steps as StockStep[]);
        default:
          return await inTurn(() => single.write(all));
      }
    },
    async find(all) {
      const isKeyed = ({ kind, attempts }: Step) =>
        kind === "product.create" || (kind === "product.restore" && attempts === 0);
      const keyed = all.filter(isKeyed);
      const ids = await productIdsBySlug(call, [...new Set(keyed.flatMap(({ key }) => key ?? []))]);
      const others = all.filter((step) => !isKeyed(step));
      const found = (others.length > 0 && (await single.find?.(others))) || new Map<number, string>();
      for (const { seq, key = "" } of keyed) {
        const id = ids.get(key);
        if (id !== undefined) found.set(seq, id);
      }
      return found;
    },
  };
  return { work, read };
}

/** Returns whether the request of a step carries the revisions of everything that it changes, as they were read. */
function isConditional(step: CatalogStep, read: ReadProducts): boolean {
  if (step.kind === "collection.update") return true;
  if (step.kind !== "inventory.set") return requests[step.kind] === "update";
  const whole = read.get(step.id ?? "");
  return (
    whole !== undefined && stockEntries(whole, step).every(({ inventoryItem }) => inventoryItem.revision)
  );
}

function needsVariants({ kind, before, after }: ProductStep): boolean {
  if (kind === "variants.update" || kind === "inventory.set" || kind === "product.delete") return true;
  if (kind !== "product.update") return false;
  return Object.keys({ ...before, ...after }).some((field) => variantFields.has(field));
}

/** A delete is compared with the whole product, unless it undoes a create. */
function needsItems({ kind, before }: ProductStep): boolean {
  return kind === "inventory.set" || (kind === "product.delete" && "id" in before);
}

function sizeOf(step: CatalogStep, read: ReadProducts): Size {
  switch (step.kind) {
    case "product.create":
      return newProductSize(step.after);
    case "product.restore":
      return newProductSize(newProductOf(step.after));
    case "product.delete":
      return { products: 1 };
    case "inventory.set": {
      const variants = read.get(step.id ?? "")?.variants.length ?? 0;
      // The stock of a new product is right once it is created: usually there is nothing to send.
      if (step.before === null && variants === 0) return {};
      return { products: 1, items: Math.max(1, variants, Object.keys(step.after.variants).length) };
    }
    case "product.update":
    case "variants.update":
    case "media.set":
      return updateSize(step, read.get(step.id ?? ""));
    default:
      return { members: 1 };
  }
}

function updateSize(step: UpdateStep, whole: WholeProduct | undefined): Size {
  const after = (step.after ?? {}) as Fields;
  const { infoSections } = step.kind === "product.update" ? after : {};
  const isWithVariants = needsVariants(step);
  const own = step.kind === "variants.update" ? after : ((after.variants ?? { "": null }) as Fields);
  const named = Object.keys(own).length;
  return {
    products: 1,
    ...(isWithVariants && {
      variants: Math.max(named, whole?.variants.length ?? 1),
      options: whole?.product.options?.length ?? 0,
    }),
    ...(Array.isArray(infoSections) && { infoSections: infoSections.length }),
  };
}

/** The number of calls that read a hundred steps of a kind: products, variants and inventory items. */
const callsPerHundred: Record<string, number> = {
  "product.update": 2,
  "variants.update": 2,
  "inventory.set": 3,
  "product.delete": 3,
};

/** Returns whether a step can be sent with what planning has read. */
function isAsRead(kind: string, { hasStock }: ReadProducts): boolean {
  const request = requests[kind as CatalogStep["kind"]];
  return request === "update" || (request === "stock" && hasStock);
}

function countReads(kinds: Readonly<Record<string, number>>, planned: ReadProducts): number {
  let alreadyRead = planned.planned;
  return Object.entries(kinds).reduce((sum, [kind, steps]) => {
    const isProtected = isAsRead(kind, planned);
    const read = isProtected ? Math.max(0, steps - alreadyRead) : steps;
    if (isProtected) alreadyRead = Math.max(0, alreadyRead - steps);
    return sum + Math.ceil(read / 100) * (callsPerHundred[kind] ?? 1);
  }, 0);
}

/** Returns a function that runs tasks one after the other: all categories share one revision. */
function oneAtATime(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const next = last.then(task, task);
    last = next.catch(() => undefined);
    return next;
  };
}

/**
 * Returns the drafts of a row with the variants, media and stock of a new product in the draft that creates it, and the
 * variants of an existing product in the draft that changes its fields: one request carries them.
 */
function foldDrafts(drafts: readonly StepDraft[]): readonly StepDraft[] {
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

function foldVariants(first: StepDraft, variantDrafts: readonly StepDraft[]): StepDraft[] {
  const variants = variantDrafts.find(({ kind }) => kind === "variants.update");
  if (variants === undefined) return [first, ...variantDrafts];
  const merge = (fields: Json, own: Json) => ({ ...(fields as Fields), variants: own });
  const merged = {
    ...first,
    before: merge(first.before, variants.before),
    after: merge(first.after, variants.after),
  };
  return [merged, ...variantDrafts.filter((draft) => draft !== variants)];
}

/** Returns the size of a new product in a request. */
function newProductSize({ options, infoSections }: NewProduct): Size {
  const all = (Array.isArray(options) ? options : []) as { choices?: unknown[] }[];
  const sections = Array.isArray(infoSections) ? infoSections.length : 0;
  return {
    products: 1,
    variants: all.reduce((count, { choices }) => count * Math.max(1, choices?.length ?? 1), 1),
    options: all.length,
    infoSections: sections,
  };
}

/** The maximum number of products that planning keeps for sending. */
const maxPlanned = 1000;
/** The maximum number of their variants. */
const maxVariants = 10_000;
/** The maximum number of products that were read and not written yet. */
const maxFresh = 2000;

/**
 * Complete products that were read and not written since, so that writes need no extra reads: the first ones that planning
 * lists, and those read before sending. The revision protects a write that is based on an old read.
 */
class ReadProducts {
  /** Whether the products that planning lists have their stock. */
  readonly hasStock: boolean;
  readonly #planned = new Map<string, WholeProduct>();
  readonly #fresh = new Map<string, WholeProduct>();
  #variants = 0;

  constructor({ stock }: { stock: boolean }) {
    this.hasStock = stock;
  }

  /** The number of products that planning has kept. */
  get planned(): number {
    return this.#planned.size;
  }

  /** Keeps products that planning lists, up to the maximum. */
  keep(listed: readonly WholeProduct[]): void {
    for (const whole of listed) {
      if (this.#planned.size >= maxPlanned || this.#variants >= maxVariants) return;
      this.#planned.set(whole.product.id, whole);
      this.#variants += whole.variants.length;
    }
  }

  /** Returns a product that planning kept, once. */
  takePlanned(id: string): WholeProduct | undefined {
    const whole = this.#planned.get(id);
    this.#planned.delete(id);
    return whole;
  }

  /** Remembers a product for the write that follows. */
  remember(id: string, whole: WholeProduct): void {
    this.#fresh.delete(id);
    this.#fresh.set(id, whole);
    if (this.#fresh.size <= maxFresh) return;
    for (const [oldest] of this.#fresh) {
      this.#fresh.delete(oldest);
      return;
    }
  }

  /** Returns a product that was read and not written since. */
  get(id: string): WholeProduct | undefined {
    return this.#fresh.get(id) ?? this.#planned.get(id);
  }

  /** Forgets products that may have been written. */
  forget(ids: Iterable<string>): void {
    for (const id of ids) {
      this.#fresh.delete(id);
      this.#planned.delete(id);
    }
  }
}
