import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import { extname, join, posix } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findChromium } from "../processes/chromium.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const dist = "site/dist";
const repository = "https://code.example/till";
const installed =
  existsSync("site/node_modules/astro") ||
  spawnSync("npm", ["ci", "--ignore-scripts"], { cwd: "site", stdio: "inherit" }).status === 0;
const executablePath = findChromium();
const types: Record<string, string> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

let server: Server;
let address = "";
let browser: Browser | undefined;
beforeAll(async () => {
  if (!installed) return;
  // Without the variables of the test runner, which are those of a development server.
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, REPOSITORY: repository };
  const built = spawnSync(process.execPath, ["scripts/site.ts"], { encoding: "utf8", env });
  expect(built.status, built.stderr).toBe(0);
  server = createServer((request, response) => {
    const path = join(dist, posix.normalize(decodeURIComponent(new URL(`http://x${request.url}`).pathname)));
    const file = statSync(path, { throwIfNoEntry: false })?.isDirectory() ? join(path, "index.html") : path;
    if (!existsSync(file)) return void response.writeHead(404).end();
    response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" });
    response.end(readFileSync(file));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const at = server.address();
  address = typeof at === "object" && at ? `http://127.0.0.1:${at.port}` : "";
  if (executablePath) browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
});
afterAll(async () => {
  await browser?.close();
  server?.close();
});

test.skipIf(!installed)("every link, anchor and image leads somewhere", () => {
  const pages = globSync("**/*.html", { cwd: dist });
  expect(pages.length).toBeGreaterThan(100);
  const ids = new Map(
    pages.map((page) => {
      const html = readFileSync(join(dist, page), "utf8");
      return [page, new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = ""]) => id))] as const;
    }),
  );
  const broken: string[] = [];
  for (const page of pages) {
    const html = readFileSync(join(dist, page), "utf8");
    for (const [, href = ""] of html.matchAll(/<(?:a\s[^>]*href|img\s[^>]*src)="([^"]+)"/g)) {
      const url = new URL(href.replaceAll("&#38;", "&"), `http://x/${page.replace(/index\.html$/, "")}`);
      if (url.host !== "x") continue;
      const path = decodeURIComponent(url.pathname).slice(1);
      const file = path === "" || path.endsWith("/") ? `${path}index.html` : path;
      const found = ids.get(file);
      const anchor = decodeURIComponent(url.hash.slice(1));
      if (found === undefined ? !existsSync(join(dist, file)) : anchor !== "" && !found.has(anchor))
        broken.push(`${page}: ${href}`);
    }
  }
  expect(broken).toEqual([]);
});

async function withPage(work: (page: Page, requests: string[]) => Promise<void>): Promise<void> {
  const page = await (browser as Browser).newPage();
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  try {
    await work(page, requests);
    expect(requests.filter((url) => !url.startsWith(address) && !url.startsWith("data:"))).toEqual([]);
  } finally {
    await page.close();
  }
}

const noBrowser = !installed || executablePath === undefined;

test.skipIf(noBrowser)("the search finds guides and commands", async () => {
  await withPage(async (page) => {
    await page.goto(address);
    await page.getByRole("button", { name: "Search" }).click();
    await page.getByRole("search").getByRole("textbox").fill("capture payments");
    await page.locator(".pagefind-ui__result-link", { hasText: "capture payments in CI" }).first().click();
    await page.waitForURL(/capture/);
    expect(await page.getByRole("heading", { level: 1 }).textContent()).toContain("apture payments");
  });
});

test.skipIf(noBrowser).each([
  ["exit codes", "reference/exit-codes"],
  ["environment variables", "reference/environment"],
  ["coupon", "reference/coupons"],
  ["playwright", "guides/testing"],
  ["raise prices", "guides/tutorial-prices"],
  ["many sites", "guides/many-sites"],
  ["undo", "guides/undo"],
])("the search for %s answers with %s first, as in the terminal", async (words, first) => {
  await withPage(async (page) => {
    await page.goto(address);
    const found = await page.evaluate<string>(
      `import("/pagefind/pagefind.js").then(async ({ search }) => (await (await search(${JSON.stringify(words)})).results[0].data()).url)`,
    );
    expect(found).toBe(`/${first}/`);
  });
});

