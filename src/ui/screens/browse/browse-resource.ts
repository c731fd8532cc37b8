import type { Tone } from "../../theme.ts";
import type { CompletedField } from "./completion.state.ts";

/** A resource as the screen browses it. All values are texts, not yet sanitized. */
export interface BrowseResource {
  /** The command of the resource: `products`. */
  readonly name: string;
  /** One object in sentences: `product`. */
  readonly singular: string;
  readonly title: string;
  /** Whether it has no tab: only the palette opens it. */
  readonly isBehind?: boolean;
  readonly columns: readonly BrowseColumn[];
  /** The fields of filters. */
  readonly filterFields?: readonly CompletedField[];
  /** What a search searches: `names and SKUs`; letters may be left out if it is fuzzy. */
  readonly searched: { readonly fields: string; readonly fuzzy: boolean };
  /** Other resources with rows that belong to a row of this one. */
  readonly relations: readonly { readonly resource: string; readonly title: string }[];
  readonly changes: BrowseChanges | undefined;
  readonly actions: readonly BrowseAction[];
  /** Reads the lines below the list, such as the totals of a cart. */
  readonly totals: (() => Promise<readonly string[]>) | undefined;
  /** Whether the list has a line with what came in within the last hour: its rows are newest first, and have a `pulse`. */
  readonly hasPulse?: boolean;
  /** Whether its objects have pages in the shop. */
  readonly hasPages?: boolean;
  /** What to do when the list is empty, as a sentence. */
  readonly emptyHint?: string | undefined;
  /** Opens a list. Throws UsageError if the filter is invalid. */
  open(query: Query): RowParts;
  /** Reads the values of a column in all rows of a query, in no order. Ends with the signal. */
  values(query: Query, column: number, signal: AbortSignal): AsyncIterable<ColumnValue>;
  /** Returns the filter that finds the rows with these values of a column, if the list can be filtered by it. */
  filterBy(column: number, match: Match): string | undefined;
  /** Returns the fields of a row that the list has read lately, `…` for what lists do not have; undefined if it is not kept. */
  fieldsOf?(id: string): readonly DetailLine[] | undefined;
  /** Reads all about a row. Rejects if the signal ends before it is read. */
  detail(id: string, signal?: AbortSignal): Promise<Detail>;
  /** Returns the text that an action copies. */
  copyText(action: number, id: string): Promise<string>;
  /** Returns the command line that prints the same list, or the same object. */
  listCommand(query: Query): string;
  getCommand(reference: string): string;
  /** Returns `till` with these arguments as a command line for the same shop. */
  commandLine(args: readonly string[]): string;
}

/** How rows are edited, and the command lines that do the same. */
export interface BrowseChanges {
  readonly fields: readonly {
    readonly name: string;
    readonly type: "boolean" | "list" | "money" | "number" | "text";
  }[];
  /** Throws UsageError if a `--set` text is invalid. */
  check(set: string): void;
  /** Returns the value that a cell shows as `--set` takes it: `4.50` of `4.50 USD`; empty if it shows none. */
  editText(field: string, cell: string): string;
  /**
   * Returns the `--set` text for what was typed into a cell. With `literal`, a text is never an expression; `cell` is what
   * the cell shows. Throws UsageError for another currency than the cell's, and for literal numbers that are not plain.
   */
  setOf(field: string, text: string, options?: { literal?: boolean; cell?: string | undefined }): string;
  /**
   * Returns what the cell of a row shows after a `--set` text, with the number of variants that it is set for; undefined if
   * that needs more than the row shows. Throws TillError if the row cannot have the value.
   */
  after(set: string, row: CellRow): string | undefined;
  commands(edit: Edit): string[];
  /** Plans edits and returns what they do to sums, a line each: `Prices  129.00 → 120.00 USD, 1 product`. Reads the rows. */
  effects?: ((edits: readonly Edit[], signal: AbortSignal) => Promise<readonly string[]>) | undefined;
}

