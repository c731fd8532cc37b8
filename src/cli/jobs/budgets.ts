import { type RateUse, rateUse } from "../../api/transport/rate-state.ts";
import type { Context } from "../../context/context.ts";
import { readLocalRates } from "../../context/rates/local-rates.ts";
import { sharedRates } from "../../context/rates/shared-rates.ts";
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

/** Returns the budgets that are in use, by site. A file that cannot be read has none: lists of jobs do not depend on it. */
export async function budgetsInUse({
  paths,
  jobs,
}: Pick<Context, "paths" | "jobs">): Promise<Map<string, Budget>> {
  const { database } = await jobs();
  try {
    const { rates, now } = await (database ? sharedRates(database).all() : readLocalRates(paths.rates));
    // The newest last: it replaces those of other places with the same site ID.
    const used = rates
      .sort((one, other) => one.state.at - other.state.at)
      .flatMap(({ site, state }) => {
        const use = rateUse(state, now);
        return use ? [[site, budgetOf(use)] as const] : [];
      });
    return new Map(used);
  } catch (error) {
    if (error instanceof TillError) return new Map();
    throw error;
  }
}

function budgetOf({ requests, limit, waitsUntil }: RateUse): Budget {
  return {
    requests,
    limit,
    ...(waitsUntil !== undefined && { waitsUntil: new Date(waitsUntil).toISOString() }),
  };
}

/** Returns a budget as text: `187/200 a minute, waits 43 s`. */
export function budgetText({ requests, limit, waitsUntil }: Budget, now: Date): string {
  const wait = waitsUntil === undefined ? 0 : Math.ceil((Date.parse(waitsUntil) - now.getTime()) / 1000);
  return `${requests}/${limit} a minute${wait > 0 ? `, waits ${wait} s` : ""}`;
}
