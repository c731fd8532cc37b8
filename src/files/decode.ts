import { createReadStream } from "node:fs";
import { exitCodes, TillError, UsageError } from "../kernel/errors.ts";
import { advance, fileError, type Place, type Position, startOfText } from "./place.ts";

/** A path, or bytes that arrive in pieces (standard input). */
export type Source = string | AsyncIterable<Uint8Array>;

export interface DecodeOptions {
  /** `utf-8` (default), `utf-16le`, `utf-16be`, or a single-byte encoding such as `windows-1252`. */
  encoding?: string;
  /** What to call the source in errors; defaults to the path or "standard input". */
  name?: string;
}

const singleByte = /^(windows-125[0-8]|iso-8859-\d{1,2}|latin1|macintosh|koi8-[ru])$/;
const byteOrderMark = "\uFEFF";

/** What a source is called in messages. */
export const sourceName = (source: Source, name?: string): string =>
  name ?? (typeof source === "string" ? source : "standard input");

/**
 * The text of a source, piece by piece, the byte order mark left in front where there is one. Nothing is ever
 * replaced by U+FFFD: bytes that the encoding does not know and NUL characters are a UsageError with line and column.
 */
export async function* decodeText(source: Source, options: DecodeOptions = {}): AsyncGenerator<string> {
  const file = sourceName(source, options.name);
  const encoding = checkEncoding(options.encoding ?? "utf-8");
  let position = startOfText();
  let rest: Buffer = Buffer.alloc(0);
  let begun = false;
  for await (const piece of bytesOf(source, file)) {
    rest = rest.length === 0 ? Buffer.from(piece) : Buffer.concat([rest, piece]);
    if (!begun && rest.length < 4) continue;
    if (!begun) refuseOtherFormats(rest, encoding, file);
    begun = true;
    const text = decodePiece(rest, encoding, position, file, true);
    rest = rest.subarray(byteLength(text, encoding));
    refuseNul(text, position, file);
    position = advance(position, text);
    if (text !== "") yield text;
  }
  if (!begun) refuseOtherFormats(rest, encoding, file);
  const last = decodePiece(rest, encoding, position, file, false);
  refuseNul(last, position, file);
  if (last !== "") yield last;
}

function checkEncoding(label: string): string {
  const encoding = label.toLowerCase();
  if (["utf-8", "utf-16le", "utf-16be"].includes(encoding)) return encoding;
  if (encoding === "utf8") return "utf-8";
  if (singleByte.test(encoding)) return encoding;
  throw new UsageError(`Encoding "${label}" is not known.`, {
    field: "encoding",
    hint: "Use utf-8, utf-16le, utf-16be, windows-1252 or another windows-125x, iso-8859-x, macintosh or koi8-r.",
  });
}

async function* bytesOf(source: Source, file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* typeof source === "string" ? createReadStream(source) : source;
  } catch (error) {
    throw readFailure(error, file);
  }
}

const readFailures: Record<string, string> = {
  ENOENT: "there is no such file",
  ENOTDIR: "there is no such file",
  EISDIR: "this is a directory, not a file",
  EACCES: "permission to read it is missing",
  EPERM: "permission to read it is missing",
};

/** Why a file cannot be read, as an error that names it; what is no failure of reading stays as it is. */
export function readFailure(error: unknown, file: string): unknown {
  if (error instanceof TillError || !(error instanceof Error)) return error;
  const why = readFailures[(error as NodeJS.ErrnoException).code ?? ""];
  if (why !== undefined) return fileError({ file }, `${why}.`, "Check the path.");
  return new TillError(exitCodes.failure, `${file} cannot be read: ${error.message}`, { cause: error });
}

function refuseOtherFormats(start: Buffer, encoding: string, file: string): void {
  const begins = (...bytes: number[]) => bytes.every((byte, index) => start[index] === byte);
  const mark = begins(0xff, 0xfe) ? "utf-16le" : begins(0xfe, 0xff) ? "utf-16be" : undefined;
  if (mark !== undefined && mark !== encoding) {
    throw fileError(
      { file, line: 1 },
      `the file is ${mark.toUpperCase()}.`,
      `Pass --encoding ${mark}, or save the file as UTF-8.`,
    );
  }
  if (begins(0xef, 0xbb, 0xbf) && encoding !== "utf-8") {
    throw fileError({ file, line: 1 }, `the file is UTF-8, not ${encoding}.`, "Leave --encoding out.");
  }
  if (begins(0x50, 0x4b, 0x03, 0x04)) {
    throw fileError(
      { file },
      "this is a workbook or ZIP archive, not text.",
      "Save the sheet as CSV (UTF-8) first.",
    );
  }
}

/** `more`: an unfinished character at the end is left for the next piece. */
function decodePiece(bytes: Buffer, encoding: string, from: Position, file: string, more: boolean): string {
  try {
    return strictDecoder(encoding).decode(bytes, { stream: more });
  } catch (cause) {
    throw badBytes(bytes, encoding, from, file, cause);
  }
}

const strictDecoder = (encoding: string) => new TextDecoder(encoding, { fatal: true, ignoreBOM: true });

function byteLength(text: string, encoding: string): number {
  if (encoding === "utf-8") return Buffer.byteLength(text);
  return encoding.startsWith("utf-16") ? text.length * 2 : text.length;
}

/** Names the first byte that is wrong: the longest beginning that decodes ends right before it. A NUL before it comes first. */
function badBytes(bytes: Buffer, encoding: string, from: Position, file: string, cause: unknown): UsageError {
  let good = 0;
  let bad = bytes.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (decodes(bytes.subarray(0, middle), encoding)) good = middle;
    else bad = middle;
  }
  const text = strictDecoder(encoding).decode(bytes.subarray(0, good), { stream: true });
  refuseNul(text, from, file);
  const start = byteLength(text, encoding);
  const place = whereIs(advance(from, text), file);
  const hint =
    encoding === "utf-8"
      ? "Say how the file is encoded, for example --encoding windows-1252, or save it as UTF-8."
      : "Check --encoding.";
  return fileError(place, `byte 0x${hex(bytes[start])} is not valid ${encoding.toUpperCase()}.`, hint, cause);
}

function decodes(bytes: Buffer, encoding: string): boolean {
  try {
    strictDecoder(encoding).decode(bytes, { stream: true });
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

const hex = (byte = 0) => byte.toString(16).padStart(2, "0");

function refuseNul(text: string, from: Position, file: string): void {
  const index = text.indexOf("\0");
  if (index < 0) return;
  const place = whereIs(advance(from, text.slice(0, index)), file);
  throw fileError(
    place,
    "the text holds a NUL character.",
    "A file full of them is usually UTF-16: try --encoding utf-16le. Otherwise remove it.",
  );
}

const whereIs = ({ line, column }: Position, file: string): Place => ({ file, line, column });

/** Takes a byte order mark off the front of a text. */
export function splitMark(text: string): { mark: boolean; text: string } {
  return text.startsWith(byteOrderMark) ? { mark: true, text: text.slice(1) } : { mark: false, text };
}
