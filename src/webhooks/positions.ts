import { openDatabase } from "../kernel/sqlite.ts";

/** How far each listener has come: the number of the last event before which everything is settled. */
export interface Positions {
  get(listener: string): number | undefined;
  set(listener: string, seq: number): void;
  close(): void;
}

/** The positions kept in a file, made where there is none; shared by listeners that run side by side. */
export function openPositions(file: string): Positions {
  const db = openDatabase(file, {
    synchronous: "NORMAL",
    migrations: ["CREATE TABLE position (listener TEXT PRIMARY KEY NOT NULL, seq INTEGER NOT NULL)"],
  });
  return {
    get: (listener) =>
      db.prepare("SELECT seq FROM position WHERE listener = ?").get<{ seq: number }>(listener)?.seq,
    set(listener, seq) {
      db.prepare(
        "INSERT INTO position VALUES (?, ?) ON CONFLICT (listener) DO UPDATE SET seq = excluded.seq",
      ).run(listener, seq);
    },
    close: () => db.close(),
  };
}
