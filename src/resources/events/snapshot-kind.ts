import { events } from "../../api/services/events/events.ts";
import type { EntityKind } from "../snapshot/entities.ts";
import { wholeGroups } from "./read.ts";

/** Events, drafts included. */
export const eventKind: EntityKind = {
  kind: "event",
  domain: "events",
  name: "events",
  call: "events.query",
  endpoint: events.query,
  input: { query: {}, fields: [...wholeGroups], includeDrafts: true },
  keyed: true,
  apart: ["publishedDate", "userId"],
  derived: ["calendarUrls", "eventPageUrl", "summaries"],
};
