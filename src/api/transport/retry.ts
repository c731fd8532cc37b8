import { setTimeout as pause } from "node:timers/promises";
import { TransportError } from "../../kernel/errors.ts";
import { readBackOfWork } from "../../kernel/read-back.ts";
import { hintWhenUnknown, isFromPlatform, isProvisioning, isThrottled, stoppedBy } from "../response.ts";
import type { Effect, Request, Response, Transport } from "./transport.ts";

/**
 * How an attempt failed: with an answer, or without one. `retryAfter` in ms if the platform sent one. `says`: "wait" if the answer
 * says that nothing was done and that a later attempt may work (a rate limit, a 503 with Retry-After), "setup" if the catalog
 * of a new site is still being installed.
 */
export type Failure =
  | { status: number; retryAfter?: number | undefined; says?: "wait" | "setup" | undefined }
  | { arrived: "no" | "maybe"; final?: boolean };

/** The facts for the decision to retry. */
export interface RetryFacts {
  effect: Effect;
  once?: boolean | undefined;
  failure: Failure;
  /** Retries made so far: 0 after the first attempt. */
  retries: number;
  /** Milliseconds waited so far for this request. */
  waited: number;
  /** The remaining time of the call in milliseconds; absent: limited by `maxWait` only. */
  left?: number | undefined;
  /** From 0 up to 1. */
  random: number;
  /** The maximum number of retries; absent: `maxRetries`. */
  limit?: number;
}

/** The default number of retries after the first attempt. */
const maxRetries = 3;
/** The longest Retry-After that is honored, and the longest total wait of one request, in milliseconds. */
export const maxWait = 120_000;

/**
 * Returns the milliseconds to wait before a retry, or null to give up. The wait is at least 1, 2 or 4 s, as specified,
 * plus up to the same time at random (equal jitter), so that processes do not retry at the same moment.
 */
export function retryDelay(facts: RetryFacts): number | null {
  const { failure, retries, waited, left = Number.POSITIVE_INFINITY, random, limit = maxRetries } = facts;
  if (retries >= limit || repeats(facts) === "never") return null;
  const requested = "status" in failure ? failure.retryAfter : undefined;
  const delay = requested ?? Math.round((1 + random) * Math.min(1000 * 2 ** retries, 15_000));
  return waited + delay > maxWait || delay >= left ? null : delay;
}

/**
 * Returns whether a request may be repeated: at once, only after a read has shown that nothing was done, or never. No answer
 * to `add` and `money` proves that nothing was done: gateways send 429 and 503 after the effect, too. A 429 to a call whose
 * object has no key, so that nothing could be read, is believed; else a rate limit would make all its outcomes unknown. A site
 * whose catalog is being installed was observed to create nothing.
 */
export function repeats({
  effect,
  once,
  failure,
}: Pick<RetryFacts, "effect" | "once" | "failure">): "at once" | "after a read" | "never" {
  const repeatable = effect !== "add" && effect !== "money";
  if ("arrived" in failure)
    return failure.final !== true && (failure.arrived === "no" || repeatable) ? "at once" : "never";
  if (repeatable) return failure.says || transient.has(failure.status) ? "at once" : "never";
  if (effect === "add" && failure.says === "setup") return "at once";
  if (failure.says === undefined) return "never";
  const believed = effect === "add" && !once && failure.status !== 503;
  return believed ? "at once" : "after a read";
}

/** 501 and 505 are excluded: a retry does not help. */
const transient = new Set([408, 425, 500, 502, 503, 504]);

/** A date without its zone, which is UTC: `Thu Jan  1 00:00:09 2026`, a form that RFC 9110 has for old servers. */
const asctime = /^[a-z]{3} [a-z]{3} [\d ]\d \d\d:\d\d:\d\d \d{4}$/i;

