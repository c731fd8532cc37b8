import { expect, test } from "vitest";
import { exitCodeOf, terminals } from "../support/terminal.ts";

const shop = terminals("sandbox seed demo");
const price = async () => (await shop.home.till("products get stoneware-mug --jq .price")).stdout.trim();

test("z shows what each job did, previews the undo of an earlier one, and undoes it", async () => {
  const before = await price();
  await shop.home.till("products update stoneware-mug kitchen-towel-strich --set price=+10% --yes");
  await shop.home.till("products update kitchen-towel-strich --set price=99 --yes");
  const terminal = shop.onTerminal(["products"], { columns: 120, rows: 30 });
  await terminal.waitFor(/1 of 2\d/);
  terminal.type("z");
  await terminal.waitFor(/╭ Timeline ─[\s\S]*❯ [\d-]+ [\d:]+ ● ━[\s\S]*What it did[\s\S]*99/);
  terminal.type("\x1b[B");
  await terminal.waitFor(/❯ +[\d:]+ ● [\s\S]*price=\+10%[\s\S]*Stoneware Mug/);
  terminal.type("p");
  await terminal.waitFor(/Undo: the changes to \d+ products?\. \d+ changes? will be left alone/);
  await terminal.waitFor(/LEFT ALONE *│?\n│? *Kitchen Towel.*changed by job \w+ since; left alone/);
  terminal.type("z");
  await terminal.waitFor(/Undo the changes to \d+ products\? y\/N/);
  terminal.type("y");
  await terminal.waitFor(/▐Products▌[\s\S]*is not completely undone/);
  expect(await price()).toBe(before);
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
});

test("a stopped job lists the rows that are done first, and its keys are in the last line", async () => {
  await shop.hold("products.update", { skip: 3 });
  const raise = ["products", "update", "--all", "--expect", "24", "--set", "price=+1", "--yes"];
  const job = shop.onTerminal(raise, { env: { TILL_CONCURRENCY: "1" } });
  await shop.held();
  job.type("\x03");
  await job.waitFor("Stopping: 1 change in flight.");
  await shop.release();
  expect(await exitCodeOf(job)).toBe(130);
  const terminal = shop.onTerminal(["products"], { columns: 120, rows: 30 });
  await terminal.waitFor(/1 of 2\d/);
  terminal.type("z");
  await terminal.waitFor(
    /stopped, 4 done[\s\S]*BEFORE +AFTER.*\n(.* price .*\n){4}.*Planned, not sent: 28\b/,
  );
  expect(terminal.screen().at(-1)).toBe("↑↓ select  p preview  z undo  r refresh  Esc back");
  terminal.type("\x1b");
  await terminal.waitFor(/1 of 2\d/);
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
});

test("a job that is final says so at once, and z stays in the timeline", async () => {
  await shop.home.till("orders capture 10007 --yes");
  const terminal = shop.onTerminal(["products"], { columns: 120, rows: 30 });
  await terminal.waitFor(/1 of 2\d/);
  terminal.type("z");
  await terminal.waitFor(/Job \w+: 1 done, cannot be undone/);
  terminal.type("z");
  await terminal.waitFor(/Job \w+ cannot be undone\./);
  terminal.type("\x1b");
  await terminal.waitFor(/1 of 2\d/);
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
});

test("without jobs it says so, and Esc and Ctrl-C return", async () => {
  const terminal = shop.onTerminal(["products"], {
    columns: 40,
    env: { TILL_SYMBOLS: "ascii", NO_COLOR: "1" },
  });
  await terminal.waitFor(/1 of 2\d/);
  terminal.type("z");
  await terminal.waitFor("No job has changed this shop yet.");
  terminal.type("p");
  await terminal.waitFor("There is no job.");
  terminal.type("\x1b");
  await terminal.waitFor(/1 of 2\d/);
  terminal.type("z");
  await terminal.waitFor("Timeline");
  terminal.type("\x03");
  await terminal.waitFor(/1 of 2\d/);
  terminal.type("q");
  expect(await exitCodeOf(terminal)).toBe(0);
});
