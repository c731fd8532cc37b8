import type { Call } from "../api/caller.ts";
import type { Actor, Role } from "../api/endpoint.ts";
import type { FilterField } from "../api/query/filter.ts";
import type { JobPlace } from "../bulk/engine/job.ts";
import type { StepDescription } from "../bulk/engine/job-kinds.ts";
import type { JobStore } from "../bulk/journal/journals.ts";
import type { Step } from "../bulk/journal/step.ts";
import type { FieldSpec } from "../bulk/language/values.ts";
import type { PlannedRow } from "../bulk/plan/plan.ts";
import type { Tone as OutputTone } from "../output/style.ts";
import { type Column, cellText, cellTone, isRight, type TimeDisplay } from "../output/table.ts";
import type {
  BrowseAction,
  DetailSection,
  Edit,
  HistoryEntry,
  Query,
} from "../ui/screens/browse/browse-resource.ts";
import type { Tone } from "../ui/theme.ts";
import type { Listing, ListQuery } from "./listing.ts";

/**
 * The description of one kind of object in a shop. `list`, `get`, `--filter`, `--sort`, `--set`, `--fields`, completion,
 * the screen and jobs read it. It is data; `open` adds what depends on the shop and on the current identity.
 */
export interface Resource<Row extends object> {
  /** The command: `products`, `settings shipping options`. */
  name: string;
  /** The `_kind` of its records: `product`. */
  kind: string;
  /** The singular in sentences: `product`. */
  singular: string;
  /** The heading of the list; in lower case, the plural in sentences. */
  title: string;
  /** The fields that `--fields` can name. Default: `columns`. */
  fields?: readonly Column<Row>[];
  columns: readonly Column<Row>[];
  /** The columns of CSV output. Default: `columns`. */
  csvColumns?: readonly Column<Row>[];
  /** The lines of `get`; those without a value are left out. */
  details: readonly Column<Row>[];
  /** The first lines of its page on the screen. Default: `details`. */
  pageColumns?: readonly Column<Row>[];
  /** The columns of the list on the screen. Default: `columns`. */
  screenColumns?: readonly Column<Row>[] | undefined;
  /** More columns of the list on the screen, hidden until they are chosen. */
  extraColumns?: readonly Column<Row>[] | undefined;
  /** The paths of a record, which `--fields` takes as well. It rejects others if this is given. */
  recordFields?: readonly string[];
  /** The fields of `--filter`. */
  filterFields: readonly FilterField[];
  /** The platform paths of `--sort`. Default: the filter fields that the platform filters by. */
  sortPaths?: readonly string[] | undefined;
  /** The fields of `--set`. */
  changeFields?: readonly FieldSpec[];
  /** The fields that identify an object on a command line besides its id, the usual one first. */
  matchKeys?: readonly string[];
  /** What `--search` searches, in the plural. Default: names. `text` returns it, one field per line, where it is searched here. */
  searched?: { readonly fields: string; text?(row: Row): string };
  relations?: readonly Relation<Row>[];
  /** A hint for an empty list, as a sentence. */
  emptyHint?: string;
  /** Only an admin can browse the list on the screen. */
  adminOnly?: true;
  id(row: Row): string;
  /** Its name in messages and on the screen. */
  label(row: Row): string;
  /** For each field that `--set` sets for all of its variants, and a column shows the sum of, the text of each variant. */
  variants?(row: Row): Readonly<Record<string, readonly string[]>> | undefined;
  /** The reference to it on a command line. Default: its id. */
  reference?(row: Row): string;
  /** The URL of its page in the shop. */
  address?(row: Row): string | undefined;
  /** The URL of its picture. */
  picture?(row: Row): string | undefined;
  /** The content of its QR code. */
  code?(row: Row): string | undefined;
  /**
   * When it came about, and what it is worth (`12.50 USD`). The list then has a line with those of the last hour. Only for lists
   * that are newest first.
   */
  pulse?(row: Row): { at: string | null | undefined; amount: string };
  open(session: Session): Promise<Access<Row>>;
}

/** How the current identity reads and changes a resource. */
export interface Access<Row> {
  /** The fields of `--filter` and `--sort` on this site, if they differ from the resource's. */
  filterFields?: readonly FilterField[];
  sortPaths?: readonly string[] | undefined;
  /** Returns the fields that a record may have, once the list was begun. Default: those of the resource. */
  recordFields?(): readonly string[] | undefined;
  /** The order of the screen's list if none is chosen, so that its parts fit together. */
  sort?: string | undefined;
  /** Options that the screen adds to the list command: `drafts`. */
  listOptions?: Readonly<Record<string, true>>;
  /** Lists rows; `query` also holds the list command's own options. */
  list(query: ListQuery & object): Listing<Row>;
  /** Adds what the list call leaves out and only the screen shows. */
  complete?(rows: AsyncIterable<Row>): AsyncIterable<Row>;
  /** Reads one object by its id or another match key. */
  get(reference: string, options: object): Promise<Row>;
  /** Splits the list command's arguments and options into conditions and a query. Default: a query of all options. */
  narrow?(args: readonly string[], options: object): Promise<Narrowing>;
  changes?: Changes | undefined;
  actions?: readonly RowAction<Row>[];
  /** Reads what the page of an object on the screen shows besides its fields. */
  page?(row: Row): Promise<Page<Row>>;
  /** Reads the history of an object, newest first. */
  history?(row: Row, times: TimeDisplay, describer: Describer): Promise<readonly HistoryEntry[]>;
  /** Reads the lines below the list, such as the totals of a cart. */
  totals?(): Promise<readonly string[]>;
  /** The arguments of the commands that print the list or one object. Default: those of `list` and `get`. */
  listArgs?(query: Query): readonly string[];
  getArgs?(reference: string): readonly string[];
}

