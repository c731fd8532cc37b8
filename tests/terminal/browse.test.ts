import { describe, expect, test } from "vitest";
import { effectsOf, timesOf } from "../support/outbox.ts";
import { serve } from "../support/served.ts";
import { exitCodeOf, terminals } from "../support/terminal.ts";

const shop = terminals();

const events = () => effectsOf(shop.home.path("till/data/sandbox.db"));

test.each([[["products"]], [["products", "list", "-i"]]])(
  "till %j opens the products on a screen of their own",
  async (words) => {
    await shop.home.till("sandbox seed 12");
    const terminal = shop.onTerminal(words);
    await terminal.waitFor(/▐Products▌[\s\S]*1 of 12[\s\S]*❯/);
    expect(terminal.alternateScreen()).toBe(true);
    expect(terminal.screen().length).toBeLessThanOrEqual(23);
    terminal.type("q");
    expect(await exitCodeOf(terminal)).toBe(0);
  },
);

test("never opens in scripts", async () => {
  await shop.home.till("sandbox seed 2");
  const alone = await shop.home.till([]);
  expect(alone.stdout).toContain("Usage: till");
  const bare = await shop.home.till("products");
  expect(bare.stdout).toContain("Usage: till products");
  const request = await shop.home.till("products list -i");
  expect(request).toMatchObject({ code: 2, stderr: expect.stringContaining("needs a terminal") });
  const terminal = shop.onTerminal(["collections", "--no-input"]);
  expect(await exitCodeOf(terminal)).toBe(0);
  expect(terminal.history().join("\n")).toContain("Usage: till collections");
});

test("a list of many pages: go to the end and back, and filter", async () => {
  await shop.home.till("sandbox seed 3000");
  const terminal = shop.onTerminal(["products"], { columns: 100, rows: 40 });
  await terminal.waitFor("1 of 3,000");
  for (let page = 0; page < 20; page++) terminal.type("\x1b[6~");
  await terminal.waitFor(/6\d\d of 3,000/);
  terminal.type("G");
  await terminal.waitFor(
    (screen) => /3,000 of 3,000/.test(screen.join("\n")) && !screen.some((line) => line.trim() === "…"),
  );
  terminal.type("g");
  await terminal.waitFor("1 of 3,000");
  terminal.type("fprice >> 3\r");
  await terminal.waitFor("Expected a value");
  terminal.type("\x15price > 100\r");
  await terminal.waitFor(/filter price > 100/);
  await terminal.waitFor(/❯/);
  const expected = JSON.parse(
    (await shop.home.till(["products", "list", "--filter", "price > 100", "--limit", "1", "--json"])).stdout,
  );
  await terminal.waitFor(`1 of ${expected.total.toLocaleString("en-US")}`);
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
});

test("a site on catalog v3: list, edit and undo products, list categories", async () => {
  await shop.home.till("sandbox seed 250 --catalog v3");
  const terminal = shop.onTerminal(["products"], { columns: 110 });
  await terminal.waitFor("1 of 100+");
  terminal.type("G");
  await terminal.waitFor("100 of 200+");
  terminal.type("G");
  await terminal.waitFor("200 of 250");
  terminal.type("g");
  await terminal.waitFor(/1 of 250[\s\S]*❯/);
  terminal.type("\x1b[C\x1b[Ce+10%\r");
  await terminal.waitFor(/→ \d+\.\d\d/);
  terminal.type("A");
  await terminal.waitFor("y/N");
  terminal.type("y");
  await terminal.waitFor(/✔ 1 product in .* · z undo/);
  terminal.type("z");
  await terminal.waitFor("y/N");
  terminal.type("y");
  await terminal.waitFor("is undone");
  terminal.type(":coll\r");
  await terminal.waitFor("▐Collections▌");
  terminal.type(":stock\r");
  await terminal.waitFor(/▐Stock▌[\s\S]*❯/);
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
});

test("a served shop shows LIVE; when it is gone, the rows stay with their age", async () => {
  const served = await serve(shop.home);
  await served.control("POST seed", { shop: "demo" });
  await shop.home.till("config set retries 0");
  const terminal = shop.onTerminal(["products"], { columns: 110, env: served.env });
  await terminal.waitFor(/LIVE[\s\S]*1 of 24[\s\S]*❯/);
  terminal.type("\r");
  await terminal.waitFor(/Handle +\S[\s\S]*Esc back/);
  terminal.type("\x1b");
  await terminal.waitFor((screen) => !screen.join("\n").includes("Esc back"));
  await served.control("POST faults", { route: "products.query", fault: "500", times: 100 });
  terminal.type("r");
  await terminal.waitFor(/read .+ ago +1 of 24[\s\S]*❯[\s\S]*✖ Could not refresh \(r retries\): /);
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
  await served.close();
});

