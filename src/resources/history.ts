import type { OrderActivity } from "../api/services/orders.ts";
import { absoluteTime, relativeTime, type TimeDisplay } from "../output/table.ts";
import type { HistoryEntry } from "../ui/screens/browse/browse-resource.ts";
import { activityDetails } from "./orders/words.ts";
import type { Describer, Session } from "./resource.ts";

/** Returns the changes that jobs made to an object, newest first. */
export async function jobHistory(
  session: Pick<Session, "place" | "jobs">,
  id: string | null | undefined,
  times: TimeDisplay,
  describer: Describer,
): Promise<HistoryEntry[]> {
  if (!id) return [];
  const place = await session.place();
  const { steps, skipped } = await (await session.jobs()).history({ place, id });
  const more = skipped === 1 ? "1 longer job was" : `${skipped} longer jobs were`;
  const changes = await Promise.all(
    steps.map(async ({ kind, at, job, step }) => {
      const { what, before, after } = (await describer(kind))(step);
      const change = [before, after].filter(Boolean).join(" → ");
      const text = `${[what, change].filter(Boolean).join(" ")} (job ${job}${states[step.state] ?? ""})`;
      return { when: timeText(at, times), text };
    }),
  );
  return [...changes, ...(skipped > 0 ? [{ when: "", text: `${more} not searched: till jobs list` }] : [])];
}

const states: Readonly<Record<string, string>> = {
  sent: ", outcome unknown",
  undone: ", undone",
};

/** The maximum number of activities shown. */
const maxActivities = 48;

/** Returns the activities of an order as a history, newest first. */
export function activityHistory(
  activities: readonly OrderActivity[] | null | undefined,
  times: TimeDisplay,
): HistoryEntry[] {
  const newest = (activities ?? [])
    .toReversed()
    .toSorted((a, b) => timeOf(b) - timeOf(a))
    .slice(0, maxActivities);
  return newest.map((one) => {
    const type = (one.type ?? one.activityType ?? "").toLowerCase().replaceAll("_", " ");
    const by = one.authorEmail ? `by ${one.authorEmail}` : "";
    return {
      when: one.createdDate ? timeText(new Date(one.createdDate), times) : "",
      text: [type, activityDetails(one), by].filter(Boolean).join(", "),
    };
  });
}

const timeOf = ({ createdDate }: OrderActivity) => (createdDate ? new Date(createdDate).getTime() : 0);

const timeText = (time: Date, { now, timeZone }: TimeDisplay) =>
  now ? relativeTime(time, now) : absoluteTime(time, timeZone);
