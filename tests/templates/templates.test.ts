import { describe, expect, test } from "vitest";
import { replayOnShop } from "../e2e/sdk-replay.ts";

/** What public storefront templates send with the official SDK, screen after screen: written from their behavior. */
const templates = {
  commerce: "a Next.js shop: menus and pages of site data, search, recommendations, a cart of API v2",
  ticketing: "a Next.js shop with events: its home page, reserved tickets, buying one product now",
  accounts:
    "a Remix shop with accounts: filters, a cart of API v1 with a coupon, sign-up, profile, my orders",
  rsvp: "an Astro site for events: its list, and RSVPs that its server sends",
};

describe.each(Object.entries(templates))("%s: %s", (name) => {
  const shop = replayOnShop(`tests/templates/${name}.json`);

  test("is redirected to pages that the sandbox serves", async () => {
    for (const [page, address] of Object.entries(shop.known).filter(([key]) => key.endsWith("Page"))) {
      // The page of a checkout that is paid leads back to the storefront.
      const { status } = await fetch(address, { redirect: "manual" });
      expect(status, page).toBeLessThan(400);
    }
  });
});
