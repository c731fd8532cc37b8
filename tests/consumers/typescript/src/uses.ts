import { test as playwright } from "@playwright/test";
import { ApiError, createClient } from "till-cli/api";
import { openShop, type PaymentOutcome, type TestShop } from "till-cli/testing";
import { useShop } from "till-cli/testing/jest";
import { shopFixture as playwrightFixture } from "till-cli/testing/playwright";
import { shopFixture } from "till-cli/testing/vitest";
import { verifyWebhook } from "till-cli/webhooks";
import { test as vitest } from "vitest";

vitest.extend(shopFixture({ seed: "demo" }))("a fixture of Vitest", async ({ shop }) => {
  const { payload } = await shop.webhooks.next("order_approved");
  const total: string | null | undefined = payload.actionEvent?.body?.order?.priceSummary?.total?.amount;
  // @ts-expect-error: no type of webhook
  await shop.webhooks.next("order_aproved");
  return void total;
});

playwright.extend(playwrightFixture({ catalog: "v3" }))("a fixture of Playwright", async ({ page, shop }) => {
  const { url }: { url: string } = await shop.listen();
  await page.goto(url);
});

const shop: () => TestShop = useShop({ seed: { products: [{ name: "Mug", price: 12 }] } });
const outcome: PaymentOutcome = "DECLINED";
// @ts-expect-error: no outcome of a payment
const wrong: PaymentOutcome = "REFUSED";
const client = createClient({ clientId: "app" });

export async function uses(jwt: string, key: string): Promise<unknown> {
  const opened = await openShop({ seed: "empty" });
  await shop().payments.next(outcome);
  // @ts-expect-error: no call
  await opened.faults.add({ fault: "503", route: "cretaeOrder" });
  const error: unknown = await client.products.get({ id: "1" }).catch((error) => error);
  return [wrong, verifyWebhook(jwt, key), error instanceof ApiError && error.status];
}
