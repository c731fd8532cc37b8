import type { Database } from "../../kernel/sqlite.ts";

/** One domain event as the outbox keeps it, in the order it happened. */
export type OutboxEvent = {
  /** Grows by at least one from event to event, never reused, also after a reset. */
  seq: number;
  /** Sandbox time, ISO. */
  at: string;
  /** Such as `wix.stores.catalog.v1.product_updated`. */
  type: string;
  entityId: string;
  payload: unknown;
};

/** Writes an event within the transaction that is open. */
export function writeEvent(db: Database, event: Omit<OutboxEvent, "seq">): void {
  db.prepare("INSERT INTO event (at, type, entity_id, payload) VALUES (?, ?, ?, ?)").run(
    event.at,
    event.type,
    event.entityId,
    JSON.stringify(event.payload ?? null),
  );
}

/** Up to `limit` events after a position, oldest first: listeners keep the last `seq` they saw. */
export function readEvents(db: Database, after: number, limit: number): OutboxEvent[] {
  const sql =
    "SELECT seq, at, type, entity_id AS entityId, payload FROM event WHERE seq > ? ORDER BY seq LIMIT ?";
  const rows = db.prepare(sql).all<OutboxEvent & { payload: string }>(after, limit);
  return rows.map((row) => ({ ...row, payload: JSON.parse(row.payload) }));
}
