import { type Endpoint, endpoint, type Method } from "../../api/endpoint.ts";
import { json } from "../../api/models/fields.ts";
import { calls } from "../../api/services/calls.ts";
import { type FoundCall, findCalls } from "../../api/services/find-call.ts";
import { loadEndpoint } from "../../api/services/index.ts";
import type { GivenField } from "../../cli/fields.ts";
import { UsageError } from "../../kernel/errors.ts";
import { nearest } from "../../kernel/text.ts";

/** The call that was named, and what its address already says. */
export interface Target {
  name: string;
  endpoint: Endpoint;
  /** False for an address that till does not know: it is sent as it is. */
  known: boolean;
  /** Values from the path and the query of the address. */
  given: GivenField[];
}

const methods: readonly string[] = ["GET", "POST", "PUT", "PATCH", "DELETE"] satisfies Method[];

/** Finds what `products.query` or `GET /path` means. UsageError with what was probably meant, or with the candidates. */
export async function findTarget([first = "", path]: readonly string[]): Promise<Target> {
  const method = first.toUpperCase();
  if (isMethod(method)) return await byAddress(method, path);
  if (path !== undefined || first.startsWith("/") || first.includes("://")) {
    throw new UsageError(`"${first}" is neither a call nor a method.`, {
      hint: `For example: till api GET ${first.startsWith("/") ? first : "/stores-reader/v1/products/ID"}`,
    });
  }
  const names = calls.map(({ name }) => name);
  if (names.includes(first))
    return { name: first, endpoint: await loadEndpoint(first), known: true, given: [] };
  const isService = names.some((name) => name.startsWith(`${first}.`));
  const meant = isService ? undefined : nearest(first, names);
  throw new UsageError(
    `There is no call "${first}".${meant === undefined ? "" : ` Did you mean ${meant}?`}`,
    {
      code: "UNKNOWN_CALL",
      hint: isService ? `Its calls: till api --service ${first}` : "See them all: till api",
    },
  );
}

const isMethod = (text: string): text is Method => methods.includes(text);

async function byAddress(method: Method, address: string | undefined): Promise<Target> {
  const [path = "", search = ""] = splitAddress(method, address);
  const found = findCalls(calls, method, path);
  if (found.length > 1) throw severalCalls(method, path, found);
  const [one] = found;
  if (one === undefined) {
    const whole = search === "" ? path : `${path}?${search}`;
    const unknown = endpoint({ method, path, public: whole, input: json(), result: json(), summary: "" });
    return { name: `${method} ${path}`, endpoint: unknown, known: false, given: [] };
  }
  const values = Object.entries(one.params).map(([field, value]) => [field, decode(value, path)]);
  const given = [...values, ...new URLSearchParams(search)].map(
    ([field = "", value = ""]): GivenField => ({ path: field, value, label: `"${field}" in the address` }),
  );
  const { name } = one.call;
  return { name, endpoint: await loadEndpoint(name), known: true, given };
}

/** Path and query of an address. Only paths: credentials go to the profile's own platform and nowhere else. */
function splitAddress(method: Method, address: string | undefined): string[] {
  if (address === undefined) {
    throw new UsageError(`${method} needs a path.`, {
      hint: `For example: till api ${method} /stores-reader/v1/products/ID`,
    });
  }
  if (!/^\/(?!\/)[^\s#\\]*$/.test(address) || /\/(\.|%2e){1,2}(?=[/?]|$)/i.test(address)) {
    throw new UsageError(`"${address}" is not a path.`, {
      hint: "Give the path alone, from its first slash on: calls go to the platform of the profile and nowhere else.",
    });
  }
  return address.split(/\?(.*)/s, 2);
}

function severalCalls(method: Method, path: string, found: readonly FoundCall[]): UsageError {
  const lines = found.map(({ call }) => `${call.name}  ${call.method} ${call.public}`);
  return new UsageError(`${method} ${path} can mean ${found.length} calls.`, {
    code: "AMBIGUOUS_CALL",
    hint: `Name the call, or its public path:\n  ${lines.join("\n  ")}`,
  });
}

function decode(segment: string, path: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new UsageError(`"${path}" has a % that is no escape.`, { hint: "Write a percent sign as %25." });
  }
}
