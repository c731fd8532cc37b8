import type { Journal } from "../journal/journal.ts";

/** Keys that must be unique in a job, such as the slugs of an import. */
export interface UniqueKeys {
  has(key: string): boolean;
  add(key: string): unknown;
}

/** The number that belongs to each key, such as the line of a file. */
export interface KeyedNumbers {
  get(key: string): number | undefined;
  set(key: string, value: number): unknown;
}

/** Keys on disk, until the journal is closed. A million of them would need a hundred megabytes of memory. */
export class StagedKeys implements UniqueKeys, KeyedNumbers {
  readonly #find;
  readonly #insert;

  constructor({ db }: Pick<Journal, "db">, name: "slugs" | "products" | "skus") {
    db.exec(`CREATE TEMP TABLE IF NOT EXISTS ${name} ("key" TEXT PRIMARY KEY, value INTEGER) WITHOUT ROWID`);
    this.#find = db.prepare(`SELECT value FROM temp.${name} WHERE "key" = ?`);
    this.#insert = db.prepare(`INSERT OR REPLACE INTO temp.${name} VALUES (?, ?)`);
  }

  has(key: string): boolean {
    return this.get(key) !== undefined;
  }

  add(key: string): void {
    this.set(key, 0);
  }

  get(key: string): number | undefined {
    return this.#find.get<{ value: number }>(key)?.value;
  }

  set(key: string, value: number): void {
    this.#insert.run(key, value);
  }
}
