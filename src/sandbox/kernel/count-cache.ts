import type { Database, SqlValue } from "../../kernel/sqlite.ts";

const maxEntries = 64;

/** Caches query totals until the next write. Counting is slower than reading a page, and pages are read in sequence. */
export class CountCache {
  readonly #known = new Map<string, number>();
  #version: unknown;

  /** Clears the cache. Call it before each write. */
  forget(): void {
    this.#known.clear();
  }

  /** Returns the `total` of a counting statement. */
  count(db: Database, sql: string, values: readonly SqlValue[]): number {
    // data_version changes when another connection commits, in this or another process.
    const version = db.prepare("PRAGMA data_version").get()?.data_version;
    if (version !== this.#version || this.#known.size >= maxEntries) this.forget();
    this.#version = version;
    const key = JSON.stringify([sql, values]);
    const total = this.#known.get(key) ?? db.prepare(sql).get<{ total: number }>(...values)?.total ?? 0;
    this.#known.set(key, total);
    return total;
  }
}
