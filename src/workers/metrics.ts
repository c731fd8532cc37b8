import { type QueueFacts, queueFacts } from "../bulk/queue/schedules.ts";
import { type Loopback, type LoopbackReply, serveLoopback } from "../kernel/http-server.ts";
import type { PostgresQueries } from "../kernel/postgres.ts";
import { toolVersion } from "../kernel/version.ts";
import {
  by,
  counter,
  gauge,
  histogram,
  type Metric,
  prometheusText,
  type Sample,
} from "../output/metrics.ts";
import type { WorkerCounts } from "./log.ts";

/** Without an answer of the database for this long, a worker is not ready, in milliseconds. */
const silence = 30_000;

/** Where metrics are served. */
export interface MetricsAddress {
  host: string;
  port: number;
}

interface MetricsOptions extends MetricsAddress {
  counts: WorkerCounts;
  postgres: PostgresQueries;
  now(): number;
  onError(error: unknown): void;
}

/**
 * Serves `/healthz` (the process answers), `/readyz` (it can take tasks) and `/metrics`. Throws TillError if the port is in
 * use.
 */
export async function serveMetrics({
  host,
  port,
  counts,
  postgres,
  now,
  onError,
}: MetricsOptions): Promise<Loopback> {
  return await serveLoopback({
    host,
    port,
    onError,
    handler: async ({ method, path: target }): Promise<LoopbackReply> => {
      const [path] = target.split("?");
      if (method !== "GET" && method !== "HEAD") return { status: 405, headers: { allow: "GET" } };
      if (path === "/healthz") return jsonReply(200, { status: "ok", running: counts.running });
      if (path === "/readyz") return readiness(counts, now());
      if (path !== "/metrics") {
        const body = "Use /healthz, /readyz or /metrics.\n";
        return { status: 404, headers: { "content-type": "text/plain" }, body };
      }
      const body = prometheusText(await currentMetrics({ counts, postgres, now }));
      return { status: 200, headers: { "content-type": "text/plain; version=0.0.4" }, body };
    },
  });
}

/** Returns the metrics of a worker. Without the database, its own counts are still of use. */
export async function currentMetrics({
  counts,
  postgres,
  now,
}: Pick<MetricsOptions, "counts" | "postgres" | "now">): Promise<Metric[]> {
  const facts = await queueFacts(postgres).catch(() => undefined);
  return workerMetrics(counts, facts, now());
}

function readiness({ databaseAt, stopping, running }: WorkerCounts, now: number): LoopbackReply {
  const quiet = now - databaseAt;
  const status = stopping ? "stopping" : quiet < silence ? "ok" : "database lost";
  const body = { status, running, databaseSecondsAgo: Math.round(quiet / 1000) };
  return jsonReply(status === "ok" ? 200 : 503, body);
}

const jsonReply = (status: number, body: object): LoopbackReply => ({
  status,
  headers: { "content-type": "application/json" },
  body: `${JSON.stringify(body)}\n`,
});

/** Returns the counts of a worker, and what the database says of all. Times are in milliseconds. */
export function workerMetrics(counts: WorkerCounts, facts: QueueFacts | undefined, now: number): Metric[] {
  const { steps, finished, webhooks, requests, runs } = counts;
  const { delivered, dropped } = webhooks;
  const limited = requests.statuses.get("429") ?? 0;
  return [
    gauge("till_build_info", "The version of till, always 1.", [
      [{ version: toolVersion, node: process.versions.node }, 1],
    ]),
    gauge("till_worker_start_time_seconds", "Start of the worker, in Unix time.", counts.started / 1000),
    gauge("till_worker_sites", "Sites that the worker has credentials for.", counts.sites),
    gauge("till_worker_running", "Tasks that the worker is at work on.", counts.running),
    counter("till_worker_tasks_taken_total", "Tasks taken from the queue.", counts.taken),
    counter("till_worker_tasks_returned_total", "Tasks given back to the queue.", counts.returned),
    counter("till_worker_jobs_finished_total", "Jobs that ended, by exit code.", by("exit_code", finished)),
    counter("till_worker_steps_total", "Steps of jobs, by result.", by("state", Object.entries(steps))),
    counter(
      "till_worker_requests_total",
      "Requests to the platform, by status.",
      by("status", requests.statuses),
    ),
    counter("till_worker_rate_limited_total", "Responses of the platform with status 429.", limited),
    counter("till_worker_retries_total", "Requests that were sent again.", requests.retried),
    histogram("till_worker_request_duration_seconds", "Time until a response of the platform, or none.", {
      within: requests.within,
      sum: requests.seconds,
    }),
    counter(
      "till_worker_schedule_runs_total",
      "Runs of schedules that this worker queued.",
      counts.scheduled,
    ),
    counter("till_worker_schedule_missed_total", "Runs of schedules that were missed.", counts.missed),
    counter(
      "till_worker_schedule_results_total",
      "Runs of schedules that ended on this worker, by exit code.",
      [...runs.values()].map(({ schedule, exitCode, count }) => [
        { schedule, exit_code: String(exitCode) },
        count,
      ]),
    ),
    counter(
      "till_worker_webhooks_total",
      "Webhooks that arrived, or were dropped after the last attempt.",
      by("state", Object.entries({ delivered, dropped })),
    ),
    counter("till_worker_webhook_attempts_total", "Attempts to send webhooks.", webhooks.attempts),
    gauge(
      "till_worker_webhooks_waiting",
      "Webhooks in the outbox of all workers, with --webhooks.",
      webhooks.waiting,
    ),
    counter("till_worker_errors_total", "Errors of the database and of the worker.", counts.errors),
    gauge("till_worker_database_time_seconds", "When the database answered last.", counts.databaseAt / 1000),
    ...(facts === undefined ? [] : sharedMetrics(facts, now)),
  ];
}

/** Returns the metrics that are the same on all workers. */
function sharedMetrics({ queued, oldest, pausedSites, schedules }: QueueFacts, now: number): Metric[] {
  const bySchedule = (value: (schedule: QueueFacts["schedules"][number]) => number | null) =>
    schedules.flatMap((schedule): Sample[] => {
      const found = value(schedule);
      return found === null ? [] : [[{ schedule: schedule.schedule }, found]];
    });
  const seconds = (time: number | null) => (time === null ? null : time / 1000);
  return [
    gauge("till_queue_tasks", "Tasks that are queued or running.", queued),
    gauge(
      "till_queue_oldest_task_seconds",
      "Age of the oldest of them.",
      oldest === null ? 0 : Math.max(0, now - oldest) / 1000,
    ),
    gauge("till_queue_paused_sites", "Sites whose sign-in the platform has rejected.", pausedSites),
    gauge(
      "till_schedule_last_exit_code",
      "Exit code of the last run of a schedule.",
      bySchedule(({ lastExit }) => lastExit),
    ),
    gauge(
      "till_schedule_last_run_time_seconds",
      "When the last run of a schedule ended, in Unix time.",
      bySchedule(({ lastEnd }) => seconds(lastEnd)),
    ),
    gauge(
      "till_schedule_last_success_time_seconds",
      "When a run of a schedule ended with 0, in Unix time.",
      bySchedule(({ lastSuccess }) => seconds(lastSuccess)),
    ),
    gauge(
      "till_schedule_paused",
      "Whether a schedule is paused: 1 or 0.",
      bySchedule(({ paused }) => (paused ? 1 : 0)),
    ),
    gauge(
      "till_schedule_missed_runs",
      "Runs of a schedule that were missed.",
      bySchedule(({ missed }) => missed),
    ),
  ];
}
