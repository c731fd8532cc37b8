import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { fromJSONSchema } from "zod";
import { schemas } from "../../../src/cli/help/schemas.ts";
import { type Cluster, skipped, workerCluster } from "../postgres.ts";
import { openSharedShop, type SharedShop } from "./shared-shop.ts";

let cluster: Cluster;
let shop: SharedShop;

beforeAll(async () => {
  if (!skipped) cluster = await workerCluster();
});
beforeEach(async () => {
  if (!skipped) shop = await openSharedShop(cluster);
});
afterEach(async () => await shop?.close());

const check = test.skipIf(skipped !== "");
const change = "products update --all --expect 30 --set price=+1 --yes";
const idOf = (stdout: string) => (JSON.parse(stdout) as { id: string }).id;
const finished = (id: string) => (line: { event: string }) =>
  line.event === "job.finished" && (line as { job?: string }).job === id;

check(
  `--detach queues a job; a worker elsewhere runs it, and watch has its exit code${skipped}`,
  async () => {
    const [laptop, runner] = [await shop.computer(), await shop.computer()];
    const queued = await laptop.till(`${change} --detach --json`);
    expect(queued).toMatchObject({ code: 0 });
    const id = idOf(queued.stdout);
    expect(queued.stderr).toContain(`No worker with a profile of site ${shop.server.siteId} is running`);
    const listed = JSON.parse((await laptop.till("jobs list --json")).stdout) as {
      items: { id: string; state: string }[];
    };
    expect(listed.items).toMatchObject([{ id, state: "queued, no worker" }]);
    writeFileSync(
      join(runner.home, "hook.cjs"),
      `process.stdin.pipe(require("node:fs").createWriteStream(${JSON.stringify(join(runner.home, "got"))}));`,
    );
    const notify = `'${process.execPath}' '${join(runner.home, "hook.cjs")}'`;
    const worker = runner.worker({ env: { TILL_NOTIFY: notify, TILL_NOTIFY_ON: "all" } });
    const watched = await laptop.till(`jobs watch ${id}`);
    expect(watched).toMatchObject({ code: 0, stderr: `Undo with: till jobs undo ${id}\n` });
    expect(watched.stdout).toContain(`Job ${id}: done, 30 of 30 steps done.`);
    expect(await worker.until(finished(id))).toMatchObject({ exitCode: 0 });
    expect(await worker.stop()).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(readFileSync(join(runner.home, "got"), "utf8"))).toMatchObject({
      event: "finished",
      job: id,
      command: expect.stringContaining("products update"),
      site: shop.server.siteId,
    });
    const requests = worker.log.filter(({ event }) => event === "job.request") as { requestId?: string }[];
    expect(new Set(requests.map(({ requestId }) => requestId)).size).toBe(30);
    const audit = JSON.parse((await laptop.till("jobs audit --since today --json")).stdout) as {
      items: { job: string; requestId: string }[];
    };
    const audited = audit.items.filter(({ job }) => job === id).map(({ requestId }) => requestId);
    expect(audited.sort()).toEqual(requests.map(({ requestId }) => requestId).sort());
    const others = worker.log.filter(({ event }) => event !== "notice" && event !== "job.request");
    expect(others.map(({ event }) => event)).toEqual([
      "worker.started",
      "task.taken",
      "job.finished",
      "worker.stopping",
      "worker.stopped",
    ]);
    const lines = (await laptop.till(`jobs watch ${id} --json`)).stdout.trim().split("\n");
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { id, state: "done", steps: { done: 30 } },
    ]);
  },
);

check(
  "SIGTERM finishes the calls in flight and gives the job back; the next worker goes on, and nothing is sent twice",
  async () => {
    const [one, other] = [await shop.computer(), await shop.computer()];
    const id = idOf((await one.till(`${change} --detach --json`)).stdout);
    let sent = 0;
    let stop = () => {};
    const first = one.worker({
      env: { TILL_CONCURRENCY: "1" },
      onRequest: ({ method }) => {
        if (method === "PATCH" && ++sent === 5) stop();
      },
    });
    const stopped = Promise.withResolvers<void>();
    stop = () => void first.stop().then(() => stopped.resolve());
    await stopped.promise;
    expect(first.log.find(({ event }) => event === "task.returned")).toMatchObject({ job: id });
    expect(sent).toBeLessThan(30);
    const second = other.worker();
    expect(await second.until(finished(id))).toMatchObject({ exitCode: 0 });
    await second.stop();
    const executed = await shop.executed();
    expect([executed.length, new Set(executed).size]).toEqual([30, 30]);
    expect((await one.till(`jobs watch ${id}`)).stdout).toContain("done, 30 of 30 steps done.");
  },
);

