import { type Database, transaction } from "../../kernel/sqlite.ts";
import { redact } from "../../kernel/text.ts";
import type { Tx } from "./tx.ts";

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

/** Who caused an event, in the words of a webhook's identity; UNKNOWN for what the platform does itself. */
export interface EventIdentity {
  identityType: "ANONYMOUS_VISITOR" | "APP" | "MEMBER" | "UNKNOWN" | "WIX_USER";
  anonymousVisitorId?: string;
  memberId?: string;
  wixUserId?: string;
  appId?: string;
}

/** The numbers of the events that one transaction wrote. */
export type EventRange = { first: number; last: number };

/** Writes an event in the open transaction and returns its number. */
export function writeEvent(
  db: Database,
  event: Omit<OutboxEvent, "seq">,
  identity: EventIdentity = { identityType: "UNKNOWN" },
): number {
  const { at, type, entityId, payload } = event;
  return db
    .prepare("INSERT INTO event (at, type, entity_id, payload, identity) VALUES (?, ?, ?, ?, ?)")
    .run(at, type, entityId, JSON.stringify(payload ?? null), JSON.stringify(identity)).lastInsertRowid;
}

/** Returns up to `limit` events after a sequence number, oldest first. */
export function readEvents(db: Database, after: number, limit: number): OutboxEvent[] {
  return readEventsAndIdentities(db, after, limit).map(({ event }) => event);
}

/** Returns the same events with the JSON text of their identities; null for events of older versions. */
export function readEventsAndIdentities(
  db: Database,
  after: number,
  limit: number,
): { event: OutboxEvent; identity: string | null }[] {
  const columns = "seq, at, type, entity_id AS entityId, payload, identity";
  const sql = `SELECT ${columns} FROM event WHERE seq > ? ORDER BY seq LIMIT ?`;
  const rows = db.prepare(sql).all<OutboxEvent & { payload: string; identity: string | null }>(after, limit);
  return rows.map(({ identity, ...row }) => ({
    event: { ...row, payload: JSON.parse(row.payload) },
    identity,
  }));
}

/** What became of an event at a receiver of webhooks: its last attempt. */
export type Delivered = {
  event: number;
  url: string;
  /** The HTTP status, or null without a response. */
  status: number | null;
  /** Why there was no response. */
  reason: string | null;
  attempts: number;
  /** Whether there is no further attempt. */
  settled: boolean;
};

/** The number of events whose deliveries are kept. */
const keptDeliveries = 10_000;

/** Writes the last attempts of deliveries, with the time of this computer. */
export function recordDeliveries(db: Database, delivered: readonly Delivered[], at: string): void {
  transaction(db, "immediate", () => {
    const insert = db.prepare("INSERT OR REPLACE INTO delivery VALUES (?, ?, ?, ?, ?, ?, ?)");
    for (const { event, url, status, reason, attempts, settled } of delivered)
      insert.run(event, redact(url), at, status, reason, attempts, settled ? 1 : 0);
    db.prepare("DELETE FROM delivery WHERE event <= (SELECT max(event) FROM delivery) - ?").run(
      keptDeliveries,
    );
  });
}

/** Returns events with what became of them at receivers of webhooks. */
export function withDeliveries(
  db: Database,
  events: readonly OutboxEvent[],
): (OutboxEvent & { deliveries: Delivered[] | undefined })[] {
  const [first, last] = [events[0]?.seq ?? 0, events.at(-1)?.seq ?? 0];
  const rows = db
    .prepare(
      "SELECT event, url, status, reason, attempts, settled FROM delivery WHERE event BETWEEN ? AND ? ORDER BY event, url",
    )
    .all<Omit<Delivered, "settled"> & { settled: number }>(first, last)
    .map((row) => ({ ...row, settled: row.settled === 1 }));
  const byEvent = Map.groupBy(rows, ({ event }) => event);
  return events.map((event) => ({ ...event, deliveries: byEvent.get(event.seq) }));
}

type Body =
  | { createdEvent: { entity: unknown } }
  | { updatedEvent: { currentEntity: unknown } }
  | { deletedEvent: { deletedEntity?: unknown } }
  | { actionEvent: { body: unknown } };

/**
 * Writes a domain event in the platform's envelope to the outbox. Its type is `fqdn_slug`, such as
 * `wix.stores.catalog.v3.brand_created`.
 */
export function emitDomainEvent(tx: Tx, fqdn: string, slug: string, entityId: string, body: Body): void {
  tx.emit(`${fqdn}_${slug}`, entityId, {
    id: tx.newId(),
    entityFqdn: fqdn,
    slug,
    entityId,
    eventTime: tx.now.toISOString(),
    triggeredByAnonymizeRequest: false,
    originatedFrom: "",
    entityEventSequence: String(tx.next(`events of ${fqdn}`)),
    ...body,
  });
}
