import { beforeEach, expect, test } from "vitest";
import { openTestShop, type TestShop } from "../../support/test-shop.ts";
import { checkTransitions, type Transitions } from "../support/state-machine.ts";

const price = (amount: string) => ({ amount });
const bowls = {
  lineItems: [
    {
      productName: { original: "Bowl" },
      itemType: { preset: "PHYSICAL" },
      quantity: 2,
      price: price("5.00"),
    },
  ],
  channelInfo: { type: "WEB" },
  status: "APPROVED",
  billingInfo: { contactDetails: { firstName: "Ada" } },
  priceSummary: { subtotal: price("10.00"), total: price("10.00") },
};
const gatewayTransactionId = "00000000-0000-4000-8000-0000000000aa";

/** Fulfillment statuses of an order with two bowls. A canceled order is not shipped any more; parcels can come back. */
const fulfillments: Transitions = {
  NOT_FULFILLED: { ship: "PARTIALLY_FULFILLED", cancel: "CANCELED" },
  PARTIALLY_FULFILLED: {
    ship: "FULFILLED",
    "take back": "NOT_FULFILLED",
    cancel: "PARTIALLY_FULFILLED, canceled",
  },
  FULFILLED: { "take back": "PARTIALLY_FULFILLED", cancel: "FULFILLED, canceled" },
  CANCELED: {},
  "PARTIALLY_FULFILLED, canceled": { "take back": "CANCELED" },
  "FULFILLED, canceled": { "take back": "PARTIALLY_FULFILLED, canceled" },
};

/** Payment requests. A void of a void request does nothing. */
const requests: Transitions = {
  UNPAID: { charge: "PAID", void: "VOIDED", expire: "EXPIRED", decline: "UNPAID" },
  PAID: {},
  VOIDED: { void: "VOIDED" },
  EXPIRED: {},
};

/** Refunds: scheduled ones start after an hour and succeed a minute later; a call settles them, too. */
const refunds: Transitions = {
  SCHEDULED: { wait: "STARTED", SUCCEEDED: "SUCCEEDED", FAILED: "FAILED" },
  STARTED: { wait: "SUCCEEDED", SUCCEEDED: "SUCCEEDED", FAILED: "FAILED" },
  SUCCEEDED: { SUCCEEDED: "SUCCEEDED" },
  FAILED: { FAILED: "FAILED" },
};
const pendingRefunds: Transitions = {
  PENDING: { SUCCEEDED: "SUCCEEDED", FAILED: "FAILED" },
  SUCCEEDED: { SUCCEEDED: "SUCCEEDED" },
  FAILED: { FAILED: "FAILED" },
};

let shop: TestShop;
const makeOrder = async () => (await shop.ok("POST", "/ecom/v1/orders", { order: bowls })).order;
beforeEach(async () => {
  shop = openTestShop();
});

test("the fulfillment of an order follows the table", async () => {
  await checkTransitions(fulfillments, {
    start: "NOT_FULFILLED",
    async open() {
      const { id, lineItems } = await makeOrder();
      const path = `/ecom/v1/fulfillments/orders/${id}`;
      const fulfillment = { lineItems: [{ id: lineItems[0].id, quantity: 1 }] };
      return {
        async state() {
          const { status, fulfillmentStatus: state } = (await shop.ok("GET", `/ecom/v1/orders/${id}`)).order;
          return status === "CANCELED" && state !== "CANCELED" ? `${state}, canceled` : state;
        },
        async move(name) {
          if (name === "ship") return await shop.ask("POST", `${path}/create-fulfillment`, { fulfillment });
          if (name === "cancel") return await shop.ask("POST", `/ecom/v1/orders/${id}/cancel`, {});
          const { orderWithFulfillments } = await shop.ok("GET", path);
          const last = orderWithFulfillments.fulfillments.at(-1)?.id ?? gatewayTransactionId;
          return await shop.ask("DELETE", `/ecom/v1/fulfillments/${last}/orders/${id}`);
        },
      };
    },
  });
});

test("a payment request follows the table", async () => {
  await checkTransitions(requests, {
    start: "UNPAID",
    waiting: ["expire"],
    async open() {
      const { id: orderId } = await makeOrder();
      const path = "/ecom/v1/order-payment-requests";
      const expirationDate = new Date(Date.parse((await shop.ok("GET", "/__till/time")).now) + 86_400_000);
      const orderPaymentRequest = { orderId, amount: price("10.00"), title: "The rest", expirationDate };
      const { orderPaymentRequest: made } = await shop.ok("POST", path, { orderPaymentRequest });
      const input = { orderPaymentRequestId: made.id };
      return {
        state: async () => (await shop.ok("GET", `${path}/${made.id}`)).orderPaymentRequest.status,
        async move(name) {
          if (name === "expire") return void (await shop.advance("2d"));
          if (name === "void") return await shop.ask("POST", `${path}/void`, input);
          const payment: Record<string, string> =
            name === "decline" ? { "x-sandbox-payment": "declined" } : {};
          return await shop.ask("POST", `${path}/charge`, input, payment);
        },
      };
    },
  });
});

const openRefund = async (outcome: string) => {
  const { id: orderId } = await makeOrder();
  const payments = `/ecom/v1/payments/orders/${orderId}`;
  const regularPaymentDetails = { gatewayTransactionId };
  await shop.ok("POST", `${payments}/add-payment`, {
    payments: [{ amount: price("10.00"), regularPaymentDetails }],
  });
  const stored = async () => (await shop.ok("GET", payments)).orderTransactions;
  const [{ id: paymentId }] = (await stored()).payments;
  const input = { orderId, paymentRefunds: [{ paymentId }] };
  const made = await shop.ask("POST", "/ecom/v1/order-billing/refund-payments", input, {
    "x-sandbox-payment": outcome,
  });
  expect(made.status).toBe(200);
  const refundId = made.body.refund.id;
  return {
    state: async () => (await stored()).refunds[0].transactions[0].refundStatus as string,
    async move(name: string) {
      if (name === "wait") return void (await shop.advance("60m"));
      const transaction = { paymentId, refundStatus: name };
      return await shop.ask("POST", `${payments}/update-refund-transaction`, { refundId, transaction });
    },
  };
};

test("a scheduled refund follows the table, by the clock and by calls", async () => {
  await checkTransitions(refunds, {
    start: "SCHEDULED",
    waiting: ["wait"],
    open: () => openRefund("scheduled"),
  });
});

test("a pending refund is settled once", async () => {
  await checkTransitions(pendingRefunds, { start: "PENDING", open: () => openRefund("pending") });
});
