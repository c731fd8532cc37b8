import type { Journal } from "../../bulk/journal/journal.ts";
import { fileHandle, type StagedRow, stagedGroups } from "../../bulk/plan/stage.ts";
import { groupCommand, type RowCommand } from "../../files/columns.ts";
import { type Row, rowOf } from "../../files/csv.ts";
import type { NumberFormat } from "../../files/dialect.ts";
import { dialects } from "../../files/dialects.ts";
import type { ProductDraft } from "../../files/draft.ts";
import { capitalised } from "../../kernel/text.ts";
import { recordDraft } from "../../resources/products/draft.ts";
import type { SourcedDraft } from "../../resources/products/import-drafts.ts";
import type { StagedFile } from "../../resources/products/rejects.ts";

/** Returns a row with the column names of its dialect. */
export function dialectRow(
  { header, columns = header, sheet }: StagedFile,
  line: number,
  source: readonly string[],
): Row {
  return rowOf(columns, line, source, sheet !== undefined);
}

/** Yields the staged rows as drafts, one product at a time, in file order. Prints each kind of data loss once. */
export async function* assembled(
  journal: Journal,
  staged: StagedFile,
  numbers: NumberFormat,
  notice: (text: string) => Promise<void>,
): AsyncGenerator<SourcedDraft> {
  const printed = new Set<string>();
  const noticeOnce = async (text: string) => {
    if (printed.has(text)) return;
    printed.add(text);
    await notice(`${capitalised(text).replace(/\.?$/, ".")}`);
  };
  for (const { handle, rows } of stagedGroups(journal)) {
    if (handle === fileHandle) continue;
    const source = `${staged.name}:${rows[0]?.line ?? 0}`;
    if (staged.dialect === "ndjson") {
      const one = recordDraftOf(rows, handle);
      if (one) yield { ...one, source };
      continue;
    }
    if (staged.dialect === "list") return;
    const all = rows.map(({ line, json }) => dialectRow(staged, line, json as string[]));
    const { command, rows: kept, problems: wrong } = groupCommand(all);
    if (kept.length === 0) continue;
    const { draft, problems, notices } = dialects[staged.dialect].assemble(kept, numbers);
    for (const text of notices) await noticeOnce(text);
    if (draft?.customTextFields?.length)
      await noticeOnce("not imported: custom text fields (the platform sets them in its dashboard only)");
    const removed = command === "delete" && wrong.length === 0;
    // The other cells of a row that deletes do not matter.
    const base = draft ?? (removed ? { handle, line: kept[0]?.line ?? 0, variants: [] } : undefined);
    if (wrong.length > 0 || base === undefined) yield { problems: [...wrong, ...problems], source };
    else yield { draft: withCommand(base, command), problems: [], source };
  }
}

function withCommand(draft: ProductDraft, command: RowCommand | undefined): ProductDraft {
  if (command === undefined || command === "skip") return draft;
  return command === "delete" ? { ...draft, remove: true } : { ...draft, command };
}

/** Returns the draft of NDJSON records of one product; undefined if all are to be skipped. */
function recordDraftOf(rows: readonly StagedRow[], handle: string): Omit<SourcedDraft, "source"> | undefined {
  const commands = rows.map(({ line, json }): Row => {
    const { command = "" } = json as { command?: unknown };
    return { line, cells: { command: String(command) }, source: [] };
  });
  const { command, rows: kept, problems } = groupCommand(commands);
  if (kept.length === 0) return undefined;
  const lines = new Set(kept.map(({ line }) => line));
  const own = rows.filter(({ line }) => lines.has(line));
  const found = recordDraft(
    own.map(({ line, json }) => ({ line, record: json as never })),
    handle,
  );
  if (problems.length > 0) return { problems: [...problems, ...found.problems] };
  return { ...found, ...(found.draft && { draft: withCommand(found.draft, command) }) };
}
