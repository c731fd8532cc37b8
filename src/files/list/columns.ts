import { nearest } from "../../kernel/text.ts";
import { isIgnored } from "../column-map.ts";
import { type FileLocation, fileError } from "../location.ts";
import { productFieldTable } from "../product-fields.ts";
import { isCommandColumn } from "../row-command.ts";

/** The columns of a list and what may stand for them, ignoring case. */
export interface ListColumns {
  /** The columns that are imported. */
  readonly fields: readonly string[];
  /** Known columns that are not imported. */
  readonly ignored: readonly string[];
  /** Other names. */
  readonly aliases: Readonly<Record<string, string>>;
}

/** The columns of a list of products and variants. */
export const productList: ListColumns = {
  fields: [
    ..."sku name slug productType description price cost weight visible ribbon brand".split(" "),
    ..."discountType discountValue collections media inventory".split(" "),
  ],
  ignored: ["id", "handle", "kind", "variant"],
  aliases: { stock: "inventory", quantity: "inventory", qty: "inventory", title: "name" },
};

/** The columns of a list of stock; also those of `till inventory list --output csv`. */
export const stockList: ListColumns = {
  fields: ["quantity", "inStock"],
  ignored: ["sku", "id", "handle", "slug", "name", "kind", "product", "variant", "tracked"],
  aliases: { stock: "quantity", inventory: "quantity", qty: "quantity", "in stock": "inStock" },
};

const numberColumns: ReadonlySet<string> = new Set([
  "quantity",
  ...productFieldTable.flatMap(({ name, column, type }) =>
    type === "money" || type === "number" ? (column ?? name) : [],
  ),
]);

/** Returns whether a column of a list holds numbers. */
export const isListNumber = (column: string): boolean => numberColumns.has(column);

/** Returns the name of a column in a list; undefined if it is unknown. */
export function listColumn({ fields, ignored, aliases }: ListColumns, column: string): string | undefined {
  const name = column.trim().toLowerCase();
  const own = [...fields, ...ignored].find((one) => one.toLowerCase() === name);
  if (own !== undefined) return own;
  if (isCommandColumn(column)) return "command";
  return Object.hasOwn(aliases, name) ? aliases[name] : undefined;
}

/**
 * Throws UsageError for a list without the key column or without a field to import, and for unknown columns, all named
 * with suggestions. `header` has the names of the list, `columns` those of the file.
 */
export function checkListColumns(
  list: ListColumns,
  header: readonly string[],
  options: { file: string; columns: readonly string[]; key: string; ignoreUnknown: boolean },
): void {
  const { file, columns, key, ignoreUnknown } = options;
  const unknown = header.flatMap((name, index) =>
    isIgnored(name) || listColumn(list, name) !== undefined || name === key ? [] : [index],
  );
  const at = (index: number): FileLocation => ({
    file,
    line: 1,
    column: index + 1,
    field: columns[index] ?? "",
  });
  const [first] = unknown;
  if (first !== undefined && !ignoreUnknown) {
    const named = unknown.map((index) => {
      const guess = suggestion(list, header[index] ?? "");
      const shown = columns[index] === header[index] ? "" : ` for the column "${columns[index]}"`;
      return `"${header[index]}"${shown}${guess === undefined ? "" : ` (did you mean ${guess}?)`}`;
    });
    throw fileError(
      at(first),
      `unknown ${unknown.length === 1 ? "column" : "columns"}: ${named.join(", ")}.`,
      `Say what they are with --map 'COLUMN=FIELD', or ignore them with --ignore-unknown. Fields: ${list.fields.join(", ")}`,
    );
  }
  if (!header.includes(key)) {
    throw fileError(
      { file, line: 1 },
      `the column "${key}" is missing. It says which product or variant a row is.`,
      `Name it with --map 'COLUMN=${key}', or choose another key with --key. The columns: ${columns.join(", ")}`,
    );
  }
  if (!header.some((name) => name !== key && (list.fields.includes(name) || isCommandColumn(name)))) {
    throw fileError(
      { file, line: 1 },
      `there is nothing to import besides the column "${key}".`,
      `Fields: ${list.fields.join(", ")}`,
    );
  }
}

/** Returns the known name that is closest to a column, also without the first word: `Variant Price` is `price`. */
function suggestion({ fields, aliases }: ListColumns, column: string): string | undefined {
  const names = [...fields, ...Object.keys(aliases)];
  const guess =
    nearest(column, names) ??
    names.find((name) =>
      column
        .toLowerCase()
        .split(/[^a-z]+/)
        .includes(name.toLowerCase()),
    );
  return guess === undefined ? undefined : (aliases[guess] ?? guess);
}
