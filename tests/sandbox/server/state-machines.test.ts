import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { runs } from "../../support/runs.ts";
import { openTestShop } from "../../support/test-shop.ts";
import { openEventsSandbox } from "../support/events-sandbox.ts";
import { checkTransitions, type Transitions } from "../support/state-machine.ts";

type Table = Readonly<Record<string, readonly string[]>>;

/** Allowed transitions, as in docs/guides/sandbox.md. */
const orderTable: Table = {
  INITIALIZED: ["APPROVED", "PENDING", "REJECTED", "CANCELED"],
  PENDING: ["APPROVED", "REJECTED"],
  APPROVED: ["CANCELED"],
  CANCELED: [],
  REJECTED: [],
};
const paymentTable: Transitions = {
  PENDING: {
    PENDING_MERCHANT: "PENDING_MERCHANT",
    APPROVED: "APPROVED",
    AUTHORIZED: "AUTHORIZED",
    DECLINED: "DECLINED",
    CANCELED: "CANCELED",
  },
  PENDING_MERCHANT: { APPROVED: "APPROVED", DECLINED: "DECLINED", CANCELED: "CANCELED" },
  AUTHORIZED: { capture: "APPROVED", void: "VOIDED" },
  APPROVED: { "refund a part": "PARTIALLY_REFUNDED", "refund the rest": "REFUNDED" },
  PARTIALLY_REFUNDED: { "refund a part": "PARTIALLY_REFUNDED", "refund the rest": "REFUNDED" },
  REFUNDED: {},
  VOIDED: {},
  DECLINED: {},
  CANCELED: {},
};
/** What publishing and canceling do to an event in each status. */
const eventTable: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  DRAFT: { publish: "UPCOMING" },
  UPCOMING: { cancel: "CANCELED", start: "STARTED" },
  STARTED: { cancel: "CANCELED", end: "ENDED" },
  ENDED: {},
  CANCELED: {},
};

const amount = { amount: "10.00" };
const jug = {
  lineItems: [
    {
      productName: { original: "Jug" },
      itemType: { preset: "PHYSICAL" },
      quantity: 1,
      price: amount,
    },
  ],
  channelInfo: { type: "WEB" },
  billingInfo: { contactDetails: { firstName: "Ada" } },
  priceSummary: { subtotal: amount, total: amount },
};

const walkOf = (targets: readonly string[]) =>
  fc.array(fc.constantFrom(...targets), { minLength: 1, maxLength: 8 });

test("an order's status follows the table; a rejected transition names the status and changes nothing", async () => {
  const { ask, ok } = openTestShop();
  await fc.assert(
    fc.asyncProperty(walkOf(Object.keys(orderTable)), async (targets) => {
      const { order } = await ok("POST", "/ecom/v1/orders", { order: jug });
      let status: string = order.status;
      for (const target of targets) {
        const isAllowed = orderTable[status]?.includes(target) ?? false;
        const answer = await ask("POST", `/ecom/v1/orders/${order.id}/update-status`, { status: target });
        expect([status, target, answer.status]).toEqual([status, target, isAllowed ? 200 : 409]);
        if (isAllowed) status = target;
        else expect(answer.body.message).toContain(status);
        expect((await ok("GET", `/ecom/v1/orders/${order.id}`)).order.status).toBe(status);
      }
    }),
    { numRuns: runs(30) },
  );
});

test("a payment follows the table up to its refund or void", async () => {
  const { ask, ok } = openTestShop();
  await checkTransitions(paymentTable, {
    start: "PENDING",
    async open() {
      const { order } = await ok("POST", "/ecom/v1/orders", { order: jug });
      const orderId: string = order.id;
      const payments = `/ecom/v1/payments/orders/${orderId}`;
      const gatewayTransactionId = "00000000-0000-4000-8000-0000000000aa";
      const regularPaymentDetails = { status: "PENDING", offlinePayment: false, gatewayTransactionId };
      await ok("POST", `${payments}/add-payment`, { payments: [{ amount, regularPaymentDetails }] });
      const stored = async () => (await ok("GET", payments)).orderTransactions.payments[0];
      const { id } = await stored();
      const billing = (call: string, input: object) =>
        ask("POST", `/ecom/v1/order-billing/${call}`, { orderId, ...input });
      const refund = (part: object) =>
        billing("refund-payments", { paymentRefunds: [{ paymentId: id, ...part }] });
      const path = `/ecom/v1/payments/${id}/orders/${orderId}/update-payment-transaction-status`;
      return {
        state: async () => (await stored()).status,
        async move(name) {
          if (name === "capture")
            return await billing("capture-authorized-payments", { payments: [{ paymentId: id }] });
          if (name === "void") return await billing("void-authorized-payments", { paymentIds: [id] });
          if (name === "refund a part") return await refund({ amount: { amount: "1.00" } });
          if (name === "refund the rest") return await refund({});
          return await ask("POST", path, { status: name });
        },
      };
    },
  });
});

test("an event's status follows the table, by calls and by the clock", async () => {
  const world = openEventsSandbox();
  onTestFinished(() => world.close());
  const times = { start: "2030-01-10T18:30:00.000Z", end: "2030-01-11T00:00:00.000Z" };
  await fc.assert(
    fc.asyncProperty(walkOf(["publish", "cancel", "start", "end"]), async (moves) => {
      world.setClock("2030-01-01T00:00:00.000Z");
      const event = await world.create({}, { draft: true });
      let status: string = event.status;
      let now = "";
      for (const move of moves) {
        if (move === "start" || move === "end") {
          if (times[move] < now) continue;
          now = times[move];
          world.setClock(now);
          if (status === "UPCOMING") status = move === "start" ? "STARTED" : "ENDED";
          else status = eventTable[status]?.[move] ?? status;
        } else {
          // The platform accepts any draft; one in the past starts or ends at once.
          const next = eventTable[status]?.[move];
          const { status: code } = await world.ask("POST", `/events/v3/events/${event.id}/${move}`, {});
          expect([status, move, code]).toEqual([status, move, next === undefined ? 409 : 200]);
          const reached = now === times.end ? "ENDED" : now === times.start ? "STARTED" : next;
          if (next !== undefined) status = move === "publish" ? (reached ?? next) : next;
        }
        expect([moves, (await world.get(event.id)).status]).toEqual([moves, status]);
      }
    }),
    { numRuns: runs(40) },
  );
});
