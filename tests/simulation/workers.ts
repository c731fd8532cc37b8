import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Queue, QueuedTask, TakenTask } from "../../src/bulk/queue/queue.ts";
import { addSchedule, queuePlanned, removeSchedule } from "../../src/bulk/queue/schedules.ts";
import "../../src/config/settings-file.ts";
import type { Context } from "../../src/context/context.ts";
import type { CommandResult, RunPart } from "../../src/context/host.ts";
import { type ExitCode, exitCodes, TillError } from "../../src/kernel/errors.ts";
import type { Postgres, PostgresQueries } from "../../src/kernel/postgres.ts";
import { WorkerCounts, type WorkerEvent } from "../../src/workers/log.ts";
import { nextTimesOf } from "../../src/workers/schedule.ts";
import { runWorker } from "../../src/workers/worker.ts";
import { connect, type Executed } from "./database.ts";
import type { Outcome } from "./night.ts";
import { Broken, Chance, type Process, Scheduler } from "./scheduler.ts";
import { Weather } from "./weather.ts";

// Nights of workers: the loop of `till worker` and its schedules are production code, on several computers; the commands that
// they run are only a duration and an exit code, and the queue and the tables below are a model.

const sites = ["one", "two", "three"] as const;

/** What can go wrong in a night of workers. */
export const workerWeatherKinds = [
  "crashes",
  "pauses",
  "stops",
  "slow database",
  "lost answers",
  "failures",
  "unknown outcomes",
] as const;

export type WorkerWeatherKind = (typeof workerWeatherKinds)[number];

/** Everything that decides how a night of workers goes. */
export interface WorkerNight {
  seed: number;
  scenario: "workers";
  weather: readonly WorkerWeatherKind[];
  /** The maximum of sites, of workers at the start, and of minutes until the weather clears: a night is made smaller by them. */
  sites: number;
  workers: number;
  minutes: number;
}

/** Returns the night of workers of a seed. */
export function workerNightOf(seed: number): WorkerNight {
  const chance = new Chance(seed, "weather of workers");
  const weather = workerWeatherKinds.filter(() => chance.happens(0.8));
  return { seed, scenario: "workers", weather, sites: sites.length, workers: 3, minutes: 20 };
}

let settings: string | undefined;

/** Returns a settings file with a profile for each site. */
function settingsPath(): string {
  if (settings !== undefined) return settings;
  settings = join(mkdtempSync(join(tmpdir(), "till-sim-")), "settings.json");
  const profiles = sites.map((site) => ({
    name: site,
    credentials: site,
    platform: { baseUrl: `https://${site}.example` },
    siteId: site,
  }));
  writeFileSync(settings, JSON.stringify({ profiles }));
  return settings;
}

type Cells = Record<string, unknown>;

interface StoredTask extends QueuedTask {
  id: string;
  state: "queued" | "active";
  keptAt: number;
  retryCount: number;
}

interface StoredSchedule extends Cells {
  name: string;
  due: number | null;
  missed: number;
  claimed: number;
}

const keyOf = ({ task }: QueuedTask) => ("job" in task ? task.job : `@${task.schedule}`);
const timeOf = (value: unknown) => (value === null ? null : Date.parse(String(value)));

/** A model of the tables of workers, and of pg-boss: one task of a site at a time, the oldest first. */
class Tables {
  readonly tasks: StoredTask[] = [];
  readonly queued = new Map<string, string | null>();
  readonly schedules = new Map<string, StoredSchedule>();
  /** The runs of schedules that were queued: `NAME TIME`. */
  readonly runs: string[] = [];
  /** The jobs that were queued. */
  readonly jobs = new Set<string>();
  /** Called after each statement. */
  watch: ((executed: Omit<Executed, "transaction">) => void) | undefined;
  #ids = 0;

  transaction<T>(work: (queries: PostgresQueries) => Promise<T>, now: number): Promise<T> {
    return work({ query: async (sql, values = []) => this.execute(sql, values, now) });
  }

