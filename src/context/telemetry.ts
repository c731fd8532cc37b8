import { randomBytes } from "node:crypto";
import { requestIdOf } from "../api/response.ts";
import { createNetwork } from "../api/transport/network.ts";
import { RequestCounts } from "../api/transport/request-counts.ts";
import type { Transport } from "../api/transport/transport.ts";
import type { Environment } from "../config/environment.ts";
import { commandLine } from "../kernel/command-line.ts";
import { longestTimer } from "../kernel/durations.ts";
import { exitCodes } from "../kernel/errors.ts";
import { redact } from "../kernel/text.ts";
import { toolVersion } from "../kernel/version.ts";
import type { LogLine } from "../output/log.ts";
import { by, counter, histogram, type Metric } from "../output/metrics.ts";
import type { CommandResult, Host, Telemetry } from "./host.ts";

/** A finished span in OTLP's JSON. Times are nanoseconds since 1970, as text. */
interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string | undefined;
  name: string;
  /** 1: internal; 3: client. */
  kind: 1 | 3;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: readonly object[];
  /** 2: an error. */
  status: { code?: 2; message?: string | undefined };
}

/** A command line that is traced. */
export interface Trace {
  /** The host of the command line: its requests are spans, and command lines within it are children. */
  host: Host;
  /** Ends the span. That of the process is sent with all others; a collector that cannot be reached does not change the result. */
  end(result: CommandResult): Promise<void>;
}

