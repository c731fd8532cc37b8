import { type Loopback, type LoopbackReply, serveLoopback } from "../../kernel/http-server.ts";
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
export function metricsText(counts: WorkerCounts): string {
  const { steps, finished, webhooks } = counts;
  const metrics: [
    name: string,
    type: "counter" | "gauge",
    about: string,
    values: [labels: string, value: number][],
  ][] = [
    [
      "till_worker_start_time_seconds",
      "gauge",
      "Start of the worker, in Unix time.",
      [["", counts.started / 1000]],
    ],
    ["till_worker_sites", "gauge", "Sites that the worker has credentials for.", [["", counts.sites]]],
    ["till_worker_running", "gauge", "Tasks that the worker is at work on.", [["", counts.running]]],
    ["till_worker_tasks_taken_total", "counter", "Tasks taken from the queue.", [["", counts.taken]]],
    [
      "till_worker_tasks_returned_total",
      "counter",
      "Tasks given back to the queue.",
      [["", counts.returned]],
    ],
    [
      "till_worker_jobs_finished_total",
      "counter",
      "Jobs that ended, by exit code.",
      [...finished].map(([code, count]) => [`{exit_code="${code}"}`, count]),
    ],
    [
      "till_worker_steps_total",
      "counter",
      "Steps of jobs, by result.",
      Object.entries(steps).map(([state, count]) => [`{state="${state}"}`, count]),
    ],
    [
      "till_worker_schedule_runs_total",
      "counter",
      "Runs of schedules that this worker queued.",
      [["", counts.scheduled]],
    ],
    [
      "till_worker_schedule_missed_total",
      "counter",
      "Runs of schedules that were missed.",
      [["", counts.missed]],
    ],
    [
      "till_worker_webhooks_total",
      "counter",
      "Webhooks that arrived, or were dropped after the last attempt.",
      [
        ['{state="delivered"}', webhooks.delivered],
        ['{state="dropped"}', webhooks.dropped],
      ],
    ],
    [
      "till_worker_webhook_attempts_total",
      "counter",
      "Attempts to send webhooks.",
      [["", webhooks.attempts]],
    ],
    [
      "till_worker_webhooks_waiting",
      "gauge",
      "Webhooks in the outbox of all workers, with --webhooks.",
      [["", webhooks.waiting]],
    ],
    [
      "till_worker_errors_total",
      "counter",
      "Errors of the database and of the worker.",
      [["", counts.errors]],
    ],
    [
      "till_worker_database_time_seconds",
      "gauge",
      "When the database answered last.",
      [["", counts.databaseAt / 1000]],
    ],
  ];
  return metrics
    .map(([name, type, about, values]) =>
      [
        `# HELP ${name} ${about}`,
        `# TYPE ${name} ${type}`,
        ...values.map(([labels, value]) => `${name}${labels} ${value}`),
      ].join("\n"),
    )
    .join("\n")
    .concat("\n");
}
