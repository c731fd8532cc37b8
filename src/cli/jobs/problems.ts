import type { Journal } from "../../bulk/journal/journal.ts";
import type { PlanSummary } from "../../bulk/plan/plan.ts";
import { listRejects } from "../../bulk/plan/rejects.ts";
import { UsageError } from "../../kernel/errors.ts";

/** How many problems are listed one by one. */
const shown = 20;

/** What is wrong with the input, a line each, the first of many only. */
export function problemLines(journal: Journal, { problems }: PlanSummary): string[] {
  const lines: string[] = [];
  for (const { source, line, column, message } of listRejects(journal)) {
    const row = line === undefined ? source : source?.replace(/:\d+$/, `:${line}`);
    const place = [row, column !== undefined && message.includes(column) ? "" : column];
    lines.push(`  ${[place.filter(Boolean).join(", "), message].filter(Boolean).join(": ")}`);
    if (lines.length === shown) break;
  }
  if (problems > shown) lines.push(`  … and ${problems - shown} more`);
  return lines;
}

/** Lists what is wrong with the input, then throws: nothing was sent (exit 2). */
export function refuseProblems(journal: Journal, plan: PlanSummary): never {
  const { rejected } = plan;
  const rows = rejected === 1 ? "1 row cannot be carried out" : `${rejected} rows cannot be carried out`;
  throw new UsageError([`${rows}. Nothing was sent.`, ...problemLines(journal, plan)].join("\n"), {
    code: "INVALID_ROWS",
    hint: "Mend them, or go on without them: --skip-invalid",
  });
}
