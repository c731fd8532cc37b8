import { expect, test } from "vitest";
import { exitCodeOf, terminals } from "../support/terminal.ts";

const shop = terminals("sandbox seed demo");

test("Ctrl-C with staged edits asks first, as q does", async () => {
  const terminal = shop.onTerminal(["products"], { columns: 100 });
  await terminal.waitFor("1 of 24");
  terminal.type("\x1b[C\x1b[Ce+10%\r");
  await terminal.waitFor("1 staged edit");
  terminal.type("\x03");
  await terminal.waitFor("Press Ctrl-C again to quit and discard 1 staged edit");
  terminal.type("j");
  await terminal.waitFor("2 of 24");
  terminal.type("\x03");
  await terminal.waitFor("Press Ctrl-C again");
  terminal.type("\x03");
  expect(await exitCodeOf(terminal)).toBe(130);
});

test("till agents mcp prints that it waits for a client, and Ctrl-C ends it", async () => {
  const terminal = shop.onTerminal(["agents", "mcp"], { columns: 100 });
  await terminal.waitFor("Waiting for a Model Context Protocol client on stdin");
  terminal.type("\x03");
  expect(await exitCodeOf(terminal)).toBe(130);
});

test("resizing during a job leaves one title and one bar", async () => {
  await shop.home.till("sandbox seed 40");
  for (let round = 0; round < 3; round++) {
    await shop.hold("products.update", { skip: 2 + round });
    const price = `price=+${round + 1}`;
    const terminal = shop.onTerminal(
      ["products", "update", "--filter", "price > 0", "--set", price, "--yes", "--concurrency", "1"],
      { columns: 120, rows: 30 },
    );
    await terminal.waitFor(/[1-9]\d* of 72[\s\S]*Ctrl-C stop safely/);
    for (const columns of [52, 100, 44, 90, 41, 70]) terminal.resize(columns, 30);
    await terminal.waitFor((screen) => /Ctrl-C stop safely$/.test(screen.at(-1) ?? ""));
    // The last size is painted later on a busy machine.
    const marks = [" of 72", " failed ", "Ctrl-C stop"];
    await terminal.waitFor(() =>
      marks.every((mark) => terminal.history().filter((line) => line.includes(mark)).length === 1),
    );
    await shop.held();
    terminal.type("\x03");
    await terminal.waitFor("Stopping: 1 change in flight.");
    await shop.release();
    expect(await exitCodeOf(terminal)).toBe(130);
  }
});
