import { describe, expect, test } from "vitest";
import { exitCodeOf, terminals } from "./on-terminal.ts";

const shop = terminals("sandbox seed demo");

async function request<T>(line: string): Promise<T> {
  return JSON.parse((await shop.home.till(`${line} --json`)).stdout) as T;
}

const captures = async () =>
  (await request<{ totals: { captures: number }[] }>("api GET /__till/ledger?limit=1000")).totals[0]
    ?.captures ?? 0;

/** Delays the next call of a route in the sandbox, in milliseconds. */
const slow = (route: string, ms: number, count = 1) =>
  shop.home.till(`sandbox fault slow:${ms} --route ${route} --count ${count}`);

test.each([80, 120])(
  "in %d columns an order is captured from the screen, with the question of the command line, and exactly once",
  async (columns) => {
    const before = await captures();
    const pty = shop.onTerminal(["orders"], { columns });
    await pty.waitFor("1 of 14");
    pty.type("x");
    await pty.waitFor(/Actions for order 10014[\s\S]*On the command line\s+till orders fulfill 10014/);
    pty.type("c");
    await pty.waitFor("It has no authorized payment (paid).");
    pty.type("\x1b");
    await pty.waitFor(/❯ +10014/);
    pty.type("jjjjjjj");
    await pty.waitFor(/❯ +10007/);
    pty.type("xc");
    await pty.waitFor("Type 150.50 USD to confirm");
    expect(pty.alternateScreen()).toBe(false);
    expect(pty.screen().join("\n")).toContain("$ till orders capture 10007");
    expect(await captures()).toBe(before);
    pty.type("150.50 USD\r");
    await pty.waitFor(/❯ +10007 [\s\S]*\bpaid\b[\s\S]*Captured 1 order, 150\.50 USD\./);
    expect(pty.alternateScreen()).toBe(true);
    await pty.waitFor(/10007 .*USD +paid/);
    expect(await captures()).toBe(before + 1);
    const { items } = await request<{ items: { kind: string; command: string }[] }>("jobs list");
    expect(items).toMatchObject([{ command: "till orders capture 10007" }]);
    pty.type("xc");
    await pty.waitFor("It has no authorized payment (paid).");
    pty.type("qq");
    expect(await exitCodeOf(pty)).toBe(0);
    expect(pty.history().join("\n")).toContain("Captured 1 order, 150.50 USD.");
  },
);

test("No, Esc and Ctrl-C at the prompt return to the list and change nothing", async () => {
  const before = await captures();
  const pty = shop.onTerminal(["orders", "list", "-i", "--filter", "number = 10006"]);
  await pty.waitFor("1 of 1");
  pty.type("xc");
  await pty.waitFor("Type 80.00 USD");
  pty.type("\x1b");
  await pty.waitFor(/\[Orders\][\s\S]*Nothing was sent\./);
  pty.type("xv");
  await pty.waitFor("Type 80.00 USD");
  pty.type("\x03");
  await pty.waitFor(/\[Orders\][\s\S]*Stopped; nothing was sent\./);
  expect(await captures()).toBe(before);
  pty.type("xp");
  await pty.waitFor(/authorized[\s\S]*Press Enter to return to the list\./);
  pty.type("\r");
  await pty.waitFor("[Orders]");
  pty.type("q");
  expect(await exitCodeOf(pty)).toBe(0);
});

test("publishes an event; publishing it again shows why that is unavailable", async () => {
  const pty = shop.onTerminal(["events", "list", "-i", "--filter", "status = DRAFT"], { columns: 100 });
  await pty.waitFor(/❯ +Guild dinner/);
  pty.type(":publish\r");
  await pty.waitFor(/\[Events\][\s\S]*Done: till events publish guild-dinner/);
  expect(await request("events get guild-dinner")).toMatchObject({ status: "UPCOMING" });
  // The list shows drafts, and the event is no longer one.
  await pty.waitFor("No event matches.");
  pty.type("\x1b");
  await pty.waitFor("1 of 11");
  pty.type("xp");
  await pty.waitFor("It is already published.");
  pty.type("qq");
  expect(await exitCodeOf(pty)).toBe(0);
});

test("adds a product to the cart: answers appear in the command, and a wrong answer is reported", async () => {
  const pty = shop.onTerminal(["products", "list", "-i", "--filter", 'slug = "stoneware-mug"'], {
    columns: 110,
  });
  await pty.waitFor("1 of 1");
  pty.type("\r");
  await pty.waitFor("Colour: ");
  pty.type("xb2\r");
  await pty.waitFor(/till cart add stoneware-mug --quantity 2[\s\S]*Options:/);
  pty.type("Colour=Red\r");
  await pty.waitFor(/Colour=Oat\|Ink\|Moss/);
  pty.type("xb2\rColour=Ink\r");
  await pty.waitFor("Added 2 x Stoneware Mug.");
  expect(await request("cart show")).toMatchObject({ lineItems: [{ quantity: 2 }] });
  pty.type("qq");
  expect(await exitCodeOf(pty)).toBe(0);
});

describe("Ctrl-C while a command runs", () => {
  test("stops the command and returns, with the terminal restored", async () => {
    const pty = shop.onTerminal(["events", "list", "-i", "--filter", "status = DRAFT"]);
    await pty.waitFor("❯");
    await slow("events.publish", 8000);
    pty.type("xp");
    await pty.waitFor("$ till events publish guild-dinner");
    pty.type("\x03");
    await pty.waitFor("[Events]");
    await pty.waitFor(/Stopped|unknown|whether/i);
    expect(pty.alternateScreen()).toBe(true);
    pty.type("q");
    expect(await exitCodeOf(pty)).toBe(0);
  });

  test("stops a job of staged edits, which says how to resume; a second Ctrl-C quits", async () => {
    const pty = shop.onTerminal(["products", "--concurrency", "1"], { columns: 100 });
    await pty.waitFor("1 of 24");
    await slow("products.update", 700, 50);
    pty.type("a\x1b[C\x1b[Ce+1\r");
    await pty.waitFor("1 staged edit");
    pty.type("A");
    await pty.waitFor(/Apply \d+ changes\?/);
    pty.type("y");
    await pty.waitFor(/\b[1-9]\d* (of 24|done)/);
    pty.type("\x03");
    await pty.waitFor(
      /\[Products\][\s\S]*Job \w+: 24 rows, \d+ ok, \d+ left\. Resume with: till jobs resume \w+/,
    );
    pty.type("\x03");
    expect(await exitCodeOf(pty)).toBe(130);
  });

  test("twice quits at once and restores the terminal", async () => {
    const pty = shop.onTerminal(["events", "list", "-i", "--filter", "status = DRAFT"]);
    await pty.waitFor("❯");
    await slow("products.update", 30_000);
    pty.type(":products\r");
    await pty.waitFor("1 of 24");
    pty.type("\x1b[C\x1b[Ce+1\rA");
    await pty.waitFor("Apply 2 changes?");
    pty.type("y");
    await pty.waitFor(/Products: set/);
    await pty.quiet();
    pty.type("\x03");
    await pty.waitFor(/[Ss]top/);
    pty.type("\x03");
    expect(await exitCodeOf(pty)).toBe(130);
  });

  test("SIGTERM ends everything", async () => {
    const pty = shop.onTerminal(["events", "list", "-i", "--filter", "status = DRAFT"]);
    await pty.waitFor("❯");
    await slow("events.publish", 8000);
    pty.type("xp");
    await pty.waitFor("$ till events publish guild-dinner");
    pty.signal("SIGTERM");
    expect(await exitCodeOf(pty)).toBe(143);
  });
});
