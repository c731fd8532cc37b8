import { readFileSync, statSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { completion } from "../../src/mirror/prompt.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = createWorld();
  await world.till("sandbox seed demo");
  await world.till("data sync");
});
afterAll(() => world.close());

async function* typed(...lines: string[]): AsyncGenerator<string> {
  for (const line of lines) yield `${line}\n`;
}

test("answers one query after the other, keeps them, and goes on after a mistake", async () => {
  const { stdout, stderr, code } = await world.till("data sql", {
    terminal: true,
    typing: typed(
      ".tables",
      "select nme from products",
      "select count(*) as products from",
      "products where",
      "price_minor > 0",
      "select handle from products where price_minor > :least",
      ".columns collections",
      ".exit",
    ),
  });
  expect(code).toBe(0);
  expect(stdout).toContain("products: One row per product");
  expect(stdout).toMatch(/^products\n +24$/m);
  expect(stdout).toContain("numberOfProducts: products in it");
  expect(stderr).toContain('Did you mean "name"?');
  expect(stderr).toContain("Parameters are not available here");
  expect(stdout).not.toContain("slug\n");
  const history = world.path("till/state/sql-history");
  expect(statSync(history).mode & 0o777).toBe(0o600);
  expect(readFileSync(history, "utf8")).toContain(
    "select count(*) as products from products where price_minor > 0\n",
  );
});

test.each([
  ["select na", "na", ["name"]],
  ["select number, tot", "tot", ["total", "total_minor"]],
  [
    "select * from ord",
    "ord",
    ["order", "order_discounts", "order_items", "order_lines", "order_taxes", "orders"],
  ],
  ["select o.paymentS", "o.paymentS", ["o.paymentStatus"]],
  ["select name from collections where numb", "numb", ["numberOfProducts"]],
])("completes %s", (line, word, expected) => {
  const [matches, completed] = completion(line);
  expect(completed).toBe(word);
  for (const one of expected) expect(matches).toContain(one);
  for (const one of matches) expect(one.toLowerCase().startsWith(word.toLowerCase())).toBe(true);
});
