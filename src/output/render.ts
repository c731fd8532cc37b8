import { displayWidth, nearest, padEnd, sanitize, sanitizeLine, wrap } from "../kernel/text.ts";
import { counted } from "./activity.ts";
import { chosenRecord, columnsOf, dataOf, detailColumns, type Fields } from "./field.ts";
import { cellAt, checkFieldPaths, leafPaths, parseFields, valueCell } from "./fields.ts";
import { jsonText, type Late, type Rows, settle, withKind, writeJsonList, writeNdjson } from "./json.ts";
import type { OutputFormat, Sink, Streams } from "./streams.ts";
import { linked, styleFor } from "./style.ts";
import {
  type Column,
  cellText,
  cellTone,
  linkOf,
  machineCell,
  shownCell,
  type TimeDisplay,
  writeTable,
} from "./table.ts";

interface View<Row> extends TimeDisplay {
  streams: Streams;
  format: OutputFormat;
  /** `_kind` of the records: `product`. */
  kind: string;
  columns: readonly Column<Row>[];
  /** The fields that `--fields` can name. Default: the columns. */
  named?: readonly Column<Row>[] | undefined;
  /** The value of `--fields`, as text or as paths. */
  fields?: string | readonly string[] | undefined;
  /**
   * The known paths of a record. Fields that are neither named, known nor in the first record are rejected before printing. A
   * function is called after the first row.
   */
  paths?: Late<readonly string[]>;
  /** Do not neutralise formulas in CSV. */
  raw?: boolean | undefined;
}

export interface ListView<Row extends object> extends View<Row> {
  rows: Rows<Row>;
  /** The total number of rows. A function is called after the last row. */
  total?: Late<number>;
  /** Returns how many rows will be read, once that is known, for an estimate of the time. */
  expected?(): number | undefined;
  /** The start of the next page, if any. A function is called after the last row. */
  next?: Late<string>;
  /** Further members of the JSON document. */
  facts?: Readonly<Record<string, unknown>> | undefined;
  /** Printed on stderr for a table without rows. */
  empty?: string | undefined;
  /** Printed on stderr below a table with a next page. */
  more?: string | undefined;
  /** No notices on stderr. */
  quiet?: boolean | undefined;
}

/** How a command describes the rows or the record that it prints. */
export interface Printed<Row> extends Pick<View<Row>, "kind" | "named" | "paths" | "raw"> {
  /** Its fields, or the columns of a resource. */
  fields: Fields<Row> | readonly Column<Row>[];
  /** The names of the fields to show, separated by spaces. Default: all. */
  list?: string | undefined;
}

/** How a command describes the record that it prints. */
export interface PrintedRecord<Row> extends Printed<Row> {
  /** Its CSV output has the labels as headers, and the texts of its lines. Default: the paths and their values. */
  byLabel?: true;
}

/** How a command describes the rows that it prints. */
export type PrintedRows<Row extends object> = Printed<Row> &
  Pick<ListView<Row>, "total" | "expected" | "next" | "facts" | "empty" | "more">;

/** Where and in which format a command prints. */
export type PrintSettings = Pick<ListView<never>, "streams" | "format" | "fields" | "quiet" | "now">;

/** Prints rows as a command describes them. Resolves with their number. */
export function printRows<Row extends object>(
  settings: PrintSettings,
  rows: Rows<Row>,
  { fields, list, ...view }: PrintedRows<Row>,
): Promise<number> {
  return renderList({
    named: isColumns(fields) ? fields : columnsOf(fields),
    ...view,
    ...settings,
    rows,
    columns: isColumns(fields) ? fields : columnsOf(fields, list),
  });
}

/** Prints one record as a command describes it. */
export function printRecord<Row extends object>(
  settings: PrintSettings,
  record: Row,
  { fields, list, byLabel, ...view }: PrintedRecord<Row>,
): Promise<void> {
  const lines = isColumns(fields) ? fields : detailColumns(fields, list);
  const columns = byLabel
    ? lines.map((line) => ({ ...line, name: undefined, path: undefined, data: undefined }))
    : lines;
  const named = isColumns(fields) ? fields : detailColumns(fields);
  return renderRecord({ named, ...view, ...settings, record, columns });
}

/** Prints the result of a command: as a sentence, or in a format for programs as a record. */
export async function printResult<Result extends { _kind: string }>(
  settings: PrintSettings,
  { _kind: kind, ...record }: Result,
  sentence: string,
): Promise<void> {
  const { format, quiet, streams } = settings;
  if (format === "table") return await streams.stdout.write(`${sentence}\n`);
  await printRecord(settings, record, { kind, fields: {} });
  if (!quiet && (format === "csv" || format === "yaml"))
    await streams.stderr.write(`${sanitize(sentence)}\n`);
}

