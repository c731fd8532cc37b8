/** The effect of a request: reads, absolute writes (`set`) and deletes can be repeated; `add` and `money` add once more. */
export type Effect = "read" | "set" | "delete" | "add" | "money";

/** One HTTP request. Header names are lower case. */
export interface Request {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Absolute URL, already encoded. */
  url: string;
  headers: Record<string, string>;
  /** The encoded body; absent for GET and DELETE. */
  body?: string;
  /** The content of an uploaded file, instead of a body. */
  bytes?: Uint8Array;
  effect: Effect;
  /** For `add`: a 429 does not permit to repeat it unread either. */
  once?: true | undefined;
  /** The call's name, such as `products.query`, for traces and errors. */
  name: string;
  signal?: AbortSignal;
  /** The maximum number of retries, if it is not that of the transport. */
  retries?: number;
  /** The remaining time of the call, shared by its retries. */
  budget?: { ms: number };
  /** The limit of the decoded response in bytes. Default: 16 MiB. */
  maxBytes?: number;
  /** Only the status of the response matters: its body may have any encoding. */
  statusOnly?: boolean;
  /** The response is a file of any kind: its body has a character for each byte (latin1). */
  isFile?: boolean;
}

/** One HTTP response. Header names are lower case. */
export interface Response {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** An earlier attempt of the same request may have been executed; "answered": it will not be from now on. */
  repeated?: true | "answered";
  /** A read has shown that this answer is true: nothing was done. */
  undone?: true;
}

/**
 * Sends a request and resolves with the response, of any status. Rejects with TransportError if there is none. Network,
 * sandbox, retry, pacing, tracing and faults have this type and wrap each other.
 */
export type Transport = (request: Request) => Promise<Response>;
