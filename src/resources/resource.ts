import type { FilterField } from "../api/query/filter.ts";
import type { FieldSpec } from "../bulk/language/values.ts";
import type { PlannedRow } from "../bulk/plan/plan.ts";
import { type Column, type Words, wordsOf } from "../output/table.ts";
import { commandLine, type Edit, type EditQuery, queryFlags } from "./edits.ts";
import type { Listing, ListQuery } from "./listing.ts";
import { type Parts, partsOf } from "./parts.ts";

/** Another resource whose rows belong to one row of this: where it is, and the `--filter` that finds them. */
export interface Relation<Row> {
  /** The other resource: `collections`. */
  resource: string;
  /** What they are to this row: `its collections`. */
  title: string;
  /** In the language of `--filter`; undefined where there are none. */
  filter(row: Row): string | undefined;
}

/** How a resource is changed in bulk. */
export interface Changes {
  /** The kind of job: `products.update`. */
  kind: string;
  /** Fields under the names of `--set`. */
  fields: readonly FieldSpec[];
  /** The steps of every row that the edits are about; a row that two edits name gets both. */
  plan(edits: readonly Edit[], signal: AbortSignal): AsyncIterable<PlannedRow>;
  /** The command lines that do the same. */
  commands(edit: Edit): string[];
}

/** Something to do with rows from the screen, or with the resource as a whole: a command line, and when it makes sense. */
export interface Action {
  /** Its letter in the list of actions, and what it does, as a verb: `capture`. */
  key: string;
  name: string;
  help: string;
  /** What the command takes: one row, as many as are marked, or none. */
  target: "row" | "rows" | "list";
  /** What is asked before, one line each. */
  questions?: readonly Question[];
  /** Why rows under these references do not go into one command, as a sentence. */
  conflict?(references: readonly string[]): string | undefined;
  /** What it prints is to be read: Enter comes back to the screen. */
  showsOutput?: true;
  /** The words after `till`, for rows under their references and what was answered, an empty text where nothing was. */
  args(references: readonly string[], answers: readonly string[]): readonly string[];
}

/** A line that is asked for. */
export interface Question {
  title: string;
  /** What it takes, said while it is empty: `1`, `a tracking number`. */
  hint?: string;
  /** It cannot be left empty. */
  required?: true;
}

/** An action of a resource whose rows are known. */
export interface RowAction<Row> extends Action {
  /** Why it cannot be done with a row, as a sentence. */
  unavailable?(row: Row): string | undefined;
}

/** A resource of the shop as people browse it, opened on a site. */
export interface Resource<Row> {
  /** The command it belongs to: `products`, `shipping options`. */
  name: string;
  /** One of it in sentences: `product`. */
  singular: string;
  title: string;
  columns: readonly Column<Row>[];
  details: readonly Column<Row>[];
  /** What `--filter` knows. */
  fields: readonly FilterField[];
  /** The platform paths it can be sorted by; absent: the fields that the platform filters by. */
  sortPaths?: readonly string[] | undefined;
  /** The order where none is chosen, so that parts fit together. */
  order?: string;
  changes?: Changes | undefined;
  relations?: readonly Relation<Row>[];
  actions?: readonly RowAction<Row>[];
  id(row: Row): string;
  /** What a person calls it. */
  label(row: Row): string;
  /** What names it on a command line, where its id does not. */
  reference?(row: Row): string;
  /** Its page in the shop. */
  address?(row: Row): string | undefined;
  /** The address of its picture. */
  picture?(row: Row): string | undefined;
  /** What its QR code says. */
  code?(row: Row): string | undefined;
  /** What happened to it, the newest first. */
  history?(row: Row, words: Words): Promise<readonly HistoryEntry[]>;
  /** Lines below the list, such as the totals of a cart; read together with its first rows. */
  totals?(): Promise<readonly string[]>;
  /** How the first one comes to be, as a sentence: said where there is none. */
  emptyHint?: string;
  /** The words that print the list, or one, where they are not `list` and `get`. */
  listArgs?(query: ResourceQuery): readonly string[];
  getArgs?(reference: string): readonly string[];
  /** What the list command takes beside `--filter`, such as the event of tickets, as a filter. */
  narrow?(args: readonly string[], options: object): Promise<string | undefined>;
  list(query: ListQuery): Listing<Row>;
  /** The whole of one, with what the list leaves out. */
  get(id: string): Promise<Row>;
}

/** Something that happened: when, as people read it, and what. */
export interface HistoryEntry {
  when: string;
  text: string;
}

