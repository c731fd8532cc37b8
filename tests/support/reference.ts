import { referenceFacts } from "../../scripts/contract.ts";
import { type ReferenceFields, referenceOf } from "../../scripts/platform-reference.ts";
import { type Endpoint, type Services, walk } from "../../src/api/endpoint.ts";
import { services } from "../../src/api/services/all.ts";
import type { Request } from "../../src/api/transport/transport.ts";

const { calls, types } = referenceOf(referenceFacts());
const endpoints = new Map<string, Endpoint>(walk(services as Services));
/** Fields that only the specification has. */
const specified: Readonly<Record<string, ReferenceFields>> = {
  "currentCart.update": { merchantDiscounts: { type: "json" } },
};

/**
 * Returns the paths of the fields in a request that the reference does not have. Calls that it does not have, and those that are
 * typed as a URL, can have any.
 */
export function unknownFields(request: Request): string[] {
  const { method, public: path } = endpoints.get(request.name) ?? {};
  const call = calls[`${method} ${path}`];
  if (call === undefined) return [];
  return [...unknownIn({ ...call.request, ...specified[request.name] }, inputOf(request), "")];
}

function* unknownIn(fields: ReferenceFields, value: unknown, path: string): Generator<string> {
  if (typeof value !== "object" || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    const type = fields[name]?.type;
    if (type === undefined) yield path + name;
    else {
      const below = types[type.replace(/^(object|array):/, "")];
      for (const item of below ? [inner].flat() : []) yield* unknownIn(below ?? {}, item, `${path}${name}.`);
    }
  }
}

/** Returns the input that a request carries: its body, or its query with dotted keys or as one `.r` parameter. */
function inputOf({ url, body }: Request): unknown {
  if (body !== undefined) return JSON.parse(body);
  const input: Record<string, unknown> = {};
  for (const [key, text] of new URL(url).searchParams) {
    if (key === ".r") Object.assign(input, JSON.parse(Buffer.from(text, "base64url").toString()));
    else place(input, key.split("."), text);
  }
  return input;
}

function place(target: Record<string, unknown>, [name = "", ...rest]: string[], text: string): void {
  if (rest.length === 0) target[name] = text;
  else {
    target[name] ??= {};
    place(target[name] as Record<string, unknown>, rest, text);
  }
}
