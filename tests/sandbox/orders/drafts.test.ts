import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { decimal } from "../../../src/kernel/money.ts";
import { itemAt } from "../../../src/sandbox/inventory/index.ts";
import type { StoreTx } from "../../../src/sandbox/kernel/tx.ts";
import { exactAmount } from "../../../src/sandbox/orders/amounts.ts";
import { products, productsV3 } from "../../../src/sandbox/products/index.ts";
import { runs } from "../../support/runs.ts";
import { activityTypes, cup, jug, type OrdersSandbox, openOrdersSandbox } from "../support/orders-sandbox.ts";
import { openVisitorShop, shopApp } from "../support/visitor-shop.ts";

let sandbox: OrdersSandbox;
beforeEach(() => {
  sandbox = openOrdersSandbox();
});
afterEach(() => sandbox.close());

const rejection = (status: number, code: string) => ({ status, code });
type Draft = ReturnType<JSON["parse"]>;
const ask = async (name: string, input: object): Promise<Draft> =>
  (await sandbox.ask(`draftOrders.${name}`, input)).calculatedDraftOrder.draftOrder;
const edit = async (orderId: string) => await ask("create", { sourceOrderId: orderId });
const totalOf = (draft: Draft) => draft.priceSummary.total.amount;
const begin = () =>
  ask("create", {
    draftOrder: {
      customLineItems: [
        {
          productName: { original: "Jug" },
          quantity: 2,
          price: { amount: "10.00" },
          itemType: { preset: "PHYSICAL" },
        },
      ],
    },
  });

/** Returns the mug of the demo shop: its variants by color, with their stock. */
function mugOf(tx: StoreTx, catalog: "v3" | undefined) {
  const filter = { slug: "stoneware-mug" };
  if (catalog === undefined) {
    const [mug] = tx.query(products, { filter, limit: 1 }).items;
    const variants = (mug?.variants ?? []).map(({ id, choices, stock }) => [
      choices.Colour,
      { id, quantity: stock.quantity },
    ]);
    return { id: mug?.id, variants: Object.fromEntries(variants) };
  }
  const [mug] = tx.query(productsV3, { filter, limit: 1 }).items;
  const variants = (mug?.variantsInfo.variants ?? []).map(({ id, choices }) => [
    choices[0]?.optionChoiceNames.choiceName,
    { id, quantity: itemAt(tx, id, undefined)?.quantity },
  ]);
  return { id: mug?.id, variants: Object.fromEntries(variants) };
}

