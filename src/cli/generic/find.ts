import type { Call } from "../../api/caller.ts";
import { valueAt } from "../../api/endpoint.ts";
import { pages } from "../../api/query/pages.ts";
import { loadEndpoint, loadService } from "../../api/services/index.ts";
import type { Context } from "../../context/context.ts";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import { isGuid } from "../../kernel/guid.ts";
import { nearest } from "../../kernel/text.ts";
import type { GenericResource } from "./generic-resource.ts";

/** What an argument named: its id, and all of it where it was read. */
export interface FoundRecord {
  id: string;
  /** As it was typed. */
  reference: string;
  record?: Record<string, unknown>;
}

/** The thing that an argument names: an id is taken as it is, unless `whole` asks for the record. TillError 5 or 6 otherwise. */
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
  const name = `${resource.service}.query`;
  const names = new Set<string>();
  const found: Record<string, unknown>[] = [];
  const wanted = reference.toLowerCase();
  if (known.length > 0) {
    const endpoint = await loadEndpoint(name);
    const all = pages<Record<string, unknown>>(
      call,
      name,
      endpoint,
      { query: {} },
      { signal: context.signal },
    );
    for await (const record of all) {
      const own = known.flatMap((path) => namesAt(record, path));
      for (const one of own) names.add(one);
      if (own.some((one) => one.toLowerCase() === wanted)) found.push(record);
    }
  }
  const [record] = found;
  if (found.length === 1 && record) return { id: String(record.id), reference, record };
  // Help says whose it is ("the item's id or name"); a sentence about the item need not.
  const by = resource.reference.describe.replace(/^the [^']+'s |^its /, "");
  if (found.length > 1) {
    const ids = found.map(({ id }) => id).join(", ");
    const message = `${found.length} ${resource.plural ?? `${resource.singular}s`} match "${reference}": ${ids}.`;
    throw new TillError(exitCodes.conflict, message, { hint: "Name one of them by its id." });
  }
  const meant = nearest(reference, names);
  const guess = meant === undefined ? "" : ` Did you mean "${meant}"?`;
  throw new TillError(exitCodes.notFound, `No ${resource.singular} has the ${by} "${reference}".${guess}`, {
    code: "NOT_FOUND",
    hint: `See them all: ${listCommand(context, resource)}`,
  });
}

/** What a field calls a thing: its text, or its own name where it is true (`default`). */
function namesAt(record: object, path: string): string[] {
  const value = valueAt(record, path);
  if (value === true) return [path];
  return typeof value === "string" && value !== "" ? [value] : [];
}

/** The thing as people call it, for questions and notices. */
export function nameOf({ matchKeys = [] }: GenericResource, { reference, record }: FoundRecord): string {
  const [name] = matchKeys.flatMap((path) => (record ? namesAt(record, path) : []));
  return `"${name ?? reference}"`;
}

/** Reads a thing by its id; a resource without a call for it is asked by a query. */
async function readRecord(
  { service, kind, idField: field = `${kind}Id`, singular }: GenericResource,
  call: Call,
  id: string,
  signal: AbortSignal,
) {
  const isKnown = Object.hasOwn(await loadService(service), "get");
  const name = `${service}.${isKnown ? "get" : "query"}`;
  const endpoint = await loadEndpoint(name);
  const input = isKnown ? { [field]: id } : { query: { filter: { id } } };
  const { body } = await call(name, endpoint, input, { signal });
  const record = valueAt(body, isKnown ? kind : `${endpoint.items}.0`);
  if (typeof record === "object" && record !== null) return record as Record<string, unknown>;
  throw new TillError(exitCodes.notFound, `There is no ${singular} ${id}.`, { code: "NOT_FOUND" });
}

/** `till discounts list`, out of what was typed. */
function listCommand({ argv }: Context, { name }: GenericResource): string {
  const words = argv.filter((word) => /^[a-z][a-z-]*$/.test(word));
  const own = words.indexOf(name) + 1;
  if (own > 0) return ["till", ...words.slice(0, own), "list"].join(" ");
  const verb = words.findIndex((word) => ["get", "update", "delete"].includes(word));
  return ["till", ...words.slice(0, verb < 0 ? 1 : verb), "list"].join(" ");
}
