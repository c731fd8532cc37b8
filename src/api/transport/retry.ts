import { setTimeout as pause } from "node:timers/promises";
import { TransportError } from "../../kernel/errors.ts";
import { stoppedBy } from "./stopped.ts";
import { isProvisioning, isThrottled } from "./throttled.ts";
import type { Effect, Request, Response, Transport } from "./transport.ts";

/**
 * How an attempt failed: with a response (`retryAfter` in ms, if it said so; `refused` where the platform provably did
 * nothing) or without one.
 */
export type Failure =
  | { status: number; retryAfter?: number; refused?: boolean }
  | { arrived: "no" | "maybe"; final?: boolean };

/** Everything the decision to send again depends on. */
export interface RetryFacts {
  effect: Effect;
  failure: Failure;
  /** Retries made so far: 0 after the first attempt. */
  retries: number;
  /** Milliseconds waited so far for this request. */
  waited: number;
  /** Milliseconds that the call may still take; absent: no limit but `maxWait`. */
  left?: number;
  /** From 0 up to 1. */
  random: number;
  /** The most retries; absent: `maxRetries`. */
  most?: number;
}

/** Retries after the first attempt where nobody says otherwise. */
export const maxRetries = 3;
/** The longest Retry-After that is honoured, and the most that one request waits in all; milliseconds. */
export const maxWait = 120_000;

/**
 * Returns the milliseconds to wait before sending again, or null to give up. The specification's 1, 2 and 4 s are the
 * lower half of the wait and chance adds up to as much again (equal jitter), so that retries are never spent at once.
 */
export function retryDelay(facts: RetryFacts): number | null {
  const {
    effect,
    failure,
    retries,
    waited,
    left = Number.POSITIVE_INFINITY,
    random,
    most = maxRetries,
  } = facts;
  if (retries >= most || !mayRepeat(effect, failure)) return null;
  const asked = "status" in failure ? failure.retryAfter : undefined;
  const delay = asked ?? Math.round((1 + random) * Math.min(1000 * 2 ** retries, 15_000));
  return waited + delay > maxWait || delay >= left ? null : delay;
}

/** `add` and `money` may be repeated only where the platform provably did nothing. */
function mayRepeat(effect: Effect, failure: Failure): boolean {
  const repeatable = effect !== "add" && effect !== "money";
  if ("arrived" in failure) return failure.final !== true && (failure.arrived === "no" || repeatable);
  if (failure.refused) return true;
  if (failure.status === 503 && failure.retryAfter !== undefined) return true;
  return repeatable && transient.has(failure.status);
}

/** 501 and 505 are missing on purpose: asking again does not help. */
const transient = new Set([408, 425, 500, 502, 503, 504]);

/** The Retry-After of an answer in milliseconds (seconds or an HTTP date), or undefined. */
export function retryAfter(headers: Record<string, string>, now: number): number | undefined {
  const value = headers["retry-after"]?.trim();
  if (value === undefined || value === "") return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/** What is said before each wait: `products.query: rate limited, retrying in 4 s (2/3)`. */
export interface Wait {
  name: string;
  /** 1, 2, 3 … of `of`. */
  retry: number;
  of: number;
  delayMs: number;
  /** `rate limited`, `the platform answered 502`, or why no answer came. */
  reason: string;
}

/** Clock, chance and listener of a retrying Transport; the defaults are the real ones. */
export interface RetryOptions {
  /** The most retries of one request. Default 3. */
  retries?: number;
  /** Milliseconds that one call may take, its retries and waits included. Default: no limit. */
  timeout?: number;
  sleep?(ms: number, signal?: AbortSignal): Promise<void>;
  now?(): number;
  random?(): number;
  onWait?(wait: Wait): void;
}

/**
 * A Transport that sends again where that is safe. A 404 on a delete whose earlier attempt may have arrived
 * is the answer `{}`: the thing is gone, which is what was asked for.
 */
export function withRetry(send: Transport, options: RetryOptions = {}): Transport {
  const { sleep = abortableSleep, now = Date.now, random = Math.random, onWait } = options;
  const { retries: most = maxRetries, timeout } = options;

  return async (request) => {
    let waited = 0;
    const budget = timeout === undefined ? undefined : { ms: timeout };
    const bounded = budget ? { ...request, budget } : request;
    let mayHaveArrived = false;
    for (let retries = 0; ; retries++) {
      const outcome = await attempt(send, bounded);
      if (
        "response" in outcome &&
        outcome.response.status === 404 &&
        request.effect === "delete" &&
        mayHaveArrived
      ) {
        return { ...outcome.response, status: 200, body: "{}" };
      }
      const failure = failureOf(outcome, now());
      if (failure === undefined) return { ...settle(outcome), ...(mayHaveArrived && { repeated: true }) };
      mayHaveArrived ||= "arrived" in failure ? failure.arrived === "maybe" : !failure.refused;
      const delayMs = request.signal?.aborted
        ? null
        : retryDelay({
            effect: request.effect,
            failure,
            retries,
            waited,
            random: random(),
            most,
            ...(budget && { left: budget.ms }),
          });
      if (delayMs === null) return settle(outcome);
      onWait?.({
        name: request.name,
        retry: retries + 1,
        of: most,
        delayMs,
        reason: reasonOf(outcome),
      });
      await sleep(delayMs, request.signal).catch((reason: unknown) => {
        throw request.signal?.aborted ? stoppedBy(request, mayHaveArrived) : reason;
      });
      waited += delayMs;
      if (budget) budget.ms -= delayMs;
    }
  };
}

type Outcome = { response: Response } | { error: TransportError };

/** Errors that are not about transport (an abort, a bug) are thrown on at once. */
async function attempt(send: Transport, request: Request): Promise<Outcome> {
  try {
    return { response: await send(request) };
  } catch (error) {
    if (error instanceof TransportError) return { error };
    throw error;
  }
}

function failureOf(outcome: Outcome, now: number): Failure | undefined {
  if ("error" in outcome)
    return { arrived: outcome.error.arrived, final: outcome.error.code === "CERTIFICATE" };
  const { status, headers } = outcome.response;
  const refused = isThrottled(outcome.response) || isProvisioning(outcome.response);
  if (!refused && !transient.has(status)) return undefined;
  const asked = retryAfter(headers, now);
  return { status, ...(asked !== undefined && { retryAfter: asked }), ...(refused && { refused }) };
}

function settle(outcome: Outcome): Response {
  if ("error" in outcome) throw outcome.error;
  return outcome.response;
}

function reasonOf(outcome: Outcome): string {
  if ("error" in outcome) return outcome.error.message;
  return isThrottled(outcome.response) ? "rate limited" : `the platform answered ${outcome.response.status}`;
}

/** Waits; an abort ends the wait at once and throws the signal's reason. */
export async function abortableSleep(ms: number, signal?: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch((error: unknown) => {
    throw signal?.aborted ? signal.reason : error;
  });
}
