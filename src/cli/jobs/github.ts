import { appendFile } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { rowTotals } from "../../bulk/engine/outcome.ts";
import type { Journal } from "../../bulk/journal/journal.ts";
import type { PlanSummary } from "../../bulk/plan/plan.ts";
import { listRejects, type Reject } from "../../bulk/plan/rejects.ts";
import type { Context } from "../../context/context.ts";
import { sanitiseLine } from "../../kernel/text.ts";
import { countOf, planSentence } from "./preview.ts";

/** GitHub shows ten annotations of a step and drops the others. */
const annotated = 10;
const listed = 50;

/** On GitHub Actions: an annotation for each row that failed, and the result in the summary of the CI job. */
export async function reportRun(context: Context, journal: Journal, title: string): Promise<void> {
  if (!context.environment.githubActions) return;
  await annotateRows(context, journal);
  const { id, job } = journal;
  const totals = Object.entries(rowTotals(journal));
  const next = job.final || journal.counts().done === 0 ? "" : ` Take it back: \`till jobs undo ${id}\``;
  await addSummary(context, [
    `### till: ${cell(title)}`,
    summaryTable(
      totals.map(([name]) => name),
      [totals.map(([, count]) => String(count))],
    ),
    problemTable(journal),
    `Job \`${id}\`.${next}`,
  ]);
}

/** On GitHub Actions: what a plan would do, in the summary of the CI job. */
export async function reportPlan(context: Context, title: string, plan: PlanSummary): Promise<void> {
  if (!context.environment.githubActions) return;
  const { hosted } = await context.site();
  await addSummary(context, [`### till: ${cell(title)}`, `Nothing was sent. ${planSentence(plan, hosted)}`]);
}

/** On GitHub Actions: an annotation for each row that cannot be carried out, or was not. */
export async function annotateRows(context: Context, journal: Journal): Promise<void> {
  if (!context.environment.githubActions) return;
  let count = 0;
  for (const reject of listRejects(journal)) {
    count += 1;
    if (count > annotated) break;
    const { message, label, rule } = reject;
    const words = message.startsWith(rule) ? message : `${message} (${rule})`;
    await annotate(context, {
      ...placeOf(reject),
      message: label === undefined ? words : `${label}: ${words}`,
    });
  }
}

function placeOf({ source, line, column }: Reject): { file?: string; line?: number; title?: string } {
  const [, file, at] = /^(.*):(\d+)$/.exec(source ?? "") ?? [];
  const number = line ?? (at === undefined ? undefined : Number(at));
  return {
    ...(file !== undefined && number !== undefined && { file, line: number }),
    ...(column !== undefined && { title: column }),
  };
}

/** Writes one `::error` line, which GitHub shows beside that line of the file. */
export async function annotate(
  { streams, environment, cwd }: Pick<Context, "streams" | "environment" | "cwd">,
  {
    file,
    message,
    ...rest
  }: { file?: string; line?: number; column?: number; title?: string; message: string },
): Promise<void> {
  const root = environment.variables.GITHUB_WORKSPACE ?? cwd;
  const place = file === undefined ? {} : { file: relative(root, resolve(cwd, file)) };
  const facts = Object.entries({ ...place, ...rest }).map(
    ([name, value]) => `${name === "column" ? "col" : name}=${property(String(value))}`,
  );
  await streams.stderr.write(
    `::error ${facts.join(",")}::${data(message)}\n`.replace("::error ::", "::error::"),
  );
}

function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

function problemTable(journal: Journal): string {
  const rows: string[][] = [];
  let count = 0;
  for (const { source, line, label, column, rule, message } of listRejects(journal)) {
    count += 1;
    if (count > listed) continue;
    const place = source ?? (line === undefined ? "" : `line ${line}`);
    rows.push([[place, label].filter(Boolean).join(" "), column ?? rule, message]);
  }
  if (count === 0) return "";
  const more = count > listed ? `\n\n… and ${countOf(count - listed, "row")} more` : "";
  return `${summaryTable(["row", "rule", "why"], rows)}${more}`;
}

/** A table of Markdown out of texts of a shop or a file. */
export function summaryTable(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(cell).join(" | ")} |`;
  return [line(header), `|${" --- |".repeat(header.length)}`, ...rows.map(line)].join("\n");
}

/** Text of a shop or a file that is neither Markdown nor HTML. */
function cell(text: string): string {
  return sanitiseLine(text)
    .replace(/[\\`*_[\]|~#]/g, "\\$&")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;");
}

/** Writes paragraphs to the summary of the CI job, where there is one. */
export async function addSummary(context: Context, parts: readonly string[]): Promise<void> {
  const file = context.environment.variables.GITHUB_STEP_SUMMARY;
  if (file === undefined) return;
  try {
    await appendFile(resolve(context.cwd, file), `${parts.filter(Boolean).join("\n\n")}\n\n`);
  } catch (error) {
    await context.notice(
      `The summary could not be written to ${file}: ${error instanceof Error ? error.message : error}`,
    );
  }
}
