import { openDatabase } from "../kernel/sqlite.ts";

/** The position of each listener: the number of the last event up to which all events are settled. */
export interface Positions {
  get(listener: string): number | undefined;
  set(listener: string, seq: number): void;
  close(): void;
}

/** Opens the file of positions and creates it if it is missing. Concurrent listeners share it. */
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
