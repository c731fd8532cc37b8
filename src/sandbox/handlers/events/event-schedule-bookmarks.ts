import type { Handlers } from "../../../api/endpoint.ts";
import type { eventScheduleBookmarks as endpoints } from "../../../api/services/events/event-schedule.ts";
import type { Tx } from "../../kernel/tx.ts";
import { bookmarks, noItem, publishedItems } from "../../services/events/schedule.ts";
import { eventOf } from "../../services/events/tables.ts";

/** Bookmarks of members in event schedules. Callers with an API key have their own bookmarks. */
export const eventScheduleBookmarks: Handlers<typeof endpoints, Tx> = {
  list(tx, { eventId }) {
    const own = tx.each(bookmarks, { memberId: memberOf(tx), eventId: eventOf(tx, eventId).id });
    const items = [...own].flatMap(({ itemId }) => tx.get(publishedItems, itemId) ?? []);
    const startOf = ({ timeSlot }: (typeof items)[number]) => timeSlot.start ?? "";
    return { items: items.sort((one, other) => (startOf(one) < startOf(other) ? -1 : 1)) };
  },
  create(tx, { eventId, itemId }) {
    const item = tx.get(publishedItems, itemId ?? "");
    if (!item || item.eventId !== eventOf(tx, eventId).id) throw noItem(itemId);
    const memberId = memberOf(tx);
    const id = `${memberId}:${item.id}`;
    tx.put(bookmarks, id, { id, memberId, eventId: item.eventId, itemId: item.id });
    return {};
  },
  remove(tx, { itemId }) {
    tx.remove(bookmarks, `${memberOf(tx)}:${itemId}`);
    return {};
  },
};

const memberOf = ({ caller }: Tx) => caller.memberId ?? "owner";
