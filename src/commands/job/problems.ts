import type { Journal } from "../../bulk/journal.ts";
import type { PlanSummary } from "../../bulk/plan.ts";
import { listRejects } from "../../bulk/rejects.ts";
import { UsageError } from "../../errors.ts";

/** How many problems are listed one by one. */
const shown = 20;

/** Lists what is wrong with the input, then throws: nothing was sent (exit 2). */
export function refuseProblems(journal: Journal, { rejected, problems }: PlanSummary): never {
  const lines: string[] = [];
  for (const { source, line, column, message } of listRejects(journal)) {
    const place = [source, line !== undefined && !source?.endsWith(`:${line}`) ? `line ${line}` : "", column]
      .filter(Boolean)
      .join(", ");
    lines.push(`${place}${place ? ": " : ""}${message}`);
    if (lines.length === shown) break;
  }
  if (problems > shown) lines.push(`… and ${problems - shown} more`);
  const rows = rejected === 1 ? "1 row cannot be carried out" : `${rejected} rows cannot be carried out`;
  throw new UsageError(`${rows}; nothing was sent\n${lines.join("\n")}`, {
    code: "INVALID_ROWS",
    hint: "Mend them, or go on without them: --skip-invalid",
  });
}
