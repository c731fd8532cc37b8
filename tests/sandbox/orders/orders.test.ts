import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runs } from "../../support/runs.ts";
import {
  activityTypes,
  day,
  jug,
  type OrdersSandbox,
  openOrdersSandbox,
  orderLines,
} from "../support/orders-sandbox.ts";

let sandbox: OrdersSandbox;
beforeEach(() => {
  sandbox = openOrdersSandbox();
});
afterEach(() => sandbox.close());

const rejection = (status: number, code: string) => ({ status, code });
const given = {
  ...orderLines,
  priceSummary: {
    subtotal: { amount: "27.50" },
    shipping: { amount: "4.00" },
    totalAdditionalFees: { amount: "1.00" },
    total: { amount: "32.50" },
  },
};

describe("creating", () => {
  test("an order is approved by its payment", async () => {
    const { order } = await sandbox.ask("orders.create", { order: given });
    expect(order).toMatchObject({ status: "INITIALIZED", paymentStatus: "NOT_PAID", number: "10001" });
    expect(order.lineItems[1]).toMatchObject({
      lineItemPrice: { amount: "15.00", formattedAmount: "$15.00" },
    });
    await sandbox.ask("orders.recordPayment", { orderId: order.id, amount: { amount: "32.50" } });
    expect(await sandbox.order(order.id)).toMatchObject({ status: "APPROVED", paymentStatus: "PAID" });
  });

  test("a paid order has a manual payment", async () => {
    const { order } = await sandbox.ask("orders.create", { order: { ...given, paymentStatus: "PAID" } });
    expect(order).toMatchObject({ status: "APPROVED", paymentStatus: "PAID" });
    expect((await sandbox.money(order.id)).payments[0]).toMatchObject({
      regularPaymentDetails: { offlinePayment: true },
    });
  });

  test("rejects missing fields and future dates", async () => {
    const create = (order: object) => sandbox.ask("orders.create", { order });
    await expect(create({ ...given, lineItems: [] })).rejects.toMatchObject({ status: 400 });
    await expect(
      create({
        ...given,
        lineItems: [{ quantity: 1, price: { amount: "1" }, itemType: { preset: "PHYSICAL" } }],
      }),
    ).rejects.toMatchObject({ message: expect.stringContaining("productName") });
    await expect(create({ ...given, purchasedDate: "2026-03-01T08:00:00.001Z" })).rejects.toMatchObject(
      rejection(400, "PURCHASED_DATE_CANNOT_BE_IN_FUTURE"),
    );
  });
});

