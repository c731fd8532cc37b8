import type { WireResult } from "../../api/endpoint.ts";
import { parseFilter } from "../../api/query/filter.ts";
import { toPlatformFilter } from "../../api/query/filter-platform.ts";
import { sandbox } from "../../api/services/sandbox/sandbox.ts";
import type { Tone } from "../../output/style.ts";
import { described } from "../described.ts";
import { type ListQuery, sliceRows } from "../listing.ts";
import { type Resource, type Section, textSection } from "../resource.ts";

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
      page: async (request) => ({ row: request, sections: requestSections(request) }),
      get: async (id) => (await control(sandbox.getLogged, { requestId: id })).request ?? {},
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
