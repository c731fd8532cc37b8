import type { Browser, Page } from "playwright-core";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { defaults } from "../../../../src/sandbox/kernel/defaults.ts";
import { newYork, shopApp } from "../../../sandbox/support/visitor-shop.ts";
import { openPage, skipped, workerBrowser } from "../../chromium.ts";
import { openPagesServer, type PagesServer } from "./pages-server.ts";

const current = "/ecom/v1/carts/current";

describe.skipIf(skipped !== "")(`the checkout page in a browser${skipped}`, () => {
  let browser: Browser;
  let server: PagesServer;
  let page: Page;
  let visitor: { authorization: string };
  const complaints: string[] = [];

  beforeAll(async () => {
    browser = await workerBrowser();
  });
  beforeEach(async () => {
    server = await openPagesServer();
    const grant = { clientId: defaults.clientId, grantType: "anonymous" };
    visitor = { authorization: (await server.post("/oauth2/token", grant)).access_token };
    page = await openPage(browser, { viewport: { width: 320, height: 640 } });
    complaints.length = 0;
    page.on("console", (message) => {
      if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
        complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
  });
  afterEach(async () => {
    await page.context().close();
    await server.close();
    expect([complaints, server.failures]).toEqual([[], []]);
  });

  /** Opens the page of a checkout with two mugs and returns the checkout id. */
  async function open(
    request: object = { shippingAddress: newYork, email: "ada@example.com" },
  ): Promise<string> {
    const query = { query: { filter: { slug: "stoneware-mug" } } };
    const { products } = await server.post(
      "/stores-reader/v1/products/query-platformized",
      query,
      defaults.apiKey,
    );
    const options = { options: { Colour: "Oat" } };
    const catalogReference = { appId: shopApp, catalogItemId: products[0].id, options };
    const lineItems = [{ catalogReference, quantity: 2 }];
    await server.post(`${current}/add-to-cart`, { lineItems }, visitor.authorization);
    const requests = { channelType: "WEB", ...request };
    const { checkoutId } = await server.post(`${current}/create-checkout`, requests, visitor.authorization);
    const url = `${server.baseUrl}/ecom/v1/checkouts/${checkoutId}/checkout-url`;
    const { checkoutUrl } = (await (await fetch(url, { headers: visitor })).json()) as {
      checkoutUrl: string;
    };
    await page.goto(checkoutUrl);
    return checkoutId;
  }
  const pay = async (way: RegExp) => {
    await page.getByLabel(way).check();
    await page.getByRole("button", { name: /^Pay/ }).click();
  };
  const total = async () => await page.getByRole("row", { name: /^Total/ }).textContent();

  test("shows items and totals, and accepts a test card", async () => {
    await open();
    await expect(page.title()).resolves.toBe("Checkout - till sandbox");
    expect(await page.getByRole("row", { name: /Stoneware Mug, Oat/ }).textContent()).toContain("$48.00");
    expect(await total()).toContain("$60.10");
    await pay(/4242/);
    await expect(page.getByRole("heading", { level: 1 }).textContent()).resolves.toBe("Thank you");
    expect(await page.getByRole("definition").allTextContents()).toEqual([
      expect.stringMatching(/^\d{5}$/),
      "$60.10",
      "PAID",
      "APPROVED",
    ]);
    await page.goBack();
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 }).textContent()).resolves.toBe("Thank you");
  });

  test("selects the outcome set for the next payment, once", async () => {
    await server.post("/__till/next-payment", { outcome: "DECLINED" });
    await open();
    expect(await page.getByLabel(/declined/).isChecked()).toBe(true);
    await page.getByRole("button", { name: /^Pay/ }).click();
    expect(await page.getByRole("alert").textContent()).toContain("was declined");
    await pay(/4242/);
    await expect(page.getByRole("heading", { level: 1 }).textContent()).resolves.toBe("Thank you");
    await open();
    expect(await page.getByLabel(/4242/).isChecked()).toBe(true);
  });

  test("shows that a card was declined, and accepts another one", async () => {
    await open();
    await pay(/declined/);
    expect(await page.getByRole("alert").textContent()).toBe("The payment of 60.10 USD was declined.");
    expect(await page.getByLabel(/declined/).isChecked()).toBe(true);
    await pay(/4242/);
    expect(await page.getByRole("definition").allTextContents()).toContain("PAID");
  });

  test.each([
    [/captured later/, ["NOT_PAID", "APPROVED"]],
    [/Pay offline/, ["NOT_PAID", "APPROVED"]],
    [/stays pending/, ["PENDING", "PENDING"]],
  ])("%s", async (way, statuses) => {
    await open();
    await pay(way);
    expect((await page.getByRole("definition").allTextContents()).slice(2)).toEqual(statuses);
  });

  test("asks for address, delivery and coupon, and shows errors", async () => {
    await open({});
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByLabel(/^Country/).fill("US");
    await page.getByLabel(/^State/).fill("US-NY");
    await page.getByLabel("City").fill("New York");
    await page.getByLabel("Coupon").fill("NOPE");
    await page.getByRole("button", { name: "Update total" }).click();
    expect(await page.getByRole("alert").textContent()).toBe('There is no coupon "NOPE".');
    await page.getByLabel("Coupon").fill("WELCOME10");
    await page.getByRole("button", { name: "Update total" }).click();
    expect(await total()).toContain("$54.84");
    await page.getByLabel(/^Express/).check();
    await page.getByRole("button", { name: "Update total" }).click();
    expect(await page.getByRole("row", { name: /^Delivery/ }).textContent()).toContain("$14.90");
    await pay(/4242/);
    expect(await page.getByRole("definition").allTextContents()).toContain("PAID");
  });

  test("opens from a redirect session and leads to the thank-you page with the order ID", async () => {
    const checkoutId = await open();
    const { redirectSession } = await server.post(
      "/_api/redirects-api/v1/redirect-session",
      { ecomCheckout: { checkoutId }, callbacks: { thankYouPageUrl: server.callback } },
      visitor.authorization,
    );
    await page.goto(redirectSession.fullUrl);
    await pay(/4242/);
    await page.waitForURL(`${server.callback}?orderId=*`);
  });
});