check("two workers run two jobs of one site one after the other", async () => {
  const [one, other] = [await shop.computer(), await shop.computer()];
  const ids = [];
  for (const price of ["+1", "+2", "+3"])
    ids.push(
      idOf(
        (await one.till(`products update --all --expect 30 --set price=${price} --yes --detach --json`))
          .stdout,
      ),
    );
  const workers = [one.worker(), other.worker()];
  for (const id of ids) await Promise.race(workers.map((worker) => worker.until(finished(id))));
  const results = await Promise.all(workers.map((worker) => worker.stop()));
  expect(results.map(({ code }) => code)).toEqual([0, 0]);
  const events = workers
    .flatMap(({ log }) => log)
    .filter(({ event }) => event === "task.taken" || event === "job.finished")
    // Within a millisecond, a job ends before the next is taken.
    .sort((a, b) => `${a.time} ${a.event}`.localeCompare(`${b.time} ${b.event}`));
  expect(events.map(({ event, job }) => `${event} ${String(job)}`)).toEqual(
    ids.flatMap((id) => [`task.taken ${id}`, `job.finished ${id}`]),
  );
});

check("till jobs submit queues what a run left, and the jobs of till each --detach", async () => {
  const computer = await shop.computer();
  let writes = 0;
  const stopping = new AbortController();
  await computer.till(change, {
    signal: stopping.signal,
    env: { TILL_CONCURRENCY: "1" },
    onRequest: ({ method }) => {
      if (method === "PATCH" && ++writes === 5) stopping.abort("SIGTERM");
    },
  });
  const submitted = await computer.till("jobs submit last --json");
  expect(submitted).toMatchObject({ code: 0 });
  const id = idOf(submitted.stdout);
  expect((await computer.till(`jobs submit ${id}`)).stdout).toBe(`Job ${id}: queued already.\n`);
  const line =
    "each --sites shop --yes --json -- products update --all --expect 30 --set ribbon=New --detach";
  const each = await computer.till(line);
  expect(each).toMatchObject({ code: 0 });
  expect(JSON.parse(each.stdout)).toMatchObject({ sites: [{ state: "queued", changes: 30, done: 0 }] });
  const worker = computer.worker();
  const watched = await computer.till(`jobs watch ${id}`);
  expect(watched).toMatchObject({ code: 0 });
  const { items } = JSON.parse((await computer.till("jobs list --json")).stdout) as {
    items: { id: string; run?: string }[];
  };
  const [{ run = "", id: other = "" } = {}] = items;
  expect((await computer.till(`jobs watch --run ${run}`)).stdout).toContain(`Job ${other}: done, 30 of 30`);
  await worker.stop();
  expect((await computer.till(`jobs submit ${id}`)).stderr).toContain(`Job ${id} is finished.`);
  expect(await computer.till("jobs watch --run none")).toMatchObject({ code: 5 });
});

check("a worker without a profile of the site leaves its jobs to others", async () => {
  const [owner, stranger] = [await shop.computer(), await shop.computer({ profile: false })];
  const id = idOf((await owner.till(`${change} --detach --json`)).stdout);
  const idle = stranger.worker();
  await idle.until(({ event }) => event === "worker.started");
  expect((await owner.till("jobs list --json --jq .items[0].state")).stdout).toBe("queued, no worker\n");
  await idle.stop();
  expect(idle.log.some(({ event }) => event === "task.taken")).toBe(false);
  const able = owner.worker();
  await able.until(finished(id));
  await able.stop();
});

