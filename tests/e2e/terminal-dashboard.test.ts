import { describe, expect, test } from "vitest";
import { exitCodeOf, terminals } from "./on-terminal.ts";

const shop = terminals("sandbox seed demo");

test("opens, fits every width, scrolls, refreshes and quits", async () => {
  const pty = shop.onTerminal(["dashboard"], { columns: 120, rows: 40 });
  await pty.waitFor(/Sales: 1080\.00 USD +Stock: 11 sold out/);
  await pty.waitFor("All events: 484.88 USD, 472.80 after fees");
  expect(pty.alternateScreen()).toBe(true);
  for (const columns of [40, 80]) {
    pty.resize(columns, 20);
    await pty.waitFor(
      (screen) =>
        screen.length === 19 && (screen.at(-1)?.startsWith("↑↓ scroll  r refresh  p pause  ") ?? false),
    );
    await pty.quiet();
    expect(pty.screen().filter((line) => line.startsWith("Dashboard:"))).toHaveLength(1);
    // Cut to the width: the emulator keeps cells beyond the edge after a resize.
    expect(pty.screen().filter((line) => line.slice(0, columns).startsWith("Sales: "))).toHaveLength(1);
  }
  // Terminals send one step of the wheel as three arrow keys.
  pty.type("\x1b[B\x1b[B\x1b[B");
  await pty.waitFor((screen) => screen[3]?.startsWith("Orders ") ?? false);
  await shop.home.till("sandbox seed --orders 1");
  pty.type("r");
  pty.type("g");
  await pty.waitFor("12 orders");
  pty.type("q");
  expect(await exitCodeOf(pty)).toBe(0);
});

test("a failed part shows its reason; r refreshes it, and earlier figures stay", async () => {
  await shop.home.till("config set retries 0");
  await shop.home.till("sandbox fault 500 --route eventOrders.summary --count 20");
  const pty = shop.onTerminal(["dashboard"], { columns: 120, rows: 40 });
  await pty.waitFor(/Tickets\n.*✖ Could not read this: /);
  expect(pty.screen().join("\n")).toContain("Sales: 1080.00 USD");
  await shop.home.till("sandbox fault --clear");
  pty.type("r");
  await pty.waitFor("Tickets on sale: 13 sold");
  await shop.home.till("sandbox fault 500 --route eventOrders.summary --count 20");
  pty.type("r");
  await pty.waitFor(/✖ Read .+ ago; could not refresh: /);
  await pty.waitFor("Tickets on sale: 13 sold");
  pty.type("q");
  expect(await exitCodeOf(pty)).toBe(0);
  await shop.home.till("config unset retries");
  await shop.home.till("sandbox fault --clear");
});

describe("from a list", () => {
  test("opens with a command, opens lists from figures, and returns with q", async () => {
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
    expect(await exitCodeOf(pty)).toBe(0);
  });

  test("opens lists from figures when started from the command line", async () => {
    const pty = shop.onTerminal(["dashboard"]);
    await pty.waitFor("Sales: 1080.00 USD");
    pty.type("1");
    await pty.waitFor(/\[Orders\][\s\S]*1 of 14/);
    pty.type("q");
    expect(await exitCodeOf(pty)).toBe(0);
  });
});

describe("quitting", () => {
  test.each([
    ["\x1b", 0],
    ["\x03", 130],
  ])("by %j: exit %d, the terminal as before", async (key, code) => {
    const pty = shop.onTerminal(["dashboard"]);
    await pty.waitFor("Sales: 1080.00 USD");
    pty.type(key);
    expect(await exitCodeOf(pty)).toBe(code);
  });

  test("by SIGTERM exits with 143 and restores the terminal", async () => {
    const pty = shop.onTerminal(["dashboard"]);
    await pty.waitFor("Sales: 1080.00 USD");
    pty.signal("SIGTERM");
    expect(await exitCodeOf(pty)).toBe(143);
  });
});
