import { itemOutcomes, stepOutcomes } from "../../../api/bulk-results.ts";
import type { Call } from "../../../api/caller.ts";
import type { Product } from "../../../api/services/products/models/product.ts";
import { bulkLimits } from "../../../api/services/products/models/product-v3.ts";
import type { Size, Step, StepOutcome, Work } from "../../../bulk/journal/step.ts";
import { presentCollections } from "../../collections/changes.ts";
import { readWaits } from "../../read-until.ts";
import { mediaBefore, namedProblems } from "../bounds/steps.ts";
import type { CatalogClient } from "../catalog.ts";
import type { CollectionNames } from "../collection-names.ts";
import { presentOf } from "../present.ts";
import {
  type CatalogStep,
  catalogStep,
  catalogStepKinds,
  type Fields,
  type ProductStep,
} from "../step-kinds.ts";
import { isOnCollection, productWork } from "../work.ts";
import { asProductV1 } from "./as-v1.ts";
import { type CreateStep, createProducts } from "./bulk-create.ts";
import { entriesOf, type StockStep, setStocks } from "./bulk-stock.ts";
import { type UpdateStep, updateProducts } from "./bulk-update.ts";
import { labelsOf } from "./labels.ts";
import { foldDrafts, newProductOf, newProductSize } from "./new-product.ts";
import type { ReadProducts } from "./read-products.ts";
import { productIdsBySlug, readProducts } from "./read-whole.ts";
import type { WholeProduct } from "./whole.ts";
import { v3Client } from "./write.ts";

/** The context of a job on catalog v3. */
export interface WorkV3Options {
  call: Call;
  /** A client that accepts the calls of catalog v1. */
  client: CatalogClient;
  names: CollectionNames;
  /** The products that planning has read. */
  read: ReadProducts;
}

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
  "media.add": "update",
  "media.remove": "update",
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
  "discount",
  "pricePerUnit",
  "digitalFile",
  "options",
  "manageVariants",
  "variants",
]);

/** Returns how jobs on catalog v3 read, write, find and undo: steps on products share the platform's bulk calls. */
export function productWorkV3({ call, client, names, read }: WorkV3Options): Work {
  const single = productWork(client, names);
  const writing = { products: v3Client(call), labels: labelsOf(call), read, upload: client.upload };
  const inTurn = oneAtATime();

  const readSteps = async (steps: readonly ProductStep[]): Promise<Map<string, WholeProduct>> => {
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
    for (const [id, whole] of await readProducts(call, ids, needs)) found.set(id, whole);
    for (const [id, whole] of found) read.remember(id, whole);
    return found;
  };

  const deleteProducts = async (steps: readonly CatalogStep[]): Promise<StepOutcome[]> => {
    const productIds = steps.map(({ id = "" }) => id);
    const response = await writing.products.bulkRemove({ productIds });
    const byIndex = itemOutcomes(response, productIds);
    return steps.flatMap((step, index) => stepOutcomes([step], byIndex.get(index)));
  };

  const restoreProducts = async (steps: readonly CreateStep[]): Promise<StepOutcome[]> => {
    const outcomes = await createProducts(call, writing, steps);
    const lost = new Map(
      steps.flatMap((step) => (step.kind === "product.restore" ? [[step.seq, step.after] as const] : [])),
    );
    const members = new Map<string, string[]>();
    for (const outcome of outcomes) {
      const product = lost.get(outcome.seq);
      if (!outcome.ok || outcome.id === undefined || product === undefined) continue;
      for (const collection of await names.namesOf(product.collectionIds ?? []))
        members.set(collection, [...(members.get(collection) ?? []), outcome.id]);
    }
    for (const [collection, productIds] of members) {
      const id = await names.idOf(collection);
      await inTurn(() => client.collections.addProducts({ id, productIds }));
    }
    return outcomes;
  };

  return {
    kinds: catalogStepKinds,
    rereads: readWaits,
    limits,
    conditional: (step) => isConditional(catalogStep(step), read),
    check: (draft, row) => namedProblems(draft, { version: "v3", media: mediaBefore(row) }),
    fold: foldDrafts,
    invert: single.invert,
    group(step) {
      // A restore that was interrupted continues with the product as it is now.
      if (step.kind === "product.restore" && step.attempts > 0) return undefined;
      return requests[step.kind as CatalogStep["kind"]] ?? single.group(step);
    },
    size: (step) => sizeOf(catalogStep(step), read),
    reads: (kinds) => countReads(kinds, read),
    async read(all) {
      const steps = all.map(catalogStep);
      const onProducts = steps.filter((step): step is ProductStep => !isOnCollection(step));
      const present = await presentCollections(client, steps.filter(isOnCollection));
      const found = await readSteps(onProducts);
      const products = new Map<string, Product>();
      // As JSON, like the products that planning lists: without undefined members.
      for (const [id, whole] of found) products.set(id, JSON.parse(JSON.stringify(asProductV1(whole))));
      for (const step of onProducts) {
        const product = products.get(step.id ?? "");
        present.set(step.seq, product && (await presentOf(step, product, names)));
      }
      return present;
    },
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
          return await deleteProducts(steps);
        case "stock":
          return await setStocks(call, read, steps as StockStep[]);
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
      const found = others.length > 0 ? await single.find(others) : new Map<number, string>();
      for (const { seq, key = "" } of keyed) {
        const id = ids.get(key);
        if (id !== undefined) found.set(seq, id);
      }
      return found;
    },
  };
}

/** Returns whether the request of a step carries the revisions of everything that it changes, as they were read. */
function isConditional(step: CatalogStep, read: ReadProducts): boolean {
  if (step.kind === "collection.update") return true;
  if (step.kind !== "inventory.set") return requests[step.kind] === "update";
  const whole = read.get(step.id ?? "");
  return whole !== undefined && entriesOf(whole, step).every(({ inventoryItem }) => inventoryItem.revision);
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
    case "media.add":
    case "media.remove":
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
