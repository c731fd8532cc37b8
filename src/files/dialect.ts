import type { ProductDraft } from "./draft.ts";
import type { HeaderLocation } from "./location.ts";
import type { NumberFormat } from "./numbers.ts";
import type { Row } from "./table.ts";

/** A problem of one cell. */
export interface RowProblem {
  /** Line in the file, 1 is the header. */
  line: number;
  /** The column name in the file. */
  column: string;
  /** The cell as read. */
  value: string;
  /** A stable name: `required`, `amount`, `choice` … */
  rule: string;
  /** What is wrong and how to fix it. */
  message: string;
}

/** The result of the rows of one product: a draft, or all problems. */
export interface Assembly {
  /** Absent if there are problems. */
  draft?: ProductDraft;
  problems: readonly RowProblem[];
  /** Data that is not imported. Several products may have the same notice: print each text once. */
  notices: readonly string[];
}

/** Returns the result of the rows of a product. */
export const assembled = (
  draft: ProductDraft,
  problems: readonly RowProblem[],
  notices: Iterable<string>,
): Assembly => ({ ...(problems.length === 0 && { draft }), problems, notices: [...notices] });

/** The options of an export. */
export interface Shape {
  /** Whether costs are known (they need a permission). Without them the column is omitted. */
  cost: boolean;
  /** The version of the catalog: fields that it cannot write have no column. Default: all columns. */
  version?: "v1" | "v3";
  /** The columns that were chosen, which may be some that follow from others. */
  chosen?: readonly string[] | undefined;
}

export type DialectName = "wix" | "shopify" | "till";

/** The shops whose files are read, but not written. */
export type OtherShop = "woocommerce" | "bigcommerce" | "square" | "prestashop" | "magento";

/** How the files of one format are read, as pure functions. */
export interface ReadDialect {
  readonly name: DialectName | OtherShop;
  /** Returns whether a header belongs to this dialect. */
  detect(header: readonly string[]): boolean;
  /** Throws UsageError for a missing key column, unknown columns (unless ignored) and duplicate columns. */
  check(header: readonly string[], options: HeaderLocation & { ignoreUnknown: boolean }): void;
  /** Returns the product's key in the file. Throws UsageError if it is empty. */
  handleOf(row: Row, file?: string): string;
  /** Returns what gives each row its handle, in the order of the file. Default: `handleOf`. */
  grouping?(): (row: Row, file?: string) => string;
  /** Returns the handles of rows that are variants of this one. Default: none. */
  partsOf?(row: Row): string[];
  /** Converts all rows of one handle, in the order of the file, and collects all problems. */
  assemble(rows: readonly Row[], options: NumberFormat): Assembly;
  /** Returns the name of a draft's field in the file: the column that has it, else the field's own name. */
  columnOf(field: string, header: readonly string[]): string;
  /** Returns whether a column holds text, in which an export neutralises formulas. */
  isText(column: string): boolean;
  /** Returns whether a column is imported. Default: `check` says so. */
  isCarried?(column: string): boolean;
  /** Returns which columns are not imported, as a notice. Default: `assemble` says so. */
  notImported?(header: readonly string[], numbers: NumberFormat): string | undefined;
}

/** One product file format that is read and written. `readCsv` and `csvLines` read and write the files. */
export interface Dialect extends ReadDialect {
  readonly name: DialectName;
  /** The columns of an export. */
  header(shape: Shape): string[];
  /** Returns one product as rows under `header`. Throws UsageError for a value that this dialect cannot hold. */
  toRows(draft: ProductDraft, header: readonly string[]): string[][];
  /** Returns descriptions of the data that a file with this header cannot hold; an export reports each once. */
  losses(draft: ProductDraft, header: readonly string[]): string[];
}
