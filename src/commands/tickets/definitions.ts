import { constant, eventArg, inEventZone, withValue } from "../../cli/event-reference.ts";
import { wholeNumber } from "../../cli/flags.ts";
import {
  createVerb,
  deleteVerb,
  type FieldFlag,
  genericGroup,
  getVerb,
  listVerb,
  type PrepareOptions,
  updateVerb,
} from "../../cli/generic/generic-resource.ts";

const definition = { name: "<ticket>", describe: "the kind of ticket's id or name" };
const whole = "ticketDefinition";
const zone = "eventDetails.dateAndTimeSettings.timeZoneId";
const sale: readonly FieldFlag[] = [
  {
    flags: "--from <time>",
    field: "salePeriod.startDate",
    describe: "sold from then on, in the event's zone",
  },
  { flags: "--until <time>", field: "salePeriod.endDate", describe: "and until then" },
];
const groups = { fields: ["SALES_DETAILS", "EVENT_DETAILS"] };

/** Money in the currency of the event, fees as the platform names them, times in the event's zone. */
async function settled(input: unknown, asking: PrepareOptions): Promise<unknown> {
  const given = (input as { ticketDefinition: Record<string, unknown> }).ticketDefinition;
  const pricing = given.pricingMethod as Record<string, { value?: string; currency?: string }> | undefined;
  const money = [pricing?.fixedPrice, pricing?.guestPrice].find((one) => one && one.currency === undefined);
  const eventId = given.eventId ?? asking.before?.eventId;
  let ready = withValue(input, [whole, "eventId"], eventId);
  if (typeof given.feeType === "string")
    ready = withValue(ready, [whole, "feeType"], constant(given.feeType));
  if (money) {
    const { findEvent } = await import("../../resources/events/read.ts");
    const { registration } = await findEvent(asking.call, String(eventId), ["REGISTRATION"]);
    money.currency = registration?.tickets?.currency ?? "USD";
  }
  return await inEventZone(`${whole}.eventId`, {
    [`${whole}.salePeriod.startDate`]: "--from",
    [`${whole}.salePeriod.endDate`]: "--until",
  })(ready, asking);
}

