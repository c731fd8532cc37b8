import type { Postgres, PostgresQueries } from "../../kernel/postgres.ts";

/** An event to send to a URL. */
export interface Forward {
  url: string;
  type: string;
  /** Events with the same URL and entity are sent one after the other, in the order in which they were stored. */
  entity: string;
  /** The id of the event, by which it is stored once per URL and entity. Events without an id are always stored. */
  event?: string | undefined;
  body: string;
}

/** A stored event that is sent now. */
export interface DueForward extends Forward {
  /** Its position in the order of events. */
  seq: number;
  /** When it was stored, in milliseconds since 1970. */
  received: number;
  /** How often it was sent before, and how often the response was not 2xx. */
  attempts: number;
  rejections: number;
}

/** What became of an attempt: `waiting` for another one after a time in milliseconds. */
export type ForwardOutcome =
  | { state: "delivered" | "dropped"; status: number }
  | { state: "waiting"; rejected: boolean; wait: number };

/** How long events are remembered after their delivery, so that a repeated one is recognized. */
const remembered = "7 days";

/**
 * Stores an event; resolves after the commit. Returns false if it is stored already. Only the first event of an entity that is not
 * settled has a due time. What changes that, here and in `settle`, holds the lock of the entity.
 */
export async function storeForward(
  postgres: Postgres,
  { url, type, entity, event, body }: Forward,
): Promise<boolean> {
  const lane = `${url} ${entity}`;
  return await postgres.transaction(async ({ query }) => {
    await query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [lane]);
    const added = await query(
      `INSERT INTO till.outbox (lane, url, type, entity, event, body, due)
       SELECT key, $2, $3, $4, $5, $6, CASE WHEN NOT EXISTS
         (SELECT 1 FROM till.outbox WHERE lane = key AND settled IS NULL) THEN now() END
       FROM hashtextextended($1, 0) AS key
       ON CONFLICT (lane, event) DO NOTHING RETURNING 1`,
      [lane, url, type, entity, event ?? null, body],
    );
    return added.length > 0;
  });
}

/**
 * Takes the event that is due for the longest time and sends it once with `send`. Its row is locked until the outcome is committed,
 * which keeps other workers from the event and its entity; the lock ends with the connection of a worker that dies, and if a
 * worker is not heard of for a minute. Returns the event and its outcome, or undefined if none is due.
 */
export async function sendNext(
  postgres: Postgres,
  send: (forward: DueForward) => Promise<ForwardOutcome>,
): Promise<{ forward: DueForward; outcome: ForwardOutcome } | undefined> {
  return await postgres.transaction(async (queries) => {
    await queries.query(
      `SET LOCAL idle_in_transaction_session_timeout = '60s';
       SET LOCAL tcp_keepalives_idle = 10; SET LOCAL tcp_keepalives_interval = 5; SET LOCAL tcp_keepalives_count = 3`,
    );
    const [forward] = await queries.query<DueForward>(
      `SELECT seq, url, type, entity, event, body, attempts, rejections,
         (extract(epoch FROM received) * 1000)::float8 AS received
       FROM till.outbox WHERE due <= now() ORDER BY due LIMIT 1 FOR UPDATE SKIP LOCKED`,
    );
    if (forward === undefined) return undefined;
    const outcome = await send(forward);
    if (outcome.state === "waiting") await postpone(queries, forward.seq, outcome);
    else await settle(queries, forward.seq, outcome);
    return { forward, outcome };
  });
}

async function postpone(
  { query }: PostgresQueries,
  seq: number,
  { rejected, wait }: Extract<ForwardOutcome, { state: "waiting" }>,
): Promise<void> {
  await query(
    `UPDATE till.outbox SET due = clock_timestamp() + $2 * interval '1 ms', attempts = attempts + 1,
       rejections = rejections + $3 WHERE seq = $1`,
    [seq, wait, rejected ? 1 : 0],
  );
}

async function settle(
  { query }: PostgresQueries,
  seq: number,
  { state, status }: Extract<ForwardOutcome, { status: number }>,
): Promise<void> {
  await query("SELECT pg_advisory_xact_lock(lane) FROM till.outbox WHERE seq = $1", [seq]);
  await query(
    `UPDATE till.outbox SET due = NULL, settled = clock_timestamp(), attempts = attempts + 1, state = $2, status = $3,
       body = CASE WHEN $2 = 'delivered' THEN '' ELSE body END WHERE seq = $1`,
    [seq, state, status],
  );
  await query(
    `UPDATE till.outbox SET due = clock_timestamp() WHERE seq = (SELECT min(next.seq) FROM till.outbox AS next
       WHERE next.settled IS NULL AND next.lane = (SELECT lane FROM till.outbox WHERE seq = $1))`,
    [seq],
  );
}

/** Forgets events that were settled long ago. Returns how many wait. */
export async function tidyOutbox({ query }: PostgresQueries): Promise<number> {
  await query("DELETE FROM till.outbox WHERE settled < now() - $1::interval", [remembered]);
  const [row] = await query<{ waiting: number }>(
    "SELECT count(*) AS waiting FROM till.outbox WHERE settled IS NULL",
  );
  return row?.waiting ?? 0;
}

/** Returns whether a worker that was seen within this many seconds sends events. */
export async function isForwarded({ query }: PostgresQueries, timeout: number): Promise<boolean> {
  const rows = await query(
    "SELECT 1 FROM till.worker WHERE webhooks AND seen > now() - make_interval(secs => $1) LIMIT 1",
    [timeout],
  );
  return rows.length > 0;
}
