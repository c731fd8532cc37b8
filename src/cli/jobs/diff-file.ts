import { createHash } from "node:crypto";
import { resolve } from "node:path";
import type { Json } from "../../bulk/journal/step.ts";
import type { PlanSummary } from "../../bulk/plan/plan.ts";
import { valueText } from "../../bulk/plan/stage.ts";
import type { Context } from "../../context/context.ts";
import { writeExport } from "../../kernel/export-file.ts";
import { countOf, escapeMarkup, sanitizeLine } from "../../kernel/text.ts";
import { csvLines, neutraliseText } from "../../output/csv.ts";
import { type DiffFormat, diffFormat } from "../bulk-flags.ts";
import {
  changeCell,
  changeColumns,
  changeRecords,
  type PlannedChanges,
  percentText,
  planDocument,
  planLines,
} from "./change-records.ts";
import { digestLines, digestOf, type PlanDigest } from "./digest.ts";

const style = `body{font:16px/1.5 system-ui,sans-serif;margin:2rem;color:#1b1b1b;background:#fff}
table{border-collapse:collapse}caption{text-align:left;padding:.5rem 0}
th,td{border:1px solid #767676;padding:.25rem .5rem;text-align:left;vertical-align:top;overflow-wrap:anywhere}
thead{position:sticky;top:0}thead th{background:#eee}thead button{font:inherit;font-weight:600;border:0;padding:0;background:none;color:inherit;cursor:pointer}
thead input{font:inherit;width:100%;min-width:4rem;box-sizing:border-box}th[aria-sort=ascending] button::after{content:" ▲"}th[aria-sort=descending] button::after{content:" ▼"}
tbody th{font-weight:600}p{white-space:pre-wrap;margin:0}
ins{background:#dff5e1;color:#0b3d14}del{background:#fde4e1;color:#5c130c}
@media(prefers-color-scheme:dark){body{color:#eee;background:#161616}thead th{background:#333}ins{background:#12361b;color:#d3f2d9}del{background:#4a1712;color:#fbdcd8}}
@media(scripting:enabled){tbody:not(.ready){display:none}}
@media print{thead{position:static}.filters{display:none}}`;

/**
 * The script of the page: it sorts by a heading, and filters by text, or by a number such as `>10`. A browser needs a minute for a table
 * of 60,000 rows, so it shows a thousand at a time. Without the script, the table is as written.
 */
const script = `const [table] = document.getElementsByTagName("table"), [body] = table.tBodies;
let rows = [...body.rows];
const [titles] = table.tHead.rows, heads = [...titles.cells];
const text = (row, at) => row.cells[at].textContent;
const number = (value) => value.trim() === "" ? NaN : Number(value.replace(/%$/, ""));
const collator = new Intl.Collator();
const sorted = (rows, at, sign) => {
  const keys = rows.map((row) => ({ row, text: text(row, at), value: number(text(row, at)) }));
  keys.sort((a, b) => {
    if (!isNaN(a.value) && !isNaN(b.value)) return sign * (a.value - b.value);
    if (a.text === "" || b.text === "") return (a.text === "") - (b.text === "");
    return sign * collator.compare(a.text, b.text);
  });
  return keys.map(({ row }) => row);
};
const tests = { ">": (a, b) => a > b, "<": (a, b) => a < b, ">=": (a, b) => a >= b, "<=": (a, b) => a <= b };
const matches = (value, wanted) => {
  const [, sign, limit] = /^([<>]=?)(.+)$/.exec(wanted) ?? [];
  return sign ? tests[sign](number(value), number(limit)) : value.toLowerCase().includes(wanted.toLowerCase());
};
if (rows[0].cells.length === heads.length) {
  const filters = table.tHead.insertRow();
  filters.className = "filters";
  const status = document.createElement("p");
  status.setAttribute("role", "status");
  const more = document.createElement("button");
  more.textContent = "Show more";
  table.before(status);
  table.after(more);
  let matching = rows, most = 1000;
  const show = () => {
    body.replaceChildren(...matching.slice(0, most));
    more.hidden = matching.length <= most;
    status.textContent = body.rows.length + " of " + rows.length + " rows" +
      (more.hidden ? "" : ", " + matching.length + " match");
  };
  more.addEventListener("click", () => { most += 1000; show(); });
  const inputs = [];
  const filter = () => {
    matching = rows.filter((row) => inputs.every(({ value }, at) => value === "" || matches(text(row, at), value.trim())));
    most = 1000;
    show();
  };
  for (const [at, head] of heads.entries()) {
    const name = head.textContent;
    const button = document.createElement("button");
    button.textContent = name;
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const down = head.ariaSort === "ascending";
      for (const other of heads) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      rows = sorted(rows, at, down ? -1 : 1);
      filter();
    });
    const input = document.createElement("input");
    input.type = "search";
    input.setAttribute("aria-label", "Filter " + name);
    filters.insertCell().append(input);
    inputs.push(input);
  }
  let wait;
  filters.addEventListener("input", () => { clearTimeout(wait); wait = setTimeout(filter, 150); });
  show();
}
body.className = "ready";`;

