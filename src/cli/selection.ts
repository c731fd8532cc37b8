import { type FilterField, parseFilter } from "../api/query/filter.ts";
import { matchesAll } from "../api/query/filter-match.ts";
import type { Context } from "../context/context.ts";
import { UsageError } from "../kernel/errors.ts";
import type { JobOptions } from "./job-flags.ts";

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
      context.run?.asks ?? (context.streams.terminal !== undefined && !yes && !context.globals.json);
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