describe("importing", () => {
  const old = {
    ...given,
    id: "99999999-9999-4999-8999-999999999999",
    number: "A-1",
    status: "APPROVED",
    paymentStatus: "PAID",
    billingInfo: { contactDetails: { firstName: "Ada" } },
  };
  const importOf = (order: object) => sandbox.ask("orders.importOrder", { order: { ...old, ...order } });

  test("keeps number and ID, takes no stock and can be repeated", async () => {
    const { order } = await importOf({});
    expect(order).toMatchObject({ id: old.id, number: "A-1", imported: true, paymentStatus: "PAID" });
    const again = await importOf({ buyerNote: "Twice" });
    expect(again.order).toMatchObject({ id: old.id, number: "A-1", buyerNote: "Twice" });
    expect(
      (await sandbox.ask("orders.search", { search: { filter: { imported: true } } })).orders,
    ).toHaveLength(1);
    await sandbox.ask("orders.bulkDeleteImported", { orderIds: [old.id] });
    await expect(sandbox.order(old.id)).rejects.toMatchObject(rejection(404, "ORDER_NOT_FOUND"));
  });

  test.each([
    ["PARTIALLY_OR_FULLY_REFUNDED", { paymentStatus: "PARTIALLY_REFUNDED" }],
    ["UNSUPPORTED_CHANNEL_TYPE", { channelInfo: { type: "UNSPECIFIED" } }],
    ["ORDER_STATUS_IS_NOT_SUPPORTED", { status: "PENDING" }],
    ["ORDER_AND_SITE_CURRENCIES_ARE_INCONSISTENT", { currency: "EUR" }],
    ["ORDER_AND_SITE_WEIGHT_UNITS_ARE_INCONSISTENT", { weightUnit: "LB" }],
    ["AMOUNTS_DO_NOT_ADD_UP", { priceSummary: { ...given.priceSummary, total: { amount: "32.51" } } }],
    [
      "SUBSCRIPTION_LINE_ITEM_EXISTS",
      {
        lineItems: [
          { ...orderLines.lineItems[0], subscriptionInfo: { cycleNumber: 1 } },
          orderLines.lineItems[1],
        ],
      },
    ],
  ])("%s is rejected, and nothing is stored", async (code, change) => {
    await expect(importOf(change)).rejects.toMatchObject({
      ...rejection(400, code),
      details: { applicationError: { data: { reasons: expect.arrayContaining([code]) } } },
    });
    expect((await sandbox.ask("orders.search", { search: {} })).orders).toEqual([]);
  });

  test("never overwrites the shop's own orders", async () => {
    const { id } = sandbox.place({ payment: { outcome: "approved" } });
    await expect(importOf({ id })).rejects.toMatchObject(
      rejection(409, "CANNOT_OVERWRITE_NON_IMPORTED_ORDER"),
    );
    await expect(importOf({ id: undefined, number: "10001" })).rejects.toMatchObject(
      rejection(409, "CANNOT_OVERWRITE_NON_IMPORTED_ORDER"),
    );
  });

  test("new orders skip the numbers that other orders have", async () => {
    const place = () => sandbox.place({ payment: { outcome: "none" } }).number;
    await importOf({ number: "10002" });
    expect([place(), place()]).toEqual(["10001", "10003"]);
    await sandbox.ask("orders.setNumberCounter", { counter: "10000", allowLowerCounter: true });
    expect(place()).toBe("10004");
  });

  test("emits the imported event alone, also when it replaces an order", async () => {
    await importOf({});
    await importOf({ paymentStatus: "NOT_PAID" });
    expect(sandbox.events()).toEqual(["order_imported", "order_imported"]);
  });

  test.each(["PARTIALLY_PAID", "PENDING", "CANCELED"])(
    "stores the date and the payment status %s as sent",
    async (paymentStatus) => {
      const createdDate = "2025-06-01T10:00:00.000Z";
      const { order } = await importOf({ createdDate, paymentStatus });
      expect(await sandbox.order(order.id)).toMatchObject({ createdDate, paymentStatus });
      expect((await sandbox.ask("orders.markAsPaid", { ecomOrderId: order.id })).order).toMatchObject({
        createdDate,
        paymentStatus: "PAID",
      });
    },
  );

  test("rejects a date that is none", async () => {
    await expect(importOf({ createdDate: "yesterday" })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining("createdDate"),
    });
  });

  test("a deleted order leaves no fulfillments to the next one with its ID", async () => {
    await importOf({});
    await sandbox.ask("orderFulfillments.create", {
      orderId: old.id,
      fulfillment: { lineItems: [{ id: jug }] },
    });
    await sandbox.ask("orders.bulkDeleteImported", { orderIds: [old.id] });
    await importOf({});
    const { orderWithFulfillments } = await sandbox.ask("orderFulfillments.get", { orderId: old.id });
    expect(orderWithFulfillments.fulfillments).toEqual([]);
  });

  test("the counter can be set", async () => {
    expect(await sandbox.ask("orders.setNumberCounter", { counter: "20000" })).toEqual({
      oldCounter: "10000",
      newCounter: "20000",
    });
    expect(sandbox.place({ payment: { outcome: "none" } }).number).toBe("20001");
    await expect(sandbox.ask("orders.setNumberCounter", { counter: "5" })).rejects.toMatchObject(
      rejection(409, "CANNOT_SET_LOWER_ORDER_NUMBER_COUNTER"),
    );
  });
});

