import { minute } from "../../kernel/durations.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import type { Postgres, PostgresQueries } from "../../kernel/postgres.ts";
import type { Queue } from "./queue.ts";

/** A schedule as it is stored. Times are in milliseconds. */
export interface StoredSchedule {
  name: string;
  cron: string | null;
  at: number | null;
  timeZone: string;
  line: string[];
  /** The folder that relative paths of the line belong to. */
  folder: string;
  /** The content of the plan file that the line applies. */
  plan: string | null;
  /** The site of the queue; of `till each` that of `eachSite`. */
  site: string;
  profile: string;
  /** The profiles that a worker needs for `till each`; null for other commands. */
  profiles: string[] | null;
  actor: string;
  host: string;
}

/** Returns what a schedule of `till each` has in the place of a site: a worker with its profiles takes its runs. */
export const eachSite = (schedule: string): string => `each:${schedule}`;

/** A schedule and what became of its runs. */
export interface ScheduleState extends Omit<StoredSchedule, "plan"> {
  due: number | null;
  lastRun: number | null;
  lastJob: string | null;
  lastResult: string | null;
  missed: number;
  lastMissed: number | null;
  /** It is not due until it goes on. */
  paused: boolean;
}

/** Returns the next times of a schedule after a time. */
export type NextTimes = (schedule: ScheduleState, after: Date, count: number) => Date[];

/** A run that begins later than this after its time is missed, in milliseconds: workers were away, or busy with the site. */
export const missedAfter = 15 * minute;

/** The most missed runs that are counted at once. */
const countedMissed = 1000;

const ms = (column: string) => `(extract(epoch FROM ${column}) * 1000)::float8`;
const columns = `name, cron, ${ms("at")} AS at, time_zone AS "timeZone", line, folder, site, profile, profiles, actor, host,
  ${ms("due")} AS due, ${ms("last_run")} AS "lastRun", last_job AS "lastJob", last_result AS "lastResult", missed,
  ${ms("last_missed")} AS "lastMissed", paused`;

const time = (value: number | null | undefined) => (value == null ? null : new Date(value).toISOString());

/** Stores a new schedule. Returns false if there is one with its name. */
export async function addSchedule(
  postgres: PostgresQueries,
  { name, cron, at, timeZone, line, folder, plan, site, profile, profiles, actor, host }: StoredSchedule,
  due: Date,
): Promise<boolean> {
  const added = await postgres.query(
    `INSERT INTO till.schedule (name, cron, at, time_zone, line, folder, plan, site, profile, profiles, actor, host, due)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT (name) DO NOTHING RETURNING name`,
    [
      name,
      cron,
      time(at),
      timeZone,
      JSON.stringify(line),
      folder,
      plan,
      site,
      profile,
      profiles && JSON.stringify(profiles),
      actor,
      host,
      due.toISOString(),
    ],
  );
  return added.length > 0;
}

/** Returns all schedules by name. */
export async function listSchedules(postgres: PostgresQueries): Promise<ScheduleState[]> {
  return await postgres.query<ScheduleState>(`SELECT ${columns} FROM till.schedule ORDER BY name`);
}

/** Returns a schedule with its plan, or undefined. */
export async function findSchedule(
  postgres: PostgresQueries,
  name: string,
): Promise<(ScheduleState & Pick<StoredSchedule, "plan">) | undefined> {
  const [found] = await postgres.query<ScheduleState & Pick<StoredSchedule, "plan">>(
    `SELECT ${columns}, plan FROM till.schedule WHERE name = $1`,
    [name],
  );
  return found;
}

/** Removes a schedule. A run that is queued already does nothing. Returns whether there was one. */
export async function removeSchedule(postgres: PostgresQueries, name: string): Promise<boolean> {
  return (
    (await postgres.query("DELETE FROM till.schedule WHERE name = $1 RETURNING name", [name])).length > 0
  );
}

/** Pauses a schedule, or lets it go on at its next time after now. Runs in between are not missed. Returns whether there is one. */
export async function pauseSchedule(
  postgres: PostgresQueries,
  name: string,
  due: Date | undefined,
): Promise<boolean> {
  const changed = await postgres.query(
    "UPDATE till.schedule SET paused = $2::timestamptz IS NULL, due = $2 WHERE name = $1 RETURNING name",
    [name, due?.toISOString() ?? null],
  );
  return changed.length > 0;
}

