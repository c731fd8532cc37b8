import type { Call } from "../../api/caller.ts";
import { valueAt } from "../../api/endpoint.ts";
import { pages } from "../../api/query/pages.ts";
import { loadEndpoint, loadService } from "../../api/services/index.ts";
import type { Context } from "../../context/context.ts";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import { isGuid } from "../../kernel/guid.ts";
import { nearest } from "../../kernel/text.ts";
import { type GenericResource, pluralOf } from "./generic-resource.ts";

/** The record that an argument names: its id, and its fields if it was read. */
export interface FoundRecord {
  id: string;
  /** The reference as typed. */
  reference: string;
  record?: Record<string, unknown>;
}

/** Finds the record that an argument names. Reads a record given by id only if `whole` is set. Throws TillError 5 or 6. */
export async function findRecord(
  { context, resource, call }: { context: Context; resource: GenericResource; call: Call },
  reference: string,
  whole: boolean,
): Promise<FoundRecord> {
  if (isGuid(reference)) {
    if (!whole) return { id: reference, reference };
    return { id: reference, reference, record: await readRecord(resource, call, reference, context.signal) };
  }
  const known = resource.matchKeys ?? [];
  const names = new Set<string>();
  const found: Record<string, unknown>[] = [];
  const lowerCase = reference.toLowerCase();
  if (known.length > 0) {
    const endpoint = await loadEndpoint(`${resource.service}.query`);
    const all = pages<Record<string, unknown>>(call, endpoint, { query: {} }, { signal: context.signal });
    for await (const record of all) {
      const own = known.flatMap((path) => namesAt(record, path));
      for (const one of own) names.add(one);
      if (own.some((one) => one.toLowerCase() === lowerCase)) found.push(record);
    }
  }
  const [record] = found;
  if (found.length === 1 && record) return { id: String(record.id), reference, record };
  if (found.length > 1) {
    const ids = found.map(({ id }) => id).join(", ");
    const message = `${found.length} ${pluralOf(resource)} match "${reference}": ${ids}.`;
    throw new TillError(exitCodes.conflict, message, { hint: "Use the id." });
  }
  const suggestion = nearest(reference, names);
  const guess = suggestion === undefined ? "" : ` Did you mean "${suggestion}"?`;
  throw new TillError(
    exitCodes.notFound,
    `No ${resource.singular} has the ${resource.reference.describe} "${reference}".${guess}`,
    {
      code: "NOT_FOUND",
      hint: `List them: ${listCommand(context, resource)}`,
    },
  );
}

/** Returns the names in a field: its text, or the name of the field if it is true (`default`). */
function namesAt(record: object, path: string): string[] {
  const value = valueAt(record, path);
  if (value === true) return [path];
  return typeof value === "string" && value !== "" ? [value] : [];
}

/** Returns the name of a record for questions and notices. */
export function nameOf({ matchKeys = [] }: GenericResource, { reference, record }: FoundRecord): string {
  const [name] = matchKeys.flatMap((path) => (record ? namesAt(record, path) : []));
  return `"${name ?? reference}"`;
}

/** Reads a record by id, with a query if the service has no `get` call. */
async function readRecord(
  { service, kind, idField: field = `${kind}Id`, singular }: GenericResource,
  call: Call,
  id: string,
  signal: AbortSignal,
) {
  const isKnown = Object.hasOwn(await loadService(service), "get");
  const endpoint = await loadEndpoint(`${service}.${isKnown ? "get" : "query"}`);
  const input = isKnown ? { [field]: id } : { query: { filter: { id } } };
  const body = await call(endpoint, input, { signal });
  const record = valueAt(body, isKnown ? kind : `${endpoint.items}.0`);
  if (typeof record === "object" && record !== null) return record as Record<string, unknown>;
  throw new TillError(exitCodes.notFound, `There is no ${singular} ${id}.`, { code: "NOT_FOUND" });
}

/** Returns the list command of the typed group: `till discounts list`. */
function listCommand({ argv }: Context, { name }: GenericResource): string {
  const names = argv.filter((word) => /^[a-z][a-z-]*$/.test(word));
  const own = names.indexOf(name) + 1;
  if (own > 0) return ["till", ...names.slice(0, own), "list"].join(" ");
  const verb = names.findIndex((word) => ["get", "update", "delete"].includes(word));
  return ["till", ...names.slice(0, verb < 0 ? 1 : verb), "list"].join(" ");
}
