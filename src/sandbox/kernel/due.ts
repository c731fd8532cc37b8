import type { LoadedService } from "../registry.ts";
import type { Store } from "./store.ts";

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
  open: (service: string) => Promise<LoadedService | undefined>,
): Promise<void> {
  for (let row = nextDue(store); row; row = nextDue(store)) {
    const { kind, ref, at } = row;
    const [serviceName = "", ...rest] = kind.split(".");
    const handler = (await open(serviceName))?.due?.[rest.join(".")];
    if (!handler) throw new Error(`nobody handles due work of kind ${kind}`);
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
