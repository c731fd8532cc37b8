import { expect, test } from "vitest";
import { exitCodeOf, terminals } from "../support/terminal.ts";

const shop = terminals("sandbox seed demo");

/** Returns the headings of the list. */
const headings = (screen: readonly string[]) => screen.find((line) => /^ {4}[A-Z]/.test(line)) ?? "";
const row = (screen: readonly string[], name: string) => screen.find((line) => line.includes(name)) ?? "";

test("in 60 columns a staged price leaves the other columns and the name of the row", async () => {
  const terminal = shop.onTerminal(["products"], { columns: 60 });
  await terminal.waitFor("1 of 24");
  const before = headings(terminal.screen());
  terminal.type("lle+10%\r");
  await terminal.waitFor("→ 141.90–152.90");
  expect(headings(terminal.screen())).toBe(before);
  expect(row(terminal.screen(), "→ 141.90–152.90")).toMatch(/Wool Throw +→ 141\.90–152\.90 +20/);
  terminal.type("hheWool Blanket\r");
  await terminal.waitFor("→ Wool B");
  expect(row(terminal.screen(), "→ 141.90–152.90")).toMatch(/Wool.* → Wool B\S* +→ 141/);
  terminal.type("qq");
  expect(await exitCodeOf(terminal)).toBe(0);
});

test.each([60, 80, 100, 120, 160, 200])(
  "in %i columns the list of products has the stock",
  async (columns) => {
    const terminal = shop.onTerminal(["products"], { columns });
    await terminal.waitFor("1 of 24");
    expect(row(terminal.screen(), "NAME")).toMatch(/STOCK/);
    expect(row(terminal.screen(), "Porcelain")).toMatch(/sold out/);
    terminal.type("q");
    expect(await exitCodeOf(terminal)).toBe(0);
  },
);

test("a column that the list is sorted by stays when another one is selected", async () => {
  const terminal = shop.onTerminal(["products"], { columns: 60 });
  await terminal.waitFor("1 of 24");
  terminal.type("lllls");
  await terminal.waitFor(/BRAND▲/);
  terminal.type("hhhh");
  await terminal.waitFor(() => terminal.styles()[2]?.[5]?.includes("7") ?? false);
  expect(headings(terminal.screen())).toContain("BRAND▲");
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
});

test("times are whole, and paths and commands keep their end", async () => {
  const terminal = shop.onTerminal(["events"], { columns: 60 });
  await terminal.waitFor("1 of 11");
  expect(terminal.screen().join("\n")).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d [+-]\d\d:\d\d/);
  expect(terminal.screen().join("\n")).not.toMatch(/\d{4}-\d\d-\d\d[ \d:+-]*…/);
  terminal.type("q");
  await exitCodeOf(terminal);
  await shop.home.till("products update --all --set price=+1% --yes --expect 24");
  const jobs = shop.onTerminal(["jobs"], { columns: 60 });
  await jobs.waitFor("1 of 1");
  expect(jobs.screen().join("\n")).toMatch(/pro\S*….* 24/);
  jobs.type("q");
  expect(await exitCodeOf(jobs)).toBe(0);
});

test.each([
  ["orders", 'payment = "not paid"', /10012 /],
  ["orders", "paymentStatus = paid", /10001 /],
  ["orders", "fulfillment = unfulfilled", /10014 /],
  ["orders", "fulfillment = partly", /10005 /],
  ["products", "shown = no", /Cold Brew/],
  ["tickets", 'orderStatus = "to be paid offline"', /7T2X/],
])("a filter of %s takes the words that are shown: %s", async (list, filter, found) => {
  const terminal = shop.onTerminal([list], { columns: 100 });
  await terminal.waitFor(/1 of \d+/);
  terminal.type(`f${filter}\r`);
  await terminal.waitFor(found);
  await terminal.waitFor(`filter ${filter}`);
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
});

test.each([
  ["orders", "paymentStatus = AUTHORIZED", "To find it: authorized > 0"],
  ["products", 'stock = "sold out"', "To find it: inStock = false"],
])("a filter of %s names the one that finds what is shown: %s", async (list, filter, hint) => {
  const terminal = shop.onTerminal([list], { columns: 100 });
  await terminal.waitFor(/1 of \d+/);
  terminal.type(`f${filter}\r`);
  await terminal.waitFor(hint);
  terminal.type("\x1b");
  await terminal.waitFor(/Enter (details|door)/);
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
});

test("tickets get check-ins in 80 columns, and the title of their event", async () => {
  const terminal = shop.onTerminal(["tickets"], { columns: 80 });
  await terminal.waitFor("1 of 13");
  expect(headings(terminal.screen())).toContain("CHECKED IN");
  terminal.type("\r");
  await terminal.waitFor(/Event +Raku night/);
  terminal.resize(160, 30);
  await terminal.waitFor(/Event +Raku night/);
  terminal.type("qq");
  expect(await exitCodeOf(terminal)).toBe(0);
});
