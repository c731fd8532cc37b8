import { describe, expect, test } from "vitest";
import { waitFor } from "../support/runs.ts";
import { serve } from "../support/served.ts";
import { exitCodeOf, terminals } from "../support/terminal.ts";

const shop = terminals("sandbox seed demo");

test("opens, fits every width, scrolls, refreshes and quits", async () => {
  const terminal = shop.onTerminal(["dashboard"], { columns: 120, rows: 40 });
  await terminal.waitFor(/To capture [\s\S]*Sales: 1,080\.00 USD ─.*Stock: 11 sold out/);
  await terminal.waitFor("All events: 484.88 USD, 472.80 after fees");
  expect(terminal.alternateScreen()).toBe(true);
  for (const columns of [40, 80]) {
    terminal.resize(columns, 20);
    const beginning = (screen: string[], text: string) => screen.filter((line) => line.startsWith(text));
    await terminal.waitFor(
      (screen) =>
        screen.length === 19 &&
        (screen.at(-1)?.startsWith("↑↓ scroll  r refresh  ") ?? false) &&
        beginning(screen, "▐Dashboard▌").length === 1 &&
        screen.filter((line) => /^(╭ )?Sales: /.test(line)).length === 1,
    );
  }
  // Terminals send one step of the wheel as three arrow keys.
  terminal.type("\x1b[B\x1b[B\x1b[B");
  await terminal.waitFor((screen) => screen[5]?.includes("11 orders, 20.00 USD refunded") === false);
  await shop.home.till("sandbox seed --orders 1");
  terminal.type("r");
  terminal.type("g");
  await terminal.waitFor("12 orders");
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
});

test("a failed part shows its reason; r refreshes it, and earlier figures stay", async () => {
  await shop.home.till("config set retries 0");
  await shop.home.till("sandbox fault 500 --route eventOrders.summary --count 20");
  const terminal = shop.onTerminal(["dashboard"], { columns: 120, rows: 40 });
  await terminal.waitFor(/╭ Tickets ─[\s\S]*✖ Could not read this: /);
  expect(terminal.screen().join("\n")).toContain("Sales: 1,080.00 USD");
  await shop.home.till("sandbox fault --clear");
  terminal.type("r");
  await terminal.waitFor("Tickets on sale: 13 sold");
  await shop.home.till("sandbox fault 500 --route eventOrders.summary --count 20");
  terminal.type("r");
  await terminal.waitFor(/✖ Read .+ ago; could not refresh: /);
  await terminal.waitFor("Tickets on sale: 13 sold");
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
  await shop.home.till("config delete retries");
  await shop.home.till("sandbox fault --clear");
});

test("till alone opens it as the start screen, with what is to do and the keys that go there", async () => {
  const terminal = shop.onTerminal([], { columns: 120, rows: 40 });
  await terminal.waitFor(/To fulfill ─+ f[\s\S]*2 +78\.50 USD/);
  const drawn = terminal.screen().join("\n");
  expect(drawn).toContain("0 USD in the 30 days before");
  expect(drawn).toMatch(/Checkouts +━+ +12 +100%/);
  expect(drawn).toMatch(/Fulfilled +━+─+ +2 +17%/);
  expect(drawn).toContain("New here? till learn");
  terminal.type("x");
  await terminal.waitFor("Actions are for the rows of lists.");
  terminal.type("\x1b");
  await terminal.waitFor("This is the first screen. Press q to quit.");
  terminal.type("f");
  await terminal.waitFor(/▐Orders▌[\s\S]*filter [^\n]*[\s\S]*10014/);
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
  const other = shop.onTerminal([], { columns: 80 });
  await other.waitFor("To capture");
  other.type("q");
  expect(await exitCodeOf(other)).toBe(0);
  const stopped = shop.onTerminal([], { columns: 80 });
  await stopped.waitFor("To capture");
  stopped.type("\x03");
  expect(await exitCodeOf(stopped)).toBe(130);
});

test("till alone opens the products of an identity that cannot read orders", async () => {
  const terminal = shop.onTerminal(["--as", "visitor"], { columns: 80 });
  await terminal.waitFor(/▐Products▌[\s\S]*1 of 2\d/);
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
});