describe("stock", () => {
  const app = "215238eb-22a5-4c36-9e7b-e7c08025e04e";
  const setUp = async (catalog: "v1" | "v3") => {
    await sandbox.ask("sandbox.seed", { shop: "demo", catalog });
    if (catalog === "v1") {
      const { products } = await sandbox.ask("products.query", {
        query: { filter: { slug: "serving-bowl" } },
      });
      const quantity = async () => {
        const { inventoryItem } = await sandbox.ask("inventory.getVariants", {
          inventoryId: products[0].inventoryItemId,
        });
        return inventoryItem.variants[0].quantity as number;
      };
      return { catalogItemId: products[0].id, quantity };
    }
    const { products } = await sandbox.ask("productsV3.query", {
      query: { filter: { slug: "serving-bowl" } },
    });
    const quantity = async () => {
      const filter = { productId: products[0].id };
      return (await sandbox.ask("inventoryItemsV3.query", { query: { filter } })).inventoryItems[0]
        .quantity as number;
    };
    return { catalogItemId: products[0].id, quantity };
  };
  const draft = (catalogItemId: string, quantity: number) => ({
    lineItems: [{ ...orderLines.lineItems[1], quantity, catalogReference: { appId: app, catalogItemId } }],
  });

  test.each(["v1", "v3"] as const)(
    "of catalog %s is reduced by an order and returned by its cancellation",
    async (catalog) => {
      const { catalogItemId, quantity } = await setUp(catalog);
      const before = await quantity();
      const { id } = sandbox.place({ ...draft(catalogItemId, 2), payment: { outcome: "approved" } });
      expect(await quantity()).toBe(before - 2);
      await sandbox.ask("orders.cancel", { id, restockAllItems: true });
      expect(await quantity()).toBe(before);
      expect(() =>
        sandbox.place({ ...draft(catalogItemId, before + 1), payment: { outcome: "approved" } }),
      ).toThrow(expect.objectContaining({ code: "INSUFFICIENT_INVENTORY" }));
      expect(await quantity()).toBe(before);
    },
  );

  test("is returned only on request; a refund can return a part", async () => {
    const { catalogItemId, quantity } = await setUp("v1");
    const before = await quantity();
    const { id, lineItems } = sandbox.place({ ...draft(catalogItemId, 3), payment: { outcome: "approved" } });
    const [{ id: paymentId }] = (await sandbox.money(id)).payments;
    const restock = (units: number) =>
      sandbox.ask("orderBilling.refund", {
        orderId: id,
        paymentRefunds: [{ paymentId, amount: { amount: "1.00" } }],
        sideEffects: { restock: { lineItems: [{ lineItemId: lineItems[0]?.id, quantity: units }] } },
      });
    await restock(1);
    expect(await quantity()).toBe(before - 2);
    await expect(restock(3)).rejects.toMatchObject(rejection(400, "INVALID_LINE_ITEM_RESTOCK_QUANTITY"));
    await sandbox.ask("orders.cancel", { id });
    expect(await quantity()).toBe(before - 2);
  });

  test("is reduced on payment if the settings say so, and returned when a payment fails", async () => {
    const { catalogItemId, quantity } = await setUp("v1");
    const before = await quantity();
    const pending = sandbox.place({ ...draft(catalogItemId, 1), payment: { outcome: "pending" } });
    expect(await quantity()).toBe(before - 1);
    const [{ id: paymentId }] = (await sandbox.money(pending.id)).payments;
    await sandbox.ask("orderTransactions.updateStatus", {
      orderId: pending.id,
      paymentId,
      status: "DECLINED",
    });
    expect(await quantity()).toBe(before);
    await sandbox.ask("ordersSettings.update", {
      ordersSettings: { inventoryUpdateTrigger: "ON_ORDER_PAID" },
    });
    const { id } = sandbox.place({ ...draft(catalogItemId, 1), payment: { outcome: "offline" } });
    expect(await quantity()).toBe(before);
    await sandbox.ask("orders.markAsPaid", { ecomOrderId: id });
    expect(await quantity()).toBe(before - 1);
    // A canceled order sells nothing, also if it is paid late.
    const canceled = sandbox.place({ ...draft(catalogItemId, 1), payment: { outcome: "offline" } });
    await sandbox.ask("orders.cancel", { id: canceled.id });
    const { amount } = (await sandbox.order(canceled.id)).priceSummary.total;
    const payment = {
      amount: { amount },
      refundDisabled: false,
      regularPaymentDetails: { offlinePayment: true, status: "APPROVED" },
    };
    await sandbox.ask("orderTransactions.addPayments", { orderId: canceled.id, payments: [payment] });
    expect(await sandbox.order(canceled.id)).toMatchObject({ status: "CANCELED", paymentStatus: "PAID" });
    expect(await quantity()).toBe(before - 1);
  });
});

