import type { Role } from "../../api/endpoint.ts";

/** One kind of entity in the store: the document as JSON text, hot fields as ordinary columns written by us. */
export interface Table<T> {
  readonly name: string;
  /**
   * Columns beside `id` and `doc`: platform field path (`priceData.price`) -> how to take it from a document.
   * Filters and sorts on these paths use the column, all others look into the document.
   */
  readonly columns: {
    readonly [path: string]: {
      type: "text" | "number";
      value: (doc: T) => string | number | null;
      unique?: boolean;
      /** Values that most documents share are compared faster row by row. */
      index?: false;
    };
  };
}

/** Who is calling, as the router read it from the Authorization header. */
export interface Caller {
  role: Role;
  visitorId?: string;
  memberId?: string;
}

/** A platform query as handlers pass it on. `limit` defaults to 50, `offset` to 0. */
export interface StoreQuery {
  filter?: unknown;
  sort?:
    | readonly { fieldName?: string | null | undefined; order?: string | null | undefined }[]
    | null
    | undefined;
  limit?: number | null | undefined;
  offset?: number | null | undefined;
  /** The total need not be right: it is only what was found so far. */
  uncounted?: true;
}

/** One transaction of the sandbox: all that a handler may touch. Everything in it is synchronous. */
export interface Tx {
  /** The sandbox clock. */
  readonly now: Date;
  readonly caller: Caller;
  /** The next id: a GUID from the store's own counter, the same for the same seed and history. */
  newId(): string;
  /** The next number of a named counter, from 1. */
  next(counter: string): number;
  get<T>(table: Table<T>, id: string): T | undefined;
  /** The document whose column (a path of `table.columns`) equals the value. */
  findBy<T>(table: Table<T>, path: string, value: string | number): T | undefined;
  /** Inserts or replaces. A unique column that is taken by another document throws. */
  put<T>(table: Table<T>, id: string, doc: T): void;
  /** False where there was none. */
  remove<T>(table: Table<T>, id: string): boolean;
  query<T>(table: Table<T>, query: StoreQuery): { items: T[]; total: number };
  /** Every document that matches a platform filter, streamed. */
  each<T>(table: Table<T>, filter?: unknown): Iterable<T>;
  /** A named setting of this sandbox: `currency` ("USD"), `siteId`, `catalogVersion` …; undefined where unset. */
  setting(name: string): string | undefined;
  setSetting(name: string, value: string): void;
  /** Writes a domain event to the outbox in this transaction. */
  emit(eventType: string, entityId: string, payload: unknown): void;
  /** Work for the service that `kind` begins with (`orders.expire`), at a sandbox time; once per kind and ref. */
  schedule(at: Date, kind: string, ref: string): void;
  unschedule(kind: string, ref: string): void;
  /** Runs a part of the work; where it throws, what it wrote is taken back, and the rest goes on. */
  attempt<T>(work: () => T): T;
}

/** What a handler throws where the platform would refuse: it becomes the platform's error body. */
export class PlatformError extends Error {
  readonly status: number;
  readonly code: string;
  readonly data: unknown;

  /** `code` is the application error code of the reference, `description` defaults to the message. */
  constructor(status: number, code: string, message: string, data: unknown = {}) {
    super(message);
    this.name = "PlatformError";
    this.status = status;
    this.code = code;
    this.data = data;
  }
}

/** A refusal that leaves its traces: what was written before it is kept (a wrong code is counted, a theft ends tokens). */
export class LastingPlatformError extends PlatformError {}
