import { expect, test } from "vitest";
import type { Terminal } from "../support/terminal.ts";
import { exitCodeOf, terminals } from "../support/terminal.ts";

const shop = terminals("sandbox seed demo");

function start(args: readonly string[]): Terminal {
  return shop.onTerminal(args, { env: { INK_SCREEN_READER: "true" } });
}

/** Characters of frames, bars and pointers. */
const drawn = /[─-▟❯]/;

test("a list is read row by row; an edit is planned, confirmed and reported in whole lines", async () => {
  const terminal = start(["products", "list", "-i", "--filter", 'handle = "wool-throw"']);
  await terminal.waitFor("NAME Wool Throw, SKU THROW, PRICE 129.00–139.00 USD, STOCK 20");
  expect(terminal.screen().slice(0, 2)).toEqual([
    "Products, sandbox",
    'filter handle = "wool-throw", 1 of 1',
  ]);
  terminal.type("ll");
  await terminal.waitFor("Column PRICE: 129.00–139.00 USD");
  terminal.type("e+10%\r");
  await terminal.waitFor("Column PRICE: 129.00–139.00 USD, staged 141.90–152.90 USD, 3 variants");
  terminal.type("A");
  await terminal.waitFor("Apply the changes to 1 product?");
  terminal.type("y");
  await terminal.waitFor("PRICE 141.90–152.90 USD");
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
  const result = terminal.history();
  expect(result).toContain("Apply the changes to 1 product? yes");
  expect(result.find((line) => line.includes(": 2 done in "))).toMatch(
    /^Products: set price=\+10%: 2 done in [\w ]+ s$/,
  );
  expect(result.join("\n")).not.toMatch(drawn);
  expect(terminal.raw()).not.toMatch(drawn);
});

test("the dashboard is read as text, and a prompt answered with No ends its line", async () => {
  const glance = start(["dashboard"]);
  await glance.waitFor("Sales: 1,080.00 USD");
  await glance.waitFor("Keys: ");
  glance.type("q");
  expect(await exitCodeOf(glance)).toBe(0);
  expect(glance.raw()).not.toMatch(/[─-▟❯✖]/);
  const request = start(["sandbox", "reset"]);
  await request.waitFor("Keys: y yes");
  request.type("n");
  await exitCodeOf(request);
  expect(request.history().find((line) => line.includes("Empty the sandbox?"))).toBeDefined();
  expect(request.history().some((line) => /no.*error/.test(line))).toBe(false);
});