/** Returns the Retry-After of a response (seconds or an HTTP date) in milliseconds, or undefined. */
export function retryAfter(headers: Record<string, string>, now: number): number | undefined {
  const value = headers["retry-after"]?.trim();
  if (value === undefined || value === "") return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Math.ceil(Number(value) * 1000);
  // Date.parse reads -5 as a day in May.
  if (!/[a-z]/i.test(value)) return undefined;
  const at = Date.parse(asctime.test(value) ? `${value} GMT` : value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

/** The reason of a wait if the platform rate-limits. */
export const rateLimited = "rate limited";

/** Reported before each wait: `products.query: rate limited, retrying in 4 s (2/3)`. */
export interface Wait {
  name: string;
  /** 1, 2, 3 … of `of`. */
  retry: number;
  of: number;
  delayMs: number;
  /** `rate limited`, `the platform responded 502`, or why no response arrived. */
  reason: string;
  /** A read decides whether the request is sent again. */
  reads?: true;
}

/** The clock, randomness and listener of a retrying Transport; the defaults are the real ones. */
export interface RetryOptions {
  /** The maximum number of retries of one request. Default 3. */
  retries?: number;
  /** The time limit of one call in milliseconds, including retries and waits. Default: none. */
  timeout?: number;
  sleep?(ms: number, signal?: AbortSignal): Promise<void>;
  now?(): number;
  random?(): number;
  onWait?(wait: Wait): void;
}

/**
 * Returns a Transport that retries where that is safe. The platform's own 404 on a delete whose earlier attempt got an answer, or may have
 * arrived, becomes the response `{}`: the entity is deleted.
 */
export function withRetry(send: Transport, options: RetryOptions = {}): Transport {
  const { sleep = abortableSleep, now = Date.now, random = Math.random, onWait } = options;
  const { retries: usual = maxRetries, timeout } = options;

  return async (request) => {
    let waited = 0;
    const limit = request.retries ?? usual;
    const budget = timeout === undefined ? undefined : { ms: timeout };
    const bounded = budget ? { ...request, budget } : request;
    const { effect, once, signal } = request;
    /** Whether an earlier attempt may have arrived, and may still be carried out. */
    let mayHaveArrived = false;
    /** Whether an earlier attempt was answered that nothing was done. */
    let wasDeferred = false;
    for (let retries = 0; ; retries++) {
      const outcome = await attempt(send, bounded);
      if (
        "response" in outcome &&
        outcome.response.status === 404 &&
        isFromPlatform(outcome.response) &&
        effect === "delete" &&
        (mayHaveArrived || wasDeferred)
      ) {
        return { ...outcome.response, status: 200, body: "{}" };
      }
      const failure = failureOf(outcome, now());
      if (failure === undefined) {
        return settle(outcome, request, mayHaveArrived || (wasDeferred && "answered"));
      }
      const earlier: boolean = mayHaveArrived;
      const wasDeferredBefore: boolean = wasDeferred;
      const isDeferred = "says" in failure && failure.says !== undefined;
      const how = repeats({ effect, once, failure });
      const isOpen =
        how === "after a read" || ("arrived" in failure ? failure.arrived === "maybe" : !isDeferred);
      mayHaveArrived ||= isOpen;
      wasDeferred ||= isDeferred;
      const facts = { effect, once, failure, retries, waited, random: random(), limit, left: budget?.ms };
      const delayMs = signal?.aborted ? null : retryDelay(facts);
      const isUndone = how === "after a read" && !signal?.aborted ? readBackOfWork() : undefined;
      if (isUndone === undefined && (delayMs === null || how !== "at once"))
        return settle(outcome, request, earlier);
      if (delayMs !== null)
        onWait?.({
          name: request.name,
          retry: retries + 1,
          of: limit,
          delayMs,
          reason: reasonOf(outcome),
          ...(isUndone && { reads: true }),
        });
      const waits = isUndone ? Math.max(delayMs ?? 0, readDelay) : (delayMs ?? 0);
      await sleep(waits, signal).catch((reason: unknown) => {
        throw signal?.aborted ? stoppedBy(request, mayHaveArrived) : reason;
      });
      waited += waits;
      if (budget) budget.ms -= waits;
      if (isUndone === undefined) continue;
      // What cannot be read proves nothing.
      const began = now();
      if (!(await isUndone().catch(() => false))) return settle(outcome, request, earlier);
      if (budget) budget.ms -= now() - began;
      const isOver = delayMs === null || (budget !== undefined && budget.ms <= 0);
      mayHaveArrived = earlier;
      wasDeferred = wasDeferredBefore;
      if (isOver && "response" in outcome) return { ...outcome.response, undone: true };
    }
  };
}

/** The shortest wait before a read that decides, in milliseconds: reads may trail writes. */
const readDelay = 1000;

type Outcome = { response: Response } | { error: TransportError };

/** Rethrows errors that are not transport errors (aborts, bugs). */
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
  const { response } = outcome;
  const { status } = response;
  const requested = retryAfter(response.headers, now);
  if (isProvisioning(response)) return { status, retryAfter: requested, says: "setup" };
  const isDeferred = isThrottled(response) || (status === 503 && requested !== undefined);
  if (isDeferred) return { status, retryAfter: requested, says: "wait" };
  return transient.has(status) ? { status, retryAfter: requested } : undefined;
}

/** Returns the last response, or throws the last error; if an earlier attempt may have arrived, it says so. */
function settle(outcome: Outcome, request: Request, earlier: boolean | "answered"): Response {
  if ("response" in outcome) return earlier ? { ...outcome.response, repeated: earlier } : outcome.response;
  const { error } = outcome;
  if (!earlier || error.arrived === "maybe") throw error;
  const { message, code, requestId } = error;
  throw new TransportError(message, "maybe", {
    code,
    requestId,
    hint: hintWhenUnknown(request),
    cause: error,
  });
}

function reasonOf(outcome: Outcome): string {
  if ("error" in outcome) return outcome.error.message;
  return isThrottled(outcome.response) ? rateLimited : `the platform responded ${outcome.response.status}`;
}

/** Waits. An abort ends the wait and throws the signal's reason. */
export async function abortableSleep(ms: number, signal?: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal }).catch((error: unknown) => {
    throw signal?.aborted ? signal.reason : error;
  });
}
