import type { OrderActivity } from "../api/services/orders/models/order-activity.ts";
import type { EntityChange, EntityHistory } from "../bulk/journal/history.ts";
import type { Words } from "../output/table.ts";
import { absoluteTime, relativeTime } from "../output/when.ts";
import { activityDetails } from "./orders/activity-details.ts";
import { describeCatalogStep } from "./products/describe-step.ts";
import type { HistoryEntry } from "./resource.ts";

/** Reads what jobs of this computer did to an entity. */
export type ReadPast = (id: string) => Promise<EntityHistory>;

/** What jobs did, as a history; nothing where nobody can tell. */
export async function jobHistory(
  read: ReadPast | undefined,
  id: string | null | undefined,
  words: Words,
): Promise<HistoryEntry[]> {
  if (read === undefined || !id) return [];
  const { steps, skipped } = await read(id);
  const more = skipped === 1 ? "a longer job was" : `${skipped} longer jobs were`;
  return [
    ...steps.map(({ at, ...one }) => ({ when: timeWords(at, words), text: pastWords(one) })),
    ...(skipped > 0 ? [{ when: "", text: `${more} not looked through: till jobs list` }] : []),
  ];
}

const states: Readonly<Record<string, string>> = { sent: ", its outcome is unknown", undone: ", taken back" };

function pastWords({ job, step }: Omit<EntityChange, "at">): string {
  const { what, before, after } = describeCatalogStep(step);
  const change = [before, after].filter(Boolean).join(" → ");
  return `${[what, change].filter(Boolean).join(" ")} (job ${job}${states[step.state] ?? ""})`;
}

/** Entries that are told of an order. */
const most = 48;

/** The activities of an order as a history, the newest first. */
export function activityHistory(
  activities: readonly OrderActivity[] | null | undefined,
  words: Words,
): HistoryEntry[] {
  const newest = (activities ?? [])
    .toReversed()
    .toSorted((one, other) => timeOf(other) - timeOf(one))
    .slice(0, most);
  return newest.map((one) => {
    const type = (one.type ?? one.activityType ?? "").toLowerCase().replaceAll("_", " ");
    const by = one.authorEmail ? `by ${one.authorEmail}` : "";
    return {
      when: one.createdDate ? timeWords(new Date(one.createdDate), words) : "",
      text: [type, activityDetails(one), by].filter(Boolean).join(", "),
    };
  });
}

const timeOf = ({ createdDate }: OrderActivity) => (createdDate ? new Date(createdDate).getTime() : 0);

const timeWords = (time: Date, { now, timeZone }: Words) =>
  now ? relativeTime(time, now) : absoluteTime(time, timeZone);
