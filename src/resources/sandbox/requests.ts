import type { Call } from "../../api/caller.ts";
import { type Method, valueAt, type WireResult } from "../../api/endpoint.ts";
import { parseFilter } from "../../api/query/filter.ts";
import { toPlatformFilter } from "../../api/query/filter-platform.ts";
import { sandbox } from "../../api/services/sandbox/sandbox.ts";
import { redacted } from "../../kernel/text.ts";
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

/** The columns of the log. */
export const requestColumns = view.columns;

/** Returns a filter of requests in the platform's format. Throws UsageError. */
export function requestFilter(text: string | undefined): { filter?: object } {
  return text === undefined ? {} : { filter: toPlatformFilter(parseFilter(text, view.filterFields)) };
}

/** Where a sandbox is served, and the token of its control calls if it is known. */
export interface ServedSandbox {
  baseUrl: string;
  token: string | undefined;
}

/** The requests to the embedded sandbox, newest first. `findServer` returns where the sandbox is served, if it is. */
export function requestsOf(findServer: () => Promise<ServedSandbox | undefined>): Resource<LoggedRequest> {
  return {
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
          sections: requestSections(request, await readEvents(control, request)),
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
            copy: async (request) => (await scriptOf(request, control, await findServer())).join("\n"),
            args: ([id = ""]) => ["sandbox", "log", "show", id],
          },
          {
            key: "o",
            name: "SDK code",
            help: "copy it as a call of the official SDK",
            target: "row",
            copies: "the SDK code",
            copy: sdkCode,
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
}

function statusTone({ status = 0 }: LoggedRequest): Tone | undefined {
  return (status ?? 0) >= 400 ? "bad" : undefined;
}

/** Returns the events that a request caused, what was sent, and the response, which is the longest. */
function requestSections({ headers, input, response }: LoggedRequest, events: readonly Event[]): Section[] {
  const textOf = (title: string, text: string | null | undefined) =>
    text ? [textSection(title, prettyJson(text))] : [];
  return [
    ...(events.length === 0 ? [] : [tableSection("Events and webhooks", eventColumns, events)]),
    ...textOf("Body", input),
    ...textOf("Headers", headerText(headers)),
    ...textOf("Response", response),
  ];
}

type Event = NonNullable<NonNullable<WireResult<typeof sandbox.getLogged>["events"]>[number]>;

const eventColumns = columnsOf<Event>({
  seq: { label: "Event", as: "number" },
  type: { cut: "middle" },
  entityId: { label: "Object", cut: "middle", spare: true },
  webhook: { value: describeDeliveries, tone: deliveryTone, min: 14 },
});

/** Returns the domain events that a request caused, with what became of them at receivers of webhooks. */
async function readEvents(control: Call, { id }: LoggedRequest): Promise<readonly Event[]> {
  return (await control(sandbox.getLogged, { requestId: String(id) })).events ?? [];
}

/** Says what became of an event at each receiver: `delivered to http://localhost:3000/hooks (200)`. */
export function describeDeliveries({ deliveries }: Event): string {
  const described = (deliveries ?? []).map(({ url, status, reason, attempts = 1, settled }) => {
    const response = `${status ?? reason ?? "no response"}${(attempts ?? 1) > 1 ? `, ${attempts} attempts` : ""}`;
    const result = isDelivered({ status }) ? "delivered to" : settled ? "given up for" : "trying again for";
    return `${result} ${url} (${response.replace(/\.$/, "")})`;
  });
  return described.join("; ") || "not sent, no listener";
}

const isDelivered = ({ status }: { status?: number | null | undefined }) =>
  typeof status === "number" && status >= 200 && status < 300;

function deliveryTone({ deliveries }: Event): Tone | undefined {
  const all = deliveries ?? [];
  if (all.some((one) => one.settled && !isDelivered(one))) return "bad";
  return all.some((one) => !isDelivered(one)) ? "warn" : all.length > 0 ? "good" : undefined;
}

/** The base URL in requests of a sandbox that is not served. */
const unserved = "http://127.0.0.1:8787";

/** The end of a body that is too long for the log. */
const cutOff = /… \(\d+ characters\)$/;

/** Returns a request as the lines of a shell script that runs as it is, or says what to run first. */
export async function scriptOf(
  request: LoggedRequest,
  control: Call,
  served: ServedSandbox | undefined,
): Promise<string[]> {
  const { toCurl } = await import("../../api/transport/trace.ts");
  const { id, method, path, query, call, role, headers, input, at } = request;
  const baseUrl = served?.baseUrl ?? unserved;
  const controlToken = path?.startsWith("/__till/") ? served?.token : undefined;
  const curl = toCurl({
    method: (method ?? "GET") as Method,
    url: `${baseUrl}${path}${query ?? ""}`,
    headers: {
      ...(role && { authorization: "" }),
      ...(controlToken && { "x-till-control": "" }),
      ...(input && { "content-type": headers?.["content-type"] ?? "application/json" }),
    },
    body: input || undefined,
  });
  const lines = [
    `# ${[at, call, role && `as ${role}`].filter(Boolean).join(", ")}`,
    served === undefined && "# Serve this sandbox first: till sandbox start --port 8787",
    role && role !== "admin" && `# As a new visitor. As it was sent: till sandbox log replay ${id}`,
    curl.includes(redacted) && `# Secrets are not in the log: replace ${redacted}`,
    input && cutOff.test(input) && "# The body is cut off: only its start is in the log.",
    role && `TILL_TOKEN=${await tokenFor(role, baseUrl, control)}`,
    controlToken && `TILL_SANDBOX_TOKEN='${controlToken}'`,
    curl,
  ];
  return lines.flatMap((line) => line || []);
}

/** Returns a shell word for a token: the API key of the sandbox, which is not secret, or a command that asks for a new visitor's. */
async function tokenFor(role: string, baseUrl: string, control: Call): Promise<string> {
  const { apiKey, clientId } = await control(sandbox.status, {});
  if (role === "admin") return `'${apiKey}'`;
  const body = JSON.stringify({ clientId, grantType: "anonymous" });
  const ask = `curl -s '${baseUrl}/oauth2/token' -H 'content-type: application/json' -d '${body}'`;
  return `$(${ask} | sed 's/.*"access_token":"\\([^"]*\\).*/\\1/')`;
}

const endpointOf = async (call: string) => (await import("../../api/services/index.ts")).loadEndpoint(call);

/** Returns the input of a request: what was in its path, its query and its body. Undefined for an unknown call. */
async function inputOf({ call, method, path, query, input }: LoggedRequest): Promise<Fields | undefined> {
  const [{ calls }, { findCalls }, { readRequestInput }] = await Promise.all([
    import("../../api/services/calls.ts"),
    import("../../api/services/find-call.ts"),
    import("../../sandbox/kernel/input.ts"),
  ]);
  const found = findCalls(calls, (method ?? "GET") as Method, path ?? "").find(
    (one) => one.call.name === call,
  );
  if (found === undefined) return undefined;
  const { input: schema } = await endpointOf(found.call.name);
  return readRequestInput({
    schema,
    params: found.params,
    query: (query ?? "").slice(1),
    body: input ?? undefined,
  });
}

type Fields = Record<string, unknown>;

/** Returns a request as a call of the library: `await shop.orders.search({ … })`. */
async function libraryCall(request: LoggedRequest): Promise<string> {
  const { call, method, path } = request;
  const input = await inputOf(request);
  if (input === undefined) return `// The library has no call ${method} ${path}`;
  return `await shop.${call}(${codeOf(input)});`;
}

/**
 * Returns a request as a call of the official SDK: of its function, or by its path if it has none. `client` is the result of
 * `createClient` of `@wix/sdk`.
 */
async function sdkCode(request: LoggedRequest): Promise<string> {
  const { call, method, path, query, input: body } = request;
  const input = await inputOf(request);
  const [name = "", ...described] = (input && call && (await endpointOf(call)).sdk?.split(" ")) || [];
  const args = name === "" || input === undefined ? undefined : sdkArguments(described, input);
  if (args === undefined) {
    const options = { method, ...(body && { headers: { "content-type": "application/json" }, body }) };
    return [
      "// The SDK has no function for this call, or none with these fields.",
      `await client.fetchWithAuth("https://www.wixapis.com${path}${query ?? ""}", ${codeOf(options)});`,
    ].join("\n");
  }
  const [pack, module, called] = name.split(".");
  return [
    `import { ${module} } from "@wix/${pack}";`,
    `// client: createClient({ modules: { ${module} }, auth: … }) of @wix/sdk`,
    `await client.${module}.${called}(${args.join(", ")});`,
  ].join("\n");
}

/**
 * Returns the arguments of a function of the SDK as code. Each is described by where its value is in the input of the call: a
 * path, or an object of paths such as `{fields,_id:id,order*}`, in which `order*` stands for the fields of `order` that no other
 * argument has, and `*` for those of the input; `note:order*` is an object of them. Undefined if a field of the input is in none.
 */
export function sdkArguments(described: readonly string[], input: Fields): string[] | undefined {
  const fields = described.map((one) => (one.startsWith("{") ? one.slice(1, -1).split(",") : undefined));
  const paths = described.flatMap(
    (one, index) => fields[index]?.map((field) => field.slice(field.indexOf(":") + 1)) ?? one,
  );
  const roots = new Set(paths.map((path) => path.replace(/[.*].*$/, "")));
  if (!roots.has("") && !Object.keys(input).every((key) => roots.has(key))) return undefined;
  const taken = new Set(paths.filter((path) => !path.endsWith("*")));
  const rest = (path: string) => {
    const own = Object.entries((path === "" ? input : valueAt(input, path)) ?? {});
    return own.filter(([key]) => !taken.has(path === "" ? key : `${path}.${key}`));
  };
  const values = described.map((one, index) => {
    const entries = fields[index]?.flatMap((field): [string, unknown][] => {
      const [key = "", path = key] = field.split(":");
      const isRest = path.endsWith("*");
      if (isRest && path === key) return rest(path.slice(0, -1));
      const value = isRest ? Object.fromEntries(rest(path.slice(0, -1))) : valueAt(input, path);
      return value === undefined ? [] : [[key, value]];
    });
    if (entries === undefined) return one === "*" ? Object.fromEntries(rest("")) : valueAt(input, one);
    return entries.length === 0 ? undefined : Object.fromEntries(entries);
  });
  const count = values.findLastIndex((value) => value !== undefined) + 1;
  return values.slice(0, count).map((value) => codeOf(value, sdkNames).replace(timeText, 'new Date("$1")'));
}

/** The fields that the SDK calls otherwise, on every level. */
const sdkNames: Readonly<Record<string, string>> = {
  id: "_id",
  createdDate: "_createdDate",
  updatedDate: "_updatedDate",
};

/** A time in UTC, for which the SDK takes a Date, which is sent as the same text elsewhere. */
const timeText = /"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)"/g;

/** Returns a value as JavaScript. */
function codeOf(value: unknown, names: Readonly<Record<string, string>> = {}): string {
  const text = JSON.stringify(value, undefined, 2) ?? "undefined";
  // Line breaks in texts are escaped, so that a line with a member begins with its name.
  return text.replace(/^( *)"([A-Za-z_$][\w$]*)":/gm, (_, indent, key) => `${indent}${names[key] ?? key}:`);
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
