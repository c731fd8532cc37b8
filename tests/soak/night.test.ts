import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { skipped as noPostgres, workerCluster } from "../processes/postgres.ts";
import { createHome, type Home, serve } from "../processes/program.ts";
import { createWorld } from "../support/world.ts";

/** Whether Prometheus' own checker of alert rules is there. */
const hasPromtool = (() => {
  try {
    return execFileSync("promtool", ["--version"], { stdio: "ignore" }) === null;
  } catch {
    return false;
  }
})();
const skipped = noPostgres || (hasPromtool ? "" : " (skipped: no promtool; install the package prometheus)");

const shops = Array.from({ length: 50 }, (_, index) => ({
  name: `shop-${String(index + 1).padStart(2, "0")}`,
  site: `00000000-0000-4000-8000-${String(index + 1).padStart(12, "0")}`,
}));
/** The shop whose API key is revoked during the night, and the one whose capture is stopped by a guard. */
const [revoked, guarded] = ["shop-13", "shop-07"];

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: string };
}
interface Record_ {
  severityText?: string;
  name?: string;
  body?: { stringValue: string };
  attributes?: Attribute[];
}

/** A small collector of OTLP over HTTP, for everything that the night sends. */
async function startCollector() {
  const records: Record<"spans" | "logs" | "metrics", Record_[]> = { spans: [], logs: [], metrics: [] };
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (data) => {
      body += data;
    });
    request.on("end", () => {
      const all = JSON.stringify(JSON.parse(body), (key, value: unknown) => {
        if (key === "spans") records.spans.push(...(value as Record_[]));
        if (key === "logRecords") records.logs.push(...(value as Record_[]));
        if (key === "metrics") records.metrics.push(...(value as Record_[]));
        return value;
      });
      response.end(all === "" ? "" : "{}");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const valuesOf = (kind: keyof typeof records, key: string) =>
    records[kind].flatMap(({ attributes = [] }) =>
      attributes.flatMap((one) => (one.key === key ? [one.value.stringValue ?? one.value.intValue] : [])),
    );
  return { ...records, valuesOf, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Returns a home with a profile and the API key of each shop, as every computer of the night has one. */
async function homeOfAgency({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }): Promise<string> {
  const world = createWorld();
  for (const { name, site } of shops) {
    const added = await world.till(`profiles create ${name} --platform ${baseUrl} --site ${site}`);
    expect(added, added.stderr).toMatchObject({ code: 0 });
    const login = `login --api-key --key-file - --profile ${name}`;
    expect(await world.till(login, { stdin: `${apiKey}\n` })).toMatchObject({ code: 0 });
  }
  return world.home;
}

type Line = {
  event: string;
  job?: string;
  schedule?: string;
  site?: string;
  url?: string;
  exitCode?: number;
};

/** Starts a worker with metrics, and collects its log. */
function startWorker(home: Home, env: Record<string, string>) {
  const child = home.start("worker --at-once 8 --metrics=0", { env });
  const log: Line[] = [];
  if (child.stdout) createInterface(child.stdout).on("line", (line) => log.push(JSON.parse(line) as Line));
  let stderr = "";
  child.stderr?.on("data", (data) => {
    stderr += data;
  });
  const until = async (fits: (log: readonly Line[]) => boolean, what: string) => {
    for (const end = Date.now() + 300_000; !fits(log); await pause(100))
      if (child.exitCode !== null || Date.now() > end)
        throw new Error(
          `Waiting for ${what}, the worker logged:\n${JSON.stringify(log.slice(-20))}\n${stderr}`,
        );
  };
  return { child, log, until, ended: once(child, "exit") };
}

/** Scrapes a worker as Prometheus does: each series and its value. */
async function scrape(log: readonly Line[]): Promise<Map<string, number>> {
  const url = String(log.find(({ event }) => event === "metrics.started")?.url);
  const text = await (await fetch(url)).text();
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(" ");
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

/** Lets promtool evaluate the alert rules on two scrapes: in the evening, and for half an hour until the morning. */
function firingAlerts(
  folder: string,
  evening: ReadonlyMap<string, number>,
  morning: ReadonlyMap<string, number>,
  expected: Readonly<Record<string, object[]>>,
): void {
  const rules = resolve("examples/monitoring/alerts.yaml");
  const names = [...readFileSync(rules, "utf8").matchAll(/- alert: (\w+)/g)].map(([, name]) => name ?? "");
  expect(names).toEqual(expect.arrayContaining(Object.keys(expected)));
  // promtool's time begins at 0.
  const now = Date.now() / 1000 - 30 * 60;
  const relative = (series: string, value: number) =>
    series.includes("_time_seconds") ? Math.round(value - now) : value;
  const input_series = [...morning].map(([series, value]) => {
    const [before, after] = [evening.get(series), value].map((found) => found && relative(series, found));
    return { series, values: `${before ?? "_"} ${after ?? 0}+0x60` };
  });
  const alert_rule_test = names.map((alertname) => ({
    eval_time: "30m",
    alertname,
    exp_alerts: (expected[alertname] ?? []).map((exp_labels) => ({ exp_labels })),
  }));
  const file = join(folder, "night.yaml");
  const stripped = join(folder, "rules.yaml");
  // Texts for people are not compared.
  writeFileSync(stripped, readFileSync(rules, "utf8").replaceAll(/^ {8}annotations:\n(?: {10}.*\n?)+/gm, ""));
  writeFileSync(
    file,
    JSON.stringify({ rule_files: [stripped], tests: [{ interval: "1m", input_series, alert_rule_test }] }),
  );
  execFileSync("promtool", ["check", "rules", rules], { stdio: "pipe" });
  try {
    execFileSync("promtool", ["test", "rules", file], { stdio: "pipe", encoding: "utf8" });
  } catch (error) {
    throw new Error(
      String((error as { stdout?: string }).stdout) + String((error as { stderr?: string }).stderr),
    );
  }
}

test.skipIf(skipped !== "")(
  `a night: 50 shops, two workers, a schedule, a revoked key, a guard, a killed worker; each question has a command${skipped}`,
  async () => {
    const began = Date.now();
    const cluster = await workerCluster();
    const collector = await startCollector();
    const server = createHome();
    onTestFinished(() => server.close());
    const served = await serve(server, "--seed", "demo", "--sites", "50", "--quiet");
    const from = { root: await homeOfAgency(served) } as Home;
    const [ops, first, second] = [createHome({ from }), createHome({ from }), createHome({ from })];
    for (const home of [ops, first, second]) onTestFinished(() => home.close());
    const journal = { TILL_JOURNAL: await cluster.create() };
    const observed = {
      ...journal,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_METRIC_EXPORT_INTERVAL: "2000",
    };
    const till = async (line: string | readonly string[], env: Record<string, string> = journal) =>
      await ops.till(line, { env });
    const rows = async <Row>(line: string | readonly string[]): Promise<Row[]> => {
      const result = await till(line);
      expect(result, result.stderr).toMatchObject({ code: 0 });
      return (JSON.parse(result.stdout) as { items: Row[] }).items;
    };

    // In the evening: a change of all shops, and two schedules.
    const change = ["--", ..."products update --all --expect 24 --set ribbon=Night --detach".split(" ")];
    const queued = await till([..."each --sites all --yes --at-once 8".split(" "), ...change], observed);
    expect(queued, queued.stderr).toMatchObject({ code: 0 });
    const schedule = (name: string, shop: string) =>
      [
        "schedule",
        "create",
        "0 3 * * *",
        "--time-zone",
        "UTC",
        "--name",
        name,
        "--profile",
        shop,
        "--",
      ] as const;
    const capture = "orders capture --authorized --yes".split(" ");
    for (const line of [
      [...schedule("nightly-capture", guarded), ...capture, "--max-total", "1USD"],
      [
        ...schedule("nightly-tags", "shop-08"),
        ..."products update --all --expect 24 --set brand=Night --yes".split(" "),
      ],
    ]) {
      const added = await till(line);
      expect(added, added.stderr).toMatchObject({ code: 0 });
    }
    const control = { "x-till-control": served.controlToken, "content-type": "application/json" };
    const site = shops.find(({ name }) => name === revoked)?.site ?? "";
    const answer = await fetch(`${served.baseUrl}/__till/settings`, {
      method: "POST",
      headers: { ...control, "x-sandbox-branch": site },
      body: JSON.stringify({ name: "apiKey", value: "another-key" }),
    });
    expect(answer.ok).toBe(true);

    // The night: the first worker is killed while it works, and the second goes on.
    const workers = [startWorker(first, observed), startWorker(second, observed)] as const;
    const [killed, survivor] = workers;
    for (const worker of workers)
      await worker.until((log) => log.some(({ event }) => event === "task.taken"), "a task");
    const evening = await scrape(survivor.log);
    await killed.until((log) => log.filter(({ event }) => event === "job.finished").length >= 2, "two jobs");
    const isOpen = ({ log }: typeof killed) =>
      log.filter(({ event }) => event === "task.taken").length -
      log.filter(({ event }) => event === "job.finished" || event === "site.paused").length;
    await killed.until(() => isOpen(killed) > 0, "a task that is under way");
    killed.child.kill("SIGKILL");
    await killed.ended;
    for (const name of ["nightly-capture", "nightly-tags"])
      expect(await till(`schedule run ${name}`)).toMatchObject({ code: 0 });
    const statesOf = async () => {
      const jobs = await rows<{ state: string; profile: string; id: string }>("jobs list --json");
      return Map.groupBy(jobs, ({ state }) => state);
    };
    for (const end = Date.now() + 600_000; ; await pause(1000)) {
      const states = await statesOf();
      if (states.get("done")?.length === 50 && states.get("paused")?.length === 1) break;
      if (Date.now() > end)
        throw new Error(
          `Still open: ${JSON.stringify([...states].map(([state, all]) => [state, all.length]))}`,
        );
    }
    const isGuarded = ({ event, schedule }: Line) =>
      event === "schedule.planned" && schedule === "nightly-capture";
    await survivor.until((log) => log.some(isGuarded), "the capture that a guard stops");
    const morning = await scrape(survivor.log);

    // The next morning. What was changed, by whom, when, and by which request?
    interface Change {
      profile: string;
      id: string;
      state: string;
      requestId?: string;
      job: string;
      actor: string;
      host: string;
      time: string;
      run?: string;
      what: string;
    }
    const changes = await rows<Change>("jobs audit --since yesterday --json");
    expect(changes).toHaveLength(50 * 24);
    for (const found of changes) {
      expect(found).toMatchObject({ state: "done", actor: expect.any(String), host: expect.any(String) });
      expect(Date.parse(found.time)).toBeGreaterThan(began);
    }
    // Only responses that the killed worker did not receive have no ID: those changes were read back.
    const known = changes.filter(({ requestId }) => /^[0-9a-f-]{36}$/.test(requestId ?? ""));
    const finished = new Set(killed.log.flatMap(({ event, job }) => (event === "job.finished" ? [job] : [])));
    const lost = new Set(killed.log.flatMap(({ job }) => (finished.has(job) ? [] : [job])));
    for (const change of changes) if (!known.includes(change)) expect(lost).toContain(change.job);
    expect(known.length).toBeGreaterThanOrEqual((50 - 8) * 24);
    // What is not done, and why?
    const open = await rows<{ profile: string; id: string; state: string }>([
      "jobs",
      "list",
      "--json",
      "--filter",
      "state != done",
    ]);
    expect(open).toMatchObject([{ profile: revoked, state: "paused" }]);
    expect((await till(`jobs show ${open[0]?.id}`)).stdout).toMatch(/Paused\s.*rejected profile shop-13/);
    expect(await till(`jobs watch ${open[0]?.id}`)).toMatchObject({ code: 4 });
    // What became of the run of all shops?
    const run = await rows<{ state: string }>("jobs list --run last --json");
    expect(run.map(({ state }) => state).sort()).toEqual([
      ...Array.from({ length: 49 }, () => "done"),
      "paused",
    ]);
    // What did the schedules do?
    const history = await rows<{ exitCode: number; summary: string }>(
      "schedule history nightly-capture --json",
    );
    expect(history).toMatchObject([{ exitCode: 6, summary: expect.stringContaining("--max-total") }]);
    expect(await rows("schedule history nightly-tags --json")).toMatchObject([{ exitCode: 0 }]);
    // Was anything sent twice? Each product of each shop was changed once; those of one shop by the schedule, too.
    for (const shop of shops) {
      const ids = new Set(changes.flatMap(({ profile, id }) => (profile === shop.name ? [id] : [])));
      const answer = await fetch(`${served.baseUrl}/__till/log/query`, {
        method: "POST",
        headers: { ...control, "x-sandbox-branch": shop.site },
        body: JSON.stringify({ after: 0, bodies: true, limit: 1000 }),
      });
      const { requests } = (await answer.json()) as {
        requests: { call: string; status: number; input: string }[];
      };
      const writes = requests.filter(({ call, status }) => /update/i.test(call ?? "") && status === 200);
      const times = [...ids].map((id) => writes.filter(({ input }) => input.includes(id)).length);
      expect(ids.size, shop.name).toBe(shop.name === revoked ? 0 : 24);
      expect(new Set(times), shop.name).toEqual(
        new Set(shop.name === revoked ? [] : [shop.name === "shop-08" ? 2 : 1]),
      );
    }

    // What did the night's machines see? Traces, logs and metrics are at the collector.
    survivor.child.kill("SIGTERM");
    expect(await survivor.ended).toEqual([0, null]);
    const traced = new Set(collector.valuesOf("spans", "till.request_id"));
    const seen = known.filter(({ requestId }) => traced.has(requestId)).length;
    // The killed worker did not send its last two seconds.
    expect(seen / known.length).toBeGreaterThan(0.8);
    expect(new Set(collector.valuesOf("spans", "till.job")).size).toBeGreaterThanOrEqual(40);
    const failures = collector.logs.filter(({ severityText }) => severityText !== "INFO");
    expect(failures.map(({ body }) => body?.stringValue).join("\n")).toContain("--max-total");
    expect(collector.valuesOf("logs", "event")).toEqual(
      expect.arrayContaining(["site.paused", "job.finished"]),
    );
    expect(collector.metrics.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        "till_queue_paused_sites",
        "till_requests_total",
        "till_schedule_last_exit_code",
      ]),
    );

    // Exactly the two failures are alerts.
    firingAlerts(ops.root, evening, morning, {
      TillScheduleFailed: [{ severity: "critical", schedule: "nightly-capture" }],
      TillSignInRejected: [{ severity: "critical" }],
    });
  },
);
