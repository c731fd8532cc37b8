import { guid, obj } from "../api/models/fields.ts";
import { type Event, events } from "../api/services/events.ts";
import {
  eventOrders,
  Ticket,
  type TicketDefinitionV3,
  ticketDefinitions,
  tickets,
} from "../api/services/tickets.ts";
import { eventOfParts, partsOfEvent } from "../resources/events/parts.ts";
import { wholeGroups } from "../resources/events/read.ts";
import { ticketEventId } from "../resources/tickets/code.ts";
import type { Reference } from "./references.ts";

import { fieldsExcept, regular, type ShopObject, shopObject } from "./shop-object.ts";

/** The groups of fields of events that are copied into a sandbox. */
const copiedGroups = [
  ...["DETAILS", "TEXTS", "REGISTRATION", "FORM", "DASHBOARD", "SEO_SETTINGS", "AGENDA", "CATEGORIES"],
  ...["CUSTOMIZABLE_TICKETS", "BADGES"],
];

const ofEvent: readonly Reference[] = [{ id: "eventId", name: "event", to: () => "event" }];

/** Fields of a ticket type that follow from its event, its sales or the clock. */
const derived = [
  ...["actualLimit", "saleStatus", "salesDetails", "eventDetails", "seatingDetails"],
  ...["limited", "limitPerCheckout"],
];

const ticketApart = ["checkInUrl", "ticketDefinitionId", "ticketPdf", "walletPasses", "passes"];

const withoutEvent = "whose event was not copied";

/** A ticket with its event, which the platform has in the address of its check-in only. */
const TicketOfEvent = obj({ eventId: guid(), ticket: Ticket });

/** Events, ticket types, orders of tickets, and sold tickets. */
export const eventObjects: readonly ShopObject[] = [
  // Drafts included. Their texts are on pages that everyone can read.
  shopObject<Event>({
    kind: "event",
    domain: "events",
    noun: "event",
    list: {
      endpoint: events.query,
      keyed: true,
      input: { query: {}, fields: [...wholeGroups], includeDrafts: true },
    },
    key: ["slug"],
    unique: true,
    apart: ["publishedDate", "userId"],
    // What files of events have. The status says what does not follow from the clock.
    content(event) {
      const { slug, status, dateAndTimeSettings, detailedDescription } = event;
      const isSeries = Boolean(dateAndTimeSettings?.recurringEvents?.categoryId);
      const currency = event.registration?.tickets?.currency;
      const readOnly = {
        ...(isSeries && { series: true }),
        ...(detailedDescription && { detailedDescription }),
      };
      return {
        ...eventOfParts(partsOfEvent(event)),
        slug,
        status: status === "DRAFT" || status === "CANCELED" ? status : "PUBLISHED",
        ...(currency && { currency }),
        ...(Object.keys(readOnly).length > 0 && { readOnly }),
      };
    },
    losses: {
      series: "series of events (each of their events is created by itself)",
      detailedDescription: "detailed descriptions of events, which the platform has replaced",
    },
    copy: {
      limited: true,
      list: {
        endpoint: events.query,
        input: { query: {}, fields: copiedGroups, includeDrafts: true },
        keyed: true,
      },
    },
  }),
  shopObject<TicketDefinitionV3>({
    // After the events, and deleted before them.
    ...regular(ticketDefinitions, 9),
    domain: "tickets",
    noun: "ticket type",
    key: ["event", "name"],
    apart: ["eventId"],
    content(definition) {
      const { description, policyText, pricingMethod } = definition;
      const { pricingType, free, ...pricing } = pricingMethod ?? {};
      return {
        ...fieldsExcept(definition, [...derived, "description", "policyText"]),
        ...(description && { description }),
        ...(policyText && { policyText }),
        pricingMethod: pricing,
      };
    },
    references: ofEvent,
    copy: {
      leftOut: withoutEvent,
      list: {
        endpoint: ticketDefinitions.query,
        input: { query: {}, fields: ["SALES_DETAILS"] },
      },
    },
  }),
  shopObject({
    kind: "ticketOrder",
    domain: "tickets",
    noun: "ticket order",
    list: {
      endpoint: eventOrders.list,
      input: { fieldset: ["DETAILS", "FORM", "INVOICE"] },
    },
    copy: {
      leftOut: withoutEvent,
      limited: true,
    },
  }),
  shopObject<Ticket>({
    kind: "ticket",
    domain: "tickets",
    noun: "sold ticket",
    list: { endpoint: tickets.list, input: { fieldset: ["GUEST_DETAILS"] } },
    id: "ticketNumber",
    key: ["ticketNumber"],
    unique: true,
    apart: ticketApart,
    content: (ticket) => ({ ...fieldsExcept(ticket, ticketApart), eventId: ticketEventId(ticket) ?? "" }),
    references: ofEvent,
    copy: {
      model: TicketOfEvent,
      leftOut: withoutEvent,
      limited: true,
      list: {
        endpoint: tickets.list,
        input: { fieldset: ["GUEST_DETAILS", "TICKET_DETAILS", "GUEST_FORM"] },
      },
      complete: () => (found) => found.map((ticket) => ({ eventId: ticketEventId(ticket), ticket })),
    },
  }),
];
