import type { Handlers, Role, Service, WireInput, WireResult } from "../../../src/api/endpoint.ts";
import { collections as collectionEndpoints } from "../../../src/api/services/collections/collections.ts";
import { inventory as inventoryEndpoints } from "../../../src/api/services/inventory/inventory.ts";
import { products as productEndpoints } from "../../../src/api/services/products/products.ts";
import { collections } from "../../../src/sandbox/handlers/collections/collections.ts";
import { inventory } from "../../../src/sandbox/handlers/inventory/inventory.ts";
import { products } from "../../../src/sandbox/handlers/products/products.ts";
import { type OutboxEvent, readEvents } from "../../../src/sandbox/kernel/outbox.ts";
import { openStore, type Store } from "../../../src/sandbox/kernel/store.ts";
import type { Tx } from "../../../src/sandbox/kernel/tx.ts";

type Calls<S extends Service> = {
  [Call in keyof S]: (input: WireInput<S[Call]>, role?: Role) => WireResult<S[Call]>;
};

export interface CatalogStore {
  store: Store;
  products: Calls<typeof productEndpoints>;
  collections: Calls<typeof collectionEndpoints>;
  inventory: Calls<typeof inventoryEndpoints>;
  /** Advances the clock. */
  tick(ms: number): void;
  write<T>(work: (tx: Tx) => T): T;
  /** Returns the events since the last call, as `[short type, payload]`. */
  events(): [string, Record<string, unknown>][];
}

/** Opens a sandbox store in memory. Catalog handlers run as in the router: one transaction each, read-only for reads. */
export function openCatalog(): CatalogStore {
  let time = Date.parse("2026-03-01T08:00:00.000Z");
  let seen = 0;
  const store = openStore(":memory:", { wallTime: () => new Date(time) });
  const bind = <S extends Service>(endpoints: S, handlers: Handlers<S, Tx>): Calls<S> => {
    const calls = Object.entries(endpoints).map(([call, { effect }]) => {
      const handler = handlers[call] as unknown as (tx: Tx, input: unknown) => unknown;
      const run = (input: unknown, role: Role = "admin") =>
        JSON.parse(
          JSON.stringify(
            store[effect === "read" ? "read" : "write"]({ caller: { role } }, (tx) => handler(tx, input)),
          ),
        );
      return [call, run];
    });
    return Object.fromEntries(calls);
  };
  return {
    store,
    products: bind(productEndpoints, products),
    collections: bind(collectionEndpoints, collections),
    inventory: bind(inventoryEndpoints, inventory),
    tick: (ms) => {
      time += ms;
    },
    write: (work) => store.write({ caller: { role: "admin" } }, work),
    events() {
      const events: OutboxEvent[] = readEvents(store.db, seen, 1000);
      seen = events.at(-1)?.seq ?? seen;
      return events.map(({ type, payload }) => [
        type.split(".").at(-1) ?? "",
        payload as Record<string, unknown>,
      ]);
    },
  };
}
