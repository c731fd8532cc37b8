import { type Endpoint, valueAt } from "../api/endpoint.ts";
import { type PageRequest, wholePages } from "../api/query/pages.ts";
import type { Product } from "../api/services/products.ts";
import type { Context } from "../context/context.ts";
import { ApiError } from "../kernel/errors.ts";
import { firstOf, formatCount } from "../kernel/text.ts";
import { listPages, type ObjectList } from "../resources/object-list.ts";
import { type Catalog, type OnlyInV3, withCosts } from "../resources/products/catalog.ts";
import { portableProduct, portableStock } from "../resources/products/portable.ts";
import { openCatalog } from "../resources/products/read.ts";
import { digitalFileOf } from "../resources/products/snapshot.ts";
import type { Session } from "../resources/resource.ts";
import type { SnapshotDomain } from "./domains.ts";
import type { SnapshotObject } from "./format.ts";
import { type Names, shopNames, withNames } from "./references.ts";
import {
  fieldsExcept,
  instanceFields,
  type ListedShop,
  objectPlural,
  type ShopObject,
  type ShopObjects,
} from "./shop-object.ts";
import type { SnapshotStore, StagedObject } from "./store.ts";

/** What to read of a shop. */
interface ReadOptions {
  domains: readonly SnapshotDomain[];
  /** Read costs, which takes one request per product on catalog v1. */
  costs: boolean;
  /** Only orders that were created since then. */
  since: Date | undefined;
  signal: AbortSignal;
}

/** Some objects of a list, and where it continues. */
interface ObjectPage {
  objects: StagedObject[];
  /** The number of rows that were read. */
  rows: number;
  /** The number of rows in the list, if the platform reports it; only that of the first page counts. */
  total?: number | undefined;
  /** JSON, from which reading can continue; undefined at the end. */
  next?: unknown;
}

/** A list of a shop, as objects of a snapshot. */
export interface SnapshotReader {
  /** In messages: `products`. */
  name: string;
  /** The kinds of its objects. */
  kinds: readonly string[];
  /** Reads pages from the start, or from the `next` of a page. */
  pages(from: unknown): AsyncIterable<ObjectPage>;
}

/** A shop whose objects are read, and the keys and ids of those that others refer to. */
export interface Shop extends ListedShop {
  names: Names;
  signal: AbortSignal;
}

/** Opens a shop to read objects that a job has written. Needs an admin. */
export async function openCopiedShop(session: Session, signal: AbortSignal): Promise<Shop> {
  const [call, catalog] = [await session.call("admin"), await openCatalog(session, "admin")];
  return { call, catalog, costs: false, since: undefined, signal, names: shopNames(call, catalog) };
}

/** Returns the lists of the requested domains, in their order. Needs an admin. */
async function snapshotReaders(
  session: Session,
  kinds: ShopObjects,
  options: ReadOptions,
): Promise<SnapshotReader[]> {
  const onlyInV3 = new Map<string, OnlyInV3>();
  const call = await session.call("admin");
  const catalog = await openCatalog(session, "admin", { onlyInV3 });
  const { domains, costs, since, signal } = options;
  const shop: Shop = { call, catalog, costs, since, signal, names: shopNames(call, catalog) };
  const ofProducts = domains.includes("products") || domains.includes("inventory");
  return [
    ...(ofProducts ? [productReader(catalog, options, onlyInV3)] : []),
    ...[...kinds.values()].flatMap((kind) =>
      domains.includes(kind.domain) ? objectReaders(kind, shop) : [],
    ),
  ];
}

/** Returns the call that lists a kind of object in a shop; undefined for objects that are listed with others. */
export const objectList = ({ list }: ShopObject, shop: ListedShop): ObjectList | undefined =>
  typeof list === "function" ? list(shop) : list;

/** Returns the reader of a kind of object; none for objects that are listed with others. */
export function objectReaders(kind: ShopObject, shop: Shop): SnapshotReader[] {
  const { call, signal, names } = shop;
  const list = objectList(kind, shop);
  if (list === undefined) return [];
  return [
    {
      name: objectPlural(kind),
      kinds: [kind.kind],
      async *pages(from) {
        const options = { call, signal, from: from as PageRequest | undefined };
        for await (const page of listPages(list, options)) {
          const kept = page.items.filter((item) => !kind.omit?.(item, shop));
          const objects = await Promise.all(kept.map((one) => staged(kind, list.endpoint, one, names)));
          yield { objects, rows: page.items.length, total: page.total, next: page.next };
        }
      },
    },
  ];
}

