import { exitCodes, TillError, UsageError } from "../kernel/errors.ts";
import { advance, type FileLocation, fileError, type Position, startOfText } from "./location.ts";

export interface DecodeOptions {
  /** The name of the file in errors. */
  name: string;
  /** `utf-8` (default), `utf-16le`, `utf-16be`, or a single-byte encoding such as `windows-1252`. */
  encoding?: string | undefined;
}

const singleByte = /^(windows-125[0-8]|iso-8859-\d{1,2}|latin1|macintosh|koi8-[ru])$/;
const byteOrderMark = "\uFEFF";

/**
 * Yields the text of a file in chunks, including a byte order mark. Throws UsageError if the file cannot be read, and with line and
 * column for bytes that are invalid in the encoding and for NUL characters, instead of replacing them with U+FFFD.
 */
export async function* decodeText(
  bytes: AsyncIterable<Uint8Array>,
  { name: file, encoding: label = "utf-8" }: DecodeOptions,
): AsyncGenerator<string> {
  const encoding = checkEncoding(label);
  let position = startOfText();
  let rest: Buffer = Buffer.alloc(0);
  let begun = false;
  for await (const chunk of readableBytes(bytes, file)) {
    rest = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
    if (!begun && rest.length < 4) continue;
    if (!begun) rejectOtherFormats(rest, encoding, file);
    begun = true;
    const text = decodeChunk(rest, encoding, position, file, true);
    rest = rest.subarray(byteLength(text, encoding));
    rejectNul(text, position, file);
    position = advance(position, text);
    if (text !== "") yield text;
  }
  if (!begun) rejectOtherFormats(rest, encoding, file);
  const last = decodeChunk(rest, encoding, position, file, false);
  rejectNul(last, position, file);
  if (last !== "") yield last;
}

/** Returns the canonical name of a supported encoding. Throws UsageError for others. */
export function checkEncoding(label: string): string {
  const encoding = label.toLowerCase();
  if (["utf-8", "utf-16le", "utf-16be"].includes(encoding)) return encoding;
  if (encoding === "utf8") return "utf-8";
  if (singleByte.test(encoding) && hasDecoder(encoding)) return encoding;
  throw new UsageError(`Unknown encoding "${label}".`, {
    field: "encoding",
    hint: "Use utf-8, utf-16le, utf-16be, windows-1252 or another windows-125x, iso-8859-x, macintosh or koi8-r.",
  });
}

/** Returns whether the platform can decode an encoding: there is no iso-8859-12. */
function hasDecoder(encoding: string): boolean {
  try {
    strictDecoder(encoding);
    return true;
  } catch {
    return false;
  }
}

/** Yields the bytes of a file. Throws UsageError if it cannot be read. */
async function* readableBytes(bytes: AsyncIterable<Uint8Array>, file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    throw readFailure(error, file);
  }
}

const readFailures: Record<string, string> = {
  ENOENT: "no such file",
  ENOTDIR: "no such file",
  EISDIR: "this is a directory, not a file",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EBUSY: "it is open in another program",
  ENAMETOOLONG: "the name is too long",
};

/** Returns the error for a file that cannot be read; other errors are returned unchanged. */
export function readFailure(error: unknown, file: string): unknown {
  if (error instanceof TillError || !(error instanceof Error)) return error;
  const why = readFailures[(error as NodeJS.ErrnoException).code ?? ""];
  const hint = why === readFailures.EBUSY ? "Close it there." : "Check the path.";
  if (why !== undefined) return fileError({ file }, `${why}.`, hint);
  return new TillError(exitCodes.failure, `${file} cannot be read: ${error.message}`, { cause: error });
}

function rejectOtherFormats(start: Buffer, encoding: string, file: string): void {
  const marked = markedEncoding(start) ?? encoding;
  if (marked === "utf-8" && encoding !== marked)
    throw fileError({ file, line: 1 }, `the file is UTF-8, not ${encoding}.`, "Omit --encoding.");
  if (marked !== encoding) {
    throw fileError(
      { file, line: 1 },
      `the file is ${marked.toUpperCase()}.`,
      `Pass --encoding ${marked}, or save the file as UTF-8.`,
    );
  }
  const archive = archiveKind(start);
  if (archive !== undefined) {
    const isWorkbook = archive === "an Excel workbook (.xlsx)";
    throw fileError(
      { file },
      `the file is ${archive}, not text.`,
      isWorkbook ? "Give it the extension .xlsx, or save the sheet as CSV." : "Save the sheet as CSV.",
    );
  }
}

/** Returns the encoding that the byte order mark at the start of a file says; undefined if it has none. */
export function markedEncoding(start: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" | undefined {
  const begins = (...bytes: number[]) => bytes.every((byte, index) => start[index] === byte);
  if (begins(0xff, 0xfe)) return "utf-16le";
  if (begins(0xfe, 0xff)) return "utf-16be";
  return begins(0xef, 0xbb, 0xbf) ? "utf-8" : undefined;
}

/** Returns the kind of a file that is no text, as `archiveKind` does, and all its bytes. Throws UsageError if it cannot be read. */
export async function peekKind(
  bytes: AsyncIterable<Uint8Array>,
  file: string,
): Promise<{ kind: string | undefined; isEmpty: boolean; whole: AsyncIterable<Uint8Array> }> {
  const { start, whole } = await peek(readableBytes(bytes, file), ({ length }) => length >= 64);
  return { kind: archiveKind(start), isEmpty: start.length === 0, whole };
}

