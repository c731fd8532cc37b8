import type { ServiceLoader } from "../../registry.ts";

/** The doors of those who come: RSVPs and guests. */
export const guestServices: readonly ServiceLoader[] = [
  {
    name: "rsvps",
    prefixes: ["/events/v2/rsvps", "/events/v2/bulk/rsvps"],
    async load() {
      const { rsvps: endpoints } = await import("../../../api/services/guests/rsvp.ts");
      const { rsvps: handlers } = await import("./handlers/rsvp.ts");
      return { endpoints, handlers };
    },
  },
  {
    name: "eventGuests",
    prefixes: ["/events/v2/guests", "/events-guests"],
    async load() {
      const { eventGuests: endpoints } = await import("../../../api/services/guests/event-guests.ts");
      const { eventGuests: handlers } = await import("./handlers/event-guests.ts");
      return { endpoints, handlers };
    },
  },
];
