import { mkdirSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { waitFor } from "../support/runs.ts";
import { exitCodeOf, terminals } from "../support/terminal.ts";

const shop = terminals("sandbox seed demo");

/** Waits until the list has the keys again: what was shown over it is gone. */
const closed = (terminal: { screen(): readonly string[] }, text: string) =>
  waitFor(() => expect(terminal.screen().join("\n")).not.toContain(text));

test(":import shows files with their first rows, asks what their columns are, and imports the chosen one over the list", async () => {
  mkdirSync(shop.home.path("lists"));
  writeFileSync(
    shop.home.path("lists/prices.csv"),
    "Code,VK,Regal\nTHROW,139,A1\nWRAP,5,A2\nESP-4,49,B1\nNONE,1,B2\n",
  );
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
  await terminal.waitFor(/❯ prices\.csv[\s\S]*THROW +139/);
  terminal.type("\r");
  await terminal.waitFor(
    /which field is each column\?[\s\S]*❯ Code +(\S+|\(not imported\)) +THROW {2}· {2}WRAP/,
  );
  const choose = async (line: RegExp) => {
    for (let presses = 0; !line.test(terminal.screen().join("\n")); presses++) {
      expect(presses).toBeLessThan(50);
      const before = terminal.screen().join("\n");
      terminal.type("\x1b[C");
      await waitFor(() => expect(terminal.screen().join("\n")).not.toBe(before));
    }
  };
  await choose(/❯ Code +sku /);
  terminal.type("\x1b[B");
  await terminal.waitFor("❯ VK");
  await choose(/❯ VK +price /);
  terminal.type("y");
  await terminal.waitFor(/Copied: till products import lists\/prices\.csv --key sku --map/);
  terminal.type("\r");
  await terminal.waitFor(
    /Skipped: .*"NONE"[\s\S]*THROW[\s\S]*1 invalid[\s\S]*Apply the changes to 3 products\?/,
  );
  expect(terminal.alternateScreen()).toBe(true);
  terminal.type("y");
  await terminal.waitFor(/Job \S+: 4 products, 3 ok, 1 failed/);
  expect((await shop.home.till("products get THROW --jq .price.price")).stdout.trim()).toBe("139");
  await closed(terminal, "Skipped:");
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
});

test("Esc in the file picker returns to the list, as does Ctrl-C", async () => {
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
  await closed(terminal, "files here");
  terminal.type(":import");
  await terminal.waitFor(/> import /);
  terminal.type("\r");
  await terminal.waitFor("folder above");
  terminal.type("\x03");
  await closed(terminal, "folder above");
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
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
  await terminal.waitFor(/Import \.\/-new\.csv: which field[\s\S]*❯ sku +sku +THROW/);
  terminal.type("\x03");
  await terminal.waitFor("Nothing was sent.");
  await closed(terminal, "which field");
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
});
