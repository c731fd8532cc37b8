import { expect, test } from "vitest";
import { apply, checkResume } from "../../../src/bulk/engine/apply.ts";
import type { JobPlace } from "../../../src/bulk/engine/job.ts";
import type { JobStore } from "../../../src/bulk/journal/journals.ts";
import type { StepDraft } from "../../../src/bulk/journal/step.ts";
import { undo } from "../../../src/bulk/undo.ts";
import { collect, create, priceRise, remove, shopWork, someJob, update } from "../shop.ts";
import { dump, ownPrefix, plannedIn } from "./any-store.ts";

/** A change of the entity that the draft before it creates. */
function later(price: string): StepDraft {
  const { id: _, ...change } = update("", null, { price });
  return { ...change, dependsOn: 0 };
}

/**
 * Declares the tests that every kind of store passes. `fresh` returns a function that opens the same new store each time, from a
 * home of its own where that is possible.
 */
export function testStore(fresh: () => Promise<() => Promise<JobStore>>): void {
  test("a job is found by its id, by a prefix of it, and as last", async () => {
    const open = await fresh();
    const store = await open();
    await expect(store.open("last")).rejects.toMatchObject({ exitCode: 5 });
    const first = await store.create({ ...someJob, createdAt: new Date("2026-01-01") });
    const second = await store.create({ ...someJob, run: "r1", createdAt: new Date("2026-01-02") });
    const { job } = second;
    await first.close();
    await second.close();
    const other = await open();
    expect(await other.ids()).toEqual([first.id, second.id].sort());
    expect((await other.list()).map(({ id }) => id)).toEqual([second.id, first.id]);
    expect((await other.list(1)).map(({ id }) => id)).toEqual([second.id]);
    expect((await other.open("last")).job).toEqual(job);
    expect(job).toMatchObject({ run: "r1", sealed: false, final: false });
    expect((await other.open(ownPrefix(first.id, second.id))).id).toBe(first.id);
    await expect(other.open("zzzzz")).rejects.toMatchObject({ exitCode: 5, code: "JOB_NOT_FOUND" });
  });

  test("the last job is the one that was applied last, whenever its preview was made", async () => {
    const open = await fresh();
    const store = await open();
    const waited = await store.create({ ...someJob, createdAt: new Date("2026-01-01") });
    const meanwhile = await store.create({ ...someJob, createdAt: new Date("2026-01-02") });
    expect(waited.job.startedAt).toEqual(new Date("2026-01-01"));
    waited.seal({ rows: 0, unchanged: 0, rejected: 0 });
    waited.start(new Date("2026-01-03"));
    waited.start(new Date("2026-01-04"));
    expect(waited.job).toMatchObject({
      createdAt: new Date("2026-01-01"),
      startedAt: new Date("2026-01-03"),
    });
    await waited.publish();
    await waited.close();
    await meanwhile.close();
    const other = await open();
    expect((await other.list()).map(({ id }) => id)).toEqual([waited.id, meanwhile.id]);
    expect((await other.open("last")).id).toBe(waited.id);
  });

  test("every row is the same wherever the job is opened, before, during and after a run", async () => {
    const open = await fresh();
    const store = await open();
    const { shop, rows } = priceRise(30);
    const odd = "a\u0000b\u0001 ü \u2028 '\\{NULL}";
    rows.push([create("mug"), { ...later(odd), phase: 1.5 }]);
    shop.things.set("t99", { slug: "t99", price: odd });
    rows.push([
      { ...remove("t99", { slug: "t99", price: odd }), label: odd, skus: { "": odd }, source: odd },
    ]);
    const faults = (call: number) => (call % 7 === 3 ? ("refused" as const) : ("ok" as const));
    const work = shopWork(shop, { grouped: true, faults });
    const journal = await plannedIn(store, rows, work);
    journal.addProblems([{ row: 2, problems: [{ rule: "price", message: odd, column: "price", line: 3 }] }]);
    journal.db.prepare("INSERT INTO stage (handle, line, json) VALUES (?, 1, '{}')").run("\u0000file");
    journal.amend({ inputHash: "abc", note: "a note" });
    const stopped = new AbortController();
    for await (const event of apply(journal, work, { signal: stopped.signal, concurrency: 1 }))
      if (event.type === "step.done") stopped.abort();
    const half = dump(journal);
    const id = journal.id;
    await journal.close();
    const second = await (await open()).open(id);
    expect(dump(second)).toEqual(half);
    await checkResume(second, { inputHash: "abc" });
    await collect(apply(second, work, { retryFailed: true }));
    const applied = dump(second);
    await second.close();
    const third = await store.open(id);
    expect(dump(third)).toEqual(applied);
    await collect(undo(third, work));
    third.allow("a reason");
    await third.publish();
    const undone = dump(third);
    await third.close();
    expect(dump(await (await open()).open(id))).toEqual(undone);
    expect(
      Math.max(...[...shop.effects].filter(([key]) => key.includes("create mug")).map(([, n]) => n)),
    ).toBe(1);
  });

  test("a job runs in one process at a time; another one can still read it", async () => {
    const open = await fresh();
    const store = await open();
    const { shop, rows } = priceRise(3);
    const journal = await plannedIn(store, rows, shopWork(shop));
    await journal.publish();
    const other = await open();
    expect(await other.list()).toMatchObject([{ id: journal.id, state: "running", counts: { planned: 3 } }]);
    const second = await other.open(journal.id);
    await journal.close();
    expect(await other.list()).toMatchObject([{ id: journal.id, state: "planned" }]);
    await collect(apply(second, shopWork(shop)));
    expect(shop.writes).toHaveLength(3);
    expect(await store.list()).toMatchObject([{ state: "running", counts: { done: 3 } }]);
    await second.close();
    expect(await store.list()).toMatchObject([{ state: "done", counts: { done: 3, total: 3 } }]);
  });

  test("lists every job with its state, and prunes those that are finished", async () => {
    const store = await (await fresh())();
    const { shop, rows } = priceRise(2);
    const stand = async (
      day: number,
      act: (journal: Awaited<ReturnType<typeof plannedIn>>) => Promise<unknown>,
    ) => {
      const job = { ...someJob, createdAt: new Date(`2026-01-0${day}T00:00:00Z`) };
      const journal = await plannedIn(store, rows, shopWork(shop), job);
      await journal.publish();
      await act(journal);
      await journal.close();
    };
    await (await store.create({ ...someJob, createdAt: new Date("2026-01-01T00:00:00Z") })).close();
    await stand(2, async () => {});
    await stand(3, (journal) => collect(apply(journal, shopWork(shop, { faults: () => "refused" }))));
    await stand(4, async (journal) => {
      const faults = (call: number) => (call === 0 ? ("ok" as const) : ("unreachable" as const));
      await collect(apply(journal, shopWork(shop, { faults }), { concurrency: 1 }));
      shop.things.set("t1", { slug: "thing-1", price: "10" });
    });
    await stand(5, async (journal) => {
      await collect(apply(journal, shopWork(shop)));
      await collect(undo(journal, shopWork(shop)));
    });
    await stand(6, (journal) => collect(apply(journal, shopWork(shop))));
    const states = async () =>
      (await store.list()).map((entry) => ("state" in entry ? entry.state : "damaged"));
    expect(await states()).toEqual(["done", "undone", "stopped", "failed", "planned", "unplanned"]);
    expect(await store.prune(new Date("2026-01-06T00:00:00Z"))).toHaveLength(3);
    expect(await states()).toEqual(["done", "stopped", "planned"]);
  });

  test("finds the last run of the same command, and the changes of an entity", async () => {
    const open = await fresh();
    const store = await open();
    const { shop, rows } = priceRise(3);
    rows.push([create("cup"), later("3")]);
    const ran = { ...someJob, sandbox: "a", address: "http://x" };
    const first = await plannedIn(store, rows, shopWork(shop), ran);
    await collect(apply(first, shopWork(shop)));
    await first.close();
    const cup = [...shop.things].find(([, { slug }]) => slug === "cup")?.[0] ?? "";
    const other = await open();
    const now = await other.create({ ...someJob, command: `${someJob.command} --yes` });
    const hourAgo = new Date(Date.now() - 3_600_000);
    expect(await other.earlierRun(now, hourAgo)).toMatchObject({ id: first.id, done: 5 });
    expect(
      await other.earlierRun({ id: now.id, job: { ...now.job, inputHash: "x" } }, hourAgo),
    ).toBeUndefined();
    expect(await other.earlierRun(now, new Date(Date.now() + 10_000))).toBeUndefined();
    const history = async (id: string, place: JobPlace = { site: "site-1" }) =>
      (await other.history({ place, id })).steps.map(({ job, step }) => `${job} ${step.kind} ${step.state}`);
    expect(await history("t2")).toEqual([`${first.id} thing.update done`]);
    expect(await history(cup)).toEqual([`${first.id} thing.create done`, `${first.id} thing.update done`]);
    expect(await history("t2", { site: "site-2" })).toEqual([]);
    expect(await history("t2", { site: "site-1", sandbox: "a", address: "http://y" })).toHaveLength(1);
    expect(await history("t2", { site: "site-1", sandbox: "b", address: "http://x" })).toEqual([]);
    expect(await history("t2", { site: "site-1", address: "http://x" })).toHaveLength(1);
    expect(await history("t2", { site: "site-1", address: "http://y" })).toEqual([]);
    const there = { id: now.id, job: { ...now.job, sandbox: "b" } };
    expect(await other.earlierRun(there, hourAgo)).toBeUndefined();
    expect(await history("t9")).toEqual([]);
  });

  test("a removed job is gone", async () => {
    const open = await fresh();
    const store = await open();
    const journal = await plannedIn(store, priceRise(2).rows, shopWork(priceRise(0).shop));
    await journal.remove();
    await journal.close();
    expect(await store.ids()).toEqual([]);
    expect(await (await open()).ids()).toEqual([]);
  });
}
