import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folderStore } from "../../../src/bulk/journal/journals.ts";
import {
  type ChangeOutcome,
  type ChangingCommand,
  hasApplied,
  type NewChange,
  openChanges,
} from "../../../src/bulk/journal/single-changes.ts";
import { withSingleChanges } from "../../../src/bulk/journal/single-store.ts";
import type { JournalStep } from "../../../src/bulk/journal/tables.ts";
import { temporaryFolder } from "../../support/folders.ts";

const folder = temporaryFolder();

let homes = 0;
const command = (changes: Partial<ChangingCommand> = {}): ChangingCommand => ({
  actor: "ada",
  host: "studio",
  // No process has this number.
  pid: 2 ** 30,
  profile: "shop",
  site: "site-1",
  command: "till collections update coffee --name Kaffee",
  toolVersion: "1.0.0",
  ...changes,
});
const change = (changes: Partial<NewChange> = {}): NewChange => ({
  at: new Date("2026-05-01T10:00:00Z"),
  name: "collections.update",
  input: { collection: { id: "c1", name: "Kaffee" } },
  before: { name: "Coffee" },
  after: { name: "Kaffee" },
  ...changes,
});
const later = new Date("2026-05-01T10:00:01Z");
const done: ChangeOutcome = { state: "done" };

/** Returns the record and the jobs of a new home. */
function newHome() {
  homes += 1;
  const [file, dir] = [join(folder, `${homes}.sqlite`), join(folder, `${homes}-jobs`)];
  const store = withSingleChanges(folderStore(dir), { file, dir, host: "studio" });
  const stepsOf = async (job: string): Promise<JournalStep[]> => {
    const journal = await store.open(job);
    const steps = journal.steps();
    await journal.close();
    return steps;
  };
  return { file, store, stepsOf, log: openChanges(file) };
}

