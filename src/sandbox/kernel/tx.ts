import type { Role } from "../../api/endpoint.ts";
import type { Schema } from "../../api/schema.ts";
import { type Violation, valueViolations, violation } from "../../api/violations.ts";
import { createdErrors } from "../../kernel/created-errors.ts";
import type { Database } from "../../kernel/sqlite.ts";
import type { defaults } from "./defaults.ts";

/** The column of a table. */
interface TableColumn<T> {
  type: "text" | "number";
  /** Default: what the document has at the path; of decimal text its number, of yes and no 1 and 0. */
  value?: (doc: T) => string | number | null;
  unique?: boolean;
  /** Without an index: a scan is faster for values that most documents share. */
  index?: false;
}

/** A table of documents, stored as JSON text. Frequently queried fields also have their own columns. */
export interface Table<T> {
  readonly name: string;
  /**
   * Columns besides `id` and `doc`, by platform field path (`priceData.price`). Filters and sorts on these paths use
   * the column; all others read the document.
   */
  readonly columns?: { readonly [path: string]: TableColumn<T> | TableColumn<T>["type"] };
}

/** The caller, as determined from the Authorization header. */
export interface Caller {
  role: Role;
  visitorId?: string;
  memberId?: string;
  /** A staff member of events, with the role visitor. Without `events`, they work for all events. */
  staff?: { id: string; scopes: readonly string[]; events?: readonly string[] };
  /** Due work of the platform itself. */
  system?: true;
}

/** A platform query. `limit` defaults to 50, `offset` to 0. */
export interface StoreQuery {
  filter?: unknown;
  sort?:
    | readonly { fieldName?: string | null | undefined; order?: string | null | undefined }[]
    | null
    | undefined;
  limit?: number | null | undefined;
  offset?: number | null | undefined;
  /** Skips counting: `total` is the number of documents found so far. */
  withoutTotal?: true;
}

/** A transaction of the sandbox, passed to handlers. All methods are synchronous. */
export interface Tx {
  /** The sandbox clock. */
  readonly now: Date;
  /** Base URL of this sandbox for browsers, without a trailing slash. */
  readonly origin: string;
  readonly caller: Caller;
  /** Returns the next id, a GUID derived from the seed and a counter. */
  newId(): string;
  /** Returns the next number of a named counter, starting at 1. */
  next(counter: string): number;
  get<T>(table: Table<T>, id: string): T | undefined;
  /** Returns the document whose column (a path of `table.columns`) equals the value. */
  findBy<T>(table: Table<T>, path: string, value: string | number): T | undefined;
  /** Inserts or replaces a document. Throws PlatformError 409 if another document has the same unique value. */
  put<T>(table: Table<T>, id: string, doc: T): void;
  /** Deletes a document. Returns false if it does not exist. */
  remove<T>(table: Table<T>, id: string): boolean;
  query<T>(table: Table<T>, query: StoreQuery): { items: T[]; total: number };
  /** Streams every document that matches a platform filter. */
  each<T>(table: Table<T>, filter?: unknown): Iterable<T>;
  /** Returns a value computed from documents; it is computed once until the next write. `name` identifies it. */
  derived<T>(name: string, compute: () => T): T;
  /** Returns a setting of this sandbox (`currency`, `siteId`, `catalogVersion` …), or undefined if it is unset and has no default. */
  setting(name: keyof typeof defaults): string;
  setting(name: string): string | undefined;
  setSetting(name: string, value: string): void;
  /** Writes a domain event to the outbox in this transaction. */
  emit(eventType: string, entityId: string, payload: unknown): void;
  /** Schedules work for a sandbox time, once per kind and ref. `kind` starts with the service name: `orders.expire`. */
  schedule(at: Date, kind: string, ref: string): void;
  unschedule(kind: string, ref: string): void;
  /** Runs work in a savepoint: if it throws, its writes are rolled back and the transaction continues. */
  attempt<T>(work: () => T): T;
}

/** A transaction with the parts that only some services need: database, machine time, tokens, payments. */
export interface StoreTx extends Tx {
  readonly db: Database;
  /** Machine time. Tokens expire by it, independent of the sandbox clock. */
  readonly wallTime: Date;
  /**
   * Returns the requested outcome of a payment: the `x-sandbox-payment` header, else the outcome set for the next payment.
   * That one is used up, even if the transaction is rolled back.
   */
  payment(): string | undefined;
  /** The raw Authorization header, for calls that read it themselves (token endpoint, logout). */
  readonly authorization: string | undefined;
}

/** An error that becomes an error response in the platform's format. */
export class PlatformError extends Error {
  readonly status: number;
  readonly code: string | number;
  readonly data: unknown;

  /** `code` is the application error code of the API reference. A few older calls have numbers. */
  constructor(status: number, code: string | number, message: string, data: unknown = {}) {
    super(message);
    this.name = "PlatformError";
    this.status = status;
    this.code = code;
    this.data = data;
    createdErrors.publish(code);
  }
}

/** A PlatformError that still commits the transaction: a wrong code is counted, token theft ends the login. */
export class LastingPlatformError extends PlatformError {}

/** An error that becomes a response with field violations (HTTP 400). */
export class InvalidInput extends Error {
  readonly violations: readonly Violation[];

  constructor(violations: readonly Violation[]) {
    super(violations.map(({ field, description }) => `${field} ${description}`).join(", "));
    this.name = "InvalidInput";
    this.violations = violations;
  }
}

/** Throws InvalidInput if a value, such as a computed one, violates the bounds of its field. */
export function checkBounds(schema: Schema, value: unknown, field: string): void {
  const found = valueViolations(schema, value, field);
  if (found.length > 0) throw new InvalidInput(found);
}

/** Returns an InvalidInput error with one field violation. */
export function invalid(
  field: string,
  rule: Violation["violatedRule"],
  description: string,
  data = {},
): InvalidInput {
  return new InvalidInput([violation(field, rule, description, data)]);
}
