import type { StepOutcome, Work } from "../../bulk/journal/step.ts";
import { unknownKind } from "../../bulk/journal/step-kinds.ts";
import { presentCollections, updateCollection } from "../collections/changes.ts";
import { amountOf, productBody, variantBody } from "./body.ts";
import { type CatalogClient, productBySlug, productsById } from "./catalog.ts";
import type { CollectionNames } from "./collection-names.ts";
import { presentOf, readsCosts } from "./present.ts";
import { isRestored, mediaSource, restoreProduct, setInventory } from "./restore.ts";
import { choicesOf } from "./snapshot.ts";
import {
  type CatalogStep,
  type CollectionStep,
  catalogStep,
  catalogStepKinds,
  type Fields,
  invertStep,
  type ProductStep,
} from "./step-kinds.ts";

/** The fields that the platform's bulk call can set. */
const bulkFields = new Set(["price", "cost", "weight", "ribbon", "brand"]);

/** Returns how jobs on products, collections and inventory read, write, find and undo: one step, one request. */
export function productWork(client: CatalogClient, names: CollectionNames): Work {
  return {
    kinds: catalogStepKinds,
    groupLimit: 100,
    group({ kind, after }) {
      if (kind === "collection.member") return `member ${JSON.stringify(after)}`;
      const [[name, value] = ["", null], ...more] = Object.entries((after ?? {}) as Fields);
      const shared = kind === "product.update" && more.length === 0 && bulkFields.has(name) && value !== null;
      return shared ? `${name} ${JSON.stringify(value)}` : undefined;
    },
    async read(all) {
      const steps = all.map(catalogStep);
      const [onCollections, onProducts] = [steps.filter(isOnCollection), steps.filter(isOnProduct)];
      const ids = [...new Set(onProducts.flatMap(({ id }) => (id === undefined ? [] : [id])))];
      const costs = new Set(onProducts.filter(readsCosts).map(idOf));
      const found = await productsById(client, ids, { costs });
      const present = await presentCollections(client, onCollections);
      for (const step of onProducts) {
        const product = found.get(step.id ?? "");
        present.set(step.seq, product && (await presentOf(step, product, names)));
      }
      return present;
    },
    async write(all) {
      const steps = all.map(catalogStep);
      const [first] = steps;
      if (first === undefined) return [];
      if (first.kind === "product.update" && steps.length > 1)
        return await bulkUpdate(client, first.after, steps);
      const id = await send(client, names, first, steps.map(idOf));
      return steps.map(({ seq }) => ({ seq, ok: true as const, ...(id !== undefined && { id }) }));
    },
    async find(one) {
      const step = catalogStep(one);
      if (step.key === undefined) return undefined;
      if (step.kind === "collection.create") return await names.lookUp(step.key);
      const product = await productBySlug(client, step.key);
      if (!product) return undefined;
      // A restore takes several requests and is done only after all of them.
      const begun = step.kind === "product.restore" && step.attempts > 0;
      if (begun && !(await isRestored(names, step.after, product))) return undefined;
      return product.id ?? undefined;
    },
    invert: (step) => invertStep(catalogStep(step)),
  };
}

const isOnCollection = (step: CatalogStep): step is CollectionStep => step.kind in collectionKinds;
const isOnProduct = (step: CatalogStep): step is ProductStep => !isOnCollection(step);
const collectionKinds: Record<CollectionStep["kind"], true> = {
  "collection.create": true,
  "collection.remove": true,
  "collection.update": true,
};

const idOf = ({ id = "" }: CatalogStep): string => id;

/** Sends the request of a step, or of a group of steps on `ids`. Returns the id of a created object. */
async function send(
  client: CatalogClient,
  names: CollectionNames,
  step: CatalogStep,
  ids: readonly string[],
): Promise<string | undefined> {
  const id = idOf(step);
  switch (step.kind) {
    case "product.create": {
      const { product } = await client.products.create({ product: productBody(step.after, "create") });
      return product?.id ?? undefined;
    }
    case "product.update":
      await client.products.update({ product: { id, ...productBody(step.after, "update") } });
      return undefined;
    case "product.delete":
      await client.products.remove({ id });
      return undefined;
    case "product.restore":
      return await restoreProduct(client, names, step.after, step.attempts > 1);
    case "variants.update": {
      const variants = Object.entries(step.after).map(([key, fields]) => variantBody(choicesOf(key), fields));
      await client.products.updateVariants({ id, variants });
      return undefined;
    }
    case "media.add": {
      const present = new Set(step.before);
      const media = step.after.filter((one) => !present.has(one)).map(mediaSource);
      await client.products.addMedia({ id, media });
      return undefined;
    }
    case "media.remove": {
      const keep = new Set(step.after);
      const mediaIds = step.before.filter((one) => !keep.has(one));
      await client.products.removeMedia({ id, mediaIds });
      return undefined;
    }
    case "inventory.set":
      await setInventory(client, id, step.after);
      return undefined;
    case "collection.member": {
      const { collection, member } = step.after;
      const input = { id: await names.idOf(collection), productIds: [...ids] };
      await (member ? client.collections.addProducts : client.collections.removeProducts)(input);
      return undefined;
    }
    case "collection.create":
      return await names.create(step.after.name);
    case "collection.remove":
      await client.collections.remove({ id });
      return undefined;
    case "collection.update":
      await updateCollection(client, step);
      return undefined;
    default:
      return unknownKind(step);
  }
}

async function bulkUpdate(
  client: CatalogClient,
  after: Fields,
  steps: readonly CatalogStep[],
): Promise<StepOutcome[]> {
  const [[name, value] = ["", null]] = Object.entries(after);
  const amount = ["price", "cost", "weight"].includes(name);
  const { results } = await client.products.bulkUpdate({
    ids: steps.map(idOf),
    set: { [name]: amount ? amountOf(value) : value },
  });
  return steps.map(({ seq, id }): StepOutcome => {
    const error = results?.find(({ itemMetadata }) => itemMetadata?.id === id)?.itemMetadata;
    if (error?.success !== false) return { seq, ok: true };
    return {
      seq,
      ok: false,
      error: { code: error.error?.code ?? "UNKNOWN", message: error.error?.description ?? "rejected" },
    };
  });
}
