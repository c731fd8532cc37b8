import { nearest } from "../kernel/text.ts";
import { type ColumnMap, isIgnored, mappedHeader } from "./column-map.ts";
import type { ListColumns } from "./list.ts";
import { fileError } from "./location.ts";
import type { Table } from "./table.ts";

/** The columns of a list of orders, each with the names that files have for it. */
export type ColumnNames = Readonly<Record<string, readonly string[]> & Record<"order", readonly string[]>>;

const normalized = (header: string) => header.toLowerCase().replace(/[\s_-]|#$/g, "");

/** The names that files have for the column with the numbers or ids of orders. */
export const orderColumn = ["order", "ordernumber", "orderid", "number", "id", "name"] as const;

/** Returns a list of columns as proposals and completion read it. */
export const listColumns = (names: ColumnNames): ListColumns => ({
  fields: Object.keys(names),
  ignored: [],
  aliases: Object.fromEntries(
    Object.entries(names).flatMap(([column, all]) => all.map((name) => [name, column])),
  ),
});

/** Returns whether a column of a file has one of these names. */
export const hasName = (column: string, names: readonly string[]): boolean =>
  names.includes(normalized(column));

/**
 * Returns the columns of a table by the names that till has for them. Throws UsageError with the column for unknown columns (unless they
 * are ignored), for two columns that are the same, and if none has orders.
 */
export function namedColumns<Names extends ColumnNames>(
  { name, sheet, header, headerLine: line }: Table,
  names: Names,
  {
    ignoreUnknown,
    map = {},
    example,
  }: { ignoreUnknown: boolean; map?: ColumnMap; example: keyof Names & string },
): Map<keyof Names, string> {
  const at = { file: name, sheet, line };
  const mapped = mappedHeader(header, map, at);
  const columns = new Map<keyof Names, string>();
  for (const [index, title] of header.entries()) {
    const target = mapped[index] ?? title;
    if (isIgnored(target)) continue;
    const column = Object.keys(names).find((one) => hasName(target, names[one] ?? []));
    const location = { ...at, column: index + 1, field: title };
    if (column === undefined) {
      if (ignoreUnknown) continue;
      const near = nearest(title, Object.keys(names));
      const guess = near === undefined ? "" : ` Did you mean "${near}"?`;
      throw fileError(
        location,
        `unknown column.${guess}`,
        `Say what it is with --map '${title}=${example}', or ignore unknown columns with --ignore-unknown.`,
      );
    }
    const before = columns.get(column);
    if (before !== undefined)
      throw fileError(location, `"${before}" and "${title}" are the same column.`, "Remove one of the two.");
    columns.set(column, title);
  }
  if (columns.has("order")) return columns;
  throw fileError(at, "no column has order numbers.", `Name it: --map '${header[0] ?? "COLUMN"}=order'`);
}
