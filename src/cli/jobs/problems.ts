import type { Journal } from "../../bulk/journal/journal.ts";
import { countInvalid, listRejects, type PlanSummary, unknownRule } from "../../bulk/plan/plan.ts";
import type { Context } from "../../context/context.ts";
import { exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { countOf, formatCount } from "../../kernel/text.ts";
import type { JobOptions } from "../job-flags.ts";
import { annotateRows } from "./github.ts";

/** The number of problems that are listed. */
const shown = 20;

/**
 * Throws INVALID_ROWS (exit 2) with a list of the invalid rows; with --skip-invalid it only prints them, like the rows whose
 * object does not exist.
 */
export async function checkRows(
  context: Context,
  journal: Journal,
  { skipInvalid }: JobOptions,
): Promise<void> {
  const invalid = skipInvalid ? 0 : countInvalid(journal);
  const lines = problemLines(journal, { withUnknown: invalid === 0 });
  if (invalid > 0) {
    await annotateRows(context, journal);
    const rows = `${countOf(invalid, "invalid row")}. Nothing was sent.`;
    throw new UsageError([rows, ...lines].join("\n"), {
      code: "INVALID_ROWS",
      hint: "Fix them, or skip them with --skip-invalid",
    });
  }
  for (const line of lines) await context.notice(`Skipped:${line.slice(1)}`);
}

/** Throws EXPECTATION_FAILED (exit 6) if --expect names another number of rows. */
export function checkExpected({ rows }: PlanSummary, { expect }: JobOptions): void {
  if (expect === undefined || expect === rows) return;
  throw new TillError(
    exitCodes.conflict,
    `--expect is ${expect}, but the job has ${countOf(rows, "row")}. Nothing was sent.`,
    { code: "EXPECTATION_FAILED", field: "--expect" },
  );
}

function problemLines(journal: Journal, { withUnknown }: { withUnknown: boolean }): string[] {
  const lines: string[] = [];
  let problems = 0;
  for (const { source, line, column, rule, message } of listRejects(journal)) {
    if (rule === unknownRule && !withUnknown) continue;
    problems++;
    if (problems > shown) continue;
    const row = line === undefined ? source : source?.replace(/:\d+$/, `:${line}`);
    const place = [row, column !== undefined && message.includes(column) ? "" : column];
    lines.push(`  ${[place.filter(Boolean).join(", "), message].filter(Boolean).join(": ")}`);
  }
  if (problems > shown) lines.push(`  … and ${formatCount(problems - shown)} more`);
  return lines;
}
