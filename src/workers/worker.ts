import { statSync } from "node:fs";
import type { BulkEvent } from "../bulk/journal/step.ts";
import { accountSite, pauseSite, type Queue, resumeSite, type TakenTask } from "../bulk/queue/queue.ts";
import {
  eachSchedules,
  eachSite,
  findClaim,
  findSchedule,
  pruneRuns,
  queueDue,
  recordResult,
} from "../bulk/queue/schedules.ts";
import { listProfiles, type Profile, type ProfileContents } from "../config/profiles.ts";
import type { Context } from "../context/context.ts";
import { type CommandResult, summaryOf } from "../context/host.ts";
import { commandLine } from "../kernel/command-line.ts";
import { type ErrorReport, exitCodes, isProblem, reportError, TillError } from "../kernel/errors.ts";
import type { Postgres } from "../kernel/postgres.ts";
import { redact } from "../kernel/text.ts";
import type { WorkerCounts, WorkerLog } from "./log.ts";
import { nextTimesOf } from "./schedule.ts";
import {
  endScheduledEach,
  isFromEnvironment,
  nextMove,
  rejectedSignIn,
  runJobTask,
  runScheduledEach,
  runScheduledLine,
  type TaskProfile,
  taskFacts,
} from "./task.ts";

/** What a worker has credentials for. */
interface Credentials {
  /** The sites, with the profiles of each. */
  sites: ReadonlyMap<string, readonly string[]>;
  profiles: ReadonlySet<string>;
  /** The profiles whose API keys are those of accounts, for all their sites. */
  accounts: readonly string[];
}

/**
 * Returns what the stored profiles have credentials for, or the environment if it defines the profile. The embedded sandbox is
 * no site.
 */
async function ownCredentials(context: Context, accounts: readonly string[]): Promise<Credentials> {
  if (isFromEnvironment(context.environment)) {
    const { profile, id } = await context.site();
    return { sites: new Map([[id, [profile]]]), profiles: new Set([profile]), accounts: [] };
  }
  const { settingsFile } = await import("../config/settings-file.ts");
  const contents: ProfileContents = settingsFile(context.paths.settingsFile).read();
  const sites = new Map<string, string[]>();
  const profiles = listProfiles(contents).filter(({ platform }) => platform !== "sandbox");
  for (const profile of profiles) {
    const site = siteOf(profile);
    if (site !== undefined) sites.set(site, [...(sites.get(site) ?? []), profile.name]);
  }
  const names = new Set(profiles.map(({ name }) => name));
  return { sites, profiles: names, accounts: accounts.filter((name) => names.has(name)) };
}

function siteOf({ platform, siteId }: Profile): string | undefined {
  if (platform === "sandbox") return undefined;
  if (typeof platform === "object") return siteId ?? new URL(platform.baseUrl).host;
  return siteId;
}

/**
 * Returns the profile for a task: the one with its name, else the first of the site. With the API key of an account, the site is
 * named.
 */
function profileFor(
  { sites, accounts }: Credentials,
  { site, profile }: { site: string; profile: string },
): TaskProfile | undefined {
  const names = sites.get(site) ?? [];
  if (!names.includes(profile) && accounts.includes(profile)) return { profile, site };
  const name = names.includes(profile) ? profile : names[0];
  return name === undefined ? undefined : { profile: name };
}

/** What a worker needs, and how often it does what; times in milliseconds. */
export interface WorkerOptions {
  id: string;
  postgres: Postgres;
  queue: Queue;
  atOnce: number;
  /** Profiles whose jobs it takes for all sites. */
  accounts?: readonly string[];
  /** Sends webhooks until the signal aborts. */
  webhooks?: ((signal: AbortSignal) => Promise<void>) | undefined;
  log: WorkerLog;
  counts: WorkerCounts;
  /** Counts and logs an error that does not end the worker. */
  onError(error: unknown): void;
  /** Between looks at an empty queue. Default 1,000. */
  poll?: number;
  /** Between signs of life. Default 3,000. */
  keep?: number;
  /** Between checks of schedules and profiles. Default 5,000. */
  tick?: number;
  clock?: WorkerClock;
}

