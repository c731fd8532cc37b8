import type { Call } from "../api/caller.ts";
import { valueAt } from "../api/endpoint.ts";
import { type PageRequest, pages } from "../api/query/pages.ts";
import type { InventoryItemV3 } from "../api/services/inventory.ts";
import { orderTransactions } from "../api/services/payments.ts";
import { type Product, type ProductV3, productsV3, type ReadOnlyVariant } from "../api/services/products.ts";
import { batchesOf } from "../kernel/batches.ts";
import { minute } from "../kernel/durations.ts";
import { ApiError } from "../kernel/errors.ts";
import { transaction } from "../kernel/sqlite.ts";
import { wordsOf } from "../kernel/text.ts";
import { type Catalog, withCosts } from "../resources/products/catalog.ts";
import { productFromV3, type WholeProduct } from "../resources/products/product-v3.ts";
import { assembled, filterInV3, readProducts } from "../resources/products/read-v3.ts";
import type { ListState, WholeReading } from "./file.ts";
import {
  type LargeList,
  orderList,
  productListV1,
  productListV3,
  type SmallList,
  smallLists,
  stockListV3,
  wholeVariants,
} from "./lists.ts";
import type { IdRange, Mirror } from "./store.ts";
import type { ListName } from "./tables.ts";

/** What an update needs of the shop, and what it is to do. */
export interface UpdateRequest {
  call: Call;
  catalog: Catalog;
  signal: AbortSignal;
  now(): Date;
  /** Read all lists whole, whatever is known of them. */
  full: boolean;
  costs: boolean;
  payments: boolean;
  giftCards?: boolean;
  settings?: boolean;
  /** The lists that are brought up to date. Default: all. */
  lists?: ReadonlySet<ListName> | undefined;
  /** Replaces or removes personal data. */
  hide?(list: ListName, object: object): object;
  report(title: string, seen: number, total: number | undefined): Promise<void>;
}

/** Times on the platform may differ between its computers, and its lists may lag behind. */
const overlap = 2 * minute;
/** The number of rows that changed shortly before the last known change and that are read again because of that. */
const maxReread = 100;
/** The number of times that a list is read whole because it changes while it is read. */
const maxAttempts = 3;
const longAgo = "1970-01-01T00:00:00.000Z";

/**
 * Brings a mirror up to date, or makes it. Each page is one transaction, so that the next update continues after a killed one.
 * A list that the identity may not read is left as it was.
 */
export async function updateMirror(mirror: Mirror, request: UpdateRequest): Promise<UpdateOutcome> {
  const { call, catalog, signal, lists } = request;
  const isV3 = catalog.version === "v3";
  const isWanted = (list: ListName) => lists === undefined || lists.has(list);
  const outcome: UpdateOutcome = { moved: [], denied: [] };
  const attempt = async (list: ListName, work: () => Promise<string[]>) => {
    if (!isWanted(list)) return;
    try {
      outcome.moved.push(...(await work()));
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 403) throw error;
      outcome.denied.push(wordsOf(list));
    }
  };
  const [collections, ...others] = smallLists(call, catalog, request);
  if (collections) await attempt("collections", () => readSmall(mirror, collections, request));
  await attempt("products", () => (isV3 ? updateV3(mirror, request) : updateV1(mirror, request)));
  const orders = orderList(call, signal);
  await attempt("orders", () => updateLarge(mirror, orders, orderKeeping(mirror, request), request));
  for (const list of others) await attempt(list.name, () => readSmall(mirror, list, request));
  return outcome;
}

/** The titles of lists that are not up to date after an update. */
export interface UpdateOutcome {
  /** They changed each time they were read, so that their tables may not be exact. */
  moved: string[];
  /** The identity may not read them. */
  denied: string[];
}

/** How the objects of a large list are stored. */
interface Keeping {
  /** Adds what the list leaves out, before the transaction. */
  prepare(items: readonly object[]): Promise<object[]>;
  /** Stores objects, in a transaction. */
  put(items: readonly object[], run: number): void;
  /** Removes objects, in a transaction. */
  remove(ids: readonly string[]): void;
}

const idOf = (item: object): string => String(valueAt(item, "id"));

/** Returns how objects that are stored as they are listed are stored. */
function plainKeeping(
  mirror: Mirror,
  list: { name: ListName; updated: string },
  { hide = (_, object) => object }: Pick<UpdateRequest, "hide">,
  prepare: Keeping["prepare"],
): Keeping {
  return {
    prepare,
    put: (items, run) =>
      mirror.put(
        list.name,
        items.map((item) => ({
          id: idOf(item),
          updated: timeIn(item, list.updated),
          object: hide(list.name, item),
        })),
        run,
      ),
    remove: (ids) => mirror.remove(list.name, ids),
  };
}

