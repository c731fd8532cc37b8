import { transaction } from "../../kernel/sqlite.ts";
import type { Journal } from "../journal/journal.ts";
import type { Json } from "../journal/step.ts";

/** A row of a file whose rows are put together by a handle. */
export interface StagedRow {
  handle: string;
  /** Line in the file, 1 is the header. */
  line: number;
  json: Json;
}

/** The rows of one handle, in the order of the file. */
export interface StagedGroup {
  handle: string;
  rows: StagedRow[];
}

/** The handle of the staged row that describes the file itself. */
export const fileHandle = "\u0000file";

const batchSize = 500;

/** Puts rows aside in the journal: those of one handle need not be adjacent. Constant memory. */
export async function stageRows(
  { db }: Journal,
  rows: AsyncIterable<StagedRow> | Iterable<StagedRow>,
): Promise<void> {
  const insert = db.prepare("INSERT INTO stage (handle, line, json) VALUES (?, ?, ?)");
  const write = (batch: readonly StagedRow[]) =>
    transaction(db, "immediate", () => {
      for (const { handle, line, json } of batch) insert.run(handle, line, JSON.stringify(json));
    });
  let waiting: StagedRow[] = [];
  for await (const row of rows) {
    if (waiting.push(row) < batchSize) continue;
    write(waiting);
    waiting = [];
  }
  write(waiting);
}

/** The staged rows, put together by handle, the handles in the order in which they were first seen. */
export function* stagedGroups({ db }: Journal): Generator<StagedGroup> {
  const firsts = db.prepare(
    `SELECT seq, handle FROM stage s
     WHERE seq > ? AND NOT EXISTS (SELECT 1 FROM stage e WHERE e.handle = s.handle AND e.seq < s.seq)
     ORDER BY seq LIMIT 100`,
  );
  const members = db.prepare("SELECT handle, line, json FROM stage WHERE handle = ? ORDER BY seq");
  let after = 0;
  for (;;) {
    const page = firsts.all<{ seq: number; handle: string }>(after);
    if (page.length === 0) return;
    for (const { seq, handle } of page) {
      after = seq;
      const rows = members.all<{ handle: string; line: number; json: string }>(handle);
      yield { handle, rows: rows.map((row) => ({ ...row, json: JSON.parse(row.json) as Json })) };
    }
  }
}

/** The handle of the staged row that begins on a line of the file. */
export function stagedHandleAt({ db }: Journal, line: number): string | undefined {
  return db.prepare("SELECT handle FROM stage WHERE line = ?").get<{ handle: string }>(line)?.handle;
}

/** The handle that a step's row has in the file that was staged; undefined where its source is no such row. */
export function stagedHandleOf(journal: Journal, step: { source?: string }): string | undefined {
  return step.source === undefined ? undefined : stagedHandleAt(journal, sourceLine(step));
}

/** The line of its file that a step comes from: 12 of `shop.csv:12`. */
export function sourceLine({ source = "" }: { source?: string }): number {
  return Number(source.split(":").at(-1));
}

/** The dialect of the file that was staged, or whose plan was read; undefined where there is none. */
export function stagedDialect(journal: Journal): string | undefined {
  const { dialect } = (stagedRows(journal, fileHandle)[0]?.json ?? {}) as { dialect?: string };
  return dialect;
}

/** The staged rows of one handle, in the order of the file. */
export function stagedRows({ db }: Journal, handle: string): StagedRow[] {
  const rows = db
    .prepare("SELECT handle, line, json FROM stage WHERE handle = ? ORDER BY seq")
    .all<{ handle: string; line: number; json: string }>(handle);
  return rows.map((row) => ({ ...row, json: JSON.parse(row.json) as Json }));
}
