import { describe, expect, test } from "vitest";
import { walk } from "../../src/api/endpoint.ts";
import { cartsV2, currentCartV2 } from "../../src/api/services/cart.ts";
import { answeredCalls, replayOnShop } from "./sdk-replay.ts";

/**
 * The requests of `@wix/sdk` 1.21.16 and `@wix/ecom` 1.0.2509 to a sandbox with the demo shop, in order, from the first item in a
 * v2 cart to the order, and what the SDK read from the responses (docs/official-sdk-tests.md).
 */
const recorded = "tests/e2e/sdk-cart-v2-requests.json";
/** A call made only by the platform's own payment page, with a token that the SDK does not have. */
const notSent = ["cartsV2.asyncCompletion"];

describe("the official SDK's cart v2 requests, in order", () => {
  const shop = replayOnShop(recorded);

  test("cover every call of both services", async () => {
    const answered = await answeredCalls(shop.served);
    const offered = [...walk({ currentCartV2, cartsV2 })].map(([name]) => name);
    expect(offered.filter((name) => !answered.has(name))).toEqual(notSent);
  });
});
