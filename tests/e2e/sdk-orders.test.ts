import { expect, test } from "vitest";
import { answeredCalls, replayOnShop } from "./sdk-replay.ts";

/**
 * The order requests of `@wix/sdk` 1.21.16 and `@wix/ecom` 1.0.2509 to a sandbox with the demo shop, in order: an order is created,
 * authorized, captured (twice), refunded and fulfilled; another one is edited and canceled.
 */
const recorded = "tests/e2e/sdk-order-requests.json";

const shop = replayOnShop(recorded);

test("money moved once: one capture, one void, one refund", async () => {
  const answer = await fetch(`${shop.served.baseUrl}/__till/ledger?orderId=${shop.known.order3}`, {
    headers: { "x-till-control": shop.served.controlToken },
  });
  const { movements } = (await answer.json()) as { movements: { kind: string; amount: string }[] };
  expect(movements.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual([
    "AUTHORIZED 20.00",
    "CAPTURED 20.00",
    "AUTHORIZED 5.00",
    "VOIDED 5.00",
    "REFUNDED 5.00",
  ]);
});

test("every request matches a call", async () => {
  const answered = await answeredCalls(shop.served);
  for (const service of ["orders", "orderTransactions", "orderBilling", "orderFulfillments", "draftOrders"])
    expect([...answered].some((call) => call.startsWith(`${service}.`))).toBe(true);
});
