import { afterEach, beforeEach, expect, test } from "vitest";
import { isSingle } from "../../../src/bulk/engine/job.ts";
import type { ListedJob } from "../../../src/cli/jobs/list.ts";
import { jobResource } from "../../../src/cli/screen/jobs-resource.ts";
import { otherResources } from "../../../src/cli/screen/open-resources.ts";
import { inContext } from "../../support/context.ts";
import { createWorld, type World } from "../../support/world.ts";

let world: World;
beforeEach(async () => {
  world = createWorld();
  await world.till("sandbox seed 3");
  await world.till("products update --all --expect 3 --set price=+1 --yes");
  await world.till("collections create --name Tea");
});
afterEach(() => world.close());

test("the list has bulk jobs and single changes, newest first, and finds them by filter and search", async () => {
  await inContext(world, async (context) => {
    const [list] = (await otherResources(context, [])).flatMap(({ browse }) =>
      browse.name === "jobs" ? [browse] : [],
    );
    const read = async (query: object) =>
      (await list?.open(query).read(0, 100))?.rows.map(({ cells }) => cells) ?? [];
    const all = await read({});
    expect(all.map(([, state, done, , , failed]) => [state, done, failed])).toEqual([
      ["done", "1/1", "0"],
      ["done", "3/3", "0"],
    ]);
    expect(await read({ filter: 'command contains "products update"' })).toEqual([all[1]]);
    // With a blank, which the random id of a job does not have.
    expect(await read({ search: "NAME TEA" })).toEqual([all[0]]);
    expect(list?.listCommand({ filter: 'state = "done"' })).toBe(`till jobs list --filter 'state = "done"'`);
    expect(() => list?.open({ filter: "price > 1" })).toThrow("price");
  });
});

test("the steps that a running job has taken up are in progress, not sent", async () => {
  await inContext(world, async (context) => {
    const { list } = await jobResource(context).open(context);
    const [job] = await Array.fromAsync(list({ all: true }).rows);
    if (job === undefined) throw new Error("There is no job.");
    const counts = { total: 3000, done: 35, failed: 0, undone: 0, sent: 64, planned: 2901 };
    const field = jobResource(context).fields?.find(({ header }) => header === "STEPS");
    const steps = (state: ListedJob["state"]) => field?.value({ ...job, state, counts });
    expect(steps("running")).toBe("3,000: 35 done, 64 in progress, 2,901 planned");
    expect(steps("unknown")).toBe("3,000: 35 done, 64 without a known outcome, 2,901 planned");
  });
});

test("Enter follows a job only while it runs; what is finished cannot be resumed", async () => {
  await inContext(world, async (context) => {
    const { actions = [], list } = await jobResource(context).open(context);
    let bulk: ListedJob | undefined;
    for await (const job of list({ all: true }).rows) if (!isSingle(job)) bulk = job;
    if (bulk === undefined) throw new Error("There is no bulk job.");
    const why = (name: string, change: object = {}) =>
      actions.find((action) => action.name === name)?.unavailable?.({ ...bulk, ...change });
    expect(actions.filter(({ onEnter }) => onEnter).map(({ name }) => name)).toEqual(["watch"]);
    expect(why("watch")).toBe(`Job ${bulk.id} is not running: done.`);
    expect(why("watch", { state: "running" })).toBeUndefined();
    expect(why("watch", { state: "queued, no worker" })).toBeUndefined();
    expect(why("undo")).toBeUndefined();
    expect(why("undo", { state: "running" })).toBe(`Job ${bulk.id} is running.`);
    expect(why("resume")).toBe(`Job ${bulk.id} is finished.`);
    const counts = { ...bulk.counts, planned: 1 };
    expect(why("resume", { counts })).toBeUndefined();
    expect(why("resume", { counts, site: "other" })).toContain("belongs to another site");
  });
});
