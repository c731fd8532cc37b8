import { transaction } from "../../kernel/sqlite.ts";
import { InvalidInput } from "./invalid.ts";
import type { Store } from "./store.ts";
import type { StoreTx } from "./store-tx.ts";
import { PlatformError } from "./tx.ts";

/** Does one piece of due work; `ref` says what to work on, such as an order id. */
export type DueHandler = (tx: StoreTx, ref: string) => void;

/** One kind of due work. */
export interface DueWork {
  run: DueHandler;
  /** Records in the platform's own terms that the work failed for good, such as a subscription that is paused. */
  giveUp?: DueHandler | undefined;
}

/** One failed attempt, as it is counted in `till sandbox status` and listed in `till sandbox log`. */
export interface DueFailure {
  kind: string;
  ref: string;
  /** The HTTP status that a call would have had. */
  status: number;
  /** The platform's code and message, or the stack of a failure inside the sandbox. */
  error: string;
}

interface DueRow {
  kind: string;
  ref: string;
  at: string;
  attempts: number;
}

const system = { caller: { role: "admin" } } as const;

/** Failed work is retried daily, three times, like a failed charge. */
const retryAfterMs = 86_400_000;
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

/** Work that another release of till scheduled. */
const missing: DueHandler = () => {
  throw new Error("There is no handler for due work of this kind");
};

/** Runs one piece of work; returns what the handler threw. Failures of the database itself are thrown on. */
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

/** Keeps the failure and schedules the next attempt; true where this was the last one. */
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
    const said = error.violations.map(({ field, description }) => `"${field}" ${description}`);
    return { status: 400, error: `INVALID_ARGUMENT: ${said.join(", ")}` };
  }
  return { status: 500, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

/** The attempts of due work that failed, oldest first. */
export function listDueFailures({ db }: Pick<Store, "db">): DueFailureRow[] {
  return db.prepare("SELECT at, kind, ref, attempt, error, next FROM due_failure ORDER BY id").all();
}

/** A failed attempt as the store keeps it; times are sandbox time, ISO text. */
export type DueFailureRow = {
  at: string;
  kind: string;
  ref: string;
  attempt: number;
  error: string;
  /** When it is tried again; null where it was given up. */
  next: string | null;
};

function nextDue({ db, now }: Store): DueRow | undefined {
  const first = db
    .prepare("SELECT kind, ref, at, attempts FROM due ORDER BY at, kind, ref LIMIT 1")
    .get<DueRow>();
  return first && first.at <= now().toISOString() ? first : undefined;
}
