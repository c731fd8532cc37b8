import { expect, onTestFinished, test } from "vitest";
import { type DueFailure, listDueFailures, runDue } from "../../../src/sandbox/kernel/due.ts";
import { openStore } from "../../../src/sandbox/kernel/store.ts";
import { PlatformError } from "../../../src/sandbox/kernel/tx.ts";

const start = Date.parse("2026-01-01T00:00:00Z");
const day = 86_400_000;
const visit = { caller: { role: "admin" } } as const;

function world() {
  let now = start;
  const store = openStore(":memory:", { wallTime: () => new Date(now) });
  onTestFinished(() => store.close());
  const failures: DueFailure[] = [];
  const done: string[] = [];
  const given: string[] = [];
  const work: Record<string, () => void> = {
    refused: () => {
      throw new PlatformError(409, "SOLD_OUT", "Nothing is left");
    },
    broken: () => {
      throw new TypeError("a bug");
    },
    fine: () => {},
  };
  const run = () =>
    runDue(
      store,
      async (_, name) => ({
        run: (tx, ref) => {
          tx.setSetting("touched", ref);
          work[name]?.();
          done.push(ref);
        },
        giveUp: (_tx, ref) => void given.push(ref),
      }),
      (failure) => failures.push(failure),
    );
  const schedule = (kind: string, ref: string) =>
    store.write(visit, (tx) => tx.schedule(new Date(start), kind, ref));
  const advance = (ms: number) => {
    now += ms;
  };
  const touched = () => store.read(visit, (tx) => tx.setting("touched"));
  return { store, run, schedule, touched, failures, done, given, advance };
}

test("failed work is recorded and rolled back and does not block other work", async () => {
  const { run, schedule, touched, failures, done, store } = world();
  schedule("a.broken", "b");
  schedule("a.refused", "r");
  schedule("z.fine", "f");
  await run();
  expect(done).toEqual(["f"]);
  expect(touched()).toBe("f");
  expect(failures).toMatchObject([
    { kind: "a.broken", ref: "b", status: 500, error: expect.stringContaining("TypeError: a bug") },
    { kind: "a.refused", ref: "r", status: 409, error: "SOLD_OUT: Nothing is left" },
  ]);
  expect(listDueFailures(store)).toMatchObject([
    { ref: "b", attempt: 1, next: "2026-01-02T00:00:00.000Z" },
    { ref: "r", attempt: 1, next: "2026-01-02T00:00:00.000Z" },
  ]);
});

test("failed work is attempted daily, four times in total", async () => {
  const { run, schedule, failures, given, store, advance } = world();
  schedule("a.refused", "r");
  for (let days = 0; days < 6; days++) {
    await run();
    await run();
    expect(failures).toHaveLength(Math.min(days + 1, 4));
    expect(given).toEqual(days < 3 ? [] : ["r"]);
    advance(day);
  }
  expect(listDueFailures(store).at(-1)).toMatchObject({ attempt: 4, next: null });
  expect(store.db.prepare("SELECT count(*) AS n FROM due").get()).toEqual({ n: 0 });
});

test("rescheduled work gets all its attempts again", async () => {
  const { run, schedule, store } = world();
  schedule("a.refused", "r");
  await run();
  schedule("a.refused", "r");
  await run();
  expect(listDueFailures(store).map(({ attempt }) => attempt)).toEqual([1, 1]);
});