  /** Gives tasks of workers that gave no sign of life for ten seconds to others. */
  expire(now: number): void {
    for (const task of this.tasks)
      if (task.state === "active" && now - task.keptAt > 10_000) this.#back(task);
  }

  #back(task: StoredTask): void {
    task.state = "queued";
    task.retryCount += 1;
  }

  execute<Row>(sql: string, values: readonly unknown[], now: number): Row[] {
    const rows = this.#rows(sql.replace(/\s+/g, " "), values as readonly never[], now);
    this.watch?.({ now, sql, values, rows: rows as Executed["rows"] });
    return rows as Row[];
  }

  #rows(sql: string, values: readonly never[], now: number): Cells[] {
    const [first, second, third, fourth] = values as readonly [never, never, never, never];
    const schedule = this.schedules.get(first);
    const taken = this.tasks.find(({ id }) => id === first);
    const isHeld = taken?.state === "active" && taken.retryCount === second;
    const is = (start: string) => sql.startsWith(start);
    if (is("queue put")) {
      const queued: QueuedTask = first;
      if (this.queued.has(keyOf(queued))) return [];
      this.queued.set(keyOf(queued), second);
      this.#ids += 1;
      if ("schedule" in queued.task) this.runs.push(`${queued.task.schedule} ${queued.task.due}`);
      else this.jobs.add(queued.task.job);
      this.tasks.push({ ...queued, id: `t${this.#ids}`, state: "queued", keptAt: 0, retryCount: 0 });
      return [{}];
    }
    if (is("queue take")) {
      const served: readonly string[] = first;
      const busy = new Set(this.tasks.filter(({ state }) => state === "active").map(({ site }) => site));
      const found = this.tasks.find(
        ({ site, state }) => state === "queued" && served.includes(site) && !busy.has(site),
      );
      if (!found) return [];
      found.state = "active";
      found.keptAt = now;
      const { id, retryCount, task, site, profile } = found;
      return [{ task, site, profile, attempt: { id, retryCount } }];
    }
    if (is("queue keep")) {
      if (taken && isHeld) taken.keptAt = now;
      return isHeld ? [{}] : [];
    }
    if (is("queue back")) {
      if (taken && isHeld) this.#back(taken);
      return [];
    }
    if (is("queue done")) {
      if (taken && isHeld) this.tasks.splice(this.tasks.indexOf(taken), 1);
      this.queued.delete(third);
      return [];
    }
    if (is("INSERT INTO till.schedule (")) {
      const [name, cron, , timeZone] = values as readonly [never, never, never, never];
      this.schedules.set(name, {
        ...{ name, cron, at: null, timeZone, line: ["x"], folder: "/", site: values[7], profile: values[8] },
        ...{ plan: null, due: timeOf(values[12]), missed: 0, claimed: 0, lastJob: null },
      });
      return [{ name }];
    }
    if (is("DELETE FROM till.schedule WHERE name"))
      return this.schedules.delete(first) ? [{ name: first }] : [];
    if (sql.includes("FROM till.schedule WHERE due <= now()"))
      return [...this.schedules.values()]
        .filter(({ due }) => due !== null && due <= now)
        .map((row) => ({ ...row, now }));
    if (sql.includes("FROM till.schedule WHERE name = $1")) return schedule ? [{ ...schedule }] : [];
    if (is("SELECT name, profiles FROM till.schedule")) return [];
    if (is("SELECT 1 FROM till.queued WHERE schedule"))
      return [...this.queued.values()].some((name) => name === first) ? [{}] : [];
    if (is("UPDATE till.schedule SET due")) {
      if (schedule) Object.assign(schedule, { due: timeOf(second), missed: schedule.missed + third });
      return [];
    }
    if (is("UPDATE till.schedule SET claimed")) {
      const due = timeOf(second) ?? 0;
      if (!schedule || schedule.claimed >= due) return [];
      Object.assign(schedule, { claimed: due, lastJob: third });
      return [{ name: first }];
    }
    if (is("WITH ended AS"))
      return [...this.schedules.values()]
        .filter(({ name, lastJob }) => (sql.includes("last_job = $1") ? lastJob === first : name === first))
        .map(({ name }) => ({ schedule: name }));
    const unused =
      /^(INSERT INTO till.(worker|pause|schedule_run)|DELETE FROM till.(worker|pause|schedule_run))/;
    if (unused.test(sql) || is("SELECT 1 FROM till.pause") || is("SELECT command")) return [];
    throw new Error(`the model of the tables of workers has no statement ${sql}${String(fourth ?? "")}`);
  }
}

