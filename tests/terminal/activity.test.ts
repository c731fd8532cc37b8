import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { exitCodeOf, terminals } from "../support/terminal.ts";

const shop = terminals("sandbox seed 300");

test.each([
  [
    "a dry run",
    "products update --all --set price=+1 --dry-run --no-pager",
    /Planning… \d+ of 300 rows, [\d.]+\/s, \d/,
  ],
  ["a list", "products list --all --no-pager", /Reading… (\d+ rows, \d+\/s, )?\d/],
  ["an export", "products export out.csv", /(Reading|Exporting)… (\d+ rows, \d+\/s, )?\d/],
  ["an import", "products import prices.csv --key sku --dry-run --no-pager", /(Planning|Reading)… .*\d s/],
])("%s shows its activity on a terminal, and erases it at the end", async (_, line, seen) => {
  writeFileSync(shop.home.path("prices.csv"), "sku,price\nNONE-1,5\n");
  await shop.hold("products.query", { skip: 1 });
  const terminal = shop.onTerminal(line.split(" "), { columns: 100 });
  await terminal.waitFor((screen) => screen.some((text) => seen.test(text)));
  await shop.release();
  await exitCodeOf(terminal);
  expect(terminal.history().join("\n")).not.toMatch(/(Planning|Reading|Exporting|Sending)…/);
  // Nothing of it is in a pipe, and nothing with --quiet.
  const piped = await shop.home.till(line);
  expect(piped.stderr).not.toContain("…");
});
