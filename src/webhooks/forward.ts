import { setTimeout as wait } from "node:timers/promises";
import type { Transport } from "../api/transport/transport.ts";
import { TransportError } from "../kernel/errors.ts";

/** One event to forward: its body and its entity. */
export interface Delivery {
  /** Its position in the order of events. */
  seq: number;
  type: string;
  entityId: string;
  jwt: string;
}

/** The result of one attempt. */
export interface DeliveryResult<D extends Delivery = Delivery> {
  delivery: D;
  /** The HTTP status, or undefined without a response. */
  status: number | undefined;
  /** Why there was no response. */
  reason?: string;
  /** Milliseconds until the response or the failure. */
  ms: number;
  /** The number of the attempt, from 1. */
  attempt: number;
  /** Whether this is the last attempt: the event arrived or was rejected too often. */
  settled: boolean;
}

export interface ForwardOptions<D extends Delivery = Delivery> {
  /** The URL of the receiver. */
  url: string;
  send: Transport;
  signal: AbortSignal;
  onResult(result: DeliveryResult<D>): void;
  /** Returns the body for an attempt, because the signature of an earlier one may have expired. */
  bodyOf?(delivery: D): Promise<string>;
  /** The number of responses other than 2xx before an event is dropped. Default: 8. Unreachable receivers are retried without limit. */
  attempts?: number;
  sleep?(ms: number, signal: AbortSignal): Promise<void>;
}

/** Where and how a body is sent. */
export interface PostOptions extends Pick<ForwardOptions, "url" | "send"> {
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

/** The number of responses other than 2xx before an event is dropped. */
export const maxRejections = 8;

const longestWait = 10_000;

/** Returns how long to wait after an attempt (from 1), in milliseconds: from 0.2 s to 10 s. */
export const waitAfter = (attempt: number) => Math.min(200 * 2 ** (attempt - 1), longestWait);

/** Returns whether a response means that the event arrived. */
export const isArrived = (status: number | undefined) =>
  status !== undefined && status >= 200 && status < 300;

/** Sends a body once. Returns the status, or why there was no response, and the time that it took. */
export async function post(
  body: string,
  { url, send, signal, headers }: PostOptions,
): Promise<Pick<DeliveryResult, "status" | "reason" | "ms">> {
  const started = performance.now();
  const { status, ...rest } = await send({
    method: "POST",
    url,
    headers: { "content-type": "text/plain", ...headers },
    effect: "add",
    name: "webhook",
    body,
    ...(signal && { signal }),
  }).catch(unreached);
  const ms = Math.round(performance.now() - started);
  return { status, ...("reason" in rest && { reason: rest.reason }), ms };
}

/**
 * Sends one event until it arrives; resolves with whether it did. Waits grow from 0.2 s to 10 s. An unreachable receiver is
 * retried without limit, one that responds with other than 2xx `attempts` times.
 */
export async function deliver<D extends Delivery>(delivery: D, options: ForwardOptions<D>): Promise<boolean> {
  const { url, send, signal, onResult, bodyOf, attempts = maxRejections, sleep = waitFor } = options;
  let rejections = 0;
  for (let attempt = 1; ; attempt += 1) {
    const body = (await bodyOf?.(delivery)) ?? delivery.jwt;
    const result = await post(body, { url, send, signal });
    const arrived = isArrived(result.status);
    if (result.status !== undefined && !arrived) rejections += 1;
    const settled = arrived || rejections >= attempts;
    onResult({ delivery, ...result, attempt, settled });
    if (settled) return arrived;
    await sleep(waitAfter(attempt), signal);
  }
}

function unreached(error: unknown): { status: undefined; reason: string } {
  if (error instanceof TransportError) return { status: undefined, reason: error.message };
  throw error;
}

const waitFor = async (ms: number, signal: AbortSignal) => void (await wait(ms, undefined, { signal }));
