import type { ServiceLoader } from "../../registry.ts";

/** The doors of tickets: kinds, reservations, checkout, orders, and the tickets themselves. */
export const ticketServices: readonly ServiceLoader[] = [
  {
    name: "ticketDefinitions",
    prefixes: [
      "/events-ticket-definitions",
      "/events/v3/ticket-definitions",
      "/events/v3/bulk/ticket-definitions",
    ],
    async load() {
      const { ticketDefinitions: endpoints } = await import(
        "../../../api/services/tickets/ticket-definitions.ts"
      );
      const { ticketDefinitions: handlers, ticketDefinitionsDue: due } = await import(
        "./handlers/ticket-definitions.ts"
      );
      return { endpoints, handlers, due };
    },
  },
  {
    name: "ticketReservations",
    prefixes: ["/events/v1/ticket-reservations", "/events/v1/bulk/ticket-reservations"],
    async load() {
      const { ticketReservations: endpoints } = await import(
        "../../../api/services/tickets/ticket-reservations.ts"
      );
      const { ticketReservations: handlers, ticketReservationsDue: due } = await import(
        "./handlers/ticket-reservations.ts"
      );
      return { endpoints, handlers, due };
    },
  },
  {
    name: "tickets",
    prefixes: ["/events/v1/tickets"],
    async load() {
      const { tickets: endpoints } = await import("../../../api/services/tickets/tickets.ts");
      const { tickets: handlers } = await import("./handlers/tickets.ts");
      return { endpoints, handlers };
    },
  },
  {
    name: "eventOrders",
    prefixes: ["/events/v1/orders", "/events/v1/events"],
    async load() {
      const { eventOrders: endpoints } = await import("../../../api/services/tickets/event-orders.ts");
      const { eventOrders: handlers } = await import("./handlers/event-orders.ts");
      const { eventOrdersDue: due } = await import("./capture.ts");
      return { endpoints, handlers, due };
    },
  },
  {
    name: "eventCheckout",
    prefixes: ["/events/v1/checkout", "/events/v1/pos-checkout"],
    async load() {
      const { eventCheckout: endpoints } = await import("../../../api/services/tickets/event-checkout.ts");
      const { eventCheckout: handlers } = await import("./handlers/event-checkout.ts");
      return { endpoints, handlers };
    },
  },
];
