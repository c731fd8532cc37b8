import { expect, test } from "vitest";
import { redirectTargets } from "../../../src/api/services/redirects.ts";
import { openPageShop } from "../support/page-browser.ts";

const callbacks = {
  thankYouPageUrl: "https://shop.example/thanks?a=1&b=2",
  cartPageUrl: "javascript:alert(1)",
};

test.each<[string, object, string]>([
  ["bookingsBook", { resourceId: "5173f0a0-5a9d-4b0c-8a0d-000000000002" }, "The sandbox has no bookings."],
  ["bookingsCheckout", { timezone: "Europe/Berlin" }, "create a redirect session with ecomCheckout"],
  ["paidPlansCheckout", { checkoutData: "plan=7" }, "till sandbox memberships add"],
])("says what the sandbox lacks and what to do instead: %s", async (target, given, sentence) => {
  const shop = await openPageShop();
  const { status, text, body } = await shop.browser.open(await shop.session({ [target]: given, callbacks }));
  expect([status, text]).toEqual([501, expect.stringContaining(sentence)]);
  expect(text).toContain(Object.values(given)[0]);
  expect(body).toContain(`<a href="https://shop.example/thanks?a=1&#38;b=2">thankYouPageUrl</a>`);
  expect(body).not.toContain("javascript:");
});

test("every target of a redirect session has a page", async () => {
  const shop = await openPageShop();
  const id = "5173f0a0-5a9d-4b0c-8a0d-00000000000a";
  const given: Record<string, object> = {
    ecomCheckout: { checkoutId: id },
    eventsCheckout: { reservationId: id, eventSlug: "raku-night" },
    ecomOrderPaymentRequest: { paymentRequestId: id },
    logout: { clientId: "c11e9700-5a9d-4b0c-8a0d-000000000001" },
    storesProduct: { productSlug: "nothing" },
  };
  const statuses: Record<string, number> = {};
  for (const target of redirectTargets.filter((name) => name !== "auth"))
    statuses[target] = (
      await shop.newBrowser().open(await shop.session({ [target]: given[target] ?? {} }))
    ).status;
  expect(statuses).toEqual({
    bookingsBook: 501,
    bookingsCheckout: 501,
    ecomCheckout: 404,
    ecomOrderPaymentRequest: 404,
    eventsCheckout: 404,
    login: 200,
    logout: 200,
    memberAccountPage: 200,
    paidPlansCheckout: 501,
    storesProduct: 404,
  });
});

test("pages run the work that is due, as calls do", async () => {
  const shop = await openPageShop();
  await shop.browser.open(`${shop.pages}/event?slug=raku-night`);
  const ticket = /for="(count-[\w-]+)">Number of tickets: Two bowls/.exec(shop.browser.shown.body)?.[1] ?? "";
  const { url } = await shop.browser.press("Reserve tickets", { [ticket]: "1" });
  shop.tick(21 * 60_000);
  expect((await shop.browser.open(url)).title).toBe("Your reservation has expired");
});
