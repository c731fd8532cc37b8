import { readFileSync, writeFileSync } from "node:fs";
import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type Cluster, skipped, workerCluster } from "../postgres.ts";
import { type Computer, openSharedShop, type SharedShop } from "./shared-shop.ts";

let cluster: Cluster;
let shop: SharedShop;

beforeAll(async () => {
  if (!skipped) cluster = await workerCluster();
});
beforeEach(async () => {
  if (!skipped) shop = await openSharedShop(cluster, 10, 3);
});
afterEach(async () => await shop?.close());

const check = test.skipIf(skipped !== "");
const names = ["berlin", "paris", "rome"];
const siteIdOf = (at: number) => `00000000-0000-4000-8000-00000000000${at + 1}`;

/** Adds a computer with a profile and the API key of some shops, and a group of all three. */
async function computerWith(...profiles: readonly string[]): Promise<Computer> {
  const computer = await shop.computer({ profile: false });
  const { baseUrl, apiKey } = shop.server;
  for (const name of profiles) {
    await computer.till(
      `profiles create ${name} --platform ${baseUrl} --site ${siteIdOf(names.indexOf(name))}`,
    );
    await computer.till(`login --api-key --key-file - --profile ${name}`, { stdin: `${apiKey}\n` });
  }
  if (profiles.length === names.length) await computer.till(["config", "set", "group.eu", names.join(", ")]);
  return computer;
}

const schedule = (computer: Computer, line: string) =>
  computer.till(`schedule create "0 6 1 1 *" --name nightly -- ${line}`);
const change = "each --sites @eu --at-once 1 --yes -- products update --all --expect 10 --set price=+1";
const ended = ({ event }: { event: string }) => event === "schedule.finished";

async function itemsOf<Row>(computer: Computer, line: string): Promise<Row[]> {
  const result = await computer.till(`${line} --json`);
  expect(result, result.stderr).toMatchObject({ code: 0 });
  return (JSON.parse(result.stdout) as { items: Row[] }).items;
}

check(
  `one worker runs the till each of a schedule on all sites; others have not all of its profiles${skipped}`,
  async () => {
    const [laptop, able, stranger] = [
      await computerWith(...names),
      await computerWith(...names),
      await computerWith("berlin"),
    ];
    const added = await schedule(laptop, change);
    expect(added, added.stderr).toMatchObject({ code: 0 });
    expect(added.stderr).toContain("No worker with the profiles berlin, paris, rome is running");
    expect(await laptop.till("schedule run nightly")).toMatchObject({ code: 0 });
    const idle = stranger.worker();
    await idle.until(({ event }) => event === "worker.started");
    await idle.stop();
    const workers = [able.worker(), laptop.worker()];
    const finished = await Promise.race(workers.map((worker) => worker.until(ended)));
    for (const worker of workers) await worker.stop();
    expect(finished).toMatchObject({ schedule: "nightly", exitCode: 0 });
    expect(
      [idle, ...workers].map(({ log }) => log.filter(({ event }) => event === "task.taken").length).sort(),
    ).toEqual([0, 0, 1]);
    const jobs = await itemsOf<{ profile: string; state: string; run: string }>(laptop, "jobs list");
    expect(jobs.map(({ profile, state }) => `${profile} ${state}`).sort()).toEqual(
      names.map((name) => `${name} done`),
    );
    expect(new Set(jobs.map(({ run }) => run)).size).toBe(1);
    expect(await itemsOf(laptop, "schedule history nightly")).toMatchObject([
      { exitCode: 0, summary: `Run ${jobs[0]?.run}: 3 sites done.` },
    ]);
  },
);

check(
  "sites of a file without profiles run with the profile of schedule create, not with that of the worker",
  async () => {
    const computer = await shop.computer({ profile: false });
    await computer.till(`profiles create agency --platform ${shop.server.baseUrl}`);
    await computer.till(`login --api-key --key-file - --profile agency --site ${siteIdOf(0)}`, {
      stdin: `${shop.server.apiKey}\n`,
    });
    writeFileSync(computer.path("sites.csv"), `site\n${names.map((_, at) => siteIdOf(at)).join("\n")}\n`);
    await computer.till("profiles use sandbox");
    const line = change.replace("@eu", "sites.csv");
    const added = await computer.till(
      `schedule create "0 6 1 1 *" --name nightly --profile agency -- ${line}`,
    );
    expect(added, added.stderr).toMatchObject({ code: 0 });
    const worker = computer.worker({ flags: "--account agency" });
    await computer.till("schedule run nightly");
    expect(await worker.until(ended)).toMatchObject({ schedule: "nightly", exitCode: 0 });
    const jobs = await itemsOf<{ profile: string; state: string }>(computer, "jobs list");
    expect(jobs.map(({ profile, state }) => `${profile} ${state}`)).toEqual(names.map(() => "agency done"));
    await worker.stop();
  },
);

check("a guard over all sites stops a scheduled till each, and a site that fails is named", async () => {
  const computer = await computerWith(...names);
  await schedule(computer, `${change.replace("each", "each --expect 7")}`);
  await computer.till("login --api-key --key-file - --profile rome", { stdin: "revoked\n" });
  const worker = computer.worker();
  await computer.till("schedule run nightly");
  expect(await worker.until(ended)).toMatchObject({ exitCode: 6, code: "EXPECTATION_FAILED" });
  expect(await itemsOf(computer, "jobs list")).toEqual([]);
  await computer.till("schedule delete nightly --yes");
  await worker.stop();
});

