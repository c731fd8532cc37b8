import type { Database } from "../../kernel/sqlite.ts";

/** A domain event in the outbox. */
export type OutboxEvent = {
  /** Increases with each event; never reused, even after a reset. */
  seq: number;
  /** Sandbox time, ISO 8601. */
  at: string;
  /** For example `wix.stores.catalog.v1.product_updated`. */
  type: string;
  entityId: string;
  payload: unknown;
};

/** Writes an event in the open transaction. */
export function writeEvent(db: Database, event: Omit<OutboxEvent, "seq">): void {
  db.prepare("INSERT INTO event (at, type, entity_id, payload) VALUES (?, ?, ?, ?)").run(
    event.at,
    event.type,
    event.entityId,
    JSON.stringify(event.payload ?? null),
  );
}

/** Returns up to `limit` events after a sequence number, oldest first. */
export function readEvents(db: Database, after: number, limit: number): OutboxEvent[] {
  const sql =
    "SELECT seq, at, type, entity_id AS entityId, payload FROM event WHERE seq > ? ORDER BY seq LIMIT ?";
  const rows = db.prepare(sql).all<OutboxEvent & { payload: string }>(after, limit);
  return rows.map((row) => ({ ...row, payload: JSON.parse(row.payload) }));
}
