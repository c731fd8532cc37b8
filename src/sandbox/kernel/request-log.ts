import { type Database, transaction } from "../../kernel/sqlite.ts";

/** One request as the log keeps it: never headers, query or body. `status` is 0 where no answer was given. */
export type LoggedRequest = {
  /** Machine time, ISO. */
  at: string;
  method: string;
  path: string;
  /** The call's name; null for an address that is none. */
  call: string | null;
  status: number;
  ms: number;
  requestId: string;
  /** What went wrong inside the sandbox, for a 500. */
  error: string | null;
};

const kept = 1000;
const batch = 100;
const delayMs = 100;

/** Collects requests and writes them in batches, so that a read need not wait for the write lock. */
export class RequestLog {
  readonly #db: Database;
  #waiting: LoggedRequest[] = [];
  #timer: NodeJS.Timeout | undefined;
  #failure: unknown;

  constructor(db: Database) {
    this.#db = db;
  }

  /** Throws what kept the last batch from being written, such as a full disk. */
  add(request: LoggedRequest): void {
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure !== undefined) throw failure;
    this.#waiting.push(request);
    if (this.#waiting.length >= batch) this.flush();
    else this.#timer ??= setTimeout(() => this.#flushLater(), delayMs).unref();
  }

  /** Writes what waits; to be called before the database is closed. */
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
      this.#db.prepare("DELETE FROM request WHERE id <= (SELECT max(id) FROM request) - ?").run(kept);
    });
  }

  #flushLater(): void {
    try {
      this.flush();
    } catch (error) {
      this.#failure = error;
    }
  }

  /** The last requests, oldest first. */
  read(limit: number): LoggedRequest[] {
    this.flush();
    const sql = `SELECT at, method, path, call, status, ms, request_id AS requestId, error
      FROM request ORDER BY id DESC LIMIT ?`;
    return this.#db.prepare(sql).all<LoggedRequest>(limit).reverse();
  }
}
