import { encode } from "uqr";
import { expect, test } from "vitest";
import { serve } from "../support/served.ts";
import { exitCodeOf, type Terminal, terminals } from "../support/terminal.ts";

const shop = terminals("sandbox seed demo");

async function expectQuit(terminal: Terminal): Promise<void> {
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
}

test("till cart: an empty cart shows how to start; lines and totals follow changes in another terminal", async () => {
  const terminal = shop.onTerminal(["cart"]);
  await terminal.waitFor(/▐Cart▌[\s\S]*No items yet\.\nTo add an item, .*till cart add/);
  await shop.home.till("cart add MUG-INK --quantity 2");
  await terminal.waitFor(/Stoneware Mug, Ink +2 +24\.00 +48\.00[\s\S]*Subtotal 48\.00 .*Total 48\.00 USD/);
  await shop.home.till(["cart", "update", "--ship-to", "US-NY, 10001, New York, 5 Main St"]);
  await shop.home.till("cart set MUG-INK --quantity 3");
  const { totals } = JSON.parse((await shop.home.till("cart estimate --json")).stdout);
  await terminal.waitFor(new RegExp(`Tax ${totals.tax} +Total ${totals.total} USD`));
  terminal.type("1");
  await terminal.waitFor(/▐Products▌[\s\S]*of Stoneware Mug, Ink[\s\S]*1 of 1/);
  terminal.type("\x1b");
  await terminal.waitFor("▐Cart▌");
  terminal.type("y");
  await terminal.waitFor("Copied the command: till cart get");
  await expectQuit(terminal);
});

test("till tickets: Enter draws the QR code, white on black", async () => {
  const terminal = shop.onTerminal(["tickets"]);
  await terminal.waitFor(/▐Tickets▌[\s\S]*1 of 13[\s\S]*❯/);
  const number = /❯ +(\S+)/.exec(terminal.screen().join("\n"))?.[1] ?? "";
  terminal.type("\r");
  const { checkInUrl } = JSON.parse((await shop.home.till(["tickets", "get", number, "--json"])).stdout);
  const { data } = encode(checkInUrl, { border: 1 });
  const drawn = () =>
    terminal
      .screen()
      .slice(2, 2 + Math.ceil(data.length / 2))
      .map((line) => line.slice(80 - data.length));
  await terminal.waitFor(() => drawn()[0] !== undefined && /^[█▀]+$/.test(drawn()[0] ?? "-"));
  const squares = drawn().flatMap((line) => [
    [...line].map((half) => half === " " || half === "▄"),
    [...line].map((half) => half === " " || half === "▀"),
  ]);
  expect(squares.slice(0, data.length)).toEqual(data);
  expect(terminal.raw()).toMatch(/\x1b\[(97|40)m/);
  terminal.type("y");
  await terminal.waitFor(`Copied the command: till tickets get ${number}`);
  await expectQuit(terminal);
});

test("digits open an event's tickets and a ticket's guests", async () => {
  const terminal = shop.onTerminal(["events", "list", "--filter", "slug = raku-night", "-i"], {
    columns: 110,
  });
  await terminal.waitFor(/❯ +Raku night/);
  await terminal.waitFor("Tickets");
  terminal.type("2");
  await terminal.waitFor(/▐Tickets▌[\s\S]*of Raku night[\s\S]*1 of 13/);
  terminal.type("1");
  await terminal.waitFor(/▐Guests▌[\s\S]*of ticket \S+ [\s\S]*❯/);
  terminal.type("\x1b");
  await terminal.waitFor("▐Tickets▌");
  terminal.type("\x1b");
  await terminal.waitFor("▐Events▌");
  await expectQuit(terminal);
});

test("the flags of a list command apply to its screen", async () => {
  const terminal = shop.onTerminal(["tickets", "list", "raku-night", "--state", "CHECKED_IN", "-i"], {
    columns: 200,
  });
  await terminal.waitFor(/▐Tickets▌[\s\S]*eventId = .* and state = "CHECKED_IN" ─* 1 of 3 ╮/);
  await expectQuit(terminal);
});

test("the history of a product lists changes by jobs", async () => {
  await shop.home.till("products update stoneware-mug --set price=31 --yes");
  const terminal = shop.onTerminal(["products", "list", "--filter", "handle = stoneware-mug", "-i"], {
    rows: 40,
  });
  await terminal.waitFor(/❯ +Stoneware Mug/);
  terminal.type("\r");
  await terminal.waitFor(/History\n.* ago +price 24 → 31 \(job \w{4}\)|History\njust now +price 24 → 31/);
  terminal.type("3");
  await terminal.waitFor(/▐Orders▌[\s\S]*of Stoneware Mug[\s\S]*❯/);
  await expectQuit(terminal);
});

test("a visitor of a served shop sees the cart on the screen", async () => {
  const served = await serve(shop.home);
  await served.control("POST seed", { shop: "demo" });
  const { baseUrl, clientId } = served;
  await shop.home.till(["profiles", "create", "street", "--platform", baseUrl, "--client-id", clientId]);
  const street = ["--profile", "street"];
  await shop.home.till(["cart", "add", "MUG-INK", ...street]);
  const terminal = shop.onTerminal(["cart", ...street], { columns: 100 });
  await terminal.waitFor(/▐Cart▌[\s\S]*1 of 1[\s\S]*Stoneware Mug, Ink[\s\S]*Total 24\.00 USD/);
  expect(terminal.screen()[0]).not.toContain("Tickets");
  // Actions run as the same visitor.
  terminal.type("xs");
  await terminal.waitFor("Quantity");
  terminal.type("3\r");
  await terminal.waitFor(/Stoneware Mug, Ink +3 +24\.00 +72\.00[\s\S]*Total 72\.00 USD/);
  await expectQuit(terminal);
  await served.close();
});

test("bodies of requests are indented JSON, also where they are wrapped, with the names of members in color", async () => {
  const description = "A long description that does not fit into one line of the page";
  const created = await shop.home.till("products create --input -", {
    stdin: JSON.stringify({ name: "Egg cup", description, priceData: { price: 5 } }),
  });
  expect(created.code).toBe(0);
  const terminal = shop.onTerminal(["sandbox", "log", "-i", "--filter", 'call = "products.create"'], {
    columns: 60,
    rows: 40,
  });
  await terminal.waitFor(/❯.*POST/);
  terminal.type("\r");
  await terminal.waitFor(/^Body$[\s\S]*^ {4}"description": "A long [\s\S]*^ {4}[a-z ]+page"/m);
  await terminal.waitFor(/^ {4}"priceData": \{\n {6}"price": 5/m);
  expect(terminal.raw()).toMatch(/\x1b\[(36|38;5;31)m {4}"name"\x1b\[39m: "Egg cup"/);
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
});
