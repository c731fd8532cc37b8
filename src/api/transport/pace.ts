import { TransportError } from "../../kernel/errors.ts";
import { isThrottled } from "../response.ts";
import { maxWait, retryAfter } from "./retry.ts";
import type { Transport } from "./transport.ts";

/** The limits of a pacer and its clock. `after` runs a function later and returns a function that cancels it. */
export interface PaceOptions {
  /** The maximum number of concurrent requests, at least 1. */
  concurrency: number;
  /** Limits how many requests start per second or minute. Default: no limit. */
  budget?: Budget | undefined;
  /** Milliseconds on a clock that is never set. Default: `passing()`. */
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

/** Starts that may begin from `at` to `until`. */
interface Reserved {
  at: number;
  until: number;
  /** `at` by the clock of the budget. */
  budgetAt: number;
  starts: number;
  /** Whether the budget was asked once more after the wait. */
  isChecked: boolean;
}

const nothingReserved: Reserved = {
  at: -Infinity,
  until: -Infinity,
  budgetAt: -Infinity,
  starts: 0,
  isChecked: false,
};

/** How many reservations in a row may come too late. */
const maxLateReservations = 5;

/**
 * Returns a pacer that halves its limit of concurrent requests on a 429 and raises it by one after every full round of
 * successes. Requests that were in flight when it halved do not halve it again.
 */
export function createPacer(options: PaceOptions): Pacer {
  const { concurrency, budget, now = passing(), after = afterTimeout } = options;
  const limit = Math.max(1, Math.floor(concurrency));
  const waiting = new Set<Waiter>();
  let width = limit;
  let running = 0;
  let narrowings = 0;
  let opensAt = Number.NEGATIVE_INFINITY;
  let reserved = nothingReserved;
  let lateReservations = 0;
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
    // A start from before a wait that the platform asked for would follow it together with the next one.
    if (reserved.starts === 0 || now() > reserved.until || reserved.at < opensAt) {
      void ask(async () => {
        const asked = now();
        const { wait, starts, at } = await budget.reserve(waiting.size);
        // The wait began when the budget was changed, at some time since it was asked.
        reserved = {
          at: now() + wait,
          until: asked + wait + tolerance,
          budgetAt: at,
          starts,
          isChecked: wait === 0,
        };
        lateReservations = reserved.at > reserved.until ? lateReservations + 1 : 0;
        if (lateReservations === maxLateReservations) {
          lateReservations = 0;
          throw new TransportError("The request budget of the site is answered too slowly.", "no");
        }
      });
      return false;
    }
    if (!reserved.isChecked) {
      // The platform may have asked another process to wait since.
      void ask(async () => {
        const held = await budget.held(reserved.budgetAt);
        if (held === undefined) reserved = nothingReserved;
        else if (held > 0) opensAt = Math.max(opensAt, now() + held);
        else reserved = { ...reserved, isChecked: true };
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

/**
 * Returns a clock of the milliseconds that have passed: as many as the clock of the process says, or the computer's, which
 * also advances while it sleeps, but may be set back.
 */
export function passing(steady = () => performance.now(), wall = () => Date.now()): () => number {
  let last = { steady: steady(), wall: wall() };
  let passed = 0;
  return () => {
    const now = { steady: steady(), wall: wall() };
    passed += Math.max(now.steady - last.steady, now.wall - last.wall);
    last = now;
    return passed;
  };
}

function afterTimeout(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, Math.ceil(ms));
  return () => clearTimeout(timer);
}

/** The most requests that may start in any second or minute. */
export interface Limit {
  readonly requests: number;
  readonly period: "second" | "minute";
}

/** The requests of one site, as far as its limits need them. All times are in milliseconds since 1970. */
export interface RateState {
  /** The limits that were used, each with the time of its next start if all were spaced evenly. */
  readonly limits: readonly (Limit & { readonly nextAt: number })[];
  /** No request may be sent before this time. */
  readonly heldUntil: number;
  /** When the state was written. */
  readonly at: number;
  /** The starts of the last minute, by second since 1970. */
  readonly starts: readonly (readonly [second: number, count: number])[];
}

/** The state of a site that nobody sent a request to. */
export const emptyRate: RateState = { limits: [], heldUntil: 0, at: 0, starts: [] };

/** A reserved start may begin this many milliseconds late; later it is lost. */
const tolerance = 1000;
/** Starts this many milliseconds apart are reserved together and begin with the last of them. */
const together = 50;
/**
 * The window in which the limit of a minute is kept. It is longer than a minute, so that late and slow requests never
 * exceed the limit in a minute of the platform.
 */
const minute = 60_000 + tolerance + together + 450;

/**
 * Returns how a limit is kept: at most `burst` starts at once, then one each `gap` milliseconds. In any window of the
 * period these are at most burst - 1 + period / gap starts, which is the limit.
 */
function spacing({ requests, period }: Limit): { gap: number; burst: number } {
  if (period === "second") return { gap: 1000 / requests, burst: 1 };
  const burst = Math.min(10, Math.max(1, Math.floor(requests / 20)));
  return { gap: minute / (requests - burst + 1), burst };
}

/** Returns the time of the earliest start. */
function earliest({ limits, heldUntil }: Pick<RateState, "limits" | "heldUntil">, now: number): number {
  const times = limits.map((limit) => {
    const { gap, burst } = spacing(limit);
    return limit.nextAt - (burst - 1) * gap;
  });
  return Math.max(now, heldUntil, ...times);
}

/** Reserves from 1 to `count` starts that keep all limits. Returns when they may begin, how many they are, and the state after. */
function reserve(
  before: RateState,
  limits: readonly Limit[],
  count: number,
  now: number,
): { state: RateState; at: number; starts: number } {
  const { heldUntil, ...known } = atTime(before, now);
  let own = limits.map((limit) => known.limits.find((one) => isSame(one, limit)) ?? { ...limit, nextAt: 0 });
  const first = earliest({ limits: own, heldUntil }, now);
  let at = first;
  let starts = 0;
  for (let next = first; starts === 0 || (starts < count && next <= first + together); ) {
    at = next;
    starts++;
    own = own.map((limit) => ({ ...limit, nextAt: Math.max(limit.nextAt, at) + spacing(limit).gap }));
    next = earliest({ limits: own, heldUntil }, now);
  }
  const others = known.limits.filter(
    (one) => one.nextAt > now && !limits.some((limit) => isSame(one, limit)),
  );
  return {
    at,
    starts,
    state: {
      limits: [...own, ...others],
      heldUntil,
      at: now,
      starts: counted(known.starts, Math.floor(at / 1000), starts),
    },
  };
}

/** Returns the state after the platform asked for no requests until a time. */
function hold(before: RateState, until: number, now: number): RateState {
  const state = atTime(before, now);
  return { ...state, heldUntil: Math.max(state.heldUntil, until), at: now };
}

/** What a site's budget looks like at a time. */
export interface RateUse {
  /** The requests of the last minute. */
  requests: number;
  /** The requests a minute that are allowed. */
  limit: number;
  /** When the next request can start, if that is more than a second away. */
  waitsUntil?: number;
}

/** Returns the use of a budget, or undefined if nothing was sent in the last minute and nothing waits. */
export function rateUse(state: RateState, now: number): RateUse | undefined {
  const { limits, heldUntil, starts } = atTime(state, now);
  const second = Math.floor(now / 1000);
  const requests = starts.reduce(
    (sum, [at, count]) => (at > second - 60 && at <= second ? sum + count : sum),
    0,
  );
  if (limits.length === 0 || (requests === 0 && heldUntil <= now)) return undefined;
  const limit = Math.min(...limits.map(perMinute));
  const next = earliest({ limits, heldUntil }, now);
  return { requests, limit, waitsUntil: next > now + 1000 ? next : undefined };
}

/** Returns how many requests a limit allows in a minute. */
export function perMinute({ requests, period }: Limit): number {
  return period === "minute" ? requests : requests * 60;
}

/** Returns the state in the present time: if the clock was set back since, its times are set back as much. */
function atTime(state: RateState, now: number): RateState {
  const back = state.at - now;
  const since = Math.floor(now / 1000) - 60;
  if (back <= 0) return { ...state, starts: state.starts.filter(([second]) => second >= since) };
  return {
    limits: state.limits.map((limit) => ({ ...limit, nextAt: limit.nextAt - back })),
    heldUntil: state.heldUntil - back,
    at: now,
    starts: state.starts
      .map(([second, count]) => [second - Math.ceil(back / 1000), count] as const)
      .filter(([second]) => second >= since),
  };
}

function counted(starts: RateState["starts"], second: number, count: number): RateState["starts"] {
  const known = starts.findLastIndex(([at]) => at === second);
  const before = starts[known]?.[1];
  return before === undefined ? [...starts, [second, count]] : starts.with(known, [second, before + count]);
}

function isSame(a: Limit, b: Limit): boolean {
  return a.requests === b.requests && a.period === b.period;
}

/** Where requests of one site reserve their starts, shared by everyone who sends to it. */
export interface Budget {
  /**
   * Reserves 1 to `count` starts. They may begin in `wait` milliseconds, which is `at` by the clock of the budget, and are
   * lost if they do not begin soon after.
   */
  reserve(count: number): Promise<{ wait: number; starts: number; at: number }>;
  /**
   * Returns how many milliseconds to wait before the platform accepts a request; 0 if it does now. Undefined if the start
   * that is due was reserved for another time: the clock was set since, and the state no longer contains the reservation.
   */
  held(reservedAt: number): Promise<number | undefined>;
  /** Keeps everyone from sending for some milliseconds, because the platform said so. */
  hold(ms: number): Promise<void>;
}

/** A kept state of one site, and the clock that its times are in. Times are in milliseconds. */
export interface RateStore {
  /** Replaces the state by the result of `change`, without interference by others. `change` may run several times. */
  update<Result>(change: (state: RateState, now: number) => [RateState, Result]): Promise<Result>;
  read(): Promise<{ state: RateState; now: number }>;
}

/** Returns the budget of a site with limits, all of which hold. */
export function budgetOver(store: RateStore, limits: readonly Limit[]): Budget {
  return {
    reserve: (count) =>
      store.update((before, now) => {
        const { state, at, starts } = reserve(before, limits, count, now);
        // A timer counts whole milliseconds.
        return [state, { wait: Math.max(0, Math.ceil(at - now - 0.001)), starts, at }];
      }),
    async held(reservedAt) {
      const { state, now } = await store.read();
      if (Math.abs(now - reservedAt) > tolerance) return undefined;
      return Math.max(0, state.heldUntil - now);
    },
    hold: (ms) => store.update((before, now) => [hold(before, now + ms, now), undefined]),
  };
}

/** Returns a budget that only this process shares. */
export function memoryBudget(limits: readonly Limit[], now: () => number = Date.now): Budget {
  return budgetOver(memoryRate(now), limits);
}

/** Returns a store that is lost with the process. */
export function memoryRate(now: () => number = Date.now): RateStore {
  let state = emptyRate;
  return {
    async update(change) {
      const [after, result] = change(state, now());
      state = after;
      return result;
    },
    read: async () => ({ state, now: now() }),
  };
}
