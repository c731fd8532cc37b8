import type { Call } from "../../api/caller.ts";
import type { Method, WireResult } from "../../api/endpoint.ts";
import { parseFilter } from "../../api/query/filter.ts";
import { toPlatformFilter } from "../../api/query/filter-platform.ts";
import { sandbox } from "../../api/services/sandbox/sandbox.ts";
import { columnsOf } from "../../output/field.ts";
import type { Tone } from "../../output/style.ts";
import { described } from "../described.ts";
import { type ListQuery, sliceRows } from "../listing.ts";
import { type Resource, type Section, tableSection, textSection } from "../resource.ts";

/** A request in the log of a sandbox. */
export type LoggedRequest = NonNullable<WireResult<typeof sandbox.getLogged>["request"]>;

const operators = [
  "$eq",
  "$ne",
  "$in",
  "$gt",
  "$gte",
  "$lt",
  "$lte",
  "$startsWith",
  "$endsWith",
  "$contains",
  "$exists",
];
const text = { type: "text", operators } as const;
const number = { type: "number", operators } as const;

/** The fields of requests. */
const view = described<LoggedRequest>(
  {
    method: { filter: text },
    path: { grow: true, min: 16, cut: "middle", filter: text },
    call: { filter: text },
    role: { label: "Identity", filter: text },
    requestId: { heading: "REQUEST", spare: true, filter: text },
    query: { filter: text },
    error: { tone: () => "bad", filter: text },
    id: { as: "number", filter: number },
    status: { as: "number", tone: statusTone, filter: number },
    ms: { as: "number", filter: number },
    at: { heading: "TIME", filter: { type: "date", operators } },
    sent: { heading: "TIME", value: ({ at }) => at, as: "date" },
    time: { value: ({ at }) => at, as: "time" },
    duration: { value: ({ ms }) => `${ms ?? 0} ms` },
  },
  {
    list: "id at method path status ms requestId",
    screen: "id sent method status path ms requestId",
    get: "call role status time duration query error requestId",
  },
);

/** Returns a filter of requests in the platform's format. Throws UsageError. */
export function requestFilter(text: string | undefined): { filter?: object } {
  return text === undefined ? {} : { filter: toPlatformFilter(parseFilter(text, view.filterFields)) };
}

/** The requests to the embedded sandbox, newest first. */
export const requestResource: Resource<LoggedRequest> = {
  name: "sandbox",
  kind: "request",
  singular: "request",
  title: "Requests",
  ...view,
  sortPaths: [],
  emptyHint: "Requests of commands and of storefronts appear here.",
  id: ({ id }) => String(id),
  label: ({ method, path, status }) => `${method} ${path} ${status}`,
  async open(session) {
    const control = await session.call();
    return {
      list(query: ListQuery) {
        const filter = requestFilter(query.filter);
        const rows = async function* () {
          const { requests } = await control(sandbox.queryLog, { ...filter, limit: 1000 });
          const word = query.search?.toLowerCase() ?? "";
          for (const request of (requests ?? []).reverse()) {
            if (`${request.path} ${request.call}`.toLowerCase().includes(word)) yield request;
          }
        };
        const { limit, offset, all } = query;
        const slice = sliceRows(rows(), { offset, limit: all ? undefined : (limit ?? 50) });
        return { ...slice, total: () => undefined, moved: () => false, inOrder: true };
      },
      page: async (request) => ({
        row: request,
        sections: requestSections(request, await eventSections(control, request)),
      }),
      get: async (id) => (await control(sandbox.getLogged, { requestId: id })).request ?? {},
      actions: [
        {
          key: "r",
          direct: "R",
          name: "replay",
          help: "send it again with the same identity",
          target: "row",
          showsOutput: true,
          args: ([id = ""]) => ["sandbox", "log", "replay", id],
        },
        {
          key: "c",
          name: "curl",
          help: "copy it as a curl command",
          target: "row",
          copies: "the curl command",
          copy: async (request) => await curlOf(request),
          args: ([id = ""]) => ["sandbox", "log", "show", id],
        },
        {
          key: "l",
          name: "library",
          help: "copy it as a call of till-cli/api",
          target: "row",
          copies: "the call",
          copy: libraryCall,
          args: ([id = ""]) => ["sandbox", "log", "show", id],
        },
        {
          key: "s",
          name: "show",
          help: "print it with a curl command that runs as it is",
          target: "row",
          showsOutput: true,
          args: ([id = ""]) => ["sandbox", "log", "show", id],
        },
      ],
      listArgs: ({ filter }) => ["sandbox", "log", ...(filter === undefined ? [] : ["--filter", filter])],
      getArgs: (id) => ["sandbox", "log", "show", id],
    };
  },
};

