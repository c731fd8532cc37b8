import { UsageError } from "../kernel/errors.ts";

/** A location in a file. Lines (of a sheet: rows) and columns are counted from 1. */
export interface FileLocation {
  file: string;
  /** The sheet of a workbook. */
  sheet?: string | undefined;
  line?: number;
  column?: number;
  /** Name of the CSV column or JSON field. */
  field?: string;
}

/** The location of the header of a table. Default: line 1. */
export type HeaderLocation = Pick<FileLocation, "file" | "sheet" | "line">;

/** Returns the location as text: `shop.csv, line 12, column 3 (price)`. */
function locationText({ file, sheet, line, column, field }: FileLocation): string {
  const at = sheet === undefined ? [file] : [file, `sheet ${sheet}`];
  if (line !== undefined) at.push(`${sheet === undefined ? "line" : "row"} ${line}`);
  if (column !== undefined) at.push(field === undefined ? `column ${column}` : `column ${column} (${field})`);
  else if (field !== undefined) at.push(field);
  return at.join(", ");
}

/** Returns the error for invalid content of a file. */
export function fileError(
  location: FileLocation,
  message: string,
  hint?: string,
  cause?: unknown,
): UsageError {
  return new UsageError(`${locationText(location)}: ${message}`, {
    code: "INVALID_FILE",
    location: withoutField(location),
    cause,
    hint,
    field: location.field,
  });
}

function withoutField({ field, ...location }: FileLocation): Omit<FileLocation, "field"> {
  return location;
}

/** The line and column at the end of a text so far. `\r\n`, `\n` and `\r` each end a line. */
export interface Position {
  line: number;
  column: number;
  /** The text so far ends with `\r`; a following `\n` belongs to the same line end. */
  afterReturn: boolean;
}

export const startOfText = (): Position => ({ line: 1, column: 1, afterReturn: false });

/** Returns the position after `text`. */
export function advance(from: Position, text: string): Position {
  if (text === "") return from;
  const lineEnd = /\r\n?|\n/g;
  lineEnd.lastIndex = from.afterReturn && text.startsWith("\n") ? 1 : 0;
  let line = from.line;
  let lastEnd = lineEnd.lastIndex;
  let column = from.column;
  while (lineEnd.test(text)) {
    line++;
    column = 1;
    lastEnd = lineEnd.lastIndex;
  }
  return { line, column: column + text.length - lastEnd, afterReturn: text.endsWith("\r") };
}

/** Returns the number of line ends in a text. */
export const lineEnds = (text: string): number => advance(startOfText(), text).line - 1;
