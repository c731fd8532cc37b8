import type { Database, SqlValue } from "../../kernel/sqlite.ts";

const kept = 64;

/** Counts of whole results, remembered while nobody writes: counting costs more than a page, and pages come in rows. */
export class Totals {
  readonly #known = new Map<string, number>();
  #version: unknown;

  /** To be called before each change that this process makes. */
  forget(): void {
    this.#known.clear();
  }

  /** The `total` that a counting statement gives. */
  count(db: Database, sql: string, values: readonly SqlValue[]): number {
    // data_version moves when another connection, here or in another process, has committed.
    const version = db.prepare("PRAGMA data_version").get()?.data_version;
    if (version !== this.#version || this.#known.size >= kept) this.forget();
    this.#version = version;
    const key = JSON.stringify([sql, values]);
    const total = this.#known.get(key) ?? db.prepare(sql).get<{ total: number }>(...values)?.total ?? 0;
    this.#known.set(key, total);
    return total;
  }
}