function timeIn(item: object, path: string): string | undefined {
  const value = valueAt(item, path);
  return typeof value === "string" ? new Date(value).toISOString() : undefined;
}

function orderKeeping(mirror: Mirror, request: UpdateRequest): Keeping {
  const { call, payments, signal } = request;
  return plainKeeping(mirror, { name: "orders", updated: "updatedDate" }, request, async (items) => {
    if (!payments || items.length === 0) return [...items];
    const found = await call(orderTransactions.list, { orderIds: items.map(idOf) }, { signal });
    const byOrder = new Map((found.orderTransactions ?? []).map((row) => [row.orderId, row]));
    return items.map((order) => ({ ...order, transactions: byOrder.get(idOf(order)) }));
  });
}

function updateV1(mirror: Mirror, request: UpdateRequest): Promise<string[]> {
  const { call, catalog, costs, signal } = request;
  const list = productListV1(call, signal);
  const keeping = plainKeeping(mirror, { name: "products", updated: list.updated }, request, async (items) =>
    costs ? await withCosts(catalog, items as Product[]) : [...items],
  );
  return updateLarge(mirror, list, keeping, request);
}

/** Reads a large list whole if it has not been yet, then what changed, and compares the number of objects. */
async function updateLarge(
  mirror: Mirror,
  list: LargeList,
  keeping: Keeping,
  request: UpdateRequest,
): Promise<string[]> {
  const started = request.now().toISOString();
  if (request.full && mirror.state(list.name).whole === undefined) mirror.setState(list.name, {});
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const whole =
      mirror.state(list.name).seen === undefined
        ? await readWhole(mirror, list, keeping, request)
        : undefined;
    const { outcome, newest } = await settle(mirror, list, keeping, request, { whole });
    if (outcome !== "moved") {
      mirror.setState(list.name, { seen: newest, syncedAt: started, proved: outcome === "proved" });
      return [];
    }
    mirror.setState(list.name, {});
  }
  return [wordsOf(list.name)];
}

/** Reads a whole list, or the rest of it, and removes what it no longer has. */
async function readWhole(
  mirror: Mirror,
  list: LargeList,
  { prepare, put, remove }: Pick<Keeping, "prepare" | "put" | "remove">,
  request: UpdateRequest,
): Promise<WholeReading> {
  const begin = async (): Promise<WholeReading> => ({
    run: mirror.nextRun(),
    newest: (await list.newest()) ?? longAgo,
    before: list.byId ? undefined : await list.count(),
    ...{ seen: 0, created: 0 },
  });
  const known = mirror.state(list.name).whole;
  let reading = known ?? (await begin());
  try {
    await readOn();
  } catch (error) {
    // A cursor expires; the list is read from its start then.
    if (known?.next === undefined || !(error instanceof ApiError) || error.status !== 400) throw error;
    reading = await begin();
    await readOn();
  }
  return reading;

  async function readOn(): Promise<void> {
    let total: number | undefined = reading.before;
    for await (const page of list.whole(reading.next as PageRequest | undefined)) {
      const items = await prepare(page.items);
      request.signal.throwIfAborted();
      total ??= page.total;
      const created = page.items.filter((item) => isCreatedIn(reading, item)).length;
      reading = {
        ...reading,
        next: page.next,
        seen: reading.seen + items.length,
        created: reading.created + created,
      };
      const isLast = page.next === undefined;
      mirror.commit(list.name, isLast ? { seen: reading.newest } : { whole: reading }, () => {
        put(items, reading.run);
        if (isLast) remove(mirror.left(list.name, reading.run));
      });
      await request.report(wordsOf(list.name), reading.seen, total);
    }
  }
}

/** How an update of a list ended: whether it equals that of the platform, and the time up to which all changes are stored. */
interface Outcome {
  outcome: "moved" | "proved" | "unproved";
  newest: string;
}

/**
 * Reads what changed, and proves that the mirror then equals the list: the changes make sure that it has every object as it is
 * now, so that an equal number of objects means that it has no others. `between` runs before they are counted.
 */
