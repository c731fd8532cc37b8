import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { walk } from "../../src/api/endpoint.ts";
import { abandonedCheckouts } from "../../src/api/endpoints/abandoned-checkouts.ts";
import { backInStock } from "../../src/api/endpoints/back-in-stock.ts";
import { discountRules } from "../../src/api/endpoints/discount-rules.ts";
import { subscriptionContracts } from "../../src/api/endpoints/subscription-contracts.ts";
import { createHome, type Home, type Served, serve } from "./program.ts";
import { answeredCalls, createReplay, readRecorded } from "./sdk-replay.ts";

/**
 * What `@wix/sdk` 1.21.16 and `@wix/ecom` 1.0.2509 sent about discount rules, abandoned checkouts, subscription contracts and
 * back-in-stock requests to a sandbox with the demo shop, in this order, and what they read in the answers
 * (docs/guides/official-sdk.md).
 */
const recorded = readRecorded("tests/e2e/sdk-selling-requests.json");
const known: Record<string, string> = {};
let home: Home;
let served: Served;
const { expectAnswer } = createReplay(() => served, known);

beforeAll(async () => {
  home = createHome();
  served = await serve(home, "--seed", "demo");
  Object.assign(known, { clientId: served.clientId, siteId: served.siteId, apiKey: served.apiKey });
});
afterAll(() => home.close());

describe("the official SDK's requests about selling, one after the other", () => {
  for (const request of recorded) {
    const { call, status = 200 } = request;
    test(status === 200 ? call : `${call}: ${status}`, () => expectAnswer(request));
  }

  test("reach every call of these four services", async () => {
    const answered = await answeredCalls(served);
    const shelves = { discountRules, abandonedCheckouts, subscriptionContracts, backInStock };
    // The SDK does not offer its programmers to note activities.
    const offered = [...walk(shelves)].map(([name]) => name).filter((name) => !/addActivity$/.test(name));
    expect(offered.filter((name) => !answered.has(name))).toEqual([]);
  });
});
