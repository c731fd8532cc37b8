import { join, type Sql, sql } from "../../kernel/sql.ts";
import { type Database, type SqlValue, transaction } from "../../kernel/sqlite.ts";
import { redact, redacted, redactHeaders } from "../../kernel/text.ts";
import { type Column, whereOf } from "./filters.ts";
import type { EventRange } from "./outbox.ts";
import { type Caller, invalid } from "./tx.ts";

/** A request as the sandbox got it, with its response. `status` is 0 if no response was sent. */
export interface RequestNote {
  /** Machine time, ISO 8601. */
  at: string;
  method: string;
  path: string;
  /** With the question mark, or empty. */
  query: string;
  /** The call's name, or null for an unknown path. */
  call: string | null;
  /** Null if nobody had to be identified. */
  caller: Caller | null;
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
  status: number;
  response: string;
  ms: number;
  requestId: string;
  /** The sandbox's own error, for status 500. */
  error: string | null;
  /** The events that it caused, if any. */
  events?: EventRange;
}

/** A logged request, without secrets. */
export type LoggedRequest = {
  /** Counted from 1. */
  id: number;
  at: string;
  method: string;
  path: string;
  query: string | null;
  call: string | null;
  role: string | null;
  status: number;
  ms: number;
  requestId: string;
  /** The number of events that it caused. */
  events: number;
  error: string | null;
  /** Headers and bodies, only if asked for; long bodies are cut off. */
  headers?: Record<string, string> | null;
  input?: string | null;
  response?: string | null;
};

/** A row of the table, where headers are JSON text. */
type LoggedRow = Omit<LoggedRequest, "headers"> & { headers?: string | null };

/** What to read from the log. */
export interface LogQuery {
  /** A number or a request id. */
  id?: string;
  /** Only requests with a greater number. */
  after?: number;
  /** A filter in the platform's format over the fields of a request. */
  filter?: unknown;
  bodies?: boolean;
  limit: number;
}

const maxEntries = 1000;
const batch = 100;
const delayMs = 100;
/** Longer bodies are cut off; of a request, that also means that it cannot be sent again. */
const maxInput = 64 * 1024;
const maxResponse = 16 * 1024;

/** The columns of the fields that a filter may name. */
const numbers = ["id", "status", "ms"];
const fieldColumns = new Map<string, Column>(
  ["id", "at", "method", "path", "query", "call", "role", "status", "ms", "error", "requestId"].map(
    (name) => [
      name,
      { name: name === "requestId" ? "request_id" : name, type: numbers.includes(name) ? "number" : "text" },
    ],
  ),
);

/**
 * Collects requests and writes them in batches, so that reads do not wait for the write lock. Those of a sandbox in memory, which
 * no other process reads, are written when the log is read: removing their secrets takes as long as a small call.
 */
export class RequestLog {
  readonly #db: Database;
  readonly #isInMemory: boolean;
  #waiting: RequestNote[] = [];
  /** The number of requests that were dropped before they were written, because newer ones took their place. */
  #dropped = 0;
  #timer: NodeJS.Timeout | undefined;
  #failure: unknown;

  constructor(db: Database) {
    this.#db = db;
    this.#isInMemory = db.file === ":memory:";
  }

  /** Adds a request. Throws the error of the last failed batch, such as a full disk. */
  add(request: RequestNote): void {
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure !== undefined) throw failure;
    const { body, response } = request;
    const start = body === undefined ? undefined : startOf(body, maxInput);
    this.#waiting.push({ ...request, body: start, response: startOf(response, maxResponse) });
    if (this.#isInMemory) {
      if (this.#waiting.length <= maxEntries) return;
      this.#waiting.shift();
      this.#dropped += 1;
    } else if (this.#waiting.length >= batch) this.flush();
    else this.#timer ??= setTimeout(() => this.#flushLater(), delayMs).unref();
  }

  /** Writes the collected requests before the database is closed, if it outlives that. */
  close(): void {
    if (!this.#isInMemory) this.flush();
  }

  /** Writes the collected requests. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const rows = this.#waiting;
    this.#waiting = [];
    if (rows.length === 0) return;
    // Secrets are removed before the write lock is taken.
    const values = rows.map(valuesOf);
    const dropped = this.#dropped;
    this.#dropped = 0;
    transaction(this.#db, "immediate", () => {
      if (dropped > 0) this.#countUp(dropped);
      const insert = this.#db.prepare(
        `INSERT INTO request (at, method, path, query, call, role, caller, status, ms, request_id, error, headers, input, response,
        first_event, last_event) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      );
      for (const row of values) insert.run(...row);
      this.#db.prepare("DELETE FROM request WHERE id <= (SELECT max(id) FROM request) - ?").run(maxEntries);
    });
  }

  /** Counts requests that are not in the table. */
  #countUp(count: number): void {
    const counted = this.#db
      .prepare("UPDATE sqlite_sequence SET seq = seq + ? WHERE name = 'request'")
      .run(count);
    if (counted.changes === 0)
      this.#db.prepare("INSERT INTO sqlite_sequence (name, seq) VALUES ('request', ?)").run(count);
  }

  #flushLater(): void {
    try {
      this.flush();
    } catch (error) {
      this.#failure = error;
    }
  }

