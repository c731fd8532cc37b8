import { setImmediate as breathe } from "node:timers/promises";
import type { RequestLog } from "./request-log.ts";
import { seedDemo, seedProducts } from "./seed/index.ts";
import type { Store, Visit } from "./store.ts";
import { documentTables } from "./tables.ts";

/** What control calls work on. They open their own transactions. */
export interface Control {
  store: Store;
  log: RequestLog;
  signal: AbortSignal | undefined;
}

/** Control calls act with every right. */
export const operator: Visit = { caller: { role: "admin" } };

const productsPerTransaction = 500;

/** How many documents of each kind there are. */
export function countDocuments({ db }: Store): Record<string, number> {
  const counts = documentTables(db).map(({ name, sql }): [string, number] => {
    const row = db.prepare(`SELECT count(*) AS total FROM ${sql}`).get<{ total: number }>();
    return [name, row?.total ?? 0];
  });
  return Object.fromEntries(counts);
}

/** Adds the small shop that looks real, in one transaction. */
export function addDemo(store: Store): void {
  store.write(operator, (tx) => seedDemo(tx));
}

/**
 * Adds generated products number 1 to `count`, some hundred to a transaction, so that others get their turn and memory
 * stays flat. Refusal 409 where they are there already.
 */
export async function addProducts({ store, signal }: Control, count: number): Promise<void> {
  for (let from = 1; from <= count; from += productsPerTransaction) {
    signal?.throwIfAborted();
    const to = Math.min(count, from + productsPerTransaction - 1);
    store.write(operator, (tx) => seedProducts(tx, from, to));
    await breathe();
  }
}
