import type { ServiceLoader } from "../../registry.ts";

/** The doors of events and of what belongs to them; tickets and guests have theirs elsewhere. */
export const eventServices: readonly ServiceLoader[] = [
  {
    name: "events",
    prefixes: ["/events/v3"],
    async load() {
      const { events: endpoints } = await import("../../../api/services/events/events.ts");
      const { events: handlers, eventsDue: due } = await import("./handlers/events.ts");
      return { endpoints, handlers, due };
    },
  },
  {
    name: "eventCategories",
    prefixes: ["/events/v1/categories", "/events/v1/bulk/categories", "/events/v1/bulk-async/categories"],
    async load() {
      const { eventCategories: endpoints } = await import("../../../api/services/events/event-categories.ts");
      const { eventCategories: handlers } = await import("./handlers/event-categories.ts");
      return { endpoints, handlers };
    },
  },
  {
    name: "eventPolicies",
    prefixes: ["/events-policies", "/events/v2/policies"],
    async load() {
      const { eventPolicies: endpoints } = await import("../../../api/services/events/event-policies.ts");
      const { eventPolicies: handlers } = await import("./handlers/event-policies.ts");
      return { endpoints, handlers };
    },
  },
  {
    name: "eventSchedule",
    prefixes: ["/events/v1/schedule"],
    async load() {
      const { eventSchedule: endpoints } = await import("../../../api/services/events/event-schedule.ts");
      const { eventSchedule: handlers } = await import("./handlers/event-schedule.ts");
      return { endpoints, handlers };
    },
  },
  {
    name: "eventScheduleBookmarks",
    prefixes: ["/events/v1/schedule"],
    async load() {
      const { eventScheduleBookmarks: endpoints } = await import(
        "../../../api/services/events/event-schedule-bookmarks.ts"
      );
      const { eventScheduleBookmarks: handlers } = await import("./handlers/event-schedule-bookmarks.ts");
      return { endpoints, handlers };
    },
  },
  {
    name: "eventForms",
    prefixes: ["/events/v1/events"],
    async load() {
      const { eventForms: endpoints } = await import("../../../api/services/events/event-forms.ts");
      const { eventForms: handlers } = await import("./handlers/event-forms.ts");
      return { endpoints, handlers };
    },
  },
  {
    name: "eventNotifications",
    prefixes: ["/events-notifications", "/events/v2/notifications"],
    async load() {
      const { eventNotifications: endpoints } = await import(
        "../../../api/services/events/event-notifications.ts"
      );
      const { eventNotifications: handlers } = await import("./handlers/event-notifications.ts");
      return { endpoints, handlers };
    },
  },
  {
    name: "eventStaffMembers",
    prefixes: ["/events/v1/staff-members"],
    async load() {
      const { eventStaffMembers: endpoints } = await import(
        "../../../api/services/staff/event-staff-members.ts"
      );
      const { eventStaffMembers: handlers } = await import("../staff/handlers/event-staff-members.ts");
      return { endpoints, handlers };
    },
  },
  {
    name: "eventsSettings",
    prefixes: ["/events/v1/settings"],
    async load() {
      const { eventsSettings: endpoints } = await import("../../../api/services/events/events-settings.ts");
      const { eventsSettings: handlers } = await import("./handlers/events-settings.ts");
      return { endpoints, handlers };
    },
  },
];
