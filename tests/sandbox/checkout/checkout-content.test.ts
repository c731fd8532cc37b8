import { expect, test } from "vitest";
import { codeOf, openTestShop } from "../../support/test-shop.ts";

const component = "00000000-0000-4000-8000-000000000001";
const store = "215238eb-22a5-4c36-9e7b-e7c08025e04e";

test("returns the texts of the checkout page, in English", async () => {
  const { ok, ask } = openTestShop();
  const path = `/ecom/v1/checkout-content/${store}/${component}`;
  expect((await ok("GET", path)).checkoutContent.placeOrderButton).toBe("Place Order");
  expect(codeOf(await ask("GET", `${path}?languageCode=de`))).toBe("TRANSLATIONS_NOT_FOUND");
  expect(codeOf(await ask("GET", `/ecom/v1/checkout-content/${component}/${component}`))).toBe(
    "REQUIRED_APP_NOT_INSTALLED",
  );
});
