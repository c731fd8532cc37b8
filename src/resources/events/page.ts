import type { Call } from "../../api/caller.ts";
import { pages } from "../../api/query/pages.ts";
import type { Event } from "../../api/services/events/events.ts";
import {
  type TicketDefinitionV3 as TicketDefinition,
  ticketDefinitions,
} from "../../api/services/tickets/ticket-definitions.ts";
import { columnsOf } from "../../output/field.ts";
import type { Page } from "../resource.ts";
import { type Section, tableSection } from "../sections.ts";
import { saleWords, ticketMoney } from "../tickets/words.ts";

/** Reads the ticket types of an event, for its page on the screen: sales against capacity. */
export async function eventPage(call: Call, event: Event): Promise<Page<Event>> {
  const { registration, summaries } = event;
  const sections: Section[] = [];
  if (registration?.type === "TICKETING" || registration?.type === "RSVP_AND_TICKETING") {
    const found: TicketDefinition[] = [];
    const input = { query: { filter: { eventId: event.id } }, fields: ["SALES_DETAILS"] };
    for await (const one of pages<TicketDefinition>(call, ticketDefinitions.query, input, { id: "id" }))
      found.push(one);
    if (found.length > 0) sections.push(tableSection("Tickets sold", ticketColumns, found, soldShare));
  }
  const { limit } = registration?.rsvp ?? {};
  const { yesCount, waitlistCount } = summaries?.rsvps ?? {};
  if (summaries?.rsvps) {
    const row = { guests: yesCount ?? 0, limit: limit ?? undefined, waiting: waitlistCount ?? 0 };
    sections.push(tableSection("Guests", guestColumns, [row], (one) => one.limit && one.guests / one.limit));
  }
  return { row: event, sections };
}

const ofCapacity = (count: number, capacity: number | undefined) =>
  capacity === undefined ? String(count) : `${count} of ${capacity}`;

const capacityOf = ({ initialLimit, limited }: TicketDefinition) =>
  limited === false || typeof initialLimit !== "number" ? undefined : initialLimit;

const soldOf = ({ salesDetails }: TicketDefinition) => salesDetails?.soldCount ?? 0;

const ticketColumns = columnsOf<TicketDefinition>({
  type: { path: "name" },
  price: {
    path: "pricingMethod.fixedPrice.value",
    as: "money",
    words: ({ pricingMethod }) => [ticketMoney(pricingMethod?.fixedPrice).split(" ")[0] ?? ""],
  },
  sold: { value: (one) => ofCapacity(soldOf(one), capacityOf(one)), align: "right" },
  saleStatus: {
    label: "Sale",
    words: ({ salesDetails, saleStatus }) =>
      salesDetails?.soldOut ? ["sold out", "bad"] : (saleWords[saleStatus ?? ""] ?? [""]),
  },
});

function soldShare(one: TicketDefinition): number | undefined {
  const capacity = capacityOf(one);
  return capacity ? soldOf(one) / capacity : undefined;
}

interface Guests {
  guests: number;
  limit: number | undefined;
  waiting: number;
}

const guestColumns = columnsOf<Guests>({
  coming: { value: ({ guests, limit }) => ofCapacity(guests, limit), align: "right" },
  waiting: { as: "number" },
});