/** The page of an object on the screen: the object, maybe with more fields, and the parts below its fields. */
export interface Page<Row> {
  row: Row;
  sections: readonly Section[];
}

/** The arguments and options of a list command. */
export interface Narrowing {
  /** Those that are conditions on a field; they are joined to `--filter`. */
  conditions: readonly Condition[];
  /** The others, as `list` takes them. */
  query: ListQuery & object;
}

/** Returns a function that describes the steps of jobs of a kind. */
export type Describer = (kind: string) => Promise<(step: Step) => StepDescription>;

/** The part of a command's Context that resources use. */
export interface Session {
  readonly signal: AbortSignal;
  /** Returns the current time of this computer. */
  now(): Date;
  readonly choices: { setting(name: "cartApi"): { readonly value: "v1" | "v2" | "auto" } };
  site(): Promise<{ id: string; hosted: boolean }>;
  /** Returns the shop as jobs record it. */
  place(): Promise<JobPlace>;
  profile(): Promise<{ role?: Actor | undefined }>;
  call(as?: Role): Promise<Call>;
  can(role: Role): Promise<boolean>;
  /** Returns the journals of jobs. */
  jobs(): Promise<JobStore>;
  /** Returns the catalog version of the site. */
  catalog(call: Call): Promise<"v1" | "v3">;
}

/** Another resource with rows that belong to a row of this one. */
export interface Relation<Row> {
  /** Its command: `collections`. */
  resource: string;
  /** The title of the related list: `collections`. */
  title: string;
  /** Returns the `--filter` that finds them; undefined if there are none. */
  filter(row: Row): string | undefined;
}

/** How staged edits become a job. */
export interface Changes {
  /** The kind of job: `products.update`. */
  kind: string;
  /** Plans the steps of every row; a row of two edits gets both. */
  plan(edits: readonly Edit[], signal: AbortSignal): AsyncIterable<PlannedRow>;
  /** Plans the edits and returns what they do to sums, a line each. */
  effects?: ((edits: readonly Edit[], signal: AbortSignal) => Promise<string[]>) | undefined;
  /** Returns the command lines that do the same. */
  commands(edit: Edit): string[];
}

/** An action of the screen that may be unavailable for some rows. */
export interface RowAction<Row> extends BrowseAction {
  /** Returns why it cannot run on a row, as a sentence. */
  unavailable?(row: Row): string | undefined;
  /** Returns the text that it copies, if it copies one. */
  copy?(row: Row): Promise<string>;
  /** Returns the largest amount that it takes, shown with its first question: `102.50 USD`. */
  limit?(row: Row): string | undefined;
}

/** The fields of a resource, whatever its records are. */
export type ResourceFields = Pick<
  Resource<never>,
  "fields" | "columns" | "recordFields" | "filterFields" | "sortPaths" | "changeFields"
>;

/** Returns what `--fields` can name: fields, and paths of the record. */
export function fieldPaths({ columns, fields = columns, recordFields = [] }: ResourceFields): string[] {
  return [...new Set([...fields.flatMap(({ name }) => name ?? []), ...recordFields])];
}

/** A field, and the values that it may have. */
export type Condition = readonly [field: string, values: readonly string[]];

/** A part of a page on the screen, as it is drawn at a time. */
export type Section = (times: TimeDisplay) => DetailSection;

/**
 * Returns a table below the fields of a page. `share` returns how much of the whole a row is, from 0 to 1, which is drawn as a
 * bar; undefined for none.
 */
export function tableSection<Row>(
  title: string,
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  share?: (row: Row) => number | undefined,
): Section {
  return (times) => ({
    title,
    columns: columns.map((column) => ({
      title: column.header,
      align: isRight(column) ? "right" : "left",
      isSpare: column.spare,
    })),
    rows: rows.map((row) => {
      const part = share?.(row);
      return {
        cells: columns.map((column) => cellText(column, row, times)),
        tones: columns.map((column) => toneOf(column, row, times)),
        share: part === undefined ? undefined : Math.max(0, Math.min(1, part)),
      };
    }),
  });
}

/** Returns lines of text below the fields of a page; line feeds are kept. */
export function textSection(title: string, text: string): Section {
  return () => ({ title, text });
}

const tones: Readonly<Record<OutputTone, Tone>> = {
  heading: "head",
  dim: "dim",
  key: "key",
  good: "done",
  bad: "failed",
  warn: "warning",
};

/** Returns the style of a value on the screen, if it has one. */
export function toneOf<Row>(column: Column<Row>, row: Row, times: TimeDisplay): Tone | undefined {
  const tone = cellTone(column, row, times);
  return tone && tones[tone];
}

/** Returns the flags of a list command for a query. */
export function queryFlags({ filter, search, sort }: Query): string[] {
  return [
    ...(filter ? ["--filter", filter] : []),
    ...(search ? ["--search", search] : []),
    ...(sort ? ["--sort", sort] : []),
  ];
}

/** Returns a `--set` text as a flag and its value: `price=+10%` as `--price`, `+10%`. */
export function flagOf(set: string): string[] {
  const equals = set.indexOf("=");
  return [`--${set.slice(0, equals).trim()}`, set.slice(equals + 1).trim()];
}

/** Quotes a value for `--filter`. */
export function filterQuoted(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}