/** Returns enough bytes from the start, or all of them if there are not enough, and all bytes. */
export async function peek(
  bytes: AsyncIterable<Uint8Array>,
  isEnough: (start: Buffer) => boolean,
): Promise<{ start: Buffer; whole: AsyncIterable<Uint8Array> }> {
  const pieces = bytes[Symbol.asyncIterator]();
  let start = Buffer.alloc(0);
  while (!isEnough(start)) {
    const piece = await pieces.next();
    if (piece.done) break;
    start = Buffer.concat([start, piece.value]);
  }
  const whole = (async function* () {
    if (start.length > 0) yield start;
    yield* { [Symbol.asyncIterator]: () => pieces };
  })();
  return { start, whole };
}

/** Returns the kind of a file that is no text, from its first bytes: a ZIP archive (by its first entry) or an old Excel file. */
export function archiveKind(start: Uint8Array): string | undefined {
  const bytes = Buffer.from(start.buffer, start.byteOffset, start.byteLength);
  if (bytes.indexOf("d0cf11e0a1b11ae1", 0, "hex") === 0)
    return "an old Excel workbook (.xls), or protected by a password";
  if (bytes.indexOf("504b0304", 0, "hex") !== 0) return undefined;
  const first = bytes.toString("latin1", 30, 30 + bytes.length);
  if (/^(\[Content_Types\]|_rels|docProps|xl)/.test(first)) return "an Excel workbook (.xlsx)";
  return first.startsWith("mimetype") ? "an OpenDocument spreadsheet" : "a ZIP archive";
}

/** Decodes a chunk. With `more`, an incomplete character at the end is kept for the next chunk. */
function decodeChunk(bytes: Buffer, encoding: string, from: Position, file: string, more: boolean): string {
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

/** Returns the text before the first invalid byte, in bytes that are not valid. */
export function textBeforeInvalid(bytes: Uint8Array, encoding: string): string {
  let good = 0;
  let bad = bytes.length;
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (decodes(bytes.subarray(0, middle), encoding)) good = middle;
    else bad = middle;
  }
  return strictDecoder(encoding).decode(bytes.subarray(0, good), { stream: true });
}

/** Returns the error for the first invalid byte or NUL character. */
function badBytes(bytes: Buffer, encoding: string, from: Position, file: string, cause: unknown): UsageError {
  const text = textBeforeInvalid(bytes, encoding);
  rejectNul(text, from, file);
  const start = byteLength(text, encoding);
  const location = whereIs(advance(from, text), file);
  const hint =
    encoding === "utf-8"
      ? "Declare the encoding, for example --encoding windows-1252, or save the file as UTF-8."
      : "Check --encoding.";
  return fileError(
    location,
    `byte 0x${hex(bytes[start])} is not valid ${encoding.toUpperCase()}.`,
    hint,
    cause,
  );
}

function decodes(bytes: Uint8Array, encoding: string): boolean {
  try {
    strictDecoder(encoding).decode(bytes, { stream: true });
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

const hex = (byte = 0) => byte.toString(16).padStart(2, "0");

function rejectNul(text: string, from: Position, file: string): void {
  const index = text.indexOf("\0");
  if (index < 0) return;
  const location = whereIs(advance(from, text.slice(0, index)), file);
  throw fileError(
    location,
    "the text contains a NUL character.",
    "If there are many, the file is probably UTF-16: try --encoding utf-16le. Otherwise remove it.",
  );
}

const whereIs = ({ line, column }: Position, file: string): FileLocation => ({ file, line, column });

/** Splits a leading byte order mark from a text. */
export function splitMark(text: string): { mark: boolean; text: string } {
  return text.startsWith(byteOrderMark) ? { mark: true, text: text.slice(1) } : { mark: false, text };
}

/**
 * Encodes text as `utf-8`, `utf-16le` or a single-byte encoding such as `windows-1252`. Throws UsageError for a character
 * that the encoding does not have, instead of replacing it.
 */
export async function* encodeText(
  text: AsyncIterable<string> | Iterable<string>,
  label: string,
): AsyncGenerator<Uint8Array> {
  const encode = encoderOf(checkEncoding(label));
  let line = 1;
  for await (const piece of text) {
    yield encode(piece, line);
    line += piece.split("\n").length - 1;
  }
}

function encoderOf(encoding: string): (text: string, line: number) => Uint8Array {
  if (encoding === "utf-8") return (text) => Buffer.from(text, "utf8");
  if (encoding === "utf-16le") return (text) => Buffer.from(text, "utf16le");
  if (encoding === "utf-16be") return (text) => Buffer.from(text, "utf16le").swap16();
  const decoder = new TextDecoder(encoding);
  const codes = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte] as const),
  );
  codes.delete("\uFFFD");
  return (text, line) => {
    const bytes = new Uint8Array(text.length);
    let length = 0;
    for (const character of text) {
      const byte = codes.get(character);
      if (byte === undefined) throw unencodable(character, encoding, line);
      bytes[length++] = byte;
    }
    return bytes.subarray(0, length);
  };
}

function unencodable(character: string, encoding: string, line: number): UsageError {
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  return new UsageError(`Line ${line}: ${encoding} has no character "${character}" (U+${code}).`, {
    field: "--encoding",
    hint: "Leave --encoding out and use --bom: Excel then reads the file as UTF-8.",
  });
}
