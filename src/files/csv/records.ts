import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import { advance, fileError, lineEnds, type Position, startOfText } from "../location.ts";
import { findStrayQuote } from "./quotes.ts";

/** The cells of one record and its first line. */
export interface CsvRecord {
  line: number;
  cells: string[];
}

const maxRowLength = 16 * 1024 * 1024;

/**
 * Yields the records of a CSV text without blank lines. It counts lines itself: csv-parse counts a CRLF inside quotes twice,
 * and drops queued records when an error occurs.
 */
export async function* readRecords(
  text: AsyncIterable<string>,
  delimiter: string,
  file: string,
): AsyncGenerator<CsvRecord> {
  let line = 1;
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
  let at = startOfText();
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
    for await (const cells of parser as AsyncIterable<string[]>)
      yield { line: begins.shift() ?? line, cells };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    skipBlank(Number(error.empty_lines ?? blank));
    const from = recent[0]?.at ?? startOfText();
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
    return { file, line: at.line, column: at.column, ...(field !== undefined && { field }) };
  };
  if (error.code === "CSV_MAX_RECORD_SIZE") {
    const hint = "A quote that opens here is probably never closed.";
    return fileError(location(stray?.opens ?? 0), "the row is longer than 16 MiB.", hint);
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
