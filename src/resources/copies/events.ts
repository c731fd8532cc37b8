import type { Call } from "../../api/caller.ts";
import { guid, obj } from "../../api/models/fields.ts";
import { Event } from "../../api/services/events/models/event.ts";
import { eventOrders } from "../../api/services/tickets/event-orders.ts";
import { TicketDefinitionV3 } from "../../api/services/tickets/models/ticket-definition-v3.ts";
import { Ticket, TicketOrder } from "../../api/services/tickets/models/ticket-order.ts";
import { eventKind } from "../events/snapshot-kind.ts";
import type { Entity } from "../snapshot/entities.ts";
import { eventOf } from "../tickets/code.ts";
import { ticketKinds } from "../tickets/snapshot-kinds.ts";
import { seoTexts } from "./catalog-v1.ts";
import { type CopyKind, copyOf } from "./kind.ts";

/** A ticket with its event, which the platform has in the address of its check-in only. */
const OneTicket = obj({ eventId: guid(), ticket: Ticket });

const fields = [
  ...["DETAILS", "TEXTS", "REGISTRATION", "FORM", "DASHBOARD", "SEO_SETTINGS", "AGENDA", "CATEGORIES"],
  ...["CUSTOMIZABLE_TICKETS", "BADGES"],
];
const seat = ["seatId", "sectorName", "areaName", "tableName", "rowNumber", "seatNumber"].concat(
  ...["sectionLabel", "areaLabel", "tableLabel", "rowLabel", "seatLabel", "pricingOptionName"],
);

/** Events and their forms, with the texts that everybody can read on their pages. */
export const eventCopies = (call: Call): CopyKind[] => [
  copyOf(call, eventKind, {
    model: Event,
    input: { query: {}, fields, includeDrafts: true },
    open: [
      ...["title", "shortDescription", "detailedDescription", "description.**", "slug", "location.name"],
      ...["mainImage.**", "dateAndTimeSettings.dateAndTimeTbdMessage", "dateAndTimeSettings.timeZoneId"],
      ...["dateAndTimeSettings.formatted.**", "dateAndTimeSettings.recurringEvents.categoryId"],
      "dateAndTimeSettings.recurringEvents.individualEventDates[].timeZoneId",
      ...["registration.rsvp.confirmationMessages.**", "registration.tickets.confirmationMessages.**"],
      ...["registration.tickets.taxSettings.name", "onlineConferencing.providerName"],
      ...["form.controls[].id", "form.controls[].name", "form.controls[].label"],
      ...["form.controls[].inputs[].name", "form.controls[].inputs[].label"],
      ...["form.controls[].inputs[].options[]", "form.controls[].inputs[].additionalLabels.*"],
      ...["form.controls[].inputs[].labels[].**", "form.messages.**"],
      "form.controls[].inputs[].defaultOptionSelection.placeholderText",
      ...["seoSettings.slug", ...seoTexts("seoSettings.advancedSeoData")],
      ...["categories.categories[].name", "badges.badges[].text"],
    ],
  }),
];

/** Ticket types, orders of tickets, and sold tickets. */
export function ticketCopies(call: Call): CopyKind[] {
  const [definitions, tickets] = ticketKinds;
  if (definitions === undefined || tickets === undefined) return [];
  return [
    copyOf(call, definitions, {
      model: TicketDefinitionV3,
      input: { query: {}, fields: ["SALES_DETAILS"] },
      open: ["name", "description", "policyText", "pricingMethod.pricingOptions.optionDetails[].name"],
    }),
    copyOf(
      call,
      {
        ...{ kind: "ticketOrder", domain: "tickets", name: "ticket orders" },
        ...{ call: "eventOrders.list", endpoint: eventOrders.list },
      },
      {
        model: TicketOrder,
        input: { fieldset: ["DETAILS", "FORM", "INVOICE"] },
        open: [
          ...["orderNumber", "method", "checkoutForm.inputValues[].inputName", "invoice.items[].name"],
          ...["invoice.tax.name", "invoice.items[].tax.name", "paymentDetails.transaction.method"],
          ...["invoice.discount.code", "invoice.discount.name", "invoice.discount.couponId"],
        ],
      },
    ),
    copyOf(call, tickets, {
      model: OneTicket,
      input: { fieldset: ["GUEST_DETAILS", "TICKET_DETAILS", "GUEST_FORM"] },
      open: [
        ...["ticketNumber", "orderNumber", "name", "policy"],
        "guestDetails.form.inputValues[].inputName",
        ...seat.map((field) => `ticketDetails.${field}`),
      ].map((path) => `ticket.${path}`),
      complete: (items: readonly Entity[]) =>
        items.map((ticket) => ({ eventId: eventOf(ticket as Ticket), ticket })),
    }),
  ];
}
