import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listsOfEvent } from "../../src/mirror/follow.ts";
import { openCatalog } from "../../src/resources/products/read.ts";
import { runs } from "../support/runs.ts";
import { contentOf, countedIn, type MirroredShop, openMirroredShop } from "./mirrored.ts";

/** A change of the shop; `which` chooses an object, and `at` is the time that passes before it in seconds. */
const change = fc.record({
  kind: fc.constantFrom(
    ...["price", "stock", "name", "create", "delete", "join", "leave", "orders", "archive", "note", "erase"],
    ...["cancel", "coupon", "uncoupon", "collection", "webhook", "webhook"],
  ),
  which: fc.nat(1000),
  value: fc.integer({ min: 1, max: 99 }),
  after: fc.constantFrom(0.001, 1, 90, 600),
});
/** Events, each of which causes an update of the lists that it can be about, even if another one changed. */
const events = [
  "catalog.v3.product_updated",
  "catalog.v3.inventory_item_updated",
  "wix.ecom.v1.order_updated",
]
  .concat(["wix.categories.v1.category_updated", "wix.ecom.discounts.v1.discount_rule_created"])
  .concat(["wix.events.v3.event_updated", "wix.ecom.v1.abandoned_checkout_created"]);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

/** Makes a change; one that the shop refuses changes nothing. */
async function make(
  shop: MirroredShop,
  version: "v1" | "v3",
  { kind, which, value, after }: Change,
): Promise<void> {
  shop.tick(after * 1000);
  const call = shop.call;
  const catalog = await openCatalog(
    { call: async () => call, can: async () => true, catalog: async () => version },
    "admin",
  );
  const { list, stock, collections } = catalog;
  const first = await (list.call ?? call)(list.endpoint, {
    query: version === "v1" ? { paging: { limit: 100 } } : { cursorPaging: { limit: 100 } },
  } as never);
  const products =
    (first as { products?: { id: string; variants?: { id: string }[]; inventoryItemId?: string }[] })
      .products ?? [];
  const product = products[which % Math.max(1, products.length)];
  const found = (await shop.ask("orders.search", { search: { cursorPaging: { limit: 100 } } })).orders;
  const order = found[which % Math.max(1, found.length)];
  const { collections: all = [] } = (await collections.list.call(collections.list.endpoint, {
    query: {},
  } as never)) as unknown as {
    collections?: { id: string }[];
  };
  const collection = all.at(-1);
  const acts: Record<string, () => unknown> = {
    price: () => product && catalog.change(product.id, { priceData: { price: value } }),
    name: () => product && catalog.change(product.id, { name: `Product ${value}` }),
    stock: () =>
      product &&
      stock.set(product as never, {
        trackQuantity: true,
        variants: (product.variants ?? []).map(({ id }) => ({ variantId: id, quantity: value })),
      }),
    create: () =>
      catalog.create({ name: `New ${value}`, productType: "physical", priceData: { price: value } } as never),
    delete: () => product && catalog.remove(product.id),
    join: () => product && collection && collections.addProducts(collection.id, [product.id]),
    leave: () => product && collection && collections.removeProducts(collection.id, [product.id]),
    orders: () => shop.ask("sandbox.seed", { orders: found.length + 2 }),
    archive: () => order && shop.ask("orders.update", { order: { id: order.id, archived: value > 50 } }),
    note: () =>
      order &&
      shop.ask("orders.addActivities", {
        orderId: order.id,
        activities: [{ merchantComment: { message: `Note ${value}` } }],
      }),
    async erase() {
      const { order: imported } = await shop.ask("orders.importOrder", {
        order: {
          ...order,
          id: `00000000-0000-4000-8000-${String(value * 1000 + which).padStart(12, "0")}`,
          number: `9${value}${which}`,
          buyerInfo: { email: "eve@example.com" },
        },
      });
      if (value > 50) await shop.ask("orders.bulkDeleteImported", { orderIds: [imported.id] });
    },
    cancel: () => order && shop.ask("orders.cancel", { orderId: order.id }),
    coupon: () =>
      shop.ask("coupons.create", {
        specification: {
          name: "C",
          code: `C${value}${which}`,
          startTime: 1,
          percentOffRate: value,
          scope: { namespace: "stores" },
        },
      }),
    async uncoupon() {
      const { coupons } = await shop.ask("coupons.query", { query: {} });
      if (coupons[0]) await shop.ask("coupons.remove", { id: coupons[0].id });
    },
    collection: () => collections.create({ name: `Collection ${value}` }),
  };
  try {
    await acts[kind]?.();
    made.set(kind, (made.get(kind) ?? 0) + 1);
  } catch (error) {
    if (!(error instanceof Error) || error.name === "TypeError") throw error;
  }
}

/** How often each kind of change succeeded. */
const made = new Map<string, number>();

describe.each(["v1", "v3"] as const)("catalog %s", (version) => {
  test("after changes, deletions, creations and webhooks in any order, a sync makes the mirror equal to a fresh one", async () => {
    made.clear();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(20, 130),
        fc.array(fc.array(change, { minLength: 4, maxLength: 12 }), { minLength: 1, maxLength: 3 }),
        async (count, rounds) => {
          const shop = openMirroredShop(version);
          await shop.seed({ count });
          await shop.ask("sandbox.seed", { orders: 5 });
          const mirror = await shop.open();
          await shop.update(mirror);
          try {
            for (const changes of rounds) {
              for (const one of changes) {
                if (one.kind !== "webhook") await make(shop, version, one);
                else {
                  const lists = new Set(listsOfEvent(events[one.which % events.length] ?? ""));
                  expect(await shop.update(mirror, { lists })).toEqual([]);
                  made.set(one.kind, (made.get(one.kind) ?? 0) + 1);
                }
              }
              expect(await shop.update(mirror)).toEqual([]);
              const fresh = await shop.open();
              expect(await shop.update(fresh)).toEqual([]);
              expect(contentOf(mirror)).toEqual(contentOf(fresh));
              expect(countedIn(mirror)).toEqual(countedIn(fresh));
              fresh.close();
            }
          } finally {
            mirror.close();
            shop.close();
          }
        },
      ),
      { numRuns: runs(version === "v1" ? 10 : 6) },
    );
    for (const kind of [
      "price",
      "stock",
      "create",
      "delete",
      "join",
      "orders",
      "archive",
      "erase",
      "coupon",
      "webhook",
    ])
      expect(made.get(kind), kind).toBeGreaterThan(0);
  });
});
