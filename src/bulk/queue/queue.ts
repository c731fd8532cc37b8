import type { PgBoss } from "pg-boss";
import { explainPostgres, type Postgres, type PostgresQueries } from "../../kernel/postgres.ts";
import { bossSchema, workerTimeout } from "./tables.ts";

/** What is queued: a planned job, or a run of a schedule, which plans one. */
export type Task = { job: string } | { schedule: string; due: number };

/** Something to do on a site. */
export interface QueuedTask {
  task: Task;
  site: string;
  profile: string;
}

/** A task that this process has taken. It goes back to the queue unless it is kept every few seconds. */
export interface TakenTask extends QueuedTask {
  /** The attempt of pg-boss that was taken. */
  attempt: { id: string; retryCount: number };
}

/** The site of the queue that stands for all sites of a profile whose API key is that of an account. */
export const accountSite = (profile: string): string => `account:${profile}`;

/** The queue of jobs for workers. It only dispatches: what was sent is in the journal. */
export interface Queue {
  /** Queues a task in the caller's transaction, if there is one. Returns false if it is queued already. */
  put(queued: QueuedTask, options?: { schedule?: string; within?: PostgresQueries }): Promise<boolean>;
  /**
   * Takes the oldest task of these sites, or of all sites but `except` if it was planned with a profile of `accounts`. No two tasks
   * of one site are taken at the same time.
   */
  take(
    sites: readonly string[],
    account?: { accounts: readonly string[]; except: readonly string[] },
  ): Promise<TakenTask | undefined>;
  /** Says that this process is still at work on a task. Returns false if the task was given to another one. */
  keep(taken: TakenTask): Promise<boolean>;
  /** Removes a task that is done. */
  done(taken: TakenTask): Promise<void>;
  /** Gives a task back, for this or another worker. */
  back(taken: TakenTask): Promise<void>;
  close(): Promise<void>;
}

const queueName = "tasks";

/** Seconds without a sign of life after which pg-boss gives a task to another worker; the journal's lease may last longer. */
const heartbeatSeconds = 10;

export interface QueueOptions {
  /** Also look after tasks of workers that are gone. */
  supervise?: boolean;
  /** Receives errors of maintenance, which is repeated. */
  onError?(error: Error): void;
}

/** Opens the queue in the database of the shared journal, with connections of its own; creates its tables if necessary. Loads pg-boss only now. */
export async function openQueue(
  postgres: Postgres,
  { supervise = false, onError = () => {} }: QueueOptions = {},
): Promise<Queue> {
  const { PgBoss } = await import("pg-boss");
  const boss = new PgBoss({
    ...postgres.connection,
    application_name: "till",
    schema: bossSchema,
    max: 3,
    supervise,
    schedule: false,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    registerInstance: false,
    openTelemetry: { enabled: false },
  });
  boss.on("error", onError);
  await explainPostgres(postgres, () => startQueue(boss));
  return queueOf(boss, postgres);
}

async function startQueue(boss: PgBoss): Promise<void> {
  await boss.start();
  await boss.createQueue(queueName, {
    // One active task per singleton key, which is the site, by a unique index; the oldest first.
    policy: "key_strict_fifo",
    heartbeatSeconds,
    expireInSeconds: 86_400,
    // A job that waits for its platform or goes from worker to worker is not a failure.
    retryLimit: 1_000_000,
    retentionSeconds: 86_400 * 365,
    deleteAfterSeconds: 86_400,
  });
}

const keyOf = (task: Task) => ("job" in task ? task.job : `@${task.schedule}`);

