import { setImmediate as breathe } from "node:timers/promises";
import { type CatalogVersion, catalogVersion } from "../kernel/catalog-version.ts";
import type { RequestLog } from "../kernel/request-log.ts";
import type { RequestContext, Store } from "../kernel/store.ts";
import type { StoreTx } from "../kernel/store-tx.ts";
import { documentTables } from "../kernel/tables.ts";
import {
  seedCoupons,
  seedDemoV1,
  seedDemoV3,
  seedEvents,
  seedGeneratedOrders,
  seedMembers,
  seedOrders,
  seedProducts,
  seedProductsV3,
  seedStoreSettings,
  seedTicketOrders,
  seedTickets,
} from "../seed/index.ts";

/** What control calls work on. They open their own transactions. */
export interface Control {
  store: Store;
  log: RequestLog;
  signal: AbortSignal | undefined;
}

/** Control calls act with every right. */
export const operator: RequestContext = { caller: { role: "admin" } };

const productsPerTransaction = 500;
const ordersPerTransaction = 500;
/** More at once: their numbers lie far apart, and every transaction writes most pages of their indexes. */
const ticketOrdersPerTransaction = 5000;

/** How many documents of each kind there are. */
export function countDocuments({ db }: Store): Record<string, number> {
  const counts = documentTables(db).map(({ name, sql }): [string, number] => {
    const row = db.prepare(`SELECT count(*) AS total FROM ${sql}`).get<{ total: number }>();
    return [name, row?.total ?? 0];
  });
  return Object.fromEntries(counts);
}

/**
 * Adds the small shop that looks real, in one transaction: to the generation of catalog that runs, or to the one named,
 * which runs from then on.
 */
export function addDemo(store: Store, version?: CatalogVersion): void {
  store.write(operator, (tx) => {
    if (chooseCatalog(tx, version) === "V3_CATALOG") seedDemoV3(tx);
    else seedDemoV1(tx);
    seedMembers(tx);
    seedStoreSettings(tx);
    seedCoupons(tx);
    seedEvents(tx);
    seedOrders(tx);
    seedTickets(tx);
  });
}

/**
 * Adds generated products number 1 to `count`, some hundred to a transaction, so that others get their turn and memory
 * stays flat. Those that are there already stay as they are. Resolves with the number of those that were added.
 */
export async function addProducts(
  { store, signal }: Control,
  count: number,
  version?: CatalogVersion,
): Promise<number> {
  let added = 0;
  for (let from = 1; from <= count; from += productsPerTransaction) {
    signal?.throwIfAborted();
    const to = Math.min(count, from + productsPerTransaction - 1);
    store.write(operator, (tx) => {
      const seed = chooseCatalog(tx, version) === "V3_CATALOG" ? seedProductsV3 : seedProducts;
      added += seed(tx, from, to);
    });
    await breathe();
  }
  return added;
}

/** Adds generated orders number 1 to `count`, as products are added. Resolves with the number of those that were added. */
export async function addOrders({ store, signal }: Control, count: number): Promise<number> {
  let added = 0;
  for (let from = 1; from <= count; from += ordersPerTransaction) {
    signal?.throwIfAborted();
    const to = Math.min(count, from + ordersPerTransaction - 1);
    store.write(operator, (tx) => {
      added += seedGeneratedOrders(tx, from, to);
    });
    await breathe();
  }
  return added;
}

/** Adds generated ticket orders number 1 to `count`, as orders are added. Resolves with the number of those added. */
export async function addTicketOrders({ store, signal }: Control, count: number): Promise<number> {
  let added = 0;
  for (let from = 1; from <= count; from += ticketOrdersPerTransaction) {
    signal?.throwIfAborted();
    const to = Math.min(count, from + ticketOrdersPerTransaction - 1);
    store.write(operator, (tx) => {
      added += seedTicketOrders(tx, from, to);
    });
    await breathe();
  }
  return added;
}

function chooseCatalog(tx: StoreTx, version: CatalogVersion | undefined): CatalogVersion {
  if (version !== undefined) tx.setSetting("catalogVersion", version);
  return catalogVersion(tx);
}
