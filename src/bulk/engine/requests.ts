import type { Step, Work } from "../journal/step.ts";

type Grouping = Pick<Work, "group" | "groupLimit">;

/** Splits steps into requests: at most `groupLimit` steps of a group together, all others alone, in order. */
export function groupSteps(steps: readonly Step[], { group, groupLimit }: Grouping): Step[][] {
  const requests: Step[][] = [];
  const open = new Map<string, Step[]>();
  for (const step of steps) {
    const key = group(step);
    const joined = key === undefined ? undefined : open.get(key);
    if (joined && joined.length < groupLimit) {
      joined.push(step);
      continue;
    }
    const request = [step];
    requests.push(request);
    if (key !== undefined) open.set(key, request);
  }
  return requests;
}

/**
 * Returns how many steps of a full page to take now, so that a group that continues on the next page is not split. Steps
 * of a group are adjacent.
 */
export function countWholeGroups(page: readonly Step[], { group, groupLimit }: Grouping): number {
  const last = page.at(-1);
  const key = last && group(last);
  if (key === undefined) return page.length;
  const run = page.length - 1 - page.findLastIndex((step) => group(step) !== key);
  const rest = run % groupLimit;
  return rest === page.length ? rest : page.length - rest;
}

/** Splits items into those that pass a test and those that do not. */
export function split<T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}
