import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { effectsOf, timesOf } from "../support/outbox.ts";
import { type Served, serve, timesCaptured } from "../support/served.ts";
import {
  type Desk,
  openWindows,
  patience,
  skipped,
  type WindowsConsole,
  type WindowsProgram,
} from "./wine.ts";

const raise = ["products", "update", "--filter", "price > 0", "--set", "price=+10%", "--yes"];
const capture = "orders capture --authorized --yes --allow-empty";
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Holds all calls of a route but the first ones. Returns a function that resolves when it holds one of a program. */
async function hold(served: Served, route: string, skip = 0): Promise<(by: WindowsProgram) => Promise<void>> {
  await served.control("POST faults", { fault: "hold", route, skip, times: 1000 });
  return async (by) => {
    let ended: unknown;
    by.ended.then((result) => (ended = result));
    const times = async () =>
      ended ?? ((await served.control("GET faults")) as { faults: { times: number }[] }).faults[0]?.times;
    await expect.poll(times, { timeout: patience }).not.toBe(1000);
    expect(ended).toBe(undefined);
  };
}

describe.skipIf(skipped)(`interruptions and locks on Windows${skipped}`, () => {
  let windows: WindowsConsole;
  beforeAll(async () => {
    windows = await openWindows();
  });
  afterAll(() => windows.close());

  /** A folder, and a sandbox that this process serves. */
  async function openShop(
    seed: object,
  ): Promise<{ desk: Desk; served: Served; env: Record<string, string> }> {
    const desk = windows.desk();
    const served = await serve(desk);
    onTestFinished(() => served.close());
    await served.control("POST seed", seed);
    return { desk, served, env: served.env };
  }

  test("a program that is killed in the middle of an update: resume changes every product once", async () => {
    const { desk, served, env } = await openShop({ count: 60 });
    const before = effectsOf(served.file).at(-1)?.seq;
    await desk.till("products export before.csv", { env });
    for (const [index, skip] of [0, 12, 20].entries()) {
      const isHolding = await hold(served, "products.update", skip);
      const line = index === 0 ? raise : ["jobs", "resume", "last", "--yes", "--no-wait"];
      const program = desk.start(line, { env });
      program.end();
      await isHolding(program);
      program.kill();
      await program.ended;
      await served.control("DELETE faults");
    }
    expect((await desk.till("jobs list --json", { env })).stdout).toContain('"unknown"');
    expect(await desk.till("jobs resume last --yes --no-wait", { env })).toMatchObject({ code: 0 });
    const changed = effectsOf(served.file, before);
    expect(timesOf(changed, "ProductChanged")).toEqual({ once: 60 });
    expect(await desk.till("jobs undo last --yes", { env })).toMatchObject({ code: 0 });
    await desk.till("products export after.csv", { env });
    expect(readFileSync(desk.path("after.csv"), "utf8")).toBe(readFileSync(desk.path("before.csv"), "utf8"));
  });

  test("a program that is killed in the middle of captures: the same command captures every order once", async () => {
    const { desk, served, env } = await openShop({ orders: 40 });
    for (const [route, skip] of [
      ["orders.search", 0],
      ["orderBilling", 0],
      ["orderBilling", 15],
    ] as const) {
      const isHolding = await hold(served, route, skip);
      const program = desk.start(capture, { env });
      program.end();
      await isHolding(program);
      program.kill();
      await program.ended;
      await served.control("DELETE faults");
    }
    expect(await desk.till(capture, { env })).toMatchObject({ code: 0 });
    expect(await timesCaptured(served)).toEqual({ 1: 40 });
  });

  test("Ctrl-C finishes the requests in flight of an update and exits with 130; resume does the rest once", async () => {
    const { desk, served, env } = await openShop({ count: 100 });
    const before = effectsOf(served.file).at(-1)?.seq;
    const program = desk.start([...raise, "--max-requests", "20"], { env });
    program.end();
    const changes = () => effectsOf(served.file, before).length;
    await expect.poll(changes, { timeout: patience }).toBeGreaterThan(5);
    await windows.interrupt();
    const { code, stderr } = await program.ended;
    expect({ code, stderr }).toMatchObject({ code: 130 });
    expect(stderr).toMatch(/Resume with: till jobs resume \w{4}/);
    expect((await desk.till("jobs list --json", { env })).stdout).toContain('"stopped"');
    expect(await desk.till("jobs resume last --yes --no-wait", { env })).toMatchObject({ code: 0 });
    expect(timesOf(effectsOf(served.file, before), "ProductChanged")).toEqual({ once: 100 });
  });

  test("Ctrl-C during a capture waits for its result; the same command captures the other orders", async () => {
    const { desk, served, env } = await openShop({ orders: 30 });
    const isHolding = await hold(served, "orderBilling", 10);
    const program = desk.start(capture, { env });
    program.end();
    await isHolding(program);
    await windows.interrupt();
    await served.control("DELETE faults");
    expect(await program.ended).toMatchObject({ code: 130 });
    expect(await desk.till(capture, { env })).toMatchObject({ code: 0 });
    expect(await timesCaptured(served)).toEqual({ 1: 30 });
  });

  test("a second Ctrl-C exits at once", async () => {
    const { desk, served, env } = await openShop({ count: 3 });
    const isHolding = await hold(served, "products.update");
    const program = desk.start(raise, { env });
    program.end();
    await isHolding(program);
    let ended = false;
    program.ended.then(() => (ended = true));
    // Signals that come close together count as one. The first alone would wait for the call that is held.
    await expect
      .poll(() => windows.interrupt().then(() => ended), { timeout: patience, interval: 100 })
      .toBe(true);
    expect(await program.ended).not.toMatchObject({ code: 0 });
    await served.control("DELETE faults");
    expect(await desk.till("jobs resume last --yes --no-wait", { env })).toMatchObject({ code: 0 });
  });

  test("a question on a console is answered with a key; the screen leaves the console usable", async () => {
    const { desk, served, env } = await openShop({ count: 3 });
    const before = effectsOf(served.file).at(-1)?.seq;
    const program = desk.start(raise.slice(0, -1), { env, console: true });
    await windows.display.waitFor("Apply the changes to 3 products");
    expect(effectsOf(served.file, before)).toEqual([]);
    let ended = false;
    program.ended.then(() => (ended = true));
    // The question may not read keys yet.
    const answer = () => {
      if (!ended) windows.type("y\r");
      return ended;
    };
    await expect.poll(answer, { timeout: patience, interval: 200 }).toBe(true);
    expect(await program.ended).toMatchObject({ code: 0 });
    expect(windows.display.cursorVisible()).toBe(true);
    expect(timesOf(effectsOf(served.file, before), "ProductChanged")).toEqual({ once: 3 });
  });

  test("two resumes of one job: one runs, the other exits with 6 and changes nothing", async () => {
    const { desk, served, env } = await openShop({ count: 20 });
    await served.control("POST faults", { fault: "429:0", route: "products.update", times: 1000 });
    expect(await desk.till(raise, { env })).toMatchObject({ code: 7 });
    await served.control("DELETE faults");
    const isHolding = await hold(served, "products.update");
    const first = desk.start("jobs resume last --yes --no-wait", { env });
    first.end();
    await isHolding(first);
    const second = await desk.till("jobs resume last --yes --json", { env });
    expect(second).toMatchObject({ code: 6, stdout: "" });
    expect(second.stderr).toContain('"JOB_RUNNING"');
    expect(await desk.till("jobs undo last --yes", { env })).toMatchObject({ code: 6 });
    expect((await desk.till("jobs list --json", { env })).stdout).toContain('"running"');
    await served.control("DELETE faults");
    expect(await first.ended).toMatchObject({ code: 0 });
    expect(timesOf(effectsOf(served.file), "ProductChanged")).toEqual({ once: 20 });
  });

  test("two captures at once capture every order once, and both succeed", async () => {
    const { desk, served, env } = await openShop({ orders: 40 });
    const both = await Promise.all([desk.till(capture, { env }), desk.till(capture, { env })]);
    expect(both.map(({ code }) => code)).toEqual([0, 0]);
    expect(await timesCaptured(served)).toEqual({ 1: 40 });
  });

  test("five writers on the embedded sandbox, and five exports to one file, all succeed", async () => {
    const desk = windows.desk();
    await desk.till("sandbox seed 20");
    const writers = await Promise.all(
      times(5, (index) => desk.till(["products", "create", "--name", `Parallel ${index}`, "--price", "1"])),
    );
    expect(writers.map(({ code }) => code)).toEqual(times(5, () => 0));
    await desk.till("products export alone.csv");
    const exports = await Promise.all(times(5, () => desk.till("products export race.csv")));
    expect(exports.map(({ code }) => code)).toEqual(times(5, () => 0));
    expect(readFileSync(desk.path("race.csv"), "utf8")).toBe(readFileSync(desk.path("alone.csv"), "utf8"));
    expect(readdirSync(desk.home).filter((name) => name.includes("race"))).toEqual(["race.csv"]);
  });

  test("a sandbox in one program serves the others until sandbox stop ends it", async () => {
    const desk = windows.desk();
    const server = desk.start("sandbox start --name shop --seed 3 --json");
    await server.waitFor('"baseUrl"');
    expect((await desk.till("sandbox list --json")).stdout).toContain('"shop"');
    expect(await desk.till("products list --json --jq .total --profile shop")).toMatchObject({
      stdout: "3\n",
    });
    expect((await desk.till("sandbox start --name shop")).stderr).toContain("is already running");
    expect(await desk.till("sandbox stop shop")).toMatchObject({ code: 0 });
    expect(await server.ended).toMatchObject({ code: 143 });
    expect(readdirSync(desk.path("till", "state", "sandboxes"))).toEqual([]);
  });
});
