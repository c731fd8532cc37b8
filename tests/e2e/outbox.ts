import { DatabaseSync } from "node:sqlite";

/** One effect that the sandbox had, as its outbox keeps it: written in the transaction of the effect itself. */
export interface Effect {
  seq: number;
  /** The last part of the event's name: `ProductChanged`. */
  type: string;
  entityId: string;
}

/** Every effect that the sandbox in a file has had after a position, oldest first. */
export function effectsOf(file: string, after = 0): Effect[] {
  const db = new DatabaseSync(file, { readOnly: true });
  const rows = db
    .prepare("SELECT seq, type, entity_id AS entityId FROM event WHERE seq > ? ORDER BY seq")
    .all(after);
  db.close();
  return (rows as unknown as Effect[]).map((row) => ({ ...row, type: row.type.split(".").at(-1) ?? "" }));
}

/** How often each entity had an effect of this type: `{ once: 300 }` where all had it once, else by count. */
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

/** How many effects of each type there were. */
export function tallyOf(effects: readonly Effect[]): Record<string, number> {
  const types = Map.groupBy(effects, ({ type }) => type);
  return Object.fromEntries([...types].map(([type, all]) => [type, all.length]));
}