describe("canceling", () => {
  test("is possible once and emits one event", async () => {
    const { id } = sandbox.place({ payment: { outcome: "approved" } });
    sandbox.events();
    const { order } = await sandbox.ask("orders.cancel", {
      id,
      sendOrderCanceledEmail: true,
      customMessage: "Sorry",
    });
    expect(order).toMatchObject({ status: "CANCELED", fulfillmentStatus: "CANCELED", paymentStatus: "PAID" });
    expect(activityTypes(order).at(-1)).toBe("ORDER_CANCELED");
    expect(sandbox.events()).toEqual(["order_updated", "order_canceled"]);
    await expect(sandbox.ask("orders.cancel", { id })).rejects.toMatchObject(
      rejection(409, "STATUS_ALREADY_SET"),
    );
  });

  test.each([
    ["authorized", "ORDER_HAS_AUTHORIZED_TRANSACTION"],
    ["pending", "ORDER_IS_PENDING"],
    ["declined", "ORDER_IS_REJECTED"],
  ] as const)("an order whose payment is %s cannot be canceled", async (outcome, code) => {
    const { id } = sandbox.place({ payment: { outcome } });
    const before = await sandbox.order(id);
    await expect(sandbox.ask("orders.cancel", { id })).rejects.toMatchObject(rejection(409, code));
    expect(await sandbox.order(id)).toEqual(before);
  });
});

describe("status", () => {
  const statuses = ["INITIALIZED", "PENDING", "APPROVED", "CANCELED", "REJECTED"];
  const allowed: Record<string, string[]> = {
    INITIALIZED: ["PENDING", "APPROVED", "CANCELED", "REJECTED"],
    PENDING: ["APPROVED", "REJECTED"],
    APPROVED: ["CANCELED"],
    CANCELED: [],
    REJECTED: [],
  };

  test("follows the allowed transitions only", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...statuses), { maxLength: 5 }), async (path) => {
        const { id } = sandbox.place({ payment: { outcome: "none" } });
        let at = "INITIALIZED";
        for (const to of path) {
          const moved = sandbox.ask("orders.updateStatus", { orderId: id, status: to });
          if (allowed[at]?.includes(to)) {
            expect((await moved).order.status).toBe(to);
            at = to;
          } else {
            const code =
              at === to ? "STATUS_ALREADY_SET" : expect.stringMatching(/UNSUPPORTED_TRANSITION|ORDER_IS_/);
            await expect(moved).rejects.toMatchObject({
              status: 409,
              code,
              message: expect.stringContaining(at),
            });
          }
        }
      }),
      { numRuns: runs(40) },
    );
  });
});

