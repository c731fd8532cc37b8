import { setImmediate as breathe } from "node:timers/promises";
import type { EndpointDeclaration, WireInput, WireResult } from "../../api/endpoint.ts";
import { type CatalogVersion, catalogVersion } from "../kernel/catalog-version.ts";
import { documentTables } from "../kernel/schema.ts";
import type { RequestContext, Store } from "../kernel/store.ts";
import type { StoreTx } from "../kernel/tx.ts";
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
  seedShopData,
  seedStoreSettings,
  seedTicketOrders,
  seedTickets,
} from "../seed/index.ts";
import type { ShopData } from "../seed/shop-data.ts";
import type { Snapshots } from "./snapshot-folder.ts";

/** The context of control handlers. They open their own transactions. */
export interface Control {
  store: Store;
  /** Sends a logged request again with the same identity. Throws PlatformError 404 if it is not in the log. */
  replay(id: string): Promise<{ status: number; requestId: string; response: string }>;
  signal: AbortSignal | undefined;
  /** Absent for shops in memory that a test opened. */
  snapshots?: Snapshots | undefined;
  /** Absent for sandboxes that are not served. */
  branches?: BranchControl | undefined;
  /** Stops the program that serves the sandbox. Absent where that does more than serve. */
  stop?: (() => void) | undefined;
}

/** A branch of a served sandbox; its URL serves it to browsers. */
export type BranchInfo = { name: string; url: string; createdAt: string; bytes: number };

/** The branches of a served sandbox. */
export interface BranchControl {
  list(): BranchInfo[];
  has(name: string): boolean;
  /** Gives a new or existing branch the contents of an image. Throws PlatformError 409 if there is no room for it. */
  create(name: string, image: Uint8Array): Promise<BranchInfo>;
  /** Returns false if there is no such branch. */
  remove(name: string): boolean;
}

/** Control calls have all permissions. */
export const operator: RequestContext = { caller: { role: "admin" } };

const productsPerTransaction = 500;
const ordersPerTransaction = 500;
/** A larger batch: order numbers are far apart, so each transaction writes most pages of their indexes. */
const ticketOrdersPerTransaction = 5000;

/** Returns the number of documents per table. */
export function countDocuments({ db }: Store): Record<string, number> {
  const counts = documentTables(db).map(({ name, sql }): [string, number] => {
    const row = db.prepare(`SELECT count(*) AS total FROM ${sql}`).get<{ total: number }>();
    return [name, row?.total ?? 0];
  });
  return Object.fromEntries(counts);
}

/**
 * Adds the demo shop in one transaction, to the given catalog version or the active one. The given version becomes
 * active.
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

/** Adds the contents of a seed file in one transaction, like addDemo. */
export function addShopData(store: Store, data: ShopData, version?: CatalogVersion): void {
  store.write(operator, (tx) => {
    chooseCatalog(tx, version);
    seedShopData(tx, data);
  });
}

/**
 * Adds generated products number 1 to `count` in batches, so that other requests get their turn and memory stays low.
 * Existing products are not changed. Resolves with the number of added products.
 */
export const addProducts = (control: Control, count: number, version?: CatalogVersion): Promise<number> =>
  inBatches(control, count, productsPerTransaction, (tx, from, to) => {
    const seed = chooseCatalog(tx, version) === "V3_CATALOG" ? seedProductsV3 : seedProducts;
    return seed(tx, from, to);
  });

/** Adds generated orders number 1 to `count`, like addProducts. Resolves with the number of added orders. */
export const addOrders = (control: Control, count: number): Promise<number> =>
  inBatches(control, count, ordersPerTransaction, seedGeneratedOrders);

/** Adds generated ticket orders number 1 to `count`, like addProducts. Resolves with the number of added orders. */
export const addTicketOrders = (control: Control, count: number): Promise<number> =>
  inBatches(control, count, ticketOrdersPerTransaction, seedTicketOrders);

async function inBatches(
  { store, signal }: Control,
  count: number,
  size: number,
  add: (tx: StoreTx, from: number, to: number) => number,
): Promise<number> {
  let added = 0;
  for (let from = 1; from <= count; from += size) {
    signal?.throwIfAborted();
    added += store.write(operator, (tx) => add(tx, from, Math.min(count, from + size - 1)));
    await breathe();
  }
  return added;
}

function chooseCatalog(tx: StoreTx, version: CatalogVersion | undefined): CatalogVersion {
  if (version !== undefined) tx.setSetting("catalogVersion", version);
  return catalogVersion(tx);
}

/** What control calls do. */
export type ControlHandlers<Calls extends Readonly<Record<string, EndpointDeclaration>>> = {
  readonly [Call in keyof Calls]: (
    control: Control,
    input: WireInput<Calls[Call]>,
  ) => WireResult<Calls[Call]> | Promise<WireResult<Calls[Call]>>;
};
