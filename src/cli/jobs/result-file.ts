import { resolve } from "node:path";
import type { FieldChange } from "../../bulk/engine/job-kinds.ts";
import type { Journal } from "../../bulk/journal/journal.ts";
import type { Json } from "../../bulk/journal/step.ts";
import { type JournalStep, type StepRow, selectSteps, stepOfRow } from "../../bulk/journal/tables.ts";
import { unknownRule } from "../../bulk/plan/plan.ts";
import { allStaged, type StagedRow, stagedRows, valueText } from "../../bulk/plan/stage.ts";
import type { Context } from "../../context/context.ts";
import { isReportColumn, reportColumns } from "../../files/table.ts";
import { writeExport } from "../../kernel/export-file.ts";
import { countOf, formatCount } from "../../kernel/text.ts";
import { csvLine, neutraliseFormula } from "../../output/csv.ts";
import { type StagedFile, sheetCells, sourceCells, stagedFile } from "../../resources/products/rejects.ts";
import { jobLine } from "../same-site.ts";
import type { JobView } from "./request.ts";

/** How far an import came: its plan was rejected, it was a dry run, or it was applied. */
export type ReportStage = "rejected" | "planned" | "applied";

/** What became of one line of an imported file. */
interface LineResult {
  result: string;
  before: string;
  after: string;
  error: string;
  remedy: string;
}

/**
 * Writes a copy of an imported file that says in more columns what became of each line, with the values before and after, the
 * error, and what to do about it. Importing the copy does what is left: lines that are done are left out.
 */
export async function writeReport(
  context: Context,
  journal: Journal,
  { changes, options: { report } }: Pick<JobView, "changes" | "options">,
  stage: ReportStage,
): Promise<void> {
  const staged = stagedFile(journal);
  if (report === undefined || staged === undefined) return;
  const header = staged.dialect === "ndjson" || staged.header.length === 0 ? ["record"] : staged.header;
  const columns = [...header.filter((column) => !isReportColumn(column)), ...reportColumns];
  const counts: Record<string, number> = {};
  const resume = jobLine(context, "resume", journal.id);
  function* lines<Cell>(cellsOf: (json: Json) => Cell[]): Generator<(Cell | string)[]> {
    for (const [{ line, json }, found] of lineResults(journal, staged as StagedFile, changes, {
      stage,
      resume,
      creates: journal.job.kind === "products.import",
    })) {
      const { result, before, after, error, remedy } = found;
      counts[result] = (counts[result] ?? 0) + 1;
      const source = Array.isArray(json) ? cellsOf(json) : [JSON.stringify(json)];
      const own = source.filter((_, index) => !isReportColumn(header[index] ?? ""));
      yield [...own, String(line), result, before, after, error, remedy];
    }
  }
  const isWorkbook = /\.xlsx$/i.test(report);
  const content = isWorkbook
    ? (await import("../../files/xlsx/write.ts")).workbookBytes(lines(sheetCells), {
        title: "Result",
        header: columns,
        // Cells stay as they were written, so that the same flags read them again.
        isText: () => true,
      })
    : csvText(
        columns,
        lines((json) => sourceCells(json).cells),
        header.length,
        staged,
      );
  await writeExport(resolve(context.cwd, report), content, { signal: context.signal });
  const parts = Object.entries(counts).map(([result, count]) => `${formatCount(count)} ${result}`);
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  await context.notice(`The result of ${countOf(total, "line")} is in ${report}: ${parts.join(", ")}.`);
}

function* csvText(
  columns: readonly string[],
  lines: Iterable<string[]>,
  width: number,
  { format = { delimiter: ",", mark: false, eol: "\n" } }: StagedFile,
): Generator<string> {
  yield (format.mark ? "\uFEFF" : "") + csvLine(columns, format);
  // The cells of the file are as they were; the texts of the report may come from a shop.
  for (const cells of lines)
    yield csvLine(
      cells.map((cell, index) => (index < width ? cell : neutraliseFormula(cell))),
      format,
    );
}

interface Facts {
  stage: ReportStage;
  /** The command that finds out about unknown outcomes. */
  resume: string;
  /** Whether the import can create what it does not find. */
  creates: boolean;
}

/** Yields the lines of the file in its order, each with its result. The lines of a product are judged together. */
function* lineResults(
  journal: Journal,
  file: StagedFile,
  changes: JobView["changes"],
  facts: Facts,
): Generator<[StagedRow, LineResult]> {
  const find = finders(journal, file);
  const waiting = new Map<string, Map<number, LineResult>>();
  for (const row of allStaged(journal)) {
    let results = waiting.get(row.handle);
    if (results === undefined) {
      results = groupResults(stagedRows(journal, row.handle), file, changes, find, facts);
      waiting.set(row.handle, results);
    }
    const result = results.get(row.line);
    results.delete(row.line);
    if (results.size === 0) waiting.delete(row.handle);
    if (result !== undefined) yield [row, result];
  }
}

interface Problem {
  line: number | null;
  column: string | null;
  rule: string;
  message: string;
}

/** Returns functions that find the steps and the problems of a line of the file. */
function finders({ db }: Journal, { name }: StagedFile) {
  for (const table of ["step", "problem"])
    db.exec(
      `DROP TABLE IF EXISTS temp.report_${table};
       CREATE TEMP TABLE report_${table} AS
       SELECT seq, CAST(substr(source, length('${name.replaceAll("'", "''")}') + 2) AS INTEGER) AS line
       FROM ${table} WHERE source IS NOT NULL;
       CREATE INDEX temp.report_${table}_line ON report_${table} (line);`,
    );
  const steps = db.prepare(
    `${selectSteps} JOIN temp.report_step r ON r.seq = s.seq WHERE r.line = ? ORDER BY s.seq`,
  );
  const problems = db.prepare(
    `SELECT p.line, p."column", p.rule, p.message FROM problem p
     JOIN temp.report_problem r ON r.seq = p.seq WHERE r.line = ? ORDER BY p.seq`,
  );
  return {
    steps: (line: number): JournalStep[] => steps.all<StepRow>(line).map(stepOfRow),
    problems: (line: number): Problem[] => problems.all<Problem & Record<string, string>>(line),
  };
}