check("a schedule plans a job on a worker, which then runs it", async () => {
  const computer = await shop.computer();
  const add = (line: string) => computer.till(line);
  const command = "products update --all --expect 30 --set price=+1 --yes";
  const added = await add(
    `schedule create "0 6 * * *" --name nightly --time-zone Europe/Berlin -- ${command}`,
  );
  expect(added).toMatchObject({ code: 0, stdout: `Schedule nightly: till ${command}\n` });
  expect(await add(`schedule create "0 7 * * *" --name nightly -- ${command}`)).toMatchObject({ code: 6 });
  expect(await add(`schedule run nightyl`)).toMatchObject({ code: 5 });
  expect(await add("schedule run nightly")).toMatchObject({
    code: 0,
    stdout: "Schedule nightly: queued.\n",
  });
  expect(await add("schedule run nightly")).toMatchObject({ code: 6 });
  const worker = computer.worker();
  const planned = await worker.until(({ event }) => event === "schedule.planned");
  expect(planned).toMatchObject({ schedule: "nightly", exitCode: 0 });
  await worker.until(finished(String(planned.job)));
  await worker.stop();
  const [listed] = (JSON.parse((await add("schedule list --json")).stdout) as { items: object[] }).items;
  expect(listed).toMatchObject({ name: "nightly", cron: "0 6 * * *", missed: 0, lastJob: planned.job });
  expect(await add("schedule delete nightly --yes")).toMatchObject({ code: 0 });
});

check("a sale that was started for a profile is ended by a worker", async () => {
  const computer = await shop.computer();
  const start = "sale start --filter 'price > 0' --set salePrice=1 --name winter --yes --schedule";
  const january = new Date("2026-01-01T00:00:00Z");
  expect(await computer.till(`${start} --until 2026-02-01T00:00`, { now: january })).toMatchObject({
    code: 0,
  });
  const states = async () => (await computer.till("sale list --json --jq '.items[].state'")).stdout;
  expect(await states()).toBe("overdue\n");
  expect(await computer.till("schedule pause sale-winter --off")).toMatchObject({
    code: 6,
    stderr: expect.stringContaining("The time of sale-winter has passed."),
  });
  expect(await computer.till("schedule run sale-winter")).toMatchObject({ code: 0 });
  const worker = computer.worker();
  const ended = await worker.until(({ event }) => event === "schedule.finished");
  expect(ended).toMatchObject({ schedule: "sale-winter", exitCode: 0, job: expect.any(String) });
  await worker.stop();
  expect(await states()).toBe("ended\n");
  const { stdout } = await computer.till("schedule history sale-winter --json --jq '.items[].exitCode'");
  expect(stdout.split("\n")).toContain("0");
});

check("a schedule that is paused is due for no worker, until it goes on at its next time", async () => {
  const computer = await shop.computer();
  await computer.till(`schedule create "* * * * *" --name often -- ${change}`);
  const listed = async () =>
    (JSON.parse((await computer.till("schedule list --json")).stdout) as { items: object[] }).items;
  expect(await listed()).toMatchObject([
    { paused: false, next: expect.arrayContaining([expect.any(String)]) },
  ]);
  expect(await computer.till("schedule pause nothing")).toMatchObject({ code: 5 });
  expect(await computer.till("schedule pause often")).toMatchObject({ code: 0 });
  expect(await listed()).toMatchObject([{ paused: true, next: [] }]);
  const worker = computer.worker();
  await worker.until(({ event }) => event === "worker.started");
  await worker.stop();
  expect(worker.log.filter(({ event }) => event.startsWith("schedule."))).toEqual([]);
  const later = new Date(Date.now() + 600_000);
  expect(await computer.till("schedule pause often --off", { now: later })).toMatchObject({ code: 0 });
  const [{ next: [next = ""] = [] } = {}] = (await listed()) as { next?: string[] }[];
  expect(Date.parse(next)).toBeGreaterThan(later.getTime());
  expect(await listed()).toMatchObject([{ paused: false, missed: 0 }]);
});

