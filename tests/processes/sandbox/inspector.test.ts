import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { brotliCompressSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inspectorCode } from "../../../scripts/inspector.ts";
import { shopImage } from "../../../src/library/shop-image.ts";
import { defaults } from "../../../src/sandbox/kernel/defaults.ts";
import { openStore, type Store } from "../../../src/sandbox/kernel/store.ts";
import { type ServedStore, serveStore } from "../../../src/sandbox/server/server.ts";
import { openPage, skipped, workerBrowser } from "../chromium.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let store: Store;
let served: ServedStore;
const failures: unknown[] = [];
beforeEach(async () => {
  store = openStore(":memory:", { image: shopImage({}, "http://127.0.0.1") });
  failures.length = 0;
  served = await serveStore({ store, port: 0, onError: (error) => failures.push(error) });
});
afterEach(async () => {
  await served.close();
  store.close();
  expect(failures).toEqual([]);
});

/** Makes an API call as the shop's admin. */
async function ask(method: string, path: string, body?: object): Promise<Response> {
  const headers = { authorization: defaults.apiKey, "content-type": "application/json" };
  return await fetch(served.baseUrl + path, { method, headers, body: body && JSON.stringify(body) });
}

const mug = { product: { name: "Egg cup", productType: "physical", priceData: { price: 8.5 } } };

test("the page is a bundle of at most 150 kB as it is shipped, without data and without the token", async () => {
  const { script } = await inspectorCode();
  expect(brotliCompressSync(script).length).toBeLessThan(150_000);
  for (const path of ["/", "/__till", "/__till/", "/@worker-1/", "/@worker-1/__till"]) {
    const response = await fetch(served.baseUrl + path);
    const html = await response.text();
    expect([path, response.status, html.includes("<title>till sandbox</title>")]).toEqual([path, 200, true]);
    expect(html).not.toContain(served.controlToken);
    expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  }
  const foreign = await fetch(served.baseUrl, { headers: { origin: "https://example.com" } });
  expect(foreign.status).toBe(403);
});

test("control calls of the page are not in the log", async () => {
  const headers = { "x-till-control": served.controlToken };
  await fetch(`${served.baseUrl}/__till/status`, { headers: { ...headers, "x-till-quiet": "1" } });
  await fetch(`${served.baseUrl}/__till/status`, { headers });
  await ask("GET", "/stores/v1/products/nothing?x=1");
  await fetch(`${served.baseUrl}/stores/v1/other`, { headers: { "x-till-quiet": "1" } });
  expect(store.log.read({ limit: 10 }).map(({ path }) => path)).toEqual([
    "/__till/status",
    "/stores/v1/products/nothing",
    "/stores/v1/other",
  ]);
});

