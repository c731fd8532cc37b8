import { events } from "../../api/services/events/events.ts";
import type { Event } from "../../api/services/events/models/event.ts";
import type { EntityKind } from "../snapshot/entities.ts";
import { eventOfParts, partsOf } from "./parts.ts";
import { wholeGroups } from "./read.ts";

/** Events, drafts included, with what files of events have. The status says what does not follow from the clock. */
export const eventKind: EntityKind = {
  kind: "event",
  domain: "events",
  name: "events",
  call: "events.query",
  endpoint: events.query,
  input: { query: {}, fields: [...wholeGroups], includeDrafts: true },
  keyed: true,
  apart: ["publishedDate", "userId"],
  content(entity) {
    const event = entity as Event;
    const { slug, status, dateAndTimeSettings, detailedDescription } = event;
    const isSeries = Boolean(dateAndTimeSettings?.recurringEvents?.categoryId);
    const currency = event.registration?.tickets?.currency;
    const readOnly = {
      ...(isSeries && { series: true }),
      ...(detailedDescription && { detailedDescription }),
    };
    return {
      ...eventOfParts(partsOf(event)),
      slug,
      status: status === "DRAFT" || status === "CANCELED" ? status : "PUBLISHED",
      ...(currency && { currency }),
      ...(Object.keys(readOnly).length > 0 && { readOnly }),
    };
  },
};
