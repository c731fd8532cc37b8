import { maxWait, retryAfter } from "./retry.ts";
import { isThrottled } from "./throttled.ts";
import type { Transport } from "./transport.ts";

/** The limits of a pacer and its clock. `after` runs a function later and returns a function that cancels it. */
export interface PaceOptions {
  /** The maximum number of concurrent requests, at least 1. */
  concurrency: number;
  /** The maximum number of requests started per second. */
  rate?: number;
  /** How many requests may start at once after a pause. Default: 1. */
  burst?: number;
  now?(): number;
  after?(ms: number, run: () => void): () => void;
}

/** Shared by all requests of a process, so that one 429 slows them all. */
export interface Pacer {
  /** Waits for a slot, in order. Resolves with a function that releases it; an abort throws its reason. */
  enter(signal?: AbortSignal): Promise<Leave>;
  /** The current limit of concurrent requests. */
  readonly width: number;
}

/**
 * Releases a slot; only the first call counts. Without a result the limit stays unchanged. `limited` means that the
 * platform rate-limited the request, `retryAfter` is the wait in milliseconds.
 */
export type Leave = (result?: { limited: boolean; retryAfter?: number | undefined }) => void;

interface Waiter {
  start(): void;
}

/**
 * Returns a pacer that halves its limit of concurrent requests on a 429 and raises it by one after every full round of
 * successes. Requests that were in flight when it halved do not halve it again.
 */
export function createPacer(options: PaceOptions): Pacer {
  const { concurrency, rate, burst = 1, now = Date.now, after = afterTimeout } = options;
  const limit = Math.max(1, Math.floor(concurrency));
  const gap = rate === undefined ? 0 : 1000 / rate;
  const waiting = new Set<Waiter>();
  let width = limit;
  let running = 0;
  let narrowings = 0;
  let opensAt = Number.NEGATIVE_INFINITY;
  /** When the next request would start if all were spaced evenly. */
  let nextAt = Number.NEGATIVE_INFINITY;
  let cancelTimer: (() => void) | undefined;

  function pump(): void {
    cancelTimer?.();
    cancelTimer = undefined;
    for (const waiter of waiting) {
      if (running >= Math.floor(width)) return;
      const wait = Math.max(opensAt, nextAt - (burst - 1) * gap) - now();
      if (wait > 0) {
        cancelTimer = after(wait, pump);
        return;
      }
      waiting.delete(waiter);
      running++;
      nextAt = Math.max(nextAt, now()) + gap;
      waiter.start();
    }
  }

  function leaveOnce(): Leave {
    const narrowingsAtStart = narrowings;
    let hasLeft = false;
    return (result) => {
      if (hasLeft) return;
      hasLeft = true;
      running--;
      if (result?.limited === false) width = Math.min(limit, width + 1 / width);
      if (result?.limited && narrowings === narrowingsAtStart) {
        width = Math.max(1, width / 2);
        narrowings++;
      }
      if (result?.limited) opensAt = Math.max(opensAt, now() + (result.retryAfter ?? 0));
      pump();
    };
  }

  function enter(signal?: AbortSignal): Promise<Leave> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const giveUp = () => {
        waiting.delete(waiter);
        reject(signal?.reason);
        pump();
      };
      const waiter: Waiter = {
        start() {
          signal?.removeEventListener("abort", giveUp);
          resolve(leaveOnce());
        },
      };
      signal?.addEventListener("abort", giveUp, { once: true });
      waiting.add(waiter);
      pump();
    });
  }

  return {
    enter,
    get width() {
      return Math.floor(width);
    },
  };
}

/** Returns a Transport that waits for a slot of the pacer and reports every 429 to it. */
export function withPace(send: Transport, pacer: Pacer, now: () => number = Date.now): Transport {
  return async (request) => {
    const leave = await pacer.enter(request.signal);
    try {
      const response = await send(request);
      leave({ limited: isThrottled(response), retryAfter: waitOf(response.headers, now()) });
      return response;
    } finally {
      leave();
    }
  };
}

/** A Retry-After of more than two minutes fails its own request and does not delay the others. */
function waitOf(headers: Record<string, string>, now: number): number | undefined {
  const requested = retryAfter(headers, now);
  return requested !== undefined && requested <= maxWait ? requested : undefined;
}

function afterTimeout(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, Math.ceil(ms));
  return () => clearTimeout(timer);
}
