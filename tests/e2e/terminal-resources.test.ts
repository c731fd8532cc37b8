import { encode } from "uqr";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createHome, type Home, script, serve } from "../processes/program.ts";
import { type Pty, type PtyOptions, spawnPty } from "../support/pty.ts";

let home: Home;
const open: Pty[] = [];
beforeAll(async () => {
  home = createHome();
  await home.till("sandbox seed demo");
});
afterEach(() => {
  for (const pty of open.splice(0)) pty.close();
});
afterAll(() => home.close());

function onTerminal(args: readonly string[], options: PtyOptions = {}): Pty {
  const env = home.env(options.env);
  const pty = spawnPty(process.execPath, [script, ...args], { cwd: home.root, ...options, env });
  open.push(pty);
  return pty;
}

async function expectQuit(pty: Pty): Promise<void> {
  pty.type("q");
  const { code, ttyBefore, ttyAfter } = await pty.exit;
  expect({ code, tty: ttyAfter }).toEqual({ code: 0, tty: ttyBefore });
  expect(pty.alternateScreen()).toBe(false);
}

test("till cart: an empty cart shows how to start; lines and totals follow changes in another terminal", async () => {
  const pty = onTerminal(["cart"]);
  await pty.waitFor(/\[Cart\][\s\S]*There is no item yet\.\nTo add an item, .*till cart add/);
  await home.till("cart add MUG-INK --quantity 2");
  await pty.waitFor(/Stoneware Mug, Ink +2 +24\.00 +48\.00[\s\S]*Subtotal 48\.00 .*Total 48\.00 USD/);
  await home.till(["cart", "update", "--ship-to", "US-NY, 10001, New York, 5 Main St"]);
  await home.till("cart set MUG-INK --quantity 3");
  const { totals } = JSON.parse((await home.till("cart estimate --json")).stdout);
  await pty.waitFor(new RegExp(`Tax ${totals.tax} +Total ${totals.total} USD`));
  pty.type("1");
  await pty.waitFor(/\[Products\][\s\S]*of Stoneware Mug, Ink[\s\S]*1 of 1/);
  pty.type("\x1b");
  await pty.waitFor("[Cart]");
  pty.type("y");
  await pty.waitFor("Copied the command: till cart show");
  await expectQuit(pty);
});

test("till tickets: Enter draws the QR code, white on black", async () => {
  const pty = onTerminal(["tickets"]);
  await pty.waitFor(/\[Tickets\][\s\S]*1 of 13[\s\S]*❯/);
  const number = /❯ +(\S+)/.exec(pty.screen().join("\n"))?.[1] ?? "";
  pty.type("\r");
  const { checkInUrl } = JSON.parse((await home.till(["tickets", "show", number, "--json"])).stdout);
  const { data } = encode(checkInUrl, { border: 1 });
  const drawn = () =>
    pty
      .screen()
      .slice(2, 2 + Math.ceil(data.length / 2))
      .map((line) => line.slice(80 - data.length));
  await pty.waitFor(() => drawn()[0] !== undefined && /^[█▀]+$/.test(drawn()[0] ?? "-"));
  const squares = drawn().flatMap((line) => [
    [...line].map((half) => half === " " || half === "▄"),
    [...line].map((half) => half === " " || half === "▀"),
  ]);
  expect(squares.slice(0, data.length)).toEqual(data);
  expect(pty.raw()).toMatch(/\x1b\[(97|40)m/);
  pty.type("y");
  await pty.waitFor(`Copied the command: till tickets show ${number}`);
  await expectQuit(pty);
});

test("digits open an event's tickets and a ticket's guests", async () => {
  const pty = onTerminal(["events", "list", "--filter", "slug = raku-night", "-i"], { columns: 110 });
  await pty.waitFor(/❯ +Raku night/);
  await pty.waitFor("Tickets");
  pty.type("2");
  await pty.waitFor(/\[Tickets\][\s\S]*of Raku night[\s\S]*1 of 13/);
  pty.type("1");
  await pty.waitFor(/\[Guests\][\s\S]*of ticket \S+ [\s\S]*❯/);
  pty.type("\x1b");
  await pty.waitFor("[Tickets]");
  pty.type("\x1b");
  await pty.waitFor("[Events]");
  await expectQuit(pty);
});

test("the flags of a list command apply to its screen", async () => {
  const pty = onTerminal(["tickets", "list", "raku-night", "--state", "CHECKED_IN", "-i"], { columns: 120 });
  await pty.waitFor(/\[Tickets\][\s\S]*eventId = .* and state = "CHECKED_IN" +1 of 3/);
  await expectQuit(pty);
});

test("the history of a product lists changes by jobs", async () => {
  await home.till("products update stoneware-mug --set price=31 --yes");
  const pty = onTerminal(["products", "list", "--filter", "slug = stoneware-mug", "-i"], { rows: 40 });
  await pty.waitFor(/❯ +Stoneware Mug/);
  pty.type("\r");
  await pty.waitFor(/History\n.* ago +price 24 → 31 \(job \w{4}\)|History\njust now +price 24 → 31/);
  pty.type("3");
  await pty.waitFor(/\[Orders\][\s\S]*of Stoneware Mug[\s\S]*❯/);
  await expectQuit(pty);
});

test("a visitor of a served shop sees the cart on the screen", async () => {
  const served = await serve(home);
  await served.control("POST seed", { shop: "demo" });
  const { baseUrl, clientId } = served;
  await home.till(["profiles", "add", "street", "--platform", baseUrl, "--client-id", clientId]);
  const street = ["--profile", "street"];
  await home.till(["cart", "add", "MUG-INK", ...street]);
  const pty = onTerminal(["cart", ...street], { columns: 100 });
  await pty.waitFor(/\[Cart\][\s\S]*1 of 1[\s\S]*Stoneware Mug, Ink[\s\S]*Total 24\.00 USD/);
  expect(pty.screen()[0]).not.toContain("Tickets");
  // Actions run as the same visitor.
  pty.type("xs");
  await pty.waitFor("Quantity");
  pty.type("3\r");
  await pty.waitFor(/Stoneware Mug, Ink +3 +24\.00 +72\.00[\s\S]*Total 72\.00 USD/);
  await expectQuit(pty);
  await served.stop();
});
