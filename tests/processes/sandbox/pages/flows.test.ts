import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { defaults } from "../../../../src/sandbox/kernel/defaults.ts";
import { shopApp } from "../../../sandbox/support/visitor-shop.ts";
import { openPage, skipped, workerBrowser } from "../../chromium.ts";
import { createHome } from "../../program.ts";
import { openPagesServer, type PagesServer } from "./pages-server.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** A phone; the narrowest that pages must fit. */
const phone = { width: 360, height: 740 };

describe.skipIf(skipped !== "")(`the pages of a storefront in a browser${skipped}`, () => {
  let browser: Browser;
  let server: PagesServer;
  let pages: string;
  const open: BrowserContext[] = [];

  beforeAll(async () => {
    browser = await workerBrowser();
  });
  beforeEach(async () => {
    server = await openPagesServer();
    pages = `${server.baseUrl}/__till/pages`;
  });
  afterEach(async () => {
    for (const context of open.splice(0)) await context.close();
    await server.close();
    expect(server.failures).toEqual([]);
  });
  const newPage = async (options: Parameters<Browser["newContext"]>[0] = {}): Promise<Page> => {
    const page = await openPage(browser, { viewport: phone, ...options });
    open.push(page.context());
    return page;
  };
  const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();
  const heading = (page: Page) => page.getByRole("heading", { level: 1 }).textContent();
  const mira = { email: "mira@example.com", password: "till-demo-1" };
  const logIn = async (page: Page) => {
    await page.getByLabel("Email").fill(mira.email);
    await page.getByLabel("Password").fill(mira.password);
    await page.getByRole("main").getByRole("button", { name: "Log in" }).click();
  };

  test("without scripts: sign up, fill a cart, pay, come back with the order, and see it among my orders", async () => {
    const page = await newPage({ javaScriptEnabled: false });
    const { products } = await server.post("/stores-reader/v1/products/query", {
      query: { filter: JSON.stringify({ slug: "stoneware-mug" }) },
    });
    await page.goto(
      (await server.session({ login: {}, callbacks: { postFlowUrl: server.callback } })).fullUrl,
    );
    await page.getByRole("link", { name: "Sign up" }).click();
    await page.getByLabel("First name").fill("Ada");
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByLabel("Password").fill("counting");
    await press(page, "Sign up");
    await page.waitForURL(server.callback);

    const catalogReference = {
      appId: shopApp,
      catalogItemId: products[0].id,
      options: { options: { Colour: "Oat" } },
    };
    await server.post("/ecom/v1/carts/current/add-to-cart", {
      lineItems: [{ catalogReference, quantity: 2 }],
    });
    const { checkoutId } = await server.post("/ecom/v1/carts/current/create-checkout", {
      channelType: "WEB",
    });
    const session = await server.session({
      ecomCheckout: { checkoutId },
      callbacks: { thankYouPageUrl: server.callback, postFlowUrl: server.callback },
    });
    await page.goto(session.fullUrl);
    // The browser is logged in on every page.
    await page.getByText("You are logged in as ada@example.com.").waitFor();
    await page.getByLabel("Country").fill("US");
    await page.getByLabel(/^State/).fill("US-NY");
    await press(page, "Update delivery");
    await page.getByLabel(/^Express/).check();
    await page.getByLabel(/4242/).check();
    await page.getByRole("button", { name: /^Pay/ }).dblclick();
    // The second click ends the navigation of the first, which waitForURL takes for a failure.
    await expect.poll(() => page.url()).toContain(`${server.callback}?orderId=`);
    await page.waitForLoadState();
    const orderId = new URL(page.url()).searchParams.get("orderId");
    const { orders } = await server.post("/ecom/v1/orders/search", { search: {} }, defaults.apiKey);
    const own = orders.filter((order: { checkoutId?: string }) => order.checkoutId === checkoutId);
    expect(own).toMatchObject([{ id: orderId, buyerInfo: { email: "ada@example.com" } }]);

    await page.goto((await server.session({ memberAccountPage: { section: "ORDERS" } })).fullUrl);
    expect(await heading(page)).toBe("My orders");
    await page.getByRole("heading", { name: `Order ${own[0].number}` }).waitFor();
    await page.goBack();
    await page.goBack();
    expect(page.url()).toContain(`orderId=${orderId}`);
  });

  test("without scripts: buy tickets, get them by email, and check in at the door", async () => {
    const page = await newPage({ javaScriptEnabled: false });
    await page.goto(`${pages}/event?slug=raku-night`);
    await page.getByLabel("Number of tickets: Two bowls").selectOption("2");
    await press(page, "Reserve tickets");
    await page.getByLabel("First name").fill("Ada");
    await page.getByLabel("Last name").fill("Lovelace");
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByLabel("Coupon").fill("WELCOME10");
    await press(page, "Apply coupon");
    await page.getByLabel(/3155/).check();
    await press(page, "Pay $122.40");
    await press(page, "Confirm payment");
    expect(await heading(page)).toBe("Thank you! See you soon");
    const { link, code } = await server.mailTo("ada@example.com");
    await page.goto(link);
    await page.getByRole("img", { name: `Check-in code of ticket ${code}` }).waitFor();

    const home = createHome();
    try {
      const env = { TILL_BASE_URL: server.baseUrl, TILL_API_KEY: defaults.apiKey };
      const done = await home.till(["tickets", "check-in", "raku-night", code, "--yes"], { env });
      expect([done.code, done.stdout]).toEqual([0, expect.stringContaining(code)]);
    } finally {
      home.close();
    }
    await page.reload();
    const ticket = page.getByRole("article", { name: `Ticket ${code}` });
    expect(await ticket.getByRole("definition").allTextContents()).toContain("Yes");
  });

  /** Returns the findings of axe, whatever their impact, and whether the page scrolls sideways. */
  async function findings(page: Page): Promise<unknown> {
    await page.evaluate(axe);
    const found = await page.evaluate<{ id: string; nodes: { html: string }[] }[]>(
      "axe.run().then(({ violations }) => violations)",
    );
    const violations = found.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html)]);
    return { violations, isWide: await page.evaluate("document.documentElement.scrollWidth > innerWidth") };
  }
  const nothing = { violations: [], isWide: false };

  test.each(["light", "dark"] as const)(
    "every page is accessible and fits a phone (%s)",
    async (colorScheme) => {
      const page = await newPage({ colorScheme });
      const all: Record<string, unknown> = {};
      const check = async (name: string) => {
        all[name] = await findings(page);
      };
      const go = async (name: string, path: string) => {
        await page.goto(path.startsWith("http") ? path : pages + path);
        await check(name);
      };
      const fullUrl = async (request: object) => (await server.session(request)).fullUrl;
      await go("home", "/home");
      await go("login", "/login");
      await go("sign-up", "/login?view=signup");
      await press(page, "Sign up").catch(() => undefined);
      await go("recovery", "/login?view=recover");
      await go("consent login", (await server.login({ prompt: "consent" })).url);
      await logIn(page);
      await check("consent");
      await go("select account", (await server.login({ prompt: "select_account" })).url);
      for (const section of ["profile", "orders", "tickets", "events", "subscriptions", "addresses"])
        await go(`account ${section}`, `/account?section=${section}`);
      await go("product", "/product?slug=stoneware-mug");
      await page.getByLabel("Colour").selectOption("Oat");
      await press(page, "Add to cart");
      await check("cart");
      await press(page, "Check out");
      await check("checkout");
      await page.getByLabel("Country").fill("US");
      await page.getByLabel(/^State/).fill("US-NY");
      await page.getByLabel("Coupon").fill("NOPE");
      await press(page, "Update total");
      await check("checkout with an error");
      await page.getByLabel("Coupon").fill("");
      await page.getByLabel(/3155/).check();
      await press(page, /^Pay/);
      await check("bank");
      await press(page, "Reject payment");
      await check("declined");
      await page.getByLabel(/Bank transfer/).check();
      await press(page, /^Pay/);
      await check("thanks");
      await go("event with tickets", "/event?slug=raku-night");
      await page.getByLabel("Number of tickets: Onlooker").selectOption("1");
      await press(page, "Reserve tickets");
      await check("ticket checkout");
      await page.getByLabel("Email").fill("ada@example");
      await press(page, /^Pay/);
      await check("ticket checkout with an error");
      await page.getByLabel("Email").fill("ada@example.com");
      await press(page, /^Pay/);
      await check("ticket order");
      await page.getByRole("link", { name: "Open this ticket alone" }).click();
      await check("ticket");
      await go("event with RSVPs", "/event?slug=studio-open-day");
      await page.getByLabel("Email").fill("mira.l@example.com");
      await press(page, "RSVP");
      await check("rsvp");
      await go("schedule", "/schedule?slug=studio-open-day");
      await go("not emulated", await fullUrl({ bookingsBook: { resourceId: defaults.siteId } }));
      await go("not found", "/product?slug=nothing");
      await go("logged out", await fullUrl({ logout: { clientId: defaults.clientId } }));
      expect(all).toEqual(Object.fromEntries(Object.keys(all).map((name) => [name, nothing])));
    },
  );
});