describe.skipIf(skipped !== "")(`the inspector in a browser${skipped}`, () => {
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];
  beforeAll(async () => {
    browser = await workerBrowser();
  });
  beforeEach(async () => {
    page = await openPage(browser);
    complaints.length = 0;
    page.on("console", (message) => {
      if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
        complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(error.message));
  });
  afterEach(async () => {
    await page.context().close();
    expect(complaints).toEqual([]);
  });

  const row = (name: RegExp) => page.getByRole("button", { name });
  const open = async (title: string) =>
    await page.getByRole("navigation").getByRole("button", { name: title }).click();
  const showsText = async (text: string) => await page.getByText(text).first().waitFor();

  test("asks for the token unless the link has it, and removes it from the address", async () => {
    await page.goto(served.baseUrl);
    await page.getByLabel("Control token").fill("wrong token of the sandbox");
    await page.getByRole("button", { name: "Open" }).click();
    await page.getByRole("alert").waitFor();
    await page.getByLabel("Control token").fill(served.controlToken);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Requests" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Requests" }).waitFor();

    const other = await openPage(browser);
    await other.goto(served.inspector);
    await other.getByRole("heading", { name: "Requests" }).waitFor();
    expect(other.url()).toBe(`${served.baseUrl}/__till`);
    await other.context().close();
  });

  test("shows requests as they arrive, with the events and webhooks that they caused", async () => {
    await page.goto(served.inspector);
    await showsText("No requests yet");
    await ask("POST", "/stores/v1/products", mug);
    await ask("GET", "/stores-reader/v1/products/00000000-0000-4000-8000-000000000001");
    await row(/^POST \/stores\/v1\/products/).click();
    await showsText("products.create");
    const event = page
      .getByRole("group")
      .filter({ hasText: /product_?created/i })
      .first();
    await event.locator("summary").first().click();
    await event.getByRole("button", { name: "Show the signed webhook" }).click();
    await event.getByText(/^eyJ/).waitFor();

    await page.getByLabel("Filter").fill("get 4xx");
    await showsText("1 request");
    expect(await row(/^POST/).count()).toBe(0);
    await page.getByLabel("Filter").fill("no such thing");
    await showsText("No request matches.");
    await page.getByLabel("Filter").fill("");

    await row(/^POST \/stores/).click();
    await page.getByRole("button", { name: "Send again" }).click();
    await page
      .getByRole("status")
      .filter({ hasText: /Sent again|new request/ })
      .waitFor();
    await showsText("3 requests");
  });

  test("the keyboard reaches every request with the arrow keys", async () => {
    await page.goto(served.inspector);
    for (const path of ["/one", "/two", "/three"]) await ask("GET", path);
    await row(/three/).waitFor();
    await row(/three/).focus();
    await page.keyboard.press("ArrowDown");
    await page.getByRole("heading", { name: "GET /two" }).waitFor();
    await page.keyboard.press("End");
    await page.getByRole("heading", { name: "GET /one" }).waitFor();
    expect(await page.locator("tbody button[tabindex='0']").count()).toBe(1);
  });

  test("shows what the shop stores, without passwords", async () => {
    await page.goto(served.inspector);
    await open("State");
    await page.getByLabel("Contains").fill("wool throw");
    await row(/^Wool Throw$/).click();
    await page.getByRole("heading", { name: "Wool Throw" }).waitFor();
    for (const [option, name] of [
      ["orders", /^10\d+$/],
      ["members", /^mira@example\.com$/],
    ] as const) {
      await page.getByLabel("Contains").fill("");
      await page.getByLabel("Show").selectOption(option);
      await row(name).first().click();
    }
    await showsText("[redacted]");
  });

  test("moves the clock, sets the next payment and adds faults", async () => {
    await page.goto(served.inspector);
    const before = store.now().getTime();
    await page.getByRole("button", { name: "Advance by 7 days" }).click();
    await showsText("ahead of this computer");
    expect(store.now().getTime() - before).toBeGreaterThanOrEqual(7 * 24 * 3600 * 1000);
    await page.getByLabel("Stop at").fill("2030-05-01T18:30");
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await showsText("stopped");
    expect(store.now().toISOString()).toBe("2030-05-01T18:30:00.000Z");
    await page.getByRole("button", { name: "Declined" }).click();
    await page.getByRole("button", { name: "Declined", pressed: true }).waitFor();

    await page.getByRole("combobox", { name: "Fault" }).selectOption("500");
    await page.getByLabel("Route").fill("cretaeProduct");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("status").filter({ hasText: "is in no call's name or path" }).waitFor();
    await page.getByLabel("Route").fill("products.create");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("listitem").filter({ hasText: "500 on products.create, 1 call" }).waitFor();
    expect((await ask("POST", "/stores/v1/products", mug)).status).toBe(500);
    await showsText("No faults.");
  });

  test("shows mail, and deletes it", async () => {
    await page.goto(served.inspector);
    await open("Mail");
    await showsText("No messages yet.");
    const redirect = { url: "https://shop.example/login", clientId: defaults.clientId };
    const recovery = { email: "mira@example.com", redirect, language: "en" };
    expect((await ask("POST", "/_api/iam/recovery/v1/send-email", recovery)).status).toBe(200);
    await row(/password/i).click();
    await page.getByRole("definition").filter({ hasText: "mira@example.com" }).waitFor();
    await page.getByRole("button", { name: "Delete all" }).click();
    await showsText("No messages yet.");
  });

  test("a branch has a page of its own", async () => {
    const branch = `${served.baseUrl}/@worker-1`;
    const add = await fetch(`${branch}/stores/v1/products`, {
      method: "POST",
      headers: { authorization: defaults.apiKey },
      body: JSON.stringify(mug),
    });
    expect(add.status).toBe(200);
    await page.goto(served.inspector.replace("/__till", "/@worker-1/__till"));
    await showsText(branch);
    await row(/^POST/).waitFor();
    await open("State");
    await row(/^Egg cup$/).waitFor();
    await page.goto(served.inspector);
    await showsText("No requests yet");
  });

  test.each(["light", "dark"] as const)(
    "has no accessibility problems in the %s scheme",
    async (colorScheme) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 320, height: 640 });
      const problems = async () => {
        // A script would break the page's own policy; the debugger is not bound by it.
        const found = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
          `${axe}; axe.run()`,
        );
        return found.violations.map(({ id, nodes }) => [id, nodes[0]?.html]);
      };
      await page.goto(served.baseUrl);
      await page.getByLabel("Control token").waitFor();
      expect(await problems()).toEqual([]);
      await page.goto(served.inspector);
      await page.reload();
      await ask("POST", "/stores/v1/products", mug);
      await row(/^POST/).click();
      await showsText("products.create");
      expect(await problems()).toEqual([]);
      for (const title of ["State", "Events", "Mail"]) {
        await open(title);
        await page.getByRole("heading", { name: title }).waitFor();
        expect([title, await problems()]).toEqual([title, []]);
      }
      // Nothing is wider than a phone.
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(320);
    },
  );
});