  /** Returns the last requests that match, oldest first. Throws InvalidInput for an invalid filter. */
  read({ id, after = 0, filter, bodies = false, limit }: LogQuery): LoggedRequest[] {
    this.flush();
    const conditions: Sql[] = [sql`id > ${after}`, whereOf(filter, columnOf)];
    if (id !== undefined) conditions.push(sql`(request_id = ${id} OR CAST(id AS TEXT) = ${id})`);
    const where = join(conditions, " AND ");
    const columns = `id, at, method, path, query, call, role, status, ms, request_id AS requestId,
      ifnull(last_event - first_event + 1, 0) AS events, error${bodies ? ", headers, input, response" : ""}`;
    return this.#db
      .prepare(`SELECT ${columns} FROM request WHERE ${where.text} ORDER BY id DESC LIMIT ?`)
      .all<LoggedRow>(...where.values, limit)
      .map(({ headers, ...row }) => ({ ...row, headers: headers ? JSON.parse(headers) : undefined }))
      .reverse();
  }

  /** Returns the events that a request caused, if any. */
  eventsOf(id: number): EventRange | undefined {
    return this.#db
      .prepare(
        "SELECT first_event AS first, last_event AS last FROM request WHERE id = ? AND first_event IS NOT NULL",
      )
      .get<EventRange>(id);
  }

  /** Returns what is needed to send a request again. Undefined if it is not in the log, too long, or had a secret. */
  repeatable(
    id: string,
  ): { method: string; path: string; body: string | undefined; caller: Caller } | undefined {
    this.flush();
    const found = this.#db
      .prepare(
        "SELECT method, path, query, input, caller FROM request WHERE request_id = ? OR CAST(id AS TEXT) = ? LIMIT 1",
      )
      .get<{
        method: string;
        path: string;
        query: string | null;
        input: string | null;
        caller: string | null;
      }>(id, id);
    if (found === undefined || found.method === "DUE" || (found.input?.length ?? 0) > maxInput)
      return undefined;
    if (found.input?.includes(redacted) || found.query?.includes(redacted)) return undefined;
    // The bodies of control calls and pages are not kept.
    if (found.path.startsWith("/__till/")) return undefined;
    const { method, path, query, input, caller } = found;
    const who: Caller = caller === null ? { role: "visitor" } : JSON.parse(caller);
    return { method, path: path + (query ?? ""), body: input ?? undefined, caller: who };
  }
}

function columnOf(path: string): Column {
  const column = fieldColumns.get(path);
  if (column !== undefined) return column;
  const description = `has an unknown field ${path}; the fields are ${[...fieldColumns.keys()].join(", ")}`;
  throw invalid("filter", "FORMAT", description, { type: "FILTER" });
}

/** Returns the values of a row, without secrets. */
function valuesOf(note: RequestNote): SqlValue[] {
  const { at, method, path, query, call, caller, status, ms, requestId, error } = note;
  const { headers, body, response } = note;
  const role = caller?.role ?? null;
  const who = caller === null ? null : JSON.stringify(caller);
  return [
    at,
    method,
    redact(path),
    redact(query),
    call,
    role,
    who,
    status,
    ms,
    requestId,
    error,
    Object.keys(headers).length === 0 ? null : JSON.stringify(redactHeaders(headers)),
    body === undefined ? null : redact(body),
    redact(response),
    note.events?.first ?? null,
    note.events?.last ?? null,
  ];
}

/** Returns the start of a long text, with a note of what is missing. It is a copy: a slice would keep all of the text in memory. */
function startOf(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${Buffer.from(text.slice(0, most)).toString()}… (${text.length} characters)`;
}
