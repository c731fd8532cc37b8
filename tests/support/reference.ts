import { referenceFacts } from "../../scripts/contract.ts";
import { type ReferenceFields, referenceOf } from "../../scripts/platform-reference.ts";
import { type Endpoint, type Services, valueAt, walk } from "../../src/api/endpoint.ts";
import { operatorsIn } from "../../src/api/query/filter.ts";
import { services } from "../../src/api/services/all.ts";
import type { Request } from "../../src/api/transport/transport.ts";
import { isRecord } from "../../src/kernel/json.ts";

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

/** Lists to which the specification gives all operators, and the reference only some. */
const withAllOperators: ReadonlySet<string> = new Set(["events.query"]);

/** Returns the conditions and sort keys in a request that the list does not have: `brand.name $startsWith`, `sort by name`. */
export function unknownConditions(request: Request): string[] {
  const { filter, sort = [] } = endpoints.get(request.name) ?? {};
  if (filter === undefined) return [];
  const operators = new Map(
    Object.entries(filter).flatMap(([group, fields]) =>
      fields.map((field) => [field, operatorsIn(group)] as const),
    ),
  );
  const input = inputOf(request);
  const query = valueAt(input, "query") ?? valueAt(input, "search") ?? input;
  const keys = valueAt(query, "sort");
  const names = Array.isArray(keys) ? keys.map((key) => String(valueAt(key, "fieldName"))) : [];
  const conditions = [...conditionsIn(valueAt(query, "filter"))].filter(([field, operator]) => {
    const allowed = operators.get(field);
    if (allowed === undefined || allowed.length === 0) return allowed === undefined;
    return !withAllOperators.has(request.name) && !allowed.includes(operator);
  });
  return [
    ...conditions.map((condition) => condition.join(" ")),
    ...names.flatMap((name) => (sort.includes(name) ? [] : [`sort by ${name}`])),
  ];
}

/** Yields the field and operator of each condition of a filter. */
function* conditionsIn(filter: unknown): Generator<[field: string, operator: string]> {
  for (const part of Array.isArray(filter) ? filter : [filter]) {
    if (!isRecord(part)) continue;
    for (const [key, operand] of Object.entries(part)) {
      if (key.startsWith("$")) yield* conditionsIn(operand);
      else for (const operator of isRecord(operand) ? Object.keys(operand) : ["$eq"]) yield [key, operator];
    }
  }
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
