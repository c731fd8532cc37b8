import { setTimeout as wait } from "node:timers/promises";
import type { Transport } from "../api/transport/transport.ts";
import { TransportError } from "../kernel/errors.ts";

/** One event on its way: the body to send and what it is about. */
export interface Delivery {
  /** Its place in the order of events. */
  seq: number;
  type: string;
  entityId: string;
  jwt: string;
}

/** What came of one attempt. */
export interface DeliveryAnswer<D extends Delivery = Delivery> {
  delivery: D;
  /** The HTTP status, or undefined where no answer came. */
  status: number | undefined;
  /** Why no answer came, in a few words. */
  reason?: string;
  /** Milliseconds until the answer, or until it was clear that none would come. */
  ms: number;
  /** From 1. */
  attempt: number;
  /** It will not be tried again: it arrived, or it was refused too often. */
  settled: boolean;
}

export interface ForwardOptions<D extends Delivery = Delivery> {
  /** Where webhooks are sent. */
  url: string;
  send: Transport;
  signal: AbortSignal;
  onAnswer(answer: DeliveryAnswer<D>): void;
  /** The body for an attempt, where the delivery's own may have expired. */
  bodyOf?(delivery: D): Promise<string>;
  /** How often an answer other than 2xx is taken before the event is given up. Default 8; no answer is never given up. */
  attempts?: number;
  sleep?(ms: number, signal: AbortSignal): Promise<void>;
}

const longestWait = 10_000;

/**
 * Sends one event until it arrives: true where it did. Waits grow from 0.2 s to 10 s. A receiver that cannot be reached
 * is waited for as long as it takes; one that answers anything but 2xx is asked `attempts` times.
 */
export async function deliver<D extends Delivery>(delivery: D, options: ForwardOptions<D>): Promise<boolean> {
  const { url, send, signal, onAnswer, bodyOf, attempts = 8, sleep = waitFor } = options;
  const request = {
    method: "POST",
    url,
    headers: { "content-type": "text/plain" },
    effect: "add",
    name: "webhook",
    signal,
  } as const;
  let refusals = 0;
  for (let attempt = 1; ; attempt += 1) {
    const body = (await bodyOf?.(delivery)) ?? delivery.jwt;
    const started = performance.now();
    const answer = await send({ ...request, body }).catch(unreached);
    const arrived = answer.status !== undefined && answer.status >= 200 && answer.status < 300;
    if (answer.status !== undefined && !arrived) refusals += 1;
    const settled = arrived || refusals >= attempts;
    const ms = Math.round(performance.now() - started);
    onAnswer({
      delivery,
      status: answer.status,
      ...("reason" in answer && { reason: answer.reason }),
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