test("edits and undoes marked rows with the plan, prompt and progress of the command line", async () => {
  await shop.home.till("sandbox seed 12");
  const prices = async () => {
    const { stdout } = await shop.home.till("products list --all --output ndjson --fields handle,price");
    return stdout;
  };
  const before = await prices();
  const terminal = shop.onTerminal(["products"], { columns: 100 });
  await terminal.waitFor("1 of 12");
  terminal.type(" jj l l".replaceAll(" l", "\x1b[C"));
  terminal.type(" ");
  await terminal.waitFor("2 marked");
  terminal.type("e+10%\r");
  await terminal.waitFor("2 staged edits");
  expect(events()).toEqual([]);
  terminal.type("d");
  await terminal.waitFor(/Staged edits, not sent yet/);
  terminal.type("A");
  await terminal.waitFor(/Apply the changes to 2 products\?/);
  // The list stays, and says what undoes the changes.
  expect(terminal.alternateScreen()).toBe(true);
  expect(terminal.screen().join("\n")).toMatch(/▐Products▌[\s\S]*Press z afterwards to undo it\./);
  expect(events()).toEqual([]);
  terminal.type("y");
  await terminal.waitFor(/✔ 2 products in .* · z undo/);
  expect(terminal.alternateScreen()).toBe(true);
  expect(timesOf(events(), "ProductChanged")).toEqual({ once: 2 });
  expect(await prices()).not.toBe(before);
  const { stdout } = await shop.home.till("jobs list --json");
  expect(stdout).toMatch(/till products update \S+ \S+ --set price=\+10%/);
  terminal.type("z");
  await terminal.waitFor("Undo the changes to 2 products");
  terminal.type("y");
  await terminal.waitFor("is undone");
  expect(await prices()).toBe(before);
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
});

test("No at the prompt changes nothing and keeps staged edits", async () => {
  await shop.home.till("sandbox seed 3");
  const terminal = shop.onTerminal(["products", "stock"]);
  await terminal.waitFor("❯");
  terminal.type("\x1b[C\x1b[C\x1b[C");
  terminal.type("e7\r");
  await terminal.waitFor("1 staged edit");
  terminal.type("A");
  await terminal.waitFor("y/N");
  terminal.type("n");
  await terminal.waitFor("Nothing was sent.");
  expect(terminal.screen().join("\n")).toContain("1 staged edit");
  expect(events()).toEqual([]);
  terminal.type("qq");
  expect(await exitCodeOf(terminal)).toBe(0);
});

test("edits and undoes stock and collections", async () => {
  await shop.home.till("sandbox seed demo");
  const terminal = shop.onTerminal(
    ["products", "stock", "list", "-i", "--filter", 'handle = "serving-bowl"'],
    {
      columns: 110,
    },
  );
  await terminal.waitFor("Serving Bowl");
  terminal.type("\x1b[C\x1b[C\x1b[C");
  terminal.type("e+5\r");
  await terminal.waitFor("→ 10");
  terminal.type("A");
  await terminal.waitFor("y/N");
  terminal.type("y");
  await terminal.waitFor(/▐Stock▌[\s\S]*✔ 1 product in .* · z undo/);
  expect((await shop.home.till("products stock get serving-bowl --json")).stdout).toContain('"stock":10');
  terminal.type(":coll\r");
  await terminal.waitFor("▐Collections▌");
  await terminal.waitFor("1 of 6");
  terminal.type("jeRenamed\r");
  await terminal.waitFor("→ Rena");
  terminal.type("A");
  await terminal.waitFor("y/N");
  terminal.type("y");
  await terminal.waitFor(/▐Collections▌[\s\S]*Renamed[\s\S]*✔ 1 collection in .* · z undo/);
  terminal.type("z");
  await terminal.waitFor("Undo the changes to 1 collection");
  terminal.type("y");
  await terminal.waitFor("is undone");
  expect((await shop.home.till("collections list --json")).stdout).not.toContain("Renamed");
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
});

test("opens related objects with one key, and returns with Esc", async () => {
  await shop.home.till("sandbox seed demo");
  const terminal = shop.onTerminal(["orders"], { columns: 110 });
  await terminal.waitFor("1 of 14");
  terminal.type("1");
  await terminal.waitFor(/▐Products▌[\s\S]*of order[\s\S]*❯ +Stoneware/);
  terminal.type("1");
  await terminal.waitFor("▐Collections▌");
  terminal.type("\x1b");
  await terminal.waitFor("▐Products▌");
  terminal.type("\x1b");
  await terminal.waitFor("▐Orders▌");
  terminal.type("y");
  await terminal.waitFor("Copied the command: till orders list");
  expect(terminal.raw()).toContain(`\x1b]52;c;${Buffer.from("till orders list").toString("base64")}\x07`);
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
});

