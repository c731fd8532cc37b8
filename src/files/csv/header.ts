import { UsageError } from "../../kernel/errors.ts";
import { type FileLocation, fileError } from "../location.ts";
import type { CsvRecord } from "./records.ts";

const maxHeaderLength = 1024 * 1024;

/** Reads until the text contains the whole header line, or to the end of the file. */
export async function untilHeaderEnds(chunks: AsyncIterator<string>, file: string): Promise<string> {
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

/** Returns the given delimiter, or the one in the header line: comma, semicolon or tab. */
export function delimiterOf(text: string, given?: string): string {
  if (given !== undefined) return checkDelimiter(given);
  const bare = headerLine(text).replace(/"[^"]*"/g, "");
  return [",", ";", "\t"].find((candidate) => bare.includes(candidate)) ?? ",";
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
export function eolOf(text: string): "\r\n" | "\n" | "\r" {
  const after = text.slice(headerLine(text).length);
  if (after.startsWith("\r\n")) return "\r\n";
  return after.startsWith("\r") ? "\r" : "\n";
}

/** Returns the trimmed column names of a header. Throws UsageError for empty and duplicate names. */
export function headerOf({ line, cells }: CsvRecord, file: string, sheet?: string): string[] {
  const names = cells.map((cell) => cell.trim());
  for (const [index, name] of names.entries()) {
    const location = { file, sheet, line, column: index + 1 };
    if (name === "")
      throw fileError(
        location,
        "the column has no name.",
        `Name it in the first ${sheet === undefined ? "line" : "row"}, or remove the column.`,
      );
    if (name === "__proto__")
      throw fileError(location, "a column cannot be named __proto__.", "Rename or remove the column.");
    const before = names.indexOf(name);
    if (before < index) {
      throw fileError(
        { ...location, field: name },
        `duplicate column name (also column ${before + 1}).`,
        "Rename or remove one of them.",
      );
    }
  }
  return names;
}

/** Returns the error for a row with more or fewer cells than the header has columns. */
export function ragged(
  cells: readonly string[],
  header: readonly string[],
  location: FileLocation,
): UsageError {
  const counts = `the row has ${cells.length} cells, the header has ${header.length}.`;
  if (cells.length > header.length) {
    return fileError(
      { ...location, column: header.length + 1 },
      `${counts} The first extra cell is ${JSON.stringify(cells[header.length]?.slice(0, 40))}.`,
      'Put cells that contain the delimiter in "quotes".',
    );
  }
  const missing = header[cells.length] ?? "";
  return fileError(
    { ...location, column: cells.length + 1, field: missing },
    `${counts} The first missing cell is ${missing}.`,
    "Every row needs all cells, including empty ones.",
  );
}
