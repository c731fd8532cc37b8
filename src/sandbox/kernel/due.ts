import type { Store } from "./store.ts";
import type { StoreTx } from "./store-tx.ts";

/** Does one piece of due work; `ref` says what to work on, such as an order id. */
export type DueHandler = (tx: StoreTx, ref: string) => void;

interface DueRow {
  kind: string;
  ref: string;
  at: string;
}

const system = { caller: { role: "admin" } } as const;

/**
 * Runs all work that is due by the sandbox clock, earliest first, each in a transaction of its own at its own time.
 * Work that it schedules in turn is run as well, once due. Many processes may try at once: each piece is done once.
 */
export async function runDue(
  store: Store,
  handlerOf: (service: string, work: string) => Promise<DueHandler | undefined>,
): Promise<void> {
  for (let row = nextDue(store); row; row = nextDue(store)) {
    const { kind, ref, at } = row;
    const [service = "", ...rest] = kind.split(".");
    const handler = await handlerOf(service, rest.join("."));
    if (!handler) throw new Error(`There is no handler for due work of kind ${kind}`);
    store.write(
      system,
      (tx) => {
        const { changes } = tx.db
          .prepare("DELETE FROM due WHERE kind = ? AND ref = ? AND at = ?")
          .run(kind, ref, at);
        if (changes > 0) handler(tx, ref);
      },
      new Date(at),
    );
  }
}

function nextDue({ db, now }: Store): DueRow | undefined {
  const first = db.prepare("SELECT kind, ref, at FROM due ORDER BY at, kind, ref LIMIT 1").get<DueRow>();
  return first && first.at <= now().toISOString() ? first : undefined;
}