/** What is listed: a filter in the language of `--filter`, a word in the name, an order as `--sort` takes it. */
export interface ResourceQuery extends EditQuery {
  sort?: string | undefined;
}

/** As much of a row as a list of a hundred thousand keeps. */
export interface ShortRow {
  id: string;
  label: string;
  /** A text for every column, not yet sanitised. */
  cells: readonly string[];
  /** What names it on a command line. */
  reference: string;
  /** Why each action of the resource cannot be done with it, in their order; absent where all can. */
  unavailable?: readonly (string | undefined)[];
}

/** A column as browsing needs it. */
export interface ResourceColumn {
  title: string;
  align: "left" | "right";
  min?: number | undefined;
  /** Its name in `--sort`, where it can be sorted by. */
  sort?: string | undefined;
  /** Its name in `--set`, where it can be changed. */
  set?: string | undefined;
}

/** Everything about one row, in words. */
export interface Detail {
  id: string;
  label: string;
  lines: readonly { label: string; text: string }[];
  /** The filter that finds the rows of each relation, in their order; undefined where there are none. */
  related: readonly (string | undefined)[];
  address: string | undefined;
  picture: string | undefined;
  code: string | undefined;
  history: readonly HistoryEntry[];
}

/** A resource of which nothing is left to know but its rows: the type of its records is its own affair. */
export interface OpenResource {
  name: string;
  singular: string;
  title: string;
  columns: readonly ResourceColumn[];
  relations: readonly { resource: string; title: string }[];
  changes: Changes | undefined;
  actions: readonly Action[];
  totals: (() => Promise<readonly string[]>) | undefined;
  emptyHint: string | undefined;
  narrow: Resource<never>["narrow"];
  /** Opens a list; UsageError with a caret for a bad filter. */
  open(query: ResourceQuery): Parts<ShortRow>;
  detail(id: string): Promise<Detail>;
  /** The command lines that print the same. */
  listCommand(query: ResourceQuery): string;
  getCommand(reference: string): string;
}

/** Makes a resource of its declaration; `words` says how times are shown. */
export function openResource<Row>(spec: Resource<Row>, words: () => Words): OpenResource {
  const { name, singular, title, columns, details, relations = [], actions = [], changes } = spec;
  const keep = (row: Row): ShortRow => {
    const now = words();
    const id = spec.id(row);
    const unavailable = actions.map(({ unavailable }) => unavailable?.(row));
    return {
      id,
      label: spec.label(row),
      cells: columns.map((column) => wordsOf(column, row, now)),
      reference: spec.reference?.(row) ?? id,
      ...(unavailable.some((why) => why !== undefined) && { unavailable }),
    };
  };
  return {
    name,
    singular,
    title,
    changes,
    actions,
    totals: spec.totals,
    emptyHint: spec.emptyHint,
    narrow: spec.narrow,
    columns: columns.map((column) => nounColumn(spec, column)),
    relations: relations.map(({ resource, title }) => ({ resource, title })),
    open: (query) => partsOf(spec.list, { ...query, sort: query.sort ?? spec.order }, keep),
    listCommand: (query) =>
      commandLine(...(spec.listArgs?.(query) ?? [...name.split(" "), "list", ...queryFlags(query)])),
    getCommand: (reference) =>
      commandLine(...(spec.getArgs?.(reference) ?? [...name.split(" "), "get", reference])),
    async detail(id) {
      const row = await spec.get(id);
      const lines = details.map((column) => ({ label: column.header, text: wordsOf(column, row, words()) }));
      return {
        id,
        label: spec.label(row),
        lines: lines.filter(({ text }) => text !== ""),
        related: relations.map(({ filter }) => filter(row)),
        address: spec.address?.(row),
        picture: spec.picture?.(row),
        code: spec.code?.(row),
        history: (await spec.history?.(row, words())) ?? [],
      };
    },
  };
}

function nounColumn<Row>(
  { fields, sortPaths, changes }: Resource<Row>,
  { header, path, align, as, min }: Column<Row>,
): ResourceColumn {
  const field = fields.find((one) => path !== undefined && (one.path ?? one.name) === path);
  const sorts = sortPaths ? sortPaths.includes(path ?? "") : field?.operators !== undefined;
  const right = as === "number" || as === "money";
  return {
    title: header,
    align: align ?? (right ? "right" : "left"),
    min,
    sort: sorts ? field?.name : undefined,
    set: changes?.fields.find((change) => change.name === field?.name)?.name,
  };
}

/** A value as `--filter` takes it: in quotes, with what would end them escaped. */
export function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}