/** A command that the screen runs on rows or on the list. */
export interface BrowseAction {
  /** The letter that starts it on the page of actions. */
  readonly key: string;
  /** A verb: `capture`. */
  readonly name: string;
  readonly help: string;
  /** What the command takes: one row, all marked rows, or none. */
  readonly target: "row" | "rows" | "list";
  /** Asked before the command runs. */
  readonly questions?: readonly Question[];
  /** Returns why one command cannot take all of these rows, as a sentence. */
  conflict?(references: readonly string[]): string | undefined;
  /** Enter runs it on a row, if it can, instead of opening the row. */
  readonly onEnter?: true;
  /** The key of the list that runs it at once: `R`. */
  readonly direct?: string;
  /** It copies a text of the row instead of running a command: `the curl command`. */
  readonly copies?: string;
  /** The output stays until a key is pressed. */
  readonly showsOutput?: true;
  /** Returns the arguments of `till`; an answer may be empty. */
  args(references: readonly string[], answers: readonly string[]): readonly string[];
}

/** A line of input that an action needs. */
export interface Question {
  readonly title: string;
  /** Shown while the line is empty: `a tracking number`. */
  readonly hint?: string;
  readonly required?: true;
  /** Asked only if the action runs on one row. */
  readonly forOne?: true;
}

/** A column of the list. */
export interface BrowseColumn {
  readonly title: string;
  readonly align: "left" | "right";
  readonly min?: number | undefined;
  /** Its field in `--sort`, if it can be sorted by. */
  readonly sort?: string | undefined;
  /** Its field in `--set`, if it can be changed. */
  readonly set?: string | undefined;
  /** Whether it is hidden until it is chosen. */
  readonly isExtra?: boolean | undefined;
  /** Whether a part of its text would be misread: a time without its end. */
  readonly isWhole?: boolean | undefined;
  /** Whether it is left out before other columns are narrowed; `late`: before other columns are left out. */
  readonly isSpare?: boolean | "late" | undefined;
  /** Whether it is an amount for each unit, such as a price: sums of it mean nothing. */
  readonly perUnit?: boolean | undefined;
  /** Which part of a text that is too long is left out: of `343, 1 out` the note, as `343 !`. Default: the end. */
  readonly cut?: "middle" | "note" | undefined;
  /** Whether a sign for the tone precedes its text. */
  readonly isStatus?: boolean | undefined;
  /** Whether its text changes as time passes: `3 min ago`. */
  readonly ages?: boolean | undefined;
}

/** The values of `--filter`, `--search` and `--sort`, and an order that only the screen has. */
export interface Query {
  readonly filter?: string | undefined;
  readonly search?: string | undefined;
  readonly sort?: string | undefined;
  /** The column that rows are sorted by here, because the platform cannot sort by it. */
  readonly sortHere?: { readonly column: string; readonly descending: boolean } | undefined;
}

/** What a cell shows whose value the list has not read, such as a cost. */
export const unread = "…";

/** The most rows that are read to sort them here. */
export const maxSortedRows = 20_000;

/** A value of a column, as it is compared and counted. */
export type ColumnValue =
  | { readonly kind: "none" }
  | { readonly kind: "number"; readonly amount: number; readonly currency?: string }
  /** In milliseconds since 1970. */
  | { readonly kind: "time"; readonly time: number }
  /** What filters compare, and what people read. */
  | { readonly kind: "text"; readonly key: string; readonly label: string };

/** Values of a column: none, one as `ColumnValue` has it, or a range of numbers or dates without its end. */
export type Match =
  | { readonly none: true }
  | { readonly equals: string }
  | { readonly from: string; readonly to: string };

/** A list that is read in parts. */
export interface RowParts<Row = BrowseRow> {
  /**
   * Reads at most `count` rows from index `from` on; fewer only at the end. `total` is undefined while it is unknown. A list that takes
   * long to be read hands the rows that were read so far to `onRows`, now and then; a list that is sorted here only their number.
   */
  read(
    from: number,
    count: number,
    onRows?: (rows: Row[], loaded?: number) => void,
  ): Promise<{ rows: Row[]; total: number | undefined }>;
  /** Any part can be read again; otherwise the list is read again from the start. */
  readonly random: boolean;
  close(): void;
}

/** The values of a row that changes are calculated with. */
export interface CellRow {
  /** One text per column. */
  readonly cells: readonly string[];
  /** For each field that a change sets for all variants and whose cell shows their sum, the text of each variant. */
  readonly variants?: Readonly<Record<string, readonly string[]>>;
}

