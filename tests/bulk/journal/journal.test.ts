import { readdirSync, rmSync, statSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { apply } from "../../../src/bulk/engine/apply.ts";
import type { NewJob } from "../../../src/bulk/engine/job.ts";
import { takeLock } from "../../../src/bulk/engine/run-lock.ts";
import {
  adoptJournal,
  bareCommand,
  createJournal,
  earlierRun,
  type JobState,
  journalIds,
  listJournals,
  matchId,
  noJobs,
  openJournal,
  openJournals,
  pruneJournals,
  restingState,
} from "../../../src/bulk/journal/journals.ts";
import type { Counts } from "../../../src/bulk/journal/step.ts";
import { planRows } from "../../../src/bulk/plan/plan.ts";
import { undo } from "../../../src/bulk/undo.ts";
import { temporaryFolder } from "../../support/folders.ts";
import { collect, planned, priceRise, Shop, shopWork, someJob, update } from "../shop.ts";
import { ownPrefix } from "./any-store.ts";

const at = (time: string) => ({ ...someJob, createdAt: new Date(time) });

test("a job is found by its id, by a prefix of it, and as last", () => {
  const dir = join(temporaryFolder(), "jobs");
  const first = createJournal(dir, at("2026-03-01T10:00:00Z"));
  const last = createJournal(dir, {
    ...at("2026-03-02T10:00:00Z"),
    inputHash: "abc",
    note: "spring",
    run: "r7kmn3",
  });
  expect(first.id).toMatch(/^[2-9a-z]{4}$/);
  expect(openJournal(dir, last.id.toUpperCase()).id).toBe(last.id);
  expect(openJournal(dir, "last").job).toEqual({
    ...at("2026-03-02T10:00:00Z"),
    startedAt: new Date("2026-03-02T10:00:00Z"),
    id: last.id,
    inputHash: "abc",
    note: "spring",
    run: "r7kmn3",
    final: false,
    sealed: false,
    rows: 0,
    unchanged: 0,
    rejected: 0,
  });
  expect(openJournal(dir, ownPrefix(first.id, last.id)).id).toBe(first.id);
  expect(statSync(dir).mode & 0o077).toBe(0);
  expect(statSync(first.db.file).mode & 0o077).toBe(0);
});

test("an unknown job is exit 5 with a suggestion, an ambiguous prefix is exit 2", () => {
  const dir = temporaryFolder();
  expect(() => openJournal(dir, "last")).toThrow(expect.objectContaining({ exitCode: 5 }));
  const { id } = createJournal(dir, someJob);
  const typo = `${id.slice(0, 3)}_`;
  expect(() => openJournal(dir, typo)).toThrow(
    expect.objectContaining({ exitCode: 5, hint: expect.stringContaining(id) }),
  );
  expect(() => openJournal(dir, "../../etc/passwd")).toThrow(expect.objectContaining({ exitCode: 5 }));
  const ids = new Set([id]);
  while (new Set([...ids].map((one) => one[0])).size === ids.size) ids.add(createJournal(dir, someJob).id);
  const letter = [...ids].at(-1)?.[0] ?? "";
  expect(() => openJournal(dir, letter)).toThrow(expect.objectContaining({ exitCode: 2 }));
});

test("steps are read as they were written, page by page", () => {
  const journal = createJournal(temporaryFolder(), someJob);
  journal.addSteps([
    {
      kind: "thing.create",
      label: "Caf\u00e9 \u{1f375}",
      key: "cafe",
      before: null,
      after: { list: [1, "2", null, { x: true }] },
      source: "a.csv:2",
      row: 1,
    },
    {
      kind: "thing.update",
      label: "b",
      id: "b",
      phase: 1.5,
      dependsOn: 1,
      before: { price: "1" },
      after: { price: "2" },
    },
  ]);
  journal.addSteps([update("c", "1", "2")]);
  expect(journal.steps({ limit: 2 })).toEqual([
    {
      seq: 1,
      kind: "thing.create",
      label: "Café 🍵",
      key: "cafe",
      phase: 0,
      before: null,
      after: { list: [1, "2", null, { x: true }] },
      source: "a.csv:2",
      row: 1,
      state: "planned",
      attempts: 0,
    },
    {
      seq: 2,
      kind: "thing.update",
      label: "b",
      id: "b",
      phase: 1.5,
      dependsOn: 1,
      before: { price: "1" },
      after: { price: "2" },
      state: "planned",
      attempts: 0,
    },
  ]);
  expect(journal.steps({ after: 2 }).map(({ seq }) => seq)).toEqual([3]);
  expect(journal.steps({ phase: 1.5 }).map(({ seq }) => seq)).toEqual([2]);
  expect(journal.steps({ state: "done" })).toEqual([]);
  expect([...journal.allSteps()]).toHaveLength(3);
  expect(journal.nextSeq).toBe(4);
  expect(journal.counts()).toEqual({ total: 3, planned: 3, sent: 0, done: 0, failed: 0, undone: 0 });
});

test.each<[string, Partial<Counts>, { sealed?: boolean; undoLeft?: boolean }, JobState]>([
  ["not completely planned", { planned: 2 }, { sealed: false }, "unplanned"],
  ["nothing was sent", { planned: 2 }, {}, "planned"],
  ["nothing to do", {}, {}, "done"],
  ["some are left after others were done", { planned: 1, done: 1 }, {}, "stopped"],
  ["some are left after others failed", { planned: 1, failed: 1 }, {}, "stopped"],
  ["everything was done", { done: 2 }, {}, "done"],
  ["some failed", { done: 1, failed: 1 }, {}, "failed"],
  ["an outcome is unknown", { sent: 1, planned: 1, failed: 1 }, {}, "unknown"],
  ["an outcome of an undo is unknown", { sent: 1, undone: 1 }, { undoLeft: true }, "unknown"],
  ["some are still to be undone", { done: 1, undone: 1 }, { undoLeft: true }, "undoing"],
  ["some could not be undone", { done: 1, undone: 1 }, {}, "partly undone"],
  ["everything is undone", { undone: 2 }, {}, "undone"],
])("the state of a job of which %s", (_, counts, { sealed = true, undoLeft = false }, state) => {
  const job = { ...someJob, id: "k2m3", final: false, sealed, rows: 2, unchanged: 0, rejected: 0 };
  const none = { total: 2, planned: 0, sent: 0, done: 0, failed: 0, undone: 0 };
  expect(restingState(job, { ...none, ...counts }, undoLeft)).toBe(state);
});

test("a job is found by its id or by a unique prefix", () => {
  const ids = ["abcd", "abce", "k2m3"];
  expect([matchId("ABCD", ids), matchId("k", ids), matchId("k2m3", [...ids, "k2m34"])]).toEqual([
    "abcd",
    "k2m3",
    "k2m3",
  ]);
  expect(() => matchId("ab", ids)).toThrow(
    expect.objectContaining({
      exitCode: 2,
      message: "Several jobs begin with ab: abcd, abce.",
      hint: "Add a character.",
    }),
  );
  expect(() => matchId("", ids)).toThrow(
    expect.objectContaining({ exitCode: 5, code: "JOB_NOT_FOUND", hint: "See them all: till jobs list" }),
  );
  expect(() => matchId("abcx", ids)).toThrow(
    expect.objectContaining({
      message: "There is no job abcx.",
      hint: "Did you mean abcd? See them all: till jobs list",
    }),
  );
  expect(noJobs()).toMatchObject({ exitCode: 5, code: "JOB_NOT_FOUND", message: "No jobs yet." });
});

/** Resolves once a new file is younger than another one: the clock of a file system has steps of milliseconds. */
async function ageOf(file: string): Promise<void> {
  const probe = join(temporaryFolder(), "probe");
  const born = () => {
    rmSync(probe, { force: true });
    writeFileSync(probe, "");
    return statSync(probe).birthtimeMs;
  };
  await expect.poll(born).toBeGreaterThan(statSync(file).birthtimeMs);
}

test("jobs are listed up to a number, and read from the newest on", async () => {
  const dir = temporaryFolder();
  const made: string[] = [];
  for (let day = 1; day <= 3; day++) {
    const { journal } = await planned([], shopWork(new Shop()), dir);
    made.unshift(journal.id);
    journal.db.prepare("UPDATE job SET createdAt = ?").run(`2026-01-0${day}T00:00:00.000Z`);
    await journal.close();
    await ageOf(journal.db.file);
  }
  expect(journalIds(dir)).toEqual([...made].sort());
  expect(listJournals(dir, 2).map(({ id }) => id)).toEqual(made.slice(0, 2));
  expect([...openJournals(dir)].map(({ id }) => id)).toEqual(made);
  writeFileSync(join(dir, `${made[1]}.sqlite`), "damaged");
  expect([...openJournals(dir)].map(({ id }) => id)).toEqual([made[0], made[2]]);
  expect(() => openJournal(dir, "last").close()).not.toThrow();
  const missing = join(dir, "none");
  expect([...listJournals(missing), ...journalIds(missing), ...openJournals(missing)]).toEqual([]);
});

describe("an earlier run", () => {
  const long = new Date("2020-01-01T00:00:00Z");
  /** Applies a job of two changes, and returns whether a second one with other facts finds it. */
  async function found(more: Partial<NewJob>, since = long, first: Partial<NewJob> = {}) {
    const dir = temporaryFolder();
    const { shop, rows } = priceRise(2);
    const run = async (job: Partial<NewJob>) => {
      const journal = createJournal(dir, { ...someJob, inputHash: "abc", ...job });
      await planRows(rows, (row) => row, journal, { work: shopWork(shop) });
      return journal;
    };
    const earlier = await run(first);
    await collect(apply(earlier, shopWork(shop)));
    await earlier.close();
    const again = await run(more);
    const result = earlierRun(dir, again, since);
    await again.close();
    return result && { ...result, id: result.id === earlier.id };
  }

  test("is the same command with the same input on the same site that changed something", async () => {
    expect(await found({})).toEqual({ id: true, endedAt: expect.any(Date), done: 2 });
    const command = `${someJob.command} --yes`;
    expect(await found({ command: `${command} -n` }, long, { command })).toMatchObject({ id: true });
    expect(await found({ command: `${command}terday` })).toBeUndefined();
    expect(await found({ site: "site-2" })).toBeUndefined();
    expect(await found({ inputHash: "abd" })).toBeUndefined();
    expect(await found({}, new Date("2099-01-01T00:00:00Z"))).toBeUndefined();
  });

  test("must have changed something, and is the last one that did", async () => {
    const dir = temporaryFolder();
    const { shop, rows } = priceRise(2);
    const ids: string[] = [];
    for (const minute of [1, 3, 2]) {
      const { journal } = await planned(rows, shopWork(shop), dir);
      await collect(apply(journal, shopWork(shop)));
      for (const [id] of shop.things) shop.things.set(id, { slug: `thing-${id.slice(1)}`, price: "10" });
      await journal.close();
      const ended = new Date(`2026-05-01T10:0${minute}:00Z`);
      utimesSync(join(dir, `${journal.id}.sqlite`), ended, ended);
      ids.push(journal.id);
    }
    const { journal } = await planned(rows, shopWork(shop), dir);
    expect(earlierRun(dir, journal, long)).toMatchObject({ id: ids[1], done: 2 });
    const { journal: other } = await planned(rows, shopWork(shop), temporaryFolder());
    expect(earlierRun(dir, { id: "none", job: { ...other.job, site: "site-9" } }, long)).toBeUndefined();
  });
});

test.each([
  ["till products update --yes --set price=1", "till products update --set price=1"],
  ["till products update -y -n", "till products update"],
  ["till products update --dry-run", "till products update"],
  ["till products update --yesterday -nx", "till products update --yesterday -nx"],
])("the flags that confirm or preview do not count: %s", (command, bare) => {
  expect(bareCommand(command)).toBe(bare);
});

test("the reason why a locked profile was open is recorded once", () => {
  const journal = createJournal(temporaryFolder(), someJob);
  expect(journal.job.unlockedFor).toBeUndefined();
  for (const reason of ["sale", "typo", "sale"]) journal.allow(reason);
  expect(journal.job.unlockedFor).toBe("sale\ntypo");
});

test("facts of a job can be changed while it is planned", () => {
  const journal = createJournal(temporaryFolder(), someJob);
  journal.amend({ note: "spring", final: true, inputHash: "abc" });
  expect(journal.job).toMatchObject({ note: "spring", final: true, inputHash: "abc" });
  journal.amend({ final: false });
  expect(journal.job).toMatchObject({ note: "spring", final: false });
});

test("a copy of a journal in another folder has all its rows, and is never replaced by another job", async () => {
  const { rows } = priceRise(3);
  const { journal } = await planned(rows, shopWork(new Shop()));
  const dir = join(temporaryFolder(), "jobs");
  await adoptJournal(dir, journal);
  await adoptJournal(dir, journal);
  const copy = openJournal(dir, journal.id);
  expect([...copy.allSteps()]).toEqual([...journal.allSteps()]);
  expect(copy.job).toEqual(journal.job);
  copy.addSteps([update("t9", "1", "2")]);
  await copy.close();
  await expect(adoptJournal(dir, journal)).rejects.toMatchObject({
    exitCode: 6,
    code: "JOB_EXISTS",
    message: `There is another job ${journal.id} already; it was left alone.`,
    hint: "Nothing was moved for this job. It can be used where it is.",
  });
  expect(readdirSync(dir).filter((file) => file.endsWith(".new"))).toEqual([]);
});

test("pruning removes the files of processes that were killed while they created a job", async () => {
  const dir = temporaryFolder();
  for (const file of ["abcd.new", "abcd.new-wal", "notes.txt"]) writeFileSync(join(dir, file), "");
  expect(await pruneJournals(dir, new Date("2020-01-01"))).toEqual([]);
  expect(readdirSync(dir).sort()).toEqual(["abcd.new", "abcd.new-wal", "notes.txt"]);
  expect(await pruneJournals(dir, new Date("2099-01-01"))).toEqual([]);
  expect(readdirSync(dir)).toEqual(["notes.txt"]);
  expect(await pruneJournals(join(dir, "none"), new Date("2099-01-01"))).toEqual([]);
});

test("pruning skips a record that another process has locked meanwhile, and goes on", async () => {
  const dir = join(temporaryFolder(), "jobs");
  const ids: string[] = [];
  for (const day of [1, 2, 3]) {
    const journal = createJournal(dir, at(`2026-01-0${day}T00:00:00Z`));
    await journal.close();
    ids.unshift(journal.id);
  }
  const [newest = "", middle = "", oldest = ""] = ids;
  const skipped: string[] = [];
  const pruning = pruneJournals(dir, new Date("2099-01-01"), (id) => skipped.push(id));
  // All jobs are listed as unfinished plans and the newest is removed before the first wait.
  const release = takeLock(join(dir, `${middle}.lock`));
  expect(await pruning).toEqual([newest, oldest]);
  expect(skipped).toEqual([middle]);
  expect(journalIds(dir)).toEqual([middle]);
  release?.();
  expect(await pruneJournals(dir, new Date("2099-01-01"))).toEqual([middle]);
  expect(readdirSync(dir)).toEqual([]);
});

test("jobs that another process deletes meanwhile are left out", async () => {
  const dir = join(temporaryFolder(), "jobs");
  const ids: string[] = [];
  for (const day of [1, 2, 3]) {
    const journal = createJournal(dir, at(`2026-01-0${day}T00:00:00Z`));
    await journal.close();
    ids.unshift(journal.id);
  }
  // As a file that is deleted after the folder was read.
  symlinkSync(join(dir, "gone"), join(dir, "gone.sqlite"));
  expect(listJournals(dir, 9).map(({ id }) => id)).toEqual(ids);
  expect([...openJournals(dir)]).toHaveLength(3);
  const journal = createJournal(dir, someJob);
  expect(earlierRun(dir, journal, new Date(0))).toBeUndefined();
  await journal.remove();
  // Each deletes what both have listed.
  const later = new Date("2099-01-01");
  const removed = await Promise.all([pruneJournals(dir, later), pruneJournals(dir, later)]);
  expect(removed.flat().sort()).toEqual(ids.sort());
});

test("pruning deletes the locks of jobs that are gone, and no others", async () => {
  const { rows } = priceRise(1);
  const { journal, dir } = await planned(rows, shopWork(priceRise(0).shop));
  await journal.close();
  writeFileSync(join(dir, "abcd.lock"), "");
  expect(readdirSync(dir)).toContain(`${journal.id}.lock`);
  await pruneJournals(dir, new Date("2099-01-01"));
  expect(readdirSync(dir)).toContain(`${journal.id}.lock`);
  expect(readdirSync(dir)).not.toContain("abcd.lock");
});

test("a truncated journal or another file is reported as damaged, and still listed", async () => {
  const { rows } = priceRise(500);
  const { journal, dir } = await planned(rows, shopWork(priceRise(0).shop));
  journal.close();
  const file = join(dir, `${journal.id}.sqlite`);
  for (const harm of [
    () => truncateSync(file, 20_000),
    () => writeFileSync(file, "PK not a journal"),
    () => truncateSync(file, 0),
  ]) {
    harm();
    expect(() => openJournal(dir, journal.id)).toThrow(
      expect.objectContaining({ exitCode: 1, code: "JOURNAL_DAMAGED" }),
    );
    expect(listJournals(dir)).toEqual([
      { id: journal.id, damaged: expect.objectContaining({ code: "JOURNAL_DAMAGED" }) },
    ]);
  }
  expect(await pruneJournals(dir, new Date())).toEqual([]);
});

test("a job runs in one process at a time; another one can still read it", async () => {
  const { shop, rows } = priceRise(3);
  const { journal, dir } = await planned(rows, shopWork(shop));
  const second = openJournal(dir, journal.id);
  await expect(collect(apply(second, shopWork(shop)))).rejects.toMatchObject({
    exitCode: 6,
    code: "JOB_RUNNING",
  });
  await expect(collect(undo(second, shopWork(shop)))).rejects.toMatchObject({
    exitCode: 6,
    code: "JOB_RUNNING",
  });
  await expect(second.remove()).rejects.toMatchObject({ code: "JOB_RUNNING" });
  expect(second.counts().planned).toBe(3);
  expect(listJournals(dir)).toMatchObject([{ id: journal.id, state: "running" }]);
  journal.close();
  await collect(apply(second, shopWork(shop)));
  expect(shop.writes).toHaveLength(3);
});

test("lists every job with its state, newest first", async () => {
  const dir = temporaryFolder();
  const { shop, rows } = priceRise(2);
  const stand = async (
    time: string,
    act: (journal: Awaited<ReturnType<typeof planned>>["journal"]) => Promise<unknown>,
  ) => {
    const { journal } = await planned(rows, shopWork(shop), dir);
    journal.db.prepare("UPDATE job SET createdAt = ?").run(time);
    await act(journal);
    journal.close();
    return journal.id;
  };
  createJournal(dir, at("2026-01-01T00:00:00Z")).close();
  await stand("2026-01-02T00:00:00Z", async () => {});
  await stand("2026-01-03T00:00:00Z", (journal) =>
    collect(apply(journal, shopWork(shop, { faults: () => "refused" }))),
  );
  await stand("2026-01-04T00:00:00Z", async (journal) => {
    await collect(
      apply(journal, shopWork(shop, { faults: (call) => (call === 0 ? "ok" : "unreachable") }), {
        concurrency: 1,
      }),
    );
    shop.things.set("t1", { slug: "thing-1", price: "10" });
  });
  await stand("2026-01-05T00:00:00Z", async (journal) => {
    await collect(apply(journal, shopWork(shop)));
    await collect(undo(journal, shopWork(shop)));
  });
  await stand("2026-01-06T00:00:00Z", (journal) => collect(apply(journal, shopWork(shop))));
  const states = listJournals(dir).map((entry) => ("state" in entry ? entry.state : "damaged"));
  expect(states).toEqual(["done", "undone", "stopped", "failed", "planned", "unplanned"]);

  const gone = await pruneJournals(dir, new Date("2026-01-06T00:00:00Z"));
  expect(gone).toHaveLength(3);
  expect(listJournals(dir).map((entry) => ("state" in entry ? entry.state : "damaged"))).toEqual([
    "done",
    "stopped",
    "planned",
  ]);
  expect(readdirSync(dir).filter((file) => gone.some((id) => file.startsWith(id)))).toEqual([]);
});

test("pruning keeps a job with an end until it is undone", async () => {
  const { shop, rows } = priceRise(1);
  const { journal, dir } = await planned(rows, shopWork(shop));
  journal.amend({ name: "xmas", until: "2026-12-31T23:59:00.000Z" });
  await collect(apply(journal, shopWork(shop)));
  journal.close();
  const later = new Date("2099-01-01T00:00:00Z");
  expect(await pruneJournals(dir, later)).toEqual([]);
  const again = openJournal(dir, journal.id);
  expect(again.job).toMatchObject({ name: "xmas", until: "2026-12-31T23:59:00.000Z" });
  await collect(undo(again, shopWork(shop)));
  again.close();
  expect(await pruneJournals(dir, later)).toEqual([journal.id]);
});

test("removing a job deletes all its files", async () => {
  const { rows } = priceRise(3);
  const { journal, dir } = await planned(rows, shopWork(priceRise(0).shop));
  await journal.remove();
  expect(readdirSync(dir)).toEqual([]);
  expect(() => openJournal(dir, journal.id)).toThrow(expect.objectContaining({ exitCode: 5 }));
});

test("a folder that is not writable is an error with its path, and nothing is sent", () => {
  const file = join(temporaryFolder(), "file");
  writeFileSync(file, "");
  expect(() => createJournal(join(file, "jobs"), someJob)).toThrow(
    expect.objectContaining({ code: "JOBS_UNWRITABLE", message: expect.stringContaining(file) }),
  );
});
