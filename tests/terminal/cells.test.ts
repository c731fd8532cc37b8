import { expect, test } from "vitest";
import { exitCodeOf, terminals } from "../support/terminal.ts";

const shop = terminals("sandbox seed demo");

/** Pastes as terminals do if the program has asked for it. */
const pasted = (text: string) => `\x1b[200~${text}\x1b[201~`;
const right = "\x1b[C";

const row = (screen: readonly string[], name: string) =>
  screen.find((line) => line.includes(name))?.trimEnd() ?? "";

test("values are edited in their cells, reviewed, undone and redone, applied, and the job is undone", async () => {
  const terminal = shop.onTerminal(["products"], { columns: 100, rows: 30, env: { TILL_PANE: "false" } });
  await terminal.waitFor("1 of 24");
  terminal.type(`${right}${right}e`);
  // Its variants have different prices: there is no text to begin with.
  await terminal.waitFor("PRICE of Wool Throw: 129.00–139.00 USD");
  expect(row(terminal.screen(), "Wool Throw ")).toMatch(/THROW +▏/);
  // The cursor moves in the text; an invalid value stays with its reason.
  terminal.type("129.00\x1b[H9\x1b[D\x1b[D");
  await terminal.waitFor(/THROW +▏9129\.00/);
  terminal.type("\x05x\r");
  await terminal.waitFor(/Not a price: "9129\.00x"\. Examples: 120, \+10%, -5\. Press Esc to cancel\./);
  expect(row(terminal.screen(), "Wool Throw ")).toContain(" 9129.00x▏");
  terminal.type("\x15140");
  await terminal.waitFor("PRICE of Wool Throw: 129.00–139.00 → 140.00 USD for all 3 variants");
  terminal.type("\t");
  await terminal.waitFor("STOCK of Wool Throw: 20");
  expect(row(terminal.screen(), "Wool Throw ")).toContain("→ 140.00 USD");
  terminal.type("25\x1b[B");
  await terminal.waitFor("STOCK of Gift Wrapping: in stock");
  terminal.type("\x1b[Z+50%\r");
  await terminal.waitFor("3 staged edits in 2 rows");
  expect(row(terminal.screen(), "Wool Throw ")).toMatch(/^ {2}\* .* → 140\.00 USD +20 → 75 /);
  expect(row(terminal.screen(), "Gift Wrapping ")).toMatch(/^❯ \* .*4\.50 → 6\.75 USD/);
  terminal.type("u");
  await terminal.waitFor("Undone: price of Gift Wrapping = +50%");
  terminal.type("Z");
  await terminal.waitFor("Redone: price of Gift Wrapping = +50%");
  terminal.type("d");
  await terminal.waitFor(/Wool Throw +STOCK +20 +→ 75, 3 variants/);
  // The largest change of a price is on top.
  expect(row(terminal.screen(), "❯")).toMatch(/❯ Gift Wrapping +PRICE +4\.50 +→ 6\.75 USD +\+50\.0% █{10}/);
  const drawn = terminal.screen().join("\n");
  expect(drawn).toMatch(/Wool Throw +PRICE +129.00–139.00 +→ 140\.00 USD for all 3 variants/);
  // Each variant counts with its own price and stock.
  await terminal.waitFor(/Prices +401\.50 → 426\.75 USD, 4 variants of 2 products/);
  await terminal.waitFor(/Stock value +2,690\.00 → 10,500\.00 USD/);
  await terminal.waitFor("the different prices of 1 product become the same");
  terminal.type("jjx");
  await terminal.waitFor("2 staged edits");
  terminal.type("A");
  await terminal.waitFor("Apply the changes to 2 products?");
  terminal.type("y");
  await terminal.waitFor(/✔ 2 products in .* · z undo/);
  terminal.type("u");
  await terminal.waitFor("No edit to undo. Press z to see the job.");
  terminal.type("z");
  await terminal.waitFor(/What it did[\s\S]*p preview/);
  terminal.type("z");
  await terminal.waitFor("Undo the changes to 2 products");
  terminal.type("y");
  await terminal.waitFor("is undone");
  await terminal.waitFor((screen) => row(screen, "Gift Wrapping ").includes("4.50 USD"));
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
});

test("a spreadsheet column is pasted into the rows, and one value into the marked rows", async () => {
  const terminal = shop.onTerminal(["products"], { columns: 80, env: { TILL_PANE: "false" } });
  await terminal.waitFor("1 of 24");
  terminal.type(pasted("qq"));
  await terminal.waitFor("To paste values, open a cell first");
  terminal.type(`${right}${right}e`);
  await terminal.waitFor("PRICE of Wool Throw");
  terminal.type(pasted("130.00\r\n5.00\r\n50.00\r\n"));
  await terminal.waitFor("Staged: 3 pasted cells.");
  expect(row(terminal.screen(), "Espresso Cup")).toContain("→ 50.00 USD");
  terminal.type("u");
  await terminal.waitFor((screen) => !screen.join("\n").includes("staged edit"));
  terminal.type(" j ");
  await terminal.waitFor("2 marked");
  terminal.type("e");
  await terminal.waitFor("PRICE of the 2 marked rows");
  terminal.type(pasted("99.00"));
  await terminal.waitFor("2 staged edits");
  expect(row(terminal.screen(), "Gift Wrapping")).toContain("→ 99.00 USD");
  terminal.type("e");
  await terminal.waitFor("PRICE of the 2 marked rows");
  terminal.type(pasted("1\n2\n3"));
  await terminal.waitFor("3 lines were pasted, but 2 rows are marked.");
  terminal.type("\x1b");
  await terminal.waitFor("Enter details");
  terminal.type("qq");
  expect(await exitCodeOf(terminal)).toBe(0);
  // The terminal no longer marks pastes.
  expect(terminal.raw().lastIndexOf("\x1b[?2004l")).toBeGreaterThan(
    terminal.raw().lastIndexOf("\x1b[?2004h"),
  );
});

