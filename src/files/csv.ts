import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { exitCodes, TillError, UsageError } from "../kernel/errors.ts";
import type { CsvFormat } from "../output/csv.ts";
import { splitMark } from "./encoding.ts";
import { advance, fileError, lineEnds, type Position, startOfText } from "./location.ts";

/** The cells of a row or of the header, and its first line. */
export interface TableRecord {
  line: number;
  cells: string[];
  /** The positions of the cells that a workbook stores as numbers. */
  stored?: ReadonlySet<number>;
  /** It is the last one of a text, and its line has no end. */
  isCutOff?: boolean;
}

/** Where the table of a CSV file is, and what separates its cells. */
export interface CsvLayout {
  /** One character, or `tab`. Default: detected in the header line (comma, semicolon or tab). */
  delimiter?: string | undefined;
  /** The line of the column names, from 1; the lines before it are skipped. Default: the first line that is not empty. */
  headerRow?: number | undefined;
}

/**
 * Returns the records of a CSV text, of which the first is the header, and its layout. Throws UsageError with file, line and column for a
 * missing header and for stray quotes.
 */
export async function csvRecords(
  chunks: AsyncGenerator<string>,
  { name, delimiter, headerRow = 1 }: CsvLayout & { name: string },
): Promise<{ format: CsvFormat; records: AsyncGenerator<TableRecord> }> {
  const { mark, text: start } = splitMark(await firstText(chunks));
  const from = fromLine(joined(start, chunks), headerRow, name);
  const text = await untilHeaderEnds(from, name);
  if (text.trim() === "") {
    throw fileError({ file: name }, "the file is empty.", "The first line must contain the column names.");
  }
  const format: CsvFormat = { delimiter: delimiterOf(text, delimiter), mark, eol: eolOf(text) };
  return { format, records: readRecords(joined(text, from), format.delimiter, name, headerRow) };
}

async function* joined(start: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield start;
  yield* rest;
}

async function firstText(chunks: AsyncIterator<string>): Promise<string> {
  const first = await chunks.next();
  return first.done === true ? "" : first.value;
}

/** Yields a text from the start of a line on. Throws UsageError if the text has fewer lines. */
async function* fromLine(chunks: AsyncIterable<string>, line: number, file: string): AsyncGenerator<string> {
  let at = startOfText();
  for await (const chunk of chunks) {
    // A "\n" that follows a "\r" in the last chunk is half of a line end.
    let from = at.afterReturn && chunk.startsWith("\n") ? 1 : 0;
    if (at.line < line) {
      const lineEnd = /\r\n?|\n/g;
      lineEnd.lastIndex = from;
      let left = line - at.line;
      while (left > 0 && lineEnd.test(chunk)) left--;
      from = left > 0 ? chunk.length : lineEnd.lastIndex;
      at = advance(at, chunk.slice(0, from));
    } else at = { ...at, afterReturn: false };
    if (from < chunk.length) yield chunk.slice(from);
  }
  if (at.line < line)
    throw fileError(
      { file },
      `the file has ${at.line} lines, and --header-row is ${line}.`,
      "Check the line.",
    );
}

const maxHeaderLength = 1024 * 1024;

/** Reads until the text contains the whole header line, or to the end of the file. */
async function untilHeaderEnds(chunks: AsyncIterator<string>, file: string): Promise<string> {
  let text = "";
  for (;;) {
    const end = headerLine(text).length;
    // A `\r` at the very end may be half of `\r\n`, so one more character is read.
    if (end + 2 <= text.length) return text;
    if (text.length > maxHeaderLength)
      throw fileError({ file, line: 1 }, "the header line does not end.", "Is this a CSV file?");
    const next = await chunks.next();
    if (next.done === true) return text;
    text += next.value;
  }
}

/** Returns the header line and what precedes it, without its line end. Line ends inside quotes do not end it. */
function headerLine(text: string): string {
  return /^\uFEFF?[\r\n]*(?:"[^"]*(?:"|$)|[^"\r\n])*/.exec(text)?.[0] ?? "";
}

/** Returns the given delimiter, or the one that is most often in the header line: semicolon, tab or comma. */
function delimiterOf(text: string, given?: string): string {
  if (given !== undefined) return checkDelimiter(given);
  const bare = headerLine(text).replace(/"[^"]*"/g, "");
  const count = (candidate: string) => bare.split(candidate).length;
  // A comma is also a part of names: "Preis, netto".
  const best = [";", "\t", ","].reduce((best, other) => (count(other) > count(best) ? other : best));
  return bare.includes(best) ? best : ",";
}