/** `till tickets definitions …` */
export const definitions = genericGroup({
  name: "definitions",
  summary: "the kinds of tickets that events sell",
  service: "ticketDefinitions",
  singular: "kind of ticket",
  plural: "kinds of tickets",
  kind: whole,
  reference: definition,
  matchKeys: ["name"],
  columns: [
    { header: "NAME", path: "name", grow: true },
    { header: "PRICE", path: "pricingMethod.fixedPrice.value", as: "money" },
    { header: "FROM", path: "pricingMethod.guestPrice.value", as: "money" },
    { header: "FEE", path: "feeType" },
    { header: "LIMIT", path: "initialLimit", as: "number" },
    { header: "SOLD", path: "salesDetails.soldCount", as: "number" },
    { header: "SALE", path: "saleStatus" },
    { header: "HIDDEN", path: "hidden" },
    { header: "EVENT", path: "eventDetails.title" },
    { header: "ID", path: "id" },
  ],
  details: [
    { header: "Name", path: "name" },
    { header: "Id", path: "id" },
    { header: "Event", path: "eventDetails.title" },
    { header: "Pricing", path: "pricingMethod.pricingType" },
    { header: "Price", path: "pricingMethod.fixedPrice.value" },
    { header: "At least", path: "pricingMethod.guestPrice.value" },
    { header: "Fee", path: "feeType" },
    { header: "Limit", path: "initialLimit" },
    { header: "Sold", path: "salesDetails.soldCount" },
    { header: "Reserved", path: "salesDetails.reservedCount" },
    { header: "Sale", path: "saleStatus" },
    { header: "Sold from", path: "salePeriod.startDate", zone },
    { header: "Sold until", path: "salePeriod.endDate", zone },
    { header: "Hidden", path: "hidden" },
    { header: "Description", path: "description" },
    { header: "Policy", path: "policyText" },
    { header: "Revision", path: "revision" },
  ],
  filters: {
    eventId: "text",
    id: "text",
    name: "text",
    hidden: "boolean",
    initialLimit: "number",
    saleStatus: ["SALE_SCHEDULED", "SALE_STARTED", "SALE_ENDED"],
    feeType: ["FEE_INCLUDED", "FEE_ADDED_AT_CHECKOUT", "NO_FEE"],
    "pricingMethod.pricingType": ["STANDARD", "DONATION"],
    createdDate: "date",
    updatedDate: "date",
  },
  flags: [
    { flags: "--name <text>", field: "name", describe: "name" },
    { flags: "--price <amount>", field: "pricingMethod.fixedPrice.value", describe: "price; 0 is free" },
    {
      flags: "--donation <amount>",
      field: "pricingMethod.guestPrice.value",
      describe: "buyers choose what they pay, at least this",
    },
    {
      flags: "--fee <kind>",
      field: "feeType",
      describe: "who pays the platform's fee",
      choices: ["fee-included", "fee-added-at-checkout", "no-fee"],
    },
    {
      flags: "--tickets <n>",
      field: "initialLimit",
      describe: "how many there are",
      parse: wholeNumber("--tickets", 1),
    },
    { flags: "--description <text>", field: "description", describe: "what one gets" },
    { flags: "--policy <text>", field: "policyText", describe: "what stands on the ticket" },
    { flags: "--hidden", field: "hidden", describe: "visitors do not see it" },
    ...sale,
  ],
  verbs: (resource) => [
    {
      ...listVerb(resource, [
        { run: "till tickets definitions list raku-night", does: "those of one event" },
        {
          run: "till tickets definitions list --filter 'saleStatus = SALE_STARTED' --json",
          does: "what is on sale",
        },
      ]),
      args: [eventArg("eventId", "[event]")],
      defaults: groups,
    },
    {
      ...getVerb(resource, [
        { run: "till tickets definitions get 'Two bowls'", does: "by name" },
        { run: "till tickets definitions get 'Two bowls' --json", does: "as JSON" },
      ]),
      defaults: groups,
    },
    {
      ...createVerb(resource, [
        {
          run: "till tickets definitions create raku-night --name Helper --price 8 --fee no-fee --tickets 3",
          does: "three for 8",
        },
        {
          run: "till tickets definitions create raku-night --name Friend --donation 10 --fee fee-included --from 2026-11-01T09:00 --json",
          does: "who comes pays what they like",
        },
      ]),
      args: [eventArg(`${whole}.eventId`)],
      defaults: { ...groups, [whole]: {} },
      prepare: settled,
    },
    {
      ...updateVerb(resource, [
        { run: "till tickets definitions update Onlooker --tickets 30", does: "more of them" },
        { run: "till tickets definitions update 'Two bowls' --price 72.50 --json", does: "another price" },
      ]),
      defaults: groups,
      prepare: settled,
    },
    {
      ...updateVerb(resource, [
        {
          run: "till tickets definitions sale-period Onlooker --from 2026-01-05T18:00",
          does: "from an hour on, in the zone of the event",
        },
        {
          run: "till tickets definitions sale-period 'Late seats' --from 2026-11-20T09:00 --json",
          does: "from a day on",
        },
      ]),
      name: "sale-period",
      summary: "set when a kind of ticket is sold",
      flags: sale,
      defaults: groups,
      prepare: settled,
    },
    deleteVerb(resource, [
      { run: "till tickets definitions delete 'Kiln fund'", does: "after a question; sold tickets stay" },
      { run: "till tickets definitions delete 'Kiln fund' --yes", does: "in a script" },
    ]),
    {
      name: "count",
      summary: "count kinds of tickets",
      call: "count",
      prints: "metadata",
      kind: "count",
      defaults: { filter: {} },
      columns: [{ header: "Kinds of tickets", path: "total" }],
      flags: [{ ...eventArg("filter.eventId"), flags: "--event <event>", describe: "only of this event" }],
      into: "",
      examples: [
        { run: "till tickets definitions count", does: "of all events" },
        { run: "till tickets definitions count --event raku-night --json", does: "of one" },
      ],
    },
    {
      name: "reorder",
      summary: "move a kind of ticket among those of its event",
      call: "reorder",
      reads: true,
      args: [{ ...definition, field: "ticketDefinitionId", finds: true }],
      flags: [
        { flags: "--before <id>", field: "beforeDefinitionId", describe: "to stand before this one" },
        { flags: "--after <id>", field: "afterDefinitionId", describe: "to stand behind this one" },
      ],
      into: "",
      prepare: async (input, { before }) => withValue(input, ["eventId"], before?.eventId),
      done: "It has its new place",
      examples: [
        { run: "till tickets definitions reorder --help", does: "what it takes" },
        { run: "till tickets definitions reorder --help | head -3", does: "in short" },
      ],
    },
  ],
});
