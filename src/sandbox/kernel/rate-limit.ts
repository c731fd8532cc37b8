import { minute } from "../../kernel/durations.ts";
import { type Database, transaction } from "../../kernel/sqlite.ts";
import type { Tx } from "./tx.ts";

/** The name of the setting. */
const setting = "rateLimit";

/** Returns how many requests a minute the sandbox allows; undefined if there is no limit. */
export function rateLimitOf(tx: Pick<Tx, "setting">): number | undefined {
  const limit = Number(tx.setting(setting));
  return Number.isFinite(limit) && limit > 0 ? limit : undefined;
}

/**
 * Counts a request of this minute, in every process that shares the sandbox. Returns how many milliseconds are left of the
 * minute if the limit is exceeded.
 */
export function countRequest(db: Database, limit: number, now: Date): number | undefined {
  const started = Math.floor(now.getTime() / minute);
  const count = transaction(db, "immediate", () => {
    db.prepare("DELETE FROM rate WHERE minute < ?").run(started);
    db.prepare(
      "INSERT INTO rate (minute, requests) VALUES (?, 1) ON CONFLICT DO UPDATE SET requests = requests + 1",
    ).run(started);
    return db.prepare("SELECT requests FROM rate WHERE minute = ?").get<{ requests: number }>(started);
  });
  return (count?.requests ?? 0) > limit ? (started + 1) * minute - now.getTime() : undefined;
}
