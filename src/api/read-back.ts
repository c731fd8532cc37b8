import type { Endpoint } from "./endpoint.ts";
import { bounds } from "./models/fields.ts";
import { schemaBelow } from "./schema-fields.ts";
import type { Response } from "./transport/transport.ts";

/** How to see whether a change was made: a GET of the address that was changed. */
export interface ReadBack {
  endpoint: Endpoint;
  input: object;
  /** Whether this answer to it shows what was to be set. */
  shows(answer: Response): boolean;
}

/**
 * How to settle a change that carries a revision: where its answer was lost, it is sent again and then refused,
 * because its own first try made a newer revision. Undefined for calls that carry none.
 */
export function readBackOf(endpoint: Endpoint, input: unknown): ReadBack | undefined {
  const [entity] = (endpoint.required ?? []).flatMap((path) => /^(\w+)\.revision$/.exec(path)?.[1] ?? []);
  if (endpoint.method !== "PATCH" || entity === undefined) return undefined;
  const { [entity]: given, ...rest } = input as Record<string, Record<string, unknown>>;
  const { revision: _, id, ...wanted } = given ?? {};
  const path = (endpoint.readBack ?? endpoint.public).replace(
    `{${entity}.id}`,
    encodeURIComponent(String(id)),
  );
  const fields = everyField(endpoint);
  return {
    endpoint: { ...endpoint, method: "GET", public: path, effect: "read" },
    input: { ...rest, ...(fields && { fields }) },
    shows: ({ status, body }) => status === 200 && holds(entityIn(body, entity), wanted),
  };
}

/** Whether a value has what was to be set: all of its fields and every item of its lists; null stands for absent. */
export function holds(present: unknown, wanted: unknown): boolean {
  if (wanted === undefined || (wanted === null && !present)) return true;
  if (typeof wanted !== "object" || wanted === null) return present === wanted;
  if (typeof present !== "object" || present === null) return false;
  if (Array.isArray(wanted) && wanted.length !== (present as unknown[]).length) return false;
  return Object.entries(wanted).every(([name, value]) =>
    holds((present as Record<string, unknown>)[name], value),
  );
}

/** All groups of fields that an answer can be asked for: what was set must not be missing from it. */
function everyField({ input }: Endpoint): readonly string[] | undefined {
  const fields = schemaBelow(input, { key: "fields" });
  const one = fields && schemaBelow(fields, { at: undefined });
  return one && bounds.get(one)?.values;
}

function entityIn(body: string, entity: string): unknown {
  try {
    return (JSON.parse(body) as Record<string, unknown> | null)?.[entity];
  } catch {
    // Not an answer of the platform: it shows nothing.
    return undefined;
  }
}
