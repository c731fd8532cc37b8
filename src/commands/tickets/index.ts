import type { Group } from "../../cli/command.ts";
import { constant, eventArg } from "../../cli/event-reference.ts";
import { filterFlag, interactiveFlag, viewFlag } from "../../cli/flags.ts";
import { listsResource } from "../../cli/generic/resource-verbs.ts";
import { definitions } from "./definitions.ts";
import { paging, ticketOrders } from "./orders.ts";
import { saleVerbs } from "./sale-verbs.ts";

const loadResource = async () => (await import("../../resources/tickets/resource.ts")).ticketResource;

const ticketsArg = {
  name: "[tickets...]",
  describe: "ticket numbers or scanned codes (default: lines from stdin)",
};
const event = { name: "<event>", describe: "event id or slug" };
const newest = (state: string) =>
  `till tickets list raku-night --state ${state} --limit 1 --jq '.items[0].ticketNumber'`;

/** `till tickets …` */
export const tickets: Group = {
  name: "tickets",
  summary: "Sell tickets, manage ticket orders and check guests in",
  screen: true,
  verbs: [
    definitions,
    ticketOrders,
    {
      name: "list",
      summary: "List tickets",
      args: [eventArg("eventId", "[event]")],
      flags: [
        {
          flags: "--order <number>",
          describe: "only tickets of this order (repeatable)",
          repeat: true,
        },
        {
          flags: "--state <state>",
          describe: "ticket state (repeatable): CHECKED_IN, NON_CHECKED_IN, FREE, PAID, …",
          repeat: true,
          parse: constant,
        },
        {
          flags: "--status <status>",
          describe: "order status (repeatable): PAID, PENDING, …",
          repeat: true,
          parse: constant,
        },
        {
          flags: "--search <text>",
          describe: "search by name, email address or number",
        },
        filterFlag,
        viewFlag,
        ...paging,
        interactiveFlag,
      ],
      examples: [
        "till tickets list raku-night # list the sold tickets of an event",
        "till tickets list raku-night --state NON_CHECKED_IN --json # print tickets that are not checked in",
        "till tickets list --filter 'name contains bowl' --all # filter the tickets of all events by name",
      ],
      ...listsResource(loadResource),
    },
    {
      name: "show",
      summary: "Show a ticket with its QR code",
      load: () => import("./show.ts"),
      args: [{ name: "<ticket>", describe: "ticket number or scanned code" }],
      flags: [{ flags: "--png <file>", describe: "also save the QR code as a PNG image" }],
      examples: [
        `${newest("PAID")} | xargs till tickets show # show the latest paid ticket`,
        `${newest("PAID")} | xargs till tickets show --png ticket.png # also save its QR code`,
      ],
    },
    {
      name: "check-in",
      writes: true,
      summary: "Check tickets in by number or scanned code",
      args: [event, ticketsArg],
      examples: [
        `${newest("NON_CHECKED_IN")} | till tickets check-in raku-night # check in each line as it arrives`,
        `${newest("NON_CHECKED_IN")} | till tickets check-in raku-night - --output ndjson # print results as NDJSON for another program`,
      ],
      notes:
        "Prints one result per line, in order: in, already, refused, unknown, or unsure if there was no response (scan it again). Exits 9 if some tickets were not checked in.",
      load: async () => ({ run: (await import("./check-in.ts")).checkIn }),
    },
    {
      name: "door",
      summary: "Check guests in at the door, even without a network",
      args: [event],
      flags: [
        {
          flags: "--sync",
          describe: "send the check-ins that are waiting on this computer, without the screen",
        },
        { flags: "--bell", describe: "ring the terminal's bell when a ticket is not let in" },
      ],
      examples: [
        "till tickets door raku-night # scan tickets on a full-screen page",
        "till tickets door raku-night --sync # send what could not be sent before",
      ],
      notes:
        "The tickets of the event and every check-in are stored on this computer until all is sent. Exits 9 if some are not sent, or if the platform refused a guest who was let in. More: till help guide events",
      load: () => import("./door.ts"),
    },
    {
      name: "undo-check-in",
      writes: true,
      summary: "Undo the check-in of tickets",
      args: [event, ticketsArg],
      examples: [
        `${newest("CHECKED_IN")} | till tickets undo-check-in raku-night # undo a check-in`,
        `${newest("CHECKED_IN")} | xargs till tickets undo-check-in raku-night # pass the number as an argument`,
      ],
      load: async () => ({ run: (await import("./check-in.ts")).undoCheckIn }),
    },
    ...saleVerbs,
  ],
};