describe("changing", () => {
  test("only writable fields change", async () => {
    const { id } = sandbox.place({ payment: { outcome: "approved" } });
    const { order } = await sandbox.ask("orders.update", {
      order: {
        id,
        buyerInfo: { email: "grace@example.com" },
        archived: true,
        status: "CANCELED",
        number: "1",
      },
    });
    expect(order).toMatchObject({
      archived: true,
      status: "APPROVED",
      number: "10001",
      buyerInfo: { email: "grace@example.com" },
    });
    expect(activityTypes(order).at(-1)).toBe("EMAIL_EDITED");
    const waiting = sandbox.place({ payment: { outcome: "pending" } });
    await expect(
      sandbox.ask("orders.update", { order: { id: waiting.id, archived: true } }),
    ).rejects.toMatchObject(rejection(409, "ORDER_IS_PENDING"));
  });

  test("the buyer is a visitor or a member, not both", async () => {
    const email = "ada@example.com";
    const { id } = sandbox.place({
      payment: { outcome: "approved" },
      buyerInfo: { visitorId: "44444444-4444-4444-8444-444444444444", email },
    });
    const { order } = await sandbox.ask("orders.update", { order: { id, buyerInfo: { memberId: jug } } });
    expect(order.buyerInfo).toMatchObject({ memberId: jug, email });
    expect(order.buyerInfo).not.toHaveProperty("visitorId");
  });

  test("an item gets another name, and keeps its quantity and price", async () => {
    const { id } = sandbox.place({ payment: { outcome: "approved" } });
    const productName = { original: "Blue jug" };
    const lineItem = { id: jug, productName, quantity: 9, price: { amount: "99.00" } };
    const { order } = await sandbox.ask("orders.updateLineItem", { id, lineItem });
    expect(order.lineItems[0]).toMatchObject({ productName, quantity: 1, price: { amount: "12.50" } });
    await expect(
      sandbox.ask("orders.updateLineItem", { id, lineItem: { ...lineItem, id } }),
    ).rejects.toMatchObject(rejection(404, "LINE_ITEM_NOT_FOUND"));
  });

  test("tags of many orders are changed at once", async () => {
    const [one, other] = [1, 2].map(() => sandbox.place({ payment: { outcome: "approved" } }).id) as [
      string,
      string,
    ];
    const tag = (orderIds: string[], assign: string[], unassign: string[] = []) =>
      sandbox.ask("orders.bulkUpdateTags", {
        orderIds,
        assignTags: { tags: { tagIds: assign } },
        unassignTags: { tags: { tagIds: unassign } },
      });
    const answer = await tag([one, other, jug], ["vip", "gift"]);
    expect(answer.bulkActionMetadata).toMatchObject({ totalSuccesses: 2, totalFailures: 1 });
    await tag([one], ["late"], ["gift"]);
    expect((await sandbox.order(one)).tags.tags.tagIds).toEqual(["vip", "late"]);
  });

  test("added history entries can be changed, the platform's own cannot", async () => {
    const { id } = sandbox.place({ payment: { outcome: "approved" } });
    const { activityIds } = await sandbox.ask("orders.addActivities", {
      orderId: id,
      orderActivities: [{ activityType: "MERCHANT_COMMENT", merchantComment: { message: "Hi" } }],
    });
    const activity = { merchantComment: { message: "Hello" } };
    await sandbox.ask("orders.updateActivity", { id, activityId: activityIds[0], activity });
    const { activities } = await sandbox.order(id);
    expect(activities.at(-1)).toMatchObject(activity);
    await expect(
      sandbox.ask("orders.removeActivity", { id, activityId: activities[0].id }),
    ).rejects.toMatchObject({ status: 409 });
    await sandbox.ask("orders.removeActivity", { id, activityId: activityIds[0] });
    expect(activityTypes(await sandbox.order(id))).toEqual(["ORDER_PLACED", "ORDER_PAID"]);
  });
});

