import { describe, expect, test } from "vitest";
import { serve } from "../processes/program.ts";
import { effectsOf, timesOf } from "../support/outbox.ts";
import { exitCodeOf, terminals } from "./on-terminal.ts";

const shop = terminals();

const events = () => effectsOf(shop.home.path("till/data/sandbox.db"));

test.each([[[]], [["products"]], [["products", "list", "-i"]]])(
  "till %j opens the products on a screen of their own",
  async (words) => {
    await shop.home.till("sandbox seed 12");
    const pty = shop.onTerminal(words);
    await pty.waitFor(/\[Products\][\s\S]*1 of 12[\s\S]*❯/);
    expect(pty.alternateScreen()).toBe(true);
    expect(pty.screen().length).toBeLessThanOrEqual(23);
    pty.type("q");
    expect(await exitCodeOf(pty)).toBe(0);
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
  const pty = shop.onTerminal(["products", "--no-input"]);
  expect(await exitCodeOf(pty)).toBe(0);
  expect(pty.history().join("\n")).toContain("Usage: till products");
});

test("a list of many pages: go to the end and back, and filter", async () => {
  await shop.home.till("sandbox seed 20000");
  const pty = shop.onTerminal(["products"], { columns: 100, rows: 40 });
  await pty.waitFor("1 of 20,000");
  for (let page = 0; page < 20; page++) pty.type("\x1b[6~");
  await pty.waitFor(/7\d\d of 20,000/);
  pty.type("G");
  await pty.waitFor(
    (screen) => /20,000 of 20,000/.test(screen.join("\n")) && !screen.some((line) => line.trim() === "…"),
  );
  pty.type("g");
  await pty.waitFor("1 of 20,000");
  pty.type("fprice >> 3\r");
  await pty.waitFor("Expected a value");
  pty.type("\x15price > 100\r");
  await pty.waitFor(/filter price > 100/);
  await pty.waitFor(/❯/);
  const expected = JSON.parse(
    (await shop.home.till(["products", "list", "--filter", "price > 100", "--limit", "1", "--json"])).stdout,
  );
  await pty.waitFor(`1 of ${expected.total.toLocaleString("en-US")}`);
  pty.type("q");
  expect(await exitCodeOf(pty)).toBe(0);
}, 60_000);

test("a site on catalog v3: list, edit and undo products, list categories", async () => {
  await shop.home.till("sandbox seed 250 --catalog v3");
  const pty = shop.onTerminal(["products"], { columns: 110 });
  await pty.waitFor("1 of 100+");
  pty.type("G");
  await pty.waitFor("100 of 200+");
  pty.type("G");
  await pty.waitFor("200 of 250");
  pty.type("g");
  await pty.waitFor(/1 of 250[\s\S]*❯/);
  pty.type("\x1b[C\x1b[Ce+10%\r");
  await pty.waitFor(/\d+\.\d\d → \d+\.\d\d USD/);
  pty.type("A");
  await pty.waitFor("y/N");
  pty.type("y");
  await pty.waitFor(/Job \w+: 1 row, 1 ok\. Press z to undo\./);
  pty.type("z");
  await pty.waitFor("y/N");
  pty.type("y");
  await pty.waitFor("is undone");
  pty.type(":coll\r");
  await pty.waitFor("[Collections]");
  pty.type(":inv\r");
  await pty.waitFor(/\[Stock\][\s\S]*❯/);
  pty.type("q");
  expect(await exitCodeOf(pty)).toBe(0);
});

test("a served shop shows LIVE; when it is gone, the rows stay with their age", async () => {
  const served = await serve(shop.home);
  await served.control("POST seed", { shop: "demo" });
  await shop.home.till("config set retries 0");
  const pty = shop.onTerminal(["products"], { columns: 110, env: served.env });
  await pty.waitFor(/LIVE[\s\S]*1 of 24[\s\S]*❯/);
  pty.type("\r");
  await pty.waitFor(/Slug +\S[\s\S]*esc back/);
  pty.type("\x1b");
  await pty.waitFor((screen) => !screen.join("\n").includes("esc back"));
  await served.control("POST faults", { route: "products.query", fault: "500", times: 100 });
  pty.type("r");
  await pty.waitFor(/✖ Could not refresh \(r: retry\): .*read .+ ago +1 of 24[\s\S]*❯/);
  pty.type("q");
  expect(await exitCodeOf(pty)).toBe(0);
  await shop.home.till("config unset retries");
  await served.stop();
}, 60_000);

test("edits and undoes marked rows with the plan, prompt and progress of the command line", async () => {
  await shop.home.till("sandbox seed 12");
  const prices = async () => {
    const { stdout } = await shop.home.till(
      "products list --all --output ndjson --fields slug,priceData.price",
    );
    return stdout;
  };
  const before = await prices();
  const pty = shop.onTerminal(["products"], { columns: 100 });
  await pty.waitFor("1 of 12");
  pty.type(" jj l l".replaceAll(" l", "\x1b[C"));
  pty.type(" ");
  await pty.waitFor("2 marked");
  pty.type("e+10%\r");
  await pty.waitFor("2 staged edits");
  expect(events()).toEqual([]);
  pty.type("d");
  await pty.waitFor(/till products update \S+ \S+ --set price=\+10%/);
  pty.type("A");
  await pty.waitFor(/Apply 2 changes\?/);
  expect(pty.alternateScreen()).toBe(false);
  expect(events()).toEqual([]);
  pty.type("y");
  await pty.waitFor(/Job \w+: 2 rows, 2 ok\. Press z to undo\./);
  expect(pty.alternateScreen()).toBe(true);
  expect(timesOf(events(), "ProductChanged")).toEqual({ once: 2 });
  expect(await prices()).not.toBe(before);
  const { stdout } = await shop.home.till("jobs list --json");
  expect(stdout).toMatch(/till products update \S+ \S+ --set price=\+10%/);
  pty.type("z");
  await pty.waitFor("Undo 2 changes");
  pty.type("y");
  await pty.waitFor("is undone");
  expect(await prices()).toBe(before);
  pty.type("q");
  expect(await exitCodeOf(pty)).toBe(0);
});