/** The time, as the loop of a worker sees it. Its functions return one that cancels them. */
export interface WorkerClock {
  now(): number;
  after(ms: number, run: () => void): () => void;
  every(ms: number, run: () => void): () => void;
}

const systemClock: WorkerClock = {
  now: Date.now,
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  every(ms, run) {
    const timer = setInterval(run, ms);
    return () => clearInterval(timer);
  },
};

/** Takes tasks until the signal aborts; then finishes the calls in flight and gives its tasks back. */
export async function runWorker(context: Context, options: WorkerOptions): Promise<void> {
  await new Worker(context, options).run();
}

class Worker {
  readonly #context: Context;
  readonly #options: WorkerOptions;
  readonly #clock: WorkerClock;
  readonly #running = new Set<Promise<void>>();
  /** Notifications on their way. */
  readonly #sending = new Set<Promise<void>>();
  #credentials: Credentials = { sites: new Map(), profiles: new Set(), accounts: [] };
  /** The schedules of `till each` whose profiles are all here, as sites of the queue. */
  #each: readonly string[] = [];
  /** Sites whose sign-in was rejected twice, and the state of the credentials then. */
  readonly #paused = new Map<string, number>();

  constructor(context: Context, options: WorkerOptions) {
    this.#context = context;
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  async run(): Promise<void> {
    const { id, atOnce, log, postgres, counts, webhooks } = this.#options;
    const { signal, who } = this.#context;
    await this.#tick();
    counts.databaseAt = this.#clock.now();
    log({
      event: "worker.started",
      host: who().host,
      pid: process.pid,
      atOnce,
      sites: this.#credentials.sites.size,
      webhooks: webhooks !== undefined,
      database: postgres.name,
    });
    const outbox = webhooks?.(signal).catch(this.#options.onError);
    let tickAt = this.#clock.now() + (this.#options.tick ?? 5_000);
    while (!signal.aborted) {
      const taken = this.#running.size < atOnce ? await this.#attempt(() => this.#take()) : undefined;
      if (this.#clock.now() >= tickAt) {
        await this.#attempt(() => this.#tick());
        tickAt = this.#clock.now() + (this.#options.tick ?? 5_000);
      }
      if (taken === undefined) await this.#pause(this.#options.poll ?? 1_000);
    }
    counts.stopping = true;
    log({ event: "worker.stopping", signal: String(signal.reason), running: this.#running.size });
    await Promise.all([...this.#running, outbox]);
    await Promise.all(this.#sending);
    for (const site of this.#paused.keys()) await this.#attempt(() => resumeSite(postgres, site, id));
    await this.#attempt(() => postgres.query("DELETE FROM till.worker WHERE id = $1", [id]));
    counts.running = 0;
    log({ event: "worker.stopped" });
  }

  /** Does something with the database; an error is logged, and it is done again later. */
  async #attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
    const { counts } = this.#options;
    try {
      const result = await work();
      counts.databaseAt = this.#clock.now();
      return result;
    } catch (error) {
      this.#options.onError(error);
      return undefined;
    }
  }

  /** Waits until the signal aborts, or a task ends, at most this long. */
  async #pause(ms: number): Promise<void> {
    const { signal } = this.#context;
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel = this.#clock.after(ms, resolve);
    const stop = () => resolve();
    signal.addEventListener("abort", stop, { once: true });
    if (signal.aborted) resolve();
    await promise;
    signal.removeEventListener("abort", stop);
    cancel();
  }

  async #tick(): Promise<void> {
    const { id, postgres, queue, log, counts, webhooks } = this.#options;
    this.#credentials = await ownCredentials(this.#context, this.#options.accounts ?? []);
    const { sites, profiles } = this.#credentials;
    this.#each = (await eachSchedules(postgres)).flatMap((schedule) =>
      schedule.profiles.every((name) => profiles.has(name)) ? [eachSite(schedule.name)] : [],
    );
    counts.sites = sites.size;
    for (const [site, credentials] of this.#paused) {
      const [left] = await postgres.query("SELECT 1 FROM till.pause WHERE site = $1 AND worker = $2", [
        site,
        id,
      ]);
      if (left && credentials === this.#signedIn()) continue;
      this.#paused.delete(site);
      await resumeSite(postgres, site, id);
      log({ event: "site.resumed", site });
    }
    const { host } = this.#context.who();
    await postgres.query(
      `INSERT INTO till.worker (id, host, pid, sites, webhooks) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (id) DO UPDATE SET sites = $4, seen = now()`,
      [
        id,
        host,
        process.pid,
        [...this.#open(), ...this.#credentials.accounts.map(accountSite)],
        webhooks !== undefined,
      ],
    );
    await pruneRuns(postgres);
    await postgres.query("DELETE FROM till.worker WHERE seen < now() - interval '1 day'");
    await postgres.query("DELETE FROM till.pause WHERE worker NOT IN (SELECT id FROM till.worker)");
    for (const { schedule, due, missed, why } of await queueDue(postgres, queue, nextTimesOf)) {
      counts.missed += missed;
      if (missed === 0) counts.scheduled += 1;
      log(
        missed > 0
          ? { event: "schedule.missed", schedule, due: due.toISOString(), missed, why: why ?? "late" }
          : { event: "schedule.queued", schedule, due: due.toISOString() },
      );
    }
  }

  /** The sites whose jobs this worker takes, and what stands for the sites of `till each`. */
  #open(): string[] {
    const { sites } = this.#credentials;
    return [...[...sites.keys()].filter((site) => !this.#paused.has(site)), ...this.#each];
  }

  /** Changes when someone signs in or out on this computer. */
  #signedIn(): number {
    const { credentialsFile } = this.#context.paths;
    const files = [credentialsFile, `${credentialsFile}-wal`];
    return Math.max(...files.map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0));
  }

  /** Takes no more jobs of a site until someone signs in, or queues a job of it again. */
  async #pauseSite(taken: TakenTask, profile: string, { code, message }: ErrorReport): Promise<void> {
    const { id, postgres, log } = this.#options;
    const { site } = taken;
    const { host } = this.#context.who();
    const login = commandLine("login", "--profile", profile);
    const reason = `the platform rejected profile ${profile} on ${host}: ${message} Sign in there (${login}), or queue the job again: till jobs submit JOB`;
    this.#paused.set(site, this.#signedIn());
    await this.#attempt(() => pauseSite(postgres, { site, worker: id, profile, reason: redact(reason) }));
    await this.#attempt(() => this.#tick());
    log({ event: "site.paused", site, profile, code, message });
  }

  async #take(): Promise<TakenTask | undefined> {
    const { queue, counts, log } = this.#options;
    const { accounts } = this.#credentials;
    const taken = await queue.take(this.#open(), { accounts, except: [...this.#paused.keys()] });
    if (taken === undefined) return undefined;
    counts.taken += 1;
    const { site, profile, attempt } = taken;
    log({ event: "task.taken", site, profile, ...taskFacts(taken), attempt: attempt.retryCount + 1 });
    const ended = this.#work(taken).finally(() => {
      this.#running.delete(ended);
      counts.running = this.#running.size;
    });
    this.#running.add(ended);
    counts.running = this.#running.size;
    return taken;
  }

  /** Works on a task until it is finished or given back. */
  async #work(taken: TakenTask): Promise<void> {
    const { queue, counts } = this.#options;
    const hold = { lost: false };
    const keep = async () => {
      if ((await this.#attempt(() => queue.keep(taken))) === false) hold.lost = true;
    };
    const stopKeeping = this.#clock.every(this.#options.keep ?? 3_000, () => void keep());
    try {
      const end = await this.#attempts(taken, hold);
      if (end !== "finished") counts.returned += 1;
      if (end === "back") await this.#attempt(() => queue.back(taken));
    } catch (error) {
      // A bug: the task stays with this worker until its heartbeat is missed.
      this.#options.onError(error);
    } finally {
      stopKeeping();
    }
  }

  /** Tries a task until it ends. `lost`: another worker has taken it in the meantime. */
  async #attempts(taken: TakenTask, hold: { lost: boolean }): Promise<"finished" | "back" | "lost"> {
    const { log } = this.#options;
    const { signal } = this.#context;
    const facts = taskFacts(taken);
    let rejections = 0;
    let unknowns = 0;
    for (let attempt = 0; ; attempt++) {
      const profile = profileFor(this.#credentials, taken);
      const each = eachTask(taken);
      const result =
        each !== undefined
          ? await this.#onceEach(taken.attempt, each)
          : profile === undefined
            ? noProfile(taken.site)
            : await this.#once(taken, profile);
      // A site of `till each` that rejects the sign-in is one of its failed sites.
      const rejected = each === undefined ? rejectedSignIn(result) : undefined;
      rejections = rejected ? rejections + 1 : 0;
      if (rejected && rejections === 1 && !signal.aborted && !hold.lost) {
        await this.#pause(1000);
        continue;
      }
      if (rejected && profile !== undefined && !hold.lost) {
        await this.#pauseSite(taken, profile.profile, rejected);
        this.#report(taken, profile.profile, { exitCode: exitCodes.auth, error: rejected }, "paused");
        return "back";
      }
      const next = nextMove(result, attempt, signal.aborted, unknowns);
      unknowns = result.exitCode === exitCodes.unknown ? unknowns + 1 : 0;
      const { code = `EXIT_${result.exitCode}`, message = summaryOf(result) ?? "" } = result.error ?? {};
      if (next.move === "finished") {
        await this.#finish(taken, result);
        this.#report(taken, profile?.profile, result);
        return "finished";
      }
      if (next.move === "again" && !hold.lost) {
        log({ event: "task.waiting", ...facts, code, message, seconds: next.seconds });
        await this.#pause(next.seconds * 1000);
      }
      if (next.move === "back" || signal.aborted || hold.lost) {
        log({ event: "task.returned", ...facts, code, message });
        return hold.lost ? "lost" : "back";
      }
      // Another process holds the job: that is no attempt.
      if (next.move === "again" && next.seconds === 1) attempt -= 1;
    }
  }

  async #once(taken: TakenTask, profile: TaskProfile): Promise<CommandResult> {
    const { counts, log, postgres } = this.#options;
    const facts = taskFacts(taken);
    const line = (message: string) => log({ event: "notice", ...facts, message });
    if ("job" in taken.task) {
      const { job } = taken.task;
      const progress = progressLog(log, job);
      const request = requestLog(log, job);
      return await runJobTask(
        this.#context,
        { task: taken.task, ...profile },
        {
          line,
          watch: counts.requests.watch,
          event(event) {
            counts.step(event);
            progress(event.type);
            request(event);
          },
        },
      );
    }
    const stored = await findSchedule(postgres, taken.task.schedule);
    if (stored === undefined) return { exitCode: exitCodes.ok, summary: "The schedule was removed." };
    return await runScheduledLine(this.#context, { task: taken.task, ...profile }, stored, {
      line,
      watch: counts.requests.watch,
    });
  }

  /** Plans and applies the `till each` of a schedule, or goes on with what another worker has begun to apply. */
  async #onceEach(
    attempt: TakenTask["attempt"],
    task: { schedule: string; due: number },
  ): Promise<CommandResult> {
    const { counts, log, postgres } = this.#options;
    const stored = await findSchedule(postgres, task.schedule);
    if (stored === undefined) return { exitCode: exitCodes.ok, summary: "The schedule was removed." };
    const { line, folder } = stored;
    const claim = await findClaim(postgres, task);
    return await runScheduledEach(
      this.#context,
      { task, attempt },
      { line, folder, claim },
      {
        line: (message) => log({ event: "notice", schedule: task.schedule, message }),
        watch: counts.requests.watch,
      },
    );
  }

