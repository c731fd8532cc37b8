import type { Context } from "../context/context.ts";
import { type ExitCode, UsageError } from "../kernel/errors.ts";
import type { SqlValue } from "../kernel/sqlite.ts";
import { nearest } from "../kernel/text.ts";
import { jsonText } from "../output/json.ts";
import type { Column } from "../output/table.ts";
import { ageOf, type Reader } from "./reader.ts";
import { explainSqlError, type Statement } from "./statement.ts";
import { tables, views } from "./tables.ts";

/** Returns the values of `--param name=value`. Throws UsageError for one that is missing or that the query does not have. */
export function givenParameters(
  { parameters: wanted }: Pick<Statement, "parameters">,
  given: readonly string[],
): Record<string, SqlValue> {
  const values = new Map<string, SqlValue>();
  for (const text of given) {
    const equals = text.indexOf("=");
    const name = text.slice(0, equals).trim();
    if (equals < 1)
      throw new UsageError(`--param ${text} has no value.`, {
        field: "--param",
        hint: "For example: --param since=2026-01-01",
      });
    const key = wanted.find((one) => one.slice(1) === name);
    if (key === undefined) {
      const guess = nearest(
        name,
        wanted.map((one) => one.slice(1)),
      );
      throw new UsageError(
        `The query has no parameter "${name}".${guess ? ` Did you mean "${guess}"?` : ""}`,
        {
          field: "--param",
          hint: `In the query, write it as :${name}`,
        },
      );
    }
    const value = text.slice(equals + 1);
    // As typed: a text column has 01067, and 10001 as a float would be 10001.0 there.
    values.set(key, /^(?:0|-?[1-9]\d{0,14})$/.test(value) ? BigInt(value) : value);
  }
  const missing = wanted.find((one) => !values.has(one));
  if (missing !== undefined)
    throw new UsageError(`The parameter ${missing} has no value.`, {
      field: "--param",
      hint: `Add: --param ${missing.slice(1)}=VALUE`,
    });
  return Object.fromEntries(values);
}

type Row = Record<string, unknown>;

/** A query that runs: its columns, and its rows as they are found. */
export interface Answer {
  columns: readonly string[];
  rows: AsyncGenerator<Row>;
}

/** The rows that are read at once; then other work of the program has its turn. */
const turn = 500;

/**
 * Runs a query. Throws UsageError with a caret for a mistake in it. `blocking` runs what may take long: the first row alone, and
 * then many at once.
 */
export function ask(
  { db }: Pick<Reader, "db">,
  statement: Statement,
  {
    values = {},
    signal,
    blocking = (work) => work(),
  }: {
    values?: Readonly<Record<string, SqlValue>>;
    signal?: AbortSignal;
    blocking?: <T>(work: () => T) => T;
  },
): Answer {
  const explained = <T>(work: () => T): T => {
    try {
      return blocking(work);
    } catch (error) {
      throw explainSqlError(error, statement);
    }
  };
  const columns = unique(explained(() => db.columns(statement.sql)).map(({ name }) => name));
  async function* rows() {
    const found = db.rows(statement.sql, values);
    for (let max = 1, done = false; !done; max = turn) {
      const batch = explained(() => some(found, max));
      done = batch.length < max;
      for (const row of batch) yield Object.fromEntries(columns.map((name, index) => [name, row[index]]));
      await new Promise((resolve) => setImmediate(resolve));
      signal?.throwIfAborted();
    }
  }
  return { columns, rows: rows() };
}

/** Returns the next items, which leaves the others for later. */
function some<T>(items: Iterator<T, unknown>, max: number): T[] {
  const taken: T[] = [];
  while (taken.length < max) {
    const next = items.next();
    if (next.done) break;
    taken.push(next.value);
  }
  return taken;
}

/** Returns names without duplicates: `id`, `id_2`. */
function unique(names: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return names.map((name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : `${name}_${count}`;
  });
}

/** Prints the answer to a query, or writes it into a file, and says how old it is. */
export async function printAnswer(
  context: Context,
  reader: Reader,
  statement: Statement,
  {
    answer,
    to,
    title = "Rows",
    empty = "No rows.",
  }: { answer: Answer; to?: string | undefined; title?: string; empty?: string },
): Promise<ExitCode | undefined> {
  const { columns } = answer;
  const age = ageOf((sql) => reader.db.all(sql), statement.tables, context.now());
  let code: ExitCode | undefined;
  if (to === undefined) {
    const { values, rest } = await peek(answer);
    const isFigure = figuresOf(statement, values);
    await context.print(rest, {
      ...{ kind: "row", fields: columns.map((name) => columnOf(name, isFigure(name))), empty },
    });
  } else {
    code = await writeRows(context, answer, { file: to, title, statement });
  }
  if (age !== "") await context.notice(age);
  return code;
}

