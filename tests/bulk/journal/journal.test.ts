import { readdirSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { apply } from "../../../src/bulk/engine/apply.ts";
import {
  createJournal,
  listJournals,
  openJournal,
  pruneJournals,
} from "../../../src/bulk/journal/journals.ts";
import { undo } from "../../../src/bulk/undo/undo.ts";
import { temporaryFolder } from "../../support/folders.ts";
import { collect, planned, priceRise, shopWork, someJob, update } from "../shop.ts";

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
  const prefix = first.id.slice(0, 3);
  if (!last.id.startsWith(prefix)) expect(openJournal(dir, prefix).id).toBe(first.id);
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
  expect(states).toEqual(["done", "undone", "stopped", "failed", "planned", "planning"]);

  const gone = await pruneJournals(dir, new Date("2026-01-06T00:00:00Z"));
  expect(gone).toHaveLength(3);
  expect(listJournals(dir).map((entry) => ("state" in entry ? entry.state : "damaged"))).toEqual([
    "done",
    "stopped",
    "planned",
  ]);
  expect(readdirSync(dir).filter((file) => gone.some((id) => file.startsWith(id)))).toEqual([]);
});

test("pruning keeps a job that is to be undone, until it is", async () => {
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
