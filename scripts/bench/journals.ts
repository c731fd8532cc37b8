import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { apply } from "../../src/bulk/engine/apply.ts";
import type { Journal } from "../../src/bulk/journal/journal.ts";
import { folderStore, type JobStore } from "../../src/bulk/journal/journals.ts";
import type { StepDraft, Work } from "../../src/bulk/journal/step.ts";
import { planRows } from "../../src/bulk/plan/plan.ts";
import { openSharedStore } from "../../src/bulk/postgres/shared-store.ts";
import { openPostgres } from "../../src/kernel/postgres.ts";
import { type Cluster, skipped, startCluster } from "../../tests/processes/postgres.ts";
import { alternate, type Figure, perSecond, rate, time } from "./figures.ts";
import { environment, run, type Served, till } from "./programs.ts";

/** A platform that answers at once: what is left is the time of the engine and its journal. */
const work: Work = {
  kinds: new Set(["thing.update"]),
  limits: { steps: 100 },
  group: () => "all",
  read: async (steps) => new Map(steps.map(({ seq, before }) => [seq, before])),
  find: async () => new Map(),
  write: async (steps) => steps.map(({ seq }) => ({ seq, ok: true })),
  invert: () => undefined,
};

async function* rows(count: number): AsyncGenerator<StepDraft> {
  for (let n = 1; n <= count; n++)
    yield {
      kind: "thing.update",
      id: `t${n}`,
      label: `thing ${n}`,
      before: { price: "10.00" },
      after: { price: "11.00" },
    };
}

/** Plans a job of `count` steps. */
async function planned(store: JobStore, count: number): Promise<Journal> {
  const facts = { command: "bench", kind: "bench", profile: "bench", site: "bench", toolVersion: "0" };
  const journal = await store.create({ ...facts, createdAt: new Date() });
  await planRows(rows(count), (row) => [row], journal, { work });
  return journal;
}

/** Applies a job and returns the milliseconds. */
async function applied(journal: Journal): Promise<number> {
  const began = performance.now();
  for await (const event of apply(journal, work)) if (event.type === "finished") void event;
  const ms = performance.now() - began;
  const { done, total } = journal.counts();
  if (done !== total) throw new Error("the job did not finish");
  await journal.remove();
  return ms;
}

/** Applies one job for each of many sites, eight at a time as `till each` does, and returns the milliseconds. */
async function appliedSideBySide(store: JobStore, sites: number, count: number): Promise<number> {
  const journals: Journal[] = [];
  for (let site = 0; site < sites; site++) journals.push(await planned(store, count));
  const left = journals.values();
  const began = performance.now();
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const journal of left) await applied(journal);
    }),
  );
  return performance.now() - began;
}

/** Measures the journal in PostgreSQL against that in SQLite, and how long a second process needs to take a job over. */
export async function journals(
  folder: string,
  served: Served,
  sizes: { products: number; steps: number; jobs: number },
  quick: boolean,
): Promise<Figure[]> {
  if (skipped) {
    process.stderr.write(`journals${skipped}\n`);
    return [];
  }
  const cluster = await startCluster({ durable: true });
  try {
    return [
      ...(await speed(cluster, folder, served, sizes, quick)),
      // It waits for a lease of 30 seconds.
      ...(quick ? [] : [await takeover(cluster, folder, served)]),
    ];
  } finally {
    await cluster.close();
  }
}

async function speed(
  cluster: Cluster,
  folder: string,
  served: Served,
  { products, steps: count, jobs: sites }: { products: number; steps: number; jobs: number },
  quick: boolean,
) {
  const rounds = quick ? 1 : 3;
  const local = folderStore(join(folder, "jobs"));
  const who = { actor: "bench", host: "bench", pid: process.pid };
  const database = await openPostgres(await cluster.create());
  const shared = await openSharedStore({ database, dir: join(folder, "copies"), who, guards: new Set() });
  const engine = await alternate(rounds, {
    postgres: async () => await applied(await planned(shared, count)),
    sqlite: async () => await applied(await planned(local, count)),
  });
  const sideBySide = await appliedSideBySide(local, sites, 1000);
  await shared.close();
  const env = { ...served.env, TILL_HOME: join(folder, "home") };
  const journal = { TILL_JOURNAL: await cluster.create() };
  const update = async (change: string, more: Record<string, string>) => {
    const line = ["products", "update", "--filter", "price > 0", "--set", change, "--yes", "--quiet"];
    return (await run([till, ...line], { ...env, ...more })).ms;
  };
  const whole = await alternate(rounds, {
    postgres: (round) => update(`brand=Shared ${round}`, journal),
    sqlite: (round) => update(`brand=Local ${round}`, {}),
  });
  const many = (n: number) => n.toLocaleString("en-US");
  return [
    perSecond(`${sites} jobs of 1,000 steps side by side, engine alone`, sites * 1000, sideBySide, 9000),
    rate(
      `journal in PostgreSQL: ${many(count)} steps, engine alone`,
      engine.postgres,
      { name: "SQLite", ms: engine.sqlite },
      0.4,
    ),
    rate(
      `journal in PostgreSQL: update of ${many(products)} products`,
      whole.postgres,
      { name: "SQLite", ms: whole.sqlite },
      0.7,
    ),
  ];
}

/** Kills a job and measures how long `jobs resume` in another home takes until it has the job. */
async function takeover(cluster: Cluster, folder: string, served: Served): Promise<Figure> {
  const url = await cluster.create();
  const env = { ...served.env, TILL_HOME: join(folder, "first"), TILL_JOURNAL: url };
  const line = ["products", "update", "--filter", "price > 0", "--set", "price=+0.01", "--yes", "--quiet"];
  const child = spawn(process.execPath, [till, ...line], { env: environment(env), stdio: "ignore" });
  const job = async () =>
    (
      await cluster
        .sql<{ id: string; version: number }>(url, "SELECT id, version FROM till.job")
        .catch(() => [])
    )[0];
  while (((await job())?.version ?? 0) < 5) await new Promise((resolve) => setTimeout(resolve, 20));
  child.kill("SIGKILL");
  await once(child, "close");
  const began = performance.now();
  const { id = "" } = (await job()) ?? {};
  const second = { ...env, TILL_HOME: join(folder, "second") };
  const resumed = run([till, "jobs", "resume", id, "--yes", "--quiet"], second);
  const fence = async () =>
    (await cluster.sql<{ fence: number }>(url, "SELECT fence FROM till.job"))[0]?.fence ?? 0;
  while ((await fence()) < 2) await new Promise((resolve) => setTimeout(resolve, 50));
  const ms = performance.now() - began;
  await resumed;
  return time("takeover of a job whose process was killed", ms, 35_000);
}
