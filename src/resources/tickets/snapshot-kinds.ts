import type { TicketDefinitionV3 } from "../../api/services/tickets/models/ticket-definition-v3.ts";
import type { Ticket } from "../../api/services/tickets/models/ticket-order.ts";
import { ticketDefinitions } from "../../api/services/tickets/ticket-definitions.ts";
import { tickets } from "../../api/services/tickets/tickets.ts";
import { type Entity, type EntityKind, fieldsExcept } from "../snapshot/entities.ts";
import type { Reference } from "../snapshot/references.ts";
import { eventOf } from "./code.ts";

const ofEvent: readonly Reference[] = [{ id: "eventId", name: "event", to: () => "event" }];
const ticketApart = ["checkInUrl", "ticketDefinitionId", "ticketPdf", "walletPasses", "passes"];

/** Fields of a ticket type that follow from its event, its sales or the clock. */
const derived = [
  ...["actualLimit", "saleStatus", "salesDetails", "eventDetails", "seatingDetails"],
  ...["limited", "limitPerCheckout"],
];

/** Ticket types, and sold tickets; both refer to their event by its slug. */
export const ticketKinds: readonly EntityKind[] = [
  {
    kind: "ticketDefinition",
    domain: "tickets",
    name: "ticket types",
    call: "ticketDefinitions.query",
    endpoint: ticketDefinitions.query,
    input: { query: {} },
    apart: ["eventId"],
    content(one) {
      const { description, policyText, pricingMethod } = one as TicketDefinitionV3;
      const { pricingType: _, free: __, ...pricing } = pricingMethod ?? {};
      return {
        ...fieldsExcept(one, [...derived, "description", "policyText"]),
        ...(description && { description }),
        ...(policyText && { policyText }),
        pricingMethod: pricing,
      };
    },
    references: ofEvent,
  },
  {
    kind: "ticket",
    domain: "tickets",
    name: "sold tickets",
    call: "tickets.list",
    endpoint: tickets.list,
    input: { fieldset: ["GUEST_DETAILS"] },
    id: "ticketNumber",
    apart: ticketApart,
    content: (one: Entity) => ({
      ...fieldsExcept(one, ticketApart),
      eventId: eventOf(one as Ticket) ?? "",
    }),
    references: ofEvent,
  },
];
