import type { Database, SqlValue } from "../../kernel/sqlite.ts";
import type { Tx } from "./tx.ts";

/**
 * Queries, searches and counts show the documents as they were some time ago, as the platform's documentation says of all of
 * them; a read by id and a plain list show them as they are. Which time the platform takes varies, so that it is a setting,
 * counted by the sandbox's clock.
 */
const setting = "listLag";

/** Returns how many milliseconds lists lag behind writes. */
export const listLagOf = (tx: Pick<Tx, "setting">): number => Number(tx.setting(setting));

/** Returns whether a call lags, by the name that it has in its service. E25 of the live platform: events by category do, too. */
export const lags = (call: string): boolean => /^(query|search|count|listByCategory)/.test(call);

/** Keeps a document as it is before a write. `table`: its quoted SQL name. */
export function keepEarlier(db: Database, table: string, id: string, now: Date, lag: number): void {
  db.prepare("DELETE FROM earlier WHERE at <= ?").run(now.getTime() - lag);
  const row = db.prepare(`SELECT * FROM ${table} WHERE id = ?`).get(id);
  db.prepare("INSERT INTO earlier (name, id, row, at) VALUES (?, ?, ?, ?)").run(
    table,
    id,
    row === undefined ? null : JSON.stringify(row),
    now.getTime(),
  );
}

/** Returns whether a document was written in the time by which lists lag. */
export const hasEarlier = (db: Database, now: Date, lag: number): boolean =>
  db.prepare("SELECT 1 FROM earlier WHERE at > ? AND at <= ? LIMIT 1").get(...span(now, lag)) !== undefined;

/** Takes all documents back to that time. The transaction has to be rolled back. */
export function goBack(db: Database, now: Date, lag: number): void {
  const rows = db
    .prepare("SELECT name, id, row FROM earlier WHERE at > ? AND at <= ? ORDER BY seq DESC")
    .all<{ name: string; id: string; row: string | null }>(...span(now, lag));
  const first = new Map(rows.map((row) => [`${row.name} ${row.id}`, row]));
  // Deleted before they are written: their unique values may have moved from one to another.
  for (const { name, id } of first.values()) db.prepare(`DELETE FROM ${name} WHERE id = ?`).run(id);
  for (const { name, row } of first.values()) {
    const values = Object.entries(row === null ? {} : (JSON.parse(row) as Record<string, SqlValue>));
    if (values.length === 0) continue;
    const columns = values.map(([column]) => `"${column}"`).join(", ");
    const marks = values.map(() => "?").join(", ");
    db.prepare(`INSERT INTO ${name} (${columns}) VALUES (${marks})`).run(...values.map(([, value]) => value));
  }
}

/** Returns the times between which a write is not shown yet. The clock may have been set back. */
const span = (now: Date, lag: number) => [now.getTime() - lag, now.getTime()] as const;
