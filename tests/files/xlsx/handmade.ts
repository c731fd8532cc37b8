import { ZipFile } from "yazl";
import { collect } from "../load.ts";

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packages = "http://schemas.openxmlformats.org/package/2006/relationships";

/** A sheet as XML: the rows inside `sheetData`, and what follows it. */
export interface HandmadeSheet {
  name: string;
  rows: string;
  after?: string;
  state?: "hidden" | "veryHidden";
}

export interface HandmadeOptions {
  strings?: readonly string[];
  /** The `cellXfs` and `numFmts` of the styles. */
  styles?: string;
  from1904?: boolean;
  /** Parts that replace or, as undefined, remove those of the workbook. */
  parts?: Record<string, string | undefined>;
  /** Parts are not compressed, so that their bytes can be changed. */
  stored?: boolean;
}

/** Builds a workbook by hand in the order in which Excel writes its parts: shared strings come after the sheets. */
export async function handmade(sheets: readonly HandmadeSheet[], options: HandmadeOptions = {}) {
  const { strings, styles, from1904, parts = {}, stored = false } = options;
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${office}/${kind}" Target="${target}"/>`;
  const relations = (inner: string) =>
    `${declaration}<Relationships xmlns="${packages}">${inner}</Relationships>`;
  const files: Record<string, string | undefined> = {
    "[Content_Types].xml": `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    "_rels/.rels": relations(relation("rId1", "officeDocument", "xl/workbook.xml")),
    "xl/workbook.xml": `${declaration}<workbook xmlns="${main}" xmlns:r="${office}">${from1904 ? '<workbookPr date1904="1"/>' : ""}<sheets>${sheets
      .map(
        ({ name, state }, index) =>
          `<sheet name="${name}" sheetId="${index + 1}"${state ? ` state="${state}"` : ""} r:id="rId${index + 1}"/>`,
      )
      .join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations(
      sheets
        .map((_, index) => relation(`rId${index + 1}`, "worksheet", `worksheets/sheet${index + 1}.xml`))
        .join("") +
        (styles ? relation("rId98", "styles", "/xl/styles.xml") : "") +
        (strings ? relation("rId99", "sharedStrings", "sharedStrings.xml") : ""),
    ),
    ...Object.fromEntries(
      sheets.map(({ rows, after = "" }, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        `${declaration}<worksheet xmlns="${main}"><sheetData>${rows}</sheetData>${after}</worksheet>`,
      ]),
    ),
    ...(styles && { "xl/styles.xml": `${declaration}<styleSheet xmlns="${main}">${styles}</styleSheet>` }),
    ...(strings && {
      "xl/sharedStrings.xml": `${declaration}<sst xmlns="${main}">${strings.map((one) => `<si>${one}</si>`).join("")}</sst>`,
    }),
    ...parts,
  };
  return await zipped(files, { compress: !stored });
}

/** Packs texts as a ZIP archive. */
export async function zipped(
  files: Record<string, string | undefined>,
  { compress = true } = {},
): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, text] of Object.entries(files))
    if (text !== undefined) zip.addBuffer(Buffer.from(text), path, { compress });
  zip.end();
  return Buffer.concat(await collect(zip.outputStream as AsyncIterable<Buffer>));
}

/** A row of cells: a number is one, text is an inline string, other cells are given as XML without their reference. */
export function row(line: number, cells: readonly (string | number | { xml: string } | null)[]): string {
  const written = cells.map((cell, index) => {
    const at = `r="${String.fromCharCode(65 + index)}${line}"`;
    if (cell === null) return "";
    if (typeof cell === "number") return `<c ${at}><v>${cell}</v></c>`;
    if (typeof cell === "string") return `<c ${at} t="inlineStr"><is><t>${cell}</t></is></c>`;
    return cell.xml.replace("<c", `<c ${at}`);
  });
  return `<row r="${line}">${written.join("")}</row>`;
}
