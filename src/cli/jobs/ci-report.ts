import { appendFile } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { rowTotals } from "../../bulk/engine/outcome.ts";
import type { Journal } from "../../bulk/journal/journal.ts";
import { listRejects, type Reject } from "../../bulk/plan/plan.ts";
import type { Context } from "../../context/context.ts";
import { commandLine } from "../../kernel/command-line.ts";
import type { ErrorReport } from "../../kernel/errors.ts";
import { countOf, redact, sanitize, sanitizeLine } from "../../kernel/text.ts";
import { jobLine } from "../same-site.ts";

/** GitHub shows ten annotations of a step. */
const annotated = 10;
const listed = 50;

/** A failure that a CI system shows beside its line of a file. */
interface Annotation {
  file?: string;
  line?: number;
  column?: number;
  title?: string;
  message: string;
}

/** A row or order that failed. */
export interface ReportedProblem {
  annotation: Annotation;
  /** Its cells in the table of problems. */
  cells: readonly string[];
}

/** The result of a job for a CI system. */
export interface JobReport {
  title: string;
  results: { header: readonly string[]; rows: readonly (readonly string[])[] };
  /** What the rows are: `row`, `order`. */
  itemName: string;
  problemHeader: readonly string[];
  problems: Iterable<ReportedProblem>;
  footer: string;
}

/** Returns whether to report to a CI system. The sites of `till each` are reported as one. */
const isReported = ({ environment, run }: Pick<Context, "environment" | "run">) =>
  environment.annotations !== undefined && run === undefined;

/** In CI: annotates failures, and on GitHub Actions adds the result to the summary of the CI job. */
export async function reportJob(context: Context, report: JobReport): Promise<void> {
  if (!isReported(context)) return;
  const rows: (readonly string[])[] = [];
  let count = 0;
  for (const { annotation, cells } of report.problems) {
    count += 1;
    if (count <= annotated) await annotate(context, annotation);
    if (count <= listed) rows.push(cells);
  }
  const more = count > listed ? `\n\n… and ${countOf(count - listed, report.itemName)} more` : "";
  await addSummary(context, [
    `### till: ${cell(report.title)}`,
    table(report.results.header, report.results.rows),
    count > 0 ? `${table(report.problemHeader, rows)}${more}` : "",
    report.footer,
  ]);
}

/** In CI: reports a job row by row. */
export async function reportRun(context: Context, journal: Journal, title: string): Promise<void> {
  const { id, job } = journal;
  const totals = Object.entries(rowTotals(journal));
  const undo =
    job.final || journal.counts().done === 0 ? "" : ` Undo with: \`${jobLine(context, "undo", id)}\``;
  await reportJob(context, {
    title,
    results: {
      header: totals.map(([name]) => name),
      rows: [totals.map(([, count]) => String(count))],
    },
    itemName: "row",
    problemHeader: ["row", "rule", "why"],
    problems: rejectedRows(journal),
    footer: `Job \`${id}\`.${undo}`,
  });
}

/** On GitHub Actions: adds a plan to the summary of the CI job. */
export async function reportPlan(context: Context, title: string, sentence: string): Promise<void> {
  if (!isReported(context)) return;
  await addSummary(context, [`### till: ${cell(title)}`, `Nothing was sent. ${sentence}`]);
}

/** In CI: annotates the rows that are invalid or failed. */
export async function annotateRows(context: Context, journal: Journal): Promise<void> {
  if (!isReported(context)) return;
  let count = 0;
  for (const { annotation } of rejectedRows(journal)) {
    count += 1;
    if (count > annotated) return;
    await annotate(context, annotation);
  }
}

function* rejectedRows(journal: Journal): Generator<ReportedProblem> {
  for (const reject of listRejects(journal)) {
    const { source, line, column, label, rule, message } = reject;
    const reason = message.startsWith(rule) ? message : `${message} (${rule})`;
    const row = source ?? (line === undefined ? "" : `line ${line}`);
    yield {
      annotation: {
        ...rejectPosition(reject),
        message: label === undefined ? reason : `${label}: ${reason}`,
      },
      cells: [[row, label].filter(Boolean).join(" "), column ?? rule, message],
    };
  }
}

