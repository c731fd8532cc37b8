import { expect, test } from "vitest";
import { exitCodeOf, terminals } from "./on-terminal.ts";

const shop = terminals("sandbox seed demo");

test("an order of another terminal appears by itself, marked; p pauses and resumes", async () => {
  const pty = shop.onTerminal(["orders"], { columns: 80 });
  await pty.waitFor("1 of 14");
  const before = pty.screen();
  await shop.home.till("sandbox seed --orders 1");
  await pty.waitFor("1 of 15");
  expect(pty.screen().filter((line) => /^ {2}\+ /.test(line))).toHaveLength(1);
  expect(pty.screen().find((line) => line.startsWith("❯"))).toBe(before.find((line) => line.startsWith("❯")));
  pty.type("p");
  await pty.waitFor(/paused +1 of 15/);
  await shop.home.till("sandbox seed --orders 2");
  pty.type("p");
  await pty.waitFor("1 of 16");
  pty.type("q");
  expect(await exitCodeOf(pty)).toBe(0);
});
