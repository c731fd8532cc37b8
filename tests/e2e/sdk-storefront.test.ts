import { describe, expect, test } from "vitest";
import { replayOnShop } from "./sdk-replay.ts";

/**
 * What public storefronts do with the official SDK, as the SDK sends it: a list with variants to a cart and a checkout page;
 * a ticket picker to a polled ticket order; RSVPs with and without guests; a member's login and order history.
 */
describe("a storefront with the official SDK", () => {
  const shop = replayOnShop("tests/e2e/sdk-storefront-requests.json");

  test("is redirected to pages that the sandbox serves", async () => {
    for (const page of ["checkoutPage", "eventPage"]) {
      const { status } = await fetch(shop.known[page] ?? "", { redirect: "follow" });
      expect([page, status]).toEqual([page, 200]);
    }
  });
});
