import { expect, test } from "vitest";
import { openDemoShop } from "../../support/demo-sandbox.ts";

test("amounts are converted at fixed rates, with the digits of the currency", async () => {
  const { ok } = await openDemoShop();
  const convert = "/currency_converter/v1/currencies/amounts/USD/convert";
  const amounts = [{ value: "1999", decimalPlaces: 2 }];
  expect((await ok("POST", `${convert}/JPY`, { amounts })).amounts).toEqual([
    { value: "2999", decimalPlaces: 0 },
  ]);
  expect((await ok("POST", `${convert}/KWD`, { amounts })).amounts).toEqual([
    { value: "6197", decimalPlaces: 3 },
  ]);
});