/** Queues a run of a schedule. Returns whether it was queued: false while its last run is queued or not finished. */
export async function queueRun(
  queries: PostgresQueries,
  queue: Queue,
  { name, site, profile }: Pick<ScheduleState, "name" | "site" | "profile">,
  due: Date,
): Promise<boolean> {
  const [busy] = await queries.query("SELECT 1 FROM till.queued WHERE schedule = $1 LIMIT 1", [name]);
  if (busy) return false;
  const task = { schedule: name, due: due.getTime() };
  return await queue.put({ task, site, profile }, { schedule: name, within: queries });
}

/** What `queueDue` did with a schedule. */
export interface DueRun {
  schedule: string;
  due: Date;
  /** 0: it was queued. */
  missed: number;
  /** Why it was missed. */
  why?: "late" | "busy";
}

/**
 * Queues the runs that are due, each once however many workers ask. Runs that are too late, or whose predecessor is not finished,
 * are counted as missed and not made up for.
 */
export async function queueDue(postgres: Postgres, queue: Queue, nextTimes: NextTimes): Promise<DueRun[]> {
  return await postgres.transaction(async (queries) => {
    const rows = await queries.query<ScheduleState & { now: number }>(
      `SELECT ${columns}, ${ms("now()")} AS now FROM till.schedule WHERE due <= now() FOR UPDATE SKIP LOCKED`,
    );
    const done: DueRun[] = [];
    for (const { now, ...schedule } of rows) {
      const due = new Date(schedule.due ?? now);
      const late = now - due.getTime() > missedAfter;
      const passed = (late ? nextTimes(schedule, due, countedMissed) : []).filter(
        (next) => next.getTime() <= now - missedAfter,
      );
      const queued = !late && (await queueRun(queries, queue, schedule, due));
      const missed = late ? 1 + passed.length : queued ? 0 : 1;
      const last = late ? (passed.at(-1) ?? due) : due;
      const [next] = nextTimes(schedule, last, 1);
      await queries.query(
        `UPDATE till.schedule SET due = $2, missed = missed + $3, last_missed = coalesce($4, last_missed) WHERE name = $1`,
        [schedule.name, next?.toISOString() ?? null, missed, missed > 0 ? last.toISOString() : null],
      );
      if (missed > 0)
        await queries.query("INSERT INTO till.schedule_run (schedule, message) VALUES ($1, $2)", [
          schedule.name,
          `missed ${missed === 1 ? "a run" : `${missed} runs`}: ${late ? "no worker in time" : "the last run was not finished"}`,
        ]);
      done.push({
        schedule: schedule.name,
        due,
        missed,
        why: missed > 0 ? (late ? "late" : "busy") : undefined,
      });
    }
    return done;
  });
}

/**
 * Queues the job that a run of a schedule has planned, at most once per run: an engine may repeat the planning. Returns false if
 * another worker has queued one, or if the schedule was removed.
 */
export async function queuePlanned(
  postgres: Postgres,
  queue: Queue,
  run: { schedule: string; due: number },
  planned: { job: string; site: string; profile: string },
): Promise<boolean> {
  const { job, ...where } = planned;
  return await postgres.transaction(async (queries) => {
    const claimed = await queries.query(
      `UPDATE till.schedule SET claimed = $2, claim = NULL, last_run = now(), last_job = $3, last_result = 'queued'
       WHERE name = $1 AND (claimed IS NULL OR claimed < $2) RETURNING name`,
      [run.schedule, new Date(run.due).toISOString(), job],
    );
    if (claimed.length === 0) return false;
    return await queue.put({ task: { job }, ...where }, { schedule: run.schedule, within: queries });
  });
}

/** The run of `till each` that is applied for a run of a schedule, and the sites that it could not plan. */
export interface Claim {
  run: string;
  sites: RunSite[];
}

/** A site of a run of `till each`, and what came of it. */
export interface RunSite {
  label: string;
  profile: string;
  /** The site, if it is another one than the profile's. */
  site?: string | undefined;
  state: string;
  exitCode: ExitCode;
}

/**
 * Records that a process is about to apply what it has planned for a run of a schedule. Returns false if another one has, or if
 * the schedule was removed: what was planned must not be applied then.
 */
export async function claimRun(
  { query }: PostgresQueries,
  { schedule, due }: { schedule: string; due: number },
  claim: Claim,
): Promise<boolean> {
  const claimed = await query(
    `UPDATE till.schedule SET claimed = $2, claim = $3, last_run = now(), last_job = NULL, last_result = 'running'
     WHERE name = $1 AND (claimed IS NULL OR claimed < $2) RETURNING name`,
    [schedule, new Date(due).toISOString(), JSON.stringify(claim)],
  );
  return claimed.length > 0;
}

