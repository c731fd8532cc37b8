// Counts what running jobs send to a shared journal: jobs of several sites side by side, each at the platform's limit, for half a minute.
//   node scripts/scale-postgres.ts [sites]
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { budgetOver, createPacer } from "../src/api/transport/pace.ts";
import { apply } from "../src/bulk/engine/apply.ts";
import type { StepDraft, Work } from "../src/bulk/journal/step.ts";
import { planRows } from "../src/bulk/plan/plan.ts";
import { openSharedStore } from "../src/bulk/postgres/shared-store.ts";
import { sharedRates } from "../src/context/rates.ts";
import { openPostgres } from "../src/kernel/postgres.ts";
import { startCluster } from "../tests/processes/postgres.ts";

const sites = Number(process.argv[2] ?? 20);
/** Half a minute at 200 a minute. */
const steps = 100;

async function* rows(): AsyncGenerator<StepDraft> {
  for (let n = 1; n <= steps; n++)
    yield {
      kind: "thing.update",
      id: `t${n}`,
      label: `thing ${n}`,
      before: { price: "1.00" },
      after: { price: "2.00" },
    };
}

const folder = mkdtempSync(join(tmpdir(), "till-scale-"));
const cluster = await startCluster({ durable: true });
try {
  const url = await cluster.create();
  const database = await openPostgres(url);
  const who = { actor: "scale", host: "scale", pid: process.pid };
  const store = await openSharedStore({ database, dir: join(folder, "copies"), who, guards: new Set() });
  const rates = sharedRates(database);
  /** A platform that takes 300 ms, paced by the site's budget in the database. */
  const workOf = (site: string): Work => {
    const budget = budgetOver(rates.rate({ site, place: "" }), [{ requests: 200, period: "minute" }]);
    const pacer = createPacer({ concurrency: 8, budget });
    return {
      kinds: new Set(["thing.update"]),
      limits: { steps: 1 },
      group: () => "",
      read: async (read) => new Map(read.map(({ seq, before }) => [seq, before])),
      find: async () => new Map(),
      async write(written) {
        const leave = await pacer.enter();
        await sleep(300);
        leave();
        return written.map(({ seq }) => ({ seq, ok: true }));
      },
      invert: () => undefined,
    };
  };
  const jobs = [];
  for (let site = 0; site < sites; site++) {
    const work = workOf(`site-${site}`);
    const facts = {
      command: "scale",
      kind: "scale",
      profile: "scale",
      site: `site-${site}`,
      toolVersion: "0",
    };
    const journal = await store.create({ ...facts, createdAt: new Date() });
    await planRows(rows(), (row) => [row], journal, { work });
    await journal.publish();
    jobs.push({ journal, work });
  }
  const commits = async () => {
    await sleep(1500);
    const [row] = await cluster.sql<{ n: string }>(
      url,
      "SELECT xact_commit::text AS n FROM pg_stat_database WHERE datname = current_database()",
    );
    return Number(row?.n);
  };
  const before = await commits();
  const began = performance.now();
  await Promise.all(
    jobs.map(async ({ journal, work }) => {
      for await (const event of apply(journal, work)) void event;
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  const sent = (await commits()) - before;
  process.stdout.write(
    `${sites} sites, ${steps} requests each in ${seconds.toFixed(0)} s: ${(sent / sites / steps).toFixed(1)} transactions a request, ` +
      `${(sent / seconds / sites).toFixed(1)} a second for each site\n`,
  );
  await store.close();
} finally {
  await cluster.close();
  rmSync(folder, { recursive: true, force: true });
}
