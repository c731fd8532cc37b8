import { type Endpoint, valueAt } from "../../api/endpoint.ts";
import { parseObject } from "../../api/response.ts";
import { isTime, type Schema } from "../../api/schema.ts";
import { shapeOf } from "../../api/schema-fields.ts";
import { calls } from "../../api/services/calls.ts";
import { loadEndpoint } from "../../api/services/index.ts";
import type { Context } from "../../context/context.ts";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import { isGuid } from "../../kernel/ids.ts";
import { isRecord } from "../../kernel/json.ts";

/** What a response has that the contract does not know. There are names and types in it, and no values. */
export interface Difference {
  call: string;
  /** `order.lineItems[].price` */
  at: string;
  /** `unknown field (text)`, `a number, not text`, `unknown value NEW_STATUS`, `REDIRECT` */
  what: string;
}

/**
 * Makes every call that reads once, if it needs no input or an id that an earlier response had, and prints what the responses
 * have that the contract does not know.
 */
export async function probe(context: Context): Promise<undefined> {
  const call = await context.call("admin");
  const ids = new Map<string, string>();
  const found: Difference[] = [];
  let [made, refused] = [0, 0];
  const reads = calls.filter(({ effect, role }) => effect === "read" && role !== "member");
  // Calls that need an id come after those that may return it.
  for (const { name } of reads.toSorted((a, b) => inputs(a.path) - inputs(b.path))) {
    const endpoint = await loadEndpoint(name);
    const input = inputFor(endpoint, ids);
    if (input === undefined) continue;
    made += 1;
    let body: unknown;
    try {
      await call(endpoint, input as never, {
        signal: context.signal,
        onResponse(response) {
          if (response.status === 200) body = parseObject(response.body);
        },
      });
    } catch (error) {
      if (!(error instanceof TillError) || error.exitCode === exitCodes.auth) throw error;
      // What a refusal says depends on the shop, such as on the version of its catalog.
      if (error.exitCode !== exitCodes.unavailable) refused += 1;
      else if (body === undefined) found.push({ call: name, at: "", what: codeOf(error.code) });
    }
    if (!isRecord(body)) continue;
    found.push(...differences(name, endpoint.result, body));
    remember(endpoint, body, ids);
  }
  await context.print(found.values(), {
    kind: "difference",
    fields: { call: {}, at: { label: "Field" }, what: { label: "Difference", grow: true } },
    total: found.length,
    empty: "The responses are as the contract says.",
  });
  await context.notice(
    `${made} calls were made, ${refused} of them refused. There are names and types in the output, and no values.`,
  );
  return undefined;
}

const inputs = (path: string): number => path.split("{").length;

/** Codes are names of the platform. Anything else could be a value. */
const codeOf = (code: string): string => (/^[A-Z0-9_-]{1,60}$/.test(code) ? code : "other error");

/** Returns an input for a call, or undefined if it needs one that is not known. */
function inputFor(
  { name, required = [], requiredOneOf = [] }: Endpoint,
  ids: ReadonlyMap<string, string>,
): object | undefined {
  if (requiredOneOf.length > 0) return undefined;
  const [service = ""] = name.split(".");
  const fields = required.map((path) => [path, ids.get(`${service} ${path}`) ?? ids.get(path)] as const);
  if (fields.some(([path, id]) => id === undefined || path.includes("."))) return undefined;
  return Object.fromEntries(fields);
}

/** Keeps the id of the first object in a response, under the names by which other calls ask for it. */
function remember({ name, items }: Endpoint, body: unknown, ids: Map<string, string>): void {
  const [service = ""] = name.split(".");
  const list = items === undefined ? undefined : valueAt(body, items);
  const [first] = Array.isArray(list) ? list : [];
  const id = valueAt(first, "id");
  if (typeof id !== "string" || !isGuid(id)) return;
  const singular = items?.replace(/ies$/, "y").replace(/s$/, "") ?? "";
  for (const key of [`${service} id`, `${singular}Id`]) if (!ids.has(key)) ids.set(key, id);
}

/** Returns what a response has that its schema does not know, each kind once. */
export function differences(call: string, schema: Schema, body: unknown): Difference[] {
  const found = new Map<string, Difference>();
  const note = (at: string, what: string) => void found.set(`${at} ${what}`, { call, at, what });
  visit(schema, body, "");
  return [...found.values()];

  function visit(schema: Schema, value: unknown, at: string): void {
    if (value === null || value === undefined) return;
    const { type, properties, additionalProperties, items } = schema;
    const expected = type === "integer" ? "number" : type;
    if (expected !== undefined && jsonType(value) !== expected) {
      note(at, `${jsonType(value)}, not ${expected}`);
      return;
    }
    if (Array.isArray(value)) for (const item of value) visit(items ?? {}, item, `${at}[]`);
    else if (isRecord(value) && additionalProperties)
      for (const inner of Object.values(value)) visit(additionalProperties, inner, `${at}.*`);
    else if (isRecord(value) && properties) {
      for (const [name, inner] of Object.entries(value)) {
        const path = at === "" ? name : `${at}.${name}`;
        const field = Object.hasOwn(properties, name) ? shapeOf(schema)[name] : undefined;
        if (field) visit(field, inner, path);
        else note(path, `unknown field (${jsonType(inner)})`);
      }
      for (const name of schema["x-till-always"] ?? [])
        if (value[name] === undefined || value[name] === null)
          note(at === "" ? name : `${at}.${name}`, "missing, though always there");
    } else if (typeof value === "string" && schema.enum && !schema.enum.includes(value))
      note(at, codeOf(value) === value ? `unknown value ${value}` : "unknown value");
    else if (typeof value === "string" && isTime(schema) && Number.isNaN(Date.parse(value)))
      note(at, "text that is no time");
  }
}

const jsonType = (value: unknown): string =>
  value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
