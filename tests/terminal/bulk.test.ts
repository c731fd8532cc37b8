import { describe, expect, test } from "vitest";
import { effectsOf, timesOf } from "../support/outbox.ts";
import { exitCodeOf, terminals } from "../support/terminal.ts";

const shop = terminals("sandbox seed 12");

const raise = ["products", "update", "--filter", "price > 0", "--set", "price=+10%"];
const changes = () => effectsOf(shop.home.path("till/data/sandbox.db"));
const jobs = async () => JSON.parse((await shop.home.till("jobs list --json")).stdout).items;
const changed = () => changes().length;

describe.each([80, 40])("a bulk update on a terminal of %d columns", (columns) => {
  test("y: preview, prompt, progress, result", async () => {
    const terminal = shop.onTerminal(raise, { columns });
    await terminal.waitFor("y/N");
    expect(terminal.screen().length).toBeLessThanOrEqual(23);
    expect(terminal.screen().join("\n")).toContain("Apply the changes to 12 products?");
    expect(changed()).toBe(0);
    terminal.type("y");
    expect(await exitCodeOf(terminal)).toBe(0);
    const emitted = terminal.history().join("\n");
    expect(emitted).toMatch(/Apply the changes to 12 products\? yes/);
    expect(emitted).toMatch(/Job \w{4}: 12 products, 12 ok\./);
    expect(emitted).toContain("till jobs undo");
    for (const line of terminal.history()) expect(line.length).toBeLessThanOrEqual(columns);
    expect(timesOf(changes(), "ProductChanged")).toEqual({
      once: 12,
    });
  });

  test.each([
    ["n", 1],
    ["\x1b", 1],
    ["\r", 1],
    ["q", 1],
    ["\x03", 130],
  ])("%j leaves everything as it is, exit %d", async (key, code) => {
    const terminal = shop.onTerminal(raise, { columns });
    await terminal.waitFor("y/N");
    terminal.type(key);
    expect(await exitCodeOf(terminal)).toBe(code);
    expect(terminal.history().join("\n")).toMatch(/nothing was sent/i);
    expect(changed()).toBe(0);
    expect(await jobs()).toEqual([]);
  });
});

test("a low terminal shows fewer changes, so that the title, the totals and the question are seen together", async () => {
  const terminal = shop.onTerminal(raise, { rows: 14 });
  await terminal.waitFor("y/N");
  const screen = terminal.screen().join("\n");
  expect(screen).toMatch(
    /Set price=\+10%[\s\S]*… and 7 more prices[\s\S]*12 to change[\s\S]*Apply the changes/,
  );
  terminal.type("n");
  await exitCodeOf(terminal);
});

test("a low terminal shows fewer samples of a large plan, so that its totals are seen with the question", async () => {
  await shop.home.till("sandbox seed 120");
  const terminal = shop.onTerminal(raise, { rows: 18 });
  await terminal.waitFor("y/N");
  const screen = terminal.screen().join("\n");
  expect(screen).toMatch(
    /Set price=\+10%[\s\S]*together [\s\S]*\n5 of \d+ prices:[\s\S]*Apply the changes to \d+ products\?/,
  );
  terminal.type("\x1b");
  await exitCodeOf(terminal);
});

test("SIGTERM at the prompt exits with 143, sends nothing and restores the terminal", async () => {
  const terminal = shop.onTerminal(raise);
  await terminal.waitFor("y/N");
  terminal.signal("SIGTERM");
  expect(await exitCodeOf(terminal)).toBe(143);
  expect(changed()).toBe(0);
  expect(await jobs()).toEqual([]);
});

