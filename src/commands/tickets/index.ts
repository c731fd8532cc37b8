import type { Group, Unnamed } from "../../cli/command.ts";
import { constant, eventArg, inEventZone, withValue } from "../../cli/event-reference.ts";
import { filterFlag, interactiveFlag, localFlag, viewFlag, wholeNumber } from "../../cli/flags.ts";
import type { FieldFlag, PrepareOptions } from "../../cli/generic/generic-resource.ts";
import {
  createVerb,
  deleteVerb,
  genericGroup,
  getVerb,
  listVerb,
  updateVerb,
} from "../../cli/generic/generic-verbs.ts";
import { listsResource } from "../../cli/generic/resource-verbs.ts";
import { saleWords } from "../../resources/tickets/sale-words.ts";
import { paging, saleVerbs, ticketOrders } from "./orders.ts";

const definition = { name: "<ticket>", describe: "id or name" };
const whole = "ticketDefinition";
const zone = "eventDetails.dateAndTimeSettings.timeZoneId";
const sale: readonly FieldFlag[] = [
  {
    flags: "--from <time>",
    field: "salePeriod.startDate",
    describe: "start of sale, in the event's time zone",
  },
  { flags: "--until <time>", field: "salePeriod.endDate", describe: "end of sale, in the event's time zone" },
];
const idAt = (index: number) => `till tickets definitions list raku-night --jq ".items[${index}].id"`;
const groups = { fields: ["SALES_DETAILS", "EVENT_DETAILS"] };

/** Completes the input: the event's currency, fee constants, and times in the event's time zone. */
async function completeInput(input: unknown, options: PrepareOptions): Promise<unknown> {
  const definitionInput = (input as { ticketDefinition: Record<string, unknown> }).ticketDefinition;
  const pricing = definitionInput.pricingMethod as
    | Record<string, { value?: string; currency?: string }>
    | undefined;
  const money = [pricing?.fixedPrice, pricing?.guestPrice].find((one) => one && one.currency === undefined);
  const eventId = definitionInput.eventId ?? options.before?.eventId;
  let completed = withValue(input, [whole, "eventId"], eventId);
  if (typeof definitionInput.feeType === "string")
    completed = withValue(completed, [whole, "feeType"], constant(definitionInput.feeType));
  if (money) {
    const { findEvent } = await import("../../resources/events/read.ts");
    const { registration } = await findEvent(options.call, String(eventId), ["REGISTRATION"]);
    money.currency = registration?.tickets?.currency ?? "USD";
  }
  return await inEventZone(`${whole}.eventId`, {
    [`${whole}.salePeriod.startDate`]: "--from",
    [`${whole}.salePeriod.endDate`]: "--until",
  })(completed, options);
}