describe("editing an order", () => {
  test("starts with the order's items, and there is one draft per order", async () => {
    const { id } = sandbox.place({ payment: { outcome: "approved" } });
    const draft = await edit(id);
    expect(draft).toMatchObject({ orderId: id, status: "DRAFT", currency: "USD" });
    expect(totalOf(draft)).toBe("32.50");
    const again = await sandbox.ask("draftOrders.create", { sourceOrderId: id });
    expect(again).toMatchObject({
      preexistingDraftOrder: true,
      calculatedDraftOrder: { draftOrder: { id: draft.id } },
    });
  });

  test("changes quantities and prices and keeps the previous ones; the order changes at the commit", async () => {
    const { id } = sandbox.place({ payment: { outcome: "approved" } });
    const { id: draftOrderId } = await edit(id);
    const before = await sandbox.order(id);
    const draft = await ask("updateLineItems", {
      draftOrderId,
      lineItemChanges: [
        { lineItemId: cup, newQuantity: 1, newPrice: "6.00" },
        { lineItemId: jug, newQuantity: 0 },
      ],
    });
    expect(totalOf(draft)).toBe("11.00");
    expect(draft.lineItems).toMatchObject([
      { removed: true, lineItem: { id: jug } },
      {
        changedDetails: { quantityBeforeChange: 3, priceBeforeChange: { amount: "5.00" } },
        lineItem: { quantity: 1 },
      },
    ]);
    expect(await sandbox.order(id)).toEqual(before);
    sandbox.events();
    const { orderAfterCommit, committedDraftOrder } = await sandbox.ask("draftOrders.commit", {
      draftOrderId,
      reason: "Asked for",
    });
    expect(committedDraftOrder.status).toBe("COMMITTED");
    expect(orderAfterCommit).toMatchObject({
      lineItems: [{ id: cup, quantity: 1, price: { amount: "6.00" } }],
      priceSummary: { total: { amount: "11.00" } },
      balanceSummary: { paid: { amount: "32.50" }, balance: { amount: "-21.50" } },
    });
    expect(activityTypes(orderAfterCommit).at(-1)).toBe("DRAFT_ORDER_CHANGES_APPLIED");
    expect(orderAfterCommit.activities.at(-1).draftOrderChangesApplied).toMatchObject({
      reason: "Asked for",
      changes: [
        {
          lineItemChanged: {
            id: cup,
            quantity: { originalQuantity: 3, newQuantity: 1, diff: 2, deltaType: "QUANTITY_DECREASED" },
          },
        },
        { lineItemRemoved: { id: jug, quantity: 1 } },
        { totalPriceChanged: { originalTotal: { amount: "32.50" }, newTotal: { amount: "11.00" } } },
      ],
    });
    expect(sandbox.events()).toEqual(["order_updated", "order_committed", "draft_order_updated"]);
    await expect(sandbox.ask("draftOrders.commit", { draftOrderId })).rejects.toMatchObject(
      rejection(409, "DRAFT_ORDER_ALREADY_COMMITTED"),
    );
    await expect(sandbox.ask("draftOrders.remove", { draftOrderId })).rejects.toMatchObject(
      rejection(409, "DRAFT_ORDER_CANNOT_BE_DELETED"),
    );
  });

  test("additional items leave an amount to pay", async () => {
    const { id } = sandbox.place({ payment: { outcome: "approved" } });
    const { id: draftOrderId } = await edit(id);
    await ask("addLineItems", {
      draftOrderId,
      customLineItems: [
        {
          productName: { original: "Bowl" },
          quantity: 1,
          price: { amount: "7.50" },
          itemType: { preset: "PHYSICAL" },
        },
      ],
    });
    const { orderAfterCommit } = await sandbox.ask("draftOrders.commit", { draftOrderId });
    expect(orderAfterCommit).toMatchObject({
      paymentStatus: "PARTIALLY_PAID",
      balanceSummary: { balance: { amount: "7.50" } },
    });
  });

  test.each([
    ["refunded", "PARTIALLY_OR_FULLY_REFUNDED"],
    ["sold on a marketplace", "UNSUPPORTED_CHANNEL_TYPE"],
    ["pending", "ORDER_STATUS_IS_NOT_SUPPORTED"],
    ["canceled", "ORDER_STATUS_IS_NOT_SUPPORTED"],
    ["a subscription", "SUBSCRIPTION_LINE_ITEM_EXISTS"],
    ["of a product that is gone", "UNSUPPORTED_CATALOG_ITEM"],
    ["with a taxed fee", "TAXABLE_EXISTING_ADDITIONAL_FEE"],
    ["not adding up", "AMOUNTS_DO_NOT_ADD_UP"],
    ["in another currency", "ORDER_AND_SITE_CURRENCIES_ARE_INCONSISTENT"],
  ])("an order that is %s cannot be edited", async (what, reason) => {
    const item = {
      productName: { original: "Jug" },
      quantity: 1,
      price: { amount: "10.00" },
      itemType: { preset: "PHYSICAL" },
    };
    const appId = "215238eb-22a5-4c36-9e7b-e7c08025e04e";
    const drafts: Record<string, object> = {
      "sold on a marketplace": { channelInfo: { type: "AMAZON" } },
      pending: { payment: { outcome: "pending" } },
      "a subscription": { lineItems: [{ ...item, subscriptionInfo: { cycleNumber: 1 } }] },
      "of a product that is gone": {
        lineItems: [{ ...item, catalogReference: { appId, catalogItemId: jug } }],
      },
      "with a taxed fee": {
        additionalFees: [
          { name: "Wrap", price: { amount: "1.00" }, taxInfo: { taxAmount: { amount: "0.19" } } },
        ],
      },
      "not adding up": { priceSummary: { subtotal: { amount: "1.00" }, total: { amount: "9.00" } } },
      "in another currency": { currency: "EUR" },
    };
    const { id } = sandbox.place({ payment: { outcome: "approved" }, ...drafts[what] });
    if (what === "canceled") await sandbox.ask("orders.cancel", { id });
    if (what === "refunded") {
      const [{ id: paymentId }] = (await sandbox.money(id)).payments;
      await sandbox.ask("orderBilling.refund", {
        orderId: id,
        paymentRefunds: [{ paymentId, amount: { amount: "1.00" } }],
      });
    }
    expect(await sandbox.ask("draftOrders.draftability", { orderId: id })).toMatchObject({
      orderDraftable: false,
      nonDraftableReasons: [reason],
    });
    await expect(edit(id)).rejects.toMatchObject({
      ...rejection(409, "ORDER_CANNOT_BE_EDITED"),
      details: { applicationError: { data: { reasons: [reason] } } },
    });
  });

  test("an unknown order cannot be edited", async () => {
    expect(await sandbox.ask("draftOrders.draftability", { orderId: jug })).toMatchObject({
      nonDraftableReasons: ["ORDER_NOT_FOUND"],
    });
    await expect(edit(jug)).rejects.toMatchObject(rejection(404, "ORDER_NOT_FOUND"));
  });

  test.each([false, true])(
    "a draft without changes costs the same as its order (tax included in prices: %s)",
    async (included) => {
      const price = (amount: string) => ({ amount });
      const taxInfo = (taxAmount: string) => ({
        taxAmount: price(taxAmount),
        taxRate: "0.19",
        taxIncludedInPrice: included,
      });
      const tax = included ? ["1.60", "2.39", "0.64"] : ["1.90", "2.85", "0.76"];
      const total = included ? "29.00" : "34.51";
      const line = (name: string, quantity: number, amount: string, own: string) => ({
        productName: { original: name },
        itemType: { preset: "PHYSICAL" },
        quantity,
        price: price(amount),
        taxInfo: taxInfo(own),
      });
      const { id, priceSummary } = sandbox.place({
        lineItems: [line("Jug", 1, "10.00", tax[0] ?? ""), line("Cup", 3, "5.00", tax[1] ?? "")],
        additionalFees: [],
        shippingInfo: { title: "Parcel", cost: { price: price("4.00"), taxInfo: taxInfo(tax[2] ?? "") } },
        taxIncludedInPrices: included,
        payment: { outcome: "approved" },
      });
      expect(priceSummary.total.amount).toBe(total);
      const { id: draftOrderId } = await edit(id);
      const draft = await ask("setBuyer", { draftOrderId, buyerInfo: { email: "ada@example.com" } });
      expect(draft.priceSummary).toEqual(priceSummary);
      expect(totalOf(await ask("setTaxExemption", { draftOrderId, taxExempt: true }))).toBe("29.00");
    },
  );

  test("a buyer or a billing address that was removed leaves the order", async () => {
    const billingInfo = { contactDetails: { firstName: "Ada" } };
    const { id } = sandbox.place({ billingInfo, payment: { outcome: "approved" } });
    const { id: draftOrderId } = await edit(id);
    const draft = await ask("setBilling", { draftOrderId });
    expect(draft.billingDetails).toEqual({ removed: true, billingInfo });
    const { orderAfterCommit } = await sandbox.ask("draftOrders.commit", { draftOrderId });
    expect(orderAfterCommit.billingInfo).toBeNull();
    const { id: second } = await edit(id);
    await ask("setBuyer", { draftOrderId: second });
    const after = (await sandbox.ask("draftOrders.commit", { draftOrderId: second })).orderAfterCommit;
    expect(after.buyerInfo).toEqual({});
  });

  test.each([undefined, "v3"] as const)(
    "the stock follows the items that the commit names, and no others (catalog %s)",
    async (catalog) => {
      const shop = openOrdersSandbox({ catalog });
      onTestFinished(() => shop.close());
      const mug = () => shop.store.read({ caller: { role: "admin" } }, (tx) => mugOf(tx, catalog));
      const { id: catalogItemId, variants } = mug();
      const line = (id: string, color: string, quantity: number) => ({
        id,
        productName: { original: "Stoneware Mug" },
        quantity,
        price: { amount: "24.00" },
        itemType: { preset: "PHYSICAL" },
        catalogReference: { appId: shopApp, catalogItemId, options: { variantId: variants[color]?.id } },
      });
      const { id } = shop.place({
        lineItems: [line(jug, "Oat", 2), line(cup, "Ink", 3)],
        additionalFees: [],
        payment: { outcome: "approved" },
      });
      const left = () => ["Oat", "Ink"].map((color) => mug().variants[color]?.quantity);
      const [oat, ink] = left() as [number, number];
      const change = async (lineItemChanges: object[], named: string[]) => {
        const { calculatedDraftOrder } = await shop.ask("draftOrders.create", { sourceOrderId: id });
        const draftOrderId = calculatedDraftOrder.draftOrder.id;
        await shop.ask("draftOrders.updateLineItems", { draftOrderId, lineItemChanges });
        const updateInventory = named.map((lineItemId) => ({ lineItemId }));
        await shop.ask("draftOrders.commit", { draftOrderId, commitSettings: { updateInventory } });
      };
      await change(
        [
          { lineItemId: jug, newQuantity: 5 },
          { lineItemId: cup, newQuantity: 1 },
        ],
        [jug],
      );
      expect(left()).toEqual([oat - 3, ink]);
      await change([{ lineItemId: jug, newQuantity: 4 }], [jug, cup]);
      expect(left()).toEqual([oat - 2, ink + 2]);
      await change([{ lineItemId: cup, newQuantity: 0 }], [cup]);
      expect(left()).toEqual([oat - 2, ink + 3]);
      await shop.ask("orders.cancel", { id, restockAllItems: true });
      expect(left()).toEqual([oat + 2, ink + 3]);
    },
  );

  test.each([
    ["a percentage", "WELCOME10", 2],
    ["an amount", "FIVEOFF", 3],
    ["an amount off one product", "CUPS", 2],
    ["the delivery", "FREESHIP", 2],
    ["a discount rule", undefined, 9],
  ])(
    "an order that was discounted by %s costs the same as a draft, and keeps it",
    async (_, code, quantity) => {
      const shop = await openVisitorShop();
      onTestFinished(() => shop.close());
      const { id: product } = await shop.productOf("espresso-cup-set");
      await shop.control("POST", "coupons", { coupon: { code: "CUPS", amount: "7", productIds: [product] } });
      await shop.add("stoneware-mug", quantity, { Colour: "Oat" });
      if (code !== "FREESHIP") await shop.add("espresso-cup-set", 1);
      if (code) await shop.visitor("PATCH", "/ecom/v1/carts/current", { couponCode: code });
      const path = `/ecom/v1/checkouts/${await shop.checkout()}/create-order`;
      const { orderId } = await shop.visitor("POST", path, {}, { "x-sandbox-payment": "approved" });
      const { order } = (await shop.ask("GET", `/ecom/v1/orders/${orderId}`)).body;
      expect(order.appliedDiscounts).toHaveLength(1);
      const drafts = "/ecom/v1/draft-orders";
      const created = (await shop.ok("POST", drafts, { sourceOrderId: orderId })).calculatedDraftOrder;
      const { id: draftOrderId, discounts } = created.draftOrder;
      expect(discounts).toMatchObject([{ source: "ORIGINAL_ORDER", applied: true }]);
      const buyer = { draftOrderId, buyerInfo: order.buyerInfo };
      const { draftOrder } = (await shop.ok("PUT", `${drafts}/set-buyer-info`, buyer)).calculatedDraftOrder;
      expect(draftOrder.priceSummary).toEqual(order.priceSummary);
      const { discount } = discounts[0];
      const id = (discount.coupon ?? discount.discountRule).id;
      const rejected = await shop.ask("POST", `${drafts}/${draftOrderId}/delete-custom-discounts`, {
        discountIds: [discount.id ?? id],
      });
      expect([id, rejected.body.details.applicationError.code]).toEqual([
        id,
        "DISCOUNT_REMOVE_NOT_SUPPORTED",
      ]);
    },
  );

  test("an order keeps an item, and its draft is committed, not ordered again", async () => {
    const { id } = sandbox.place({ payment: { outcome: "approved" } });
    const { id: draftOrderId } = await edit(id);
    await expect(sandbox.ask("draftOrders.createOrder", { draftOrderId })).rejects.toMatchObject(
      rejection(409, "CREATE_ORDER_FAILED_VALIDATIONS"),
    );
    const lineItemChanges = [jug, cup].map((lineItemId) => ({ lineItemId, newQuantity: 0 }));
    await ask("updateLineItems", { draftOrderId, lineItemChanges });
    await expect(sandbox.ask("draftOrders.commit", { draftOrderId })).rejects.toMatchObject({
      details: { applicationError: { data: { reasons: ["NO_LINE_ITEMS"] } } },
    });
  });

  test("fulfilled items cannot be removed", async () => {
    const { id } = sandbox.place({ payment: { outcome: "approved" } });
    await sandbox.ask("orderFulfillments.create", {
      orderId: id,
      fulfillment: { lineItems: [{ id: cup, quantity: 2 }] },
    });
    const { id: draftOrderId } = await edit(id);
    const change = (newQuantity: number) =>
      ask("updateLineItems", { draftOrderId, lineItemChanges: [{ lineItemId: cup, newQuantity }] });
    await change(1);
    await expect(sandbox.ask("draftOrders.commit", { draftOrderId })).rejects.toMatchObject(
      rejection(409, "DRAFT_ORDER_COMMIT_FAILED_VALIDATIONS"),
    );
    await change(2);
    await ask("updateLineItems", { draftOrderId, lineItemChanges: [{ lineItemId: jug, newQuantity: 0 }] });
    const { orderAfterCommit } = await sandbox.ask("draftOrders.commit", { draftOrderId });
    expect(orderAfterCommit.fulfillmentStatus).toBe("FULFILLED");
  });
});

