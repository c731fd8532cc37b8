import type { Call } from "../../api/caller.ts";
import { type Endpoint, endpoint, type Method } from "../../api/endpoint.ts";
import { json, obj } from "../../api/models/fields.ts";
import { type Pages, pages } from "../../api/query/pages.ts";
import { calls } from "../../api/services/calls.ts";
import { type FoundCall, findCalls } from "../../api/services/find-call.ts";
import { loadEndpoint } from "../../api/services/index.ts";
import type { Response } from "../../api/transport/transport.ts";
import { bulkExit } from "../../cli/bulk-exit.ts";
import { type GivenField, pointAtFlags, readFieldOptions, readFields } from "../../cli/fields.ts";
import type { FieldOptions } from "../../cli/flags.ts";
import { type RawOutput, rawOutput } from "../../cli/raw-output.ts";
import type { Context } from "../../context/context.ts";
import { ApiError, type ExitCode, UsageError } from "../../kernel/errors.ts";
import { nearest, redactHeaders, sanitizeLine } from "../../kernel/text.ts";
import { jsonText, writeJsonList, writeNdjson } from "../../output/json.ts";

/** Options of `till api <call>`. */
export interface CallFlags extends FieldOptions {
  all?: boolean;
  include?: boolean;
  curl?: boolean;
  yes?: boolean;
}

/** A call with its validated input. */
interface PreparedCall {
  endpoint: Endpoint;
  input: unknown;
  output: RawOutput;
}

/** Makes an API call and prints its response, its items (`--all`), or the curl command (`--curl`). */
export async function makeCall(
  context: Context,
  args: readonly string[],
  options: CallFlags,
): Promise<ExitCode | undefined> {
  const { endpoint, known, fields: targetFields } = await findTarget(args, context);
  if (options.all) requirePageable(endpoint, options);
  const output = rawOutput(context);
  const flagFields = await readFieldOptions(context, options);
  const fields = await readFields(context, endpoint, options, [...targetFields, ...flagFields]);
  const prepared: PreparedCall = { endpoint, input: fields.input, output };
  if (!known) {
    requireSingleQuery(prepared);
    await context.notice(`Unknown call ${endpoint.name}; its input is not checked.`);
  }
  try {
    if (options.curl) return await (await import("./curl.ts")).printCurl(context, endpoint, fields.input);
    await confirmWrite(context, prepared, options.yes);
    const call = await context.call();
    if (options.all) return await followPages(context, call, prepared);
    return await callOnce(context, call, prepared, options.include ?? false);
  } catch (error) {
    throw pointAtFlags(error, fields);
  }
}

async function callOnce(
  context: Context,
  call: Call,
  prepared: PreparedCall,
  include: boolean,
): Promise<ExitCode | undefined> {
  const { endpoint, input, output } = prepared;
  const heads: Response[] = [];
  const onResponse = (response: Response) => void heads.push(response);
  try {
    const body = await call(endpoint, input, { signal: context.signal, onResponse });
    const [head] = heads;
    if (include && head) await printWithHead(context, output, head, body);
    else await output.print(body);
    return await bulkExit(context, endpoint, input, body);
  } catch (error) {
    for (const head of include ? heads : []) await printHead(context, head);
    throw error;
  }
}

async function followPages(
  context: Context,
  call: Call,
  { endpoint, input, output }: PreparedCall,
): Promise<undefined> {
  const items = pages<object>(call, endpoint, input, { signal: context.signal });
  await printItems(context, output, items);
  if (items.facts.moved)
    await context.notice(
      "The list changed while it was being read. Run the command again for an exact list.",
    );
}

function requirePageable(endpoint: Endpoint, { include, curl }: CallFlags): void {
  if (endpoint.paging === undefined || endpoint.items === undefined)
    throw new UsageError(`${endpoint.name} does not return a list, so --all cannot be used.`, {
      field: "--all",
    });
  const other = include ? "--include" : curl ? "--curl" : undefined;
  if (other !== undefined)
    throw new UsageError(`${other} and --all cannot be used together.`, { field: other });
}

/** Throws UsageError if an unknown call has query parameters in its path and in fields. */
function requireSingleQuery({ endpoint: { method, public: path }, input }: PreparedCall): void {
  const isQuery = method === "GET" || method === "DELETE";
  if (!isQuery || !path.includes("?") || Object.keys(input as object).length === 0) return;
  throw new UsageError("The path already has a query, so fields cannot add another one.", {
    hint: "Pass all parameters in the path, or all of them with -f.",
  });
}

/** Sets the question before a delete or payment call. */
async function confirmWrite(context: Context, { endpoint }: PreparedCall, yes?: boolean): Promise<void> {
  const { name, effect, summary } = endpoint;
  if (effect === "read") return;
  if (effect === "delete" || effect === "money") {
    const label = summary === "" ? name : `${name} (${summary})`;
    await context.asks({
      text: `${effect === "money" ? "This call moves money. " : ""}Call ${label}?`,
      // The amount is somewhere in the input, so the name of the call is typed instead.
      typed: effect === "money" ? name : undefined,
      yes,
    });
  }
}

/** A call and the input fields contained in its path. */
export interface Target {
  endpoint: Endpoint;
  /** False for an unknown path, which is sent unchanged. */
  known: boolean;
  /** Fields from path parameters and the query. */
  fields: GivenField[];
}

const methods: readonly string[] = ["GET", "POST", "PUT", "PATCH", "DELETE"] satisfies Method[];

/**
 * Finds the call for `products.query` or `GET /path`. Throws UsageError with suggestions if there is none or several, and
 * the sandbox's error for a function of the SDK that only the platform has.
 */