describe("from a list", () => {
  test("opens with a command, opens lists from figures, and returns with Esc", async () => {
    const terminal = shop.onTerminal(["products"], { columns: 110 });
    await terminal.waitFor("1 of 24");
    terminal.type("j");
    await terminal.waitFor("2 of 24");
    terminal.type(":dashboard\r");
    await terminal.waitFor("Sales: 1,080.00 USD");
    terminal.type("\x1b");
    await terminal.waitFor(/▐Products▌[\s\S]*2 of 24/);
    terminal.type(":dashboard\r");
    await terminal.waitFor("Sales: 1,080.00 USD");
    terminal.type("2");
    await terminal.waitFor(/▐Stock▌[\s\S]*1 of 51/);
    terminal.type("q");
    expect(await exitCodeOf(terminal)).toBe(0);
  });

  test("is the first tab: Tab and Shift-Tab reach it from the lists, and q asks if edits are staged", async () => {
    const terminal = shop.onTerminal(["products"], { columns: 110 });
    await terminal.waitFor(/ Dashboard +▐Products▌[\s\S]*1 of 24/);
    terminal.type("\x1b[Ze");
    await terminal.waitFor(/▐Dashboard▌[\s\S]*Sales: 1,080\.00 USD/);
    terminal.type("\t");
    await terminal.waitFor(/▐Products▌[\s\S]*1 of 24/);
    terminal.type("eMug\r");
    await terminal.waitFor("1 staged edit");
    terminal.type("\x1b[Z");
    await terminal.waitFor(/▐Dashboard▌[\s\S]*Sales: 1,080\.00 USD/);
    terminal.type("q");
    await terminal.waitFor(/▐Products▌[\s\S]*Press q again to quit/);
    terminal.type("q");
    expect(await exitCodeOf(terminal)).toBe(0);
  });

  test("the palette opens from it, and Esc returns to it", async () => {
    const terminal = shop.onTerminal(["dashboard", "--days", "7"], { columns: 110 });
    await terminal.waitFor("Sales: ");
    const first = terminal.screen()[1];
    terminal.type(":");
    await terminal.waitFor(/▐Dashboard▌[\s\S]*╭ Commands/);
    terminal.type("\x1b");
    await terminal.waitFor((screen) => screen[1] === first);
    terminal.type(":");
    await terminal.waitFor(/╭ Commands/);
    terminal.type("orders\r");
    await terminal.waitFor(/▐Orders▌[\s\S]*1 of 14/);
    terminal.type("q");
    expect(await exitCodeOf(terminal)).toBe(0);
  });

  test("opens lists from figures when started from the command line", async () => {
    const terminal = shop.onTerminal(["dashboard"]);
    await terminal.waitFor("Sales: 1,080.00 USD");
    terminal.type("1");
    await terminal.waitFor(/▐Orders▌[\s\S]*1 of 14/);
    terminal.type("q");
    expect(await exitCodeOf(terminal)).toBe(0);
  });
});

describe("quitting", () => {
  test("by Ctrl-C: exit 130, the terminal as before", async () => {
    const terminal = shop.onTerminal(["dashboard"]);
    await terminal.waitFor("Sales: 1,080.00 USD");
    terminal.type("\x03");
    expect(await exitCodeOf(terminal)).toBe(130);
  });

  test("an identity that cannot read orders gets the reason", async () => {
    const terminal = shop.onTerminal(["dashboard", "--as", "visitor"]);
    expect(await exitCodeOf(terminal)).toBe(4);
  });

  test("by SIGTERM exits with 143 and restores the terminal", async () => {
    const terminal = shop.onTerminal(["dashboard"]);
    await terminal.waitFor("Sales: 1,080.00 USD");
    terminal.signal("SIGTERM");
    expect(await exitCodeOf(terminal)).toBe(143);
  });
});

test("refreshing reads the orders of the period before once, and those of the present one each time", async () => {
  const served = await serve(shop.home, "till/data");
  const filters: string[] = [];
  const terminal = shop.onTerminal(["dashboard"], {
    columns: 120,
    rows: 40,
    env: served.env,
    watch: (send) => (request) => {
      if (request.name === "orders.search") filters.push(JSON.stringify(request.body));
      return send(request);
    },
  });
  await terminal.waitFor("Sales: 1,080.00 USD");
  await terminal.waitFor(/To fulfill ─+ f/);
  const isEarlier = (filter: string) => filter.includes("$lt");
  expect(filters.map(isEarlier)).toEqual([true, false]);
  terminal.type("r");
  await waitFor(() => expect(filters.map(isEarlier)).toEqual([true, false, false]));
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
  await served.close();
});