test("No at the prompt changes nothing and keeps staged edits", async () => {
  await shop.home.till("sandbox seed 3");
  const pty = shop.onTerminal(["inventory"]);
  await pty.waitFor("❯");
  pty.type("\x1b[C\x1b[C\x1b[C");
  pty.type("e7\r");
  await pty.waitFor("1 staged edit");
  pty.type("A");
  await pty.waitFor("y/N");
  pty.type("n");
  await pty.waitFor("Nothing was sent.");
  expect(pty.screen().join("\n")).toContain("1 staged edit");
  expect(events()).toEqual([]);
  pty.type("qq");
  expect(await exitCodeOf(pty)).toBe(0);
});

test("edits and undoes stock and collections", async () => {
  await shop.home.till("sandbox seed demo");
  const pty = shop.onTerminal(["inventory", "list", "-i", "--filter", 'slug = "serving-bowl"'], {
    columns: 110,
  });
  await pty.waitFor("Serving Bowl");
  pty.type("\x1b[C\x1b[C\x1b[C");
  pty.type("e+5\r");
  await pty.waitFor("5 → 10");
  pty.type("A");
  await pty.waitFor("y/N");
  pty.type("y");
  await pty.waitFor(/\[Stock\][\s\S]*1 ok/);
  expect((await shop.home.till("inventory get serving-bowl --json")).stdout).toContain('"quantity":10');
  pty.type(":coll\r");
  await pty.waitFor("[Collections]");
  await pty.waitFor("1 of 6");
  pty.type("jeRenamed\r");
  await pty.waitFor("→ Renamed");
  pty.type("A");
  await pty.waitFor("y/N");
  pty.type("y");
  await pty.waitFor(/\[Collections\][\s\S]*Renamed[\s\S]*1 ok/);
  pty.type("z");
  await pty.waitFor("Undo 1 change");
  pty.type("y");
  await pty.waitFor("is undone");
  expect((await shop.home.till("collections list --json")).stdout).not.toContain("Renamed");
  pty.type("q");
  expect(await exitCodeOf(pty)).toBe(0);
});

test("opens related objects with one key, and returns with Esc", async () => {
  await shop.home.till("sandbox seed demo");
  const pty = shop.onTerminal(["orders"], { columns: 110 });
  await pty.waitFor("1 of 14");
  pty.type("1");
  await pty.waitFor(/\[Products\][\s\S]*of order[\s\S]*❯ +Stoneware/);
  pty.type("1");
  await pty.waitFor("[Collections]");
  pty.type("\x1b");
  await pty.waitFor("[Products]");
  pty.type("\x1b");
  await pty.waitFor("[Orders]");
  pty.type("y");
  await pty.waitFor("Copied the command: till orders list");
  expect(pty.raw()).toContain(`\x1b]52;c;${Buffer.from("till orders list").toString("base64")}\x07`);
  pty.type("q");
  expect(await exitCodeOf(pty)).toBe(0);
});

describe("quitting", () => {
  test.each([
    ["q", 0],
    ["\x04", 0],
    ["\x03", 130],
  ])("by %j: exit %d, the terminal as before", async (key, code) => {
    await shop.home.till("sandbox seed 3");
    const pty = shop.onTerminal(["products"]);
    await pty.waitFor("❯");
    pty.type(key);
    expect(await exitCodeOf(pty)).toBe(code);
  });

  test("by SIGTERM exits with 143 and restores the terminal", async () => {
    await shop.home.till("sandbox seed 3");
    const pty = shop.onTerminal(["products"]);
    await pty.waitFor("❯");
    pty.signal("SIGTERM");
    expect(await exitCodeOf(pty)).toBe(143);
  });

  test("after many resizes, down to a few columns", async () => {
    await shop.home.till("sandbox seed 300");
    const pty = shop.onTerminal(["products"], { columns: 100, rows: 40 });
    await pty.waitFor("❯");
    for (let round = 0; round < 60; round++) {
      pty.resize(12 + ((round * 37) % 110), 5 + ((round * 7) % 40));
      if (round % 5 === 0) await new Promise(setImmediate);
    }
    pty.resize(80, 24);
    await pty.waitFor((screen) => screen.filter((line) => line.includes("1 of 300")).length === 1);
    await pty.quiet();
    expect(pty.screen().filter((line) => line.includes("1 of 300"))).toHaveLength(1);
    expect(pty.screen().filter((line) => line.startsWith("❯"))).toHaveLength(1);
    pty.type("q");
    expect(await exitCodeOf(pty)).toBe(0);
  });
});

test("escapes text that would control the terminal", async () => {
  await shop.home.till("sandbox seed 1");
  await shop.home.till(["products", "create", "--name", "\x1b]0;owned\x07\x1b[31mred\u202e", "--price", "1"]);
  const pty = shop.onTerminal(["products"], { columns: 110 });
  await pty.waitFor("1 of 2");
  await pty.waitFor("␛]0;owned␇␛[31mred");
  expect(pty.raw()).not.toContain("\x1b]0;owned");
  pty.type("q");
  expect(await exitCodeOf(pty)).toBe(0);
});
