import type { Endpoint } from "./endpoint.ts";
import { schemaBelow } from "./schema-fields.ts";
import type { Response } from "./transport/transport.ts";

/** How to check whether an update was made: a GET of the updated entity. */
export interface ReadBack {
  endpoint: Endpoint;
  input: object;
  /** Returns whether the response contains the values that were set. */
  shows(response: Response): boolean;
}

/**
 * Returns how to check an update with a revision; undefined for other calls. If the response of such an update is lost,
 * the retry conflicts with the revision that its own first attempt created.
 */
export function readBackOf(endpoint: Endpoint, input: unknown): ReadBack | undefined {
  const [entity] = (endpoint.required ?? []).flatMap((path) => /^(\w+)\.revision$/.exec(path)?.[1] ?? []);
  if (endpoint.method !== "PATCH" || entity === undefined) return undefined;
  const { [entity]: given, ...rest } = input as Record<string, Record<string, unknown>>;
  const { revision, id, ...expected } = given ?? {};
  const path = (endpoint.readBack ?? endpoint.public).replace(
    `{${entity}.id}`,
    encodeURIComponent(String(id)),
  );
  const fields = everyField(endpoint);
  return {
    endpoint: { ...endpoint, method: "GET", public: path, effect: "read" },
    input: { ...rest, ...(fields && { fields }) },
    shows: ({ status, body }) => status === 200 && holds(entityIn(body, entity), expected),
  };
}

/** Returns whether a value contains all fields and list items that were set; null means absent. */
export function holds(present: unknown, expected: unknown): boolean {
  if (expected === undefined || (expected === null && !present)) return true;
  if (typeof expected !== "object" || expected === null) return present === expected;
  if (typeof present !== "object" || present === null) return false;
  if (Array.isArray(expected) && expected.length !== (present as unknown[]).length) return false;
  return Object.entries(expected).every(([name, value]) =>
    holds((present as Record<string, unknown>)[name], value),
  );
}

/** Requests all groups of fields, so that no field that was set is missing from the response. */
export function everyField({ input }: Endpoint): readonly string[] | undefined {
  const fields = schemaBelow(input, { key: "fields" });
  const one = fields && schemaBelow(fields, { at: undefined });
  return one?.enum;
}

function entityIn(body: string, entity: string): unknown {
  try {
    return (JSON.parse(body) as Record<string, unknown> | null)?.[entity];
  } catch {
    // Not a JSON response: it proves nothing.
    return undefined;
  }
}
