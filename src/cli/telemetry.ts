import { randomBytes } from "node:crypto";
import { requestIdOf } from "../api/response.ts";
import { createNetwork } from "../api/transport/network.ts";
import type { Transport } from "../api/transport/transport.ts";
import type { CommandResult, Host } from "../context/host.ts";
import { commandLine } from "../kernel/command-line.ts";
import { exitCodes } from "../kernel/errors.ts";
import { redact } from "../kernel/text.ts";
import { toolVersion } from "../kernel/version.ts";

/** A finished span in OTLP's JSON. Times are nanoseconds since 1970, as text. */
interface Span {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  /** 1: internal; 3: client. */
  kind: 1 | 3;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: readonly object[];
  /** 2: an error. */
  status: { code?: 2; message?: string };
}

/** A command line that is traced. */
export interface Trace {
  /** The host of the command line: its requests are spans, and command lines within it are children. */
  host: Host;
  /** Sends the spans. A collector that cannot be reached does not change the result. */
  end(result: CommandResult): Promise<void>;
}

/** The most requests of a command line that are recorded: later ones are counted. */
const maxSpans = 5000;

/** The longest export, in milliseconds. */
const longest = 5_000;

/** Begins the trace of a command line: in the trace of the one that runs it, in that of TRACEPARENT, or in a new one. */
export function beginTrace(host: Host, argv: readonly string[], endpoint: string): Trace {
  const { variables, proxies, ciRun } = host.environment;
  const [, given, outer] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-/.exec(variables.TRACEPARENT ?? "") ?? [];
  const traceId = host.trace?.traceId ?? given ?? randomBytes(16).toString("hex");
  const spanId = randomBytes(8).toString("hex");
  const started = nanoseconds();
  const spans: Span[] = [];
  let dropped = 0;
  const traced =
    (send: Transport): Transport =>
    async (request) => {
      // The command line within this one has recorded it.
      if (request.headers.traceparent !== undefined) return await send(request);
      const span = randomBytes(8).toString("hex");
      const begun = nanoseconds();
      const url = new URL(request.url);
      const headers = { ...request.headers, traceparent: `00-${traceId}-${span}-01` };
      let status: number | undefined;
      let requestId: string | undefined;
      try {
        const response = await send({ ...request, headers });
        status = response.status;
        requestId = requestIdOf(response);
        return response;
      } finally {
        if (spans.length >= maxSpans) dropped += 1;
        else
          spans.push({
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
  return {
    host: {
      ...host,
      trace: { traceId, spanId },
      watch: (send) => traced(host.watch?.(send) ?? send),
    },
    async end({ exitCode, error, job }) {
      const [command = "till"] = argv.filter((word) => !word.startsWith("-"));
      spans.push({
        traceId,
        spanId,
        parentSpanId: host.trace?.spanId ?? outer,
        name: `till ${command}`,
        kind: 1,
        startTimeUnixNano: started,
        endTimeUnixNano: nanoseconds(),
        attributes: attributes({
          "process.command_line": redact(commandLine(...argv)),
          "process.exit.code": exitCode,
          "till.job": job?.id,
          "till.spans_dropped": dropped === 0 ? undefined : dropped,
          "cicd.pipeline.name": ciRun?.workflow,
          "cicd.pipeline.run.id": ciRun?.run,
        }),
        status: exitCode === exitCodes.ok ? {} : { code: 2, message: error?.code },
      });
      const resource = attributes({
        "service.name": variables.OTEL_SERVICE_NAME ?? "till",
        "service.version": toolVersion,
        "host.name": host.who?.().host,
      });
      const scopeSpans = [{ scope: { name: "till", version: toolVersion }, spans }];
      const body = JSON.stringify({ resourceSpans: [{ resource: { attributes: resource }, scopeSpans }] });
      const network = createNetwork({
        proxy: proxies,
        plainHttp: true,
        timeouts: { connect: 2_000, total: longest },
      });
      try {
        await network.send({
          method: "POST",
          url: `${endpoint.replace(/\/$/, "")}/v1/traces`,
          headers: {
            "content-type": "application/json",
            ...headersOf(variables.OTEL_EXPORTER_OTLP_HEADERS ?? ""),
          },
          body,
          effect: "add",
          name: "telemetry",
        });
      } catch {
        // The result of the command is what counts.
      } finally {
        await network.close();
      }
    },
  };
}

const nanoseconds = () =>
  `${BigInt(Math.round((performance.timeOrigin + performance.now()) * 1000)) * 1000n}`;

function attributes(facts: Readonly<Record<string, string | number | undefined>>): object[] {
  return Object.entries(facts).flatMap(([key, value]) =>
    value === undefined
      ? []
      : [{ key, value: typeof value === "number" ? { intValue: String(value) } : { stringValue: value } }],
  );
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
