import type { StoreTx } from "../../kernel/store-tx.ts";
import { insertCategory } from "./categories.ts";
import { events, type StoredEvent } from "./tables.ts";
import { formattedDates } from "./times.ts";

type Mark = NonNullable<NonNullable<StoredEvent["dateAndTimeSettings"]>["recurrenceStatus"]>;

/** Returns the dates of a recurring event; empty for a single event. */
export const occurrencesOf = ({ dateAndTimeSettings }: Pick<StoredEvent, "dateAndTimeSettings">) =>
  dateAndTimeSettings.recurringEvents?.individualEventDates ?? [];

/** Returns the event of a series on one of its dates. */
export function onDate(event: StoredEvent, index: number): StoredEvent {
  const date = occurrencesOf(event)[index] ?? {};
  const given = Object.fromEntries(Object.entries(date).filter(([, value]) => value !== null));
  const settings = { ...event.dateAndTimeSettings, ...given, dateAndTimeTbd: false };
  return { ...event, dateAndTimeSettings: { ...settings, formatted: formattedDates(settings) } };
}

/** Adds the stored events of a series to a new category. */
export function joinSeries(tx: StoreTx, series: readonly StoredEvent[]): StoredEvent[] {
  const [first] = series;
  if (!first) return [];
  const name = first.title.slice(0, 30);
  const ids = series.map(({ id }) => id);
  const { id: categoryId } = insertCategory(tx, name, ["RECURRING_EVENT", "HIDDEN"], ids);
  for (const event of series) {
    const { dateAndTimeSettings: settings } = event;
    const recurringEvents = { ...settings.recurringEvents, categoryId };
    tx.put(events, event.id, { ...event, dateAndTimeSettings: { ...settings, recurringEvents } });
  }
  const joined = series.flatMap(({ id }) => tx.get(events, id) ?? []);
  if (joined[0]) refreshSeries(tx, joined[0]);
  return joined.flatMap(({ id }) => tx.get(events, id) ?? []);
}

/** Marks the next, the last ended and the last canceled event of a series. */
export function refreshSeries(tx: StoreTx, event: StoredEvent): void {
  const categoryId = event.dateAndTimeSettings.recurringEvents?.categoryId;
  if (!categoryId) return;
  const series = [...tx.each(events, { "dateAndTimeSettings.recurringEvents.categoryId": categoryId })].sort(
    (one, other) => (startOf(one) < startOf(other) ? -1 : 1),
  );
  const marks = new Map<StoredEvent | undefined, Mark>([
    [series.find(({ status }) => status === "UPCOMING"), "RECURRING_UPCOMING"],
    [series.findLast(({ status }) => status === "ENDED"), "RECURRING_RECENTLY_ENDED"],
    [series.findLast(({ status }) => status === "CANCELED"), "RECURRING_RECENTLY_CANCELED"],
  ]);
  for (const one of series) {
    const recurrenceStatus = marks.get(one) ?? "RECURRING";
    if (one.dateAndTimeSettings.recurrenceStatus === recurrenceStatus) continue;
    tx.put(events, one.id, { ...one, dateAndTimeSettings: { ...one.dateAndTimeSettings, recurrenceStatus } });
  }
}

const startOf = ({ dateAndTimeSettings }: StoredEvent) => dateAndTimeSettings.startDate ?? "";
