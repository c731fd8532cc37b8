import { setTimeout as wait } from "node:timers/promises";
import type { Call } from "../../api/caller.ts";
import { sandbox } from "../../api/services/sandbox/sandbox.ts";
import { type SandboxTarget, sandboxControl, sandboxServer } from "../../cli/sandbox-control.ts";
import type { Context } from "../../context/context.ts";
import { type ExitCode, exitCodes, stopCode, UsageError } from "../../kernel/errors.ts";
import { padEnd, sanitize } from "../../kernel/text.ts";
import { jsonText } from "../../output/json.ts";
import type { OutputFormat, Sink } from "../../output/streams.ts";
import { styleFor } from "../../output/style.ts";
import {
  describeDeliveries,
  type LoggedRequest,
  prettyJson,
  requestColumns,
  requestFilter,
  scriptOf,
} from "../../resources/sandbox/requests.ts";

interface LogOptions extends SandboxTarget {
  limit?: number;
  filter?: string;
  body?: boolean;
  follow?: boolean;
}

/** Milliseconds between two looks at the log. */
const pause = 150;

/** Lists or follows the requests to the sandbox, shows one with its bodies, or sends one again. */
export async function run(
  context: Context,
  [action = "list", id]: string[],
  options: LogOptions,
): Promise<ExitCode | undefined> {
  const control = await sandboxControl(context, options);
  if (action === "list") return await list(context, control, options);
  if (action !== "show" && action !== "replay")
    throw new UsageError(`Invalid action "${action}": expected list, show or replay.`, { field: "action" });
  if (id === undefined) {
    throw new UsageError(`Which request? Give its ID.`, { hint: `List them: till sandbox log` });
  }
  if (action === "replay") return await replay(context, control, id);
  return await show(context, control, id, await sandboxServer(context, options));
}

async function list(
  context: Context,
  control: Call,
  { limit = 20, filter, body = false, follow = false }: LogOptions,
): Promise<ExitCode | undefined> {
  const { format, signal } = context;
  const wanted = { bodies: body, ...requestFilter(filter) };
  const next = async (after: number, max: number) =>
    (await control(sandbox.queryLog, { ...wanted, after, limit: max })).requests ?? [];
  const first = await next(0, limit);
  if (!follow && !(body && format === "table")) {
    const empty = filter === undefined ? "No requests yet." : "No request matches.";
    await context.print(first, { kind: "request", fields: requestColumns, empty });
    return undefined;
  }
  const print = printer(context);
  for (const request of first) await print(request);
  if (!follow) return undefined;
  const after = first.at(-1)?.id ?? 0;
  for await (const request of newRequests((from) => next(from, 1000), after, signal)) await print(request);
  return stopCode(signal);
}

/** Yields requests as they arrive, until the signal aborts. */
export async function* newRequests(
  next: (after: number) => Promise<readonly LoggedRequest[]>,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<LoggedRequest> {
  let last = after;
  while (!signal.aborted) {
    for (const request of await next(last)) {
      yield request;
      last = request.id ?? last;
    }
    await wait(pause, undefined, { signal }).catch(() => {});
  }
}

/** Returns a function that prints a request: a line and its bodies, or with a format other than tables one line of JSON. */
export function printer({
  streams: { stdout },
  format,
}: {
  streams: { stdout: Sink };
  format: OutputFormat;
}) {
  const style = styleFor(stdout);
  return async (request: LoggedRequest): Promise<void> => {
    if (format !== "table") return await stdout.write(`${jsonText({ _kind: "request", ...request })}\n`);
    const { id, at, method, path, query, status = 0, ms, call, input, response, error } = request;
    const tone = (status ?? 0) >= 500 || status === 0 ? "bad" : (status ?? 0) >= 400 ? "warn" : "good";
    const time = (at ?? "").slice(11, 23);
    const head = [
      padEnd(String(id ?? ""), 5),
      time,
      style.mark(tone, padEnd(String(status ?? 0), 3)),
      padEnd(method ?? "", 6),
      `${path ?? ""}${query ?? ""}`,
      style.dim(`${ms ?? 0} ms ${call ?? ""}`.trimEnd()),
    ].join(" ");
    const bodies = [
      ["->", input],
      ["<-", response],
      ["!", error],
    ].flatMap(([sign, text]) => (text ? [`${sign} ${prettyJson(text).replaceAll("\n", "\n   ")}`] : []));
    await stdout.write(`${[head, ...bodies.map((text) => `   ${sanitize(text)}`)].join("\n")}\n`);
  };
}

/** Prints a request as a shell script: a curl command, and comments with its events and its response. */
async function show(
  context: Context,
  control: Call,
  id: string,
  served: Awaited<ReturnType<typeof sandboxServer>>,
): Promise<undefined> {
  const { request = {}, events } = await control(sandbox.getLogged, { requestId: id });
  const { streams, format } = context;
  if (format !== "table") {
    await context.printRecord(request ?? {}, { kind: "request", fields: requestColumns });
    return;
  }
  const { status, ms, response } = request ?? {};
  const lines = [
    ...(await scriptOf(request ?? {}, control, served)),
    `# ${status} in ${ms} ms`,
    ...(events ?? []).map((event) => `# Event ${event.seq}, ${event.type}: ${describeDeliveries(event)}`),
    ...(response ? [prettyJson(response).replaceAll(/^/gm, "# ")] : []),
  ];
  await streams.stdout.write(
    `${lines.map((line) => (streams.stdout.isTTY ? sanitize(line) : line)).join("\n")}\n`,
  );
}

async function replay(context: Context, control: Call, id: string): Promise<ExitCode | undefined> {
  const { status, requestId, response } = await control(sandbox.replayLogged, { requestId: id });
  const { streams, format } = context;
  const text =
    format === "table"
      ? prettyJson(response ?? "")
      : jsonText({ _kind: "response", status, requestId, response });
  await streams.stdout.write(`${streams.stdout.isTTY ? sanitize(text) : text}\n`);
  await context.notice(`Status ${status}, request ${requestId}.`);
  return (status ?? 0) >= 400 ? exitCodes.failure : undefined;
}