test("Ctrl-C during a run finishes requests in flight, prints how to resume and exits with 130", async () => {
  await shop.hold("products.update", { skip: 5, count: 12 });
  const terminal = shop.onTerminal([...raise, "--yes", "--concurrency", "2"]);
  await shop.held(2);
  terminal.type("\x03");
  await terminal.waitFor("Stopping: 2 changes in flight");
  await shop.release();
  expect(await exitCodeOf(terminal)).toBe(130);
  const emitted = terminal.history().join("\n");
  const [, job = ""] = /till jobs resume (\w{4})/.exec(emitted) ?? [];
  expect(job).not.toBe("");
  const [row] = await jobs();
  expect(row).toMatchObject({ id: job, state: "stopped", failed: 0 });
  expect(row?.done).toBe(7);
  expect(timesOf(changes(), "ProductChanged")).toEqual({ once: row?.done });

  const again = shop.onTerminal(["jobs", "resume", job]);
  await again.waitFor("y/N");
  again.type("y");
  expect(await exitCodeOf(again)).toBe(0);
  expect(timesOf(changes(), "ProductChanged")).toEqual({ once: 12 });
});

test("deleting requires the number of rows; y is not enough, and Esc cancels", async () => {
  const args = ["products", "delete", "--filter", "price > 0"];
  const terminal = shop.onTerminal(args);
  await terminal.waitFor("Type 12");
  terminal.type("y\r");
  await terminal.waitFor("This is not 12");
  terminal.type("\x1b");
  expect(await exitCodeOf(terminal)).toBe(1);
  expect(changed()).toBe(0);
  const really = shop.onTerminal(args);
  await really.waitFor("Type 12");
  really.type("12\r");
  expect(await exitCodeOf(really)).toBe(0);
  expect(timesOf(changes(), "ProductDeleted")).toEqual({ once: 12 });
});

test("undo on a terminal prompts, and No is the default", async () => {
  await shop.home.till([...raise, "--yes"]);
  const no = shop.onTerminal(["jobs", "undo", "last"]);
  await no.waitFor("y/N");
  no.type("\r");
  expect(await exitCodeOf(no)).toBe(1);
  expect((await jobs())[0]).toMatchObject({ state: "done" });
  const yes = shop.onTerminal(["jobs", "undo", "last"]);
  await yes.waitFor("y/N");
  yes.type("y");
  expect(await exitCodeOf(yes)).toBe(0);
  expect((await jobs())[0]).toMatchObject({ state: "undone" });
});

test("with TERM=dumb, a question is one line, and nothing is drawn", async () => {
  const run = async (typed: string) => {
    const terminal = shop.onTerminal(raise, { env: { TERM: "dumb" } });
    await terminal.waitFor(/sandbox\n+Apply the changes to \d+ products\? y\/N/);
    terminal.type(typed);
    return { code: await exitCodeOf(terminal), history: terminal.history().join("\n") };
  };
  expect(await run("\r")).toMatchObject({ code: 1, history: expect.stringContaining("Nothing was sent.") });
  expect(await run("maybe\r")).toMatchObject({ code: 1 });
  expect(changed()).toBe(0);
  expect(await run("\x03")).toMatchObject({ code: 130 });
  expect(await run("y\r")).toMatchObject({
    code: 0,
    history: expect.stringMatching(/\d+ products, \d+ ok\./),
  });
  expect(changed()).toBeGreaterThan(0);
});

test("with TERM=dumb, money is confirmed by its amount", async () => {
  await shop.home.till("sandbox seed demo");
  const terminal = shop.onTerminal(["orders", "capture", "10006", "10007"], { env: { TERM: "dumb" } });
  await terminal.waitFor("Capture 230.50 USD of 2 orders? Type 230.50 USD to confirm:");
  terminal.type("230.50\r");
  expect(await exitCodeOf(terminal)).toBe(0);
});

test("CI and --no-input exit with 2 and name --yes", async () => {
  for (const [words, env] of [
    [raise, { CI: "true", TILL_PROFILE: "sandbox" }],
    [[...raise, "--no-input"], {}],
  ] as const) {
    const terminal = shop.onTerminal(words, { env });
    expect(await exitCodeOf(terminal)).toBe(2);
    expect(terminal.history().join("\n")).toContain("--yes");
  }
  expect(changed()).toBe(0);
});

test("--no-pager prints a sample of a dry run", async () => {
  await shop.home.till("sandbox seed 28");
  const terminal = shop.onTerminal([...raise, "--dry-run", "--no-pager"]);
  expect(await exitCodeOf(terminal)).toBe(0);
  expect(terminal.history().join("\n")).toContain("… and 16 more prices (all of them: --diff changes.csv)");
});