check(
  "after SIGTERM another worker goes on with a scheduled till each, and nothing is sent twice",
  async () => {
    const [one, other] = [await computerWith(...names), await computerWith(...names)];
    await schedule(one, change.replace("--yes", "--junit sites.xml --yes"));
    await one.till("schedule run nightly");
    let sent = 0;
    let stop = () => {};
    const first = one.worker({
      env: { TILL_CONCURRENCY: "1" },
      onRequest: ({ method }) => {
        if (method === "PATCH" && ++sent === 15) stop();
      },
    });
    const stopped = Promise.withResolvers<void>();
    stop = () => void first.stop().then(() => stopped.resolve());
    await stopped.promise;
    expect(first.log.find(({ event }) => event === "task.returned")).toMatchObject({ schedule: "nightly" });
    expect(sent).toBeLessThan(30);
    const second = other.worker();
    expect(await second.until(ended)).toMatchObject({
      exitCode: 0,
      summary: "Resumed after a worker stopped: 3 of 3 sites done.",
    });
    await second.stop();
    for (const at of names.keys()) {
      const executed = await shop.executed(siteIdOf(at));
      expect([executed.length, new Set(executed).size]).toEqual([10, 10]);
    }
    const report = readFileSync(one.path("sites.xml"), "utf8");
    expect(report).toContain('<testsuites tests="3" failures="0" skipped="0">');
    expect(report.match(/>10 done, 0 failed/g)).toHaveLength(3);
    const jobs = await itemsOf<{ state: string }>(one, "jobs list");
    expect(jobs.map(({ state }) => state)).toEqual(["done", "done", "done"]);
    expect(await itemsOf(one, "schedule history nightly")).toMatchObject([{ exitCode: 0 }]);
  },
);

check(
  "a worker runs the jobs of all sites of an account with one key, which a command prints once",
  async () => {
    const [laptop, server] = [await computerWith(), await computerWith()];
    const { baseUrl, apiKey } = shop.server;
    const sites = names.map((name, at) => [siteIdOf(at), name]);
    writeFileSync(laptop.path("sites.csv"), ["site,name", ...sites, ""].join("\n"));
    const [key, calls, script] = ["key", "calls", "key.mjs"].map((name) => JSON.stringify(server.path(name)));
    writeFileSync(
      server.path("key.mjs"),
      `import { appendFileSync, readFileSync } from "node:fs";
appendFileSync(${calls}, "x");
console.log(readFileSync(${key}, "utf8"));`,
    );
    writeFileSync(server.path("key"), apiKey);
    for (const computer of [laptop, server]) {
      await computer.till(`profiles create agency --platform ${baseUrl} --site ${shop.server.siteId}`);
      const command = `"${process.execPath}" ${script}`;
      await computer.till(["config", "set", "credentialCommand", command, "--profile", "agency"]);
    }
    const queued = await laptop.till(
      "each --sites sites.csv --profile agency --yes -- products update --all --expect 10 --set price=+1 --detach",
    );
    expect(queued, queued.stderr).toMatchObject({ code: 0 });
    const jobs = await itemsOf<{ id: string; site: string }>(laptop, "jobs list");
    const states = async () =>
      (await itemsOf<{ state: string }>(laptop, "jobs list")).map(({ state }) => state);
    expect(await states()).toEqual(names.map(() => "queued, no worker"));

    writeFileSync(server.path("key"), "revoked");
    const worker = server.worker({ flags: "--account agency" });
    for (const [id] of sites) await worker.until(({ event, site }) => event === "site.paused" && site === id);
    // A site is paused before the worker gives the lease of its job back.
    await expect.poll(states, { timeout: 30_000 }).toEqual(names.map(() => "paused"));

    writeFileSync(server.path("key"), apiKey);
    writeFileSync(server.path("calls"), "");
    for (const { id, site } of jobs) {
      const again = await laptop.till(`jobs submit ${id} --profile agency --site ${site}`);
      expect(again, again.stderr).toMatchObject({ code: 0 });
    }
    for (const { id } of jobs) await worker.until(({ event, job }) => event === "job.finished" && job === id);
    await worker.stop();
    expect(await states()).toEqual(names.map(() => "done"));
    expect(readFileSync(server.path("calls"), "utf8")).toBe("x");
  },
);

const unfit: [line: string, message: string][] = [
  ["each --sites @eu --yes -- products list", "Workers run bulk changes, till apply and till sale end only."],
  [
    "each --sites @eu --yes -- products update --all --set price=+1 --detach",
    "The worker that plans all sites also applies them.",
  ],
  [
    "each --sites @eu --yes -- products update --all --set price=+1 --dry-run",
    "This command would change nothing.",
  ],
  [
    "each --sites failed:last --yes -- products update --all --set price=+1",
    "The failed sites of a run are known to one computer only.",
  ],
  ["each --sites nowhere --yes -- products update --all --set price=+1", "nowhere"],
  [
    "each --sites @eu -- products update --all --set price=+1",
    "A scheduled command cannot ask for confirmation.",
  ],
];

check("a till each that workers cannot run is not stored", async () => {
  const computer = await computerWith(...names);
  for (const [line, message] of unfit) {
    const refused = await schedule(computer, line);
    expect(refused, line).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr).toContain(message);
  }
  expect(await itemsOf(computer, "schedule list")).toEqual([]);
});
