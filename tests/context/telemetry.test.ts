import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createWorld } from "../support/world.ts";

interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: string } }[];
  status: { code?: number };
}

interface LogRecord {
  severityText: string;
  body: { stringValue: string };
  traceId?: string;
  spanId?: string;
}

interface SentMetric {
  name: string;
  sum?: { dataPoints: { attributes: Span["attributes"]; asDouble: number }[] };
  histogram?: { dataPoints: { count: string; bucketCounts: string[] }[] };
}

/** A small OTLP collector. */
async function collector() {
  const spans: Span[] = [];
  const logs: LogRecord[] = [];
  const metrics: SentMetric[] = [];
  const received: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (data) => {
      body += data;
    });
    request.on("end", () => {
      received.push({ ...request.headers, path: request.url ?? "" });
      const {
        resourceSpans = [],
        resourceLogs = [],
        resourceMetrics = [],
      } = JSON.parse(body) as {
        resourceSpans?: { scopeSpans: { spans: Span[] }[] }[];
        resourceLogs?: { scopeLogs: { logRecords: LogRecord[] }[] }[];
        resourceMetrics?: { scopeMetrics: { metrics: SentMetric[] }[] }[];
      };
      for (const resource of resourceSpans)
        for (const scope of resource.scopeSpans) spans.push(...scope.spans);
      for (const resource of resourceLogs)
        for (const scope of resource.scopeLogs) logs.push(...scope.logRecords);
      for (const resource of resourceMetrics)
        for (const scope of resource.scopeMetrics) metrics.push(...scope.metrics);
      response.end("{}");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { spans, logs, metrics, received, env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } };
}

const factOf = (span: Span | undefined, name: string) => {
  const value = span?.attributes.find(({ key }) => key === name)?.value;
  return value?.stringValue ?? value?.intValue;
};

test("a command is a span with a span for each request, which carries it on", async () => {
  const { spans, received, env } = await collector();
  const world = createWorld();
  await world.till("sandbox seed demo");
  const sent: (string | undefined)[] = [];
  const result = await world.till("orders capture 10006 --expect 1 --yes --quiet", {
    env: {
      ...env,
      OTEL_EXPORTER_OTLP_HEADERS: "api-key=CANARY-key",
      TRACEPARENT: `00-${"a".repeat(32)}-${"b".repeat(16)}-01`,
    },
    through: (send) => async (request) => {
      sent.push(request.headers.traceparent);
      return await send(request);
    },
  });
  expect(result).toMatchObject({ code: 0 });
  expect(received.map(({ path }) => path).sort()).toEqual(["/v1/metrics", "/v1/traces"]);
  expect(received.map((headers) => headers["api-key"])).toEqual(["CANARY-key", "CANARY-key"]);
  const command = spans.find(({ kind }) => kind === 1);
  expect(command).toMatchObject({
    name: "till orders",
    traceId: "a".repeat(32),
    parentSpanId: "b".repeat(16),
    status: {},
  });
  expect(factOf(command, "process.exit.code")).toBe("0");
  expect(factOf(command, "till.job")).toMatch(/^\w{4}$/);
  const requests = spans.filter(({ kind }) => kind === 3);
  expect(requests.length).toBeGreaterThan(1);
  for (const span of requests) {
    expect(span).toMatchObject({ traceId: "a".repeat(32), parentSpanId: command?.spanId });
    expect(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano)).toBe(true);
    expect(sent).toContain(`00-${span.traceId}-${span.spanId}-01`);
  }
  expect(
    factOf(
      requests.find(({ name }) => name === "orderBilling.capture"),
      "till.request_id",
    ),
  ).toMatch(/^[0-9a-f-]{36}$/);
  expect(sent).toHaveLength(requests.length);
});

