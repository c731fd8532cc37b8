import { createWireClient } from "../../api/client.ts";
import type { WireResult } from "../../api/endpoint.ts";
import type { FilterField } from "../../api/query/filter.ts";
import { parseFilter } from "../../api/query/filter-parse.ts";
import { toPlatformFilter } from "../../api/query/filter-platform.ts";
import { sandbox } from "../../api/services/sandbox/sandbox.ts";
import type { Tone } from "../../output/style.ts";
import { column } from "../../output/table.ts";
import type { ListQuery } from "../listing.ts";
import type { Resource } from "../resource.ts";
import { type Section, textSection } from "../sections.ts";
import { sliceRows } from "../slice.ts";

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
const field = (name: string, type: FilterField["type"]): FilterField => ({ name, type, operators });

/** The fields of filters over requests. */
const fields: readonly FilterField[] = [
  ...["method", "path", "call", "role", "requestId", "query", "error"].map((name) => field(name, "text")),
  ...["id", "status", "ms"].map((name) => field(name, "number")),
  field("at", "date"),
];

/** Returns a filter of requests in the platform's format. Throws UsageError. */
export function requestFilter(text: string | undefined): { filter?: object } {
  return text === undefined ? {} : { filter: toPlatformFilter(parseFilter(text, fields)) };
}

const columns = [
  column<LoggedRequest>("ID", ({ id }) => id ?? 0, { as: "number", path: "id" }),
  column<LoggedRequest>("TIME", ({ at }) => at ?? "", { path: "at" }),
  column<LoggedRequest>("METHOD", ({ method }) => method ?? "", { path: "method" }),
  column<LoggedRequest>("PATH", ({ path }) => path ?? "", { grow: true, min: 28, path: "path" }),
  column<LoggedRequest>("STATUS", ({ status }) => status ?? 0, {
    as: "number",
    path: "status",
    tone: statusTone,
  }),
  column<LoggedRequest>("MS", ({ ms }) => ms ?? 0, { as: "number", path: "ms" }),
  column<LoggedRequest>("REQUEST", ({ requestId }) => requestId ?? "", { path: "requestId" }),
];

/** The requests to the embedded sandbox, newest first. */
export const requestResource: Resource<LoggedRequest> = {
  name: "sandbox",
  kind: "request",
  singular: "request",
  title: "Requests",
  columns,
  details: [
    ...columns,
    column("CALL", ({ call }) => call ?? ""),
    column("ROLE", ({ role }) => role ?? ""),
    column("QUERY", ({ query }) => query ?? ""),
    column("ERROR", ({ error }) => error ?? ""),
    column("HEADERS", ({ headers }) => headerText(headers)),
    column("BODY", ({ input }) => prettyJson(input ?? "")),
    column("RESPONSE", ({ response }) => prettyJson(response ?? "")),
  ],
  pageColumns: [
    column("Call", ({ call }) => call ?? ""),
    column("Identity", ({ role }) => role ?? ""),
    column("Status", ({ status }) => status ?? 0, { tone: statusTone }),
    column("Time", ({ at }) => at ?? "", { as: "time" }),
    column("Duration", ({ ms }) => `${ms ?? 0} ms`),
    column("Query", ({ query }) => query ?? ""),
    column("Error", ({ error }) => error ?? "", { tone: () => "bad" }),
    column("Request id", ({ requestId }) => requestId ?? ""),
  ],
  filterFields: fields,
  sortPaths: [],
  emptyHint: "Requests of commands and of storefronts appear here.",
  id: ({ id }) => String(id),
  label: ({ method, path, status }) => `${method} ${path} ${status}`,
  async open(session) {
    const control = createWireClient({ sandbox }, await session.call()).sandbox;
    return {
      list(query: ListQuery) {
        const filter = requestFilter(query.filter);
        const rows = async function* () {
          const { requests } = await control.queryLog({ ...filter, limit: 1000 });
          const word = query.search?.toLowerCase() ?? "";
          for (const request of (requests ?? []).reverse()) {
            if (`${request.path} ${request.call}`.toLowerCase().includes(word)) yield request;
          }
        };
        const { limit, offset, all } = query;
        const slice = sliceRows(rows(), { offset, limit: all ? undefined : (limit ?? 50) });
        return { ...slice, total: () => undefined, moved: () => false, inOrder: true };
      },
      page: async (request) => ({ row: request, sections: requestSections(request) }),
      get: async (id) => (await control.getLogged({ requestId: id })).request ?? {},
      actions: [
        {
          key: "r",
          name: "replay",
          help: "send it again with the same identity",
          target: "row",
          showsOutput: true,
          args: ([id = ""]) => ["sandbox", "log", "replay", id],
        },
        {
          key: "c",
          name: "curl",
          help: "show it as a curl command",
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

function requestSections({ headers, input, response }: LoggedRequest): Section[] {
  const parts = [
    ["Headers", headerText(headers)],
    ["Body", input],
    ["Response", response],
  ] as const;
  return parts.flatMap(([title, text]) => (text ? [textSection(title, prettyJson(text))] : []));
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
