import { expect, test } from "vitest";
import { exitCodeOf, terminals } from "../support/terminal.ts";

const shop = terminals("sandbox seed 300");

/** Searches on a new terminal. Returns how many rows are shown while the request after `skip` others waits, and how many there are. */
async function searched(skip: number, least: number): Promise<{ early: number; all: number }> {
  const terminal = shop.onTerminal(["products"], { columns: 100, rows: 60 });
  await terminal.waitFor("1 of 300");
  // Lists of a sandbox are read again every two seconds, which would count.
  terminal.type("p");
  await terminal.waitFor("paused");
  const found = () => terminal.screen().filter((line) => line.includes("Amber ")).length;
  await shop.hold("products.query", { skip });
  terminal.type("/Amber");
  await shop.held();
  await terminal.waitFor(() => found() >= least);
  const early = found();
  expect(terminal.screen().join("\n")).toMatch(/loaded rows, .*1 of \d+\+/);
  await shop.release();
  await terminal.waitFor(/1 of \d+ ╮$/m);
  const all = found();
  terminal.type("\rq");
  expect(await exitCodeOf(terminal)).toBe(0);
  return { early, all };
}

test("rows that a search finds are shown while the rest of the list is still being read", async () => {
  const loaded = await searched(0, 1);
  const streamed = await searched(2, loaded.early + 1);
  expect(streamed.all).toBe(loaded.all);
  expect(streamed.early).toBeLessThan(streamed.all);
});
