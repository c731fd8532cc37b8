import { type Endpoint, endpoint, type Method } from "../../api/endpoint.ts";
import { json, obj } from "../../api/models/fields.ts";
import { calls } from "../../api/services/calls.ts";
import { type FoundCall, findCalls } from "../../api/services/find-call.ts";
import { loadEndpoint } from "../../api/services/index.ts";
import type { GivenField } from "../../cli/fields.ts";
import { UsageError } from "../../kernel/errors.ts";
import { nearest } from "../../kernel/text.ts";

/** A call and the input fields contained in its path. */
export interface Target {
  endpoint: Endpoint;
  /** False for an unknown path, which is sent unchanged. */
  known: boolean;
  /** Fields from path parameters and the query. */
  fields: GivenField[];
}

const methods: readonly string[] = ["GET", "POST", "PUT", "PATCH", "DELETE"] satisfies Method[];

/** Finds the call for `products.query` or `GET /path`. Throws UsageError with suggestions if there is none or several. */
export async function findTarget([first = "", path]: readonly string[]): Promise<Target> {
  const method = first.toUpperCase();
  if (isMethod(method)) return await findByPath(method, path);
  if (path !== undefined || first.startsWith("/") || first.includes("://")) {
    throw new UsageError(`"${first}" is neither a call nor a method.`, {
      hint: `Example: till api GET ${first.startsWith("/") ? first : "/stores-reader/v1/products/ID"}`,
    });
  }
  const names = calls.map(({ name }) => name);
  if (names.includes(first)) return { endpoint: await loadEndpoint(first), known: true, fields: [] };
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
