import type * as z from "zod/mini";
import { bool, date, enumOf, guid, obj, readonly, text } from "../../../models/fields.ts";

export const EmailNotificationType = enumOf(
  "EMAIL_RSVP_CONFIRMATION",
  "EMAIL_NEW_SPOTS_AVAILABLE",
  "EMAIL_EVENT_CANCELATION",
  "EMAIL_UPCOMING_EVENT_REMINDER",
  "EMAIL_ORDER_CONFIRMATION",
  "EMAIL_TICKET_CONFIRMATION",
  "EMAIL_INVOICE",
);
export const PushNotificationType = enumOf(
  "PUSH_EVENT_UPDATED",
  "PUSH_EVENT_CANCELATION",
  "PUSH_UPCOMING_EVENT_REMINDER",
  "PUSH_EVENT_CREATED",
);

const Link = obj({ display: bool(), linkText: text({ maxLength: 60 }) });

/** One type of email to guests: whether and when it is sent, and its text. */
const EmailNotification = obj({
  notificationType: readonly(EmailNotificationType),
  template: obj({
    subject: text({ minLength: 1, maxLength: 100 }),
    body: text({ minLength: 1, maxLength: 1000 }),
    descriptionLink: Link,
    calendarLink: Link,
    onlineConferencingLink: Link,
    includeTickets: bool(),
  }),
  reminderTime: enumOf(
    "INSTANT",
    "BEFORE_1_DAY",
    "BEFORE_3_DAYS",
    "BEFORE_1_WEEK",
    "BEFORE_1_HOUR",
    "BEFORE_30_MINUTES",
  ),
  sendingEnabled: bool(),
});

/** The email notifications of an event; the id is that of the event. */
export const NotificationConfig = obj({
  id: guid(),
  revision: text(),
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
  rsvpConfirmation: EmailNotification,
  newSpotsAvailable: EmailNotification,
  eventCancelation: EmailNotification,
  upcomingEventReminder: EmailNotification,
  orderConfirmation: EmailNotification,
  ticketConfirmation: EmailNotification,
  invoice: EmailNotification,
  orderConfirmationWithTicketsLink: EmailNotification,
});
export interface NotificationConfig extends z.input<typeof NotificationConfig> {}
