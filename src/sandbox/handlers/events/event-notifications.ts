import type { Handlers } from "../../../api/endpoint.ts";
import type { eventNotifications as endpoints } from "../../../api/services/events/event-settings.ts";
import { checkRevision, insertEntity, newEntity, replaceEntity } from "../../kernel/documents/entities.ts";
import type { Tx } from "../../kernel/tx.ts";
import { configKind, resolvedConfig } from "../../services/events/notifications.ts";
import { patched } from "../../services/events/patch.ts";
import { eventOf } from "../../services/events/tables.ts";

/** Notifications to guests of events. The sandbox validates them but sends nothing. */
export const eventNotifications: Handlers<typeof endpoints, Tx> = {
  resolveConfig: (tx, { notificationConfigId }) => ({
    notificationConfig: resolvedConfig(tx, eventOf(tx, notificationConfigId).id),
  }),
  upsertConfig(tx, { notificationConfig }) {
    const { id: given, revision, createdDate: _, updatedDate: __, ...change } = notificationConfig ?? {};
    const { id } = eventOf(tx, given);
    const before = tx.get(configKind.table, id);
    if (before && revision) checkRevision(before, revision, configKind.name);
    if (before) replaceEntity(tx, configKind, patched(before, change));
    else insertEntity(tx, configKind, { ...patched({}, change), ...newEntity(tx, id) });
    return { notificationConfig: resolvedConfig(tx, id) };
  },
  trigger(tx, { eventGuests, rsvpGuest, orderGuest, ticketGuest }) {
    const guests = eventGuests ?? rsvpGuest ?? orderGuest ?? ticketGuest;
    eventOf(tx, guests?.eventId);
    return {};
  },
};