  /** Sends a result where the settings of the profile say. The worker goes on meanwhile. */
  #report(taken: TakenTask, profile: string | undefined, result: CommandResult, event?: "paused"): void {
    const { environment, who, now, elsewhere } = this.#context;
    const { log } = this.#options;
    if ("schedule" in taken.task && result.job?.queued) return;
    const sending = this.#attempt(async () => {
      const named = profile !== undefined && !isFromEnvironment(environment);
      const context = named ? await elsewhere({ profile }) : this.#context;
      const target = context.choices.setting("notify").value;
      const isAll = context.choices.setting("notifyOn").value === "all";
      if (named) await context.close();
      if (target === null || (!isProblem(result.exitCode) && !isAll)) return;
      const { notificationOf, sendNotification } = await import("../context/notify.ts");
      const facts = { ...who(), profile: profile ?? taken.profile, site: taken.site, now: now() };
      const notification = notificationOf(result, { ...facts, command: await this.#commandOf(taken) });
      if (event !== undefined) notification.event = event;
      if ("job" in taken.task) notification.job = taken.task.job;
      const sleep = async (ms: number) => await this.#pause(ms);
      const message = await sendNotification(notification, { target, environment, now, sleep });
      if (message !== undefined) log({ event: "notification.failed", ...taskFacts(taken), message });
    }).finally(() => this.#sending.delete(sending));
    this.#sending.add(sending);
  }