/** Returns a delimiter from its flag: one character, or `tab`. Throws UsageError for others. */
export function checkDelimiter(given: string): string {
  const delimiter = given === "tab" || given === "\\t" ? "\t" : given;
  if (delimiter.length === 1 && !/["\r\n'\w.\-+]/.test(delimiter)) return delimiter;
  throw new UsageError(`Invalid delimiter "${given}".`, {
    field: "delimiter",
    hint: 'Use one character such as "," ";" "|", or tab.',
  });
}

/** The line end of the header line; `\n` where it has none. */
function eolOf(text: string): "\r\n" | "\n" | "\r" {
  const after = text.slice(headerLine(text).length);
  if (after.startsWith("\r\n")) return "\r\n";
  return after.startsWith("\r") ? "\r" : "\n";
}

const maxRowLength = 16 * 1024 * 1024;

/**
 * Yields the records of a CSV text without blank lines. It counts lines itself: csv-parse counts a CRLF inside quotes twice,
 * and drops queued records when an error occurs.
 */
async function* readRecords(
  text: AsyncIterable<string>,
  delimiter: string,
  file: string,
  firstLine: number,
): AsyncGenerator<TableRecord> {
  let line = firstLine;
  let blank = 0;
  let header: readonly string[] | undefined;
  /** The first lines of the records in the parser's queue. */
  const begins: number[] = [];
  const skipBlank = (count: number) => {
    line += count - blank;
    blank = count;
  };
  const parser = parse({
    delimiter,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: maxRowLength,
    on_record: (cells, info) => {
      skipBlank(info.empty_lines);
      header ??= cells;
      begins.push(line);
      line++;
      for (const cell of cells) if (cell.includes("\n") || cell.includes("\r")) line += lineEnds(cell);
      return cells;
    },
  });

  // The text since the start of the current row, to find a stray quote.
  let recent: { text: string; at: Position }[] = [];
  let at = { ...startOfText(), line: firstLine };
  const remembered = async function* () {
    for await (const chunk of text) {
      recent = recent.filter((_, index) => (recent[index + 1]?.at ?? at).line >= line);
      recent.push({ text: chunk, at });
      at = advance(at, chunk);
      yield chunk;
    }
  };
  const input = Readable.from(remembered());
  input.on("error", (error) => parser.destroy(error));
  input.pipe(parser);
  try {
    let last: TableRecord | undefined;
    for await (const cells of parser as AsyncIterable<string[]>) {
      if (last) yield last;
      last = { line: begins.shift() ?? line, cells };
    }
    if (last) yield { ...last, isCutOff: at.column > 1 };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    skipBlank(Number(error.empty_lines ?? blank));
    const from = recent[0]?.at ?? { ...startOfText(), line: firstLine };
    throw syntaxError(error, recent.map((chunk) => chunk.text).join(""), {
      from,
      line,
      delimiter,
      file,
      header,
    });
  } finally {
    input.destroy();
  }
}

interface Around {
  /** The position of the text. */
  from: Position;
  /** The first line of the invalid row. */
  line: number;
  delimiter: string;
  file: string;
  header: readonly string[] | undefined;
}

function syntaxError(
  error: CsvError,
  text: string,
  { from, line, delimiter, file, header }: Around,
): TillError {
  const stray = findStrayQuote(text, offsetOfLine(text, line - from.line), delimiter);
  const field = header?.[Number(error.index)];
  const location = (offset: number) => {
    const at = advance(from, text.slice(0, offset));
    return { file, line: at.line, column: at.column, field };
  };
  if (error.code === "CSV_MAX_RECORD_SIZE") {
    const hint =
      stray === undefined ? "Is this a CSV file?" : "A quote that opens here is probably never closed.";
    const start = offsetOfLine(text, line - from.line);
    return fileError(location(stray?.opens ?? start), "the row is longer than 16 MiB.", hint);
  }
  if (stray === undefined)
    return new TillError(exitCodes.failure, `${file}: ${error.message}`, { cause: error });
  if (stray.closes === undefined) {
    const hint = 'Close it, or use "" for a quote inside a cell.';
    return fileError(location(stray.opens), "the quote that opens here is never closed.", hint);
  }
  if (stray.closes === stray.opens) {
    const hint = 'Put the whole cell in quotes and use "" for the quote.';
    return fileError(location(stray.opens), "there is a quote in the middle of a cell.", hint);
  }
  const end = location(stray.closes);
  return fileError(
    location(stray.opens),
    `the quoted cell that opens here ends in line ${end.line}, column ${end.column}, but more text follows its closing quote.`,
    'Inside quotes write "" for a quote; a quote that was never closed can cause this, too.',
  );
}

/** Returns the offset of the line after `lines` line ends. */
function offsetOfLine(text: string, lines: number): number {
  const lineEnd = /\r\n?|\n/g;
  for (let passed = 0; passed < lines; passed++) lineEnd.test(text);
  return lineEnd.lastIndex;
}

/**
 * Returns the first misplaced quote from `start` on. `closes` is absent if a quoted cell never ends, equals `opens` for a
 * quote inside an unquoted cell, and is otherwise a closing quote that is followed by text.
 */
function findStrayQuote(
  text: string,
  start: number,
  delimiter: string,
): { opens: number; closes?: number } | undefined {
  const endsCell = (character: string | undefined) =>
    character === undefined || character === delimiter || character === "\r" || character === "\n";
  let index = text.indexOf('"', start);
  while (index >= 0) {
    const opens = index;
    if (opens > start && !endsCell(text[opens - 1])) return { opens, closes: opens };
    let closes = text.indexOf('"', opens + 1);
    while (closes >= 0 && text[closes + 1] === '"') closes = text.indexOf('"', closes + 2);
    if (closes < 0) return { opens };
    if (!endsCell(text[closes + 1])) return { opens, closes };
    index = text.indexOf('"', closes + 1);
  }
  return undefined;
}
