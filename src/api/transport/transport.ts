/** How often a request may be sent: reads, absolute writes and deletes again and again, `add` and `money` once. */
export type Effect = "read" | "set" | "delete" | "add" | "money";

/** One HTTP request as a plain value. Header names are lower case. */
export interface Request {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Absolute URL, already encoded. */
  url: string;
  headers: Record<string, string>;
  /** Body text, already encoded; absent for GET and DELETE. */
  body?: string;
  effect: Effect;
  /** The call's name, such as `products.query`, for traces and errors. */
  name: string;
  signal?: AbortSignal;
  /** The time that the call has left, its retries included; the network takes what each attempt used. */
  budget?: { ms: number };
  /** Largest decoded answer in bytes; the network's default is 16 MiB. */
  maxBytes?: number;
}

/** One HTTP answer as a plain value. Header names are lower case. */
export interface Response {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** An earlier attempt at the same request may have been carried out. */
  repeated?: true;
}

/**
 * Sends a request and resolves with whatever answer came, of any status.
 * Rejects with TransportError when no answer came. Network, sandbox, retry, pacing, tracing
 * and faults all have this shape and wrap each other.
 */
export type Transport = (request: Request) => Promise<Response>;
