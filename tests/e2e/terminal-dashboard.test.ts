import { describe, expect, test } from "vitest";
import { leaves, terminals } from "./on-terminal.ts";

const shop = terminals("sandbox seed demo");

test("it opens, fits every width, scrolls, reads again, and is left", async () => {
  const pty = shop.onTerminal(["dashboard"], { columns: 120, rows: 40 });
  await pty.waitFor(/Sales: 1080\.00 USD +Stock: 11 sold out/);
  await pty.waitFor("All events: 484.88 USD, 472.80 after fees");
  expect(pty.alternateScreen()).toBe(true);
  for (const columns of [40, 80]) {
    pty.resize(columns, 20);
    await pty.waitFor(
      (screen) =>
        screen.length === 19 && (screen.at(-1)?.startsWith("↑↓ scroll  r read again  q leave") ?? false),
    );
    await pty.quiet();
    expect(pty.screen().filter((line) => line.startsWith("Dashboard:"))).toHaveLength(1);
    // What would not fit is cut here: the emulator keeps cells beyond a screen that became narrower.
    expect(pty.screen().filter((line) => line.slice(0, columns).startsWith("Sales: "))).toHaveLength(1);
  }
  // A notch of the wheel, as terminals send it: three arrow keys in one piece.
  pty.type("\x1b[B\x1b[B\x1b[B");
  await pty.waitFor((screen) => screen[3]?.startsWith("Orders ") ?? false);
  await shop.home.till("sandbox seed --orders 1");
  pty.type("r");
  pty.type("g");
  await pty.waitFor("12 orders");
  pty.type("q");
  expect(await leaves(pty)).toBe(0);
});

test("a part that fails says why beside the others; r brings it back, and what was there stays", async () => {
  await shop.home.till("sandbox fault 500 --route eventOrders.summary --count 20");
  const pty = shop.onTerminal(["dashboard"], { columns: 120, rows: 40 });
  await pty.waitFor(/Tickets\n.*✖ Could not be read: /);
  expect(pty.screen().join("\n")).toContain("Sales: 1080.00 USD");
  await shop.home.till("sandbox fault --clear");
  pty.type("r");
  await pty.waitFor("Tickets on sale: 13 sold");
  await shop.home.till("sandbox fault 500 --route eventOrders.summary --count 20");
  pty.type("r");
  await pty.waitFor(/✖ Read .+ ago, not again: /);
  await pty.waitFor("Tickets on sale: 13 sold");
  pty.type("q");
  expect(await leaves(pty)).toBe(0);
});

describe("from the screen to browse with", () => {
  test("it is a command away; q comes back, and a figure leads to its list", async () => {
    const pty = shop.onTerminal(["products"], { columns: 110 });
    await pty.waitFor("1 of 24");
    pty.type("j");
    await pty.waitFor("2 of 24");
    pty.type(":dashboard\r");
    await pty.waitFor("Sales: 1080.00 USD");
    pty.type("q");
    await pty.waitFor(/\[Products\][\s\S]*2 of 24/);
    pty.type(":dashboard\r");
    await pty.waitFor("Sales: 1080.00 USD");
    pty.type("2");
    await pty.waitFor(/\[Stock\][\s\S]*1 of 51/);
    pty.type("q");
    expect(await leaves(pty)).toBe(0);
  });

  test("from the command line a figure leads to its list, too", async () => {
    const pty = shop.onTerminal(["dashboard"]);
    await pty.waitFor("Sales: 1080.00 USD");
    pty.type("1");
    await pty.waitFor(/\[Orders\][\s\S]*1 of 14/);
    pty.type("q");
    expect(await leaves(pty)).toBe(0);
  });
});

describe("leaving", () => {
  test.each([
    ["\x1b", 0],
    ["\x03", 130],
  ])("by %j: exit %d, the terminal as before", async (key, code) => {
    const pty = shop.onTerminal(["dashboard"]);
    await pty.waitFor("Sales: 1080.00 USD");
    pty.type(key);
    expect(await leaves(pty)).toBe(code);
  });

  test("by SIGTERM: 143, the terminal as before", async () => {
    const pty = shop.onTerminal(["dashboard"]);
    await pty.waitFor("Sales: 1080.00 USD");
    pty.signal("SIGTERM");
    expect(await leaves(pty)).toBe(143);
  });
});
