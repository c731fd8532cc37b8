import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";

/** Opens a copy of an image. Node before 24.16 cannot open one in memory: there the copy is an unlinked temporary file. */
export function openImage(Sqlite: typeof DatabaseSync, image: Uint8Array): DatabaseSync {
  // Only files have a write-ahead log. The two version bytes of the header are 1 for a database without.
  if (image[18] !== 1) image.set([1, 1], 18);
  if ("deserialize" in Sqlite.prototype) {
    const database = new Sqlite(":memory:");
    database.deserialize(image);
    return database;
  }
  return inTemporaryFolder((file) => {
    writeFileSync(file, image);
    const database = new Sqlite(file);
    database.exec("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF");
    return database;
  });
}

/** Writes a database over a file, in one transaction, and closes the database. */
export async function writeImage(database: DatabaseSync, file: string): Promise<void> {
  const { backup } = process.getBuiltinModule("node:sqlite");
  try {
    // All pages at once: between batches, another transaction could come first.
    await backup(database, file, { rate: 0x7fff_ffff });
  } finally {
    database.close();
  }
}

/** Returns a copy of a database as the bytes of a database file. */
export function imageOf(raw: DatabaseSync): Uint8Array {
  if (typeof (raw as Partial<DatabaseSync>).serialize === "function") return raw.serialize();
  return inTemporaryFolder((file) => {
    raw.prepare("VACUUM INTO ?").run(file);
    return readFileSync(file);
  });
}

function inTemporaryFolder<T>(work: (file: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "till-"));
  try {
    return work(join(folder, "image.db"));
  } finally {
    // Windows keeps files that are open.
    if (process.platform !== "win32") rmSync(folder, { recursive: true });
  }
}
