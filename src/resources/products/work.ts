import type { Product } from "../../api/services/products.ts";
import type { Json, Work } from "../../bulk/journal/step.ts";
import { unknownKind } from "../../bulk/journal/step-kinds.ts";
import type { ChoiceMedia } from "../../files/draft.ts";
import { UsageError } from "../../kernel/errors.ts";
import { sameJson } from "../../kernel/json.ts";
import { presentCollections, updateCollection } from "../collections/collections.ts";
import { readWaits } from "../read-until.ts";
import { isRestored, mediaSource, productBody, restoreProduct, stockChange, variantBody } from "./body.ts";
import { mediaBefore, namedProblems } from "./bounds.ts";
import { type Catalog, productsById, productsBySlug, withCosts } from "./catalog.ts";
import type { CollectionNames } from "./collection-names.ts";
import { uploadedSources } from "./media.ts";
import {
  altsOf,
  choiceMediaOf,
  choicesFromKey,
  comparedFields,
  inventoryOf,
  managedVariants,
  mediaUrls,
  variantFields,
} from "./snapshot.ts";
import {
  type CatalogStep,
  type CollectionStep,
  catalogStep,
  catalogStepKinds,
  type Fields,
  invertStep,
  type MediaList,
  type ProductStep,
} from "./step-kinds.ts";

/** Reads the products of steps, by id. */
type ProductReader = (steps: readonly ProductStep[]) => Promise<ReadonlyMap<string, Product>>;

/**
 * Returns how jobs on products, collections and inventory read, write, find and undo: one step, one request, except for the
 * members of a collection. Each version of the catalog adds its bulk requests.
 */