  async #commandOf({ task }: TakenTask): Promise<string> {
    const { postgres } = this.#options;
    if ("schedule" in task) {
      const stored = await findSchedule(postgres, task.schedule);
      return stored === undefined ? "" : commandLine(...stored.line);
    }
    const [job] = await postgres.query<{ command: string }>("SELECT command FROM till.job WHERE id = $1", [
      task.job,
    ]);
    return job?.command ?? "";
  }

  /** Stores the result, takes the task out of the queue, and logs that it is finished. */
  async #finish(taken: TakenTask, { exitCode, summary, error, job }: CommandResult): Promise<void> {
    const { counts, log, postgres, queue } = this.#options;
    const { task } = taken;
    const each = eachTask(taken);
    if ("job" in task) counts.finish(exitCode);
    if (each !== undefined) await this.#attempt(() => endScheduledEach(this.#context, postgres, each));
    // A job that a schedule has queued stores its own result.
    if ("job" in task || !job?.queued) {
      const ended = { exitCode, message: redact(error?.message ?? summary ?? "") };
      const of = "job" in task ? { job: task.job } : { schedule: task.schedule };
      counts.endRun(await this.#attempt(() => recordResult(postgres, of, ended)), exitCode);
    }
    await this.#attempt(() => queue.done(taken));
    const facts = { exitCode, summary, ...(error && { code: error.code, message: error.message }) };
    if ("job" in task) log({ event: "job.finished", job: task.job, ...facts });
    else {
      const isOver = each !== undefined || (job !== undefined && !job.queued);
      const event = isOver ? "schedule.finished" : "schedule.planned";
      log({ event, schedule: task.schedule, ...facts, job: job?.id });
    }
  }
}

