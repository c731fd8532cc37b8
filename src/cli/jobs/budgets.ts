import { type RateUse, rateUse } from "../../api/transport/pace.ts";
import type { Context } from "../../context/context.ts";
import { type Rates, readLocalRates, sharedRates } from "../../context/rates.ts";
import { TillError } from "../../kernel/errors.ts";

/** The use of a site's request limit, as JSON shows it. */
export interface Budget {
  /** The requests of the last minute, by all runs. */
  requests: number;
  /** The requests a minute that are allowed. */
  limit: number;
  /** Until when requests wait, in ISO 8601. */
  waitsUntil?: string;
}

/** Returns the budgets that are in use, by site. What cannot be read has none: lists of jobs do not depend on it. */
export async function budgetsInUse({
  paths,
  jobs,
}: Pick<Context, "paths" | "jobs">): Promise<Map<string, Budget>> {
  const { database } = await jobs();
  const all = await Promise.all([
    used(readLocalRates(paths.rates)),
    ...(database ? [used(sharedRates(database).all())] : []),
  ]);
  return new Map(all.flat());
}

async function used(reading: ReturnType<Rates["all"]>): Promise<[site: string, Budget][]> {
  try {
    const { rates, now } = await reading;
    // The newest last: it replaces those of other places with the same site ID.
    return rates
      .sort((a, b) => a.state.at - b.state.at)
      .flatMap(({ site, state }) => {
        const use = rateUse(state, now);
        return use ? [[site, budgetOf(use)]] : [];
      });
  } catch (error) {
    if (error instanceof TillError) return [];
    throw error;
  }
}

function budgetOf({ requests, limit, waitsUntil }: RateUse): Budget {
  return {
    requests,
    limit,
    waitsUntil: waitsUntil === undefined ? undefined : new Date(waitsUntil).toISOString(),
  };
}

/** Returns a budget as text: `187/200 a minute, waits 43 s`. */
export function budgetText({ requests, limit, waitsUntil }: Budget, now: Date): string {
  const wait = waitsUntil === undefined ? 0 : Math.ceil((Date.parse(waitsUntil) - now.getTime()) / 1000);
  return `${requests}/${limit} a minute${wait > 0 ? `, waits ${wait} s` : ""}`;
}
