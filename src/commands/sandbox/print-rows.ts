import type { Context } from "../../context/context.ts";
import { renderList } from "../../output/render.ts";
import type { Column } from "../../output/table.ts";

/** Prints a list of the sandbox; `empty` is the notice for no rows. */
export async function printRows<Row extends object>(
  { streams, format, globals }: Context,
  kind: string,
  rows: readonly Row[],
  empty: string,
  columns: readonly Column<Row>[],
): Promise<void> {
  await renderList<Row>({ streams, format, kind, fields: globals.fields, columns, rows, empty });
}
