import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fieldPages } from "../../scripts/field-reference.ts";
import { boundedFields } from "../../src/resources/products/bounds.ts";

const pages = fieldPages();

// If this fails: npm run docs
test.each(Object.entries(pages))("docs/reference/%s, which guides link to, is current", (name, text) => {
  expect(readFileSync(`docs/reference/${name}`, "utf8")).toBe(text);
});

test("the page of product fields says where each field can be used", () => {
  expect(pages["product-fields.md"]).toContain(
    "| `price` | price before discount | money | yes | yes | yes | yes | v1 | yes |",
  );
});

test("the page of findings has three severities, the worst first", () => {
  const order = ["high", "medium", "low"];
  const severities = [...(pages["findings.md"] ?? "").matchAll(/\| (high|medium|low) \|/g)].map(
    ([, one]) => one,
  );
  expect(severities.length).toBeGreaterThan(10);
  expect([...new Set(severities)]).toEqual(order);
});

test("the page of SQL tables has each column with its unit", () => {
  expect(pages["sql-tables.md"]).toContain("| `price_minor` | INTEGER | minor units, such as cents |");
});

test("the page of bounds has every product field, as the schemas have them", () => {
  for (const field of Object.keys(boundedFields))
    expect(pages["bounds.md"]).toMatch(new RegExp(`^\\| ${field}\\b`, "m"));
  expect(pages["bounds.md"]).toContain("| name | v1, v3 | 1 to 80 characters |");
  expect(pages["bounds.md"]).toContain("| stock | v1, v3 | 0 to 99999, a whole number |");
});

test("the page of a worker's log has the fields of every event", () => {
  expect(pages["worker-log.md"]).toContain("| `site.paused` | `site`, `profile`, `code`, `message` |");
  expect(pages["worker-log.md"]).toContain(
    "| `webhook.delivered`, `webhook.dropped` | `webhook`, `type`, `entity`, `url`, `attempt`, `ms`, `status` |",
  );
});
