import type * as z from "zod/mini";
import { endpoint, pagedBy, service } from "../../endpoint.ts";
import { bool, date, enumOf, guid, list, obj, readonly, text } from "../../models/fields.ts";
import { PagingMetadata, Query } from "../../models/query.ts";

/** The field groups of the event settings, which are returned on request only. */
const EventsSettingsField = enumOf(
  "APP_STATE",
  "SITE_INFO",
  "EVENTS_INFO",
  "SERVICE_FEE_SETTINGS",
  "PAYMENT_SETTINGS",
  "SITE_SETTINGS",
  "EVENT_BADGES_SETTINGS",
  "SITE_PROPERTIES",
  "EVENT_PAGES",
  "APP_FEATURES",
  "BUYER_FORM",
);

/** The event settings of a site. */
export const EventsSettings = obj({
  id: readonly(guid()),
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
  revision: readonly(text()),
  siteInfo: readonly(
    obj({
      locale: text(),
      language: text({ format: "LANGUAGE" }),
      premiumFeatures: list(enumOf("SELL_TICKETS", "INCLUDE_URL_IN_EMAIL", "HIDE_FOOTER_IN_EMAIL")),
    }),
  ),
  eventsInfo: readonly(
    obj({ firstEventCreated: bool(), sellingTickets: bool(), sellingPaidTickets: bool() }),
  ),
  serviceFeeSettings: readonly(obj({ serviceFeeEnabled: bool() })),
  paymentSettings: obj({
    ticketSalesEnabled: readonly(bool()),
    activePaymentMethods: list(obj({ methodId: text({ maxLength: 20 }) }), { readonly: true }),
    couponsAccepted: readonly(bool()),
    giftCardsAccepted: readonly(bool()),
    delayedPaymentCaptureSettings: obj({ enabled: bool() }),
  }),
});
export interface EventsSettings extends z.input<typeof EventsSettings> {}

const settings = obj({ eventsSettings: EventsSettings });

/** The event settings of a site. */
export const eventsSettings = service("eventsSettings", {
  get: endpoint("GET /events/v1/settings", {
    path: "/v1/events-settings",
    input: obj({ fields: list(EventsSettingsField, { maxSize: 11 }) }),
    result: settings,
    summary: "Get the event settings of the site",
  }),
  update: endpoint("PATCH /events/v1/settings/{eventsSettings.id}", {
    path: "/v1/events-settings/{eventsSettings.id}",
    input: obj({ eventsSettings: EventsSettings, fields: list(EventsSettingsField, { maxSize: 6 }) }),
    result: settings,
    required: ["eventsSettings.id", "eventsSettings.revision"],
    readBack: "/events/v1/settings",
    summary: "Update the event settings of the site",
  }),
});

const EmailNotificationType = enumOf(
  "EMAIL_RSVP_CONFIRMATION",
  "EMAIL_NEW_SPOTS_AVAILABLE",
  "EMAIL_EVENT_CANCELATION",
  "EMAIL_UPCOMING_EVENT_REMINDER",
  "EMAIL_ORDER_CONFIRMATION",
  "EMAIL_TICKET_CONFIRMATION",
  "EMAIL_INVOICE",
);
const PushNotificationType = enumOf(
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
    once: true,
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

/** A policy that ticket buyers agree to, such as refund terms. */
export const EventPolicy = obj({
  id: readonly(guid()),
  revision: readonly(text()),
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
  name: text({ minLength: 1, maxLength: 40 }),
  body: text({ minLength: 1, maxLength: 50000 }),
  eventId: guid(),
});
export interface EventPolicy extends z.input<typeof EventPolicy> {}

const policyId = guid();
const policy = obj({ policy: EventPolicy });

/** The policies of ticketed events. */
export const eventPolicies = service("eventPolicies", {
  create: endpoint("POST /events-policies/v2/policies", {
    alternatives: ["/events/v2/policies"],
    input: policy,
    result: policy,
    required: ["policy.name", "policy.body", "policy.eventId"],
    summary: "Add a policy to an event",
  }),
  update: endpoint("PATCH /events-policies/v2/policies/{policy.id}", {
    alternatives: ["/events/v2/policies/{policy.id}"],
    input: policy,
    result: policy,
    required: ["policy.id", "policy.revision"],
    summary: "Update a policy",
  }),
  remove: endpoint("DELETE /events-policies/v2/policies/{policyId}", {
    alternatives: ["/events/v2/policies/{policyId}"],
    input: obj({ policyId }),
    result: obj({}),
    summary: "Delete a policy",
  }),
  query: endpoint("POST /events-policies/v2/policies/query", {
    alternatives: ["/events/v2/policies/query"],
    input: obj({ query: Query }),
    result: obj({ policies: list(EventPolicy), metadata: PagingMetadata }),
    ...pagedBy("cursor", "policies", "metadata", 100),
    summary: "List policies that match a query",
  }),
  reorder: endpoint("POST /events-policies/v2/policies/reorder", {
    alternatives: ["/events/v2/policies/reorder"],
    input: obj(
      { beforePolicyId: guid(), afterPolicyId: guid(), eventId: guid(), policyId },
      { oneOf: [["beforePolicyId", "afterPolicyId"]] },
    ),
    result: obj({ policies: list(EventPolicy) }),
    required: ["eventId", "policyId"],
    effect: "set",
    summary: "Reorder the policies of an event",
  }),
  get: endpoint("GET /events-policies/v2/policies/{policyId}", {
    alternatives: ["/events/v2/policies/{policyId}"],
    input: obj({ policyId }),
    result: policy,
    summary: "Get a policy",
  }),
});