function queueOf(boss: PgBoss, postgres: Postgres): Queue {
  const inside = (queries: PostgresQueries) => ({
    db: {
      executeSql: async (sql: string, values?: unknown[]) => ({ rows: await queries.query(sql, values) }),
    },
  });
  return {
    async put({ task, site, profile }, { schedule, within } = {}) {
      const key = keyOf(task);
      const write = async (queries: PostgresQueries) => {
        const added = await queries.query(
          `INSERT INTO till.queued (key, site, profile, schedule) VALUES ($1, $2, $3, $4)
           ON CONFLICT (key) DO NOTHING RETURNING key`,
          [key, site, profile, schedule ?? null],
        );
        if (added.length === 0) return false;
        const data = { task, site, profile };
        await boss.send(queueName, data, { group: { id: site }, singletonKey: site, ...inside(queries) });
        return true;
      };
      return within ? await write(within) : await postgres.transaction(write);
    },
    async take(sites, { accounts, except } = { accounts: [], except: [] }) {
      const others = await postgres.query<{ site: string }>(
        `SELECT DISTINCT site FROM till.queued WHERE site = ANY($3::text[])
         OR NOT (site = ANY($1::text[]) OR profile = ANY($2::text[]))`,
        [sites, accounts, except],
      );
      const [found] = await boss.fetch<QueuedTask>(queueName, {
        ignoreGroups: others.map(({ site }) => site),
      });
      return found && { ...found.data, attempt: { id: found.id, retryCount: found.retryCount } };
    },
    async keep({ attempt }) {
      const { affected } = (await boss.touch(queueName, attempt)) as { affected?: number };
      return affected !== 0;
    },
    done: async ({ attempt, task }) =>
      await postgres.transaction(async (queries) => {
        await boss.complete(queueName, attempt, null, inside(queries));
        await queries.query("DELETE FROM till.queued WHERE key = $1", [keyOf(task)]);
      }),
    back: async ({ attempt }) => void (await boss.fail(queueName, attempt)),
    close: async () => await boss.stop({ graceful: false }),
  };
}

/** A job that waits for a worker. */
export interface QueuedJob {
  site: string;
  /** Whether a worker that was seen lately takes jobs of the site. */
  served: boolean;
  /** If none does: why the last one stopped to take them. */
  paused?: string;
}

/** Returns the queued jobs by id. */
export async function queuedJobs(
  postgres: PostgresQueries,
  timeout: number,
): Promise<Map<string, QueuedJob>> {
  const rows = await postgres.query<{ key: string; site: string; served: boolean; reason: string | null }>(
    `SELECT key, site, ${servedBy("q.site", "q.profile", "$1")} AS served,
       (SELECT p.reason FROM till.pause p WHERE p.site = q.site ORDER BY p.at DESC LIMIT 1) AS reason
     FROM till.queued q`,
    [timeout],
  );
  return new Map(
    rows.map(({ key, site, served, reason }) => [
      key,
      { site, served, paused: !served && reason !== null ? reason : undefined },
    ]),
  );
}

/** Returns whether a worker that was seen lately takes jobs of the site that were planned with the profile. */
export async function hasWorker(
  { query }: PostgresQueries,
  { site, profile }: Pick<QueuedTask, "site" | "profile">,
): Promise<boolean> {
  const [row] = await query<{ served: boolean }>(
    `SELECT ${servedBy("$1::text", "$2::text", "$3")} AS served`,
    [site, profile, workerTimeout],
  );
  return row?.served === true;
}

/** Whether a worker that was seen in these seconds takes jobs of the site, itself or by the API key of an account, and has not paused it. */
const servedBy = (site: string, profile: string, seconds: string) =>
  `EXISTS (SELECT 1 FROM till.worker w WHERE ARRAY[${site}, '${accountSite("")}' || ${profile}] && w.sites
     AND w.seen > now() - make_interval(secs => ${seconds})
     AND NOT EXISTS (SELECT 1 FROM till.pause p WHERE p.site = ${site} AND p.worker = w.id))`;

/** Records that a worker does not take the jobs of a site any more, and why. */
export async function pauseSite(
  { query }: PostgresQueries,
  { site, worker, profile, reason }: { site: string; worker: string; profile: string; reason: string },
): Promise<void> {
  await query(
    `INSERT INTO till.pause (site, worker, profile, reason) VALUES ($1, $2, $3, $4)
     ON CONFLICT (site, worker) DO UPDATE SET profile = $3, reason = $4, at = now()`,
    [site, worker, profile, reason],
  );
}

/** Removes what `pauseSite` recorded of a site, of all workers or of one. */
export async function resumeSite({ query }: PostgresQueries, site: string, worker?: string): Promise<void> {
  await query("DELETE FROM till.pause WHERE site = $1 AND ($2::text IS NULL OR worker = $2)", [
    site,
    worker ?? null,
  ]);
}
