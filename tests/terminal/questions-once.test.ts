import { expect, test } from "vitest";
import { exitCodeOf, terminals } from "../support/terminal.ts";

const shop = terminals("sandbox seed demo");

/** Returns how often a text is on the screen. */
const times = (screen: readonly string[], text: string) => screen.join("\n").split(text).length - 1;

test("a deletion names what it deletes, and y answers it, because it can be undone", async () => {
  const terminal = shop.onTerminal(["products", "list", "-i", "--filter", 'handle = "gooseneck-kettle"']);
  await terminal.waitFor("1 of 1");
  terminal.type("xd");
  await terminal.waitFor("? Delete Gooseneck Kettle? y/N");
  const screen = terminal.screen();
  expect(times(screen, "Delete products")).toBe(1);
  expect(times(screen, "1 change in")).toBe(1);
  expect(times(screen, "product.delete")).toBe(0);
  terminal.type("n");
  await terminal.waitFor("Nothing was sent.");
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
});

test("the question of a job says each thing once", async () => {
  const terminal = shop.onTerminal(["products", "update", "--all", "--set", "price=+10%"]);
  await terminal.waitFor(/Apply the changes to \d+ products\?/);
  expect(times(terminal.screen(), " in 2")).toBeLessThan(2);
  expect(
    terminal
      .screen()
      .join("\n")
      .match(/\d+ prices in \d+ requests/g),
  ).toHaveLength(1);
  terminal.type("\x1b");
  expect(await exitCodeOf(terminal)).toBe(1);
});

test("a capture is asked with its total and no repetition", async () => {
  const terminal = shop.onTerminal(["orders", "capture", "10006", "10007"]);
  await terminal.waitFor("Type 230.50 USD to confirm");
  expect(times(terminal.screen(), "USD: 230.50")).toBe(0);
  expect(times(terminal.screen(), "Capture 2 orders\n")).toBe(0);
  terminal.type("\x1b");
  expect(await exitCodeOf(terminal)).toBe(1);
});

test("a refund shows what can be refunded at most, in the list and in the question", async () => {
  const terminal = shop.onTerminal(["orders", "list", "-i", "--filter", "number = 10001"]);
  await terminal.waitFor("1 of 1");
  terminal.type("xr");
  await terminal.waitFor("5.00, or all; at most 122.50 USD");
  terminal.type("5\r\r");
  await terminal.waitFor("Refund 5.00 USD (at most 122.50 USD) of order 10001");
  terminal.type("\x1b");
  await terminal.waitFor("Nothing was done.");
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
});

test("a related list of another identity names the identity", async () => {
  const terminal = shop.onTerminal(["products", "--as", "visitor"]);
  await terminal.waitFor("1 of 2");
  // The last of all that is read when the screen opens.
  terminal.type(":sandbox seed");
  await terminal.waitFor("$ till sandbox seed");
  terminal.type("\x1b");
  await terminal.waitFor("Enter details");
  terminal.type("3");
  await terminal.waitFor(/needs the admin identity/);
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
});
