import { afterAll, beforeAll, expect, test } from "vitest";
import { createHome, type Home, type Served, serve } from "./program.ts";
import { answeredCalls, createReplay, readRecorded } from "./sdk-replay.ts";

/**
 * What `@wix/sdk` 1.21.16 and `@wix/ecom` 1.0.2509 sent to a sandbox with the demo shop about orders, in this order: an
 * order is created, authorized, captured (twice), refunded and fulfilled; another one is edited and canceled.
 */
const recorded = readRecorded("tests/e2e/sdk-order-requests.json");
const known: Record<string, string> = {};
let home: Home;
let served: Served;
const { expectAnswer } = createReplay(() => served, known);

beforeAll(async () => {
  home = createHome();
  served = await serve(home, "--seed", "demo");
  Object.assign(known, { siteId: served.siteId, apiKey: served.apiKey });
});
afterAll(() => home.close());

for (const request of recorded) {
  const { call, status = 200 } = request;
  test(status === 200 ? call : `${call}: ${status}`, () => expectAnswer(request));
}

test("the money moved once: one capture, one void, one refund", async () => {
  const answer = await fetch(`${served.baseUrl}/__till/ledger?orderId=${known.order3}`, {
    headers: { "x-till-control": served.controlToken },
  });
  const { movements } = (await answer.json()) as { movements: { kind: string; amount: string }[] };
  expect(movements.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual([
    "AUTHORIZED 20",
    "CAPTURED 20",
    "AUTHORIZED 5",
    "VOIDED 5",
    "REFUNDED 5",
  ]);
});

test("every request found its call", async () => {
  const answered = await answeredCalls(served);
  for (const shelf of ["orders", "orderTransactions", "orderBilling", "orderFulfillments", "draftOrders"])
    expect([...answered].some((call) => call.startsWith(`${shelf}.`))).toBe(true);
});
