import type { Database } from "../../kernel/sqlite.ts";

const name = "nextPayment";

/** Returns the outcome that was set for the next payment, if any. */
export function nextPayment(db: Database): string | undefined {
  return db.prepare("SELECT value FROM setting WHERE name = ?").get<{ value: string }>(name)?.value;
}

/** Sets the outcome of the next payment, such as DECLINED; undefined removes it. */
export function setNextPayment(db: Database, outcome: string | undefined): void {
  if (outcome === undefined) db.prepare("DELETE FROM setting WHERE name = ?").run(name);
  else db.prepare("INSERT OR REPLACE INTO setting VALUES (?, ?)").run(name, outcome);
}
