import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import type { Browser, Page } from "playwright-core";
import { rolldown } from "rolldown";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { defaults } from "../../../../src/sandbox/kernel/defaults.ts";
import { openPage, skipped, workerBrowser } from "../../chromium.ts";
import { createHome } from "../../program.ts";
import { openPagesServer, type PagesServer } from "./pages-server.ts";

/** A folder in which the packages of the official SDK are installed; they are no dependency of the project. */
const sdk = process.env.TILL_WIX_SDK;
const why = sdk === undefined ? " (skipped: TILL_WIX_SDK names no folder with the SDK)" : skipped;

describe.skipIf(why !== "")(`a storefront with the official SDK in the browser${why}`, () => {
  let [browser, script] = [undefined as unknown as Browser, ""];
  let server: PagesServer;
  let app: Server;
  let page: Page;

  beforeAll(async () => {
    browser = await workerBrowser();
    const bundle = await rolldown({
      input: resolve(import.meta.dirname, "sdk-storefront.js"),
      platform: "browser",
      resolve: { modules: [join(sdk ?? "", "node_modules")] },
      logLevel: "silent",
    });
    const { output } = await bundle.generate({ format: "esm" });
    script = output[0].code;
    await bundle.close();
  });
  beforeEach(async () => {
    server = await openPagesServer();
    const config = JSON.stringify({ baseUrl: server.baseUrl, clientId: defaults.clientId });
    app = createServer((request, response) => {
      const isScript = request.url === "/storefront.js";
      response
        .setHeader("content-type", isScript ? "text/javascript" : "text/html")
        .end(
          isScript
            ? script
            : `<output></output><script>window.config = ${config}</script><script type="module" src="/storefront.js"></script>`,
        );
    });
    await new Promise<void>((done) => app.listen(0, "127.0.0.1", done));
    page = await openPage(browser);
    await page.goto(`http://127.0.0.1:${(app.address() as AddressInfo).port}/`);
  });
  afterEach(async () => {
    await page.context().close();
    await new Promise((done) => app.close(done));
    await server.close();
    expect(server.failures).toEqual([]);
  });
  const press = (name: string | RegExp) => page.getByRole("button", { name }).first().click();

  test("sign up, fill a cart, pay, come back with the order, and see it among my orders", async () => {
    await press("login");
    await page.getByRole("link", { name: "Sign up" }).click();
    await page.getByLabel("First name").fill("Ada");
    await page.getByLabel("Email").fill("ada@example.com");
    await page.getByLabel("Password").fill("counting");
    await press("Sign up");
    await page.getByText("Logged in").waitFor();
    await press("buy");
    await page.getByText("You are logged in as ada@example.com.").waitFor();
    await page.getByLabel("Country").fill("US");
    await page.getByLabel(/^State/).fill("US-NY");
    await press("Update delivery");
    await press(/^Pay/);
    await page.waitForURL("**/?thanks=&orderId=*");
    const orderId = new URL(page.url()).searchParams.get("orderId");
    await press("orders");
    await page.getByText(`ada@example.com: ${orderId}`).waitFor();
  });

  test("buy a ticket, get it by email, and check in at the door", async () => {
    await press("tickets");
    await page.getByLabel("First name").fill("Ada");
    await page.getByLabel("Last name").fill("Lovelace");
    await page.getByLabel("Email").fill("ada@example.com");
    await press(/^Pay/);
    await page.waitForURL("**/?thanks=&eventId=*&orderNumber=*");
    const { link, code } = await server.mailTo("ada@example.com");
    await page.goto(link);
    await page.getByRole("img", { name: `Check-in code of ticket ${code}` }).waitFor();
    const home = createHome();
    try {
      const env = { TILL_BASE_URL: server.baseUrl, TILL_API_KEY: defaults.apiKey };
      const done = await home.till(["tickets", "check-in", "raku-night", code], { env });
      expect([done.code, done.stdout]).toEqual([0, expect.stringContaining(code)]);
    } finally {
      home.close();
    }
  });
});
