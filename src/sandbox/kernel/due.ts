import { day } from "../../kernel/durations.ts";
import { transaction } from "../../kernel/sqlite.ts";
import type { Store } from "./store.ts";
import { InvalidInput, PlatformError, type StoreTx } from "./tx.ts";

/** Runs one piece of due work; `ref` identifies its object, such as an order id. */
export type DueHandler = (tx: StoreTx, ref: string) => void;

/** A kind of due work. */
export interface DueWork {
  run: DueHandler;
  /** Runs after the last failed attempt: for example, it pauses the subscription. */
  giveUp?: DueHandler | undefined;
}

/** A failed attempt, as `till sandbox status` counts it and `till sandbox log` lists it. */
export interface DueFailure {
  kind: string;
  ref: string;
  /** The HTTP status that an API call would have. */
  status: number;
  /** The platform's error code and message, or the stack of an internal error. */
  error: string;
}

interface DueRow {
  kind: string;
  ref: string;
  at: string;
  attempts: number;
}

const system = { caller: { role: "admin", system: true } } as const;

/** Failed work is retried daily, three times, like a failed charge. */
const retryAfterMs = day;
const maxAttempts = 4;

/**
 * Runs all scheduled work that is due by the sandbox clock, earliest first, each item in its own transaction at its
 * scheduled time. This includes work scheduled meanwhile. Safe to call from several processes: each item runs once.
 * Failed work is recorded, passed to `onFailure` and retried later; it never fails the caller.
 */
export async function runDue(
  store: Store,
  find: (service: string, work: string) => Promise<DueWork | undefined>,
  onFailure: (failure: DueFailure) => void,
): Promise<void> {
  for (let row = nextDue(store); row; row = nextDue(store)) {
    const { kind, ref, at } = row;
    const [service = "", ...rest] = kind.split(".");
    const work = await find(service, rest.join("."));
    const failed = attempt(store, row, work?.run ?? missing);
    if (failed === undefined) continue;
    const failure = { kind, ref, ...describe(failed.error) };
    const giveUp = recordFailure(store, row, failure) ? work?.giveUp : undefined;
    if (giveUp) store.write(system, (tx) => giveUp(tx, ref), new Date(at));
    onFailure(failure);
  }
}

/** For work that another version of till scheduled. */
const missing: DueHandler = () => {
  throw new Error("There is no handler for due work of this kind");
};

/** Runs one piece of work. Returns the error of the handler, if any; throws errors of the database. */
function attempt(
  store: Store,
  { kind, ref, at }: DueRow,
  handler: DueHandler,
): { error: unknown } | undefined {
  let failed: { error: unknown } | undefined;
  const sql = "DELETE FROM due WHERE kind = ? AND ref = ? AND at = ?";
  const work = (tx: StoreTx) => {
    if (tx.db.prepare(sql).run(kind, ref, at).changes === 0) return;
    try {
      handler(tx, ref);
    } catch (error) {
      failed = { error };
      throw error;
    }
  };
  try {
    store.write(system, work, new Date(at));
  } catch (error) {
    if (failed?.error !== error) throw error;
  }
  return failed;
}

/** Stores the failure and schedules the next attempt. Returns true if this was the last attempt. */
function recordFailure({ db }: Store, { kind, ref, at, attempts }: DueRow, failure: DueFailure): boolean {
  return transaction(db, "immediate", () => {
    const isLast = attempts + 1 >= maxAttempts;
    const next = isLast ? undefined : new Date(Date.parse(at) + retryAfterMs).toISOString();
    const { changes } = next
      ? db
          .prepare("UPDATE due SET at = ?, attempts = attempts + 1 WHERE kind = ? AND ref = ? AND at = ?")
          .run(next, kind, ref, at)
      : db.prepare("DELETE FROM due WHERE kind = ? AND ref = ? AND at = ?").run(kind, ref, at);
    if (changes === 0) return false;
    db.prepare("INSERT INTO due_failure (at, kind, ref, attempt, error, next) VALUES (?, ?, ?, ?, ?, ?)").run(
      at,
      kind,
      ref,
      attempts + 1,
      failure.error,
      next ?? null,
    );
    return isLast;
  });
}

function describe(error: unknown): Pick<DueFailure, "status" | "error"> {
  if (error instanceof PlatformError)
    return { status: error.status, error: `${error.code}: ${error.message}` };
  if (error instanceof InvalidInput) {
    const violations = error.violations.map(({ field, description }) => `"${field}" ${description}`);
    return { status: 400, error: `INVALID_ARGUMENT: ${violations.join(", ")}` };
  }
  return { status: 500, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

/** Returns the failed attempts of due work, oldest first. */
export function listDueFailures({ db }: Pick<Store, "db">): DueFailureRow[] {
  return db.prepare("SELECT at, kind, ref, attempt, error, next FROM due_failure ORDER BY id").all();
}

/** A stored failed attempt; times are sandbox time, ISO 8601. */
export type DueFailureRow = {
  at: string;
  kind: string;
  ref: string;
  attempt: number;
  error: string;
  /** The time of the next attempt; null if there is none. */
  next: string | null;
};

function nextDue({ db, now }: Store): DueRow | undefined {
  const first = db
    .prepare("SELECT kind, ref, at, attempts FROM due ORDER BY at, kind, ref LIMIT 1")
    .get<DueRow>();
  return first && first.at <= now().toISOString() ? first : undefined;
}