const isColumns = <Row>(fields: Printed<Row>["fields"]): fields is readonly Column<Row>[] =>
  Array.isArray(fields);

/** Prints a list in any format while streaming its rows. Resolves with the number of rows printed. */
export async function renderList<Row extends object>(view: ListView<Row>): Promise<number> {
  const fields = fieldsOf(view);
  const found = new Set<string>();
  const { expected: total } = view;
  const read = counted(view.streams.activity, "Reading", await checkedRows(view, fields), {
    total,
  });
  const rows = mapRows(read, (row) => {
    for (const path of fields ?? [])
      if (!found.has(path) && valueCell(dataAt(view, row, path)) !== null) found.add(path);
    return row;
  });
  const count = await writeList(view, rows, fields);
  if (view.quiet || view.streams.stdout.closed) return count;
  const missing = fields?.filter((path) => !found.has(path)) ?? [];
  if (count > 0) for (const path of missing) await notify(view, emptyField(path, view));
  if (view.format !== "table") return count;
  if (count === 0) await notify(view, view.empty ?? "Nothing found.");
  else if (view.more !== undefined && settle(view.next) !== undefined) await notify(view, view.more);
  return count;
}

/** The first record is checked too: the platform may have undocumented fields. */
async function checkedRows<Row extends object>(
  view: ListView<Row>,
  fields: readonly string[] | undefined,
): Promise<Rows<Row>> {
  const { rows, paths } = view;
  if (fields === undefined || paths === undefined) return rows;
  const all = mapRows(rows, (row) => row);
  const first = await all.next();
  if (first.done) return [];
  const known = settle(paths);
  if (known) checkFieldPaths(fields, knownPaths(view, known, first.value));
  return (async function* () {
    yield first.value;
    yield* all;
  })();
}

function knownPaths<Row>(view: View<Row>, paths: readonly string[], record: object): string[] {
  return [...new Set([...namesOf(view), ...paths, ...Object.keys(record)])];
}

const namesOf = <Row>({ columns, named = columns }: View<Row>): string[] =>
  named.flatMap(({ name }) => name ?? []);

/** Returns the field with a name. */
const fieldNamed = <Row>({ columns, named = columns }: View<Row>, name: string): Column<Row> | undefined =>
  named.find((column) => column.name === name);

/** Returns what programs get for the name of a field, or for a path in the record. */
function dataAt<Row>(view: View<Row>, row: Row, path: string): unknown {
  const field = fieldNamed(view, path);
  return field === undefined ? cellAt(row, path) : dataOf(field, row);
}

async function writeList<Row extends object>(
  view: ListView<Row>,
  rows: Rows<Row>,
  fields: readonly string[] | undefined,
): Promise<number> {
  const { stdout } = view.streams;
  const facts = { total: view.total, next: view.next, facts: view.facts };
  const records = () => mapRows(rows, (row) => recordOf(view, row, fields));
  if (view.format === "json") return writeJsonList(stdout, records(), facts);
  if (view.format === "ndjson") return writeNdjson(stdout, records());
  if (view.format === "yaml") return (await import("./yaml.ts")).writeYamlList(stdout, records(), facts);
  if (view.format === "table") return writeTable(stdout, shownColumns(view, fields), rows, view);
  return writeCsvRows(view, rows, fields);
}

async function writeCsvRows<Row>(
  view: View<Row>,
  rows: Rows<Row>,
  fields: readonly string[] | undefined,
): Promise<number> {
  const columns = csvColumns(view, fields);
  // A record without a value is no table.
  if (columns.length === 0) return 0;
  const cells = mapRows(rows, (row) => columns.map((column) => machineCell(column.value(row))));
  const { writeCsv } = await import("./csv.ts");
  return writeCsv(
    view.streams.stdout,
    columns.map(({ header }) => header),
    cells,
    csvOptions(view),
  );
}

async function notify({ streams }: View<never>, text: string): Promise<void> {
  await streams.stderr.write(`${sanitize(text)}\n`);
}

function emptyField<Row>(path: string, view: View<Row>): string {
  const guess = nearest(path, namesOf(view));
  return `No row has a value at "${path}".${guess === undefined || guess === path ? "" : ` Did you mean "${guess}"?`}`;
}

