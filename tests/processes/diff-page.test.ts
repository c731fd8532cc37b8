import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { createWorld } from "../support/world.ts";
import { openPage, skipped, workerBrowser } from "./chromium.ts";

test.skipIf(skipped !== "")(
  `the page of a diff sorts by a heading and filters by text and number${skipped}`,
  async () => {
    const world = createWorld();
    onTestFinished(() => world.close());
    await world.till("sandbox seed 1200");
    await world.till("products update --filter price>0 --set price=10 --yes");
    const { items } = JSON.parse((await world.till("products list --all --json")).stdout);
    const skus = (items as { sku: string }[]).map(({ sku }) => sku).filter(Boolean);
    const rows = skus.map((sku, n) => `${sku},${n === 3 ? 9 : n === 5 ? 100 : 11}`);
    writeFileSync(world.path("prices.csv"), ["sku,price", ...rows, ""].join("\n"));
    await world.till("products import prices.csv --key sku --dry-run --diff changes.html");

    const page = await openPage(await workerBrowser());
    const problems: unknown[] = [];
    page.on("pageerror", (error) => problems.push(error));
    page.on("console", (message) => problems.push(message.text()));
    await page.goto(pathToFileURL(world.path("changes.html")).href);
    const status = page.getByRole("status");
    const all = skus.length;
    expect(await status.textContent()).toBe(`1000 of ${all} rows, ${all} match`);
    await page.getByRole("button", { name: "Show more" }).click();
    expect(await status.textContent()).toBe(`${all} of ${all} rows`);

    const first = page.locator("tbody tr").first();
    const percent = page.getByRole("button", { name: "%" });
    await percent.click();
    expect(await first.textContent()).toContain("-10%");
    await percent.click();
    expect(await first.textContent()).toContain("+900%");
    expect(await page.getByRole("columnheader", { name: "%" }).getAttribute("aria-sort")).toBe("descending");

    await page.getByLabel("Filter %").fill(">10");
    await page.getByText(`1 of ${all} rows`).waitFor();
    await page.getByLabel("Filter %").fill("");
    await page.getByText(`${all} match`).waitFor();
    await page.getByLabel("Filter SKU").fill((skus[3] ?? "").toLowerCase());
    await page.getByText(`1 of ${all} rows`).waitFor();
    expect(await first.textContent()).toContain("-10%");
    expect(problems).toEqual([]);
  },
);
