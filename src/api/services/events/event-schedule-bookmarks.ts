import { endpoint, service } from "../../endpoint.ts";
import { guid, list, obj } from "../../models/fields.ts";
import { ScheduleItem } from "./models/schedule-item.ts";

const bookmark = {
  input: obj({ eventId: guid(), itemId: guid() }),
  result: obj({}),
  required: ["eventId", "itemId"],
  role: "member",
} as const;

/** The schedule items that a member bookmarked. */
export const eventScheduleBookmarks = service("eventScheduleBookmarks", {
  list: endpoint("GET /events/v1/schedule/bookmarks", {
    input: obj({ eventId: guid() }),
    result: obj({ items: list(ScheduleItem) }),
    required: ["eventId"],
    role: "member",
    summary: "List the schedule items that the member bookmarked",
  }),
  create: endpoint("POST /events/v1/schedule/{itemId}/bookmark", {
    ...bookmark,
    effect: "set",
    summary: "Bookmark a schedule item",
  }),
  remove: endpoint("DELETE /events/v1/schedule/{itemId}/bookmark", {
    ...bookmark,
    summary: "Remove the bookmark from a schedule item",
  }),
});