describe("quitting", () => {
  test.each([
    ["q", 0],
    ["\x04", 0],
    ["\x03", 130],
  ])("by %j: exit %d, the terminal as before", async (key, code) => {
    await shop.home.till("sandbox seed 3");
    const terminal = shop.onTerminal(["products"]);
    await terminal.waitFor("❯");
    terminal.type(key);
    expect(await exitCodeOf(terminal)).toBe(code);
  });

  test("by SIGTERM exits with 143 and restores the terminal", async () => {
    await shop.home.till("sandbox seed 3");
    const terminal = shop.onTerminal(["products"]);
    await terminal.waitFor("❯");
    terminal.signal("SIGTERM");
    expect(await exitCodeOf(terminal)).toBe(143);
  });

  test("after many resizes, down to a few columns", async () => {
    await shop.home.till("sandbox seed 300");
    const terminal = shop.onTerminal(["products"], { columns: 100, rows: 40 });
    await terminal.waitFor("❯");
    for (let round = 0; round < 60; round++) {
      terminal.resize(12 + ((round * 37) % 110), 5 + ((round * 7) % 40));
      if (round % 5 === 0) await new Promise(setImmediate);
    }
    terminal.resize(80, 24);
    await terminal.waitFor(
      (screen) =>
        screen.filter((line) => line.includes("1 of 300")).length === 1 &&
        screen.filter((line) => line.startsWith("❯")).length === 1,
    );
    terminal.type("q");
    expect(await exitCodeOf(terminal)).toBe(0);
  });
});

test("escapes text that would control the terminal", async () => {
  await shop.home.till("sandbox seed 1");
  await shop.home.till(["products", "create", "--name", "\x1b]0;owned\x07\x1b[31mred\u202e", "--price", "1"]);
  const terminal = shop.onTerminal(["products"], { columns: 110 });
  await terminal.waitFor("1 of 2");
  await terminal.waitFor("␛]0;owned␇␛[31mred");
  expect(terminal.raw()).not.toContain("\x1b]0;owned");
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
});

test("beside the list, Enter gives the focus to the pane, and Esc returns it", async () => {
  await shop.home.till("sandbox seed 12");
  const terminal = shop.onTerminal(["products"], { columns: 120, rows: 30 });
  const focused = (screen: string[]) => screen.filter((line) => line.includes("╭ ❯ ")).length;
  await terminal.waitFor((screen) => screen.some((line) => /^❯.*││/.test(line)));
  expect(focused(terminal.screen())).toBe(0);
  terminal.type("\r");
  await terminal.waitFor((screen) => focused(screen) === 1);
  // One cursor, in the pane.
  expect(terminal.screen().filter((line) => line.includes("❯")).length).toBe(1);
  terminal.type("\x1b");
  await terminal.waitFor((screen) => focused(screen) === 0 && screen.some((line) => line.startsWith("❯")));
});

test.each([
  ["TILL_SYMBOLS=ascii", { TILL_SYMBOLS: "ascii" }],
  ["LC_ALL=C", { LC_ALL: "C" }],
])("with %s, frames and marks are ASCII", async (_, env) => {
  await shop.home.till("sandbox seed 12");
  const ascii = (screen: string[]) => expect(screen.join("\n")).toMatch(/^[\x20-\x7e\n]*$/);
  const terminal = shop.onTerminal(["products"], { columns: 120, rows: 24, env });
  await terminal.waitFor((screen) => screen.some((line) => /^\|>.*\|\| \S/.test(line)));
  // Marks, a sort order, the open row, help, staged edits, a histogram, and the preview over the list.
  terminal.type(" s");
  await terminal.waitFor(/\d of 12 [\s\S]*NAME\^[\s\S]*^\|>\*/m);
  ascii(terminal.screen());
  for (const [key, text] of [
    ["\r", "Esc back"],
    ["?", "type a word"],
    ["x", "Actions for"],
    ["F", "of all 12 rows"],
    [":", "select  Tab complete"],
  ] as const) {
    terminal.type(key);
    await terminal.waitFor(text);
    ascii(terminal.screen());
    terminal.type("\x1b");
    await terminal.waitFor(/Enter details/);
  }
  terminal.type("\x1b[C\x1b[Ce+1\r");
  await terminal.waitFor(/ > \d+\.\d\d/);
  terminal.type("A");
  await terminal.waitFor("y/N");
  ascii(terminal.history());
  terminal.type("n");
  await terminal.waitFor("1 staged edit");
  ascii(terminal.screen());
  terminal.type("qq");
  await exitCodeOf(terminal);
  ascii(terminal.history());
});
