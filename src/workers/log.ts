import { RequestCounts } from "../api/transport/request-counts.ts";
import type { BulkEvent } from "../bulk/journal/step.ts";
import { exitCodes, reportError } from "../kernel/errors.ts";
import { redact } from "../kernel/text.ts";
import { jsonText } from "../output/json.ts";
import type { LogLine } from "../output/log.ts";
import type { Sink } from "../output/streams.ts";

/** One line of a worker's log, besides its time and the worker. */
export type WorkerEvent =
  | {
      event: "worker.started";
      host: string;
      pid: number;
      atOnce: number;
      sites: number;
      webhooks: boolean;
      database: string;
    }
  | { event: "worker.stopping"; signal: string; running: number }
  | { event: "worker.stopped" }
  | { event: "metrics.started"; url: string }
  | { event: "task.taken"; site: string; profile: string; job?: string; schedule?: string; attempt: number }
  | { event: "task.waiting"; job?: string; schedule?: string; code: string; message: string; seconds: number }
  | { event: "task.returned"; job?: string; schedule?: string; code: string; message: string }
  | { event: "site.paused"; site: string; profile: string; code: string; message: string }
  | { event: "site.resumed"; site: string }
  | { event: "job.progress"; job: string; done: number; failed: number; unknown: number }
  | { event: "job.request"; job: string; requestId: string; state: "done" | "failed" | "unknown" }
  | {
      event: "job.finished";
      job: string;
      exitCode: number;
      summary?: string;
      code?: string;
      message?: string;
    }
  | { event: "notification.failed"; job?: string; schedule?: string; message: string }
  | { event: "schedule.queued"; schedule: string; due: string }
  | { event: "schedule.missed"; schedule: string; due: string; missed: number; why: string }
  | {
      event: "schedule.planned" | "schedule.finished";
      schedule: string;
      exitCode: number;
      job?: string;
      summary?: string;
      code?: string;
      message?: string;
    }
  | (WebhookFacts & { event: "webhook.delivered" | "webhook.dropped"; status: number })
  | (WebhookFacts & { event: "webhook.waiting"; status?: number; message?: string; seconds: number })
  | { event: "notice"; job?: string; schedule?: string; message: string }
  | { event: "error"; code: string; message: string };

/** One attempt to send an event of the outbox. */
interface WebhookFacts {
  /** Its number in the outbox. */
  webhook: number;
  type: string;
  entity: string;
  url: string;
  attempt: number;
  /** Milliseconds until the response. */
  ms: number;
}

/** Writes events, one JSON object a line. */
export type WorkerLog = (event: WorkerEvent) => void;

/** The fields with texts of commands and servers. */
const texts = new Set(["message", "summary"]);

/** Returns how serious an event is. */
function levelOf(event: WorkerEvent): LogLine["level"] {
  if (event.event === "error") return "error";
  if ("exitCode" in event && event.exitCode !== exitCodes.ok) return "error";
  return /\.(waiting|paused|missed|dropped|failed)$/.test(event.event) ? "warn" : "info";
}

/** Returns a log on a stream, which is handed to `onLine` as well; a line that cannot be written is left out. */
export function workerLog(
  stdout: Sink,
  worker: string,
  now: () => Date,
  onLine?: (line: LogLine) => void,
): WorkerLog {
  return (event) => {
    const { event: name, ...given } = event;
    const facts = Object.entries(given).map(([name, value]) => [
      name,
      typeof value === "string" && texts.has(name) ? redact(value) : value,
    ]);
    const line = {
      time: now().toISOString(),
      level: levelOf(event),
      event: name,
      worker,
      ...Object.fromEntries(facts),
    };
    stdout.write(`${jsonText(line)}\n`).catch(() => {});
    // The command within which it was printed hands it on.
    if (name !== "notice") onLine?.(line);
  };
}

/** Counts of a worker since its start, for /metrics. */
export class WorkerCounts {
  readonly started: number;
  taken = 0;
  running = 0;
  returned = 0;
  readonly finished = new Map<string, number>();
  readonly steps = { done: 0, failed: 0, unknown: 0 };
  readonly webhooks = { delivered: 0, dropped: 0, attempts: 0, waiting: 0 };
  scheduled = 0;
  missed = 0;
  errors = 0;
  sites = 0;
  /** When the database answered last, in milliseconds. */
  databaseAt = 0;
  /** Whether it takes no more tasks. */
  stopping = false;
  /** Runs of schedules that ended, by schedule and exit code. */
  readonly runs = new Map<string, { schedule: string; exitCode: number; count: number }>();
  /** Requests to the platform. */
  readonly requests = new RequestCounts();

  constructor(started: number) {
    this.started = started;
  }

  /** Counts a step of a job. */
  step(event: BulkEvent): void {
    if (event.type === "step.done") this.steps.done += 1;
    else if (event.type === "step.failed") this.steps.failed += 1;
    else if (event.type === "step.unknown") this.steps.unknown += 1;
  }

  /** Counts a run of a schedule that ended. */
  endRun(schedule: string | undefined, exitCode: number): void {
    if (schedule === undefined) return;
    const key = `${schedule} ${exitCode}`;
    const run = this.runs.get(key) ?? { schedule, exitCode, count: 0 };
    this.runs.set(key, { ...run, count: run.count + 1 });
  }

  /** Counts a job that ended with an exit code. */
  finish(exitCode: number): void {
    const key = String(exitCode);
    this.finished.set(key, (this.finished.get(key) ?? 0) + 1);
  }
}

/** How often the same error is logged, in milliseconds. */
const repeated = 30_000;

/** Returns a function that counts errors and logs them; the same one, such as a lost database, every 30 seconds only. */
export function errorLog(log: WorkerLog, counts: WorkerCounts, now: () => Date): (error: unknown) => void {
  const logged = new Map<string, number>();
  return (error) => {
    counts.errors += 1;
    const { code, message } = reportError(error);
    const time = now().getTime();
    if (time - (logged.get(message) ?? 0) < repeated) return;
    if (logged.size > 100) logged.clear();
    logged.set(message, time);
    // Errors of pg-boss have no code; those of till do.
    log({ event: "error", code: code === "INTERNAL" ? "QUEUE" : code, message });
  };
}
