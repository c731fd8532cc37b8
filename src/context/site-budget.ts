import {
  type Budget,
  budgetOver,
  type Limit,
  memoryRate,
  perMinute,
  type RateStore,
} from "../api/transport/pace.ts";
import type { JobStore } from "../bulk/journal/journals.ts";
import type { Paths } from "../config/paths.ts";
import { isShared } from "../config/settings.ts";
import { TillError } from "../kernel/errors.ts";
import type { RateKey, Rates } from "./rates.ts";

/** The platform's limit of requests a minute for a site. */
export const hostedLimit = 200;

/** Waits of more milliseconds are announced. */
const longWait = 5000;

/** A setting `maxRequests`: requests per second, or a text such as `200/m`. */
export type RateSetting = number | string | null;

/** Returns the limits of a run: its own, and the platform's (requests a minute). One that the other contains is left out. */
export function limitsOf(rate: RateSetting, platform: number | undefined): Limit[] {
  const own = rate === null ? undefined : ownLimit(rate);
  const given: Limit[] = platform === undefined ? [] : [{ requests: platform, period: "minute" }];
  if (own === undefined) return given;
  return platform !== undefined && perMinute(own) >= platform ? given : [...given, own];
}

function ownLimit(rate: number | string): Limit {
  return typeof rate === "number"
    ? { requests: rate, period: "second" }
    : { requests: Number.parseInt(rate, 10), period: "minute" };
}

/** Returns how many requests a minute all limits allow; undefined without limits. */
export function requestsPerMinute(limits: readonly Limit[]): number | undefined {
  return limits.length === 0 ? undefined : Math.min(...limits.map(perMinute));
}

/** Returns the budget of a site; undefined without limits. Its store is opened with the first request. */
export function siteBudget(options: {
  limits: readonly Limit[];
  key: RateKey;
  /** Opens the first store that can be used. Those that throw are reported and left out. */
  stores: readonly (() => Promise<Rates>)[];
  notice(text: string): void;
  /** Called before each wait of more than five seconds, with its milliseconds. */
  onWait(ms: number): void;
}): (Budget & { close(): Promise<void> }) | undefined {
  const { limits, key, stores, notice, onWait } = options;
  if (limits.length === 0) return undefined;
  const remaining = [...stores];
  let opening: Promise<{ store: RateStore; close(): Promise<void> }> | undefined;

  async function openNext(): Promise<{ store: RateStore; close(): Promise<void> }> {
    const open = remaining.shift();
    if (open === undefined) return { store: memoryRate(), close: async () => {} };
    try {
      const rates = await open();
      return { store: rates.rate(key), close: rates.close };
    } catch (error) {
      report(error);
      return await openNext();
    }
  }

  function report(error: unknown): void {
    if (!(error instanceof TillError)) throw error;
    const rest = remaining.length > 0 ? "only with this computer" : "with nobody";
    const advice = error.code === "DATABASE_DAMAGED" ? " Delete the file: a new one is created." : "";
    if (error.code !== "NO_HOME")
      notice(`${error.message} This run shares the request limit of the site ${rest}.${advice}`);
  }

  /** Uses the store. If it fails, the next one replaces it for the rest of the run. */
  async function using<Result>(work: (store: RateStore) => Promise<Result>): Promise<Result> {
    opening ??= openNext();
    const used = opening;
    const { store, close } = await used;
    try {
      return await work(store);
    } catch (error) {
      if (!(error instanceof TillError)) throw error;
      if (used === opening) {
        report(error);
        opening = openNext();
        await close().catch(() => {});
      }
      return await using(work);
    }
  }

  const store: RateStore = {
    update: (change) => using((one) => one.update(change)),
    read: () => using((one) => one.read()),
  };
  const budget = budgetOver(store, limits);
  const announce = (wait: number) => {
    if (wait > longWait) onWait(wait);
  };
  return {
    ...budget,
    async reserve(count) {
      const reservation = await budget.reserve(count);
      announce(reservation.wait);
      return reservation;
    },
    async held(reservedAt) {
      const wait = await budget.held(reservedAt);
      announce(wait ?? 0);
      return wait;
    },
    close: async () => await (await opening)?.close(),
  };
}

/**
 * Returns where the rates of a site can be kept, for `siteBudget`: beside a shared journal, or else on this computer, as
 * always for an embedded sandbox, which only this computer has.
 */
export function rateStores(options: {
  paths: Pick<Paths, "rates">;
  /** False for an embedded sandbox. */
  hosted: boolean;
  /** The setting `journal`. */
  journal: string;
  jobs(): Promise<JobStore>;
}): (() => Promise<Rates>)[] {
  const { paths, hosted, journal, jobs } = options;
  const local = async () => (await import("./rates.ts")).openLocalRates(paths.rates);
  const shared = async () => {
    const [{ database }, { sharedRates }] = await Promise.all([jobs(), import("./rates.ts")]);
    if (database === undefined) throw new Error("a shared journal has a database");
    return sharedRates(database);
  };
  return hosted && isShared(journal) ? [shared, local] : [local];
}
