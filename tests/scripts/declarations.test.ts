import { expect, test } from "vitest";
import { declarations } from "../../scripts/declarations.ts";
import { topics } from "../../src/api/contract/topics.ts";
import { walk } from "../../src/api/endpoint.ts";
import { services } from "../../src/api/services/all.ts";

const written = await declarations();

test("the library's declarations cover every call and import no other package but Playwright", () => {
  const shop = written["shop.d.cts"] ?? "";
  const calls = [...walk(services)];
  expect(shop.match(/\): Promise</g)).toHaveLength(calls.length);
  for (const [name, { summary }] of calls) {
    const method = name.split(".")[1];
    expect(shop, name).toContain(`  /** ${summary}. */\n  ${method}(`);
  }
  for (const [file, text] of Object.entries(written)) {
    const imports = [...text.matchAll(/from "([^"]+)"/g)];
    // Who uses the fixture for Playwright has Playwright.
    for (const [, from] of imports.filter(([, name]) => name !== "@playwright/test"))
      expect(Object.keys(written), file).toContain(from?.replace(/^\.\/(.+)\.cjs$/, "$1.d.cts"));
  }
  expect(/: any\b|<any\b/.test(shop)).toBe(false);
  expect(shop.length).toBeLessThan(600_000);
  expect(written["testing-vitest.d.cts"]).not.toContain("playwright");
  const webhooks = written["webhook-payloads.d.cts"] ?? "";
  for (const { type } of topics) expect(webhooks).toContain(`  "${type}": `);
  expect(webhooks).not.toMatch(/: Date\b/);
});

test("times are Dates, enums list their values, and required inputs are required", () => {
  const shop = written["shop.d.cts"] ?? "";
  expect(shop).toMatch(/interface Product \{ [^\n]*lastUpdated\?: Date \| null/);
  expect(shop).toContain('export type ProductType = "unspecified_product_type" | "physical" | "digital"');
  expect(shop).toMatch(/ {2}query\(\): QueryBuilder<Product>;/);
  expect(shop).toMatch(/ {2}query\(input: \{ query\?: Query \| null/);
  expect(shop).toMatch(/ {2}get\(input: \{ id\?: string/);
});
