import { UsageError } from "../../kernel/errors.ts";
import { fileError, type Place } from "../place.ts";
import type { CsvRecord } from "./records.ts";

const longestHeader = 1024 * 1024;

/** Reads until the text holds the whole header line (or all there is). */
export async function untilHeaderEnds(pieces: AsyncIterator<string>, file: string): Promise<string> {
  let text = "";
  for (;;) {
    const end = headerLine(text).length;
    // One character more than the line end: a `\r` at the very end may be half of `\r\n`.
    if (end + 2 <= text.length) return text;
    if (text.length > longestHeader)
      throw fileError({ file, line: 1 }, "the header line does not end.", "Is this a CSV file?");
    const next = await pieces.next();
    if (next.done === true) return text;
    text += next.value;
  }
}

/** The header line with what stands before it, without its line end; a line end inside quotes does not end it. */
function headerLine(text: string): string {
  return /^\uFEFF?[\r\n]*(?:"[^"]*(?:"|$)|[^"\r\n])*/.exec(text)?.[0] ?? "";
}

/** The delimiter asked for, or the one that the header line shows: comma, else semicolon, else tab. */
export function delimiterOf(text: string, asked?: string): string {
  if (asked !== undefined) return checkDelimiter(asked);
  const bare = headerLine(text).replace(/"[^"]*"/g, "");
  return [",", ";", "\t"].find((candidate) => bare.includes(candidate)) ?? ",";
}

function checkDelimiter(asked: string): string {
  const delimiter = asked === "tab" || asked === "\\t" ? "\t" : asked;
  if (delimiter.length === 1 && !/["\r\n'\w.\-+]/.test(delimiter)) return delimiter;
  throw new UsageError(`"${asked}" cannot separate cells.`, {
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

/** The column names of a header: trimmed, none empty, none twice. */
export function headerOf({ line, cells }: CsvRecord, file: string): string[] {
  const names = cells.map((cell) => cell.trim());
  for (const [index, name] of names.entries()) {
    const place = { file, line, column: index + 1 };
    if (name === "")
      throw fileError(place, "this column has no name.", "Name it in the first line, or remove the column.");
    if (name === "__proto__")
      throw fileError(place, "a column cannot be named __proto__.", "Rename or remove the column.");
    const before = names.indexOf(name);
    if (before < index) {
      throw fileError(
        { ...place, field: name },
        `the header names this column twice (also column ${before + 1}).`,
        "Remove or rename one of the two.",
      );
    }
  }
  return names;
}

/** The error for a row that does not have as many cells as the header has columns. */
export function ragged(cells: readonly string[], header: readonly string[], place: Place): UsageError {
  const counts = `the row has ${cells.length} cells, the header has ${header.length}.`;
  if (cells.length > header.length) {
    return fileError(
      { ...place, column: header.length + 1 },
      `${counts} The first cell too many is ${JSON.stringify(cells[header.length]?.slice(0, 40))}.`,
      'A cell that holds the delimiter must stand in "quotes".',
    );
  }
  const missing = header[cells.length] ?? "";
  return fileError(
    { ...place, column: cells.length + 1, field: missing },
    `${counts} Cells are missing from ${missing} on.`,
    "Every row needs all cells, empty ones too.",
  );
}
