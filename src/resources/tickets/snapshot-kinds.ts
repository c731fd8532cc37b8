import type { Call } from "../../api/caller.ts";
import type { Ticket } from "../../api/services/tickets/models/ticket-order.ts";
import { ticketDefinitions } from "../../api/services/tickets/ticket-definitions.ts";
import { tickets } from "../../api/services/tickets/tickets.ts";
import { eventsById } from "../events/read.ts";
import { type Entity, type EntityKind, fieldsExcept } from "../snapshot/entities.ts";
import { eventOf } from "./code.ts";

/** Ticket types, and sold tickets; both refer to their event by its slug. */
export function ticketKinds(call: Call): EntityKind[] {
  const slugs = new Map<string, Promise<string>>();
  const slugOf = (id: string) => {
    const known = slugs.get(id) ?? eventsById(call, [id]).then((found) => found.get(id)?.slug ?? id);
    slugs.set(id, known);
    return known;
  };
  const definitionApart = ["eventId"];
  const ticketApart = ["checkInUrl", "ticketDefinitionId", "ticketPdf", "walletPasses", "passes"];
  return [
    {
      kind: "ticketDefinition",
      domain: "tickets",
      name: "ticket types",
      call: "ticketDefinitions.query",
      endpoint: ticketDefinitions.query,
      input: { query: {} },
      apart: definitionApart,
      content: async (one: Entity) => ({
        ...fieldsExcept(one, [
          ...definitionApart,
          "actualLimit",
          "saleStatus",
          "salesDetails",
          "eventDetails",
        ]),
        event: await slugOf(String(one.eventId ?? "")),
      }),
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
      content: async (one: Entity) => ({
        ...fieldsExcept(one, ticketApart),
        event: await slugOf(eventOf(one as Ticket) ?? ""),
      }),
    },
  ];
}
