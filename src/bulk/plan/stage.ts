import { streamBatches } from "../../kernel/batches.ts";
import { transaction } from "../../kernel/sqlite.ts";
import type { Journal } from "../journal/journal.ts";
import type { Json } from "../journal/step.ts";

/** A row of an imported file; rows with the same handle belong together. */
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

/** The handle of the row that describes the file itself. */
export const fileHandle = "\u0000file";

const batchSize = 500;

/** Stores rows in the journal, in constant memory; rows of a handle need not be adjacent. */
export async function stageRows(
  { db }: Journal,
  rows: AsyncIterable<StagedRow> | Iterable<StagedRow>,
): Promise<void> {
  const insert = db.prepare("INSERT INTO stage (handle, line, json) VALUES (?, ?, ?)");
  for await (const batch of streamBatches(rows, batchSize))
    transaction(db, "immediate", () => {
      for (const { handle, line, json } of batch) insert.run(handle, line, JSON.stringify(json));
    });
}

/** Returns the number of staged rows. */
export function countStaged({ db }: Journal): number {
  const counted = db.prepare("SELECT count(*) AS rows FROM stage WHERE handle <> ?");
  return counted.get<{ rows: number }>(fileHandle)?.rows ?? 0;
}

/** Returns the number of objects that the staged rows describe. */
export function countStagedHandles({ db }: Journal): number {
  const counted = db.prepare("SELECT count(DISTINCT handle) AS handles FROM stage WHERE handle <> ?");
  return counted.get<{ handles: number }>(fileHandle)?.handles ?? 0;
}

/** Adds facts to the row that describes the file itself. */
export function addFileFacts(journal: Journal, facts: Readonly<Record<string, string>>): void {
  const known = stagedRows(journal, fileHandle)[0]?.json as object | undefined;
  journal.db
    .prepare("UPDATE stage SET json = ? WHERE handle = ?")
    .run(JSON.stringify({ ...known, ...facts }), fileHandle);
}

/** Gives staged rows other handles, in one transaction: pairs of the old and the new handle. */
export function renameHandles({ db }: Journal, pairs: Iterable<readonly [string, string]>): void {
  const update = db.prepare("UPDATE stage SET handle = ?2 WHERE handle = ?1");
  transaction(db, "immediate", () => {
    for (const [from, to] of pairs) update.run(from, to);
  });
}

/** Yields the staged rows in the order of the file. */
export function* allStaged({ db }: Journal): Generator<StagedRow> {
  const page = db.prepare("SELECT seq, handle, line, json FROM stage WHERE seq > ? ORDER BY seq LIMIT 500");
  for (let after = 0; ; ) {
    const rows = page.all<{ seq: number; handle: string; line: number; json: string }>(after);
    if (rows.length === 0) return;
    after = rows.at(-1)?.seq ?? after;
    for (const { handle, line, json } of rows)
      if (handle !== fileHandle) yield { handle, line, json: JSON.parse(json) as Json };
  }
}

/** Yields the staged rows by handle, in the order in which the handles first occur. */
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

/** Returns the handle of the staged row at a line of the file. */
export function stagedHandleAt({ db }: Journal, line: number): string | undefined {
  return db.prepare("SELECT handle FROM stage WHERE line = ?").get<{ handle: string }>(line)?.handle;
}

/** Returns the handle of a step's row in the staged file; undefined if its source is not such a row. */
export function stagedHandleOf(journal: Journal, step: { source?: string }): string | undefined {
  return step.source === undefined ? undefined : stagedHandleAt(journal, sourceLine(step));
}

/** Returns the id that an object had which a step creates again, if its row is staged with it. */
export function restoredIdOf({ db }: Journal, step: { source?: string }): string | undefined {
  const row = db.prepare("SELECT json FROM stage WHERE line = ?").get<{ json: string }>(sourceLine(step));
  const { restores } = (row === undefined ? {} : (JSON.parse(row.json) ?? {})) as { restores?: unknown };
  return typeof restores === "string" ? restores : undefined;
}

/** Returns the line in a step's source: 12 for `shop.csv:12`. */
export function sourceLine({ source = "" }: { source?: string }): number {
  return Number(source.split(":").at(-1));
}

/** Returns the dialect of the staged file, or of the file whose plan was read; undefined for other jobs. */
export function stagedDialect(journal: Journal): string | undefined {
  const { dialect } = (stagedRows(journal, fileHandle)[0]?.json ?? {}) as { dialect?: string };
  return dialect;
}

/** Returns the staged rows of a handle, in the order of the file. */
export function stagedRows({ db }: Journal, handle: string): StagedRow[] {
  const rows = db
    .prepare("SELECT handle, line, json FROM stage WHERE handle = ? ORDER BY seq")
    .all<{ handle: string; line: number; json: string }>(handle);
  return rows.map((row) => ({ ...row, json: JSON.parse(row.json) as Json }));
}
