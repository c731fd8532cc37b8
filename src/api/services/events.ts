import { readContract } from "../contract/contract.ts";
import type * as models from "../contract/events.gen.ts";
import document from "../contract/events.json" with { type: "json" };
import type * as sharedTypes from "../contract/models.gen.ts";
import type { Schema } from "../schema.ts";
import { sharedModels } from "./models.ts";

export type * from "../contract/events.gen.ts";
export type * from "../contract/models.gen.ts";

export const contract = readContract(document, sharedModels);

/** The calls of the domain, by service. */
export const {
  events,
  eventsV1,
  eventCategories,
  eventPolicies,
  eventSchedule,
  eventScheduleBookmarks,
  eventForms,
  eventNotifications,
  eventsSettings,
} = contract.services as unknown as models.Services;
export const Event = sharedModels.models.Event as Schema<sharedTypes.Event>;
export type Event = sharedTypes.Event;
export const EventCategory = contract.models.EventCategory as Schema<models.EventCategory>;
export type EventCategory = models.EventCategory;
export const EventField = contract.models.EventField as Schema<models.EventField>;
export type EventField = models.EventField;
export const EventPolicy = contract.models.EventPolicy as Schema<models.EventPolicy>;
export type EventPolicy = models.EventPolicy;
export type LegacyEvent = models.LegacyEvent;
export const EventsSettings = contract.models.EventsSettings as Schema<models.EventsSettings>;
export type EventsSettings = models.EventsSettings;
export const FormResponse = sharedModels.models.FormResponse as Schema<sharedTypes.FormResponse>;
export type FormResponse = sharedTypes.FormResponse;
export const NotificationConfig = contract.models.NotificationConfig as Schema<models.NotificationConfig>;
export type NotificationConfig = models.NotificationConfig;