test.skipIf(noBrowser)("the header links to the sources", async () => {
  await withPage(async (page) => {
    await page.goto(address);
    expect(await page.getByRole("link", { name: "Source code" }).first().getAttribute("href")).toBe(
      repository,
    );
  });
});

test.skipIf(noBrowser)("a recording is readable on a phone, and scrolls in its own box", async () => {
  await withPage(async (page) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${address}/recordings/`);
    const box = page.locator(".recording").first();
    await box.locator("img").evaluate((image) => (image as unknown as { decode(): Promise<void> }).decode());
    const widths = await box.evaluate((element) => {
      const { scrollWidth, clientWidth } = element as unknown as Record<string, number>;
      return { scrolled: scrollWidth ?? 0, visible: clientWidth ?? 0 };
    });
    expect(widths.visible).toBeLessThanOrEqual(390);
    expect(widths.scrolled).toBeGreaterThanOrEqual(640);
  });
});

test.skipIf(noBrowser)("code with a pipe in a table is one cell, without a backslash", async () => {
  await withPage(async (page) => {
    await page.goto(`${address}/guides/shell/`);
    const row = page.locator("tr", { hasText: "fish" });
    expect(await row.locator("td").last().textContent()).toBe("till config completion fish | source");
  });
});

test.skipIf(noBrowser)("light and dark are chosen by the system and by the reader", async () => {
  await withPage(async (page) => {
    const theme = () => page.locator("html").getAttribute("data-theme");
    await page.emulateMedia({ colorScheme: "dark" });
    await page.goto(`${address}/guides/filters/`);
    expect(await theme()).toBe("dark");
    await page.locator("starlight-theme-select select").first().selectOption("light");
    expect(await theme()).toBe("light");
    await page.reload();
    expect(await theme()).toBe("light");
  });
});

test.skipIf(noBrowser)("the first page shows the recording", async () => {
  await withPage(async (page, requests) => {
    await page.goto(address);
    await page.getByRole("img", { name: "till lists the products" }).waitFor();
    expect(requests).toContain(`${address}/recording.svg`);
  });
});

test.skipIf(noBrowser)("pages can be read with the keyboard, and on a telephone", async () => {
  await withPage(async (page) => {
    await page.goto(`${address}/guides/install/`);
    await page.keyboard.press("Tab");
    expect(await page.locator(":focus").textContent()).toBe("Skip to content");
    await page.setViewportSize({ width: 360, height: 740 });
    expect(
      await page.evaluate("document.documentElement.scrollWidth - window.innerWidth"),
    ).toBeLessThanOrEqual(0);
    expect(await page.locator("h1").count()).toBe(1);
  });
});

test.skipIf(noBrowser)("every page fits a phone and is accessible", async () => {
  const addresses = globSync("**/index.html", { cwd: dist }).map((page) => page.replace(/index\.html$/, ""));
  const findings: unknown[] = [];
  await withPage(async (page) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const check = async (path: string) => {
      await page.goto(`${address}/${path}`);
      // A script of the page lets the keyboard reach code that scrolls, once the page has nothing else to do.
      await page.waitForFunction(
        "[...document.querySelectorAll('.expressive-code pre')].every((one) => one.scrollWidth <= one.clientWidth || one.tabIndex === 0)",
      );
      if (await page.evaluate("document.documentElement.scrollWidth > innerWidth"))
        findings.push([path, "scrolls sideways"]);
      if ((await page.title()) === "" || (await page.locator("h1").count()) !== 1)
        findings.push([path, "has no title"]);
      const { violations } = await page.evaluate<{
        violations: { id: string; impact: string; nodes: { html: string }[] }[];
      }>(`${axe}; axe.run({ resultTypes: ["violations"] })`);
      for (const { id, impact, nodes } of violations)
        if (impact === "serious" || impact === "critical")
          findings.push([path, id, nodes[0]?.html.slice(0, 200)]);
    };
    for (const path of addresses) await check(path);
    // The colors are those of the theme, so that one page of each kind shows them.
    await page.emulateMedia({ colorScheme: "dark" });
    for (const path of ["", "guides/filters/", "reference/products/"]) await check(path);
  });
  expect(findings).toEqual([]);
});
