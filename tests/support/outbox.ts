import { DatabaseSync } from "node:sqlite";

/** An effect in the sandbox, read from its outbox, which is written in the same transaction. */
export interface Effect {
  seq: number;
  /** The last part of the event type: `ProductChanged`. */
  type: string;
  entityId: string;
}

/** Returns all effects in a sandbox file after a position, oldest first. */
export function effectsOf(file: string, after = 0): Effect[] {
  const db = new DatabaseSync(file, { readOnly: true });
  const rows = db
    .prepare("SELECT seq, type, entity_id AS entityId FROM event WHERE seq > ? ORDER BY seq")
    .all(after);
  db.close();
  return (rows as unknown as Effect[]).map((row) => ({ ...row, type: row.type.split(".").at(-1) ?? "" }));
}

/** Returns how often each entity had an effect of this type: `{ once: 300 }` if all had it once, otherwise by count. */
export function timesOf(effects: readonly Effect[], type: string): Record<string, number> {
  const perEntity = Map.groupBy(
    effects.filter((one) => one.type === type),
    ({ entityId }) => entityId,
  );
  const perCount = Map.groupBy(perEntity.values(), (all) =>
    all.length === 1 ? "once" : `${all.length} times`,
  );
  return Object.fromEntries([...perCount].map(([count, entities]) => [count, entities.length]));
}

/** Returns the number of effects by type. */
export function tallyOf(effects: readonly Effect[]): Record<string, number> {
  const types = Map.groupBy(effects, ({ type }) => type);
  return Object.fromEntries([...types].map(([type, all]) => [type, all.length]));
}