test("a call is recorded before it is sent, with its outcome later; the file is private", async () => {
  const { file, log, stepsOf, store } = newHome();
  const key = log.begin(command({ run: "r7kmn3" }), change({ id: "c1", label: "Coffee" }));
  expect(key.job).toMatch(/^[2-9a-z]{5}$/);
  expect(await stepsOf(key.job)).toMatchObject([{ seq: 1, state: "sent", before: { name: "Coffee" } }]);
  log.end(key, { state: "done", after: { name: "Kaffee" }, requestId: "r1" }, later);
  expect(await stepsOf(key.job)).toMatchObject([
    {
      ...{ seq: 1, row: 1, kind: "collections.update", id: "c1", label: "Coffee", state: "done" },
      ...{ before: { name: "Coffee" }, after: { name: "Kaffee" }, requestId: "r1" },
      call: { input: change().input },
      endedAt: later.getTime(),
    },
  ]);
  expect(await store.list()).toMatchObject([
    { job: { actor: "ada", run: "r7kmn3", kind: "call", rows: 1 }, state: "done" },
  ]);
  log.close();
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("each command numbers its calls in a job of its own", async () => {
  const { log, store, stepsOf } = newHome();
  const { job } = log.begin(command(), change());
  log.begin(command(), change({ name: "events.publish" }), job);
  const other = log.begin(command(), change({ at: new Date("2026-05-02T10:00:00Z") }));
  expect((await stepsOf(job)).map(({ seq, kind }) => [seq, kind])).toEqual([
    [1, "collections.update"],
    [2, "events.publish"],
  ]);
  expect((await store.list()).map(({ id }) => id)).toEqual([other.job, job]);
  expect((await store.list(1)).map(({ id }) => id)).toEqual([other.job]);
  expect([...(await store.touchedSince(new Date("2026-05-02")))]).toEqual([other.job]);
  log.close();
});

test("prune deletes old jobs, except those with an unknown outcome", async () => {
  const { log, store } = newHome();
  const [old, unknown, recent] = [
    log.begin(command(), change()),
    log.begin(command(), change()),
    log.begin(command(), change({ at: new Date("2026-06-01") })),
  ];
  for (const key of [old, recent]) log.end(key, done, later);
  expect(await store.prune(new Date("2026-05-15"))).toEqual([old.job]);
  expect((await store.ids()).sort()).toEqual([recent.job, unknown.job].sort());
  log.close();
});

test("an outcome that is found later is recorded, and a create gets the id of what it made", async () => {
  const { log, stepsOf } = newHome();
  const key = log.begin(command(), change({ name: "collections.create", before: undefined }));
  const error = { code: "UNKNOWN_OUTCOME", message: "lost" };
  log.end(key, { state: "unknown", error }, later);
  expect(await stepsOf(key.job)).toMatchObject([{ state: "sent", error }]);
  log.end(key, { state: "done", id: "c9", label: "Tea", after: { id: "c9" } }, later);
  const [step] = await stepsOf(key.job);
  expect(step).toMatchObject({ state: "done", id: "c9", label: "Tea", after: { id: "c9" } });
  expect(step?.error).toBeUndefined();
  log.close();
});

test("a call keeps its recorded id and name", async () => {
  const { log, stepsOf } = newHome();
  const key = log.begin(command(), change({ input: undefined, id: "c1", label: "Coffee" }));
  log.end(key, { ...done, id: "c9", label: "Tea" }, later);
  expect(await stepsOf(key.job)).toMatchObject([{ id: "c1", label: "Coffee", call: { input: {} } }]);
  log.close();
});

test("the history of an object has the changes of its shop that may have happened, newest first", async () => {
  const { log, store } = newHome();
  const make = (label: string, state?: ChangeOutcome["state"], id = "c1", site = "site-1") => {
    const key = log.begin(command({ site }), change({ id, label }));
    if (state) log.end(key, { state }, later);
  };
  make("done", "done");
  make("failed", "failed");
  make("unknown", "unknown");
  make("sent");
  make("elsewhere", "done", "c1", "site-2");
  make("another object", "done", "c2");
  const { steps } = await store.history({ id: "c1", place: { site: "site-1" } });
  expect(steps.map(({ step }) => step.label)).toEqual(["sent", "unknown", "done"]);
  log.close();
});

test("a change that another process is making cannot be resumed", async () => {
  const { log, store } = newHome();
  const { job } = log.begin(command({ pid: process.pid }), change({ at: new Date() }));
  expect(await store.isRunning(job)).toBe(true);
  const journal = await store.open(job);
  await expect(journal.lock()).rejects.toMatchObject({ code: "JOB_RUNNING" });
  await journal.close();
  log.close();
});

test("a job that was changed after it was opened is read again once it is locked", async () => {
  const { log, store } = newHome();
  const key = log.begin(command(), change());
  const journal = await store.open(key.job);
  log.end(key, done, later);
  expect(journal.counts()).toMatchObject({ sent: 1 });
  await journal.lock();
  expect(journal.counts()).toMatchObject({ sent: 0, done: 1 });
  const second = await store.open(key.job);
  await expect(second.lock()).rejects.toMatchObject({ code: "JOB_RUNNING" });
  await second.close();
  await journal.close();
  log.close();
});

test("a plan is applied once, unless nothing was carried out", () => {
  const { file, log } = newHome();
  const planned = command({ inputHash: "digest" });
  log.end(log.begin(planned, change()), { state: "failed" }, later);
  expect(hasApplied(file, "digest")).toBe(false);
  log.begin(planned, change());
  expect(hasApplied(file, "digest")).toBe(true);
  expect(() => log.begin(planned, change())).toThrow("This plan was applied before.");
  log.close();
});

test("a value that is too long is replaced by its size", async () => {
  const { log, stepsOf } = newHome();
  const kept = async (input: unknown) => {
    const [step] = await stepsOf(log.begin(command(), change({ input })).job);
    return step?.call?.input;
  };
  expect(await kept({ text: "x".repeat(300_000) })).toEqual({ omitted: "300011 characters" });
  const [fits, tooLong] = [256 * 1024, 256 * 1024 + 1].map((length) => "x".repeat(length - 2));
  expect(await kept(fits)).toBe(fits);
  expect(await kept(tooLong)).toEqual({ omitted: "262145 characters" });
  log.close();
});

test("reading a record that does not exist creates no file", async () => {
  const [file, dir] = [join(folder, "none.sqlite"), join(folder, "none")];
  const store = withSingleChanges(folderStore(dir), { file, dir, host: "studio" });
  expect(await store.list()).toEqual([]);
  expect(await store.ids()).toEqual([]);
  expect(statSync(file, { throwIfNoEntry: false })).toBeUndefined();
});
