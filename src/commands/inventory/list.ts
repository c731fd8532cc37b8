import { type ListOptions, moreRows } from "../../cli/flags.ts";
import type { Context } from "../../context/context.ts";
import type { ExitCode } from "../../kernel/errors.ts";
import { renderList } from "../../output/render.ts";
import { listStock, stockColumns } from "../../resources/inventory/inventory.ts";
import { catalogClient } from "../../resources/products/read.ts";

/** Prints stock, one row a variant. */
export async function run(
  context: Context,
  _args: string[],
  options: ListOptions,
): Promise<ExitCode | undefined> {
  const { streams, format, globals, signal } = context;
  const { rows, next } = listStock(await catalogClient(context), { ...options, signal });
  await renderList({
    streams,
    format,
    kind: "stock",
    columns: stockColumns,
    fields: globals.fields,
    rows,
    next,
    empty: "No stock matches.",
    more: moreRows,
    quiet: globals.quiet,
  });
  return undefined;
}
