import { type CsvOptions, type CsvTable, type Row, readCsv } from "../../src/files/csv.ts";
import type { Assembly, Dialect } from "../../src/files/dialect.ts";
import { detectDialect } from "../../src/files/dialects.ts";
import type { ProductDraft } from "../../src/files/draft.ts";
import { csvLines, type CsvOptions as WriteOptions } from "../../src/output/csv.ts";

export type Piece = string | Uint8Array;

export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Bytes as they arrive from a pipe. */
export async function* bytes(...pieces: readonly Piece[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield typeof piece === "string" ? Buffer.from(piece) : piece;
}

export async function readAll(text: Piece | readonly Piece[], options: CsvOptions = {}) {
  const pieces = typeof text === "string" || text instanceof Uint8Array ? [text] : text;
  const table = await readCsv(bytes(...pieces), { name: "shop.csv", ...options });
  return { ...table, rows: await collect(table.rows) };
}

export async function written(rows: readonly string[][], options: WriteOptions): Promise<string> {
  return (await collect(csvLines(rows, options))).join("");
}

export interface Loaded {
  table: Omit<CsvTable, "rows">;
  rows: Row[];
  dialect: Dialect;
  assemblies: Assembly[];
}

/** A product file the way an import reads it: rows of one handle need not be adjacent. */
export async function load(text: Piece, options: CsvOptions & { decimal?: "." | "," } = {}): Promise<Loaded> {
  const { rows, ...table } = await readAll(text, options);
  const dialect = detectDialect(table.header);
  if (dialect === undefined) throw new Error(`no dialect for ${table.header.join()}`);
  dialect.check(table.header, { file: table.name, ignoreUnknown: false });
  const groups = Map.groupBy(rows, (row) => dialect.handleOf(row, table.name));
  const assemblies = [...groups.values()].map((group) =>
    dialect.assemble(group, { decimal: options.decimal ?? "." }),
  );
  return { table, rows, dialect, assemblies };
}

export async function loadDrafts(
  text: Piece,
  options: Parameters<typeof load>[1] = {},
): Promise<ProductDraft[]> {
  const { assemblies } = await load(text, options);
  return assemblies.map(({ draft, problems }) => {
    if (draft === undefined) throw new Error(problems.map(({ message }) => message).join("\n"));
    return draft;
  });
}

export async function loadProblems(text: Piece, options: Parameters<typeof load>[1] = {}) {
  const { assemblies } = await load(text, options);
  return assemblies.flatMap(({ problems }) => problems);
}

/** A draft without the lines of the file it came from. */
export function withoutLines({ line: _, variants, ...draft }: ProductDraft) {
  return { ...draft, variants: variants.map(({ line: _line, ...variant }) => variant) };
}

/** CSV text of rows given as objects. */
export function sheet(
  header: readonly string[],
  rows: readonly Record<string, string>[],
  eol = "\n",
): string {
  const quote = (cell: string) => (/[",;\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const lines = [
    header.join(","),
    ...rows.map((row) => header.map((column) => quote(row[column] ?? "")).join(",")),
  ];
  return lines.map((line) => line + eol).join("");
}
