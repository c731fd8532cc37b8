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

const longestWait = 10_000;

/**
 * Sends one event until it arrives; resolves with whether it did. Waits grow from 0.2 s to 10 s. An unreachable receiver is
 * retried without limit, one that responds with other than 2xx `attempts` times.
 */
export async function deliver<D extends Delivery>(delivery: D, options: ForwardOptions<D>): Promise<boolean> {
  const { url, send, signal, onResult, bodyOf, attempts = 8, sleep = waitFor } = options;
  const request = {
    method: "POST",
    url,
    headers: { "content-type": "text/plain" },
    effect: "add",
    name: "webhook",
    signal,
  } as const;
  let rejections = 0;
  for (let attempt = 1; ; attempt += 1) {
    const body = (await bodyOf?.(delivery)) ?? delivery.jwt;
    const started = performance.now();
    const result = await send({ ...request, body }).catch(unreached);
    const arrived = result.status !== undefined && result.status >= 200 && result.status < 300;
    if (result.status !== undefined && !arrived) rejections += 1;
    const settled = arrived || rejections >= attempts;
    const ms = Math.round(performance.now() - started);
    onResult({
      delivery,
      status: result.status,
      ...("reason" in result && { reason: result.reason }),
      ms,
      attempt,
      settled,
    });
    if (settled) return arrived;
    await sleep(Math.min(200 * 2 ** (attempt - 1), longestWait), signal);
  }
}

function unreached(error: unknown): { status: undefined; reason: string } {
  if (error instanceof TransportError) return { status: undefined, reason: error.message };
  throw error;
}

const waitFor = async (ms: number, signal: AbortSignal) => void (await wait(ms, undefined, { signal }));
