import type { Event } from "../../api/services/events.ts";
import { copied } from "../kernel/copied.ts";
import { eventCategories, saveCategory } from "./categories.ts";
import { events, type StoredEvent } from "./events.ts";
import { scheduleTransition } from "./lifecycle.ts";

/** Events of another shop with their categories. Their start and end are scheduled. */
export const copiedEvent = copied<Event, StoredEvent>({
  table: events,
  document(tx, { categories, calendarUrls, eventPageUrl, agendaSettings: agenda, ...rest }) {
    const now = tx.now.toISOString();
    return {
      createdDate: now,
      updatedDate: now,
      title: "",
      status: "UPCOMING",
      location: {},
      dateAndTimeSettings: {},
      registration: {},
      summaries: {},
      ...rest,
      agendaSettings: agenda ? { enabled: agenda.enabled ?? false } : undefined,
      form: { controls: [], ...rest.form },
      internal: { attending: rest.summaries?.rsvps?.yesCount ?? 0 },
    } as unknown as StoredEvent;
  },
  stored(tx, event, { categories }) {
    for (const { id, name, createdDate, hidden, type } of categories?.categories ?? []) {
      if (!id) continue;
      const states = [type ?? "MANUAL", ...(hidden ? ["HIDDEN"] : [])];
      const created = { id, name: name ?? "", createdDate: String(createdDate ?? event.createdDate), states };
      const known = tx.get(eventCategories, id) ?? { ...created, internal: { eventIds: [] } };
      saveCategory(tx, known, [...known.internal.eventIds, event.id]);
    }
    if (event.status !== "DRAFT") scheduleTransition(tx, event);
  },
});