check("schedules of a computer are listed, paused and run beside those of the workers", async () => {
  const computer = await shop.computer();
  await computer.till(`schedule create "* * * * *" --name often -- ${change}`);
  await computer.till(`schedule pause often`);
  const own = (line: string) => ({
    when: { cron: "0 6 * * *" },
    timeZone: "UTC",
    line: line.split(" "),
    runner: "systemd",
  });
  mkdirSync(computer.path("till/config"), { recursive: true });
  const schedules = { often: own("sandbox seed 1"), backup: own("profiles list") };
  writeFileSync(computer.path("till/config/schedules.json"), JSON.stringify(schedules));
  const listed = async () =>
    (await computer.till("schedule list --jq '.items[] | [.name, .runner, .paused] | @text'")).stdout;
  expect(await listed()).toBe(
    '["often","worker",true]\n["often","systemd",false]\n["backup","systemd",false]\n',
  );
  expect((await computer.till("schedule list")).stdout).toMatch(/worker.*\n.*systemd.*\n.*systemd/);

  // Of two with one name, that of the workers is meant.
  const resumed = await computer.till("schedule pause often --off");
  expect(resumed.stderr).toContain("This computer runs a schedule named often, too.");
  expect(await listed()).toContain('["often","worker",false]');
  expect((await computer.till("schedule pause backup")).stderr).not.toContain("too");
  expect(await listed()).toContain('["backup","systemd",true]');
  expect(await computer.till("schedule run backup")).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("shop"),
  });
  const history = async (name = "") =>
    (await computer.till(`schedule history ${name} --jq '.items[].schedule'`)).stdout;
  expect(await history()).toBe("backup\n");
  expect(await history("backup")).toBe("backup\n");
  expect(await history("often")).toBe("");
  expect(await computer.till("schedule history nothing")).toMatchObject({ code: 5 });
});

check("the content of a plan file is stored with the schedule", async () => {
  const computer = await shop.computer();
  await computer.till("products update --all --expect 30 --set price=+1 --plan-out sale.ndjson");
  const line = "schedule create --at 2099-12-24T00:00 --name xmas -- apply sale.ndjson --yes";
  expect(await computer.till(line)).toMatchObject({ code: 0 });
  const elsewhere = await shop.computer();
  await computer.till("schedule run xmas");
  const worker = elsewhere.worker();
  const planned = await worker.until(({ event }) => event === "schedule.planned");
  expect(planned).toMatchObject({ exitCode: 0 });
  expect(await worker.until(finished(String(planned.job)))).toMatchObject({ exitCode: 0 });
  await worker.stop();
});

const unfit: [line: string, code: number, message: string][] = [
  ["products list", 2, "Workers run bulk changes, till apply and till sale end only."],
  ["products update --all --set price=+1", 2, "A scheduled command cannot ask for confirmation."],
  ["products update --all --set price=+1 --yes --dry-run", 2, "This command would change nothing."],
  [
    "products update --all --set price=+1 --yes --profile shop",
    2,
    "The profile of a schedule is that of till schedule create.",
  ],
  ["apply missing.ndjson --yes", 5, "Cannot read missing.ndjson: there is no such file."],
];

check("a schedule of workers is a bulk change that asks nothing", async () => {
  const computer = await shop.computer();
  for (const [line, code, message] of unfit) {
    const refused = await computer.till(`schedule create "0 6 * * *" --name a -- ${line}`);
    expect(refused).toMatchObject({ code, stdout: "" });
    expect(refused.stderr).toContain(message);
  }
  expect((await computer.till("schedule list --json")).stdout).toContain('"items":[]');
});

check("health and metrics are served on a loopback port", async () => {
  const computer = await shop.computer();
  const worker = computer.worker({ flags: "--metrics=0" });
  const { url } = await worker.until(({ event }) => event === "metrics.started");
  await worker.until(({ event }) => event === "worker.started");
  const health = await fetch(new URL("/healthz", String(url)));
  expect([health.status, await health.json()]).toMatchObject([200, { status: "ok" }]);
  expect((await fetch(new URL("/readyz", String(url)))).status).toBe(200);
  expect(await (await fetch(String(url))).text()).toContain("till_worker_sites 1\n");
  await worker.stop();
});