/** `till tickets definitions …` */
const definitions = genericGroup({
  name: "definitions",
  service: "ticketDefinitions",
  singular: "ticket type",
  kind: whole,
  reference: definition,
  matchKeys: ["name"],
  fields: {
    eventId: { filter: "text" },
    id: { filter: "text" },
    name: { grow: true, filter: "text" },
    hidden: { filter: "boolean" },
    initialLimit: { label: "Limit", as: "number", filter: "number" },
    saleStatus: { label: "Sale", words: saleWords, filter: ["SALE_SCHEDULED", "SALE_STARTED", "SALE_ENDED"] },
    feeType: {
      label: "Fee",
      words: {
        FEE_INCLUDED: ["included"],
        FEE_ADDED_AT_CHECKOUT: ["added at checkout"],
        NO_FEE: ["none"],
      },
      filter: ["FEE_INCLUDED", "FEE_ADDED_AT_CHECKOUT", "NO_FEE"],
    },
    "pricingMethod.pricingType": { label: "Pricing", filter: ["STANDARD", "DONATION"] },
    createdDate: { filter: "date" },
    updatedDate: { filter: "date" },
    event: { path: "eventDetails.title" },
    price: {
      path: "pricingMethod.fixedPrice.value",
      as: "money",
      currency: "pricingMethod.fixedPrice.currency",
    },
    minimumPrice: {
      path: "pricingMethod.guestPrice.value",
      heading: "MINIMUM",
      as: "money",
      currency: "pricingMethod.guestPrice.currency",
    },
    sold: { path: "salesDetails.soldCount", as: "number" },
    reserved: { path: "salesDetails.reservedCount" },
    soldFrom: { path: "salePeriod.startDate", zone },
    soldUntil: { path: "salePeriod.endDate", zone },
    description: {},
    policyText: { label: "Policy" },
    revision: {},
  },
  list: "name price minimumPrice feeType initialLimit sold saleStatus hidden event id",
  get: "name id event pricingMethod.pricingType price minimumPrice feeType initialLimit sold reserved saleStatus soldFrom soldUntil hidden description policyText revision",
  flags: [
    { flags: "--name <text>", field: "name", describe: "name" },
    {
      flags: "--price <amount>",
      field: "pricingMethod.fixedPrice.value",
      describe: "price; 0 for a free ticket",
    },
    {
      flags: "--donation <amount>",
      field: "pricingMethod.guestPrice.value",
      describe: "minimum price if buyers choose the price",
    },
    {
      flags: "--fee <kind>",
      field: "feeType",
      describe: "who pays Wix's fee",
      choices: ["fee-included", "fee-added-at-checkout", "no-fee"],
    },
    {
      flags: "--tickets <n>",
      field: "initialLimit",
      describe: "number of tickets",
      parse: wholeNumber("--tickets", 1),
    },
    { flags: "--description <text>", field: "description", describe: "description" },
    { flags: "--policy <text>", field: "policyText", describe: "policy printed on the ticket" },
    { flags: "--hidden", field: "hidden", describe: "hide it from visitors" },
    ...sale,
  ],
  verbs: (resource) => [
    {
      ...listVerb(resource, [
        "till tickets definitions list raku-night # list the ticket types of an event",
        'till tickets definitions list --filter "saleStatus = SALE_STARTED" --json # print ticket types on sale',
      ]),
      args: [eventArg("eventId", "[event]")],
      defaults: groups,
    },
    {
      ...getVerb(resource, [
        'till tickets definitions get "Two bowls" # show it by name',
        'till tickets definitions get "Two bowls" --jq .salesDetails.unsoldCount # how many are left',
      ]),
      defaults: groups,
    },
    {
      ...createVerb(resource, [
        "till tickets definitions create raku-night --name Helper --price 8 --fee fee-included --tickets 3 # create three tickets for 8 each",
        "till tickets definitions create raku-night --name Friend --donation 10 --fee fee-included --from 2026-11-01T09:00 --json # create tickets for which buyers choose the price",
      ]),
      args: [eventArg(`${whole}.eventId`)],
      defaults: { ...groups, [whole]: {} },
      prepare: completeInput,
    },
    {
      ...updateVerb(resource, [
        "till tickets definitions update Onlooker --tickets 30 # raise the limit",
        'till tickets definitions update "Two bowls" --price 72.50 --json # change the price',
      ]),
      defaults: groups,
      prepare: completeInput,
    },
    {
      ...updateVerb(resource, [
        "till tickets definitions sale-period Onlooker --from 2026-01-05T18:00 # set the start of sale in the event's time zone",
        'till tickets definitions sale-period "Late seats" --from 2026-11-20T09:00 --json # set it and print JSON',
      ]),
      name: "sale-period",
      summary: "Set the sale period of a ticket type",
      flags: sale,
      defaults: groups,
      prepare: completeInput,
    },
    deleteVerb(resource, [
      'till tickets definitions delete "Kiln fund" # delete it after confirmation; sold tickets stay valid',
      'till tickets definitions delete "Kiln fund" --yes # delete it in a script',
    ]),
    {
      name: "count",
      summary: "Count ticket types",
      call: "count",
      readOnly: true,
      prints: "metadata",
      kind: "count",
      defaults: { filter: {} },
      fields: {
        total: { label: "Ticket types" },
      },
      flags: [
        {
          ...eventArg("filter.eventId"),
          flags: "--event <event>",
          describe: "only ticket types of this event",
        },
      ],
      into: "",
      examples: [
        "till tickets definitions count # count the ticket types of all events",
        "till tickets definitions count --event raku-night --json # count those of one event",
      ],
    },
    {
      name: "reorder",
      summary: "Move a ticket type within its event",
      call: "reorder",
      reads: true,
      args: [{ ...definition, field: "ticketDefinitionId", finds: true }],
      flags: [
        { flags: "--before <id>", field: "beforeDefinitionId", describe: "place it before this ticket type" },
        { flags: "--after <id>", field: "afterDefinitionId", describe: "place it after this ticket type" },
      ],
      into: "",
      prepare: async (input, { before }) => withValue(input, ["eventId"], before?.eventId),
      done: "Moved the ticket type",
      examples: [
        `${idAt(0)} | xargs till tickets definitions reorder Onlooker --before # move it to the top`,
        `${idAt(2)} | xargs till tickets definitions reorder Onlooker --after # move it below the third ticket type`,
      ],
    },
  ],
});

const loadResource = async () => (await import("../../resources/tickets/resource.ts")).ticketResource;

const ticketsArg = {
  name: "[tickets...]",
  describe: "ticket numbers or scanned codes (default: lines from stdin)",
};
const event = { name: "<event>", describe: "event id or slug" };
const newest = (state: string) =>
  `till tickets list raku-night --state ${state} --limit 1 --jq ".items[0].ticketNumber"`;

/** `till tickets …` */
export const tickets: Unnamed<Group> = {
  screen: true,
  verbs: [
    { ...definitions, summary: "Manage the ticket types of events" },
    { ...ticketOrders, summary: "Manage ticket orders and their payments" },
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
        filterFlag("name contains bowl"),
        viewFlag,
        ...paging,
        localFlag,
        interactiveFlag,
      ],
      examples: [
        "till tickets list raku-night # list the sold tickets of an event",
        "till tickets list raku-night --state NON_CHECKED_IN --json # print tickets that are not checked in",
        'till tickets list --filter "name contains bowl" --all # filter the tickets of all events by name',
      ],
      ...listsResource(loadResource),
    },
    {
      name: "get",
      summary: "Show a ticket with its QR code",
      load: () => import("./show.ts"),
      args: [{ name: "<ticket>", describe: "ticket number or scanned code" }],
      flags: [{ flags: "--png <file>", describe: "also save the QR code as a PNG image" }],
      examples: [
        `${newest("PAID")} | xargs till tickets get # show the latest paid ticket`,
        `${newest("PAID")} | xargs till tickets get --png ticket.png # also save its QR code`,
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
        "Prints one result per line, in order: in, already, refused, not found, or unknown if there was no response (scan it again). Exits 9 if some tickets were not checked in.",
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
      ],
      examples: [
        "till tickets door raku-night # scan tickets on a full-screen page",
        "till tickets door raku-night --sync # send what could not be sent before",
      ],
      notes:
        "The tickets of the event and every check-in are stored on this computer until all is sent. Exits 9 if some are not sent, or if Wix refused a guest who was let in. More: till help guide events",
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
