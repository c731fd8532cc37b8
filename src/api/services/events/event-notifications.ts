import { endpoint, service } from "../../endpoint.ts";
import { guid, list, obj, text } from "../../models/fields.ts";
import {
  EmailNotificationType,
  NotificationConfig,
  PushNotificationType,
} from "./models/notification-config.ts";

const config = obj({ notificationConfig: NotificationConfig });
const eventId = guid();
const orderNumber = text({ maxLength: 36 });

/** The notifications to guests of events. */
export const eventNotifications = service("eventNotifications", {
  resolveConfig: endpoint(
    "GET /events-notifications/v2/notification-configs/resolve/{notificationConfigId}",
    {
      input: obj({ notificationConfigId: guid() }),
      result: config,
      role: "admin",
      summary: "Get the notification settings of an event, including defaults",
    },
  ),
  upsertConfig: endpoint("POST /events-notifications/v2/notification-configs/{notificationConfig.id}", {
    input: config,
    result: config,
    effect: "set",
    summary: "Update the notification settings of an event",
  }),
  trigger: endpoint("POST /events-notifications/v2/notifications/trigger", {
    alternatives: ["/events/v2/notifications/trigger"],
    input: obj({
      emailNotificationType: EmailNotificationType,
      pushNotificationType: PushNotificationType,
      rsvpGuest: obj({ eventId, rsvpId: guid() }),
      orderGuest: obj({ eventId, orderNumber }),
      eventGuests: obj({ eventId }),
      ticketGuest: obj({
        eventId,
        orderNumber,
        ticketNumber: list(text({ maxLength: 36 }), { minSize: 1, maxSize: 100 }),
      }),
    }),
    result: obj({}),
    requiredOneOf: [
      ["emailNotificationType", "pushNotificationType"],
      ["rsvpGuest", "orderGuest", "eventGuests", "ticketGuest"],
    ],
    summary: "Send a notification to the guests of an event",
  }),
});