test("an error is in the span; sites of till each are children, and their requests are recorded once", async () => {
  const { spans, env } = await collector();
  const world = createWorld();
  for (const shop of ["de", "fr"]) {
    await world.till(`profiles create shop-${shop} --platform sandbox`);
    await world.till(`sandbox seed demo --profile shop-${shop}`);
  }
  await world.till("--profile shop-de products get nothing", { env });
  expect(spans.at(-1)).toMatchObject({ name: "till products", status: { code: 2, message: "NOT_FOUND" } });
  spans.length = 0;
  let requests = 0;
  await world.till("each --sites shop-de,shop-fr -- products list --limit 1", {
    env,
    onRequest: () => {
      requests += 1;
    },
  });
  const each = spans.find(({ name }) => name === "till each");
  const sites = spans.filter(({ name }) => name === "till products");
  expect(sites.map(({ parentSpanId }) => parentSpanId)).toEqual([each?.spanId, each?.spanId]);
  expect(spans.filter(({ kind }) => kind === 3)).toHaveLength(requests);
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
});

test("without a collector nothing is sent along, and one that cannot be reached changes nothing", async () => {
  const world = createWorld();
  const sent: (string | undefined)[] = [];
  const onRequest = ({ headers }: { headers: Record<string, string> }) => void sent.push(headers.traceparent);
  await world.till("products list --limit 1", { onRequest });
  expect(new Set(sent)).toEqual(new Set([undefined]));
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" };
  expect(await world.till("products list --limit 1 --quiet", { env })).toMatchObject({ code: 0, stderr: "" });
});

test("till doctor says whether the collector takes what is sent", async () => {
  const world = createWorld();
  const finding = async (endpoint: string) => {
    const { stdout } = await world.till("doctor --json", { env: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } });
    const { items } = JSON.parse(stdout) as { items: { check: string; state: string; what: string }[] };
    return items.find(({ check }) => check === "telemetry");
  };
  const { env } = await collector();
  expect(await finding(env.OTEL_EXPORTER_OTLP_ENDPOINT)).toMatchObject({ state: "ok" });
  expect(await finding("http://127.0.0.1:1")).toMatchObject({
    state: "broken",
    what: expect.stringContaining("Connection refused"),
  });
  expect(await finding("collector")).toMatchObject({ state: "broken", what: "collector: it is not a URL" });
});

test("notices and errors are log records of the span; requests and exit codes are counted", async () => {
  const { spans, logs, metrics, env } = await collector();
  const world = createWorld();
  await world.till("sandbox seed demo");
  let requests = 0;
  const onRequest = () => {
    requests += 1;
  };
  expect(await world.till("orders capture 10006 --expect 2 --yes", { env, onRequest })).toMatchObject({
    code: 6,
  });
  const command = spans.find(({ kind }) => kind === 1);
  const error = logs.find(({ severityText }) => severityText === "ERROR");
  expect(error).toMatchObject({ traceId: command?.traceId, spanId: command?.spanId });
  expect(error?.body.stringValue).toContain("--expect is 2");
  const named = (name: string) => metrics.find((metric) => metric.name === name);
  expect(named("till_commands_total")?.sum?.dataPoints).toMatchObject([
    { asDouble: 1, attributes: [{ value: { stringValue: "orders" } }, { value: { stringValue: "6" } }] },
  ]);
  const [latency] = named("till_request_duration_seconds")?.histogram?.dataPoints ?? [];
  expect(latency?.count).toBe(String(requests));
  expect(latency?.bucketCounts.reduce((sum, count) => sum + Number(count), 0)).toBe(requests);
});

test("an interval that is longer than timers can be exports once, at the end", async () => {
  const { received, env } = await collector();
  const world = createWorld();
  for (const interval of ["2147483648", "Infinity"]) {
    received.length = 0;
    const slow = { ...env, OTEL_METRIC_EXPORT_INTERVAL: interval };
    expect((await world.till("products list", { env: slow })).code).toBe(0);
    expect(received.filter(({ path }) => path === "/v1/metrics")).toHaveLength(1);
  }
});
