import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import { UsageError } from "../../kernel/errors.ts";
import { escapeMarkup } from "../../kernel/text.ts";
import { columnLetters, dateSerial, encodeEscapes, fitsNumber, maxRows } from "./formats.ts";

/** A sheet to write. */
export interface SheetLayout {
  /** The name of the sheet. */
  title: string;
  header: readonly string[];
  /** Returns whether a column holds text: there numbers stay text, so that Excel keeps 00123. Default: none. */
  isText?: (column: string) => boolean;
  /** Returns whether a column holds ISO dates and times in UTC, which become date cells. Default: none. */
  isDate?: (column: string) => boolean;
  /** Returns the digits after the decimal mark of a column of amounts; undefined for other columns. Default: none. */
  digitsOf?: (column: string) => number | undefined;
}

/** A cell: its column says whether a text is a number, unless the cell does. A number is plain decimal text. */
export type SheetCell = string | { text: string } | { number: string };

/** The most characters of a cell in Excel. */
const longestText = 32_767;
const pieceSize = 64 * 1024;

/** The positions of the cell styles in `styles`. */
const style = { plain: 0, text: 1, header: 2, date: 3, money: 4 } as const;

/** The formats of amounts by their digits after the decimal mark, which is a comma where the country of Excel has one. */
const moneyFormats = ["0", "0.0", "0.00", "0.000"];
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relationships = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packages = "http://schemas.openxmlformats.org/package/2006";
const sheetType = "application/vnd.openxmlformats-officedocument.spreadsheetml";

const styles = `${declaration}<styleSheet xmlns="${main}"><numFmts count="${1 + moneyFormats.length}"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/>\
${moneyFormats.map((format, digits) => `<numFmt numFmtId="${165 + digits}" formatCode="${format}"/>`).join("")}</numFmts>\
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>\
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>\
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>\
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>\
<cellXfs count="${4 + moneyFormats.length}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>\
<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>\
<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>\
<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>\
${moneyFormats.map((_, digits) => `<xf numFmtId="${165 + digits}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`).join("")}</cellXfs></styleSheet>`;

const contentTypes = `${declaration}<Types xmlns="${packages}/content-types">\
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
<Default Extension="xml" ContentType="application/xml"/>\
<Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/>\
<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetType}.worksheet+xml"/>\
<Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/></Types>`;

const relations = (entries: Record<string, string>) =>
  `${declaration}<Relationships xmlns="${packages}/relationships">${Object.entries(entries)
    .map(
      ([type, target], index) =>
        `<Relationship Id="rId${index + 1}" Type="${relationships}/${type}" Target="${target}"/>`,
    )
    .join("")}</Relationships>`;

const escaped = (text: string) => escapeMarkup(encodeEscapes(text));

/**
 * Yields a workbook with one sheet, in constant memory; the same rows give the same bytes. Throws UsageError for more rows
 * or longer cells than Excel holds.
 */
export async function* workbookBytes(
  rows: AsyncIterable<readonly SheetCell[]> | Iterable<readonly SheetCell[]>,
  layout: SheetLayout,
): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  // One fixed time, so that the bytes depend on the rows only.
  const options = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };
  const add = (path: string, text: string) => zip.addBuffer(Buffer.from(text), path, options);
  const title = escaped(layout.title);
  add("[Content_Types].xml", contentTypes);
  add("_rels/.rels", relations({ officeDocument: "xl/workbook.xml" }));
  add(
    "xl/workbook.xml",
    `${declaration}<workbook xmlns="${main}" xmlns:r="${relationships}"><sheets><sheet name="${title}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  );
  add("xl/_rels/workbook.xml.rels", relations({ worksheet: "worksheets/sheet1.xml", styles: "styles.xml" }));
  add("xl/styles.xml", styles);
  let failure: unknown;
  async function* sheet() {
    try {
      yield* sheetXml(rows, layout);
    } catch (error) {
      // Thrown below: the archive would report it as an uncaught error.
      failure = error;
    }
  }
  zip.addReadStream(Readable.from(sheet()), "xl/worksheets/sheet1.xml", options);
  zip.end();
  yield* zip.outputStream as AsyncIterable<Uint8Array>;
  if (failure !== undefined) throw failure;
}

async function* sheetXml(
  rows: AsyncIterable<readonly SheetCell[]> | Iterable<readonly SheetCell[]>,
  { header, isText = () => false, isDate = () => false, digitsOf = () => undefined }: SheetLayout,
): AsyncGenerator<Buffer> {
  const money = header.map((column) => {
    const digits = digitsOf(column);
    return digits === undefined ? undefined : style.money + Math.min(digits, moneyFormats.length - 1);
  });
  const kinds = header.map((column) => (isDate(column) ? "date" : isText(column) ? "text" : "plain"));
  const columns = kinds.map(
    (kind, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${kind === "plain" ? 12 : 18}" style="${style[kind]}" customWidth="1"/>`,
  );
  let xml = `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join("")}</cols><sheetData>`;
  const letters = header.map((_, index) => columnLetters(index));
  let line = 1;
  const cellXml = (given: SheetCell, index: number) => {
    const own = typeof given === "string" ? undefined : "text" in given ? "text" : "number";
    const cell = typeof given === "string" ? given : "text" in given ? given.text : given.number;
    if (cell === "") return "";
    const reference = `r="${letters[index]}${line}"`;
    const column = line === 1 ? "header" : (kinds[index] ?? "plain");
    const kind = own === "number" ? "plain" : (own ?? column);
    if (kind === "date" && !Number.isNaN(Date.parse(cell)))
      return `<c ${reference} s="${style.date}"><v>${dateSerial(cell)}</v></c>`;
    if (kind === "plain" && fitsNumber(cell)) {
      const format = money[index];
      return `<c ${reference}${format === undefined ? "" : ` s="${format}"`}><v>${cell}</v></c>`;
    }
    if (cell.length > longestText) throw tooLong(header[index] ?? "", line, cell.length);
    return `<c ${reference} s="${style[kind]}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
  };
  const rowXml = (cells: readonly SheetCell[]) => `<row r="${line}">${cells.map(cellXml).join("")}</row>`;
  xml += rowXml(header);
  for await (const row of rows) {
    line++;
    if (line > maxRows)
      throw new UsageError(`An Excel sheet holds ${maxRows} rows, and there are more.`, {
        hint: "Export a CSV file, or fewer rows with --filter.",
      });
    xml += rowXml(row);
    if (xml.length < pieceSize) continue;
    yield Buffer.from(xml);
    xml = "";
  }
  yield Buffer.from(`${xml}</sheetData></worksheet>`);
}

const tooLong = (column: string, line: number, length: number) =>
  new UsageError(
    `Row ${line}, column ${column}: the text has ${length} characters, and a cell in Excel holds ${longestText}.`,
    { hint: "Export a CSV file, or leave the column out with --fields." },
  );
