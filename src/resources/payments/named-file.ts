import { readCsv } from "../../files/csv/csv.ts";
import { decodeText, splitMark } from "../../files/decode.ts";
import { readNdjson } from "../../files/ndjson.ts";
import { fileError } from "../../files/place.ts";
import { UsageError } from "../../kernel/errors.ts";
import { nearest } from "../../kernel/text.ts";
import { type Named, referenceOf } from "./references.ts";

/** Headers under which files keep orders, the surest first; compared without case, spaces, dashes and underscores. */
const columns = ["id", "orderid", "number", "ordernumber", "order", "order#", "name"];
const bare = (header: string) => header.toLowerCase().replace(/[\s_-]/g, "");

/**
 * The orders that a file names: one a line, a column of a CSV file, or NDJSON records with an id (or a number).
 * UsageError with file, line and column for whatever is none of these; a byte order mark and CRLF are no matter.
 */
export async function readNamed(
  bytes: AsyncIterable<Uint8Array>,
  name: string,
  options: { column?: string | undefined; noun: string },
): Promise<Named[]> {
  const { start, whole } = await peek(bytes);
  const { text } = splitMark(start);
  const first =
    text
      .trimStart()
      .split(/\r\n|\n|\r/, 1)[0]
      ?.trim() ?? "";
  const named =
    options.column === undefined && first.startsWith("{")
      ? fromRecords(whole, name, options.noun)
      : options.column !== undefined || /[,;\t]/.test(first) || columns.includes(bare(first))
        ? fromTable(whole, name, options.column)
        : fromLines(whole, name);
  const all: Named[] = [];
  for await (const one of named) all.push(one);
  return all;
}

/** The beginning of some bytes as text, as far as it tells the format, and all of them. */
async function peek(
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ start: string; whole: AsyncIterable<Uint8Array> }> {
  const pieces = bytes[Symbol.asyncIterator]();
  const seen: Uint8Array[] = [];
  let start = "";
  while (!/\S[^\n\r]*[\n\r]/.test(start) && start.length < 65_536) {
    const piece = await pieces.next();
    if (piece.done) break;
    seen.push(piece.value);
    start = Buffer.concat(seen).toString("utf8");
  }
  const whole = (async function* () {
    yield* seen;
    yield* { [Symbol.asyncIterator]: () => pieces };
  })();
  return { start, whole };
}

async function* fromLines(bytes: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Named> {
  let text = "";
  for await (const piece of decodeText(bytes, { name })) text += piece;
  for (const [index, line] of splitMark(text)
    .text.split(/\r\n|\n|\r/)
    .entries()) {
    if (line.trim() === "") continue;
    yield checked(line, { file: name, line: index + 1 });
  }
}

async function* fromTable(
  bytes: AsyncIterable<Uint8Array>,
  name: string,
  asked: string | undefined,
): AsyncGenerator<Named> {
  const { header, rows } = await readCsv(bytes, { name });
  const column =
    asked === undefined
      ? columns.flatMap((known) => header.find((one) => bare(one) === known) ?? [])[0]
      : header.find((one) => one === asked);
  if (column === undefined) {
    const meant = asked === undefined ? undefined : nearest(asked, header);
    const guess = meant === undefined ? "" : ` Did you mean "${meant}"?`;
    const what = asked === undefined ? "no column that names orders" : `no column "${asked}"`;
    throw new UsageError(`${name}: there is ${what}.${guess}`, {
      field: "--column",
      hint: `Say which it is: --column "${header[0]}". The columns are: ${header.join(", ")}`,
    });
  }
  for await (const { line, cells } of rows) yield checked(cells[column] ?? "", { file: name, line }, column);
}

async function* fromRecords(
  bytes: AsyncIterable<Uint8Array>,
  name: string,
  noun: string,
): AsyncGenerator<Named> {
  for await (const { line, value } of readNdjson(bytes, { name })) {
    const { _kind: kind, id, orderId, number } = value;
    if (typeof kind === "string" && kind.split(".")[0] !== noun) {
      const message = `this is of kind "${kind}", and ${noun}s are wanted.`;
      throw fileError({ file: name, line }, message, "Nothing was sent.");
    }
    const given = [id, orderId, number].find((one) => typeof one === "string" || typeof one === "number");
    if (given === undefined) {
      throw fileError(
        { file: name, line },
        "the record has no id.",
        "Pipe whole records, or keep the id: --fields id",
      );
    }
    yield checked(String(given), { file: name, line });
  }
}

function checked(text: string, place: { file: string; line: number }, column?: string): Named {
  const reference = referenceOf(text);
  if (reference !== undefined) return { reference, source: `${place.file}:${place.line}` };
  const what =
    text.trim() === "" ? "the cell is empty" : `"${text.trim().slice(0, 60)}" is no id and no number`;
  const where = column === undefined ? "" : ` (column ${column})`;
  throw fileError(place, `${what}${where}.`, "Nothing was sent.");
}