/** Returns the first value of each column, as far as it is among the first rows, and all rows. */
async function peek({
  columns,
  rows,
}: Answer): Promise<{ values: ReadonlyMap<string, unknown>; rest: AsyncGenerator<Row> }> {
  const values = new Map<string, unknown>();
  const first: Row[] = [];
  while (first.length < turn && values.size < columns.length) {
    const { value: row, done } = await rows.next();
    if (done) break;
    first.push(row);
    for (const name of columns) if (!values.has(name) && row[name] !== null) values.set(name, row[name]);
  }
  async function* rest() {
    yield* first;
    yield* rows;
  }
  return { values, rest: rest() };
}

/** The columns with amounts, which are text. */
const moneyColumns = new Set(
  [...tables, ...views].flatMap(({ columns }) =>
    columns.flatMap(({ name, unit }) => (unit === "decimal text" ? [name] : [])),
  ),
);

/**
 * Returns whether a column has numbers or amounts, by its first value. Without a decimal point, as in yen, text is an amount only in a
 * column of amounts and in what money() returns: an order number is none.
 */
function figuresOf({ tokens }: Statement, values: ReadonlyMap<string, unknown>): (column: string) => boolean {
  const named = new Set(moneyColumns);
  const open: boolean[] = [];
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind !== "mark") continue;
    if (text === "(") open.push(tokens[index - 1]?.text.toLowerCase() === "money");
    if (text !== ")" || !open.pop()) continue;
    const [next, after] = tokens.slice(index + 1, index + 3);
    const name = next?.text.toLowerCase() === "as" ? after : next;
    if (name?.kind === "word") named.add(name.text);
  }
  return (column) => {
    const value = values.get(column);
    if (typeof value !== "string") return typeof value === "number";
    const isNamed = named.has(column) || /^money\(/i.test(column);
    return (isNamed ? /^-?\d{1,15}(\.\d{1,4})?$/ : /^-?\d{1,15}\.\d{1,4}$/).test(value);
  };
}

function columnOf(name: string, isFigure: boolean): Column<Row> {
  return {
    header: name,
    value: (row) => row[name] as string | number | null,
    path: /^[\w$]+$/.test(name) ? name : undefined,
    align: isFigure ? "right" : "left",
  };
}

/** Writes rows into a file of the type that its name says: CSV, XLSX, NDJSON or JSON. */
async function writeRows(
  context: Context,
  answer: Answer,
  { file, title, statement }: { file: string; title: string; statement: Statement },
): Promise<ExitCode | undefined> {
  const { exportKind, exportRows, tableContent } = await import("../cli/export.ts");
  const { neutraliseText } = await import("../output/csv.ts");
  const format = exportKind(file);
  const { columns } = answer;
  const { values, rest } = await peek(answer);
  // A column can have numbers and texts. In CSV, each cell says what it is.
  const isFigure = figuresOf(statement, values);
  const isText = (name: string) => format === "xlsx" && !isFigure(name);
  const cell = (value: unknown) =>
    format === "csv" && typeof value === "string" ? neutraliseText(value) : String(value ?? "");
  const cells = (found: AsyncIterable<Row>) => mapped(found, (row) => columns.map((name) => cell(row[name])));
  return await exportRows(context, {
    ...{ file, format, personal: true, singular: "row", open: () => ({ rows: rest }) },
    async *content(found) {
      if (format === "csv" || format === "xlsx")
        return yield* tableContent(
          context,
          format,
          { file, title: sheetName(title), header: columns, rows: cells(found), isText },
          {},
        );
      if (format === "ndjson") for await (const row of found) yield `${jsonText(row)}\n`;
      else {
        let before = "[\n";
        for await (const row of found) {
          yield before + jsonText(row);
          before = ",\n";
        }
        yield before === "[\n" ? "[]\n" : "\n]\n";
      }
    },
  });
}

/** Returns a title as Excel allows it for a sheet. */
const sheetName = (title: string) =>
  title
    .replace(/[[\]:*?/\\\p{Cc}]+/gu, " ")
    .replace(/\s+/g, " ")
    .slice(0, 31)
    .replace(/^[' ]+|[' ]+$/g, "") || "Rows";

async function* mapped<T, U>(items: AsyncIterable<T>, change: (item: T) => U): AsyncGenerator<U> {
  for await (const item of items) yield change(item);
}
