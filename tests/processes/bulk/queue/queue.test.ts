import { afterAll, beforeAll, expect, test } from "vitest";
import { openSchema } from "../../../../src/bulk/postgres/shared-schema.ts";
import { openQueue, type Queue, queuedJobs } from "../../../../src/bulk/queue/queue.ts";
import {
  addSchedule,
  findSchedule,
  listSchedules,
  missedAfter,
  type NextTimes,
  queueDue,
  queuePlanned,
  removeSchedule,
} from "../../../../src/bulk/queue/schedules.ts";
import { openPostgres, type Postgres } from "../../../../src/kernel/postgres.ts";
import { type Cluster, skipped, workerCluster } from "../../postgres.ts";

let cluster: Cluster;
let postgres: Postgres;
const queues: Queue[] = [];

beforeAll(async () => {
  if (skipped) return;
  cluster = await workerCluster();
  const url = await cluster.create();
  postgres = await openPostgres(url, { connections: 6 });
  await openSchema(postgres);
  for (let worker = 0; worker < 2; worker++) queues.push(await openQueue(postgres));
});
afterAll(async () => {
  for (const queue of queues) await queue.close();
  await postgres?.close();
});

const both = () => queues as [Queue, Queue];
const job = (id: string, site: string) => ({ task: { job: id }, site, profile: "shop" });
const check = test.skipIf(skipped !== "");

check(`a role that may not create the queue is told so${skipped}`, async () => {
  await cluster.sql(cluster.url(), "CREATE ROLE reader LOGIN");
  const reader = await openPostgres(cluster.url("postgres", "reader"));
  const error = await openQueue(reader).catch((cause: unknown) => cause);
  await reader.close();
  expect(error).toMatchObject({ exitCode: 2, code: "POSTGRES_FORBIDDEN" });
});

check(`two workers never have two tasks of one site at the same time${skipped}`, async () => {
  const [one, other] = both();
  for (let index = 0; index < 6; index++) await one.put(job(`a${index}`, `site ${index % 2}`));
  const sites = ["site 0", "site 1"];
  const taken = await Promise.all(Array.from({ length: 12 }, (_, index) => both()[index % 2]?.take(sites)));
  const held = taken.filter((task) => task !== undefined);
  expect(held.map(({ site }) => site).sort()).toEqual([...new Set(held.map(({ site }) => site))].sort());
  // The oldest comes first, and the next only once it is done.
  for (const task of held) await other.done(task);
  const order = [...held];
  for (let task = await one.take(sites); task; task = await one.take(sites)) {
    order.push(task);
    expect(await other.take([task.site])).toBeUndefined();
    await one.done(task);
  }
  const ids = order.map(({ task }) => ("job" in task ? task.job : ""));
  expect(ids.filter((id) => Number(id[1]) % 2 === 0)).toEqual(["a0", "a2", "a4"]);
  expect(ids.toSorted()).toEqual(["a0", "a1", "a2", "a3", "a4", "a5"]);
  expect((await queuedJobs(postgres, 30)).size).toBe(0);
});

check("the tasks of a site are taken in their order, also if workers ask at the same time", async () => {
  const [one] = both();
  const ids = Array.from({ length: 12 }, (_, index) => `f${index}`);
  for (const id of ids) await one.put(job(id, "f"));
  const order: string[] = [];
  while (order.length < ids.length) {
    const taken = (await Promise.all([0, 1, 0, 1].map((at) => both()[at]?.take(["f"])))).filter(
      (task) => task !== undefined,
    );
    expect(taken.length).toBeLessThanOrEqual(1);
    for (const task of taken) {
      order.push("job" in task.task ? task.task.job : "");
      // What is given back comes first again.
      if (order.length % 5 === 0 && order.pop()) await one.back(task);
      else await one.done(task);
    }
    if (order.length % 5 === 4) {
      const [again] = (await Promise.all([0, 1].map((at) => both()[at]?.take(["f"])))).filter(
        (task) => task !== undefined,
      );
      if (again) {
        order.push("job" in again.task ? again.task.job : "");
        await one.done(again);
      }
    }
  }
  expect(order).toEqual(ids);
});

