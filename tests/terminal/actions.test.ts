import { describe, expect, test } from "vitest";
import { exitCodeOf, terminals } from "../support/terminal.ts";

const shop = terminals("sandbox seed demo");

async function request<T>(line: string): Promise<T> {
  return JSON.parse((await shop.home.till(`${line} --json`)).stdout) as T;
}

const captures = async () =>
  (await request<{ totals: { captures: number }[] }>("api GET /__till/ledger?limit=1000")).totals[0]
    ?.captures ?? 0;

test.each([80, 120])(
  "in %d columns an order is captured from the screen, with the question of the command line, and exactly once",
  async (columns) => {
    const before = await captures();
    const terminal = shop.onTerminal(["orders"], { columns });
    await terminal.waitFor("1 of 14");
    terminal.type("x");
    await terminal.waitFor(/Actions for order 10014[\s\S]*❯ f[\s\S]*Not now: .*capture/);
    terminal.type("c");
    await terminal.waitFor("It has no authorized payment (paid).");
    terminal.type("\x1b");
    await terminal.waitFor(/❯ +10014/);
    terminal.type("jjjjjjj");
    await terminal.waitFor(/❯ +10007/);
    terminal.type("xc");
    await terminal.waitFor("Type 150.50 USD to confirm");
    // The list stays behind it.
    expect(terminal.screen().join("\n")).toMatch(/▐Orders▌[\s\S]*Capture order 10007/);
    expect(terminal.alternateScreen()).toBe(true);
    expect(await captures()).toBe(before);
    terminal.type("150.50 USD\r");
    await terminal.waitFor(/❯ +10007 [\s\S]*\bpaid\b[\s\S]*Captured 1 order, 150\.50 USD · cannot be undone/);
    expect(terminal.alternateScreen()).toBe(true);
    await terminal.waitFor(/10007 .*USD +● paid/);
    expect(await captures()).toBe(before + 1);
    const { items } = await request<{ items: { kind: string; command: string }[] }>("jobs list");
    expect(items).toMatchObject([{ command: "till orders capture 10007" }]);
    terminal.type("xc");
    await terminal.waitFor("It has no authorized payment (paid).");
    terminal.type("qq");
    expect(await exitCodeOf(terminal)).toBe(0);
    expect(terminal.history().join("\n")).toContain("Captured 1 order, 150.50 USD, cannot be undone");
  },
);

test("No, Esc and Ctrl-C at the prompt return to the list and change nothing", async () => {
  const before = await captures();
  const terminal = shop.onTerminal(["orders", "list", "-i", "--filter", "number = 10006"]);
  await terminal.waitFor("1 of 1");
  terminal.type("xc");
  await terminal.waitFor("Type 80.00 USD");
  terminal.type("\x1b");
  await terminal.waitFor(/▐Orders▌[\s\S]*Nothing was sent\./);
  terminal.type("xv");
  await terminal.waitFor("Type 80.00 USD");
  terminal.type("\x03");
  await terminal.waitFor(/▐Orders▌[\s\S]*Stopped; nothing was sent\./);
  // The user has stopped it: that is no failure.
  expect(terminal.screen().join("\n")).not.toMatch(/✖ (Stopped|Nothing)/);
  expect(await captures()).toBe(before);
  terminal.type("xp");
  await terminal.waitFor(/authorized[\s\S]*Press Enter to return to the list\./);
  terminal.type("\r");
  await terminal.waitFor("▐Orders▌");
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
});

test("publishes an event; publishing it again shows why that is unavailable", async () => {
  const terminal = shop.onTerminal(["events", "list", "-i", "--filter", "status = DRAFT"], { columns: 100 });
  await terminal.waitFor(/❯ +Guild dinner/);
  terminal.type(":publish\r");
  await terminal.waitFor(/▐Events▌[\s\S]*Done: till events publish guild-dinner/);
  expect(await request("events get guild-dinner")).toMatchObject({ status: "UPCOMING" });
  // The list shows drafts, and the event is no longer one.
  await terminal.waitFor("No event matches.");
  terminal.type("\x1b");
  await terminal.waitFor("1 of 11");
  terminal.type("xp");
  await terminal.waitFor("It is already published.");
  terminal.type("qq");
  expect(await exitCodeOf(terminal)).toBe(0);
});

test("adds a product to the cart, and a wrong answer is reported", async () => {
  const terminal = shop.onTerminal(["products", "list", "-i", "--filter", 'handle = "stoneware-mug"'], {
    columns: 110,
  });
  await terminal.waitFor("1 of 1");
  terminal.type("\r");
  await terminal.waitFor("Colour: ");
  terminal.type("xb2\r");
  await terminal.waitFor(/add to cart[\s\S]*Options:/);
  terminal.type("Colour=Red\r");
  await terminal.waitFor(/Colour=Oat\|Ink\|Moss/);
  terminal.type("xb2\rColour=Ink\r");
  await terminal.waitFor("Added 2 x Stoneware Mug.");
  expect(await request("cart get")).toMatchObject({ lineItems: [{ quantity: 2 }] });
  terminal.type("qq");
  expect(await exitCodeOf(terminal)).toBe(0);
});

describe("Ctrl-C while a command runs", () => {
  test("stops the command and returns, with the terminal restored", async () => {
    const terminal = shop.onTerminal(["events", "list", "-i", "--filter", "status = DRAFT"]);
    await terminal.waitFor("❯");
    await shop.hold("events.publish");
    terminal.type("xp");
    await terminal.waitFor("Publish Guild dinner");
    terminal.type("\x03");
    await terminal.waitFor("▐Events▌");
    await terminal.waitFor(/Stopped|unknown|whether/i);
    expect(terminal.alternateScreen()).toBe(true);
    terminal.type("q");
    expect(await exitCodeOf(terminal)).toBe(0);
  });

  test("stops a job of staged edits, which z shows; a second Ctrl-C quits", async () => {
    const terminal = shop.onTerminal(["products", "--concurrency", "1"], { columns: 100 });
    await terminal.waitFor("1 of 24");
    await shop.hold("products.update", { skip: 1 });
    terminal.type("a\x1b[C\x1b[Ce+1\r");
    await terminal.waitFor("1 staged edit");
    terminal.type("A");
    await terminal.waitFor(/Apply the changes to \d+ products\?/);
    terminal.type("y");
    await shop.held();
    terminal.type("\x03");
    await terminal.waitFor("Stopping: 1 change in flight.");
    await shop.release();
    await terminal.waitFor(/▐Products▌[\s\S]*Job \w+: 24 products, \d+ ok, \d+ left · z shows the job/);
    terminal.type("\x03");
    expect(await exitCodeOf(terminal)).toBe(130);
  });

  test("SIGTERM ends everything", async () => {
    const terminal = shop.onTerminal(["events", "list", "-i", "--filter", "status = DRAFT"]);
    await terminal.waitFor("❯");
    await shop.hold("events.publish");
    terminal.type("xp");
    await terminal.waitFor("Publish Guild dinner");
    terminal.signal("SIGTERM");
    expect(await exitCodeOf(terminal)).toBe(143);
  });
});
