import { expect, test } from "vitest";
import { exitCodeOf, terminals } from "../support/terminal.ts";

const shop = terminals("sandbox seed 300");

test("rows that a search finds are shown while the rest of the list is still being read", async () => {
  const terminal = shop.onTerminal(["products"], { columns: 100, rows: 60 });
  await terminal.waitFor("1 of 300");
  const found = () => terminal.screen().filter((line) => line.includes("Amber ")).length;
  /** Returns how many rows are shown while the request after `skip` others waits, and how many there are. */
  const searched = async (skip: number, least: number) => {
    await shop.hold("products.query", { skip });
    terminal.type("/Amber");
    await shop.held();
    await terminal.waitFor(() => found() >= least);
    const early = found();
    expect(terminal.screen().join("\n")).toMatch(/reading the others[\s\S]*1 of \d+\+/);
    await shop.release();
    await terminal.waitFor(/1 of \d+ *$/m);
    const all = found();
    terminal.type("\x1b");
    await terminal.waitFor(/\d of 300/);
    return { early, all };
  };
  const loaded = await searched(0, 1);
  const streamed = await searched(2, loaded.early + 1);
  expect(streamed.all).toBe(loaded.all);
  expect(streamed.early).toBeLessThan(streamed.all);
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
});
