import { expect, test } from "vitest";
import { openTestShop } from "../../support/test-shop.ts";

test("converts amounts at fixed rates with the currency's digits", async () => {
  const { ok, ask } = openTestShop();
  const convert = "/currency_converter/v1/currencies/amounts/USD/convert";
  const amounts = [{ value: "1999", decimalPlaces: 2 }];
  expect((await ok("POST", `${convert}/JPY`, { amounts })).amounts).toEqual([
    { value: "2999", decimalPlaces: 0 },
  ]);
  expect((await ok("POST", `${convert}/KWD`, { amounts })).amounts).toEqual([
    { value: "6197", decimalPlaces: 3 },
  ]);
  const unknown = await ask("POST", `${convert}/XAU`, { amounts });
  expect([unknown.status, unknown.body.message]).toEqual([400, expect.stringContaining("no rate for XAU")]);
});
