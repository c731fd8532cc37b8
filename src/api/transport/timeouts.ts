/** Time-outs in milliseconds. */
export interface Timeouts {
  /** Name lookup, TCP and TLS together. */
  connect: number;
  /** From sending the request to the last response header. */
  headers: number;
  /** The longest pause within a response body. */
  idle: number;
  /** The whole request. */
  total: number;
}

/** The defaults: connect 10 s, headers 30 s, idle body 30 s, whole request 120 s. */
export const defaultTimeouts: Timeouts = { connect: 10_000, headers: 30_000, idle: 30_000, total: 120_000 };