/** Returns what `claimRun` recorded for a run of a schedule, or undefined. */
export async function findClaim(
  { query }: PostgresQueries,
  { schedule, due }: { schedule: string; due: number },
): Promise<Claim | undefined> {
  const [found] = await query<{ claim: Claim }>(
    "SELECT claim FROM till.schedule WHERE name = $1 AND claimed = $2 AND claim IS NOT NULL",
    [schedule, new Date(due).toISOString()],
  );
  return found?.claim;
}

/** Returns the schedules of `till each`, with the profiles that each needs. */
export async function eachSchedules({
  query,
}: PostgresQueries): Promise<{ name: string; profiles: string[] }[]> {
  return await query("SELECT name, profiles FROM till.schedule WHERE profiles IS NOT NULL");
}

/** How a run of a schedule ended. */
export interface ScheduleResult {
  exitCode: number;
  message: string;
}

/** Records the result of a run of a schedule: of its planning, or of the job that it queued. Returns the schedule, if there is one. */
export async function recordResult(
  postgres: PostgresQueries,
  run: { job: string } | { schedule: string },
  { exitCode, message }: ScheduleResult,
): Promise<string | undefined> {
  const [where, key] = "job" in run ? ["last_job = $1", run.job] : ["name = $1", run.schedule];
  const [found] = await postgres.query<{ schedule: string }>(
    `WITH ended AS (
       UPDATE till.schedule SET last_result = $2, last_run = CASE WHEN $3::text IS NULL THEN now() ELSE last_run END
       WHERE ${where} RETURNING name)
     INSERT INTO till.schedule_run (schedule, job, exit_code, message)
     SELECT name, $3, $4, $5 FROM ended RETURNING schedule`,
    [key, `exit ${exitCode}: ${message}`, "job" in run ? run.job : null, exitCode, message],
  );
  return found?.schedule;
}

/** A run of a schedule that ended, or was missed, as `till schedule history` prints it. */
export interface ScheduleRun {
  schedule: string;
  /** When its job was planned, or null. */
  startedAt: string | null;
  endedAt: string;
  /** Null if it was missed. */
  exitCode: number | null;
  job: string | null;
  summary: string;
}

/** Returns the last runs of a schedule, or of all, newest first. */
export async function listRuns(
  { query }: PostgresQueries,
  { schedule, max }: { schedule?: string | undefined; max: number },
): Promise<ScheduleRun[]> {
  const runs = await query<Omit<ScheduleRun, "endedAt"> & { ended: number }>(
    `SELECT r.schedule, j."createdAt" AS "startedAt", ${ms("r.ended")} AS ended, r.exit_code AS "exitCode", r.job,
       r.message AS summary
     FROM till.schedule_run r LEFT JOIN till.job j ON j.id = r.job
     WHERE $1::text IS NULL OR r.schedule = $1 ORDER BY r.id DESC LIMIT $2`,
    [schedule ?? null, max],
  );
  return runs.map(({ ended, ...run }) => ({ ...run, endedAt: new Date(ended).toISOString() }));
}

/** Deletes runs that ended more than a year ago. */
export async function pruneRuns({ query }: PostgresQueries): Promise<void> {
  await query("DELETE FROM till.schedule_run WHERE ended < now() - interval '1 year'");
}

/** What can be said about the schedules and the queue of all workers. Times are in milliseconds since 1970. */
export interface QueueFacts {
  queued: number;
  /** When the oldest task was queued. */
  oldest: number | null;
  pausedSites: number;
  schedules: {
    schedule: string;
    lastExit: number | null;
    lastEnd: number | null;
    lastSuccess: number | null;
    missed: number;
    paused: boolean;
  }[];
}

/** Returns the facts for metrics. */
export async function queueFacts({ query }: PostgresQueries): Promise<QueueFacts> {
  const [tasks] = await query<Omit<QueueFacts, "schedules">>(
    `SELECT count(*)::int AS queued, ${ms("min(queued)")} AS oldest,
       (SELECT count(DISTINCT site)::int FROM till.pause) AS "pausedSites" FROM till.queued`,
  );
  const schedules = await query<QueueFacts["schedules"][number]>(
    `SELECT s.name AS schedule, s.missed, s.paused, r.exit_code AS "lastExit", ${ms("r.ended")} AS "lastEnd",
       (SELECT ${ms("max(ended)")} FROM till.schedule_run WHERE schedule = s.name AND exit_code = 0) AS "lastSuccess"
     FROM till.schedule s LEFT JOIN LATERAL (
       SELECT exit_code, ended FROM till.schedule_run
       WHERE schedule = s.name AND exit_code IS NOT NULL ORDER BY id DESC LIMIT 1) r ON true
     ORDER BY s.name`,
  );
  return { queued: 0, oldest: null, pausedSites: 0, ...tasks, schedules };
}
