import { beforeAll, expect, test } from "vitest";
import { collections } from "../../../src/api/services/collections.ts";
import type { Transport } from "../../../src/api/transport/transport.ts";
import { apply, checkResume } from "../../../src/bulk/engine/apply.ts";
import { undoExit } from "../../../src/bulk/engine/outcome.ts";
import { undo } from "../../../src/bulk/undo.ts";
import { collect } from "../../bulk/shop.ts";
import {
  deleteJob,
  importJob,
  type Kill,
  Platform,
  platformState,
  restored,
  runThroughKills,
  type Saved,
  saved,
  workOver,
} from "./killed-process.ts";

type State = Awaited<ReturnType<typeof platformState>>;
/** A shop before the import, after an import that is not killed, and after the deletion of what it created. */
let [empty, full]: State[] = [];
const imported = new Map<number, Saved>();
let deleted: Saved;
beforeAll(async () => {
  empty = await platformState(new Platform());
  for (const concurrency of [1, 4]) {
    const platform = new Platform();
    const { journal } = await runThroughKills(apply, await importJob(platform), platform, [], concurrency);
    full = await platformState(platform);
    imported.set(concurrency, saved(platform, journal));
    const deletion = await runThroughKills(apply, await deleteJob(platform), platform, [], 4);
    deleted = saved(platform, deletion.journal);
  }
});

/** All moments at which the process of a job with this many calls can be killed. */
function moments(calls: number, hows: readonly Kill["how"][]): (readonly [string, Kill])[] {
  return Array.from({ length: calls }, (_, index) =>
    hows.map((how): Kill => ({ call: index + 1, how })),
  ).flatMap((kills) => kills.map((kill) => [JSON.stringify(kill), kill] as const));
}

test.each(moments(7, ["unsent", "unanswered", { late: 0 }, { late: 1 }, { late: 2 }]))(
  "if the undo of an import is killed at %s, the next one undoes all of it",
  async (_, kill) => {
    for (const [concurrency, job] of imported) {
      const { platform, journal } = restored(job);
      const { ended } = await runThroughKills(undo, journal, platform, [kill], concurrency);
      expect(ended.seen.filter(({ type }) => type === "step.failed" || type === "step.unknown")).toEqual([]);
      expect(ended.finished.counts).toMatchObject({ done: 0, sent: 0, undone: 12 });
      expect(await platformState(platform)).toEqual(empty);
    }
  },
);

test.each(moments(23, ["unsent", "unanswered", { late: 0 }]))(
  "if an import is killed at %s, the next process creates the same shop",
  async (_, kill) => {
    const hurt = new Platform();
    const { ended } = await runThroughKills(apply, await importJob(hurt), hurt, [kill], 4);
    expect(ended.finished.counts).toMatchObject({ planned: 0, sent: 0, failed: 0, done: 12 });
    expect(await platformState(hurt)).toEqual(full);
  },
);

test.each(moments(18, ["unsent", "unanswered", { late: 0 }]))(
  "if the undo of a deletion is killed at %s, the next one restores whole products",
  async (_, kill) => {
    const { platform, journal } = restored(deleted);
    const { ended } = await runThroughKills(undo, journal, platform, [kill], 1);
    expect(ended.finished.counts).toMatchObject({ done: 0, sent: 0, undone: 3 });
    expect(await platformState(platform)).toEqual(full);
  },
);

test("an undo that could only begin to restore products is not over, and the next one completes them", async () => {
  const { platform, journal } = restored(deleted);
  const { send } = platform.sandbox;
  const onlyCreates: Transport = async (request) =>
    request.effect === "read" || request.name === "products.create"
      ? await send(request)
      : { status: 403, headers: {}, body: '{"message":"no permission to write"}' };
  const clock = { now: Date.now, sleep: async () => {} };
  const undoOver = async (over: Transport) =>
    await collect(undo(journal, workOver(platform.call(over)).work, { clock, requestLimit: 30_000 }));
  const { finished } = await undoOver(onlyCreates);
  expect(undoExit(journal, finished.counts)).toBe(10);
  await expect(checkResume(journal)).rejects.toMatchObject({ code: "JOB_UNDONE" });
  expect((await undoOver(send)).finished.counts).toMatchObject({ done: 0, sent: 0, undone: 3 });
  expect(await platformState(platform)).toEqual(full);
});

test("undo does not delete a collection that was renamed", async () => {
  const platform = new Platform();
  const { journal } = await runThroughKills(apply, await importJob(platform), platform, [], 1);
  const { catalog } = platform;
  const found = await catalog(collections.query, { query: { filter: { name: "Fourth" } } });
  await catalog(collections.update, { collection: { id: found.collections?.[0]?.id, name: "Fifth" } });
  const { ended } = await runThroughKills(undo, journal, platform, [], 1);
  expect(ended.finished.counts).toMatchObject({ done: 1, undone: 11 });
  expect((await platformState(platform)).collections).toEqual(["All Products 0", "Fifth 0"]);
});