/** Prints one entity: as a table with one line per column, in other formats as the whole record. */
export async function renderRecord<Row extends object>(view: View<Row> & { record: Row }): Promise<void> {
  const { stdout } = view.streams;
  const fields = fieldsOf(view);
  const known = settle(view.paths);
  if (fields && known) checkFieldPaths(fields, knownPaths(view, known, view.record));
  const record = recordOf(view, view.record, fields);
  if (view.format === "json") return stdout.write(`${jsonText(record, stdout.isTTY ? 2 : undefined)}\n`);
  if (view.format === "ndjson") return stdout.write(`${jsonText(record)}\n`);
  if (view.format === "yaml") return stdout.write((await import("./yaml.ts")).yamlText(record));
  if (view.format === "csv")
    // Without columns, they are the values of the record.
    return void (await writeCsvRows(
      view,
      [view.record],
      fields ?? (view.columns.length > 0 ? undefined : leafPaths(view.record)),
    ));
  const columns = shownColumns(view, fields);
  await stdout.write(stdout.isTTY ? details(stdout, columns, view.record, view) : tabs(columns, view.record));
}

function details<Row>(sink: Sink, all: readonly Column<Row>[], record: Row, times: TimeDisplay): string {
  const style = styleFor(sink);
  const local = { now: times.now, timeZone: times.timeZone ?? sink.timeZone };
  // A value whose word is empty is the usual one, which people do not read.
  const columns = all.filter((one) => one.words === undefined || cellText(one, record, local) !== "");
  const labels = columns.map((column) => sanitizeLine(column.header));
  const width = Math.max(...labels.map(displayWidth));
  const lines = columns.map((column, index) => {
    // There is room for times.
    const show = column.as === "ago" ? cellText : shownCell;
    const lines = wrap(sanitize(show(column, record, local, sink)), Math.max(20, sink.columns - width - 2));
    const whole = lines.join(`\n${" ".repeat(width + 2)}`);
    // An address in several lines would be opened in parts.
    const text = lines.length === 1 ? linked(whole, linkOf(column, record), sink) : whole;
    const tone = cellTone(column, record, local);
    return `${style.heading(padEnd(labels[index] ?? "", width))}  ${tone ? style[tone](text) : text}`;
  });
  return `${lines.map((line) => line.trimEnd()).join("\n")}\n`;
}

function tabs<Row>(columns: readonly Column<Row>[], record: Row): string {
  const cell = (column: Column<Row>) => sanitizeLine(String(machineCell(column.value(record)) ?? ""));
  return columns.map((column) => `${sanitizeLine(column.header)}\t${cell(column)}\n`).join("");
}

function fieldsOf({ fields }: Pick<View<never>, "fields">): readonly string[] | undefined {
  return typeof fields === "string" ? parseFields(fields) : fields;
}

function recordOf<Row extends object>(
  view: View<Row>,
  row: Row,
  fields: readonly string[] | undefined,
): object {
  if (fields === undefined) return withKind(view.kind, row);
  return withKind(view.kind, chosenRecord(row, fields, view.named ?? view.columns));
}

/** With `--fields`, returns one column for each: the declared column on a terminal if there is one, else the plain value. */
function shownColumns<Row>(view: View<Row>, fields: readonly string[] | undefined): readonly Column<Row>[] {
  const shown = view.columns;
  const declared = (name: string) =>
    view.streams.stdout.isTTY
      ? (shown.find((column) => column.name === name) ??
        fieldNamed(view, name) ??
        shown.find((column) => column.path === name))
      : undefined;
  return fields?.map((name) => declared(name) ?? plainColumn(view, name)) ?? shown;
}

/** Returns columns with the names of fields as headers and plain values, for programs. */
function csvColumns<Row>(view: View<Row>, fields: readonly string[] | undefined): readonly Column<Row>[] {
  return (
    fields?.map((name) => plainColumn(view, name)) ??
    view.columns.map((column) => {
      const { name, data } = column;
      return name === undefined
        ? column
        : { header: name, value: (row) => valueCell((data ?? column.value)(row)) };
    })
  );
}

function plainColumn<Row>(view: View<Row>, path: string): Column<Row> {
  return { header: path, value: (row) => valueCell(dataAt(view, row, path)) };
}

/** CSV keeps the data unchanged, except on a terminal. */
function csvOptions({ streams, raw }: View<never>): { raw?: boolean; clean?: (text: string) => string } {
  return { ...(raw && { raw }), ...(streams.stdout.isTTY && { clean: sanitizeLine }) };
}

async function* mapRows<From, To>(rows: Rows<From>, change: (row: From) => To): AsyncGenerator<To> {
  for await (const row of rows) yield change(row);
}