const headings = ["Name", "SKU", "Variant", "Action", "Field", "Before", "After", "%"];

/**
 * Yields the changes of a plan as an HTML page without other files. Removed and added values are in `del` and `ins`,
 * in columns with headings, so that nothing depends on color.
 */
function* changesPage(planned: PlannedChanges, digest: PlanDigest | undefined): Generator<string> {
  const caption = "Every value that changes, with its value before and after";
  const lines = digest && digestLines(digest, "→");
  yield* tablePage(
    { title: planned.title, lines, caption, headings, empty: "Nothing changes." },
    rowsOf(planned),
  );
}

/** The texts of a page with one table. */
interface TablePage {
  title: string;
  /** What it says above the table. */
  lines?: readonly string[];
  caption: string;
  headings: readonly string[];
  /** What it says without rows. */
  empty: string;
}

/** Yields an HTML page with a table that can be sorted and filtered, without other files. `rows` are HTML. */
export function* tablePage(page: TablePage, rows: Iterable<string>): Generator<string> {
  const title = htmlText(page.title);
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${createHash("sha256").update(script).digest("base64")}'">
<title>${title}</title>
<style>
${style}
</style>
</head>
<body>
<main>
<h1>${title}</h1>
${(page.lines ?? []).map((line) => `<p>${htmlText(line)}</p>\n`).join("")}<table>
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
  yield `</tbody>\n</table>\n</main>\n<script>${script}</script>\n</body>\n</html>\n`;
}

function* rowsOf(planned: PlannedChanges): Generator<string> {
  for (const { name, sku, variant, action, field, before, after, percent } of changeRecords(planned))
    yield tableRow(name, [sku, variant, action, field], { before, after }, percentText(percent));
}

/** Returns a row of `tablePage`: a heading, cells, a value before and after, and perhaps one more cell. */
export function tableRow(
  name: string,
  others: readonly (string | null)[],
  { before, after }: { before: Json; after: Json },
  last?: string,
): string {
  const cells = others.map((value) => `<td>${htmlText(value ?? "")}</td>`).join("");
  const values = `<td>${marked("del", before)}</td><td>${marked("ins", after)}</td>`;
  const more = last === undefined ? "" : `<td>${htmlText(last)}</td>`;
  return `<tr><th scope="row">${htmlText(name)}</th>${cells}${values}${more}</tr>\n`;
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
  digest: PlanDigest | undefined,
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
  const format = diffFormat(file) ?? "json";
  const { steps = 0 } = planned.facts as Partial<PlanSummary>;
  const digest = format === "html" ? digestOf(planned, steps) : undefined;
  let count = 0;
  const counted: PlannedChanges = {
    ...planned,
    changes(step) {
      const changes = planned.changes(step);
      count += changes.length;
      return changes;
    },
  };
  await writeExport(resolve(context.cwd, file), contents[format](counted, digest), {
    signal: context.signal,
  });
  await context.notice(`${countOf(count, "changed value")} written to ${file}.`);
}

const isName = (column: string) => !values.has(column);

function* rows(planned: PlannedChanges, clean = (text: string) => text): Generator<string[]> {
  for (const record of changeRecords(planned))
    yield changeColumns.map((name) =>
      isName(name) ? changeCell(record, name) : clean(changeCell(record, name)),
    );
}

async function* workbook(planned: PlannedChanges): AsyncGenerator<Uint8Array> {
  const { workbookBytes } = await import("../../files/xlsx/write.ts");
  yield* workbookBytes(rows(planned), { title: "Changes", header: changeColumns, isText: isName });
}