function statusTone({ status = 0 }: LoggedRequest): Tone | undefined {
  return (status ?? 0) >= 400 ? "bad" : undefined;
}

/** Returns what was sent, the events that it caused, and the response, which is the longest. */
function requestSections({ headers, input, response }: LoggedRequest, events: readonly Section[]): Section[] {
  const textOf = (title: string, text: string | null | undefined) =>
    text ? [textSection(title, prettyJson(text))] : [];
  return [
    ...textOf("Headers", headerText(headers)),
    ...textOf("Body", input),
    ...events,
    ...textOf("Response", response),
  ];
}

/** The address of a sandbox that `till sandbox start` serves. */
const servedAt = "http://127.0.0.1:8787";

/** Returns a request as a curl command with its token in $TILL_TOKEN. */
async function curlOf({ method, path, query, role, input }: LoggedRequest): Promise<string> {
  const { toCurl } = await import("../../api/transport/trace.ts");
  return toCurl({
    method: (method ?? "GET") as Method,
    url: `${servedAt}${path}${query ?? ""}`,
    headers: { ...(role && { authorization: "" }), ...(input && { "content-type": "application/json" }) },
    body: input || undefined,
  });
}

/** Returns a request as a call of the library: `await shop.orders.search({ … })`. */
async function libraryCall({ call, method, path, query, input }: LoggedRequest): Promise<string> {
  const [{ calls }, { findCalls }] = await Promise.all([
    import("../../api/services/calls.ts"),
    import("../../api/services/find-call.ts"),
  ]);
  const found = findCalls(calls, (method ?? "GET") as Method, path ?? "").find(
    (one) => one.call.name === call,
  );
  const body: unknown = input ? JSON.parse(input) : Object.fromEntries(new URLSearchParams(query ?? ""));
  const given = { ...found?.params, ...(body as object) };
  return `await shop.${call}(${JSON.stringify(given, undefined, 2)});`;
}

/** The events before the last one among which those of a request are looked for. */
const recentEvents = 500;

/**
 * Returns the domain events that the sandbox emitted while it answered a request, which it delivers as webhooks. It answers one
 * request at a time; with a clock of its own, its events have other times than its requests, and are not shown.
 */
async function eventSections(control: Call, { at, ms }: LoggedRequest): Promise<Section[]> {
  // The time of a request is that of its response.
  const end = Date.parse(at ?? "");
  const begin = end - (ms ?? 0) - 1;
  const status = await control(sandbox.status, {});
  if (!Number.isFinite(end) || status.clock?.mode !== "real") return [];
  const after = Math.max(0, (status.lastEvent ?? 0) - recentEvents);
  const { events } = await control(sandbox.events, { after, limit: recentEvents });
  const own = (events ?? []).filter((event) => {
    const time = Date.parse(event?.at ?? "");
    return time >= begin && time <= end;
  });
  const columns = columnsOf<(typeof own)[number]>({
    seq: { label: "Event", as: "number" },
    type: {},
    entityId: { label: "Object", cut: "middle" },
  });
  return own.length === 0 ? [] : [tableSection("Events, delivered as webhooks", columns, own)];
}

/** Returns headers as they are sent, one line each. */
function headerText(headers: LoggedRequest["headers"]): string {
  return Object.entries(headers ?? {})
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
}

/** Returns JSON on several lines, and other text unchanged. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