/** Returns an object of the platform as one of a snapshot: with keys instead of ids of others, and with its own ids apart. */
async function staged(
  kind: ShopObject,
  endpoint: Endpoint,
  entity: object,
  names: Names,
): Promise<StagedObject> {
  const apart = new Set([...instanceFields, ...(kind.apart ?? [])]);
  const own = kind.content ? kind.content(entity) : fieldsExcept(entity, [...apart, ...(kind.derived ?? [])]);
  const content = await withNames(own as Record<string, unknown>, kind.references ?? [], names);
  const isStable = ([name]: [string, unknown]) => apart.has(name) && !kind.derived?.includes(name);
  const ids = { ...Object.fromEntries(Object.entries(entity).filter(isStable)), ...kind.ids?.(entity) };
  const object: SnapshotObject = { ...content, _kind: kind.kind };
  // Of settings without an id there is one object.
  const unnamed = endpoint.paging === undefined ? kind.kind : JSON.stringify(content);
  return { object, id: String(valueAt(entity, kind.id ?? "id") ?? unnamed), ids };
}

/** Returns the reader of products and their stock: one list has both. `onlyInV3`: of the listed products, which the list fills. */
function productReader(
  catalog: Catalog,
  { domains, costs, signal }: ReadOptions,
  onlyInV3: Map<string, OnlyInV3>,
): SnapshotReader {
  const { list, names } = catalog;
  const own = (["products", "inventory"] as const).filter((domain) => domains.includes(domain));
  const needsCosts = costs && own.includes("products");
  const objectsOf = async (product: Product): Promise<StagedObject[]> => {
    const {
      id = "",
      revision,
      numericId,
      lastUpdated,
      createdDate,
      inventoryItemId,
    } = product as Product & {
      revision?: string;
      createdDate?: string;
    };
    const collections = await names.namesOf(product.collectionIds ?? []);
    const ids = { id, revision, numericId, lastUpdated, createdDate, inventoryItemId };
    const digitalFile = digitalFileOf(product);
    const variants = (product.variants ?? []).map(({ id, choices }) => ({ choices, id }));
    return own.map((domain) =>
      domain === "products"
        ? {
            object: portableProduct(product, collections, {
              costs: needsCosts,
              only: onlyInV3.get(id ?? ""),
            }),
            id: id ?? "",
            ids: {
              ...ids,
              digitalFile: digitalFile || undefined,
              variants: variants.length > 0 ? variants : undefined,
            },
          }
        : { object: { ...portableStock(product) }, id: id ?? "", ids: { id, inventoryItemId } },
    );
  };
  return {
    name: own.includes("products") ? "products" : "stock",
    kinds: own.map((domain) => (domain === "products" ? "product" : "stock")),
    async *pages(from) {
      const options = { key: "id", signal, from: from as PageRequest | undefined };
      for await (const page of wholePages<Product>(list.call, list.endpoint, {}, options)) {
        const products = needsCosts ? await withCosts(catalog, page.items) : page.items;
        const objects = (await Promise.all(products.map(objectsOf))).flat();
        for (const { id } of products) onlyInV3.delete(id ?? "");
        yield { objects, rows: page.items.length, total: page.total, next: page.next };
      }
    },
  };
}

/** How far a pull has come. */
export interface PullProgress {
  /** What is being read: `products`. */
  name: string;
  seen: number;
  total: number | undefined;
  /** The rows that this run has read of the list; the others are from an earlier one. */
  fresh: number;
}

/** A list that changed each time it was read. */
export interface MovedList extends Pick<SnapshotReader, "name" | "kinds"> {
  /** The ids of objects that one of the last two readings lacks. */
  ids: readonly string[];
}

/** How often a list is read that keeps changing. */
const maxReadings = 4;

/**
 * Reads lists into a store, page by page: each page is stored together with where the list continues, so that a run after a
 * killed one continues there. A list that has another number of objects than the platform counts is read again, up to three times.
 * `limit`: the most rows of each list. Returns the lists that never agreed.
 */