export async function findTarget(
  [first = "", path]: readonly string[],
  context: Pick<Context, "site">,
): Promise<Target> {
  const method = first.toUpperCase();
  if (isMethod(method)) return await findByPath(method, path);
  if (path !== undefined || first.startsWith("/") || first.includes("://")) {
    throw new UsageError(`"${first}" is neither a call nor a method.`, {
      hint: `Example: till api GET ${first.startsWith("/") ? first : "/stores-reader/v1/products/ID"}`,
    });
  }
  const names = calls.map(({ name }) => name);
  if (names.includes(first)) return { endpoint: await loadEndpoint(first), known: true, fields: [] };
  await rejectMissing(context, first);
  const isService = names.some((name) => name.startsWith(`${first}.`));
  const closest = isService ? undefined : nearest(first, names);
  throw new UsageError(
    `Unknown call "${first}".${closest === undefined ? "" : ` Did you mean ${closest}?`}`,
    {
      code: "UNKNOWN_CALL",
      hint: isService ? `List its calls: till api --service ${first}` : "List all calls: till api",
    },
  );
}

/** Throws for a function of the SDK that the sandbox does not have: the error of a request for it, or its path on Wix. */
async function rejectMissing(context: Pick<Context, "site">, name: string): Promise<void> {
  const { missingCall } = await import("../../sandbox/server/no-call.ts");
  const found = missingCall(name);
  if (!found) return;
  if ((await context.site()).hosted)
    throw new UsageError(`"${name}" can only be called by its path.`, {
      code: "UNKNOWN_CALL",
      hint: `Call it with: till api ${found.form.join(" ")}`,
    });
  const { status, code, message, data } = found.error;
  throw new ApiError(message, {
    status,
    code: String(code),
    details: { applicationError: { code, description: message, data } },
  });
}

const isMethod = (text: string): text is Method => methods.includes(text);

async function findByPath(method: Method, address: string | undefined): Promise<Target> {
  const [path = "", search = ""] = splitPath(method, address);
  const found = findCalls(calls, method, path);
  if (found.length > 1) throw ambiguousCall(method, path, found);
  const [one] = found;
  if (one === undefined) {
    const whole = search === "" ? path : `${path}?${search}`;
    const unknown = endpoint(`${method} /${whole.slice(1)}`, {
      path,
      required: [],
      input: json(),
      result: obj({}),
      // Nothing is known of what it adds.
      once: true,
      summary: "",
    });
    return { endpoint: { ...unknown, name: `${method} ${path}` }, known: false, fields: [] };
  }
  const values = Object.entries(one.params).map(([field, value]) => [field, decode(value, path)]);
  const fields = [...values, ...new URLSearchParams(search)].map(
    ([field = "", value = ""]): GivenField => ({ path: field, value, label: `"${field}" in the path` }),
  );
  return { endpoint: await loadEndpoint(one.call.name), known: true, fields };
}

/** Splits a path from its query. Rejects URLs because credentials must only be sent to the profile's platform. */
function splitPath(method: Method, address: string | undefined): string[] {
  if (address === undefined) {
    throw new UsageError(`${method} requires a path.`, {
      hint: `Example: till api ${method} /stores-reader/v1/products/ID`,
    });
  }
  if (!/^\/(?!\/)[^\s#\\]*$/.test(address) || /\/(\.|%2e){1,2}(?=[/?]|$)/i.test(address)) {
    throw new UsageError(`"${address}" is not a path.`, {
      hint: "Pass only the path, starting with a slash. Calls are always sent to the profile's platform.",
    });
  }
  return address.split(/\?(.*)/s, 2);
}

function ambiguousCall(method: Method, path: string, found: readonly FoundCall[]): UsageError {
  const lines = found.map(({ call }) => `${call.name}  ${call.method} ${call.public}`);
  return new UsageError(`${method} ${path} matches ${found.length} calls.`, {
    code: "AMBIGUOUS_CALL",
    hint: `Use the call name or its public path:\n  ${lines.join("\n  ")}`,
  });
}

function decode(segment: string, path: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new UsageError(`"${path}" contains an invalid % escape.`, {
      hint: "Write a literal percent sign as %25.",
    });
  }
}

/** Prints a response with its status and headers; with `--json`, all three in one value. */
async function printWithHead(
  context: Context,
  output: RawOutput,
  head: Response,
  body: object,
): Promise<void> {
  if (context.format === "json") {
    const { status, headers } = head;
    const whole = { status, headers: redactHeaders(headers), body: output.choose(body) };
    return await context.streams.stdout.write(`${jsonText(whole)}\n`);
  }
  await printHead(context, head);
  await output.print(body);
}

/** Prints status and headers in HTTP notation, followed by an empty line. Secrets are redacted. */
async function printHead({ streams }: Context, { status, headers }: Response): Promise<void> {
  const lines = Object.entries(redactHeaders(headers)).map(([name, value]) => `${name}: ${value}`);
  await streams.stdout.write(`${[`HTTP ${status}`, ...lines].map(sanitizeLine).join("\n")}\n\n`);
}

/** Prints the items of a list page by page. */
async function printItems(context: Context, output: RawOutput, items: Pages<object>): Promise<void> {
  const { stdout } = context.streams;
  const rows = mapItems(items, output.choose);
  const total = () => items.facts.total;
  if (context.format === "ndjson") await writeNdjson(stdout, rows);
  else if (context.format === "yaml")
    await (await import("../../output/yaml.ts")).writeYamlList(stdout, rows, { total });
  else await writeJsonList(stdout, rows, { total });
}

async function* mapItems(items: AsyncIterable<object>, transform: (item: object) => object) {
  for await (const item of items) yield transform(item);
}
