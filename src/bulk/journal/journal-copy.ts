import { existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { exitCodes, TillError } from "../../kernel/errors.ts";
import { makeFolder } from "../../kernel/folder.ts";
import type { Database } from "../../kernel/sqlite.ts";
import type { Journal } from "./journal.ts";
import { openJobFile } from "./journal-file.ts";

/** Copies a journal to a folder, under the same id. The file appears once it is complete. Throws JOB_EXISTS (exit 6). */
export async function adoptJournal(dir: string, { id, db }: Journal): Promise<void> {
  makeFolder(dir);
  const file = join(dir, `${id}.sqlite`);
  if (existsSync(file)) {
    const known = openJobFile(file, id);
    const same = sameRecord(db, known);
    known.close();
    if (!same) throw jobExists(id);
    return;
  }
  const part = join(dir, `${id}.new`);
  rmSync(part, { force: true });
  db.prepare("VACUUM INTO ?").run(part);
  const copy = openJobFile(part, id);
  // What only a working copy of a shared journal has.
  copy.exec("DROP TRIGGER IF EXISTS stepChanged; DROP TRIGGER IF EXISTS jobChanged");
  copy.exec("DROP TABLE IF EXISTS changed; DROP TABLE IF EXISTS copy");
  copy.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  copy.close();
  renameSync(part, file);
}

/** Returns whether two journals have the same rows: an earlier copy of one to the other was complete. */
export function sameRecord(one: Database, other: Database): boolean {
  return ["job", "step", "problem", "stage"].every((table) => {
    const sql = `SELECT * FROM ${table} ORDER BY ${table === "job" ? "id" : "seq"}`;
    const [left, right] = [one.iterate(sql), other.iterate(sql)];
    for (;;) {
      const [a, b] = [left.next(), right.next()];
      if (a.done || b.done) return a.done === b.done;
      if (JSON.stringify(a.value) !== JSON.stringify(b.value)) return false;
    }
  });
}

/** Returns the error (exit 6) if a store has another job with the same id. */
export function jobExists(id: string): TillError {
  return new TillError(exitCodes.conflict, `There is another job ${id} already; it was left alone.`, {
    code: "JOB_EXISTS",
    hint: "Nothing was moved for this job. It can be used where it is.",
  });
}
