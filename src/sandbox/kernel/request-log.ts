import { type Database, transaction } from "../../kernel/sqlite.ts";

/** A logged request, without headers, query and body. `status` is 0 if no response was sent. */
export type LoggedRequest = {
  /** Machine time, ISO 8601. */
  at: string;
  method: string;
  path: string;
  /** The call's name, or null for an unknown path. */
  call: string | null;
  status: number;
  ms: number;
  requestId: string;
  /** The sandbox's own error, for status 500. */
  error: string | null;
};

const maxEntries = 1000;
const batch = 100;
const delayMs = 100;

/** Collects requests and writes them in batches, so that reads do not wait for the write lock. */
export class RequestLog {
  readonly #db: Database;
  #waiting: LoggedRequest[] = [];
  #timer: NodeJS.Timeout | undefined;
  #failure: unknown;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Adds a request. Throws the error of the last failed batch, such as a full disk. */
  add(request: LoggedRequest): void {
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure !== undefined) throw failure;
    this.#waiting.push(request);
    if (this.#waiting.length >= batch) this.flush();
    else this.#timer ??= setTimeout(() => this.#flushLater(), delayMs).unref();
  }

  /** Writes the collected requests. Call it before closing the database. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const rows = this.#waiting;
    this.#waiting = [];
    if (rows.length === 0) return;
    transaction(this.#db, "immediate", () => {
      const insert = this.#db.prepare(
        "INSERT INTO request (at, method, path, call, status, ms, request_id, error) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      );
      for (const { at, method, path, call, status, ms, requestId, error } of rows) {
        insert.run(at, method, path, call, status, ms, requestId, error);
      }
      this.#db.prepare("DELETE FROM request WHERE id <= (SELECT max(id) FROM request) - ?").run(maxEntries);
    });
  }

  #flushLater(): void {
    try {
      this.flush();
    } catch (error) {
      this.#failure = error;
    }
  }

  /** Returns the last requests, oldest first. */
  read(limit: number): LoggedRequest[] {
    this.flush();
    const sql = `SELECT at, method, path, call, status, ms, request_id AS requestId, error
      FROM request ORDER BY id DESC LIMIT ?`;
    return this.#db.prepare(sql).all<LoggedRequest>(limit).reverse();
  }
}
