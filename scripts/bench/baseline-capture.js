// node baseline-capture.js: captures all authorized orders, eight at a time, without a journal. Reads all orders with
// their payments (like the plan), rereads each hundred (like the engine before a capture), and captures each one.
import { call, hangUp } from "./baseline-platform.js";

const payments = async (orderIds) =>
  (await call("POST", "/ecom/v1/payments/list-by-ids", { orderIds })).orderTransactions;

const plan = [];
const filter = { "balanceSummary.authorized.amount": { $gt: "0" } };
let leaf = await search({ filter, cursorPaging: { limit: 100 } });
while (leaf) {
  const { orders, metadata } = leaf;
  const { hasNext, cursors } = metadata;
  const following = hasNext ? search({ cursorPaging: { limit: 100, cursor: cursors.next } }) : undefined;
  plan.push(
    (await payments(orders.map(({ id }) => id))).map(({ orderId, payments }) => [orderId, payments[0].id]),
  );
  leaf = await following;
}

function search(input) {
  return call("POST", "/ecom/v1/orders/search", { search: input });
}

function* captures() {
  for (const chunk of plan) {
    const looked = payments(chunk.map(([orderId]) => orderId));
    for (const [orderId, paymentId] of chunk) {
      yield async () => {
        await looked;
        const input = { orderId, payments: [{ paymentId }] };
        await call("POST", "/ecom/v1/order-billing/capture-authorized-payments", input);
      };
    }
  }
}

const queue = captures();
const worker = async () => {
  for (const capture of queue) await capture();
};
await Promise.all(Array.from({ length: 8 }, worker));
await hangUp();
