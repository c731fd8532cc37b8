import type { Budget } from "./budget.ts";
import { tolerance } from "./rate-state.ts";
import { maxWait, retryAfter } from "./retry.ts";
import { isThrottled } from "./throttled.ts";
import type { Transport } from "./transport.ts";

/** The limits of a pacer and its clock. `after` runs a function later and returns a function that cancels it. */
export interface PaceOptions {
  /** The maximum number of concurrent requests, at least 1. */
  concurrency: number;
  /** Limits how many requests start per second or minute. Default: no limit. */
  budget?: Budget | undefined;
  now?(): number;
  after?(ms: number, run: () => void): () => void;
}

/** Shared by all requests of a process, so that one 429 slows them all. */
export interface Pacer {
  /** Waits for a slot, in order. Resolves with a function that releases it. Throws the reason of an abort, and what the budget throws. */
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
  fail(reason: unknown): void;
}

const nothingReserved = { at: Number.NEGATIVE_INFINITY, starts: 0, isChecked: false };

/**
 * Returns a pacer that halves its limit of concurrent requests on a 429 and raises it by one after every full round of
 * successes. Requests that were in flight when it halved do not halve it again.
 */
export function createPacer(options: PaceOptions): Pacer {
  const { concurrency, budget, now = Date.now, after = afterTimeout } = options;
  const limit = Math.max(1, Math.floor(concurrency));
  const waiting = new Set<Waiter>();
  let width = limit;
  let running = 0;
  let narrowings = 0;
  let opensAt = Number.NEGATIVE_INFINITY;
  let reserved = nothingReserved;
  let isAsking = false;
  let cancelTimer: (() => void) | undefined;

  function pump(): void {
    cancelTimer?.();
    cancelTimer = undefined;
    for (const waiter of waiting) {
      if (running >= Math.floor(width)) return;
      const wait = Math.max(opensAt, reserved.at) - now();
      if (wait > 0) {
        cancelTimer = after(wait, pump);
        return;
      }
      if (budget && !takeStart(budget)) return;
      waiting.delete(waiter);
      running++;
      waiter.start();
    }
  }

  /** Takes a reserved start. Without one returns false, asks the budget, and then calls `pump` again. */
  function takeStart(budget: Budget): boolean {
    if (isAsking) return false;
    if (reserved.starts === 0 || now() > reserved.at + tolerance) {
      void ask(async () => {
        const { wait, starts } = await budget.reserve(waiting.size);
        reserved = { at: now() + wait, starts, isChecked: wait === 0 };
      });
      return false;
    }
    if (!reserved.isChecked) {
      // Another process may have been told to wait since.
      void ask(async () => {
        const held = await budget.held();
        reserved = held > 0 ? nothingReserved : { ...reserved, isChecked: true };
        if (held > 0) opensAt = Math.max(opensAt, now() + held);
      });
      return false;
    }
    reserved = { ...reserved, starts: reserved.starts - 1 };
    return true;
  }

  async function ask(question: () => Promise<void>): Promise<void> {
    isAsking = true;
    try {
      await question();
    } catch (error) {
      for (const waiter of waiting) waiter.fail(error);
    } finally {
      isAsking = false;
      pump();
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
      if (result?.limited && result.retryAfter) void budget?.hold(result.retryAfter).catch(() => {});
      pump();
    };
  }

  function enter(signal?: AbortSignal): Promise<Leave> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const giveUp = () => {
        waiter.fail(signal?.reason);
        pump();
      };
      const waiter: Waiter = {
        fail(reason) {
          waiting.delete(waiter);
          signal?.removeEventListener("abort", giveUp);
          reject(reason);
        },
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
