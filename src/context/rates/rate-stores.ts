import type { JobStore } from "../../bulk/journal/journals.ts";
import { isShared } from "../../config/journal-address.ts";
import type { Paths } from "../../config/paths.ts";
import type { Rates } from "./local-rates.ts";

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
  const local = async () => (await import("./local-rates.ts")).openLocalRates(paths.rates);
  const shared = async () => {
    const [{ database }, { sharedRates }] = await Promise.all([jobs(), import("./shared-rates.ts")]);
    if (database === undefined) throw new Error("a shared journal has a database");
    return sharedRates(database);
  };
  return hosted && isShared(journal) ? [shared, local] : [local];
}
