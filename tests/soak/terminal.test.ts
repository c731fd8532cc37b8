import { expect, test } from "vitest";
import { ptys } from "../processes/on-terminal.ts";
import { exitCodeOf } from "../support/terminal.ts";

const shop = ptys();

test("pages through a hundred thousand rows", async () => {
  await shop.home.till("sandbox seed 100000");
  const pty = shop.onTerminal(["products"], { columns: 100, rows: 60, patience: 300_000 });
  await pty.waitFor("1 of 100,000");
  // Page by page through the first thousands, then with keys held down.
  for (let page = 1; page <= 60; page++) {
    pty.type("\x1b[6~");
    await pty.waitFor((screen) =>
      new RegExp(`\\b${(1 + page * 54).toLocaleString("en-US")} of 100,000`).test(screen[1] ?? ""),
    );
  }
  for (let page = 0; page < 1800; page++) pty.type("\x1b[6~");
  await pty.waitFor(
    (screen) =>
      / 100,000 of 100,000 ╮$/.test(screen[1] ?? "") &&
      screen.some((line) => line.startsWith("❯")) &&
      !screen.some((line) => line.trim() === "…"),
  );
  pty.type("g");
  await pty.waitFor(/ 1 of 100,000[\s\S]*❯/);
  pty.type("q");
  expect(await exitCodeOf(pty)).toBe(0);
});
