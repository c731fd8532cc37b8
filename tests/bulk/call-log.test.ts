import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type NewCall, openCallLog, withCallLog } from "../../src/bulk/call-log.ts";
import { temporaryFolder } from "../support/folders.ts";

const folder = temporaryFolder();

let files = 0;
const newFile = () => join(folder, `${++files}.sqlite`);
const call = (changes: Partial<NewCall> = {}): NewCall => ({
  at: new Date("2026-05-01T10:00:00Z"),
  actor: "ada",
  host: "studio",
  pid: 1,
  profile: "shop",
  site: "site-1",
  command: "till collections update coffee --name Kaffee",
  toolVersion: "1.0.0",
  name: "collections.update",
  input: { collection: { id: "c1", name: "Kaffee" } },
  ...changes,
});

test("a call is recorded before it is sent, with its outcome later; the file is private", () => {
  const file = newFile();
  const log = openCallLog(file);
  const { seq, job } = log.begin(
    call({ before: { name: "Coffee" }, id: "c1", label: "Coffee", run: "r7kmn3" }),
  );
  expect(job).toMatch(/^[2-9a-z]{5}$/);
  expect(log.calls(job)).toMatchObject([{ n: 1, state: "sent", before: { name: "Coffee" }, actor: "ada" }]);
  log.end(
    seq,
    { state: "done", after: { name: "Kaffee" }, requestId: "r1" },
    new Date("2026-05-01T10:00:01Z"),
  );
  expect(log.calls(job)).toEqual([
    {
      ...call({ before: { name: "Coffee" }, id: "c1", label: "Coffee", run: "r7kmn3" }),
      seq,
      job,
      n: 1,
      state: "done",
      after: { name: "Kaffee" },
      requestId: "r1",
      endedAt: new Date("2026-05-01T10:00:01Z"),
    },
  ]);
  log.close();
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("each command numbers its calls in a job of its own", () => {
  const log = openCallLog(newFile());
  const { job } = log.begin(call());
  log.begin(call({ name: "events.publish" }), { id: job, n: 2 });
  const other = log.begin(call({ at: new Date("2026-05-02T10:00:00Z") }));
  expect(log.calls(job).map(({ n, name }) => [n, name])).toEqual([
    [1, "collections.update"],
    [2, "events.publish"],
  ]);
  expect(log.jobs()).toEqual([other.job, job]);
  expect([...log.all({ since: new Date("2026-05-02") })].map((one) => one.job)).toEqual([other.job]);
  expect([...log.all({ until: new Date("2026-05-02") })]).toHaveLength(2);
  log.close();
});

test("prune deletes old calls, except those with an unknown outcome", () => {
  const log = openCallLog(newFile());
  const [old, unknown, recent] = [
    log.begin(call()),
    log.begin(call()),
    log.begin(call({ at: new Date("2026-06-01") })),
  ];
  for (const { seq } of [old, recent]) log.end(seq, { state: "done" }, new Date());
  expect(log.prune(new Date("2026-05-15"))).toEqual([old.job]);
  expect(log.jobs().sort()).toEqual([recent.job, unknown.job].sort());
  log.close();
});

test("an outcome that is found later is recorded, and an undone call keeps the first job that undid it", () => {
  const log = openCallLog(newFile());
  const { seq, job } = log.begin(call());
  const state = () => log.calls(job).map((one) => [one.state, one.undoneBy]);
  log.settle(seq, "unknown");
  expect(state()).toEqual([["unknown", undefined]]);
  log.settle(seq, "undone", { by: "k2m3n" });
  expect(state()).toEqual([["undone", "k2m3n"]]);
  log.settle(seq, "undone");
  expect(state()).toEqual([["undone", "k2m3n"]]);
  log.close();
});

test("the history of an object has the changes of its site that may have happened, newest first", () => {
  const log = openCallLog(newFile());
  const change = (
    label: string,
    state?: "done" | "failed" | "unknown" | "undone",
    more: Partial<NewCall> = {},
  ) => {
    const { seq } = log.begin(call({ id: "c1", label, ...more }));
    if (state) log.end(seq, { state }, new Date("2026-05-01T10:00:01Z"));
  };
  change("done", "done");
  change("failed", "failed");
  change("unknown", "unknown");
  change("undone", "undone");
  change("sent");
  change("elsewhere", "done", { site: "site-2" });
  change("another object", "done", { id: "c2" });
  const labels = (most: number) => log.changesOf("c1", { site: "site-1" }, most).map(({ label }) => label);
  expect(labels(9)).toEqual(["sent", "undone", "unknown", "done"]);
  expect(labels(2)).toEqual(["sent", "undone"]);
  log.close();
});

test("a call keeps its recorded id and name, and a create gets those of the new object", () => {
  const log = openCallLog(newFile());
  const { job } = log.begin(call({ input: undefined, id: "c1", label: "Coffee" }));
  log.begin(call(), { id: job, n: 2 });
  for (const { seq } of log.calls(job))
    log.end(seq, { state: "done", id: "c9", label: "Tea" }, new Date("2026-05-01T10:00:01Z"));
  expect(log.calls(job).map(({ id, label, input }) => [id, label, input])).toEqual([
    ["c1", "Coffee", {}],
    ["c9", "Tea", call().input],
  ]);
  log.close();
});

test("a number that a job has already is an error", () => {
  const log = openCallLog(newFile());
  const { job } = log.begin(call());
  expect(() => log.begin(call(), { id: job, n: 1 })).toThrow(/UNIQUE/);
  log.close();
});

test("the log is closed after use, also after an error", () => {
  const file = newFile();
  openCallLog(file).close();
  const opened = withCallLog(file, (log) => log);
  expect(() => opened?.jobs()).toThrow();
  let failed: ReturnType<typeof openCallLog> | undefined;
  expect(() =>
    withCallLog(file, (log) => {
      failed = log;
      throw new RangeError("no");
    }),
  ).toThrow(RangeError);
  expect(() => failed?.jobs()).toThrow();
});

test("a value that is too long is replaced by its size", () => {
  const log = openCallLog(newFile());
  const { job } = log.begin(call({ input: { text: "x".repeat(300_000) } }));
  expect(log.calls(job)[0]?.input).toEqual({ omitted: "300011 characters" });
  const [fits, tooLong] = [256 * 1024, 256 * 1024 + 1].map((length) => "x".repeat(length - 2));
  const kept = (input: unknown) => log.calls(log.begin(call({ input })).job)[0]?.input;
  expect(kept(fits)).toBe(fits);
  expect(kept(tooLong)).toEqual({ omitted: "262145 characters" });
  log.close();
});

test("reading a log that does not exist creates no file", () => {
  const file = newFile();
  expect(withCallLog(file, (log) => log)).toBeUndefined();
  expect(statSync(file, { throwIfNoEntry: false })).toBeUndefined();
});
