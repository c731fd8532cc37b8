import { expect, test } from "vitest";
import { exitCodeOf, terminals } from "../support/terminal.ts";

const shop = terminals("sandbox seed 12");

const raise = ["products", "update", "--all", "--expect", "12", "--set", "price=+1", "--yes"];
const oneByOne = { TILL_CONCURRENCY: "1", TILL_RETRIES: "1" };

test("f opens the full window of a job and closes it, and the result is in the scrollback", async () => {
  await shop.home.till("sandbox fault 500 --route products.update");
  await shop.hold("products.update", { skip: 3 });
  const terminal = shop.onTerminal(raise, { columns: 100, env: oneByOne });
  await terminal.waitFor("f full window");
  terminal.type("f");
  await terminal.waitFor(/Steps a second[\s\S]*No limit of requests\./);
  expect(terminal.alternateScreen()).toBe(true);
  await terminal.waitFor(/1 wait, last: The platform responded 500; trying\s+again in \d+ s \(1\/1\)/);
  await shop.held();
  terminal.type("\x1b");
  await terminal.waitFor("To resume: till jobs resume");
  expect(terminal.alternateScreen()).toBe(false);
  terminal.type("f");
  await terminal.waitFor("Steps a second");
  await shop.release();
  expect(await exitCodeOf(terminal)).toBe(0);
  expect(terminal.history().join("\n")).toMatch(/✔ .*: 12 done in /);
});

test("Ctrl-C in the full window stops safely", async () => {
  await shop.hold("products.update", { skip: 3 });
  const terminal = shop.onTerminal(raise, { env: oneByOne });
  await terminal.waitFor("f full window");
  terminal.type("f");
  await shop.held();
  await terminal.waitFor("3 of 12");
  terminal.type("b");
  await terminal.waitFor("Only workers run jobs in the background");
  terminal.type("\x03");
  await terminal.waitFor("Stopping: 1 change in flight.");
  await shop.release();
  expect(await exitCodeOf(terminal)).toBe(130);
  expect(terminal.history().join("\n")).toContain("till jobs resume");
});

test("a watched job has the full window at once; q quits it, and the job goes on", async () => {
  await shop.hold("products.update", { skip: 3 });
  const job = shop.onTerminal(raise, { env: oneByOne });
  await shop.held();
  const watching = shop.onTerminal(["jobs", "watch", "last"], { columns: 120, rows: 30 });
  await watching.waitFor(/^Job \w{4}: till products update --all[\s\S]*3 of 12/);
  expect(watching.alternateScreen()).toBe(true);
  watching.type("qq");
  expect(await exitCodeOf(watching)).toBe(130);
  expect(watching.history().join("\n")).toMatch(/✔ .*: goes on, 3 of 12 done/);
  await shop.release();
  expect(await exitCodeOf(job)).toBe(0);
});