async function settle(
  mirror: Mirror,
  list: LargeList,
  keeping: Keeping,
  request: UpdateRequest,
  { whole, between }: { whole?: WholeReading | undefined; between?: () => Promise<void> },
): Promise<Outcome> {
  const created = new Set<string>();
  const watch = (items: readonly object[]) => {
    for (const item of items)
      if (whole && isCreatedIn(whole, item) && !mirror.has(list.name, idOf(item))) created.add(idOf(item));
  };
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const { pages, newest } = await readChanges(mirror, list, keeping, request, watch);
    await between?.();
    const count = await list.count();
    if (count === undefined) return { outcome: "unproved", newest };
    // More are gone than were created: while the list was read, they may have hidden others.
    if (whole?.before !== undefined && count - whole.before !== whole.created + created.size) break;
    const removed = await findRemoved(mirror, list, count);
    if (removed === undefined) break;
    transaction(mirror.db, "immediate", () => keeping.remove(removed));
    if (removed.length === 0 || pages < 2) return { outcome: "proved", newest };
  }
  return { outcome: "moved", newest: longAgo };
}

const isCreatedIn = ({ newest }: WholeReading, item: object): boolean =>
  String(valueAt(item, "createdDate")) > newest;

interface Changes {
  pages: number;
  /** The time up to which all changes are stored. */
  newest: string;
}

/** Reads what changed since the last update and stores it. */
async function readChanges(
  mirror: Mirror,
  list: LargeList,
  { prepare, put }: Pick<Keeping, "prepare" | "put">,
  request: UpdateRequest,
  watch: (items: readonly object[]) => void,
): Promise<Changes> {
  const { seen = longAgo } = mirror.state(list.name);
  const since = new Date(Math.max(0, Date.parse(seen) - overlap)).toISOString();
  // After a change of many objects at once, reading them again would cost as much as the first time.
  const isMany = mirror.changedSince(list.name, since) > maxReread;
  const open = () => (isMany ? list.changed(seen, true) : list.changed(since, false));
  let newest = seen;
  let count = 0;
  const store = async (items: readonly object[]) => {
    const complete = await prepare(items);
    request.signal.throwIfAborted();
    watch(items);
    transaction(mirror.db, "immediate", () => put(complete, mirror.state(list.name).whole?.run ?? 0));
  };
  for await (const page of open()) {
    // Later pages may have changes from after this time, so the time is asked for before they are read.
    if (page.next !== undefined) {
      newest = (await list.newest()) ?? seen;
      count = 0;
      for await (const one of open()) {
        count += 1;
        await store(one.items);
        await request.report(`changed ${wordsOf(list.name)}`, count * 100, one.total);
      }
      break;
    }
    count = 1;
    await store(page.items);
    for (const item of page.items) {
      const time = timeIn(item, list.updated);
      if (time !== undefined && time > newest) newest = time;
    }
  }
  return { pages: count, newest };
}

/** Returns the ids of objects that the platform no longer has; undefined if the list has to be read again. */
async function findRemoved(mirror: Mirror, list: LargeList, count: number): Promise<string[] | undefined> {
  const { name } = list;
  const rows = mirror.rows(name);
  if (rows === count) return [];
  // Each object takes a request per halving of the list; reading the whole list takes one per 100 objects.
  const halvings = Math.ceil(Math.log2(Math.max(1, rows / 100)));
  if (rows < count || (rows - count) * halvings > rows / 100) return undefined;
  return await within({}, rows, count);

  async function within(range: IdRange, mine: number, theirs: number): Promise<string[] | undefined> {
    if (mine === theirs) return [];
    if (mine < theirs) return undefined;
    if (mine <= 100) {
      const present = new Set((await list.within(range)).map(idOf));
      const gone = mirror.ids(name, range).filter((id) => !present.has(id));
      return present.size + gone.length === mine ? gone : undefined;
    }
    const middle = mirror.middle(name, range, mine);
    const [low, high] = [
      { ...range, to: middle },
      { ...range, after: middle },
    ];
    const lowMine = mirror.rows(name, low);
    const lowTheirs = await list.count(low);
    if (lowTheirs === undefined) return undefined;
    const one = await within(low, lowMine, lowTheirs);
    const other = one && (await within(high, mine - lowMine, theirs - lowTheirs));
    return other && [...one, ...other];
  }
}

/**
 * Products of catalog v3 are put together from three lists. They are read whole one after the other and kept as parts, because
 * lists of variants and stock have 1000 rows a page, ten times as many as there are products. Later, products of which anything
 * changed are read again with all their parts.
 */