describe("searching", () => {
  const search = (search: object) => sandbox.ask("orders.search", { search });
  const numbers = ({ orders }: { orders: { number: string }[] }) => orders.map(({ number }) => number);
  const outcomes = ["approved", "authorized", "pending", "declined", "offline", "none"] as const;
  beforeEach(() => {
    for (const outcome of outcomes) {
      sandbox.place({ payment: { outcome }, buyerInfo: { email: `${outcome}@example.com` } });
      sandbox.tick(1000);
    }
  });

  test.each([
    [{ status: "APPROVED" }, ["10005", "10002", "10001"]],
    [{ status: { $in: ["PENDING", "REJECTED"] } }, ["10004", "10003"]],
    [{ paymentStatus: { $ne: "NOT_PAID" } }, ["10004", "10003", "10001"]],
    [{ fulfillmentStatus: "NOT_FULFILLED", "balanceSummary.authorized.amount": { $gt: "0" } }, ["10002"]],
    [{ "balanceSummary.pending.amount": { $gte: "32.50" } }, ["10003"]],
    [{ "priceSummary.total.amount": { $lt: "9.5" } }, []],
    [{ "buyerInfo.email": "offline@example.com" }, ["10005"]],
    [{ createdDate: { $lte: "2026-03-01T08:00:01.000Z" } }, ["10002", "10001"]],
    [{ "lineItems.productName.original": { $hasSome: ["Jug"] }, number: { $in: ["10001"] } }, ["10001"]],
  ])("%j", async (filter, found) => {
    expect(numbers(await search({ filter }))).toEqual(found);
  });

  test("by undeclared fields is rejected", async () => {
    await expect(search({ filter: { buyerNote: "x" } })).rejects.toMatchObject({ status: 400 });
    await expect(search({ sort: [{ fieldName: "archived" }] })).rejects.toMatchObject({ status: 400 });
  });

  test("pages forwards and backwards, also while orders come in", async () => {
    const first = await search({ cursorPaging: { limit: 2 } });
    expect(numbers(first)).toEqual(["10006", "10005"]);
    expect(first.metadata).toMatchObject({ count: 2, hasNext: true });
    expect(first.metadata.cursors.prev).toBeUndefined();
    sandbox.place({ payment: { outcome: "none" } });
    const second = await search({ cursorPaging: { limit: 2, cursor: first.metadata.cursors.next } });
    expect(numbers(second)).toEqual(["10004", "10003"]);
    const third = await search({ cursorPaging: { limit: 2, cursor: second.metadata.cursors.next } });
    expect(numbers(third)).toEqual(["10002", "10001"]);
    expect(third.metadata).toMatchObject({ hasNext: false });
    const back = await search({ cursorPaging: { limit: 2, cursor: third.metadata.cursors.prev } });
    expect(numbers(back)).toEqual(["10004", "10003"]);
    const oldest = await search({
      sort: [{ fieldName: "createdDate", order: "ASC" }],
      cursorPaging: { limit: 5 },
    });
    expect(numbers(oldest)[0]).toBe("10001");
    const rest = await search({ cursorPaging: { limit: 5, cursor: oldest.metadata.cursors.next } });
    expect(numbers(rest)).toEqual(["10006", "10007"]);
  });

  test("orders of the same moment appear exactly once, whatever the page", async () => {
    const created = Array.from({ length: 7 }, () => sandbox.place({ payment: { outcome: "none" } }).number);
    for (const order of ["ASC", "DESC"]) {
      const found: string[] = [];
      let cursor: string | undefined;
      do {
        const sort = [{ fieldName: "createdDate", order }];
        const page = await search({
          ...(cursor ? {} : { sort }),
          cursorPaging: { limit: 3, ...(cursor && { cursor }) },
        });
        found.push(...numbers(page));
        cursor = page.metadata.cursors.next;
      } while (cursor);
      expect(found).toHaveLength(13);
      expect(new Set(found).size).toBe(13);
      expect(created.every((number) => found.includes(number))).toBe(true);
    }
  });

  test("rejects figures that are not calculated", async () => {
    for (const operator of ["$median", "constructor"])
      await expect(
        sandbox.ask("orders.aggregate", { aggregation: { all: { [operator]: "number" } } }),
      ).rejects.toMatchObject({ status: 400, message: expect.stringContaining("$count") });
  });

  test("sorts by amount and aggregates", async () => {
    sandbox.place({ payment: { outcome: "approved" }, lineItems: [orderLines.lineItems[0]] as never });
    const sorted = await search({
      sort: [{ fieldName: "priceSummary.total.amount", order: "ASC" }],
      cursorPaging: { limit: 1 },
    });
    expect(numbers(sorted)).toEqual(["10007"]);
    const { aggregates } = await sandbox.ask("orders.aggregate", {
      filter: { status: "APPROVED" },
      aggregation: {
        statuses: { $count: "paymentStatus" },
        sold: { $sum: "priceSummary.total.amount" },
        least: { $min: "priceSummary.total.amount" },
        most: { $max: "priceSummary.total.amount" },
        mean: { $avg: "priceSummary.total.amount" },
      },
    });
    expect(aggregates).toEqual({
      statuses: { NOT_PAID: 2, PAID: 2 },
      sold: "115",
      least: "17.5",
      most: "32.5",
      mean: "28.75",
    });
    await expect(
      sandbox.ask("orders.aggregate", { aggregation: { x: { $median: "number" } } }),
    ).rejects.toMatchObject({ status: 400 });
  });
});