describe("a new order", () => {
  test("can have custom items, discounts and fees", async () => {
    const { id: draftOrderId, lineItems } = await begin();
    const line = lineItems[0].lineItem.id;
    await ask("createDiscounts", { draftOrderId, discounts: [{ discountType: "GLOBAL", percentage: "10" }] });
    const cheaper = await ask("createDiscounts", {
      draftOrderId,
      discounts: [
        {
          discountType: "SPECIFIC_ITEMS",
          priceAmount: { amount: "3.00" },
          lineItemDiscounts: [{ id: line }],
        },
      ],
    });
    expect(cheaper.priceSummary).toMatchObject({
      subtotal: { amount: "20.00" },
      discount: { amount: "5.00" },
      total: { amount: "15.00" },
    });
    expect(cheaper.discounts[0].discount.merchantDiscount.amount.amount).toBe("2.00");
    const dearer = await ask("createFees", {
      draftOrderId,
      customAdditionalFees: [{ name: "Wrapping", price: { amount: "1.50" } }],
    });
    expect(totalOf(dearer)).toBe("16.50");
    const feeId = dearer.additionalFees[0].additionalFee.id;
    expect(
      totalOf(await ask("setFees", { draftOrderId, additionalFees: [{ id: feeId, applied: false }] })),
    ).toBe("15.00");
    expect(
      totalOf(
        await ask("setShipping", {
          draftOrderId,
          shippingInfo: { title: "Parcel", cost: { price: { amount: "4.00" } } },
        }),
      ),
    ).toBe("19.00");
    expect(
      totalOf(
        await ask("removeDiscounts", { draftOrderId, discountIds: [cheaper.discounts[0].discount.id] }),
      ),
    ).toBe("21.00");
    await ask("setBuyer", { draftOrderId, buyerInfo: { email: "ada@example.com" } });
    const { createdOrder } = await sandbox.ask("draftOrders.createOrder", { draftOrderId });
    expect(createdOrder).toMatchObject({
      status: "APPROVED",
      paymentStatus: "NOT_PAID",
      buyerInfo: { email: "ada@example.com" },
      priceSummary: { total: { amount: "21.00" } },
      channelInfo: { type: "BACKOFFICE_MERCHANT" },
    });
    const { draftOrders } = await sandbox.ask("draftOrders.query", {
      query: { filter: { status: "COMMITTED" } },
    });
    expect(draftOrders.map(({ orderId }: { orderId: string }) => orderId)).toEqual([createdOrder.id]);
  });

  test("a discount of the delivery takes its part of the delivery only", async () => {
    const { id: draftOrderId } = await begin();
    const cost = { price: { amount: "4.00" } };
    await ask("setShipping", { draftOrderId, shippingInfo: { title: "Parcel", cost } });
    const discounts = [{ discountType: "SHIPPING", percentage: "25" }];
    const draft = await ask("createDiscounts", { draftOrderId, discounts });
    expect(draft.shippingInfo.shippingInfo.cost).toMatchObject({
      price: { amount: "4.00" },
      discount: { amount: "1.00" },
      totalPriceAfterTax: { amount: "3.00" },
    });
    expect(totalOf(draft)).toBe("23.00");
    expect(draft.priceSummary).toMatchObject({ shipping: { amount: "4.00" }, discount: { amount: "1.00" } });
    expect(draft.discounts[0].discount.merchantDiscount.amount.amount).toBe("1.00");
    const { createdOrder } = await sandbox.ask("draftOrders.createOrder", { draftOrderId });
    expect(createdOrder.priceSummary.total.amount).toBe("23.00");
  });

  test("can have catalog items, taxed at the delivery address", async () => {
    await sandbox.ask("sandbox.seed", { shop: "demo" });
    const { products } = await sandbox.ask("products.query", { query: { filter: { slug: "serving-bowl" } } });
    const reference = { appId: "215238eb-22a5-4c36-9e7b-e7c08025e04e", catalogItemId: products[0].id };
    const add = (quantity: number) =>
      ask("create", { draftOrder: { catalogLineItems: [{ catalogReference: reference, quantity }] } });
    const draft = await add(1);
    expect(draft.lineItems[0]).toMatchObject({
      added: true,
      lineItem: { productName: { original: products[0].name } },
    });
    await expect(add(100_000)).rejects.toMatchObject(rejection(409, "CATALOG_ITEM_NOT_AVAILABLE"));
    await expect(
      ask("create", {
        draftOrder: { catalogLineItems: [{ catalogReference: { ...reference, catalogItemId: jug } }] },
      }),
    ).rejects.toMatchObject(rejection(404, "CATALOG_ITEM_NOT_FOUND"));
  });

  test("rejects invalid changes and leaves the draft unchanged", async () => {
    const { id: draftOrderId, lineItems } = await begin();
    const line = lineItems[0].lineItem.id;
    const before = await ask("get", { draftOrderId });
    const change = (lineItemChanges: object[]) => ask("updateLineItems", { draftOrderId, lineItemChanges });
    await expect(change([{ lineItemId: line }])).rejects.toMatchObject(
      rejection(400, "EMPTY_CHANGE_REQUEST"),
    );
    await expect(change([{ lineItemId: jug, newQuantity: 1 }])).rejects.toMatchObject(
      rejection(404, "LINE_ITEM_DOES_NOT_EXIST"),
    );
    await expect(change([{ lineItemId: line, newQuantity: 0, newPrice: "1" }])).rejects.toMatchObject(
      rejection(400, "UPDATING_PRICE_OF_REMOVED_ITEM_IS_FORBIDDEN"),
    );
    await expect(
      change([1, 2].map((newQuantity) => ({ lineItemId: line, newQuantity }))),
    ).rejects.toMatchObject(rejection(400, "MULTIPLE_CHANGES_FOR_SAME_LINE_ITEM"));
    await expect(
      ask("createDiscounts", {
        draftOrderId,
        discounts: [{ discountType: "GLOBAL", priceAmount: { amount: "20.01" } }],
      }),
    ).rejects.toMatchObject(rejection(400, "DISCOUNTS_AMOUNT_EXCEED_ORDER_TOTALS"));
    await expect(
      ask("setDiscounts", { draftOrderId, discounts: [{ id: jug, applied: true }] }),
    ).rejects.toMatchObject(rejection(404, "DISCOUNT_NOT_FOUND"));
    await expect(
      ask("createDiscounts", { draftOrderId, discounts: [{ discountType: "GLOBAL" }] }),
    ).rejects.toMatchObject({ status: 400, message: expect.stringContaining("percentage must be set") });
    const fee = { name: "Wrapping", price: { amount: "1.00" }, lineItemIds: [jug] };
    await expect(ask("createFees", { draftOrderId, customAdditionalFees: [fee] })).rejects.toMatchObject(
      rejection(404, "LINE_ITEM_NOT_FOUND"),
    );
    await expect(
      ask("setDeposit", { draftOrderId, depositDetails: { amount: { amount: "20.01" } } }),
    ).rejects.toMatchObject(rejection(400, "INVALID_AMOUNT"));
    await expect(sandbox.ask("draftOrders.commit", { draftOrderId })).rejects.toMatchObject(
      rejection(409, "DRAFT_ORDER_COMMIT_FAILED_VALIDATIONS"),
    );
    for (const [given, field] of [
      [{ productName: { original: "" } }, "customLineItems[0].productName.original"],
      [{ price: {} }, "customLineItems[0].price.amount"],
    ] as const) {
      const item = { productName: { original: "Cup" }, quantity: 1, price: { amount: "1" }, ...given };
      const customLineItems = [{ itemType: { preset: "PHYSICAL" }, ...item }];
      await expect(ask("addLineItems", { draftOrderId, customLineItems })).rejects.toMatchObject({
        details: { validationError: { fieldViolations: [{ field }] } },
      });
    }
    await expect(ask("get", { draftOrderId: jug })).rejects.toMatchObject(
      rejection(404, "DRAFT_ORDER_DOES_NOT_EXIST"),
    );
    expect(await ask("get", { draftOrderId })).toEqual(before);
  });

  test("a discount of an item is at most the price of its units", async () => {
    const draftOrder = {
      customLineItems: [
        { id: jug, price: "10.00", quantity: 2 },
        { id: cup, price: "90.00", quantity: 1 },
      ].map(({ price, ...line }) => ({
        ...line,
        productName: { original: "Item" },
        price: { amount: price },
        itemType: { preset: "PHYSICAL" },
      })),
    };
    const { id: draftOrderId } = await ask("create", { draftOrder });
    const discount = (amount: string) =>
      ask("createDiscounts", {
        draftOrderId,
        discounts: [
          { discountType: "SPECIFIC_ITEMS", priceAmount: { amount }, lineItemDiscounts: [{ id: jug }] },
        ],
      });
    await expect(discount("20.01")).rejects.toMatchObject(
      rejection(400, "DISCOUNTS_AMOUNT_EXCEED_ITEM_TOTALS"),
    );
    expect(totalOf(await discount("20.00"))).toBe("90.00");
  });

  test("rejects amounts in another currency", async () => {
    const { id: draftOrderId, lineItems } = await begin();
    const price = { amount: "1.00" };
    const itemType = { preset: "PHYSICAL" };
    const changes = {
      addLineItems: { customLineItems: [{ productName: { original: "Cup" }, price, itemType }] },
      updateLineItems: { lineItemChanges: [{ lineItemId: lineItems[0].lineItem.id, newPrice: "1.00" }] },
      createDiscounts: { discounts: [{ discountType: "GLOBAL", priceAmount: price }] },
      createFees: { customAdditionalFees: [{ name: "Wrapping", price }] },
      setShipping: { shippingInfo: { title: "Parcel", cost: { price } } },
    };
    const before = await ask("get", { draftOrderId });
    for (const [call, change] of Object.entries(changes))
      await expect(ask(call, { draftOrderId, ...change, currency: "EUR" })).rejects.toMatchObject(
        rejection(400, "CURRENCY_DOES_NOT_MATCH_DRAFT_ORDER_CURRENCY"),
      );
    expect(await ask("get", { draftOrderId })).toEqual(before);
    expect(totalOf(await ask("createFees", { draftOrderId, ...changes.createFees, currency: "USD" }))).toBe(
      "21.00",
    );
  });

  test.each(["INITIALIZED", "APPROVED"])(
    "becomes an order with the requested status %s",
    async (orderStatus) => {
      const { id: draftOrderId } = await begin();
      const { createdOrder } = await sandbox.ask("draftOrders.createOrder", {
        draftOrderId,
        createSettings: { orderStatus },
      });
      expect(createdOrder).toMatchObject({ status: orderStatus, paymentStatus: "NOT_PAID" });
    },
  );

  test("the price of a removed item cannot be changed until it has a quantity again", async () => {
    const { id: draftOrderId, lineItems } = await edit(
      sandbox.place({ payment: { outcome: "approved" } }).id,
    );
    const lineItemId = lineItems[0].lineItem.id;
    const change = (one: object) =>
      ask("updateLineItems", { draftOrderId, lineItemChanges: [{ lineItemId, ...one }] });
    await change({ newQuantity: 0 });
    await expect(change({ newPrice: "9.00" })).rejects.toMatchObject(
      rejection(400, "UPDATING_PRICE_OF_REMOVED_ITEM_IS_FORBIDDEN"),
    );
    expect((await ask("get", { draftOrderId })).lineItems[0].removed).toBe(true);
    expect(totalOf(await change({ newQuantity: 2, newPrice: "9.00" }))).toBe("38.00");
  });

  test("has totals that add up for any content", async () => {
    const cents = (value: number) => ({ amount: decimal(String(value)).div(decimal("100")).toFixed() });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ quantity: fc.integer({ min: 1, max: 9 }), price: fc.nat(99_99) }), {
          minLength: 1,
          maxLength: 4,
        }),
        fc.array(fc.integer({ min: 1, max: 10_000 }), { maxLength: 3 }),
        fc.array(fc.nat(5000), { maxLength: 2 }),
        fc.option(fc.nat(2000)),
        async (items, percents, fees, shipping) => {
          const draft = await ask("create", {
            draftOrder: {
              customLineItems: items.map(({ quantity, price }) => ({
                productName: { original: "Item" },
                itemType: { preset: "PHYSICAL" },
                quantity,
                price: cents(price),
              })),
              discounts: percents.map((one) => ({ discountType: "GLOBAL", percentage: cents(one).amount })),
              additionalFees: fees.map((fee) => ({ name: "Fee", price: cents(fee) })),
              ...(shipping !== null && {
                shippingInfo: { title: "Parcel", cost: { price: cents(shipping) } },
              }),
            },
          });
          const { subtotal, discount, shipping: sent, tax, totalAdditionalFees, total } = draft.priceSummary;
          const sum = exactAmount(subtotal)
            .minus(exactAmount(discount))
            .plus(exactAmount(sent))
            .plus(exactAmount(tax))
            .plus(exactAmount(totalAdditionalFees));
          expect(sum.toFixed()).toBe(exactAmount(total).toFixed());
          expect(exactAmount(total).lt(decimal("0"))).toBe(false);
        },
      ),
      { numRuns: runs(40) },
    );
  });
});
