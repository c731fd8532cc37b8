import { Readable } from "node:stream";
import { CsvError, parse } from "csv-parse";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import { advance, fileError, lineEnds, type Position, startOfText } from "../place.ts";
import { findStrayQuote } from "./quotes.ts";

/** The cells of one record and the line it begins on. */
export interface CsvRecord {
  line: number;
  cells: string[];
}

const longestRow = 16 * 1024 * 1024;

/**
 * The records of a CSV text, blank lines left out. Lines are counted here, when a record is complete: csv-parse
 * counts a CRLF inside quotes twice, and drops records it has queued when an error comes.
 */
export async function* readRecords(
  text: AsyncIterable<string>,
  delimiter: string,
  file: string,
): AsyncGenerator<CsvRecord> {
  let line = 1;
  let blank = 0;
  let header: readonly string[] | undefined;
  /** The lines on which the records begin that the parser has queued. */
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
    max_record_size: longestRow,
    on_record: (cells, info) => {
      skipBlank(info.empty_lines);
      header ??= cells;
      begins.push(line);
      line++;
      for (const cell of cells) if (cell.includes("\n") || cell.includes("\r")) line += lineEnds(cell);
      return cells;
    },
  });

  // What the parser was given since the row it is in began: where a stray quote is looked for.
  let recent: { text: string; at: Position }[] = [];
  let at = startOfText();
  const remembered = async function* () {
    for await (const piece of text) {
      recent = recent.filter((_, index) => (recent[index + 1]?.at ?? at).line >= line);
      recent.push({ text: piece, at });
      at = advance(at, piece);
      yield piece;
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
    throw syntaxError(error, recent.map((piece) => piece.text).join(""), {
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
  /** Where the text begins. */
  from: Position;
  /** The line on which the bad row begins. */
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
  const place = (offset: number) => {
    const at = advance(from, text.slice(0, offset));
    return { file, line: at.line, column: at.column, ...(field !== undefined && { field }) };
  };
  if (error.code === "CSV_MAX_RECORD_SIZE") {
    const hint = "Probably a quote that opens here is never closed.";
    return fileError(place(stray?.opens ?? 0), "the row is longer than 16 MiB.", hint);
  }
  if (stray === undefined)
    return new TillError(exitCodes.failure, `${file}: ${error.message}`, { cause: error });
  if (stray.closes === undefined) {
    const hint = 'Close it, or write "" for a quote inside a cell.';
    return fileError(place(stray.opens), "the quote that opens here is never closed.", hint);
  }
  if (stray.closes === stray.opens) {
    const hint = 'Enclose the whole cell in quotes and write "" for the quote.';
    return fileError(place(stray.opens), "a quote stands in the middle of a cell.", hint);
  }
  const end = place(stray.closes);
  return fileError(
    place(stray.opens),
    `the quoted cell that opens here ends in line ${end.line}, column ${end.column}, but more text follows its closing quote.`,
    'Inside quotes write "" for a quote; a quote that was never closed can cause this, too.',
  );
}

/** Where the line begins that comes `lines` line ends after the start of the text. */
function offsetOfLine(text: string, lines: number): number {
  const lineEnd = /\r\n?|\n/g;
  for (let passed = 0; passed < lines; passed++) lineEnd.test(text);
  return lineEnd.lastIndex;
}