/** A row of the list: one text per column. */
export interface BrowseRow extends CellRow {
  readonly id: string;
  readonly label: string;
  /** For each column, the style of its text; absent if none has one. */
  readonly tones?: readonly (Tone | undefined)[];
  /** What a search searches, one field per line. */
  readonly found?: string;
  /** Identifies the row on a command line. */
  readonly reference: string;
  /** When it came about, in milliseconds since 1970, and what it is worth: `12.50 USD`, or empty. */
  readonly pulse?: { readonly at: number; readonly amount: string } | undefined;
  /** For each action, why it cannot run on this row; absent if all can. */
  readonly unavailable?: readonly (string | undefined)[];
  /** For each action, the largest amount that it takes: `102.50 USD`; absent if none has one. */
  readonly limits?: readonly (string | undefined)[];
}

/** One field of a row. */
export interface DetailLine {
  readonly label: string;
  readonly text: string;
  readonly tone?: Tone | undefined;
  /** Whether a sign for the tone precedes the text. */
  readonly isStatus?: boolean | undefined;
  /** Whether it is below the tables. */
  readonly isBelow?: boolean | undefined;
}

/** A part below the fields: a small table, or lines of text. `share` is drawn as a bar, from 0 to 1. */
export type DetailSection =
  | {
      readonly title: string;
      readonly columns: readonly Pick<BrowseColumn, "title" | "align" | "isSpare">[];
      readonly rows: readonly {
        readonly cells: readonly string[];
        readonly tones: readonly (Tone | undefined)[];
        readonly share?: number;
      }[];
    }
  | { readonly title: string; readonly text: string };

/** All fields of one row. */
export interface Detail {
  readonly id: string;
  readonly label: string;
  readonly lines: readonly DetailLine[];
  readonly sections?: readonly DetailSection[];
  /** For each relation, the filter that finds its rows; undefined if there are none. */
  readonly related: readonly (string | undefined)[];
  /** The URL of its page in the shop. */
  readonly address: string | undefined;
  /** The URL of its picture. */
  readonly picture: string | undefined;
  /** The content of its QR code. */
  readonly code: string | undefined;
  /** Newest first. */
  readonly history: readonly HistoryEntry[];
}

/** The row of the detail page, and what was loaded of it. */
export interface OpenRow {
  readonly id: string;
  readonly detail?: Detail;
  readonly error?: string;
}

/** The pane that shows the selected row beside the list: whether the user wants it, and the row that was read for it. */
export interface Pane {
  readonly wanted: boolean;
  readonly row: OpenRow | undefined;
}

/** A related list, or the page of a row in the shop, that is being opened. It opens only if the user has done nothing else meanwhile. */
export interface Opening {
  readonly what: "page" | { readonly relation: number };
  readonly id: string;
  /** `its collections of Stoneware Mug` */
  readonly name: string;
}

/** A command of the program, for the palette. */
export interface ProgramCommand {
  /** `products import` */
  readonly path: string;
  /** Its arguments: `<file>`; empty if it has none. */
  readonly usage: string;
  readonly summary: string;
  /** Further text that is searched: its examples. */
  readonly examples?: string;
  /** It gives the terminal to another program, or reads the keyboard itself. */
  readonly ownsTerminal?: true | undefined;
}

/** Something that happened to an object. */
export interface HistoryEntry {
  readonly when: string;
  readonly text: string;
}

/** The part of a row that edits and actions keep. */
export type EditRow = Pick<BrowseRow, "id" | "label" | "reference" | "unavailable" | "limits">;

/** `--set` texts, and the rows that they change: named rows, or all rows of a query. */
export interface Edit {
  readonly sets: readonly string[];
  readonly rows: readonly EditRow[] | Pick<Query, "filter" | "search">;
}

/** An edit of a list, to be applied. */
export interface StagedEdit extends Edit {
  readonly resource: string;
}

/** Returns whether an edit names its rows. */
export function hasRows(rows: Edit["rows"]): rows is readonly EditRow[] {
  return Array.isArray(rows);
}

/** Returns the field of a `--set` text: `price` of `price=+10%`. */
export function fieldOfChange(set: string): string {
  return set.slice(0, set.indexOf("=")).trim();
}
