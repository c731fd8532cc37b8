import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseDateFlag } from "../cli/date-range.ts";
import { exportRows } from "../cli/export.ts";
import type { Context } from "../context/context.ts";
import { isPlainDecimal } from "../kernel/currency.ts";
import { day } from "../kernel/durations.ts";
import { type ExitCode, exitCodes, TillError, UsageError } from "../kernel/errors.ts";
import type { SqlValue } from "../kernel/sqlite.ts";
import { escapeMarkup, nearest } from "../kernel/text.ts";
import { instantsOf, localTimeOf } from "../kernel/zoned-time.ts";
import { printFileText } from "../output/file-text.ts";
import { type Answer, ask, givenParameters, printAnswer } from "./answer.ts";
import { ageOf, openReader } from "./reader.ts";
import { reportFiles } from "./report-files.ts";
import { parseStatement, type Statement } from "./statement.ts";

interface ReportOptions {
  since?: string;
  until?: string;
  param?: readonly string[];
  sql?: boolean;
  to?: string;
}

/** A report: a query, and what its leading comments say of it. */
export interface Report {
  name: string;
  title: string;
  about: string;
  /** The column that is drawn as bars. */
  bar?: string | undefined;
  /** The parameters besides the period, with the values that they have if none is given. */
  parameters: readonly { name: string; value: string; about: string }[];
  sql: string;
  /** Whether it is in the folder of the user. */
  own: boolean;
}

/** The folder of the reports of the user. */
const ownFolder = ({ paths }: Pick<Context, "paths">) => join(paths.config, "reports");

/** Prints a report about the local copy of the shop, its SQL, or the list of all reports. */
export async function run(
  context: Context,
  [name]: string[],
  options: ReportOptions,
): Promise<ExitCode | undefined> {
  const reports = allReports(ownFolder(context));
  if (name === undefined) return await printReports(context, reports);
  const report = reports.find((report) => report.name === name);
  if (report === undefined) {
    const guess = nearest(
      name,
      reports.map((report) => report.name),
    );
    throw new TillError(
      exitCodes.notFound,
      `There is no report "${name}".${guess ? ` Did you mean "${guess}"?` : ""}`,
      {
        hint: `List them: till report. Your own are files named .sql in ${ownFolder(context)}`,
      },
    );
  }
  if (options.sql) {
    const { sql } = report;
    if (context.format === "table") await printFileText(context.streams.stdout, [sql]);
    else await context.printResult({ _kind: "report", name, sql }, sql);
    return undefined;
  }
  const reader = await openReader(context);
  try {
    const statement = parseStatement(report.sql);
    const period = periodOf(options, context.now(), reader.facts.timeZone);
    const values = valuesOf(report, statement, period, options.param ?? []);
    const answer = ask(reader, statement, { values, signal: context.signal, blocking: context.blocking });
    if (options.to !== undefined && /\.html?$/i.test(options.to))
      return await writePage(context, {
        ...{ report, answer, file: options.to, period: describePeriod(statement, period) },
        age: ageOf((sql) => reader.db.all(sql), statement.tables, context.now()),
      });
    await context.notice(`${report.title}: ${describePeriod(statement, period)}`);
    return await printAnswer(context, reader, statement, {
      answer:
        context.format === "table" && options.to === undefined
          ? await withBars(context, report, answer)
          : answer,
      to: options.to,
      title: report.title,
      empty: `Nothing to report. ${report.about}`,
    });
  } finally {
    reader.close();
  }
}

