import { expect, test } from "vitest";
import { codeOf, openTestShop } from "../../support/test-shop.ts";

test("a tip is distributed to the cent, and never more than its amount", async () => {
  const { ok, ask } = openTestShop();
  const { tip } = await ok("POST", "/tips/v1/tips/preview", {
    lineItemInfo: [{ price: "33.35", quantity: 1 }],
    tipChoice: { tipType: "PERCENTAGE", value: "10" },
  });
  expect(tip).toMatchObject({ lineItemSubtotal: "33.35", amount: "3.34" });
  const cents = tip.distributions.map(({ amount }: { amount: string }) => Math.round(Number(amount) * 100));
  expect(cents.reduce((sum: number, one: number) => sum + one)).toBe(334);
  const draftOrderId = "00000000-0000-4000-8000-00000000d001";
  const set = { draftOrderId, tip: { amount: "2.00", distributions: [{ amount: "2.01" }] } };
  expect(codeOf(await ask("POST", "/tips/v1/tips/set", set))).toBe("INVALID_TIP");
  const unknown = { orderId: draftOrderId, tip: { amount: "2.00" } };
  expect(codeOf(await ask("POST", "/tips/v1/tips/set", unknown))).toBe("ORDER_NOT_FOUND");
});

test("there is one default of tip settings, and a preset is at most 100 percent", async () => {
  const { ask, ok } = openTestShop();
  const path = "/tip-settings/v1/tip-settings";
  const post = (presets: object[]) => ask("POST", path, { tipSettings: { presets } });
  expect(codeOf(await post([{ value: 101 }]))).toBe("PRESET_PERCENTAGE_TOO_HIGH");
  expect(
    codeOf(
      await post([
        { value: 1, default: true },
        { value: 2, default: true },
      ]),
    ),
  ).toBe("CANNOT_HAVE_MORE_THAN_ONE_DEFAULT_PRESET");
  expect(codeOf(await ask("POST", `${path}/create-default`, { tipSettings: {} }))).toBe(
    "DEFAULT_SETTINGS_ALREADY_EXISTS",
  );
  const [standard] = (await ok("POST", `${path}/query`, { query: { filter: { default: true } } }))
    .tipSettings;
  expect(codeOf(await ask("DELETE", `${path}/${standard.id}`))).toBe("CANNOT_DELETE_DEFAULT_SETTINGS");
});