/** The queue of a process, over its connection. */
function queueOver(postgres: Postgres): Queue {
  return {
    put: async (queued, { schedule, within = postgres } = {}) =>
      (await within.query("queue put", [queued, schedule ?? null])).length > 0,
    take: async (served) => (await postgres.query<TakenTask>("queue take", [served]))[0],
    keep: async ({ attempt: { id, retryCount } }) =>
      (await postgres.query("queue keep", [id, retryCount])).length > 0,
    done: async (taken) => {
      const { id, retryCount } = taken.attempt;
      await postgres.query("queue done", [id, retryCount, keyOf(taken)]);
    },
    back: async ({ attempt: { id, retryCount } }) =>
      void (await postgres.query("queue back", [id, retryCount])),
    close: async () => {},
  };
}

interface SimulatedJob {
  /** Who has the lease: an attempt of a worker. */
  runner: object | undefined;
  leaseUntil: number;
  exitCode?: ExitCode;
  /** How many attempts in a row had an unknown outcome: an outcome that stays unknown is left to people. */
  unknowns?: number;
}

const minute = 60_000;

/** Runs a night of workers. Never rejects because of what it finds. */
export async function runWorkerNight(
  night: WorkerNight,
  { timeline = false, watch }: { timeline?: boolean; watch?: Tables["watch"] } = {},
): Promise<Outcome> {
  const world = new WorkerWorld(night, timeline);
  world.tables.watch = watch;
  let broken: Broken | undefined;
  try {
    await world.run();
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    broken = error;
  }
  const { scheduler, lines, began } = world;
  return { broken, timeline: lines, steps: scheduler.steps, ms: scheduler.now - began };
}

class WorkerWorld {
  readonly scheduler: Scheduler;
  readonly lines: string[] = [];
  readonly #night: WorkerNight;
  readonly #timeline: boolean;
  readonly #chance: Chance;
  readonly tables = new Tables();
  readonly #jobs = new Map<string, SimulatedJob>();
  /** The jobs that were planned for each run of a schedule. One of them is queued. */
  readonly #planned = new Map<string, string[]>();
  readonly #workers: Process[] = [];
  readonly #badUntil: number;
  readonly #weather: Weather<WorkerWeatherKind>;
  readonly began: number;

  constructor(night: WorkerNight, timeline: boolean) {
    const { seed, weather } = night;
    this.#night = night;
    this.#timeline = timeline;
    this.#chance = new Chance(seed, "workers");
    this.scheduler = new Scheduler(seed, (process) => {
      this.#say(process, () => "is killed");
      this.#replace();
    });
    this.began = this.scheduler.now;
    this.#badUntil = this.began + Math.min(this.#chance.between(3, 20), night.minutes) * minute;
    this.#weather = new Weather(seed, weather, () => this.#isBad);
  }

