import { UsageError } from "../kernel/errors.ts";

/** A place in a text file as people count it: line 1 is the first, column 1 the first character. */
export interface Place {
  file: string;
  line?: number;
  column?: number;
  /** Name of the CSV column or JSON field. */
  field?: string;
}

/** `shop.csv, line 12, column 3 (price)` */
export function placeText({ file, line, column, field }: Place): string {
  const at = [file];
  if (line !== undefined) at.push(`line ${line}`);
  if (column !== undefined) at.push(field === undefined ? `column ${column}` : `column ${column} (${field})`);
  else if (field !== undefined) at.push(field);
  return at.join(", ");
}

/** An error in a file that was read: nothing has been sent. */
export function fileError(place: Place, message: string, hint?: string, cause?: unknown): UsageError {
  return new UsageError(`${placeText(place)}: ${message}`, {
    code: "INVALID_FILE",
    place: withoutField(place),
    cause,
    ...(hint !== undefined && { hint }),
    ...(place.field !== undefined && { field: place.field }),
  });
}

function withoutField({ field: _, ...place }: Place): Omit<Place, "field"> {
  return place;
}

/** Follows line and column through a text that arrives in pieces; `\r\n`, `\n` and `\r` each end a line. */
export interface Position {
  line: number;
  column: number;
  /** The text so far ended with `\r`: a `\n` that follows belongs to the same line end. */
  afterReturn: boolean;
}

export const startOfText = (): Position => ({ line: 1, column: 1, afterReturn: false });

/** The position after `text`. */
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

/** How many line ends a text holds. */
export const lineEnds = (text: string): number => advance(startOfText(), text).line - 1;
