import { ticketDefinitions } from "../../api/services/tickets/ticket-definitions.ts";
import { genericWriter, type Writer } from "../snapshot/write/writer.ts";

/** How ticket types are written. Sold tickets never are. */
export const ticketWriters: readonly Writer[] = [
  {
    kind: "ticketDefinition",
    noun: "ticket type",
    // After the events, and deleted before them.
    phase: () => 9,
    ...genericWriter("ticketDefinitions", ticketDefinitions, "ticketDefinition"),
  },
];