  /** Returns the random numbers of a kind of weather if it strikes now. */
  #happens(kind: WorkerWeatherKind, probability: number): Chance | undefined {
    const chance = this.#weather.has(kind);
    return chance?.happens(probability) ? chance : undefined;
  }

  get #isBad(): boolean {
    return this.scheduler.now < this.#badUntil;
  }

  #say(process: Process | undefined, text: () => string): void {
    if (!this.#timeline) return;
    const at = ((this.scheduler.now - this.began) / 1000).toFixed(3).padStart(9);
    this.lines.push(`${at} s  ${(process?.name ?? "").padEnd(9)}  ${text()}`);
  }

  async run(): Promise<void> {
    const { scheduler } = this;
    const direct = (): PostgresQueries => ({
      query: async (sql, values = []) => this.tables.execute(sql, values, scheduler.now),
    });
    const first = new Map<string, number>();
    for (const [index, site] of sites.slice(0, this.#night.sites).entries()) {
      const cron = this.#chance.pick(["* * * * *", "*/2 * * * *", "*/20 * * * *"]);
      const stored = {
        name: `s${index}`,
        cron,
        at: null,
        timeZone: "UTC",
        line: ["x"],
        folder: "/",
        plan: null,
        profiles: null,
      };
      const [due] = nextTimesOf({ cron, at: null, timeZone: "UTC" }, new Date(scheduler.now), 1);
      if (!due) throw new Error("a cron expression has a next time");
      first.set(stored.name, due.getTime());
      await addSchedule(direct(), { ...stored, site, profile: site, actor: "ada", host: "laptop" }, due);
      for (let n = this.#chance.between(0, 3); n > 0; n -= 1) {
        const job = `j${index}${n}`;
        this.#jobs.set(job, { runner: undefined, leaseUntil: 0 });
        await direct().query("queue put", [{ task: { job }, site, profile: site }, null]);
      }
    }
    const workers = Math.min(this.#chance.between(1, 3), this.#night.workers);
    for (let n = 0; n < workers; n += 1) this.#start();
    scheduler.every(5000, () => this.tables.expire(scheduler.now));
    await scheduler.run(() => !this.#isBad, 30 * minute);
    this.#checkSchedules(first);
    for (const name of first.keys()) await removeSchedule(direct(), name);
    this.#say(undefined, () => "the weather clears, and the schedules are removed");
    for (const worker of this.#workers) worker.crashIn = Number.POSITIVE_INFINITY;
    this.#start();
    await scheduler.run(() => this.tables.tasks.length === 0, 30 * minute);
    this.#checkJobs();
    scheduler.check();
  }

  #replace(): void {
    if (this.#workers.length < 20) this.#start(this.#chance.pick([0, 5000, 40_000, 17 * minute]));
  }

  #start(ms = 0): void {
    const { scheduler } = this;
    const stop = new AbortController();
    const [crashes, pauses, stops] = (["crashes", "pauses", "stops"] as const).map((kind) =>
      this.#weather.has(kind),
    );
    const worker: Process = {
      name: `worker ${this.#workers.length + 1}`,
      alive: true,
      pausedUntil: 0,
      crashIn: crashes?.happens(0.6) ? crashes.between(1, 400) : Number.POSITIVE_INFINITY,
      onCrash: () => {},
    };
    this.#workers.push(worker);
    const chance = new Chance(this.#night.seed, worker.name);
    scheduler.after(ms, async () => await this.#work(worker, stop.signal, chance), worker);
    if (pauses?.happens(0.3))
      scheduler.after(ms + pauses.between(1, 300_000), () => {
        if (!worker.alive || !this.#isBad) return;
        worker.pausedUntil = scheduler.now + pauses.between(1000, 3 * minute);
        this.#say(worker, () => `is paused until ${(worker.pausedUntil - this.began) / 1000} s`);
      });
    if (stops?.happens(0.2))
      scheduler.after(ms + stops.between(1, 300_000), () => {
        if (this.#isBad) stop.abort("SIGTERM");
      });
  }

  async #work(worker: Process, signal: AbortSignal, chance: Chance): Promise<void> {
    const { scheduler } = this;
    const postgres = connect({
      seed: this.#night.seed,
      scheduler,
      database: this.tables,
      process: worker,
      delay: () => this.#happens("slow database", 0.05)?.between(50, 8000) ?? 0,
      breaks: () => this.#happens("lost answers", 0.02),
      say: (text) => this.#say(worker, text),
    });
    const queue = queueOver(postgres);
    const noSetting = { choices: { setting: () => ({ value: null }) }, close: async () => {} };
    const context = {
      signal,
      who: () => ({ host: worker.name, actor: "ada", pid: 1 }),
      now: () => new Date(scheduler.now),
      environment: { variables: {} },
      paths: { settingsFile: settingsPath(), credentialsFile: `${settingsPath()}.credentials` },
      elsewhere: async () => noSetting,
      parse: async () => ({ undoes: false }),
      part: (argv: readonly string[], _: unknown, part: RunPart) =>
        part.schedule
          ? this.#plan(worker, postgres, queue, part.schedule, chance)
          : this.#resume(worker, argv[2] ?? "", signal, chance),
    } as unknown as Context;
    this.#say(worker, () => "starts");
    void runWorker(context, {
      id: worker.name,
      postgres,
      queue,
      atOnce: 2,
      log: (event) => this.#say(worker, () => eventText(event, this.began)),
      counts: new WorkerCounts(scheduler.now),
      onError: (error) => {
        if (!(error instanceof TillError))
          scheduler.fail("no crash", String(error instanceof Error ? error.stack : error));
      },
      clock: {
        now: () => scheduler.now,
        after: (ms, run) => scheduler.after(ms, run, worker),
        every: (ms, run) => scheduler.every(ms, run, worker),
      },
    }).then(
      () => this.#ended(worker),
      // The first look at the database ends a worker that cannot reach it.
      (error: unknown) => {
        if (!(error instanceof TillError) || !error.code.startsWith("POSTGRES_"))
          scheduler.fail("no crash", String(error instanceof Error ? error.stack : error));
        this.#ended(worker);
      },
    );
  }

  #ended(worker: Process): void {
    worker.alive = false;
    this.#say(worker, () => "ends");
    this.#replace();
  }

  /** A command line of a schedule: it plans a job, and queues it once for the run. */
  async #plan(
    worker: Process,
    postgres: Postgres,
    queue: Queue,
    run: { schedule: string; due: number },
    chance: Chance,
  ): Promise<CommandResult> {
    const key = `${run.schedule} ${run.due}`;
    await this.scheduler.sleep(chance.between(100, 20_000), worker);
    const job = `p${this.#jobs.size}`;
    this.#jobs.set(job, { runner: undefined, leaseUntil: 0 });
    const jobs = [...(this.#planned.get(key) ?? []), job];
    this.#planned.set(key, jobs);
    const site = sites[Number(run.schedule.slice(1))] ?? "";
    try {
      if (!(await queuePlanned(postgres, queue, run, { job, site, profile: site })))
        return { exitCode: exitCodes.ok, summary: "planned by another worker" };
    } catch (error) {
      if (!(error instanceof TillError)) throw error;
      const { code, message, exitCode } = error;
      return { exitCode, error: { code, message, retryable: true, exitCode } };
    }
    return { exitCode: exitCodes.ok, job: { id: job, undoable: false, queued: true } };
  }

  /** A job: its lease lasts 30 s, and it ends after some attempts. */
  async #resume(worker: Process, id: string, signal: AbortSignal, chance: Chance): Promise<CommandResult> {
    const { scheduler } = this;
    const job = this.#jobs.get(id);
    const failed = (code: string, exitCode: ExitCode): CommandResult => ({
      exitCode,
      error: { code, message: code, retryable: true, exitCode },
    });
    if (!job) return failed("JOB_NOT_FOUND", exitCodes.notFound);
    if (job.runner && job.leaseUntil > scheduler.now) return failed("JOB_RUNNING", exitCodes.conflict);
    const attempt = {};
    job.runner = attempt;
    job.leaseUntil = scheduler.now + 30_000;
    const renew = () => {
      if (job.runner === attempt) job.leaseUntil = scheduler.now + 30_000;
    };
    const stopRenewing = scheduler.every(3000, renew, worker);
    const ms = chance.pick([chance.between(100, 5000), chance.between(5000, 2 * minute)]);
    for (let waited = 0; waited < ms && !signal.aborted; waited += 1000) await scheduler.sleep(1000, worker);
    stopRenewing();
    if (job.runner !== attempt) return failed("LEASE_LOST", exitCodes.conflict);
    job.runner = undefined;
    if (signal.aborted) return failed("INTERRUPTED", exitCodes.interrupted);
    const { unknowns = 0 } = job;
    job.unknowns = 0;
    if (this.#happens("failures", 0.3)) return failed("UNAVAILABLE", exitCodes.unavailable);
    if (this.#happens("unknown outcomes", 0.1) && unknowns < 3) {
      job.unknowns = unknowns + 1;
      return failed("UNKNOWN_OUTCOME", exitCodes.unknown);
    }
    job.exitCode = chance.happens(0.2) ? exitCodes.partial : exitCodes.ok;
    return { exitCode: job.exitCode };
  }

  /** Each time of a schedule was queued or counted as missed, and none both. */
  #checkSchedules(first: ReadonlyMap<string, number>): void {
    const { runs } = this.tables;
    if (new Set(runs).size < runs.length) this.scheduler.fail("each run once", "a run was queued twice");
    for (const [name, from] of first) {
      const schedule = this.tables.schedules.get(name);
      if (!schedule) continue;
      const { due, missed } = schedule;
      const times = nextTimesOf(
        { cron: String(schedule.cron), at: null, timeZone: "UTC" },
        new Date(from - 1),
        60,
      ).filter((time) => due === null || time.getTime() < due).length;
      const queued = this.tables.runs.filter((run) => run.startsWith(`${name} `)).length;
      if (queued + missed !== times)
        this.scheduler.fail(
          "each run once",
          `${name} was due ${times} times: ${queued} queued, ${missed} missed`,
        );
    }
  }

  /** When the queue is empty, every job has ended. */
  #checkJobs(): void {
    for (const [key, jobs] of this.#planned) {
      const queued = jobs.filter((job) => this.tables.jobs.has(job));
      if (queued.length > 1) this.scheduler.fail("each run once", `the run of ${key} has queued ${queued}`);
    }
    for (const [id, { exitCode }] of this.#jobs)
      if (exitCode === undefined && this.tables.jobs.has(id))
        this.scheduler.fail("nothing is lost", `job ${id} is not queued, and has not ended`);
    if (this.tables.queued.size > 0)
      this.scheduler.fail(
        "nothing is lost",
        `these stay queued for people: ${[...this.tables.queued.keys()]}`,
      );
  }
}

/** Returns what a worker has logged, in words. Times are in seconds since the night began. */
function eventText(event: WorkerEvent, began: number): string {
  const run = (schedule: string | undefined, due: string) =>
    `schedule ${schedule}, due at ${(Date.parse(due) - began) / 1000} s`;
  const task = ({ job, schedule }: { job?: string; schedule?: string }) =>
    job === undefined ? `schedule ${schedule}` : `job ${job}`;
  const end = ({ exitCode, code }: { exitCode: number; code?: string }) =>
    `exit code ${exitCode}${code === undefined ? "" : ` (${code})`}`;
  switch (event.event) {
    case "worker.started":
      return `has reached the database, and serves ${event.sites} sites`;
    case "task.taken":
      return `takes ${task(event)} of site ${event.site}, attempt ${event.attempt}`;
    case "task.waiting":
      return `waits ${event.seconds} s for the next attempt of ${task(event)}: ${event.code}`;
    case "task.returned":
      return `gives ${task(event)} back: ${event.code}`;
    case "job.finished":
      return `has finished job ${event.job}: ${end(event)}`;
    case "schedule.queued":
      return `has queued ${run(event.schedule, event.due)}`;
    case "schedule.missed":
      return `has counted ${event.missed} missed times of ${run(event.schedule, event.due)}: ${event.why}`;
    case "schedule.planned":
      return `has planned job ${event.job} for schedule ${event.schedule}: ${end(event)}`;
    case "worker.stopping":
      return `gets ${event.signal} while it runs ${event.running} tasks`;
    default:
      return JSON.stringify(event);
  }
}
