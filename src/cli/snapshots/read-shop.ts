import type { Context } from "../../context/context.ts";
import type { SnapshotDomain } from "../../files/snapshot/format.ts";
import type { SnapshotStore } from "../../files/snapshot/store.ts";
import { formatCount } from "../../kernel/text.ts";
import { type PullProgress, readShop } from "../../resources/snapshot/read-shop.ts";
import { snapshotReaders } from "../../resources/snapshot/readers.ts";

/** What to read of a shop. */
export interface ShopSelection {
  domains: readonly SnapshotDomain[];
  costs: boolean;
  since?: string | undefined;
  limit?: number | undefined;
}

/** Milliseconds between two lines of progress. */
const interval = 10_000;

/** Reads domains of the profile's shop into a store and reports the progress on stderr. Returns the lists that changed meanwhile. */
export async function readProfile(
  context: Context,
  store: SnapshotStore,
  { domains, costs, since, limit }: ShopSelection,
): Promise<readonly string[]> {
  const { signal } = context;
  const readers = await snapshotReaders(context, {
    ...{ domains, costs, signal },
    ...(since !== undefined && { since: new Date(since) }),
  });
  const report = await pullProgress(context);
  const moved = await readShop(readers, store, { limit, signal, report });
  if (moved.length > 0)
    await context.notice(
      `The list of ${moved.join(" and ")} changed while it was being read. Run the command again for an exact copy.`,
    );
  return moved;
}

/** Returns a function that prints how far a list has been read, at most every ten seconds. */
export async function pullProgress(context: Context): Promise<(progress: PullProgress) => Promise<void>> {
  const { formatDuration } = await import("../../ui/format.ts");
  let [list, begun, reported, first] = ["", 0, 0, 0];
  return async ({ name, seen, total, fresh }) => {
    const now = context.now().getTime();
    // The clock starts after the first page, which therefore does not count.
    if (name !== list) [list, begun, reported, first] = [name, now, now, fresh];
    if (now - reported < interval) return;
    reported = now;
    const of = total === undefined ? "" : ` of ${formatCount(total)}`;
    const left = total === undefined ? 0 : ((now - begun) / (fresh - first)) * (total - seen);
    const estimate = left > 0 ? `, about ${formatDuration(left)} left` : "";
    await context.status(`Reading ${name}: ${formatCount(seen)}${of}${estimate}`);
  };
}
