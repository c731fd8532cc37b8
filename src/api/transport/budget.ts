import { emptyRate, hold, type Limit, type RateState, reserve } from "./rate-state.ts";

/** Where requests of one site reserve their starts, shared by everyone who sends to it. */
export interface Budget {
  /** Reserves 1 to `count` starts. They may begin in `wait` milliseconds and are lost if they do not begin soon after. */
  reserve(count: number): Promise<{ wait: number; starts: number }>;
  /** Returns for how many milliseconds the platform wants no request; 0 if it takes them. */
  held(): Promise<number>;
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
        return [state, { wait: Math.max(0, Math.ceil(at - now - 0.001)), starts }];
      }),
    async held() {
      const { state, now } = await store.read();
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