const pastTense: Readonly<Record<string, string>> = { create: "created", delete: "deleted" };

function groupResults(
  rows: readonly StagedRow[],
  file: StagedFile,
  changes: JobView["changes"],
  find: ReturnType<typeof finders>,
  facts: Facts,
): Map<number, LineResult> {
  const steps = rows.flatMap(({ line }) => find.steps(line));
  const problems = rows.flatMap(({ line }) => find.problems(line).map((found) => ({ at: line, ...found })));
  const own = new Map(rows.map(({ line }) => [line, [] as { step: JournalStep; change: FieldChange }[]]));
  for (const step of steps)
    for (const change of changes(step)) own.get(lineOf(change, step, rows, file))?.push({ step, change });
  const whole = steps.find(
    ({ kind }) => /^\w+\.(create|delete)$/.test(kind) && !kind.startsWith("collection."),
  );
  const action = pastTense[whole?.kind.split(".")[1] ?? ""] ?? "updated";
  const results = rows.map(({ line }): [number, LineResult] => {
    const wrong = problems.filter(({ at, line: own }) => (own ?? at) === line);
    const made = own.get(line) ?? [];
    // A line of a list is a change by itself; the lines of another format are one product.
    const relevant = file.dialect === "list" && whole === undefined ? made.map(({ step }) => step) : steps;
    const { result, error, remedy } = outcomeOf(relevant, wrong, problems.length > 0, {
      ...facts,
      action,
    });
    const sides = (side: "before" | "after") =>
      made
        .filter(({ change }) => change.field !== "" && change[side] !== null)
        .map(({ change }) => `${change.field}: ${brief(valueText(change[side]))}`)
        .join("; ");
    return [line, { result, before: sides("before"), after: sides("after"), error, remedy }];
  });
  return new Map(results);
}

/** Returns the line that a change belongs to: the one with the SKU or the choices of its variant, else the first of its product. */
function lineOf(
  { variant, sku }: FieldChange,
  step: JournalStep,
  rows: readonly StagedRow[],
  file: StagedFile,
): number {
  const first = rows[0]?.line ?? 0;
  if (rows.length === 1) return first;
  const cellsOf = ({ json }: StagedRow) =>
    Array.isArray(json) ? sourceCells(json).cells : Object.values(json ?? {}).map(String);
  const names = [sku, file.dialect === "list" ? step.skus?.[""] : undefined].filter(
    (name) => name !== undefined,
  );
  const bySku = rows.filter((row) => cellsOf(row).some((cell) => names.includes(cell.trim())));
  if (bySku.length === 1 && (variant !== undefined || file.dialect === "list"))
    return bySku[0]?.line ?? first;
  if (variant === undefined) return first;
  const choices = variant.split(" / ");
  const header = file.columns ?? file.header;
  // A price can look like a choice: 41.
  const found = [/option|choice|attribute/i, /^/].map((columns) =>
    rows.filter((row) => {
      const cells = cellsOf(row).filter((_, index) => columns.test(header[index] ?? ""));
      const has = (choice: string) => cells.some((cell) => cell === choice || cell.endsWith(`:${choice}`));
      return choices.every(has) || cells.includes(variant);
    }),
  );
  return (found.find(({ length }) => length === 1) ?? rows)[0]?.line ?? first;
}

function outcomeOf(
  steps: readonly JournalStep[],
  wrong: readonly Problem[],
  isRejected: boolean,
  { stage, resume, creates, action }: Facts & { action: string },
): Pick<LineResult, "result" | "error" | "remedy"> {
  const again = "Import this file again: only the lines that are left are imported.";
  const [problem] = wrong;
  if (problem !== undefined) {
    const error = wrong
      .map(({ column, message }) => (column && !message.includes(column) ? `${column}: ${message}` : message))
      .join("; ");
    const isUnknown = wrong.every(({ rule }) => rule === unknownRule);
    const remedy = `Correct the ${isUnknown ? "key" : "line"} and import this file again${isUnknown && creates ? ", or create the product with --create" : ""}.`;
    return { result: isUnknown ? "not found" : "invalid", error, remedy };
  }
  if (isRejected)
    return { result: "not sent", error: "another line of this product is invalid", remedy: again };
  if (steps.length === 0) return { result: "unchanged", error: "", remedy: "" };
  const states = new Set(steps.map(({ state }) => state));
  const failed = steps.find(({ state }) => state === "failed")?.error;
  if (states.has("sent"))
    return { result: "unknown", error: "the platform did not respond", remedy: `Find out: ${resume}` };
  if (failed !== undefined) {
    const request = failed.requestId === undefined ? "" : ` (request ${failed.requestId})`;
    const remedy =
      failed.code === "CHANGED"
        ? `Someone else changed it meanwhile. ${again}`
        : `Correct the line. ${again}`;
    return { result: "failed", error: `${failed.message}${request}`, remedy };
  }
  if (!states.has("planned")) return { result: action, error: "", remedy: "" };
  if (stage === "planned") return { result: `to be ${action}`, error: "", remedy: "" };
  return stage === "rejected"
    ? { result: "not sent", error: "other lines of the file are invalid", remedy: again }
    : { result: "not sent", error: "the job stopped early", remedy: `Continue: ${resume}` };
}

const brief = (text: string): string => (text.length > 200 ? `${text.slice(0, 199)}…` : text);