/** Returns the reports of till, and those of a folder; a name in the folder takes precedence. */
export function allReports(folder: string): Report[] {
  const own = existsSync(folder)
    ? globSync("*.sql", { cwd: folder }).map((file): [string, string] => [
        basename(file, ".sql"),
        readFileSync(join(folder, file), "utf8"),
      ])
    : [];
  const names = new Set(own.map(([name]) => name));
  const shipped = Object.entries(reportFiles).filter(([name]) => !names.has(name));
  return [
    ...shipped.map(([name, sql]) => readReport(name, sql, false)),
    ...own.map(([name, sql]) => readReport(name, sql, true)),
  ].sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Reads the leading comments of a report: `-- title: …`, `-- about: …`, `-- bar: column`, `-- param name = value: meaning`. */
export function readReport(name: string, sql: string, own: boolean): Report {
  const facts = [...sql.matchAll(/^-- (title|about|bar|param)\b:?[ \t]*(.*)$/gm)].map(
    ([, key, text = ""]) => [key, text] as const,
  );
  const fact = (key: string) => facts.find(([one]) => one === key)?.[1];
  return {
    ...{ name, sql, own, title: fact("title") || name, about: fact("about") ?? "", bar: fact("bar") },
    parameters: facts.flatMap(([key, text]) => {
      if (key !== "param") return [];
      const [, param = "", value = "", about = ""] = /^(\w+)\s*=\s*([^:]*?)(?::\s*(.*))?$/.exec(text) ?? [];
      return param === "" ? [] : [{ name: param, value, about }];
    }),
  };
}

/** The time that a report is about, as ISO times: up to `to`, which is not included. `before`: the start of the one before. */
interface Period {
  before: string;
  from: string;
  to: string;
  /** The time zone of its days. */
  zone: string;
}

/** Returns the period of a report: by default the last 30 days. The one that it is compared with is as long. */
function periodOf({ since = "30d", until }: ReportOptions, now: Date, zone: string): Period {
  const timeOf = (flag: string, text: string, added: number) => {
    if (!/^(?:\d{4}-\d\d-\d\d|today|yesterday)$/.test(text))
      return parseDateFlag(flag, text, now.getTime(), 0);
    // A day begins when the clocks of the zone show midnight, or an hour later if they skip it.
    const date = parseDateFlag(flag, text, Date.parse(`${localTimeOf(now, zone)}Z`), added).slice(0, 10);
    const [start] = ["00:00", "01:00"].flatMap((clock) => instantsOf(`${date}T${clock}`, zone) ?? []);
    return start?.toISOString() ?? `${date}T00:00:00.000Z`;
  };
  const to = until === undefined ? now.toISOString() : timeOf("--until", until, day);
  const from = timeOf("--since", since, 0);
  if (from >= to) throw new UsageError("--since is not before --until.", { field: "--since" });
  const before = new Date(2 * Date.parse(from) - Date.parse(to)).toISOString();
  return { before, from, to, zone };
}

function describePeriod({ parameters }: Statement, { before, from, to, zone }: Period): string {
  const shown = (time: string) => localTimeOf(new Date(time), zone).slice(0, 16).replace("T", " ");
  if (!parameters.includes(":from")) return `up to ${shown(to)} ${zone}.`;
  const compared = parameters.includes(":before") ? `, compared with the time from ${shown(before)}` : "";
  return `${shown(from)} to ${shown(to)} ${zone}${compared}.`;
}

function valuesOf(
  report: Report,
  { parameters }: Statement,
  { before, from, to }: Period,
  given: readonly string[],
): Record<string, SqlValue> {
  const typed = new Set(given.map((text) => text.slice(0, text.indexOf("=")).trim()));
  const known = {
    ...Object.fromEntries(report.parameters.map(({ name, value }) => [name, value])),
    ...{ before, from, to },
  };
  const defaults = Object.entries(known).flatMap(([name, value]) =>
    parameters.includes(`:${name}`) && !typed.has(name) ? [`${name}=${value}`] : [],
  );
  const values = givenParameters({ parameters }, [...defaults, ...given]);
  // A text is greater than every number.
  for (const { name, value } of report.parameters) {
    const key = `:${name}`;
    const text = values[key];
    if (typeof text !== "string" || !isPlainDecimal(value)) continue;
    if (!isPlainDecimal(text))
      throw new UsageError(`--param ${name}: "${text}" is not a number.`, {
        field: "--param",
        hint: `For example: --param ${name}=${value}`,
      });
    values[key] = Number(text);
  }
  return values;
}

async function printReports(context: Context, reports: readonly Report[]): Promise<undefined> {
  await context.print(
    reports.map(({ name, title, about, parameters, own }) => ({ name, title, about, parameters, own })),
    {
      kind: "report",
      fields: {
        name: { label: "Report" },
        title: { label: "Title", min: 24 },
        about: { label: "About", grow: true },
      },
    },
  );
  if (context.format === "table")
    await context.notice(`Your own reports are files named .sql in ${ownFolder(context)}`);
  return undefined;
}

/** The longest bar, in characters. */
const barWidth = 20;
const blocks = "▏▎▍▌▋▊▉█";

/** Adds a column with bars on a terminal. A report is short enough to be held in memory. */
async function withBars({ streams }: Context, { bar }: Report, { columns, rows }: Answer): Promise<Answer> {
  if (bar === undefined || !columns.includes(bar) || !streams.stdout.isTTY) return { columns, rows };
  const all = await Array.fromAsync(rows);
  const max = largest(all, bar);
  const drawn = (share: number) => {
    if (streams.stdout.ascii) return "#".repeat(Math.round(share * barWidth));
    const eighths = Math.round(share * barWidth * 8);
    return "█".repeat(Math.floor(eighths / 8)) + (eighths % 8 > 0 ? (blocks[(eighths % 8) - 1] ?? "") : "");
  };
  async function* withBar() {
    for (const row of all) yield { ...row, " ": drawn(shareOf(row[bar ?? ""], max)) };
  }
  return { columns: [...columns, " "], rows: withBar() };
}

const numberIn = (value: unknown): number =>
  typeof value === "number" ? value : isPlainDecimal(String(value)) ? Number(value) : 0;
const largest = (rows: readonly Record<string, unknown>[], column: string): number =>
  Math.max(0, ...rows.map((row) => numberIn(row[column])));
const shareOf = (value: unknown, max: number): number => (max > 0 ? Math.max(0, numberIn(value)) / max : 0);

interface PageRequest {
  report: Report;
  /** What time it is about, and how old the copy is, as sentences. */
  period: string;
  age: string;
  answer: Answer;
  file: string;
}

/** Writes a report as a page without scripts or other files. */
async function writePage(
  context: Context,
  { report, period, age, answer, file }: PageRequest,
): Promise<ExitCode | undefined> {
  const { columns, rows } = answer;
  const { bar = "", title, about } = report;
  const all = await Array.fromAsync(rows);
  const max = largest(all, bar);
  const cell = (row: Record<string, unknown>, name: string) => {
    const value = row[name];
    const isNumber = typeof value === "number" || isPlainDecimal(String(value));
    const share =
      name === bar ? ` style="--share:${Math.round(1000 * shareOf(value, max)) / 10}%" class="bar"` : "";
    return `<td${isNumber ? (share === "" ? ' class="n"' : share.replace('"bar"', '"n bar"')) : share}>${escapeMarkup(String(value ?? ""))}</td>`;
  };
  const page = `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeMarkup(title)}</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; color: #222; background: #fff }
table { border-collapse: collapse } th, td { padding: .3rem .8rem; text-align: left; border-bottom: 1px solid #ddd }
.n { text-align: right; font-variant-numeric: tabular-nums }
.bar { background: linear-gradient(90deg, #cfe3f7 var(--share), transparent var(--share)) }
@media (prefers-color-scheme: dark) { body { color: #eee; background: #1b1b1b } td, th { border-color: #444 }
.bar { background: linear-gradient(90deg, #2b4a66 var(--share), transparent var(--share)) } }
</style>
<h1>${escapeMarkup(title)}</h1>
<p>${escapeMarkup(about)}</p>
<p>${escapeMarkup(`${period} ${age}`.trim())}</p>
<table><thead><tr>${columns.map((name) => `<th>${escapeMarkup(name.replaceAll("_", " "))}</th>`).join("")}</tr></thead><tbody>
${all.map((row) => `<tr>${columns.map((name) => cell(row, name)).join("")}</tr>`).join("\n")}
</tbody></table></html>
`;
  async function* found() {
    yield* all;
  }
  const code = await exportRows(context, {
    ...{ file, format: "HTML", personal: true, singular: "row", open: () => ({ rows: found() }) },
    async *content(read) {
      for await (const _ of read);
      yield page;
    },
  });
  if (age !== "") await context.notice(age);
  return code;
}
