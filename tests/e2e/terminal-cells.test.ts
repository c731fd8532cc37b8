import { expect, test } from "vitest";
import { exitCodeOf, terminals } from "./on-terminal.ts";

const shop = terminals("sandbox seed demo");

/** Pastes as terminals do if the program has asked for it. */
const pasted = (text: string) => `\x1b[200~${text}\x1b[201~`;
const right = "\x1b[C";

const row = (screen: readonly string[], name: string) =>
  screen.find((line) => line.includes(name))?.trimEnd() ?? "";

test("values are edited in their cells, reviewed, undone and redone, applied, and the job is undone", async () => {
  const pty = shop.onTerminal(["products"], { columns: 100, rows: 30, env: { TILL_PANE: "false" } });
  await pty.waitFor("1 of 24");
  pty.type(`${right}${right}e`);
  await pty.waitFor("PRICE of Wool Throw: 129.00 USD");
  expect(row(pty.screen(), "Wool Throw ")).toContain("›129.00▏");
  // The cursor moves in the text; an invalid value stays with its reason.
  pty.type("\x1b[H9\x1b[D\x1b[D");
  await pty.waitFor(/›▏9129\.00/);
  pty.type("\x05x\r");
  await pty.waitFor(/price=9129\.00x/);
  expect(row(pty.screen(), "Wool Throw ")).toContain("›9129.00x▏");
  pty.type("\x15140\t");
  await pty.waitFor("STOCK of Wool Throw: 20");
  expect(row(pty.screen(), "Wool Throw ")).toContain("129.00 → 140.00 USD");
  pty.type("25\x1b[B");
  await pty.waitFor("STOCK of Gift Wrapping: in stock");
  pty.type("\x1b[Z+50%\r");
  await pty.waitFor("3 staged edits in 2 rows");
  expect(row(pty.screen(), "Wool Throw ")).toMatch(/^ {2}\* .*129\.00 → 140\.00 USD +20 → 25/);
  expect(row(pty.screen(), "Gift Wrapping ")).toMatch(/^❯ \* .*4\.50 → 6\.75 USD/);
  pty.type("u");
  await pty.waitFor("Undone: price of Gift Wrapping = +50%");
  pty.type("Z");
  await pty.waitFor("Redone: price of Gift Wrapping = +50%");
  pty.type("d");
  await pty.waitFor(/Wool Throw +STOCK +20 +→ 25/);
  expect(row(pty.screen(), "❯")).toMatch(/❯ Wool Throw +PRICE +129\.00 +→ 140\.00 USD/);
  pty.type("jx");
  await pty.waitFor("2 staged edits");
  pty.type("A");
  await pty.waitFor("Apply 3 changes?");
  // The short summary is drawn by ink-table.
  expect(pty.screen().join("\n")).toMatch(/│ change +│ count │/);
  pty.type("y");
  await pty.waitFor(/2 rows, 2 ok\. Press z to undo\./);
  pty.type("u");
  await pty.waitFor("No edit to undo. z undoes the job.");
  pty.type("z");
  await pty.waitFor("Undo 3 changes");
  pty.type("y");
  await pty.waitFor("is undone");
  await pty.waitFor((screen) => row(screen, "Gift Wrapping ").includes("4.50 USD"));
  pty.type("q");
  expect(await exitCodeOf(pty)).toBe(0);
});

test("a column of a spreadsheet is pasted into the rows, and one value into the marked rows", async () => {
  const pty = shop.onTerminal(["products"], { columns: 80, env: { TILL_PANE: "false" } });
  await pty.waitFor("1 of 24");
  pty.type(pasted("qq"));
  await pty.waitFor("To paste values, open a cell first");
  pty.type(`${right}${right}e`);
  await pty.waitFor("PRICE of Wool Throw");
  pty.type(pasted("130.00\r\n5.00\r\n50.00\r\n"));
  await pty.waitFor("Staged: 3 pasted cells.");
  expect(row(pty.screen(), "Espresso Cup")).toContain("48.00 → 50.00 USD");
  pty.type("u");
  await pty.waitFor((screen) => !screen.join("\n").includes("staged edit"));
  pty.type(" j ");
  await pty.waitFor("2 marked");
  pty.type("e");
  await pty.waitFor("PRICE of the 2 marked rows");
  pty.type(pasted("99.00"));
  await pty.waitFor("2 staged edits");
  expect(row(pty.screen(), "Gift Wrapping")).toContain("4.50 → 99.00 USD");
  pty.type("e");
  await pty.waitFor("PRICE of the 2 marked rows");
  pty.type(pasted("1\n2\n3"));
  await pty.waitFor("3 lines were pasted, but 2 rows are marked.");
  pty.type("\x1b");
  await pty.waitFor("enter details");
  pty.type("qq");
  expect(await exitCodeOf(pty)).toBe(0);
  // The terminal no longer marks pastes.
  expect(pty.raw().lastIndexOf("\x1b[?2004l")).toBeGreaterThan(pty.raw().lastIndexOf("\x1b[?2004h"));
});

test("without colour, the selected cell and the editor are marked by characters", async () => {
  const pty = shop.onTerminal(["products"], { columns: 80, env: { TILL_PANE: "false", NO_COLOR: "1" } });
  await pty.waitFor("1 of 24");
  pty.type(`${right}${right}`);
  await pty.waitFor(/❯ +Wool Throw .*› *129\.00 USD/);
  pty.type("h");
  await pty.waitFor(/❯ +Wool Throw +›THROW/);
  pty.type("eBLANKET");
  await pty.waitFor("›BLANKET▏");
  expect(pty.raw()).not.toMatch(/\x1b\[7m/);
  pty.type("\x1b");
  await pty.waitFor("space mark");
  pty.type("q");
  expect(await exitCodeOf(pty)).toBe(0);
});

test("a screen reader hears the cell, its value, the reason of a refusal, and what is staged", async () => {
  const pty = shop.onTerminal(["products"], { env: { INK_SCREEN_READER: "true" } });
  await pty.waitFor("1 of 24");
  pty.type(`${right}${right}e`);
  await pty.waitFor("Editing PRICE of Wool Throw, 129.00 USD: 129.00");
  pty.type("10%\r");
  await pty.waitFor("A percentage needs a sign");
  pty.type("\x15140\t");
  await pty.waitFor("Editing STOCK of Wool Throw, 20: 20");
  await pty.waitFor("PRICE 129.00 USD, staged 140.00 USD");
  pty.type("\x1b");
  await pty.waitFor("Keys: ");
  pty.type("d");
  await pty.waitFor(/ROW Wool Throw, COLUMN PRICE, BEFORE 129\.00, AFTER (→ )?140\.00 USD/);
  pty.type("\x1b");
  await pty.waitFor("Column STOCK: 20");
  pty.type("qq");
  expect(await exitCodeOf(pty)).toBe(0);
});
