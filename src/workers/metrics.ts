import { type Loopback, type LoopbackReply, serveLoopback } from "../kernel/http-server.ts";
import type { WorkerCounts } from "./log.ts";

/** Without an answer of the database for this long, a worker is not healthy, in milliseconds. */
const silence = 30_000;

/** Serves `/healthz` and `/metrics` on a port of 127.0.0.1. Throws TillError if the port is in use. */
export async function serveMetrics(
  port: number,
  counts: WorkerCounts,
  now: () => number,
  onError: (error: unknown) => void,
): Promise<Loopback> {
  return await serveLoopback({
    port,
    onError,
    handler: async ({ method, path }): Promise<LoopbackReply> => {
      if (method !== "GET" && method !== "HEAD") return { status: 405, headers: { allow: "GET" } };
      if (path === "/healthz") return health(counts, now());
      if (path === "/metrics")
        return {
          status: 200,
          headers: { "content-type": "text/plain; version=0.0.4" },
          body: metricsText(counts),
        };
      return { status: 404, headers: { "content-type": "text/plain" }, body: "Use /healthz or /metrics.\n" };
    },
  });
}

function health({ databaseAt, running }: WorkerCounts, now: number) {
  const quiet = now - databaseAt;
  const healthy = quiet < silence;
  const body = {
    status: healthy ? "ok" : "database lost",
    running,
    databaseSecondsAgo: Math.round(quiet / 1000),
  };
  return {
    status: healthy ? 200 : 503,
    headers: { "content-type": "application/json" },
    body: `${JSON.stringify(body)}\n`,
  };
}

/** Returns counts in the text format of Prometheus. */
function metricsText(counts: WorkerCounts): string {
  const { steps, finished, webhooks } = counts;
  const { delivered, dropped } = webhooks;
  return [
    gauge("till_worker_start_time_seconds", "Start of the worker, in Unix time.", counts.started / 1000),
    gauge("till_worker_sites", "Sites that the worker has credentials for.", counts.sites),
    gauge("till_worker_running", "Tasks that the worker is at work on.", counts.running),
    counter("till_worker_tasks_taken_total", "Tasks taken from the queue.", counts.taken),
    counter("till_worker_tasks_returned_total", "Tasks given back to the queue.", counts.returned),
    counter("till_worker_jobs_finished_total", "Jobs that ended, by exit code.", { exit_code: finished }),
    counter("till_worker_steps_total", "Steps of jobs, by result.", { state: Object.entries(steps) }),
    counter(
      "till_worker_schedule_runs_total",
      "Runs of schedules that this worker queued.",
      counts.scheduled,
    ),
    counter("till_worker_schedule_missed_total", "Runs of schedules that were missed.", counts.missed),
    counter("till_worker_webhooks_total", "Webhooks that arrived, or were dropped after the last attempt.", {
      state: Object.entries({ delivered, dropped }),
    }),
    counter("till_worker_webhook_attempts_total", "Attempts to send webhooks.", webhooks.attempts),
    gauge(
      "till_worker_webhooks_waiting",
      "Webhooks in the outbox of all workers, with --webhooks.",
      webhooks.waiting,
    ),
    counter("till_worker_errors_total", "Errors of the database and of the worker.", counts.errors),
    gauge("till_worker_database_time_seconds", "When the database answered last.", counts.databaseAt / 1000),
  ].join("");
}

/** The value of a metric, or its values by a label. */
type MetricValue =
  | number
  | Readonly<Record<string, Iterable<readonly [value: string | number, count: number]>>>;

const counter = (name: string, about: string, value: MetricValue) => metric("counter", name, about, value);
const gauge = (name: string, about: string, value: MetricValue) => metric("gauge", name, about, value);

function metric(type: "counter" | "gauge", name: string, about: string, value: MetricValue): string {
  const values =
    typeof value === "number"
      ? [`${name} ${value}`]
      : Object.entries(value).flatMap(([label, counts]) =>
          [...counts].map(([of, count]) => `${name}{${label}="${of}"} ${count}`),
        );
  return [`# HELP ${name} ${about}`, `# TYPE ${name} ${type}`, ...values, ""].join("\n");
}
