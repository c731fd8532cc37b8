import { countOf, formatCount } from "../format.ts";

/**
 * State of a site. `planned`: nothing was sent yet; `queued`: a worker applies it; `unchanged`: there is nothing to do;
 * `stopped`: something is left; `done`: a command that reads has ended, or everything was applied.
 */
export type SiteState =
  | "waiting"
  | "planning"
  | "planned"
  | "running"
  | "queued"
  | "unchanged"
  | "done"
  | "failed"
  | "stopped";

/** One site of a run. */
export interface SiteProgress {
  /** May be untrusted. */
  readonly label: string;
  readonly state: SiteState;
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  /** Why it failed. May be untrusted. */
  readonly note: string;
}

/** The states in the order in which they deserve room on a small screen. */
const ranks = [
  "running",
  "planning",
  "failed",
  "stopped",
  "done",
  "queued",
  "planned",
  "unchanged",
  "waiting",
] as const;

/** Returns the sites that fit into `height` rows, those at work and those that failed first, in the order of the run. */
export function visibleSites(sites: readonly SiteProgress[], height: number): readonly SiteProgress[] {
  if (sites.length <= height) return sites;
  // The last sites that are done are more interesting than the first.
  const order = sites.map((site, index) => ({
    index,
    rank: ranks.indexOf(site.state),
    late: site.state === "done" || site.state === "failed" ? -index : index,
  }));
  const chosen = order
    .sort((one, other) => one.rank - other.rank || one.late - other.late)
    .slice(0, Math.max(0, height))
    .map(({ index }) => index);
  return chosen.sort((one, other) => one - other).map((index) => sites[index] as SiteProgress);
}

/** Sums up the sites by state: `3 running, 1 failed, 40 done, 156 waiting`. */
export function describeStates(sites: readonly SiteProgress[]): string {
  const counts = new Map<string, number>();
  for (const { state } of sites) counts.set(state, (counts.get(state) ?? 0) + 1);
  return ranks
    .flatMap((state) => (counts.has(state) ? [`${formatCount(counts.get(state) ?? 0)} ${state}`] : []))
    .join(", ");
}

/** Returns how much of a phase is over: sites while planning, changes while applying. */
export function overall(
  action: "Planning" | "Applying",
  sites: readonly SiteProgress[],
): { value: number; total: number; text: string } {
  if (action === "Planning") {
    const value = sites.filter(({ state }) => state !== "waiting" && state !== "planning").length;
    return {
      value,
      total: sites.length,
      text: `${formatCount(value)} of ${countOf(sites.length, "site")} planned`,
    };
  }
  const sum = (of: (site: SiteProgress) => number) => sites.reduce((all, site) => all + of(site), 0);
  const [value, total] = [sum(({ done, failed }) => done + failed), sum(({ total }) => total)];
  return { value, total, text: `${formatCount(value)} of ${countOf(total, "change")}` };
}