/** Returns why a collector does not take what is sent, or undefined: an empty export is sent. The URL is that of the environment. */
export async function collectorProblem({ variables, proxies }: Environment): Promise<string | undefined> {
  const network = networkTo(proxies);
  try {
    const { url, headers } = exportTo(variables, "traces");
    if (!URL.canParse(url)) return "it is not a URL";
    const body = JSON.stringify({ resourceSpans: [] });
    const { status } = await network.send({
      method: "POST",
      url,
      headers,
      body,
      effect: "add",
      name: "telemetry",
    });
    return status < 300 ? undefined : `it responded with ${status}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await network.close();
  }
}

const networkTo = (proxy: Environment["proxies"]) =>
  createNetwork({ proxy, plainHttp: true, timeouts: { connect: 2_000, total: longest } });

/** Returns where a signal is sent, and with which headers. */
function exportTo(variables: Environment["variables"], signal: string) {
  const endpoint = (variables.OTEL_EXPORTER_OTLP_ENDPOINT ?? "").replace(/\/$/, "");
  return {
    url: `${endpoint}/v1/${signal}`,
    headers: {
      "content-type": "application/json",
      ...headersOf(variables.OTEL_EXPORTER_OTLP_HEADERS ?? ""),
    },
  };
}

/** The most spans, and lines of the log, that wait for an export: later ones are counted. */
const maxWaiting = 5000;

/** The longest export, in milliseconds. */
const longest = 5_000;

/** Exports what the process records, every minute and at its end. */
class Exporter implements Pick<Telemetry, "log" | "measure"> {
  readonly spans: Span[] = [];
  readonly logs: object[] = [];
  readonly requests = new RequestCounts();
  readonly commands = new Map<string, { labels: Readonly<Record<string, string>>; count: number }>();
  readonly #sources: (() => Promise<readonly Metric[]>)[] = [];
  /** What was exported of each counter. */
  readonly #exported = new Map<string, number>();
  readonly #host: Host;
  readonly #timer: NodeJS.Timeout;
  #since = nanoseconds();
  #dropped = 0;

  constructor(host: Host) {
    this.#host = host;
    const every = Number(host.environment.variables.OTEL_METRIC_EXPORT_INTERVAL);
    this.#timer = setInterval(
      () => void this.#export(),
      every > 0 ? Math.min(every, longestTimer) : 60_000,
    ).unref();
  }

  add(span: Span): void {
    if (this.spans.length >= maxWaiting) this.#dropped += 1;
    else this.spans.push(span);
  }

  /** Records a line of the log of a span. */
  readonly log = (line: LogLine, span?: Pick<Telemetry, "traceId" | "spanId">): void => {
    if (this.logs.length >= maxWaiting) {
      this.#dropped += 1;
      return;
    }
    const { time, level, message, event, ...facts } = line;
    this.logs.push({
      timeUnixNano: `${BigInt(Date.parse(time)) * 1_000_000n}`,
      severityNumber: { info: 9, warn: 13, error: 17 }[level],
      severityText: level.toUpperCase(),
      body: { stringValue: redact(message ?? event) },
      attributes: attributes({ event, ...facts }),
      ...span,
    });
  };

  measure(read: () => Promise<readonly Metric[]>): void {
    this.#sources.push(read);
  }

  async end(): Promise<void> {
    clearInterval(this.#timer);
    await this.#export();
  }

  async #export(): Promise<void> {
    const { variables, proxies } = this.#host.environment;
    const resource = {
      attributes: attributes({
        "service.name": variables.OTEL_SERVICE_NAME ?? "till",
        "service.version": toolVersion,
        "host.name": this.#host.who?.().host,
      }),
    };
    const scope = { name: "till", version: toolVersion };
    const metrics = (await this.#metrics()).map((metric) => this.#otlp(metric));
    const [spans, logRecords] = [this.spans.splice(0), this.logs.splice(0)];
    this.#since = nanoseconds();
    const bodies = {
      traces: spans.length > 0 && { resourceSpans: [{ resource, scopeSpans: [{ scope, spans }] }] },
      logs: logRecords.length > 0 && { resourceLogs: [{ resource, scopeLogs: [{ scope, logRecords }] }] },
      metrics: { resourceMetrics: [{ resource, scopeMetrics: [{ scope, metrics }] }] },
    };
    const network = networkTo(proxies);
    const sending = Object.entries(bodies).map(async ([signal, content]) => {
      if (content === false) return;
      const body = JSON.stringify(content);
      const to = exportTo(variables, signal);
      await network.send({ ...to, method: "POST", body, effect: "add", name: "telemetry" });
    });
    // The result of the command is what counts.
    await Promise.allSettled(sending);
    await network.close();
  }

  async #metrics(): Promise<readonly Metric[]> {
    const { statuses, retried, seconds, within } = this.requests;
    const commands = [...this.commands.values()].map(({ labels, count }) => [labels, count] as const);
    const given = await Promise.all(this.#sources.map((read) => read().catch(() => [])));
    return [
      counter("till_commands_total", "Command lines, by exit code.", commands),
      counter("till_requests_total", "Requests to the platform, by status.", by("status", statuses)),
      counter("till_retries_total", "Requests that were sent again.", retried),
      histogram("till_request_duration_seconds", "Time until a response of the platform, or none.", {
        within,
        sum: seconds,
      }),
      counter(
        "till_telemetry_dropped_total",
        "Spans and lines of the log that were not sent.",
        this.#dropped,
      ),
      ...given.flat(),
    ];
  }

  /** Returns a metric in OTLP's JSON. What counts up is sent as the difference since the last export. */
  #otlp(metric: Metric): object {
    const { name, about: description } = metric;
    const times = { startTimeUnixNano: this.#since, timeUnixNano: nanoseconds() };
    const added = (key: string, value: number) => {
      const before = this.#exported.get(key) ?? 0;
      this.#exported.set(key, value);
      return value - before;
    };
    if (metric.type === "histogram") {
      const { within, sum } = metric.histogram;
      const counts = within.map(([bound, count]) => added(`${name} ${bound}`, count));
      const point = {
        ...times,
        count: String(counts.at(-1) ?? 0),
        sum: added(`${name} sum`, sum),
        bucketCounts: counts.map((count, index) => String(count - (counts[index - 1] ?? 0))),
        explicitBounds: within.slice(0, -1).map(([bound]) => bound),
      };
      return { name, description, histogram: { aggregationTemporality: 1, dataPoints: [point] } };
    }
    const isCounter = metric.type === "counter";
    const dataPoints = metric.samples.map(([labels, value]) => ({
      ...times,
      attributes: attributes(labels),
      asDouble: isCounter ? added(`${name} ${JSON.stringify(labels)}`, value) : value,
    }));
    return isCounter
      ? { name, description, sum: { aggregationTemporality: 1, isMonotonic: true, dataPoints } }
      : { name, description, gauge: { dataPoints } };
  }
}

/** The span of a command line, with the exporter that its process shares. */
class CommandTelemetry implements Telemetry {
  readonly traceId: string;
  readonly spanId = randomBytes(8).toString("hex");
  readonly exporter: Exporter;
  group?: string;

  constructor(traceId: string, exporter: Exporter) {
    this.traceId = traceId;
    this.exporter = exporter;
  }

  readonly log = (line: LogLine): void => {
    const { traceId, spanId } = this;
    this.exporter.log(line, { traceId, spanId });
  };

  measure(read: () => Promise<readonly Metric[]>): void {
    this.exporter.measure(read);
  }
}

/** Begins the trace of a command line: in the trace of the one that runs it, in that of TRACEPARENT, or in a new one. */
export function beginTrace(host: Host, argv: readonly string[]): Trace {
  const { variables, ciRun } = host.environment;
  const [, given, caller] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-/.exec(variables.TRACEPARENT ?? "") ?? [];
  const outer = host.telemetry instanceof CommandTelemetry ? host.telemetry : undefined;
  const exporter = outer?.exporter ?? new Exporter(host);
  const telemetry = new CommandTelemetry(
    outer?.traceId ?? given ?? randomBytes(16).toString("hex"),
    exporter,
  );
  const { traceId, spanId } = telemetry;
  const started = nanoseconds();
  const traced = (send: Transport): Transport => {
    const counted = exporter.requests.watch(send);
    return async (request) => {
      // The command line within this one has recorded it.
      if (request.headers.traceparent !== undefined) return await send(request);
      const span = randomBytes(8).toString("hex");
      const begun = nanoseconds();
      const url = new URL(request.url);
      const headers = { ...request.headers, traceparent: `00-${traceId}-${span}-01` };
      let status: number | undefined;
      let requestId: string | undefined;
      try {
        const response = await counted({ ...request, headers });
        status = response.status;
        requestId = requestIdOf(response);
        return response;
      } finally {
        exporter.add({
          traceId,
          spanId: span,
          parentSpanId: spanId,
          name: request.name,
          kind: 3,
          startTimeUnixNano: begun,
          endTimeUnixNano: nanoseconds(),
          attributes: attributes({
            "http.request.method": request.method,
            "server.address": url.hostname,
            "url.path": redact(url.pathname),
            "http.response.status_code": status,
            "till.request_id": requestId,
          }),
          status: status === undefined || status >= 400 ? { code: 2 } : {},
        });
      }
    };
  };
  return {
    host: { ...host, telemetry, watch: (send) => traced(host.watch?.(send) ?? send) },
    async end({ exitCode, error, job }) {
      const { group: command } = telemetry;
      exporter.add({
        traceId,
        spanId,
        parentSpanId: outer?.spanId ?? caller,
        name: command === undefined ? "till" : `till ${command}`,
        kind: 1,
        startTimeUnixNano: started,
        endTimeUnixNano: nanoseconds(),
        attributes: attributes({
          "process.command_line": redact(commandLine(...argv)),
          "process.exit.code": exitCode,
          "till.job": job?.id,
          "cicd.pipeline.name": ciRun?.workflow,
          "cicd.pipeline.run.id": ciRun?.run,
        }),
        status: exitCode === exitCodes.ok ? {} : { code: 2, message: error?.code },
      });
      const labels = { command: command ?? "till", exit_code: String(exitCode) };
      const key = JSON.stringify(labels);
      exporter.commands.set(key, { labels, count: (exporter.commands.get(key)?.count ?? 0) + 1 });
      if (outer === undefined) await exporter.end();
    },
  };
}

const nanoseconds = () =>
  `${BigInt(Math.round((performance.timeOrigin + performance.now()) * 1000)) * 1000n}`;

function attributes(facts: Readonly<Record<string, unknown>>): object[] {
  return Object.entries(facts).flatMap(([key, value]): object[] => {
    if (value === undefined || value === null) return [];
    if (typeof value === "boolean") return [{ key, value: { boolValue: value } }];
    if (Number.isInteger(value)) return [{ key, value: { intValue: String(value) } }];
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return [{ key, value: { stringValue: redact(text) } }];
  });
}

/** Parses `api-key=abc,tenant=1`, with URL-encoded values. */
function headersOf(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split(",").flatMap((pair) => {
      const [name = "", ...value] = pair.split("=");
      return name.trim() === ""
        ? []
        : [[name.trim().toLowerCase(), decodeURIComponent(value.join("=").trim())]];
    }),
  );
}
