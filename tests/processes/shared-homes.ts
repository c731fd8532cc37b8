import { random } from "../support/runs.ts";
import { type Cluster, workerCluster } from "./postgres.ts";
import { createHome, type Home, type ProgramResult, type Served, serve } from "./program.ts";

/** Two homes, as on two computers, with one journal in PostgreSQL and one served sandbox. */
export interface SharedHomes {
  cluster: Cluster;
  homes: readonly [Home, Home];
  served: Served;
  /** The environment of commands on the shared journal. */
  env: Record<string, string>;
  leaseMs: number;
  /** Runs SQL on the journal. */
  sql<Row = Record<string, unknown>>(text: string): Promise<Row[]>;
  close(): Promise<void>;
}

/** Starts everything. A lease that is not renewed lasts `leaseMs`. */
export async function sharedHomes(leaseMs: number): Promise<SharedHomes> {
  const cluster = await workerCluster();
  const homes = [createHome(), createHome()] as const;
  const close = async () => {
    for (const home of homes) home.close();
  };
  try {
    const url = await cluster.create();
    const served = await serve(homes[0]);
    const env = { ...served.env, TILL_JOURNAL: url };
    await homes[0].till("jobs list", { env });
    const sql: SharedHomes["sql"] = async (text) => await cluster.sql(url, text);
    await sql(`UPDATE till.setup SET "leaseMs" = ${leaseMs}`);
    return { cluster, homes, served, env, leaseMs, sql, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Returns the number of payments by number of captures: `{ 1: 150 }`. */
export async function timesCaptured(served: Served): Promise<Record<number, number>> {
  const { movements } = (await served.control("GET ledger?limit=100000")) as {
    movements: { kind: string; paymentId: string }[];
  };
  const byPayment = Map.groupBy(movements, ({ paymentId }) => paymentId);
  const times: Record<number, number> = {};
  for (const all of byPayment.values()) {
    const count = all.filter(({ kind }) => kind === "CAPTURED").length;
    times[count] = (times[count] ?? 0) + 1;
  }
  return times;
}

/** Returns the orders whose capture was sent a second time without a read in between, by the request log after a position. */
export async function blindResends(
  served: Served,
  after = 0,
): Promise<{ sends: number; blind: string[]; last: number }> {
  const sent = new Set<string>();
  const blind: string[] = [];
  let sends = 0;
  for (let last = after; ; ) {
    const { requests } = (await served.control("POST log/query", {
      after: last,
      bodies: true,
      limit: 1000,
    })) as {
      requests: { id: number; call: string; status: number; input: string }[];
    };
    if (requests.length === 0) return { sends, blind, last };
    last = requests.at(-1)?.id ?? last;
    for (const { call, input } of requests) {
      if (call === "orderTransactions.list")
        for (const id of (JSON.parse(input) as { orderIds: string[] }).orderIds) sent.delete(id);
      if (call !== "orderBilling.capture") continue;
      const { orderId } = JSON.parse(input) as { orderId: string };
      sends += 1;
      if (sent.has(orderId)) blind.push(orderId);
      sent.add(orderId);
    }
  }
}

/**
 * Runs a command that starts a job and kills it after a random time; resumes the job from the other home and kills that,
 * too, alternately until the job is done or `kills` are used up; the last run is not killed. Returns the number of kills.
 */
export async function throughHomes(
  { homes, env, leaseMs, sql }: SharedHomes,
  command: readonly string[],
  { kills, from, to }: { kills: number; from: number; to: number },
): Promise<{ kills: number; last: ProgramResult }> {
  const [{ count } = { count: 0 }] = await sql<{ count: number }>("SELECT count(*) AS count FROM till.job");
  for (let used = 0; ; ) {
    const home = homes[used % 2 === 0 ? 0 : 1];
    const jobs = await sql<{ id: string; published: boolean }>(
      'SELECT id, published FROM till.job ORDER BY "createdAt" DESC',
    );
    const job = jobs.length > count && jobs[0]?.published ? jobs[0].id : undefined;
    // A resume first waits for the lease of the process that was killed.
    const wait = job === undefined ? 0 : leaseMs;
    const killAfter = used < kills ? wait + from + random() * (to - from) : 0;
    const args = job === undefined ? command : ["jobs", "resume", job, "--yes", "--no-wait"];
    const last = await home.till(args, { env, killAfter });
    if (last.signal === null) return { kills: used, last };
    used += 1;
  }
}
