import type { Context } from "../context/context.ts";
import { second } from "../kernel/durations.ts";
import { reportError, TillError } from "../kernel/errors.ts";
import { formatCount } from "../kernel/text.ts";
import { syncProblems, updateCopy } from "./sync.ts";
import type { ListName } from "./tables.ts";

/** The lists that an event can change, by what its type says. The first that matches counts. */
const changed: readonly (readonly [type: RegExp, lists: readonly ListName[]])[] = [
  [/abandon/i, ["abandonedCheckouts"]],
  [/discount_rule/i, ["discountRules"]],
  [/^wix\.events\.|rsvp|ticket/i, ["events", "tickets", "guests"]],
  [/categor|collection/i, ["collections", "products"]],
  [/catalog|inventory/i, ["products"]],
  // An order counts the uses of its coupon and rules.
  [/\.(order|order_transactions|fulfillments)_/i, ["orders", "coupons", "discountRules"]],
];

/** Returns the lists that an event with this type can change; none for one about something that is not copied. */
export const listsOfEvent = (type: string): readonly ListName[] =>
  changed.find(([pattern]) => pattern.test(type))?.[1] ?? [];

/** How long an update waits for more events: they come in bursts, and lists of the platform may lag behind them. */
const settling = 5 * second;

/** Keeps the local copy up to date while events arrive. */
export interface Follower {
  /** Notes that an event arrived. */
  onEvent(type: string): void;
  /** Resolves when no update runs. */
  idle(): Promise<void>;
}

/**
 * Brings the local copy up to date, and then, after events, the lists that they can have changed. An event only says that
 * something changed: what changed is read from the platform, so that events may be lost, repeated, late or forged.
 */
export async function followEvents(context: Context): Promise<Follower> {
  const { signal } = context;
  const first = await updateCopy(context, {});
  const rows = first.status.reduce((sum, one) => sum + one.rows, 0);
  const problems = syncProblems(first);
  for (const problem of problems) await context.notice(problem);
  if (problems.length === 0) await context.notice(`The local copy is up to date: ${formatCount(rows)} rows.`);
  const pending = new Set<ListName>();
  let running: Promise<void> | undefined;
  const work = async () => {
    while (pending.size > 0 && !signal.aborted) {
      await context.sleep(settling, signal);
      const lists = new Set(pending);
      pending.clear();
      try {
        const problems = syncProblems(await updateCopy(context, { lists }));
        for (const problem of problems) await context.notice(problem);
        if (problems.length === 0) await context.status(`Updated the local copy: ${[...lists].join(", ")}.`);
      } catch (error) {
        if (signal.aborted) return;
        for (const list of lists) pending.add(list);
        // Another process brings it up to date; after it, what this event changed is read.
        if (error instanceof TillError && error.code === "SYNC_RUNS") continue;
        await context.notice(`The local copy was not updated: ${reportError(error).message}`);
        // The next event tries again.
        return;
      }
    }
  };
  return {
    onEvent(type) {
      for (const list of listsOfEvent(type)) pending.add(list);
      if (pending.size === 0 || running !== undefined) return;
      running = work()
        .catch(() => {})
        .finally(() => {
          running = undefined;
        });
    },
    idle: async () => await running,
  };
}
