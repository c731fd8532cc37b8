import type { Step, Work } from "../journal/step.ts";

/** Steps of one group together, at most `groupLimit` a call, all others alone; in the order of the first of each. */
export function groupCalls(
  steps: readonly Step[],
  { group, groupLimit }: Pick<Work, "group" | "groupLimit">,
): Step[][] {
  const made: Step[][] = [];
  const open = new Map<string, Step[]>();
  for (const step of steps) {
    const key = group(step);
    const joined = key === undefined ? undefined : open.get(key);
    if (joined && joined.length < groupLimit) {
      joined.push(step);
      continue;
    }
    const call = [step];
    made.push(call);
    if (key !== undefined) open.set(key, call);
  }
  return made;
}

/**
 * How many of a full page of steps to take now, so that a group which goes on behind the page is not sent as two
 * halves: steps of one group follow each other.
 */
export function wholeGroups(
  page: readonly Step[],
  { group, groupLimit }: Pick<Work, "group" | "groupLimit">,
): number {
  const last = page.at(-1);
  const key = last && group(last);
  if (key === undefined) return page.length;
  const run = page.length - 1 - page.findLastIndex((step) => group(step) !== key);
  const rest = run % groupLimit;
  return rest === page.length ? rest : page.length - rest;
}

/** The items that pass, and those that do not. */
export function split<T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}