async function updateV3(mirror: Mirror, request: UpdateRequest): Promise<string[]> {
  const { call, signal, now, full } = request;
  const list = productListV3(call, signal);
  const stock = stockListV3(call, signal);
  const started = now().toISOString();
  const dirty = new Set<string>();
  const names = ["products", "variants", "stock"] as const;
  const startAgain = () =>
    transaction(mirror.db, "immediate", () => {
      mirror.db.exec("DELETE FROM _part");
      for (const name of names) mirror.setState(name, {});
    });
  const partOf =
    (name: (typeof names)[number], ownerOf: (item: object) => string) => (items: readonly object[]) => {
      for (const item of items) mirror.putPart(name, idOf(item), ownerOf(item), item);
    };
  const productIn = (item: object) => String(valueAt(item, "productId"));
  const countProducts = (items: readonly object[], run: number) =>
    mirror.count(
      "products",
      items.map((item) => ({ id: idOf(item), updated: timeIn(item, list.updated) })),
      run,
    );
  const countStock = (items: readonly object[], run: number) =>
    mirror.count(
      "stock",
      items.map((item) => ({ id: idOf(item), owner: productIn(item), updated: timeIn(item, stock.updated) })),
      run,
    );
  const asListed = async (items: readonly object[]) => [...items];
  const forgetProducts = (ids: readonly string[]) => {
    mirror.remove("products", ids);
    for (const id of ids) mirror.removeOwned("stock", id);
  };
  // Its product is read again, which replaces all of its stock.
  const markStock = (ids: readonly string[]) => {
    for (const id of ids) {
      const owner = mirror.owner("stock", id);
      if (owner !== undefined) dirty.add(owner);
    }
  };

  const inProgress = names.some((name) => mirror.state(name).whole !== undefined);
  if (full && !inProgress) startAgain();
  // The numbers of products in the collections, as they were before the products were read.
  const counts = productCounts(mirror);
  const { counts: known } = mirror.state(countsName);
  if (known === undefined || mirror.state("products").seen === undefined)
    mirror.setState(countsName, { counts });
  const shifted = known === undefined ? [] : changedCollections(mirror, known, counts);
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const readings = new Map<string, WholeReading>();
    const wholeOnce = async (largeList: LargeList, put: Keeping["put"], remove: Keeping["remove"]) => {
      if (mirror.state(largeList.name).seen === undefined)
        readings.set(
          largeList.name,
          await readWhole(mirror, largeList, { prepare: asListed, put, remove }, request),
        );
    };
    const keepProduct = partOf("products", idOf);
    await wholeOnce(
      list,
      (items, run) => {
        keepProduct(items);
        countProducts(items, run);
      },
      forgetProducts,
    );
    const keepVariant = partOf("variants", (item) => String(valueAt(item, "productData.productId")));
    await wholeOnce(wholeVariants(call, signal), keepVariant, () => {});
    const keepStock = partOf("stock", productIn);
    await wholeOnce(
      stock,
      (items, run) => {
        keepStock(items);
        countStock(items, run);
      },
      (ids) => mirror.remove("stock", ids),
    );
    await putTogether();
    for (const id of shifted) for (const product of await productsIn(mirror, request, id)) dirty.add(product);
    const collect =
      (count: Keeping["put"], ownerOf: (item: object) => string): Keeping["put"] =>
      (items, run) => {
        count(items, run);
        for (const item of items) dirty.add(ownerOf(item));
      };
    const ofProducts = { prepare: asListed, put: collect(countProducts, idOf), remove: forgetProducts };
    const ofStock = { prepare: asListed, put: collect(countStock, productIn), remove: markStock };
    const first = await settle(mirror, list, ofProducts, request, { whole: readings.get("products") });
    // A product that is read again has its present stock: what is left to find was removed from unchanged products.
    const second =
      first.outcome === "moved"
        ? first
        : await settle(mirror, stock, ofStock, request, {
            whole: readings.get("stock"),
            between: refreshDirty,
          });
    if (second.outcome !== "moved") {
      await refreshDirty();
      const proved = first.outcome === "proved" && second.outcome === "proved";
      transaction(mirror.db, "immediate", () => {
        mirror.setState("products", { seen: first.newest, syncedAt: started, proved });
        mirror.setState("stock", { seen: second.newest });
        mirror.setState(countsName, { counts });
      });
      return [];
    }
    startAgain();
  }
  return ["products"];

  /** Puts the products together whose parts are stored. */
  async function putTogether(): Promise<void> {
    for (;;) {
      const raw = mirror.parts("products", 100);
      if (raw.length === 0) break;
      const whole: { id: string; object: object }[] = [];
      for (const { id, object } of raw) {
        const variants = mirror.partsOf("variants", id) as ReadOnlyVariant[];
        const items = mirror.partsOf("stock", id) as InventoryItemV3[];
        if (!mirror.has("products", id)) continue;
        const product = assembled(object as ProductV3, variants, items);
        if (product) whole.push({ id, object: hidden(productFromV3(product)) });
        else dirty.add(id);
      }
      // Those that do not fit are read again before their parts are gone.
      await refreshDirty();
      transaction(mirror.db, "immediate", () => {
        mirror.write("products", whole);
        for (const { id } of raw) mirror.removeParts(id);
      });
      signal.throwIfAborted();
    }
    mirror.db.exec("DELETE FROM _part");
  }

  async function refreshDirty(): Promise<void> {
    await refresh([...dirty]);
    dirty.clear();
  }

  /** Reads products with all their parts, and stores them. */
  async function refresh(ids: readonly string[]): Promise<void> {
    for (const batch of batchesOf(ids, 100)) {
      const found: WholeProduct[] = await readProducts(call, true, "id", batch);
      signal.throwIfAborted();
      transaction(mirror.db, "immediate", () => {
        const kept = new Set(found.map(({ product }) => product.id));
        forgetProducts(batch.filter((id) => !kept.has(id)));
        for (const { product, items } of found) {
          mirror.removeOwned("stock", product.id);
          countProducts([product], 0);
          countStock(items, 0);
        }
        mirror.write(
          "products",
          found.map((one) => ({ id: one.product.id, object: hidden(productFromV3(one)) })),
        );
      });
    }
  }

  function hidden(object: object): object {
    return request.hide?.("products", object) ?? object;
  }
}

