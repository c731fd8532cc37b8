import type { Database, SqlValue } from "../../kernel/sqlite.ts";

const maxEntries = 64;

/** Caches query totals and values computed from documents until the next write. Pages are read in sequence. */
export class CountCache {
  readonly #known = new Map<string, number>();
  readonly #derived = new Map<string, unknown>();
  #version: unknown;

  /** Clears the cache. Call it before each write. */
  forget(): void {
    this.#known.clear();
    this.#derived.clear();
  }

  /** Returns the `total` of a counting statement. */
  count(db: Database, sql: string, values: readonly SqlValue[]): number {
    this.#forgetOthers(db);
    if (this.#known.size >= maxEntries) this.#known.clear();
    const key = JSON.stringify([sql, values]);
    const total = this.#known.get(key) ?? db.prepare(sql).get<{ total: number }>(...values)?.total ?? 0;
    this.#known.set(key, total);
    return total;
  }

  /** Returns a value that is computed from documents. */
  derived<T>(db: Database, name: string, compute: () => T): T {
    this.#forgetOthers(db);
    if (!this.#derived.has(name)) this.#derived.set(name, compute());
    return this.#derived.get(name) as T;
  }

  /** Forgets everything if another connection, in this or another process, has committed. */
  #forgetOthers(db: Database): void {
    const version = db.prepare("PRAGMA data_version").get()?.data_version;
    if (version !== this.#version) this.forget();
    this.#version = version;
  }
}
