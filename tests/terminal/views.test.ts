import { expect, test } from "vitest";
import { exitCodeOf, terminals } from "../support/terminal.ts";

const shop = terminals("sandbox seed demo");
const options = { columns: 100, env: { TILL_PANE: "false" } };

test("a filter is kept for the next run, shown above the list, and cleared by Esc", async () => {
  const first = shop.onTerminal(["orders"], options);
  await first.waitFor("1 of 14");
  first.type("fpaymentStatus = NOT_PAID\r");
  await first.waitFor("1 of 5");
  first.type("q");
  expect(await exitCodeOf(first)).toBe(0);
  const second = shop.onTerminal(["orders"], options);
  await second.waitFor(/kept filter paymentStatus = NOT_PAID {2}\(Esc shows all rows\) .*1 of 5/);
  second.type("\x1b");
  // The row that was selected stays selected.
  await second.waitFor(/2 of 14[\s\S]*❯ +10013/);
  second.type("q");
  expect(await exitCodeOf(second)).toBe(0);
  const third = shop.onTerminal(["orders"], options);
  await third.waitFor("1 of 14");
  third.type("q");
  expect(await exitCodeOf(third)).toBe(0);
});

test("flags of the command line take precedence over the kept view, which stays", async () => {
  const first = shop.onTerminal(["orders"], options);
  await first.waitFor("1 of 14");
  first.type("fpaymentStatus = NOT_PAID\r");
  await first.waitFor("1 of 5");
  first.type("q");
  expect(await exitCodeOf(first)).toBe(0);
  const asked = shop.onTerminal(["orders", "list", "--filter", "total > 90", "-i"], options);
  await asked.waitFor(/filter total > 90/);
  asked.type("jq");
  expect(await exitCodeOf(asked)).toBe(0);
  const second = shop.onTerminal(["orders"], options);
  await second.waitFor("kept filter paymentStatus = NOT_PAID");
  second.type("q");
  expect(await exitCodeOf(second)).toBe(0);
});

test(":save view saves what the command line can open", async () => {
  const terminal = shop.onTerminal(["orders"], options);
  await terminal.waitFor("1 of 14");
  terminal.type("fpaymentStatus = NOT_PAID\r");
  await terminal.waitFor("1 of 5");
  terminal.type(":save view unpaid\r");
  await terminal.waitFor("Saved the view unpaid.");
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
  const { stdout } = await shop.home.till("orders list --view unpaid --json");
  expect(JSON.parse(stdout).items).toHaveLength(5);
  const opened = shop.onTerminal(["orders", "--view", "unpaid"], options);
  await opened.waitFor(/view unpaid {2}filter paymentStatus = NOT_PAID.*1 of 5/);
  opened.type("q");
  expect(await exitCodeOf(opened)).toBe(0);
});

test("F counts a column, Enter filters by a bar, and / finds an SKU with letters left out", async () => {
  const terminal = shop.onTerminal(["products"], options);
  await terminal.waitFor("1 of 24");
  terminal.type("llF");
  await terminal.waitFor(/PRICE of all 24 rows ─[\s\S]*❯ 0 – 20 USD +9 +38%/);
  terminal.type("\r");
  await terminal.waitFor(/filter price >= 0 and price < 20 .*1 of 9/);
  terminal.type("\x1b");
  await terminal.waitFor("2 of 24");
  terminal.type("/cofyir\r");
  await terminal.waitFor(/search "cofyir" in names and SKUs, fuzzy .*1 of 1\b/);
  expect(terminal.screen().find((line) => line.startsWith("❯"))).toContain("COF-YIR");
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
});
