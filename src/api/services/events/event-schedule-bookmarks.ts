import { endpoint } from "../../endpoint.ts";
import { guid, list, obj } from "../../models/fields.ts";
import { ScheduleItem } from "./models/schedule-item.ts";

const bookmark = {
  path: "/v1/schedule/{itemId}/bookmark",
  public: "/events/v1/schedule/{itemId}/bookmark",
  input: obj({ eventId: guid(), itemId: guid() }),
  result: obj({}),
  required: ["eventId", "itemId"],
  role: "member",
} as const;

/** What a member means to see of a schedule. */
export const eventScheduleBookmarks = {
  list: endpoint({
    method: "GET",
    path: "/v1/schedule/bookmarks",
    public: "/events/v1/schedule/bookmarks",
    input: obj({ eventId: guid() }),
    result: obj({ items: list(ScheduleItem) }),
    required: ["eventId"],
    role: "member",
    summary: "List the schedule items that the member bookmarked",
  }),
  create: endpoint({
    ...bookmark,
    method: "POST",
    effect: "set",
    summary: "Bookmark a schedule item",
  }),
  remove: endpoint({ ...bookmark, method: "DELETE", summary: "Remove the bookmark from a schedule item" }),
};