check("a task of a site that a worker does not have stays for others", async () => {
  const [one, other] = both();
  await one.put(job("b1", "their site"));
  expect(await one.take(["my site"])).toBeUndefined();
  expect(await one.take([])).toBeUndefined();
  expect([...(await queuedJobs(postgres, 30))]).toEqual([["b1", { site: "their site", served: false }]]);
  await postgres.query("INSERT INTO till.worker (id, host, pid, sites) VALUES ('w', 'h', 1, $1)", [
    ["their site"],
  ]);
  expect((await queuedJobs(postgres, 30)).get("b1")?.served).toBe(true);
  await postgres.query("UPDATE till.worker SET seen = now() - interval '31 s'");
  expect((await queuedJobs(postgres, 30)).get("b1")?.served).toBe(false);
  const taken = await other.take(["their site"]);
  expect(taken?.task).toEqual({ job: "b1" });
  if (taken) await other.done(taken);
});

check("a job is queued once, and what is given back is taken again", async () => {
  const [one, other] = both();
  expect(await one.put(job("c1", "c"))).toBe(true);
  expect(await other.put(job("c1", "c"))).toBe(false);
  const first = await one.take(["c"]);
  expect(first).toMatchObject({ task: { job: "c1" }, attempt: { retryCount: 0 } });
  if (first) await one.back(first);
  const second = await other.take(["c"]);
  expect(second).toMatchObject({ task: { job: "c1" }, attempt: { retryCount: 1 } });
  // The first worker has no say in it any more.
  expect(first && (await one.keep(first))).toBe(false);
  expect(second && (await other.keep(second))).toBe(true);
  if (second) await other.done(second);
  expect(await other.take(["c"])).toBeUndefined();
});

const schedule = {
  cron: "0 * * * *",
  at: null,
  timeZone: "UTC",
  line: ["products", "update"],
  folder: "/srv",
  plan: null,
  site: "s",
  profile: "shop",
  profiles: null,
  actor: "ada",
  host: "studio",
};
/** Every hour after a time. */
const hourly: NextTimes = (_, after, count) =>
  Array.from({ length: count }, (_value, index) => new Date(after.getTime() + (index + 1) * 3_600_000));
const ago = (ms: number) => new Date(Date.now() - ms);

check(
  "a run that is due is queued once, however many workers ask, and not while the last one is not finished",
  async () => {
    const [one, other] = both();
    const due = ago(1000);
    await addSchedule(postgres, { ...schedule, name: "hourly" }, due);
    expect(await addSchedule(postgres, { ...schedule, name: "hourly" }, due)).toBe(false);
    const runs = await Promise.all([one, other, one].map((queue) => queueDue(postgres, queue, hourly)));
    expect(runs.flat()).toEqual([{ schedule: "hourly", due, missed: 0 }]);
    // An hour later the first run is still queued.
    await postgres.query("UPDATE till.schedule SET due = now() - interval '1 s' WHERE name = 'hourly'");
    expect(await queueDue(postgres, one, hourly)).toMatchObject([{ missed: 1, why: "busy" }]);
    const taken = await one.take(["s"]);
    expect(taken?.task).toEqual({ schedule: "hourly", due: due.getTime() });
    // An engine may repeat the planning: only one of the jobs is queued.
    const run = { schedule: "hourly", due: due.getTime() };
    expect(await queuePlanned(postgres, one, run, { job: "d1", site: "s", profile: "shop" })).toBe(true);
    expect(await queuePlanned(postgres, other, run, { job: "d2", site: "s", profile: "shop" })).toBe(false);
    if (taken) await one.done(taken);
    const planned = await other.take(["s"]);
    expect(planned?.task).toEqual({ job: "d1" });
    if (planned) await other.done(planned);
    expect(await findSchedule(postgres, "hourly")).toMatchObject({
      lastJob: "d1",
      missed: 1,
      line: ["products", "update"],
    });
    expect(await removeSchedule(postgres, "hourly")).toBe(true);
    expect(await removeSchedule(postgres, "hourly")).toBe(false);
  },
);

check("runs that no worker was there for are counted, not made up for", async () => {
  const [one] = both();
  await addSchedule(postgres, { ...schedule, name: "late" }, ago(5 * 3_600_000 + missedAfter + 1000));
  const [found] = await queueDue(postgres, one, hourly);
  expect(found).toMatchObject({ schedule: "late", missed: 6, why: "late" });
  const [stored] = await listSchedules(postgres);
  expect(stored).toMatchObject({ missed: 6, lastRun: null });
  expect(stored?.due).toBeGreaterThan(Date.now());
  expect(await one.take(["s"])).toBeUndefined();
  await removeSchedule(postgres, "late");
});
