import { itemOutcomes, stepOutcomes } from "../../api/bulk-results.ts";
import type { Product } from "../../api/services/products/models/product.ts";
import type { StepOutcome, Work } from "../../bulk/journal/step.ts";
import { unknownKind } from "../../bulk/journal/step-kinds.ts";
import { presentCollections, updateCollection } from "../collections/changes.ts";
import { readWaits } from "../read-until.ts";
import { amountOf, productBody, variantBody } from "./body.ts";
import { mediaBefore, namedProblems } from "./bounds/steps.ts";
import { type CatalogClient, productsById, productsBySlug, withCosts } from "./catalog.ts";
import type { CollectionNames } from "./collection-names.ts";
import { uploadedSources } from "./media/upload.ts";
import { presentOf, readsCosts, removedMedia } from "./present.ts";
import { isRestored, mediaSource, restoreProduct, setInventory } from "./restore.ts";
import { choicesOf, mediaOf } from "./snapshot.ts";
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
  /** Products that were read for the stock that is set next, or the media that are removed next. */
  const known = new Map<string, Product>();
  return {
    kinds: catalogStepKinds,
    rereads: readWaits,
    limits: { steps: 100 },
    check: (draft, row) => namedProblems(draft, { version: "v1", media: mediaBefore(row) }),
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
        if (product && needsProduct.has(step.kind)) rememberProduct(known, product);
      }
      return present;
    },
    async write(all) {
      const steps = all.map(catalogStep);
      const [first] = steps;
      if (first === undefined) return [];
      if (first.kind === "product.update" && steps.length > 1)
        return await bulkUpdate(client, first.after, steps);
      const id = await send({ client, names, known }, first, steps.map(idOf));
      return steps.map(({ seq }) => ({ seq, ok: true as const, ...(id !== undefined && { id }) }));
    },
    async find(all) {
      const steps = all.map(catalogStep);
      const slugs = steps.flatMap(({ kind, key }) => (kind === "collection.create" ? [] : (key ?? [])));
      const products = await productsBySlug(client, [...new Set(slugs)]);
      const found = new Map<number, string>();
      for (const step of steps) {
        const { seq, key = "" } = step;
        const product = products.get(key);
        const isCollection = step.kind === "collection.create";
        // A restore takes several requests and is done only after all of them.
        const begun = step.kind === "product.restore" && step.attempts > 0;
        if (begun && product) {
          const [whole = product] = await withCosts(client, [product]);
          if (!(await isRestored(names, step.after, whole))) continue;
        }
        const id = isCollection ? await names.lookUp(key) : product?.id;
        if (id) found.set(seq, id);
      }
      return found;
    },
    invert: (step) => invertStep(catalogStep(step)),
  };
}

/** The kinds of steps that are sent with what their product has. */
const needsProduct: ReadonlySet<string> = new Set(["inventory.set", "media.remove", "choices.attach"]);

/** Returns whether a step is on a collection, not on a product. */
export const isOnCollection = (step: CatalogStep): step is CollectionStep => step.kind in collectionKinds;
const isOnProduct = (step: CatalogStep): step is ProductStep => !isOnCollection(step);
const collectionKinds: Record<CollectionStep["kind"], true> = {
  "collection.create": true,
  "collection.remove": true,
  "collection.update": true,
};

const idOf = ({ id = "" }: CatalogStep): string => id;

/** The maximum number of products that were read for a change that is not sent yet. */
const mostKnown = 500;

function rememberProduct(known: Map<string, Product>, product: Product): void {
  known.set(product.id ?? "", product);
  if (known.size <= mostKnown) return;
  for (const [oldest] of known) {
    known.delete(oldest);
    return;
  }
}

interface Sending {
  client: CatalogClient;
  names: CollectionNames;
  known: Map<string, Product>;
}

/** Sends the request of a step, or of a group of steps on `ids`. Returns the id of a created object. */
async function send(
  { client, names, known }: Sending,
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
      const added = step.after.filter((one) => !present.has(one));
      const media = (await uploadedSources(added, client.upload)).map(mediaSource);
      await client.products.addMedia({ id, media });
      return undefined;
    }
    case "media.remove": {
      const product = known.get(id) ?? (await productsById(client, [id])).get(id) ?? {};
      known.delete(id);
      await client.products.removeMedia({ id, mediaIds: removedMedia(mediaOf(product), step) });
      return undefined;
    }
    case "choices.attach": {
      const product = known.get(id) ?? (await productsById(client, [id])).get(id) ?? {};
      const ids = mediaOf(product);
      const media = step.after.map(({ option, choice, media }) => ({
        ...{ option, choice },
        mediaIds: media.flatMap((position) => ids[position] ?? []),
      }));
      await client.products.addChoicesMedia({ id, media });
      return undefined;
    }
    case "inventory.set":
      await setInventory(client, id, step.after, known.get(id));
      known.delete(id);
      return undefined;
    case "collection.member": {
      const { collection, member } = step.after;
      const input = { id: await names.idOf(collection), productIds: [...ids] };
      await (member ? client.collections.addProducts : client.collections.removeProducts)(input);
      return undefined;
    }
    case "collection.create":
      return await names.create(step.after);
    case "collection.remove":
      await client.collections.remove({ id });
      return undefined;
    case "collection.update":
      await updateCollection(client, step);
      if (typeof step.after.name === "string") await names.rename(id, step.after.name);
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
  const ids = steps.map(idOf);
  const response = await client.products.bulkUpdate({
    ids,
    set: { [name]: amount ? amountOf(value) : value },
  });
  const outcomes = itemOutcomes(response, ids);
  return steps.flatMap((step, index) => stepOutcomes([step], outcomes.get(index)));
}
