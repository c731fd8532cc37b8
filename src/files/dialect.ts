import type { Row } from "./csv/csv.ts";
import type { ProductDraft } from "./draft.ts";

/** The decimal sign of amounts in a file. It is declared, never guessed. */
export type DecimalSign = "." | ",";

/** What is wrong with one cell. */
export interface RowProblem {
  /** Line in the file, 1 is the header. */
  line: number;
  /** The column as the header of the file names it. */
  column: string;
  /** The cell as it was read. */
  value: string;
  /** A short stable name: `required`, `amount`, `choice` … */
  rule: string;
  /** What is wrong and what to do, in plain English. */
  message: string;
}

/** What the rows of one product make: a draft, or everything that is wrong with them. */
export interface Assembly {
  /** Absent where there are problems. */
  draft?: ProductDraft;
  problems: readonly RowProblem[];
  /** What was read but is not carried over. The same text may come from many products: print each once. */
  notices: readonly string[];
}

export interface AssembleOptions {
  decimal: DecimalSign;
}

/** What an export writes. */
export interface Shape {
  /** Whether costs are known (they need a permission); without them the column is left out. */
  cost: boolean;
}

export type DialectName = "wix" | "shopify" | "till";

/** One kind of product file. All of it is pure: `readCsv` and `csvLines` read and write files. */
export interface Dialect {
  readonly name: DialectName;
  /** Whether a header looks like this dialect. */
  detect(header: readonly string[]): boolean;
  /** UsageError where the key column is missing, a column is not known (unless ignored), or two mean the same. */
  check(header: readonly string[], options: { file: string; ignoreUnknown: boolean }): void;
  /** The file's own key of the product; rows with the same one make one product. UsageError where it is empty. */
  handleOf(row: Row, file?: string): string;
  /** `rows` are all rows of one handle, in the order of the file. All problems are collected. */
  assemble(rows: readonly Row[], options: AssembleOptions): Assembly;
  /** The columns of an export. */
  header(shape: Shape): string[];
  /** Columns that hold text, where an export neutralises formulas. */
  isText(column: string): boolean;
  /** One product as rows under `header`. UsageError where a value cannot be written in this dialect. */
  toRows(draft: ProductDraft, header: readonly string[]): string[][];
  /** What of the draft this dialect has no place for, in words; an export reports each once. */
  losses(draft: ProductDraft): string[];
}