/** Returns file and line of a source such as `shop.csv:12`. */
export function rejectPosition({ source, line, column }: Pick<Reject, "source" | "line" | "column">) {
  const [, file, at] = /^(.*):(\d+)$/.exec(source ?? "") ?? [];
  const number = line ?? (at === undefined ? undefined : Number(at));
  return {
    ...(file !== undefined && number !== undefined && { file, line: number }),
    ...(column !== undefined && { title: column }),
  };
}

/** Writes one `::error` line, or `##vso[task.logissue]` for Azure Pipelines: it is shown next to that line of the file. */
export async function annotate(
  { streams, environment, cwd }: Pick<Context, "streams" | "environment" | "cwd">,
  { file, message, ...rest }: Annotation,
): Promise<void> {
  const { GITHUB_WORKSPACE, BUILD_SOURCESDIRECTORY } = environment.variables;
  const root = GITHUB_WORKSPACE ?? BUILD_SOURCESDIRECTORY ?? cwd;
  const position = file === undefined ? {} : { file: relative(root, resolve(cwd, file)) };
  if (environment.annotations === "azure")
    return await streams.stderr.write(logIssue({ ...position, message, ...rest }));
  const facts = Object.entries({ ...position, ...rest }).map(
    ([name, value]) => `${name === "column" ? "col" : name}=${property(String(value))}`,
  );
  await streams.stderr.write(
    `::error ${facts.join(",")}::${data(message)}\n`.replace("::error ::", "::error::"),
  );
}

/** Returns a logging command of Azure Pipelines. A title has no place in it, and stands before the message. */
function logIssue({ file, line, column, title, message }: Annotation): string {
  const facts = { type: "error", sourcepath: file, linenumber: line, columnnumber: column };
  const escaped = (value: string) =>
    value.replaceAll("%", "%AZP25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  const properties = Object.entries(facts).flatMap(([name, value]) =>
    value === undefined
      ? []
      : `${name}=${escaped(String(value)).replaceAll(";", "%3B").replaceAll("]", "%5D")};`,
  );
  const text = title === undefined ? message : `${title}: ${message}`;
  return `##vso[task.logissue ${properties.join("")}]${escaped(text)}\n`;
}

function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

/** Returns a Markdown table; the cells are escaped. */
function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;
  return [line(header), `|${" --- |".repeat(header.length)}`, ...rows.map(line)].join("\n");
}

/** Escapes text for Markdown and HTML. */
function cell(text: string): string {
  return sanitizeLine(text)
    .replace(/[\\`*_[\]|~#]/g, "\\$&")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;");
}

/** On GitHub Actions: adds the error that ended a command to the summary of the CI job. */
export async function reportFailure(
  { streams, environment, cwd }: Pick<Context, "streams" | "environment" | "cwd">,
  argv: readonly string[],
  { message, hint = "", exitCode }: Pick<ErrorReport, "message" | "hint" | "exitCode">,
): Promise<void> {
  const notice = async (text: string) => await streams.stderr.write(`${sanitize(text)}\n`);
  await addSummary({ environment, cwd, notice }, [
    `### till: ${cell(redact(commandLine(...argv)))}`,
    `**Exit code ${exitCode}:** ${message.split("\n").map(cell).join("<br>")}`,
    cell(hint),
  ]);
}

/** Adds paragraphs to the summary of the CI job. */
async function addSummary(
  { environment, cwd, notice }: Pick<Context, "environment" | "cwd" | "notice">,
  parts: readonly string[],
): Promise<void> {
  const file = environment.variables.GITHUB_STEP_SUMMARY;
  if (file === undefined) return;
  try {
    await appendFile(resolve(cwd, file), `${parts.filter(Boolean).join("\n\n")}\n\n`);
  } catch (error) {
    const why = error instanceof Error ? error.message : error;
    await notice(`Cannot write the summary to ${file}: ${why}`);
  }
}
