import { resolve } from "node:path";
import type { Json } from "../../bulk/journal/step.ts";
import { valueText } from "../../bulk/plan/stage.ts";
import type { Context } from "../../context/context.ts";
import { writeExport } from "../../kernel/export-file.ts";
import { countOf, escapeMarkup, sanitizeLine } from "../../kernel/text.ts";
import { csvLines, neutraliseText } from "../../output/csv.ts";
import { type DiffFormat, diffFormat } from "../bulk-flags.ts";
import {
  cellOf,
  changeColumns,
  changeRecords,
  type PlannedChanges,
  planDocument,
  planLines,
} from "./change-records.ts";

const style = `body{font:16px/1.5 system-ui,sans-serif;margin:2rem;color:#1b1b1b;background:#fff}
table{border-collapse:collapse}caption{text-align:left;padding:.5rem 0}
th,td{border:1px solid #767676;padding:.25rem .5rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}
thead th{position:sticky;top:0;background:#eee}tbody th{font-weight:600}
ins{background:#dff5e1;color:#0b3d14}del{background:#fde4e1;color:#5c130c}
@media(prefers-color-scheme:dark){body{color:#eee;background:#161616}thead th{background:#333}ins{background:#12361b;color:#d3f2d9}del{background:#4a1712;color:#fbdcd8}}
@media print{thead th{position:static}}`;

const headings = ["Name", "SKU", "Variant", "Action", "Field", "Before", "After"];

/**
 * Yields the changes of a plan as an HTML page without scripts or other files. Removed and added values are in `del` and `ins`,
 * in columns with headings, so that nothing depends on color.
 */
function* changesPage(planned: PlannedChanges): Generator<string> {
  const caption = "Every value that changes, with its value before and after";
  yield* tablePage({ title: planned.title, caption, headings, empty: "Nothing changes." }, rowsOf(planned));
}

/** The texts of a page with one table. */
interface TablePage {
  title: string;
  caption: string;
  headings: readonly string[];
  /** What it says without rows. */
  empty: string;
}

/** Yields an HTML page with a table, without scripts or other files. `rows` are HTML. */
export function* tablePage(page: TablePage, rows: Iterable<string>): Generator<string> {
  const title = htmlText(page.title);
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>
${style}
</style>
</head>
<body>
<main>
<h1>${title}</h1>
<table>
<caption>${htmlText(page.caption)}</caption>
<thead>
<tr>${page.headings.map((heading) => `<th scope="col">${htmlText(heading)}</th>`).join("")}</tr>
</thead>
<tbody>
`;
  let count = 0;
  for (const row of rows) {
    count += 1;
    yield row;
  }
  if (count === 0) yield `<tr><td colspan="${page.headings.length}">${htmlText(page.empty)}</td></tr>\n`;
  yield "</tbody>\n</table>\n</main>\n</body>\n</html>\n";
}

function* rowsOf(planned: PlannedChanges): Generator<string> {
  for (const { name, sku, variant, action, field, before, after } of changeRecords(planned))
    yield tableRow(name, [sku, variant, action, field], before, after);
}

/** Returns a row of `tablePage`: a heading, cells, and a value before and after. */
export function tableRow(
  name: string,
  others: readonly (string | null)[],
  before: Json,
  after: Json,
): string {
  const cells = others.map((value) => `<td>${htmlText(value ?? "")}</td>`).join("");
  const values = `<td>${marked("del", before)}</td><td>${marked("ins", after)}</td>`;
  return `<tr><th scope="row">${htmlText(name)}</th>${cells}${values}</tr>\n`;
}

function marked(element: "del" | "ins", value: Json): string {
  const shown = htmlText(valueText(value));
  return shown === "" ? "" : `<${element}>${shown}</${element}>`;
}

const htmlText = (value: string): string => escapeMarkup(sanitizeLine(value));

/** Columns that hold values of any type. */
const values: ReadonlySet<string> = new Set(["before", "after"]);

type Content = (
  planned: PlannedChanges,
) => AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

/** What is written, by format. */
const contents: Record<DiffFormat, Content> = {
  csv: (planned) => csvLines(rows(planned, neutraliseText), { header: changeColumns, isText: isName }),
  xlsx: workbook,
  json: (planned) => planDocument(planned),
  ndjson: (planned) => planLines(planned),
  html: changesPage,
};

/** Writes every change of a plan to a file, in constant memory; an existing file is replaced when it is complete. */
export async function writeDiffFile(context: Context, file: string, planned: PlannedChanges): Promise<void> {
  const content = contents[diffFormat(file) ?? "json"];
  let count = 0;
  const counted: PlannedChanges = {
    ...planned,
    changes(step) {
      const changes = planned.changes(step);
      count += changes.length;
      return changes;
    },
  };
  await writeExport(resolve(context.cwd, file), content(counted), { signal: context.signal });
  await context.notice(`${countOf(count, "changed value")} written to ${file}.`);
}

const isName = (column: string) => !values.has(column);

function* rows(planned: PlannedChanges, clean = (text: string) => text): Generator<string[]> {
  for (const record of changeRecords(planned))
    yield changeColumns.map((name) => (isName(name) ? cellOf(record, name) : clean(cellOf(record, name))));
}

async function* workbook(planned: PlannedChanges): AsyncGenerator<Uint8Array> {
  const { workbookBytes } = await import("../../files/xlsx/write.ts");
  yield* workbookBytes(rows(planned), { title: "Changes", header: changeColumns, isText: isName });
}
