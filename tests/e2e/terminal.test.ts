import { describe, expect, test } from "vitest";
import { serve } from "../processes/program.ts";
import { jobsOf } from "../processes/repeated-kills.ts";
import { effectsOf, timesOf } from "../support/outbox.ts";
import type { Pty } from "../support/pty.ts";
import { exitCodeOf as leavesTerminal, terminals } from "./on-terminal.ts";

const shop = terminals("sandbox seed 12");

/** Returns the exit code after checking that the terminal and its paste mode are restored. */
async function exitCodeOf(pty: Pty): Promise<number> {
  const code = await leavesTerminal(pty);
  expect(pty.raw().lastIndexOf("\x1b[?2004h")).toBeLessThanOrEqual(pty.raw().lastIndexOf("\x1b[?2004l"));
  return code;
}

const raise = ["products", "update", "--filter", "price > 0", "--set", "price=+10%"];
const changed = () => effectsOf(shop.home.path("till/data/sandbox.db")).length;

describe.each([80, 40])("a bulk update on a terminal of %d columns", (columns) => {
  test("y: preview, prompt, progress, result", async () => {
    const pty = shop.onTerminal(raise, { columns });
    await pty.waitFor("y/N");
    expect(pty.screen().length).toBeLessThanOrEqual(23);
    expect(pty.screen().join("\n")).toContain("Apply 12 changes?");
    expect(changed()).toBe(0);
    pty.type("y");
    expect(await exitCodeOf(pty)).toBe(0);
    const emitted = pty.history().join("\n");
    expect(emitted).toMatch(/Apply 12 changes\? yes/);
    expect(emitted).toMatch(/Job \w{4}: 12 rows, 12 ok\./);
    expect(emitted).toContain("till jobs undo");
    for (const line of pty.history()) expect(line.length).toBeLessThanOrEqual(columns);
    expect(timesOf(effectsOf(shop.home.path("till/data/sandbox.db")), "ProductChanged")).toEqual({
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
    const pty = shop.onTerminal(raise, { columns });
    await pty.waitFor("y/N");
    pty.type(key);
    expect(await exitCodeOf(pty)).toBe(code);
    expect(pty.history().join("\n")).toMatch(/nothing was sent/i);
    expect(changed()).toBe(0);
    expect(jobsOf(shop.home)).toEqual([]);
  });
});

test("SIGTERM at the prompt exits with 143, sends nothing and restores the terminal", async () => {
  const pty = shop.onTerminal(raise);
  await pty.waitFor("y/N");
  pty.signal("SIGTERM");
  expect(await exitCodeOf(pty)).toBe(143);
  expect(changed()).toBe(0);
  expect(jobsOf(shop.home)).toEqual([]);
});

test("Ctrl-C during a run finishes requests in flight, prints how to resume and exits with 130", async () => {
  const served = await serve(shop.home, "--seed", "120");
  const pty = shop.onTerminal([...raise, "--yes", "--rate", "40"], { env: served.env });
  await pty.waitFor(() => effectsOf(served.file).length > 8);
  pty.type("\x03");
  expect(await exitCodeOf(pty)).toBe(130);
  const emitted = pty.history().join("\n");
  const [, job = ""] = /till jobs resume (\w{4})/.exec(emitted) ?? [];
  expect(job).not.toBe("");
  const [row] = jobsOf(shop.home);
  expect(row).toMatchObject({ id: job, state: "stopped", failed: 0 });
  expect(timesOf(effectsOf(served.file), "ProductChanged")).toEqual({ once: row?.done });

  const again = shop.onTerminal(["jobs", "resume", job], { env: served.env });
  await again.waitFor("y/N");
  again.type("y");
  expect(await exitCodeOf(again)).toBe(0);
  expect(timesOf(effectsOf(served.file), "ProductChanged")).toEqual({ once: 120 });
});

test("deleting requires the number of rows; y is not enough, and Esc cancels", async () => {
  const args = ["products", "delete", "--filter", "price > 0"];
  const pty = shop.onTerminal(args);
  await pty.waitFor("Type 12");
  pty.type("y\r");
  await pty.quiet();
  pty.type("\x1b");
  expect(await exitCodeOf(pty)).toBe(1);
  expect(changed()).toBe(0);
  const really = shop.onTerminal(args);
  await really.waitFor("Type 12");
  really.type("12\r");
  expect(await exitCodeOf(really)).toBe(0);
  expect(timesOf(effectsOf(shop.home.path("till/data/sandbox.db")), "ProductDeleted")).toEqual({ once: 12 });
});

test("undo on a terminal prompts, and No is the default", async () => {
  await shop.home.till([...raise, "--yes"]);
  const no = shop.onTerminal(["jobs", "undo", "last"]);
  await no.waitFor("y/N");
  no.type("\r");
  expect(await exitCodeOf(no)).toBe(1);
  expect(jobsOf(shop.home)[0]).toMatchObject({ state: "done" });
  const yes = shop.onTerminal(["jobs", "undo", "last"]);
  await yes.waitFor("y/N");
  yes.type("y");
  expect(await exitCodeOf(yes)).toBe(0);
  expect(jobsOf(shop.home)[0]).toMatchObject({ state: "undone" });
});

test("TERM=dumb, CI and --no-input exit with 2 and name --yes", async () => {
  for (const [words, env] of [
    [raise, { TERM: "dumb" }],
    [raise, { CI: "true", TILL_PROFILE: "sandbox" }],
    [[...raise, "--no-input"], {}],
  ] as const) {
    const pty = shop.onTerminal(words, { env });
    expect(await exitCodeOf(pty)).toBe(2);
    expect(pty.history().join("\n")).toContain("--yes");
  }
  expect(changed()).toBe(0);
});
