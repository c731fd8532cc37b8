import type { PlannedRow } from "../../bulk/plan/plan.ts";
import { type ListColumns, listColumn, productList } from "../../files/list.ts";
import type { StagedFile } from "../../resources/products/rejects.ts";

/** The columns for SKUs in the other formats. */
const skuColumns = ["sku", "Variant SKU", "SKU"];

/** Returns the name that a column has in a file. */
function fileColumn(
  { header, columns = header }: StagedFile,
  column: string,
  list: ListColumns = productList,
): string {
  const names = column === "sku" ? skuColumns : [column, listColumn(list, column)];
  return header[columns.findIndex((name) => names.includes(name))] ?? column;
}

/** Yields planned rows whose problems name the columns of the file. */
export async function* withFileColumns(
  staged: StagedFile,
  rows: AsyncIterable<PlannedRow>,
  list?: ListColumns,
): AsyncGenerator<PlannedRow> {
  for await (const row of rows) {
    if (!("problems" in row)) yield row;
    else
      yield {
        problems: row.problems.map((problem) => ({
          ...problem,
          ...(problem.column !== undefined && { column: fileColumn(staged, problem.column, list) }),
        })),
      };
  }
}
