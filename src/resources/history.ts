import type { Fields } from "../api/inverse.ts";
import type { OrderActivity } from "../api/services/orders.ts";
import { isRecord } from "../kernel/json.ts";
import { jsonText } from "../output/json.ts";
import { absoluteTime, relativeTime, type TimeDisplay } from "../output/table.ts";
import type { HistoryEntry } from "../ui/screens/browse/browse-resource.ts";
import { activityDetails } from "./orders/words.ts";
import type { Describer, Session } from "./resource.ts";

/** Returns the changes that jobs made to an object, newest first. */
export async function jobHistory(
  session: Pick<Session, "paths" | "place" | "jobs">,
  id: string | null | undefined,
  times: TimeDisplay,
  describer: Describer,
): Promise<HistoryEntry[]> {
  if (!id) return [];
  const { withCallLog } = await import("../bulk/call-log.ts");
  const { paths } = session;
  const place = await session.place();
  const { steps, skipped } = await (await session.jobs()).history({ place, id });
  const more = skipped === 1 ? "1 longer job was" : `${skipped} longer jobs were`;
  const ofJobs = await Promise.all(
    steps.map(async ({ kind, at, job, step }) => {
      const { what, before, after } = (await describer(kind))(step);
      const change = [before, after].filter(Boolean).join(" → ");
      const text = `${[what, change].filter(Boolean).join(" ")} (job ${job}${states[step.state] ?? ""})`;
      return { at, text };
    }),
  );
  const single = withCallLog(paths.calls, (log) => log?.changesOf(id, place, maxChanges) ?? []);
  const ofCalls = single.map(({ name, before, after, at, job, state }) => {
    const change = changeLines(before, after).join("; ");
    return { at, text: `${[name, change].filter(Boolean).join(" ")} (job ${job}${states[state] ?? ""})` };
  });
  const newest = [...ofJobs, ...ofCalls]
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
    .slice(0, maxChanges);
  return [
    ...newest.map(({ at, text }) => ({ when: timeText(at, times), text })),
    ...(skipped > 0 ? [{ when: "", text: `${more} not searched: till jobs list` }] : []),
  ];
}

/** The maximum number of changes shown. */
const maxChanges = 36;

const states: Readonly<Record<string, string>> = {
  sent: ", outcome unknown",
  unknown: ", outcome unknown",
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
    .toSorted((one, other) => timeOf(other) - timeOf(one))
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

/** Returns changed fields as lines: `name: Summer -> Sale`. Without the values before, returns those after. */
export function changeLines(before: unknown, after: unknown): string[] {
  if (after === null && isRecord(before)) return ["deleted"];
  if (!isRecord(after)) return [];
  return Object.keys(after).flatMap((name) =>
    fieldLines(name, isRecord(before) ? { value: before[name] } : undefined, after[name]),
  );
}

/** Returns the lines of a field, one for each changed field in it. `before` is absent if it is not known. */
function fieldLines(path: string, before: { value: unknown } | undefined, after: unknown): string[] {
  if (isRecord(after) && Object.keys(after).length > 0 && (!before?.value || isRecord(before.value)))
    return Object.keys(after).flatMap((name) =>
      fieldLines(
        `${path}.${name}`,
        before && { value: (before.value as Fields | undefined)?.[name] },
        after[name],
      ),
    );
  const to = shown(after);
  if (before === undefined) return [`${path}: ${to}`];
  const from = shown(before.value);
  return from === to ? [] : [`${path}: ${from} -> ${to}`];
}

function shown(value: unknown): string {
  const isEmpty = value === undefined || value === null || value === "";
  if (isEmpty || (Array.isArray(value) && value.length === 0)) return "(empty)";
  return typeof value === "string" ? value : jsonText(value as object);
}