export function productWork(catalog: Catalog, readProducts?: ProductReader): Work {
  const { collections, names, version } = catalog;
  /** Products that were read for the stock that is set next, or the media that are removed next. */
  const known = new Map<string, Product>();
  const readOwn: ProductReader = async (steps) => {
    const ids = [...new Set(steps.flatMap(({ id }) => (id === undefined ? [] : [id])))];
    const found = await productsById(catalog, ids, {
      costs: new Set(steps.filter(readsCosts).map(idOf)),
    });
    for (const { id = "", kind } of steps) {
      const product = needsProduct.has(kind) && found.get(id);
      if (product) rememberProduct(known, product);
    }
    return found;
  };
  return {
    kinds: catalogStepKinds,
    rereads: readWaits,
    limits: { steps: 100 },
    check: (draft, row) => namedProblems(draft, { version, media: mediaBefore(row) }),
    group: ({ kind, after }) =>
      kind === "collection.member" ? `member ${JSON.stringify(after)}` : undefined,
    async read(all) {
      const steps = all.map(catalogStep);
      const onProducts = steps.filter(isOnProduct);
      const found = await (readProducts ?? readOwn)(onProducts);
      const present = await presentCollections(collections, steps.filter(isOnCollection));
      for (const step of onProducts) {
        const product = found.get(step.id ?? "");
        present.set(step.seq, product && (await presentValues(step, product, names)));
      }
      return present;
    },
    async write(all) {
      const steps = all.map(catalogStep);
      const [first] = steps;
      if (first === undefined) return [];
      const id = await send(catalog, known, first, steps.map(idOf));
      return steps.map(({ seq }) => ({ seq, ok: true as const, id }));
    },
    async find(all) {
      const steps = all.map(catalogStep);
      const slugs = steps.flatMap(({ kind, key }) => (kind === "collection.create" ? [] : (key ?? [])));
      const products = await productsBySlug(catalog, [...new Set(slugs)]);
      const found = new Map<number, string>();
      for (const step of steps) {
        const { seq, key = "" } = step;
        const product = products.get(key);
        const isCollection = step.kind === "collection.create";
        // A restore takes several requests and is done only after all of them.
        const begun = step.kind === "product.restore" && step.attempts > 0;
        if (begun && product) {
          const [whole = product] = await withCosts(catalog, [product]);
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
const isOnCollection = (step: CatalogStep): step is CollectionStep => step.kind in collectionKinds;
const isOnProduct = (step: CatalogStep): step is ProductStep => !isOnCollection(step);
const collectionKinds: Record<CollectionStep["kind"], true> = {
  "collection.create": true,
  "collection.remove": true,
  "collection.update": true,
};

const idOf = ({ id = "" }: CatalogStep): string => id;

/** The maximum number of products that were read for a change that is not sent yet. */
const maxKnown = 500;

function rememberProduct(known: Map<string, Product>, product: Product): void {
  known.set(product.id, product);
  if (known.size <= maxKnown) return;
  for (const [oldest] of known) {
    known.delete(oldest);
    return;
  }
}

/** Sends the request of a step, or of a group of steps on `ids`. Returns the id of a created object. */
async function send(
  catalog: Catalog,
  known: Map<string, Product>,
  step: CatalogStep,
  ids: readonly string[],
): Promise<string | undefined> {
  const { collections, media, names } = catalog;
  const id = idOf(step);
  const read = async () => {
    const product = known.get(id) ?? (await productsById(catalog, [id])).get(id) ?? { id };
    known.delete(id);
    return product;
  };
  switch (step.kind) {
    case "product.create":
      return (await catalog.create(productBody(step.after, "create"))).id;
    case "product.update":
      await catalog.change(id, productBody(step.after, "update"));
      return undefined;
    case "product.delete":
      await catalog.remove(id);
      return undefined;
    case "product.restore":
      return await restoreProduct(catalog, step.after, step.attempts > 1);
    case "variants.update": {
      const changes = Object.entries(step.after).map(([key, fields]) =>
        variantBody(choicesFromKey(key), fields),
      );
      await catalog.changeVariants(id, changes);
      return undefined;
    }
    case "media.add": {
      const present = new Set(step.before);
      const added = step.after.filter((one) => !present.has(one));
      await media.add(id, (await uploadedSources(added, media.upload)).map(mediaSource));
      return undefined;
    }
    case "media.remove":
      await media.remove(id, removedMedia(mediaUrls(await read()), step));
      return undefined;
    case "media.set":
      throw new UsageError("Catalog v1 has no call that changes alternative texts.", { code: "CATALOG_V1" });
    case "choices.attach": {
      const present = mediaUrls(await read());
      const choices = step.after.map(({ option, choice, media }) => ({
        option,
        choice,
        mediaIds: media.flatMap((position) => present[position] ?? []),
      }));
      await media.attach(id, choices);
      return undefined;
    }
    case "inventory.set": {
      const product = await read();
      await catalog.stock.set(product, stockChange(product, step.after));
      return undefined;
    }
    case "collection.member": {
      const { collection, member } = step.after;
      const change = member ? collections.addProducts : collections.removeProducts;
      await change(await names.idOf(collection), ids);
      return undefined;
    }
    case "collection.create":
      return await names.create(step.after);
    case "collection.remove":
      await collections.remove(id);
      return undefined;
    case "collection.update":
      await updateCollection(collections, step);
      if (typeof step.after.name === "string") await names.rename(id, step.after.name);
      return undefined;
    default:
      return unknownKind(step);
  }
}

type MediaStep = { before: string[] | null; after: string[] | null };

/** Returns whether the present values of a step include costs. */
function readsCosts({ kind, after, before }: ProductStep): boolean {
  if (kind === "product.delete") return !("id" in before) && "cost" in before;
  const fields = kind === "variants.update" ? Object.values(after) : [after ?? {}];
  return fields.some((field) => "cost" in field);
}

/** Returns the present values of what a step plans to change, in the shape of its `before` and `after`. */
async function presentValues(
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
      return pick(comparedFields(product), step.after);
    case "product.update": {
      const { variants, ...fields } = step.after;
      const own = variants as Record<string, Fields> | undefined;
      return { ...pick(comparedFields(product), fields), ...(own && { variants: pickVariants(own) }) };
    }
    case "variants.update":
      return pickVariants(step.after);
    case "inventory.set": {
      const { tracked, variants, preorders = {} } = inventoryOf(product);
      const planned = step.after.preorders;
      return {
        tracked,
        variants: pick(variants, step.after.variants),
        ...(planned && { preorders: pick(preorders, planned) }),
      };
    }
    case "media.add":
    case "media.remove":
      return presentMedia(mediaUrls(product), step);
    case "media.set":
      return presentList({ media: mediaUrls(product), alts: altsOf(product) }, step);
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
        ? withEarlierCosts(product, step.before as Partial<Product>)
        : pick(comparedFields(product), step.before);
    case "product.restore":
      // It is found by its key, as every created product.
      return undefined;
    default:
      return unknownKind(step);
  }
}

/** Returns a listed product with the costs that were read before, so that deleting takes no further request. */
function withEarlierCosts(product: Product, before: Partial<Product>): Json {
  const known = new Map((before.variants ?? []).map(({ id, variant }) => [id, variant?.costAndProfitData]));
  const { costAndProfitData, costRange } = before;
  const complete = {
    costAndProfitData,
    costRange,
    ...product,
    variants: product.variants?.map((variant) => ({
      ...variant,
      variant: { costAndProfitData: known.get(variant.id), ...variant.variant },
    })),
  };
  // As JSON, which has no undefined members.
  return JSON.parse(JSON.stringify(complete)) as Json;
}

function presentMedia(present: string[], { before, after }: MediaStep): string[] | null {
  if (sameMedia(present, after ?? [])) return after;
  return before && sameMedia(present, before) ? before : present;
}

function presentList(
  present: MediaList,
  { before, after }: { before: MediaList; after: MediaList },
): MediaList {
  const isSame = ({ media, alts }: MediaList) =>
    sameMedia(present.media, media) && sameJson(present.alts, alts);
  return [after, before].find(isSame) ?? present;
}

/** Returns the ids of the media that a step removes: the platform stores those of a URL under other names, in the same order. */
function removedMedia(present: readonly string[], { before, after }: MediaStep): string[] {
  const keep = new Set(after);
  const ids = present.length === before?.length ? present : (before ?? []);
  return (before ?? []).flatMap((source, index) => (keep.has(source) ? [] : (ids[index] ?? [])));
}

/** Whether a product has these media. External URLs and local files match any item, because the platform stores them under other names. */
function sameMedia(present: readonly string[], sources: readonly string[]): boolean {
  return (
    present.length === sources.length &&
    sources.every((source, index) => source === present[index] || /^(https?|file):/.test(source))
  );
}
