import { test as base, expect } from "@playwright/test";
import { shopFixture } from "till-cli/testing/playwright";
import { startSite } from "./site.js";

const test = base.extend(shopFixture({ seed: { products: [{ name: "Glazed mug", price: 24, stock: 3 }] } }));

/** Buys a mug on the page and pays on the hosted checkout. */
async function buy(page) {
  await page.getByRole("button", { name: "Buy Glazed mug" }).click();
  await page.getByLabel("Email").fill("ada@example.com");
  await page.getByLabel("Country").fill("PT");
  await page.getByLabel("City").fill("Lisboa");
  await page.getByLabel("Postal code").fill("1100-148");
  await page.getByLabel("Street").fill("Rua Augusta 12");
  await page.getByRole("button", { name: "Pay" }).click();
}

test("a buyer pays on the hosted checkout and comes back", async ({ shop, page }) => {
  const { url: api } = await shop.listen();
  const site = await startSite({ api, clientId: shop.clientId });
  try {
    await page.goto(site.url);
    await buy(page);
    await page.getByRole("link", { name: "Back to the shop" }).click();
    await expect(page.getByRole("heading", { name: "Thank you!" })).toBeVisible();
  } finally {
    site.close();
  }
  const { payload } = await shop.webhooks.next("order_approved");
  expect(payload.actionEvent.body.order.buyerInfo.email).toBe("ada@example.com");
});

test("a declined payment keeps the buyer on the checkout", async ({ shop, page }) => {
  const { url: api } = await shop.listen();
  const site = await startSite({ api, clientId: shop.clientId });
  try {
    await shop.payments.next("DECLINED");
    await page.goto(site.url);
    await buy(page);
    await expect(page.getByRole("alert")).toContainText("declined");
  } finally {
    site.close();
  }
  const { orders } = await shop.client.asAdmin().orders.search({ search: {} });
  expect(orders).toEqual([]);
});
