/** The most requests that may start in any second or minute. */
export interface Limit {
  readonly requests: number;
  readonly period: "second" | "minute";
}

/** The requests of one site, as far as its limits need them. All times are in milliseconds since 1970. */
export interface RateState {
  /** The limits that were used, each with the time of its next start if all were spaced evenly. */
  readonly limits: readonly (Limit & { readonly nextAt: number })[];
  /** The platform wants no request before. */
  readonly heldUntil: number;
  /** When the state was written. */
  readonly at: number;
  /** The starts of the last minute, by second since 1970. */
  readonly starts: readonly (readonly [second: number, count: number])[];
}

/** The state of a site that nobody sent a request to. */
export const emptyRate: RateState = { limits: [], heldUntil: 0, at: 0, starts: [] };

/** A reserved start may begin this many milliseconds late; later it is lost. */
export const tolerance = 1000;
/** Starts this many milliseconds apart are reserved together and begin with the last of them. */
const together = 50;
/**
 * A minute's limit holds in windows of this length. Requests that begin late, or take longer to arrive than others, are
 * then still at most that many in any minute of the platform.
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
export function reserve(
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
export function hold(before: RateState, until: number, now: number): RateState {
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
  return { requests, limit, ...(next > now + 1000 && { waitsUntil: next }) };
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

function isSame(one: Limit, other: Limit): boolean {
  return one.requests === other.requests && one.period === other.period;
}
