import { archiveKind, decodeText, peek, splitMark } from "../../files/encoding.ts";
import { fileError } from "../../files/location.ts";
import { readNdjson } from "../../files/ndjson.ts";
import { readTable } from "../../files/table.ts";
import { UsageError } from "../../kernel/errors.ts";
import { nearest } from "../../kernel/text.ts";
import { type OrderReference, parseReference } from "./rows.ts";

/** The longest line of a list of references, in characters, and the most references. */
const maxLine = 65_536;
const max = 2_000_000;

/** The headers of columns with order ids or numbers, most specific first, without case, spaces, dashes and underscores. */
const columns = ["id", "orderid", "number", "ordernumber", "order", "order#", "name"];
const normalized = (header: string) => header.toLowerCase().replace(/[\s_-]/g, "");

/**
 * Reads references to orders from a file: one per line, a column of a CSV file or workbook, or NDJSON records with an id or number. Accepts a
 * byte order mark and CRLF. Throws UsageError with file, line and column.
 */
export async function readReferenceFile(
  bytes: AsyncIterable<Uint8Array>,
  name: string,
  options: { column?: string | undefined; sheet?: string | undefined; itemName: string },
): Promise<OrderReference[]> {
  const { start, whole } = await peek(bytes, hasLine);
  const isWorkbook = archiveKind(start) !== undefined || /\.xls[xm]?$/i.test(name);
  const { text } = splitMark(start.toString("utf8"));
  const first =
    text
      .trimStart()
      .split(/\r\n|\n|\r/, 1)[0]
      ?.trim() ?? "";
  const references =
    !isWorkbook && options.column === undefined && first.startsWith("{")
      ? fromRecords(whole, name, options.itemName)
      : isWorkbook ||
          options.column !== undefined ||
          /^"|[,;\t]/.test(first) ||
          columns.includes(normalized(first))
        ? fromTable(whole, name, options)
        : fromLines(whole, name);
  const all: OrderReference[] = [];
  for await (const reference of references) {
    if (all.push(reference) > max)
      throw fileError({ file: name, line: max + 1 }, `there are more than ${max} rows.`, "Split the file.");
  }
  return all;
}

/** Returns whether bytes have a whole line of text, which tells the format. */
function hasLine(start: Buffer): boolean {
  const text = start.toString("utf8");
  return text.length >= maxLine || /[\n\r]/.test(text.trimStart());
}

async function* fromLines(bytes: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<OrderReference> {
  let rest = "";
  let line = 0;
  const read = function* (lines: readonly string[]) {
    for (const text of lines) {
      line += 1;
      const own = line === 1 ? splitMark(text).text : text;
      if (own.trim() !== "") yield checked(own, { file: name, line });
    }
  };
  for await (const chunk of decodeText(bytes, { name })) {
    // A carriage return at the end may be half of a line end.
    const lines = (rest + chunk).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? "";
    yield* read(lines);
    if (rest.length > maxLine)
      throw fileError(
        { file: name, line: line + 1 },
        "the line does not end.",
        "Each line is an id or a number.",
      );
  }
  yield* read([rest]);
}

async function* fromTable(
  bytes: AsyncIterable<Uint8Array>,
  name: string,
  { column: chosen, sheet }: { column?: string | undefined; sheet?: string | undefined },
): AsyncGenerator<OrderReference> {
  const { header, rows } = await readTable(bytes, {
    name,
    sheet,
    isKey: (column) => (chosen === undefined ? columns.includes(normalized(column)) : column === chosen),
  });
  const column =
    chosen === undefined
      ? columns.flatMap((known) => header.find((one) => normalized(one) === known) ?? [])[0]
      : header.find((one) => one === chosen);
  if (column === undefined) {
    const suggestion = chosen === undefined ? undefined : nearest(chosen, header);
    const question = suggestion === undefined ? "" : ` Did you mean "${suggestion}"?`;
    const problem = chosen === undefined ? "no column with order ids or numbers" : `no column "${chosen}"`;
    throw new UsageError(`${name}: ${problem}.${question}`, {
      field: "--column",
      hint: `Choose the column: --column "${header[0]}". Columns: ${header.join(", ")}`,
    });
  }
  for await (const { line, cells } of rows) yield checked(cells[column] ?? "", { file: name, line }, column);
}

async function* fromRecords(
  bytes: AsyncIterable<Uint8Array>,
  name: string,
  itemName: string,
): AsyncGenerator<OrderReference> {
  for await (const { line, value } of readNdjson(bytes, { name })) {
    const { _kind: kind, id, orderId, number } = value;
    if (typeof kind === "string" && kind.split(".")[0] !== itemName) {
      const message = `expected ${itemName}s, found a record of kind "${kind}".`;
      throw fileError({ file: name, line }, message, "Nothing was sent.");
    }
    const reference = [id, orderId, number].find((one) => typeof one === "string" || typeof one === "number");
    if (reference === undefined) {
      throw fileError(
        { file: name, line },
        "the record has no id.",
        "Pipe whole records, or include the id: --fields id",
      );
    }
    yield checked(String(reference), { file: name, line });
  }
}

function checked(text: string, location: { file: string; line: number }, column?: string): OrderReference {
  const reference = parseReference(text);
  if (reference !== undefined) return { reference, source: `${location.file}:${location.line}` };
  const what =
    text.trim() === "" ? "the cell is empty" : `"${text.trim().slice(0, 60)}" is not an id or number`;
  const where = column === undefined ? "" : ` (column ${column})`;
  throw fileError(location, `${what}${where}.`, "Nothing was sent.");
}