async function readShop(
  readers: readonly SnapshotReader[],
  store: SnapshotStore,
  {
    limit,
    signal,
    report,
  }: { limit?: number | undefined; signal: AbortSignal; report(progress: PullProgress): Promise<void> },
): Promise<MovedList[]> {
  const moved: MovedList[] = [];
  for (const reader of readers) {
    const { name, kinds } = reader;
    let last = new Set<string>();
    for (let reading = 1; ; reading++) {
      await finishList(reader);
      const { seen, total } = store.reading(name) ?? {};
      if (limit !== undefined || total === undefined || seen === total) break;
      const ids = new Set(kinds.flatMap((kind) => [...store.unordered(kind)].map(({ id }) => id)));
      if (reading === maxReadings) {
        const different = [...last, ...ids].filter((id) => !(last.has(id) && ids.has(id)));
        moved.push({ name, kinds, ids: different });
        break;
      }
      last = ids;
      store.forget(name, kinds);
    }
  }
  return moved;

  /** Reads a list to its end, from where an earlier run has left it. */
  async function finishList(reader: SnapshotReader) {
    const before = store.reading(reader.name);
    try {
      if (!before?.done) await readList(reader, before);
    } catch (error) {
      // A cursor expires; the list is read from its start then.
      if (before?.next === undefined || !(error instanceof ApiError) || error.status !== 400) throw error;
      store.forget(reader.name, reader.kinds);
      await readList(reader, undefined);
    }
  }

  async function readList({ name, pages }: SnapshotReader, before: ReturnType<SnapshotStore["reading"]>) {
    let { seen, total } = before ?? { seen: 0, total: undefined };
    let fresh = 0;
    for await (const page of pages(before?.next)) {
      signal.throwIfAborted();
      const left = limit === undefined ? Number.POSITIVE_INFINITY : limit - seen;
      const isLast = page.next === undefined || page.rows >= left;
      const objects =
        page.rows > left
          ? page.objects.slice(0, Math.floor((left * page.objects.length) / page.rows))
          : page.objects;
      seen += Math.min(page.rows, left);
      fresh += Math.min(page.rows, left);
      total ??= page.total;
      const max = limit === undefined ? total : Math.min(limit, total ?? limit);
      const state = {
        seen,
        done: isLast,
        total,
        next: isLast ? undefined : page.next,
      };
      store.add(objects, { name, state });
      await report({ name, seen, total: max, fresh });
      if (isLast) return;
    }
    store.add([], { name, state: { seen, done: true } });
  }
}

/** What to read of a shop. */
interface ShopSelection {
  domains: readonly SnapshotDomain[];
  costs: boolean;
  since?: string | undefined;
  limit?: number | undefined;
}

/** Milliseconds between two lines of progress. */
const interval = 10_000;

/** Reads domains of the profile's shop into a store and reports the progress on stderr. Returns the lists that changed meanwhile. */
export async function readProfile(
  context: Context,
  store: SnapshotStore,
  { domains, costs, since, limit }: ShopSelection,
): Promise<readonly MovedList[]> {
  const { signal } = context;
  const readers = await snapshotReaders(context, store.kinds, {
    domains,
    costs,
    signal,
    since: since === undefined ? undefined : new Date(since),
  });
  const report = await pullProgress(context);
  const moved = await readShop(readers, store, { limit, signal, report });
  for (const { name, ids } of moved) {
    const named = ids.length === 0 ? "" : ` Not in every reading: ${firstOf(ids)}.`;
    await context.notice(
      `The list of ${name} changed each of the ${maxReadings} times it was read.${named} Run the command again when the shop is quiet.`,
    );
  }
  return moved;
}

/** Returns a function that prints how far a list has been read, at most every ten seconds. */
export async function pullProgress(context: Context): Promise<(progress: PullProgress) => Promise<void>> {
  const { formatDuration } = await import("../ui/format.ts");
  let [list, begun, reported, first] = ["", 0, 0, 0];
  return async ({ name, seen, total, fresh }) => {
    const now = context.now().getTime();
    // The clock starts after the first page, which therefore does not count.
    if (name !== list) [list, begun, reported, first] = [name, now, now, fresh];
    if (now - reported < interval) return;
    reported = now;
    const of = total === undefined ? "" : ` of ${formatCount(total)}`;
    const isKnown = total !== undefined && fresh > first;
    const left = isKnown ? ((now - begun) / (fresh - first)) * (total - seen) : 0;
    const estimate = left > 0 ? `, about ${formatDuration(left)} left` : "";
    await context.status(`Reading ${name}: ${formatCount(seen)}${of}${estimate}`);
  };
}
