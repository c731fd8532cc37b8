import { expect, test } from "vitest";
import { exitCodeOf, type Terminal, terminals } from "../support/terminal.ts";

const shop = terminals("sandbox seed demo");

const capture = (columns: number): Terminal =>
  shop.onTerminal(["orders", "capture", "10006", "10007", "10001"], { columns });

const captures = async () => {
  const { stdout } = await shop.home.till("api GET /__till/ledger?limit=1000 --json");
  const { totals } = JSON.parse(stdout) as { totals: { captures: number }[] };
  return totals[0]?.captures ?? 0;
};

test.each([80, 120])(
  "on a terminal of %d columns, payments are captured only after the total is typed",
  async (columns) => {
    const before = await captures();
    const screen = capture(columns);
    await screen.waitFor("Type 230.50 USD to confirm");
    screen.type("230.50 EUR\r");
    await screen.waitFor("This is not 230.50 USD");
    screen.type("\x15");
    expect(await captures()).toBe(before);
    screen.type("230.50 USD\r");
    expect(await exitCodeOf(screen)).toBe(9);
    const emitted = screen.history().join("\n");
    expect(emitted).toContain("SCHEDULED");
    expect(emitted).toMatch(/10006 +captured +80\.00 USD/);
    expect(emitted).toMatch(/10001 +not_capturable/);
    expect(emitted).toContain("Captured 2 orders, 230.50 USD");
    for (const line of screen.history()) expect(line.length).toBeLessThanOrEqual(columns);
    expect(await captures()).toBe(before + 2);
  },
);

test("Esc changes nothing", async () => {
  const before = await captures();
  const screen = capture(80);
  await screen.waitFor("to confirm");
  screen.type("\x1b");
  expect(await exitCodeOf(screen)).toBe(1);
  expect(await captures()).toBe(before);
  expect(JSON.parse((await shop.home.till("jobs list --json")).stdout).items).toEqual([]);
});
