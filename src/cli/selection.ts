import { type FilterField, parseFilter } from "../api/query/filter.ts";
import { matchesAll } from "../api/query/filter-match.ts";
import type { Context } from "../context/context.ts";
import { checkRecordKind, readNdjson } from "../files/ndjson.ts";
import { UsageError } from "../kernel/errors.ts";
import type { JobOptions } from "./bulk-flags.ts";
import { argumentName, readSource } from "./source.ts";

/** Parsed values of the flags that select what a bulk change is about. */
export interface SelectionOptions extends JobOptions {
  filter?: string;
  all?: boolean;
}

/** What a bulk change may select, in the words of its errors. */
export interface Selectable {
  /** `products` */
  plural: string;
  fields: readonly FilterField[];
  /** How to select some of them. */
  hint: string;
}

/**
 * Checks the selection of a bulk change that names no objects. Returns its filter, or undefined for `--all`.
 * Throws UsageError if nothing is selected, if a filter that matches everything is given without `--all`, and if
 * `--all` would be applied without `--expect` and without a prompt.
 */
export function readSelection(
  context: Context,
  { filter, all, expect, yes, dryRun, planOut }: SelectionOptions,
  { plural, fields, hint }: Selectable,
): string | undefined {
  const isEmpty = filter === undefined || filter.trim() === "";
  if (isEmpty && !all) throw new UsageError(`No ${plural} selected.`, { field: "--filter", hint });
  if (isEmpty || matchesAll(parseFilter(filter, fields))) {
    if (!all) {
      throw new UsageError(`This filter selects all ${plural}.`, {
        field: "--filter",
        hint: `Nothing was sent. To select all of them, use --all with --expect <n>; --dry-run shows how many there are.`,
      });
    }
    const asks =
      context.run?.asks ??
      ((context.streams.terminal !== undefined || context.streams.asksPlainly) &&
        !yes &&
        !context.globals.json);
    if (expect === undefined && !dryRun && planOut === undefined && !asks) {
      throw new UsageError(`--all needs --expect <n>, the number of ${plural} to change.`, {
        field: "--expect",
        hint: "Nothing was sent. --dry-run shows how many there are.",
      });
    }
    return undefined;
  }
  if (all) throw new UsageError("Use either --all or --filter.", { field: "--all" });
  return filter;
}

/**
 * Returns the references on the command line, with `-` replaced by the ids of the NDJSON records on stdin. Reads and
 * checks all of stdin first; throws UsageError for a record of another kind or without an id.
 */
export async function readReferences(
  context: Context,
  args: readonly string[],
  kind: string,
): Promise<string[]> {
  if (!args.includes("-")) return [...args];
  const references: string[] = [];
  for (const arg of args) {
    if (arg !== "-") references.push(arg);
    else
      for await (const { line, value } of readNdjson(
        readSource(context, arg, `till ${kind}s list --output ndjson | till …`),
        { name: argumentName(arg) },
      ))
        references.push(idOf(value, kind, `stdin, line ${line}`));
  }
  return references;
}

function idOf(record: Record<string, unknown>, kind: string, position: string): string {
  checkRecordKind(record, kind, position);
  const { id } = record;
  if (typeof id === "string" && id !== "") return id;
  throw new UsageError(`${position}: the record has no id. Nothing was sent.`, {
    field: "id",
    hint: "Pipe in whole records, or include the id: --fields id,name",
  });
}
