import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { exitCodes } from "../../src/kernel/errors.ts";
import { waitFor } from "../support/runs.ts";
import { createWorld, type World } from "../support/world.ts";

/** A command line that exits with the code, in a sandbox with the demo shop. */
interface Case {
  before?: string;
  line: string;
  /** Stopped by this signal once it is ready. */
  stop?: "SIGINT" | "SIGTERM";
  /** Errors that `--json` does not report. */
  error?: false;
}

const cases: Record<keyof typeof exitCodes, Case> = {
  ok: { line: "till products list", error: false },
  failure: { line: "till products update oven-mitt --set handle=stoneware-mug --yes", error: false },
  usage: { line: "till products list --filter 'prise > 5'" },
  auth: { line: "TILL_CLIENT_ID=app till products delete oven-mitt --yes" },
  notFound: { line: "till products get no-such-thing" },
  conflict: { line: "till products update oven-mitt --set price=+1 --expect 2 --yes" },
  rateLimited: {
    before: "till sandbox fault 429:0 --route inventory.increment --count 9",
    line: "till products stock increment serving-bowl",
  },
  unavailable: {
    before: "till sandbox fault 503 --route products.query --count 9",
    line: "till products list",
  },
  partial: {
    line: "till products update brewing-at-home oven-mitt --set price=+1 --floor 'cost * 1.2' --skip-invalid --yes",
    error: false,
  },
  unknown: {
    before: "till sandbox fault drop-before --route inventory.increment",
    line: "till products stock increment serving-bowl",
  },
  changes: {
    line: "till products update oven-mitt --set price=+1 --dry-run --detailed-exitcode",
    error: false,
  },
  deadline: { line: "till sandbox start --memory --deadline 1s", error: false },
  interrupted: { line: "till sandbox start --memory", stop: "SIGINT", error: false },
  terminated: { line: "till sandbox start --memory", stop: "SIGTERM", error: false },
};

const worlds: World[] = [];
afterAll(() => {
  for (const world of worlds) world.close();
});

async function demoWorld(before?: string): Promise<World> {
  const world = createWorld();
  worlds.push(world);
  await world.till("sandbox seed demo");
  if (before !== undefined) expect(await world.sh(before)).toMatchObject({ code: 0 });
  return world;
}

for (const [name, code] of Object.entries(exitCodes)) {
  const { before, line, stop, error } = cases[name as keyof typeof exitCodes];

  test(`exit ${code}, ${name}: ${line}`, async () => {
    const world = await demoWorld(before);
    const controller = new AbortController();
    const onOutput = () => stop && controller.abort(stop);
    const result = await world.sh(line, { signal: controller.signal, onOutput });
    expect(result.code, result.stderr).toBe(code);
    if (error !== false)
      expect(result).toMatchObject({
        stdout: "",
        stderr: expect.stringMatching(/^error: [A-Z"-]|\nerror: /),
      });
  });

  if (error === false) continue;
  test(`exit ${code}, ${name}, with --json`, async () => {
    const world = await demoWorld(before);
    const result = await world.sh(`${line} --json --quiet`);
    expect(result).toMatchObject({ stdout: "", code });
    expect(JSON.parse(result.stderr).error).toMatchObject({
      code: expect.stringMatching(/^[A-Z0-9_]+$/),
      message: expect.any(String),
      retryable: code === exitCodes.rateLimited || code === exitCodes.unavailable,
      exitCode: code,
    });
  });
}

for (const [signal, code] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const) {
  test(`${signal} waits for the request in flight, then exits with ${code}; the job can be resumed`, async () => {
    const world = await demoWorld("till sandbox fault slow:100 --route products.update --count 1");
    const controller = new AbortController();
    const update =
      "products update oven-mitt serving-bowl --set 'price = price + 1' --yes --concurrency 1 --output ndjson";
    const onOutput = (text: string) => text.includes("step.sent") && controller.abort(signal);
    const stopped = await world.till(update, { signal: controller.signal, onOutput });
    expect(stopped.code).toBe(code);
    expect(stopped.stderr).toMatch(/Resume with: till jobs resume/);
    expect(await prices(world)).toEqual([20, 68]);
    expect(await world.till("jobs resume last --yes")).toMatchObject({ code: 0 });
    expect(await prices(world)).toEqual([20, 69]);
  });
}

test("--deadline waits for the request in flight, says why it stopped, and leaves a job that can be resumed", async () => {
  const world = await demoWorld();
  const abort = vi.spyOn(AbortController.prototype, "abort");
  onTestFinished(() => abort.mockRestore());
  const passed = () => waitFor(() => expect(abort).toHaveBeenCalledWith("deadline"));
  const update =
    "products update oven-mitt serving-bowl --set 'price = price + 1' --yes --concurrency 1 --json --deadline 3s";
  const onRequest = ({ name }: { name: string }) => (name === "products.update" ? passed() : undefined);
  const stopped = await world.till(update, { onRequest });
  expect(stopped.code).toBe(124);
  expect(JSON.parse(stopped.stderr.trim().split("\n").at(-1) ?? "").error).toMatchObject({
    code: "DEADLINE",
    message: "Stopped: the deadline of 3s has passed.",
    exitCode: 124,
  });
  expect(await prices(world)).toEqual([20, 68]);
  expect(await world.till("jobs resume last --yes")).toMatchObject({ code: 0 });
  expect(await prices(world)).toEqual([20, 69]);
  // While it reads, a command ends at once.
  abort.mockClear();
  const reading = await world.till("products list --deadline 50ms", { onRequest: passed });
  expect(reading).toMatchObject({
    code: 124,
    stderr: expect.stringContaining("the deadline of 50ms has passed"),
  });
});

async function prices(world: World): Promise<number[]> {
  const { stdout } = await world.till([
    "products",
    "list",
    "--filter",
    'handle in ("oven-mitt", "serving-bowl")',
    "--sort",
    "price",
    "--json",
  ]);
  return JSON.parse(stdout).items.map(({ priceData }: { priceData: { price: number } }) => priceData.price);
}

test("till help exit-codes lists every code", async () => {
  const world = createWorld();
  worlds.push(world);
  const { stdout } = await world.till("help exit-codes");
  const listed = [...stdout.matchAll(/^ *(\d+) {2}\S/gm)].map(([, code]) => Number(code));
  expect(listed).toEqual(Object.values(exitCodes));
});
