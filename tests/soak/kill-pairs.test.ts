import { expect, test } from "vitest";
import { apply } from "../../src/bulk/engine/apply.ts";
import { undo } from "../../src/bulk/undo.ts";
import {
  deleteJob,
  importJob,
  type Kill,
  Platform,
  platformState,
  runThroughKills,
} from "../resources/products/killed-process.ts";

/** Kills a job at one request, and its resume at another. */
const anyHow: readonly Kill["how"][] = ["unsent", "unanswered", { late: 0 }];
const moments = (calls: number, hows = anyHow): Kill[] =>
  Array.from({ length: calls }, (_, index) => hows.map((how) => ({ call: index + 1, how }))).flat();

/** Every third request, with different ones after each first kill: all pairs would take ten minutes. */
const sampleAfter = (first: Kill, calls: number) =>
  moments(calls, ["unanswered"]).filter(({ call }) => call % 3 === first.call % 3);

test.each(moments(7))("undo, killed at request $call ($how) and at any later one", async (first) => {
  for (const second of moments(9)) {
    const platform = new Platform();
    const empty = await platformState(platform);
    const { journal } = await runThroughKills(apply, await importJob(platform), platform, [], 4);
    const { ended } = await runThroughKills(undo, journal, platform, [first, second], 4);
    expect(ended.finished.counts, JSON.stringify(second)).toMatchObject({ done: 0, sent: 0, undone: 12 });
    expect(await platformState(platform), JSON.stringify(second)).toEqual(empty);
  }
});

test.each(moments(18))(
  "undo of a deletion, killed at call $call ($how) and anywhere after it",
  async (first) => {
    for (const second of sampleAfter(first, 18)) {
      const platform = new Platform();
      await runThroughKills(apply, await importJob(platform), platform, [], 4);
      const before = await platformState(platform);
      const { journal } = await runThroughKills(apply, await deleteJob(platform), platform, [], 4);
      const { ended } = await runThroughKills(undo, journal, platform, [first, second], 4);
      expect(ended.finished.counts, JSON.stringify(second)).toMatchObject({ done: 0, sent: 0, undone: 3 });
      expect(await platformState(platform), JSON.stringify(second)).toEqual(before);
    }
  },
);

test.each(moments(23))("import, killed at request $call ($how) and at any later one", async (first) => {
  const calm = new Platform();
  await runThroughKills(apply, await importJob(calm), calm, [], 4);
  const shop = await platformState(calm);
  for (const second of sampleAfter(first, 24)) {
    const platform = new Platform();
    const { ended } = await runThroughKills(apply, await importJob(platform), platform, [first, second], 4);
    expect(ended.finished.counts, JSON.stringify(second)).toMatchObject({ failed: 0, sent: 0, done: 12 });
    expect(await platformState(platform), JSON.stringify(second)).toEqual(shop);
  }
});
