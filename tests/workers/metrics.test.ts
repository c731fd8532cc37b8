import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";
import type { QueueFacts } from "../../src/bulk/queue/schedules.ts";
import { prometheusText } from "../../src/output/metrics.ts";
import { WorkerCounts } from "../../src/workers/log.ts";
import { serveMetrics, workerMetrics } from "../../src/workers/metrics.ts";

const facts: QueueFacts = {
  queued: 3,
  oldest: 40_000,
  pausedSites: 1,
  schedules: [
    { schedule: 'night"ly', lastExit: 6, lastEnd: 90_000, lastSuccess: 3_600, missed: 2, paused: true },
    { schedule: "new", lastExit: null, lastEnd: null, lastSuccess: null, missed: 0, paused: false },
  ],
};

test("schedules have their last exit code and success, the queue its age, and requests their statuses and times", async () => {
  const counts = new WorkerCounts(0);
  const statuses = [429, 500, 200];
  const send = counts.requests.watch(async () => ({
    status: statuses.shift() ?? 200,
    headers: {},
    body: "",
  }));
  const request = { method: "GET", url: "https://x/", headers: {}, effect: "read", name: "n" } as const;
  for (const call of [request, request, request, { ...request }]) await send(call);
  const lost = counts.requests.watch(async () => await Promise.reject(new Error("lost")));
  await expect(lost({ ...request })).rejects.toThrow("lost");
  counts.endRun("nightly", 6);
  counts.endRun("nightly", 6);
  counts.endRun(undefined, 0);
  const lines = prometheusText(workerMetrics(counts, facts, 100_000)).split("\n");
  for (const line of [
    'till_schedule_last_exit_code{schedule="night\\"ly"} 6',
    'till_schedule_last_success_time_seconds{schedule="night\\"ly"} 3.6',
    'till_schedule_missed_runs{schedule="new"} 0',
    'till_schedule_paused{schedule="night\\"ly"} 1',
    "till_queue_tasks 3",
    "till_queue_oldest_task_seconds 60",
    "till_queue_paused_sites 1",
    'till_worker_requests_total{status="200"} 2',
    'till_worker_requests_total{status="none"} 1',
    "till_worker_rate_limited_total 1",
    "till_worker_retries_total 2",
    'till_worker_request_duration_seconds_bucket{le="+Inf"} 5',
    "till_worker_request_duration_seconds_count 5",
    'till_worker_schedule_results_total{schedule="nightly",exit_code="6"} 2',
  ])
    expect(lines).toContain(line);
  expect(lines.filter((line) => line.startsWith('till_schedule_last_exit_code{schedule="new"'))).toEqual([]);
  expect(lines.find((line) => line.startsWith("till_build_info{version="))).toMatch(/node="[\d.]+"} 1$/);
});

test("alive and ready are two questions; without the database the worker's own metrics are left", async () => {
  const counts = new WorkerCounts(0);
  counts.databaseAt = 1_000;
  let now = 30_999;
  const server = await serveMetrics({
    host: "127.0.0.1",
    port: 0,
    counts,
    postgres: { query: async () => await Promise.reject(new Error("gone")) },
    now: () => now,
    onError: () => {},
  });
  const status = async (path: string) => (await fetch(`${server.origin}${path}`)).status;
  try {
    expect([await status("/healthz"), await status("/readyz")]).toEqual([200, 200]);
    now = 31_000;
    expect([await status("/healthz"), await status("/readyz")]).toEqual([200, 503]);
    now = 2_000;
    counts.stopping = true;
    expect(await status("/readyz")).toBe(503);
    const text = await (await fetch(`${server.origin}/metrics?format=prometheus`)).text();
    expect(text).toContain("till_worker_running 0\n");
    expect(text).not.toContain("till_queue_tasks");
  } finally {
    await server.close();
  }
});

test("the alert rules and the dashboard use metrics that there are", () => {
  const counts = new WorkerCounts(0);
  const known = new Set(
    [...prometheusText(workerMetrics(counts, facts, 0)).matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name),
  );
  const rules = parse(readFileSync("examples/monitoring/alerts.yaml", "utf8")) as {
    groups: { rules: { alert: string; expr: string }[] }[];
  };
  const board = JSON.parse(readFileSync("examples/monitoring/dashboard.json", "utf8")) as {
    panels: { targets: { expr: string }[] }[];
  };
  const expressions = [
    ...rules.groups.flatMap((group) => group.rules.map(({ expr }) => expr)),
    ...board.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];
  const used = expressions.flatMap((expression) => expression.match(/\btill_\w+/g) ?? []);
  expect(used.length).toBeGreaterThanOrEqual(expressions.length);
  expect(used.filter((name) => !known.has(name.replace(/_bucket$/, "")))).toEqual([]);
});