test("the demo shop has orders in every status, including authorized ones", async () => {
  await sandbox.ask("sandbox.seed", { shop: "demo" });
  const { orders } = await sandbox.ask("orders.search", { search: { cursorPaging: { limit: 100 } } });
  const of = (key: string) => [...new Set(orders.map((order: Record<string, string>) => order[key]))].sort();
  expect(of("status")).toEqual(["APPROVED", "CANCELED", "PENDING", "REJECTED"]);
  expect(of("paymentStatus")).toEqual([
    ...[
      "CANCELED",
      "DECLINED",
      "FULLY_REFUNDED",
      "NOT_PAID",
      "PAID",
      "PARTIALLY_PAID",
      "PARTIALLY_REFUNDED",
      "PENDING",
    ],
  ]);
  expect(of("fulfillmentStatus")).toEqual(["CANCELED", "FULFILLED", "NOT_FULFILLED", "PARTIALLY_FULFILLED"]);
  const old = await sandbox.ask("orders.search", {
    search: {
      filter: {
        "balanceSummary.authorized.amount": { $gt: "0" },
        createdDate: { $lt: "2026-02-27T08:00:00.000Z" },
      },
    },
  });
  expect(old.orders.map(({ number }: { number: string }) => number)).toEqual(["10008", "10007", "10006"]);
  for (const order of orders) expect(JSON.stringify(order)).not.toMatch(/NaN|"amount":"-/);
  // Authorizations expire or are captured as scheduled.
  sandbox.tick(8 * day);
  const later = await sandbox.ask("orders.search", {
    search: { filter: { "balanceSummary.authorized.amount": { $gt: "0" } } },
  });
  expect(later.orders).toEqual([]);
  const captured = await sandbox.ask("orders.search", { search: { filter: { number: "10007" } } });
  expect(captured.orders[0]).toMatchObject({ paymentStatus: "PAID" });
});

test("generated orders are authorized and always the same", async () => {
  await sandbox.ask("sandbox.seed", { orders: 1001 });
  const authorized = { "balanceSummary.authorized.amount": { $gt: "0" } };
  const { aggregates } = await sandbox.ask("orders.aggregate", {
    filter: authorized,
    aggregation: { count: { $count: "status" }, sum: { $sum: "priceSummary.total.amount" } },
  });
  const cents = Array.from({ length: 1001 }, (_, index) => (((index + 1) * 7919) % 10_000) + 500);
  const sum = String(cents.reduce((all, one) => all + one, 0)).replace(/(..)$/, ".$1");
  expect(aggregates).toEqual({ count: { APPROVED: 1001 }, sum });
  expect(await sandbox.ask("sandbox.seed", { orders: 1005 })).toMatchObject({
    counts: { orders: 1005 },
    added: 4,
  });
  const other = openOrdersSandbox();
  await other.ask("sandbox.seed", { orders: 3 });
  const first = async (one: OrdersSandbox) =>
    (await one.ask("orders.search", { search: { filter: { number: "10001" } } })).orders[0];
  expect(await first(other)).toEqual(await first(sandbox));
  other.close();
});