/** Returns the task if it is a run of a schedule of `till each`. */
const eachTask = ({ task, site }: TakenTask) =>
  "schedule" in task && site === eachSite(task.schedule) ? task : undefined;

function noProfile(site: string): CommandResult {
  const message = `This worker has no profile of site ${site} any more.`;
  const error = reportError(new TillError(exitCodes.unavailable, message, { code: "NO_PROFILE" }));
  return { exitCode: error.exitCode, error };
}

/** How often the progress of a job is logged, in milliseconds. */
const progressEvery = 10_000;

function progressLog(log: WorkerLog, job: string): (type: string) => void {
  const steps = { done: 0, failed: 0, unknown: 0 };
  let at: number | undefined;
  return (type) => {
    at ??= Date.now() + progressEvery;
    const state = type.replace("step.", "");
    if (state === "done" || state === "failed" || state === "unknown") steps[state] += 1;
    if (Date.now() < at) return;
    at = Date.now() + progressEvery;
    log({ event: "job.progress", job, ...steps });
  };
}

/** Logs the platform's ID of each request that changed something or failed, once for all its steps. */
function requestLog(log: WorkerLog, job: string): (event: BulkEvent) => void {
  let last = "";
  return (event) => {
    if (event.type !== "step.done" && event.type !== "step.failed" && event.type !== "step.unknown") return;
    const requestId = event.type === "step.done" ? event.requestId : event.error.requestId;
    const state = event.type === "step.done" ? "done" : event.type === "step.failed" ? "failed" : "unknown";
    if (requestId === undefined || last === `${requestId} ${state}`) return;
    last = `${requestId} ${state}`;
    log({ event: "job.request", job, requestId, state });
  };
}