test("without color, the selected cell and the editor are marked by characters", async () => {
  const terminal = shop.onTerminal(["products"], { columns: 80, env: { TILL_PANE: "false", NO_COLOR: "1" } });
  await terminal.waitFor("1 of 24");
  terminal.type(`${right}${right}`);
  await terminal.waitFor(/❯ +Wool Throw +THROW +›129.00–139.00 USD/);
  terminal.type("h");
  await terminal.waitFor(/❯ +Wool Throw +›THROW/);
  terminal.type("eBLANKET");
  await terminal.waitFor("›BLANKET▏");
  expect(terminal.raw()).not.toMatch(/\x1b\[7m/);
  terminal.type("\x1b");
  await terminal.waitFor("Space mark");
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
});

test("with color, the selected cell and its heading have the color of what is active", async () => {
  const terminal = shop.onTerminal(["products"], { columns: 80, env: { TILL_PANE: "false" } });
  await terminal.waitFor("1 of 24");
  /** Returns the styles of a text in a line of the window. */
  const stylesOf = (line: string, text: string) => {
    const lines = terminal.cells().map((cells) => cells.map((cell) => cell || " ").join(""));
    const at = lines.findIndex((one) => one.includes(line));
    const from = lines[at]?.indexOf(text) ?? 0;
    return [...new Set(terminal.styles()[at]?.slice(from, from + text.length))];
  };
  const [active] = stylesOf("Products", "Products");
  terminal.type(`${right}${right}`);
  await terminal.waitFor(() => stylesOf("NAME", "PRICE")[0]?.includes(active ?? "") === true);
  const [heading, cell] = [stylesOf("NAME", "PRICE"), stylesOf("Wool Throw", "129.00–139.00 USD")];
  expect(heading).toHaveLength(1);
  expect(cell).toEqual(heading);
  expect(stylesOf("NAME", "STOCK")).not.toEqual(heading);
  expect(stylesOf("Wool Throw", "THROW")).not.toEqual(cell);
  expect(terminal.screen().join("\n")).not.toContain("›");
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
});

test("a screen reader reads the cell, its value, the reason of a rejection, and the staged edits", async () => {
  const terminal = shop.onTerminal(["products"], { env: { INK_SCREEN_READER: "true" } });
  await terminal.waitFor("1 of 24");
  terminal.type(`${right}${right}e`);
  await terminal.waitFor("Editing PRICE of Wool Throw, 129.00–139.00 USD: nothing");
  terminal.type("10%\r");
  await terminal.waitFor("A percentage needs a sign");
  terminal.type("\x15140\t");
  await terminal.waitFor("Editing STOCK of Wool Throw, 20: 20");
  await terminal.waitFor(/PRICE 129.00–139.00 USD, staged 140\.00 USD for all 3\s+variants/);
  terminal.type("\x1b");
  await terminal.waitFor("Keys: Enter details");
  terminal.type("d");
  await terminal.waitFor(
    /ROW Wool Throw, COLUMN PRICE, BEFORE 129.00–139.00, AFTER\s+(→\s+)?140\.00\s+USD\s+for\s+all\s+3\s+variants/,
  );
  terminal.type("\x1b");
  await terminal.waitFor("Column STOCK: 20");
  terminal.type("qq");
  expect(await exitCodeOf(terminal)).toBe(0);
});

test("a staged cell that someone else changes says so, and A asks again", async () => {
  const terminal = shop.onTerminal(["products"], { columns: 80, env: { TILL_PANE: "false" } });
  await terminal.waitFor("1 of 24");
  terminal.type(`${right}${right}e140\r`);
  await terminal.waitFor(/Wool Throw .* → 140\.00 USD/);
  expect((await shop.home.till("products update wool-throw --set price=150 --yes")).code).toBe(0);
  await terminal.waitFor("PRICE of Wool Throw was changed elsewhere: 129.00–139.00 USD → 150.00 USD.");
  expect(row(terminal.screen(), "Wool Throw")).toMatch(/^❯ \*~Wool Throw/);
  terminal.type("A");
  await terminal.waitFor(/Press\s+A\s+again to apply your edits/);
  expect(terminal.alternateScreen()).toBe(true);
  terminal.type("A");
  await terminal.waitFor("y/N");
  expect(terminal.screen().join("\n")).toMatch(/Wool Throw +price +150\.00 +140\.00 USD/);
  terminal.type("n");
  await terminal.waitFor("1 of 24");
  terminal.type("qq");
  await exitCodeOf(terminal);
});

test("a change that others overtook after its preview stays staged", async () => {
  const terminal = shop.onTerminal(["products"], { columns: 80, env: { TILL_PANE: "false" } });
  await terminal.waitFor("1 of 24");
  terminal.type(`${right}${right}e141\rA`);
  await terminal.waitFor("y/N");
  expect((await shop.home.till("products update wool-throw --set price=151 --yes")).code).toBe(0);
  terminal.type("y");
  await terminal.waitFor("1 failed");
  await terminal.waitFor(/\*~?Wool Throw/);
  terminal.type("qq");
  await exitCodeOf(terminal);
});
