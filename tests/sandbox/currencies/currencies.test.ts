import { expect, test } from "vitest";
import { openTestShop } from "../../support/test-shop.ts";

test("converts amounts at fixed rates with the currency's digits", async () => {
  const { ok } = openTestShop();
  const convert = "/currency_converter/v1/currencies/amounts/USD/convert";
  const amounts = [{ value: "1999", decimalPlaces: 2 }];
  expect((await ok("POST", `${convert}/JPY`, { amounts })).amounts).toEqual([
    { value: "2999", decimalPlaces: 0 },
  ]);
  expect((await ok("POST", `${convert}/KWD`, { amounts })).amounts).toEqual([
    { value: "6197", decimalPlaces: 3 },
  ]);
});