/** The name of the state with the numbers of products in collections. */
const countsName = "collections.counts";

const productCounts = (mirror: Mirror): Record<string, number> =>
  Object.fromEntries(
    mirror.db
      .prepare("SELECT id, numberOfProducts AS n FROM collections")
      .all<{ id: string; n: number }>()
      .map(({ id, n }) => [id, n]),
  );

type Counts = Readonly<Record<string, number>>;

/** Returns the collections with another number of products than before: that changes products without an update time. */
function changedCollections(mirror: Mirror, before: Counts, after: Counts): string[] {
  const products = mirror.rows("products");
  const ids = new Set([...Object.keys(before), ...Object.keys(after)]);
  // The built-in collection has all products, and products do not name it.
  const named = mirror.db.prepare("SELECT 1 FROM product_collections WHERE collectionId = ? LIMIT 1");
  const isBuiltIn = (id: string) => before[id] === products && named.get(id) === undefined;
  return [...ids].filter((id) => before[id] !== after[id] && !isBuiltIn(id));
}

/** Returns the ids of the products that are, or were, in a collection. */
async function productsIn(mirror: Mirror, { call, signal }: UpdateRequest, id: string): Promise<string[]> {
  const before = mirror.db
    .prepare("SELECT productId FROM product_collections WHERE collectionId = ?")
    .all<{ productId: string }>(id);
  const filter = filterInV3({ collectionIds: { $hasSome: [id] } }) as never;
  const now = pages<{ id: string }>(call, productsV3.search, { search: { filter } }, { signal });
  return [...before.map(({ productId }) => productId), ...(await Array.fromAsync(now)).map((one) => one.id)];
}

/** Reads a small list whole, and removes what it no longer has. Returns its title if it changed each time. */
async function readSmall(mirror: Mirror, list: SmallList, request: UpdateRequest): Promise<string[]> {
  const { hide = (_, object) => object, signal, now } = request;
  const started = now().toISOString();
  const hasNoEvents = mirror.state("events").syncedAt !== undefined && mirror.rows("events") === 0;
  const isEmpty = list.ofEvents === true && hasNoEvents;
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const run = mirror.nextRun();
    let [seen, count] = [0, 0];
    let total: number | undefined;
    for await (const page of isEmpty ? [{ items: [] }] : list.pages()) {
      signal.throwIfAborted();
      const rows = page.items.map((item) => ({
        id: String(valueAt(item, list.id)),
        object: hide(list.name, item),
      }));
      transaction(mirror.db, "immediate", () => mirror.put(list.name, rows, run));
      seen += rows.length;
      count += 1;
      total ??= "total" in page ? page.total : undefined;
      await request.report(wordsOf(list.name), seen, total);
    }
    const proved = count < 2 || total === seen;
    if (!proved && total !== undefined) continue;
    mirror.commit(list.name, { seen: longAgo, syncedAt: started, proved } satisfies ListState, () =>
      mirror.remove(list.name, mirror.left(list.name, run)),
    );
    return [];
  }
  return [wordsOf(list.name)];
}
