import { describe, expect, test } from "vitest";
import { walk } from "../../src/api/endpoint.ts";
import { abandonedCheckouts } from "../../src/api/services/abandoned-checkouts.ts";
import { backInStock } from "../../src/api/services/back-in-stock.ts";
import { discountRules } from "../../src/api/services/discounts.ts";
import { subscriptionContracts } from "../../src/api/services/subscriptions.ts";
import { answeredCalls, replayOnShop } from "./sdk-replay.ts";

/**
 * The requests of `@wix/sdk` 1.21.16 and `@wix/ecom` 1.0.2509 about discount rules, abandoned checkouts, subscription contracts and
 * back-in-stock requests to a sandbox with the demo shop, in order, and what the SDK read from the responses
 * (docs/official-sdk-tests.md).
 */
const recorded = "tests/e2e/sdk-selling-requests.json";

describe("the official SDK's requests for discounts, subscriptions and abandoned checkouts, in order", () => {
  const shop = replayOnShop(recorded);

  test("cover every call of these four services", async () => {
    const answered = await answeredCalls(shop.served);
    const services = { discountRules, abandonedCheckouts, subscriptionContracts, backInStock };
    // The SDK has no function to add activities.
    const offered = [...walk(services)].map(([name]) => name).filter((name) => !/addActivity$/.test(name));
    expect(offered.filter((name) => !answered.has(name))).toEqual([]);
  });
});
