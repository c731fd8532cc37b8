import { describe, expect, test } from "vitest";
import { walk } from "../../src/api/endpoint.ts";
import { cartsV2 } from "../../src/api/services/cart/carts-v2.ts";
import { currentCartV2 } from "../../src/api/services/cart/current-cart-v2.ts";
import { answeredCalls, replayOnShop } from "./sdk-replay.ts";

/**
 * What `@wix/sdk` 1.21.16 and `@wix/ecom` 1.0.2509 sent to a sandbox with the demo shop, from the first item in a cart of
 * the second generation to the order, in this order, and what they read in the answers (docs/guides/official-sdk.md).
 */
const recorded = "tests/e2e/sdk-cart-v2-requests.json";
/** Only a page that pays for the platform makes it, with a token that the platform seals; the SDK sends no token that is one. */
const notSent = ["cartsV2.asyncCompletion"];

describe("the official SDK's requests about carts v2, one after the other", () => {
  const shop = replayOnShop(recorded);

  test("reach every call of both services", async () => {
    const answered = await answeredCalls(shop.served);
    const offered = [...walk({ currentCartV2, cartsV2 })].map(([name]) => name);
    expect(offered.filter((name) => !answered.has(name))).toEqual(notSent);
  });
});