check(
  "a guard that stops a schedule is in its history and its metrics, and so is the next success",
  async () => {
    const computer = await shop.computer();
    const add = 'schedule create "0 6 1 1 *" --name nightly --';
    await computer.till(`${add} products update --all --expect 1 --set price=+1 --yes`);
    const worker = computer.worker({ flags: "--metrics=127.0.0.1:0" });
    const { url } = await worker.until(({ event }) => event === "metrics.started");
    const metrics = async () => await (await fetch(String(url))).text();
    await computer.till("schedule run nightly");
    await worker.until(({ event }) => event === "schedule.planned");
    await expect.poll(metrics).toContain('till_schedule_last_exit_code{schedule="nightly"} 6\n');
    expect(await metrics()).not.toContain("till_schedule_last_success_time_seconds{");
    await computer.till("schedule delete nightly --yes");
    await computer.till(`${add} ${change}`);
    await computer.till("schedule run nightly");
    await worker.until(({ event }) => event === "job.finished");
    await expect.poll(metrics).toContain('till_schedule_last_exit_code{schedule="nightly"} 0\n');
    const text = await metrics();
    expect(text).toContain('till_schedule_last_success_time_seconds{schedule="nightly"} ');
    expect(text).toMatch(/till_worker_requests_total\{status="200"\} [1-9]/);
    expect(text).toMatch(/till_worker_schedule_results_total\{schedule="nightly",exit_code="6"\} 1\n/);
    const history = JSON.parse((await computer.till("schedule history nightly --json")).stdout) as {
      items: object[];
    };
    expect(history.items).toMatchObject([{ schedule: "nightly", exitCode: 0, job: expect.any(String) }]);
    fromJSONSchema(JSON.parse(JSON.stringify(schemas.$defs.scheduleRun))).parse(history.items[0]);
    expect(await computer.till("schedule history weekly")).toMatchObject({ code: 5 });
    await worker.stop();
  },
);

check("without a shared journal, or with a bad one, nothing is queued", async () => {
  const computer = await shop.computer();
  const none = { env: { TILL_JOURNAL: "" } };
  expect(await computer.till(`${change} --detach`, none)).toMatchObject({ code: 2 });
  expect(await computer.till("worker", none)).toMatchObject({ code: 2 });
  expect(await computer.till("jobs submit last", none)).toMatchObject({ code: 2 });
  for (const flag of ["--max-requests", "--concurrency"])
    expect(await computer.till(`${change} --detach ${flag} 2`)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`${flag} is not kept with a job that a worker runs.`),
    });
  const away = { env: { TILL_JOURNAL: "postgres://postgres:canary-secret@127.0.0.1:9/till" } };
  const unreachable = await computer.till("worker", away);
  expect(unreachable.code).toBe(8);
  expect(unreachable.stderr).not.toContain("canary-secret");
  const wrong = shop.url.replace("postgres@", "secured:canary-secret@");
  const rejected = await computer.till("worker", { env: { TILL_JOURNAL: wrong } });
  expect(rejected.code).toBe(2);
  expect(rejected.stdout + rejected.stderr).not.toContain("canary-secret");
});

check("a folder that cannot be written ends a change before anything is sent, and says so", async () => {
  const computer = await shop.computer({ profile: false });
  const { apiKey, baseUrl, siteId } = shop.server;
  writeFileSync(join(computer.home, "file"), "");
  const env = {
    ...{ TILL_API_KEY: apiKey, TILL_BASE_URL: baseUrl, TILL_SITE_ID: siteId },
    TILL_HOME: join(computer.home, "file", "till"),
  };
  const failed = await computer.till(change, { env });
  expect(failed).toMatchObject({ code: 1, stdout: "" });
  expect(failed.stderr).toContain("error: Cannot write the record of the job to ");
  expect(failed.stderr).toContain("set TILL_HOME to another one");
});

check("the embedded sandbox is on one computer only", async () => {
  const computer = await shop.computer({ profile: false });
  await computer.till("sandbox seed");
  const { code, stderr } = await computer.till(
    "products update --all --expect 24 --set price=+1 --yes --detach",
  );
  expect(code).toBe(2);
  expect(stderr).toContain("--detach does not work with the embedded sandbox");
});
