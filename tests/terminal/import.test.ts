import { mkdirSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { exitCodeOf, terminals } from "../support/terminal.ts";

const shop = terminals("sandbox seed demo");

test(":import shows files with their first rows, and imports the chosen one", async () => {
  mkdirSync(shop.home.path("lists"));
  writeFileSync(shop.home.path("lists/prices.csv"), "sku,price\nTHROW,139\n");
  writeFileSync(shop.home.path("notes.txt"), "no table at all\n");
  writeFileSync(shop.home.path("picture.png"), "");
  const terminal = shop.onTerminal(["products"], { columns: 80 });
  await terminal.waitFor(/1 of 2\d/);
  terminal.type(":import");
  await terminal.waitFor(/❯ import /);
  terminal.type("\r");
  await terminal.waitFor(
    /Import products: choose a file[\s\S]*❯ notes\.txt +16 B[\s\S]*No table with known columns/,
  );
  expect(terminal.screen().join("\n")).not.toContain("picture");
  terminal.type("k");
  await terminal.waitFor(/❯ (lists|till)\//);
  if (!terminal.screen().some((line) => line.startsWith("❯ lists/"))) terminal.type("k");
  await terminal.waitFor("❯ lists/");
  terminal.type("\r");
  await terminal.waitFor(/❯ prices\.csv[\s\S]*CSV, a list, 2 columns, 1 row[\s\S]*THROW +139/);
  terminal.type("\r");
  await terminal.waitFor(/\$ till products import lists\/prices\.csv[\s\S]*Run this instead/);
  terminal.type("\r");
  await terminal.waitFor("y/N");
  terminal.type("y");
  await terminal.waitFor(/▐Products▌[\s\S]*1 ok/);
  expect((await shop.home.till("products get THROW --jq .price.price")).stdout.trim()).toBe("139");
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
});

test("Esc in the file picker returns to the list, and Ctrl-C quits", async () => {
  const terminal = shop.onTerminal(["products"], {
    columns: 60,
    env: { NO_COLOR: "1", TILL_SYMBOLS: "ascii" },
  });
  await terminal.waitFor("1 of 24");
  terminal.type(":import");
  await terminal.waitFor(/> import /);
  terminal.type("\r");
  await terminal.waitFor("No CSV, Excel or NDJSON files here.");
  terminal.type("\x1b");
  await terminal.waitFor("[Products]");
  terminal.type(":import");
  await terminal.waitFor(/> import /);
  terminal.type("\r");
  await terminal.waitFor("folder above");
  terminal.type("\x03");
  expect(await exitCodeOf(terminal)).toBe(130);
});

test("a file whose name begins with a dash is imported", async () => {
  writeFileSync(shop.home.path("-new.csv"), "sku,price\nTHROW,138\n");
  const terminal = shop.onTerminal(["products"], { columns: 80 });
  await terminal.waitFor(/1 of 2\d/);
  terminal.type(":import");
  await terminal.waitFor(/❯ import /);
  terminal.type("\r");
  await terminal.waitFor(/❯ -new\.csv[\s\S]*THROW +138/);
  terminal.type("\r");
  await terminal.waitFor(/\$ till products import \.\/-new\.csv[\s\S]*Run this instead/);
  terminal.type("\x03");
  await terminal.waitFor("▐Products▌");
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
});
