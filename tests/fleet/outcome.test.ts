import { expect, test } from "vitest";
import { runExit } from "../../src/bulk/engine/outcome.ts";
import type { Context } from "../../src/context/context.ts";
import { type EachRequest, isLeft, newSiteRun, outputPrinter } from "../../src/fleet/report.ts";
import { sideBySide } from "../../src/fleet/side-by-side.ts";

test("the exit code is the common one, else 9; an unknown outcome and Ctrl-C outrank the others", () => {
  expect(runExit([0, 0])).toBe(0);
  expect(runExit([4, 4])).toBe(4);
  expect(runExit([0, 4])).toBe(9);
  expect(runExit([4, 6])).toBe(9);
  expect(runExit([0, 9, 10, 130])).toBe(10);
  expect(runExit([0, 130, 4])).toBe(130);
});

test("starts items in order, up to a number at a time, and none after the work is halted", async () => {
  const begun: number[] = [];
  let active = 0;
  let most = 0;
  let halted = false;
  await sideBySide([1, 2, 3, 4, 5, 6, 7], { atOnce: 3, isHalted: () => halted }, async (item) => {
    begun.push(item);
    active += 1;
    most = Math.max(most, active);
    await new Promise((done) => setImmediate(done));
    active -= 1;
    if (item === 4) halted = true;
    return "done";
  });
  expect(begun).toEqual([1, 2, 3, 4, 5, 6]);
  expect(most).toBe(3);
});

test("halves the number of items at a time on a busy platform, raises it on an idle one, and repeats items that ended busy", async () => {
  let active = 0;
  const seen: number[] = [];
  const ended = new Map<number, number>();
  await sideBySide(
    Array.from({ length: 60 }, (_, index) => index),
    { atOnce: 40, isHalted: () => false },
    async (item) => {
      active += 1;
      seen.push(active);
      await new Promise((done) => setImmediate(done));
      // A platform that answers ten at a time.
      const end = active > 10 ? "busy" : "done";
      active -= 1;
      ended.set(item, (ended.get(item) ?? 0) + (end === "done" ? 1 : 0));
      return end;
    },
  );
  expect(seen[3]).toBe(4);
  expect(Math.max(...seen)).toBeLessThan(25);
  expect([...ended.values()]).toEqual(Array.from({ length: 60 }, () => 1));
});

test("gives up an item that is still busy after its last repetition", async () => {
  const last: boolean[] = [];
  await sideBySide([1], { atOnce: 1, isHalted: () => false }, async (_, isLast) => {
    last.push(isLast);
    return "busy";
  });
  expect(last).toEqual([false, false, false, false, false, true]);
});

test("work that is halted ends although items wait for room that is never made", async () => {
  let halted = false;
  const begun: number[] = [];
  const never = new Promise<void>(() => {});
  const room = async (item: number) => {
    if (item > 2) await never;
  };
  await sideBySide([1, 2, 3, 4], { atOnce: 3, isHalted: () => halted, room }, async (item) => {
    begun.push(item);
    await new Promise((done) => setImmediate(done));
    if (item === 2) halted = true;
    return item === 1 ? "busy" : "done";
  });
  expect(begun).toEqual([1, 2]);
});

test("sites that end while others are printed are one JSON value", async () => {
  let text = "";
  const stdout = {
    async write(part: string) {
      await new Promise((done) => setImmediate(done));
      text += part;
    },
  };
  const context = { streams: { stdout }, format: "json" } as unknown as Context;
  const command = { writes: false, single: false, asks: false };
  const sites = ["de", "fr", "it"].map((label) => ({
    ...newSiteRun({ label, profile: label, line: [] }),
    state: "done" as const,
    command,
  }));
  const printer = outputPrinter(context, { id: "r7kmn3", atOnce: 2 } as EachRequest, sites);
  await Promise.all([printer.print(), printer.print()]);
  await printer.end();
  expect(JSON.parse(text)).toMatchObject({
    id: "r7kmn3",
    sites: [{ name: "de" }, { name: "fr" }, { name: "it" }],
    exitCode: 0,
  });
});

test("a site whose job stopped early has changes left; one whose changes were all rejected has none", () => {
  const site = newSiteRun({ label: "de", profile: "de", line: [] });
  const planned = { job: "j1", title: "", changes: 3, typed: false, final: false };
  const failed = { ...site, state: "failed" as const, planned };
  expect(isLeft({ ...failed, done: 1 })).toBe(true);
  expect(isLeft({ ...failed, done: 1, failed: 2 })).toBe(false);
  expect(isLeft({ ...failed, done: 2, failed: 1, unknown: 1 })).toBe(true);
  expect(isLeft({ ...failed, state: "done", done: 3 })).toBe(false);
  expect(isLeft({ ...site, state: "failed" })).toBe(false);
});
