import type { Context } from "../../context.ts";
import type { ExitCode } from "../../errors.ts";
import { renderList } from "../../output/render.ts";
import { listStock, stockColumns } from "../../resources/inventory.ts";
import { catalogClient } from "../../resources/products/read.ts";
import type { ListOptions } from "../flags.ts";

/** Prints stock, one row a variant. */
export async function run(
  context: Context,
  _args: string[],
  options: ListOptions,
): Promise<ExitCode | undefined> {
  const { streams, format, globals, signal } = context;
  await renderList({
    streams,
    format,
    kind: "stock",
    columns: stockColumns,
    fields: globals.fields,
    rows: listStock(await catalogClient(context), { ...options, signal }),
    empty: "No stock matches.",
    quiet: globals.quiet,
  });
  return undefined;
}
