import { eventArg, inEventZone, withValue } from "../../cli/event-reference.ts";
import { duration } from "../../cli/flags.ts";
import type { FieldFlag, PrepareOptions } from "../../cli/generic/generic-resource.ts";
import { genericGroup, listVerb } from "../../cli/generic/generic-resource.ts";

const item = { name: "<item>", describe: "the item's id or name", field: "itemId", finds: true as const };
const times = inEventZone("eventId", { "item.timeSlot.start": "--start", "item.timeSlot.end": "--end" });
const facts: readonly FieldFlag[] = [
  { flags: "--name <text>", field: "name", describe: "what happens" },
  { flags: "--start <time>", field: "timeSlot.start", describe: "2030-05-01T19:00 in the event's zone" },
  { flags: "--end <time>", field: "timeSlot.end", describe: "likewise" },
  { flags: "--stage <name>", field: "stageName", describe: "where" },
  { flags: "--description <text>", field: "description", describe: "more about it" },
  {
    flags: "--tag <text>",
    field: "tags",
    describe: "a word to find it by, as often as needed",
    repeat: true,
  },
];
const columns = [
  { header: "START", path: "timeSlot.start", zone: "timeSlot.timeZoneId" },
  { header: "END", path: "timeSlot.end", zone: "timeSlot.timeZoneId" },
  { header: "NAME", path: "name", grow: true as const },
  { header: "STAGE", path: "stageName" },
  { header: "STATUS", path: "status" },
  { header: "DRAFT", path: "draft" },
  { header: "ID", path: "id" },
];
const details = [
  ...columns.map(({ header, ...rest }) => ({ header: header[0] + header.slice(1).toLowerCase(), ...rest })),
  { header: "Tags", path: "tags" },
  { header: "Description", path: "description" },
];

/** The whole schedule moves in the zone of its event. */
async function zoneOfEvent(input: unknown, { call }: PrepareOptions): Promise<unknown> {
  const { findEvent } = await import("../../resources/events/read.ts");
  const { zoneOf } = await import("../../resources/events/when.ts");
  const { eventId } = input as { eventId: string };
  return withValue(input, ["timeZoneId"], zoneOf(await findEvent(call, eventId)));
}

/** `till events schedule …` */
export const schedule = genericGroup({
  name: "schedule",
  summary: "what happens at an event, and when",
  service: "eventSchedule",
  singular: "schedule item",
  kind: "item",
  reference: item,
  matchKeys: ["name"],
  columns,
  details,
  flags: facts,
  verbs: (resource) => [
    {
      ...listVerb(
        resource,
        [
          { run: "till events schedule list studio-open-day", does: "in the order of time" },
          {
            run: "till events schedule list studio-open-day --state DRAFT --json",
            does: "what is not yet published",
          },
        ],
        "list",
      ),
      args: [eventArg("eventId", "[event]")],
      flags: [
        { flags: "--state <state>", field: "state", describe: "PUBLISHED, DRAFT, VISIBLE or HIDDEN" },
        { flags: "--stage <name>", field: "stageName", describe: "only on this stage" },
        { flags: "--tag <text>", field: "tag", describe: "only with this tag" },
        { flags: "--all", describe: "every item, page after page" },
      ],
    },
    {
      name: "get",
      summary: "show one schedule item",
      call: "get",
      args: [item],
      prints: "item",
      examples: [
        { run: "till events schedule get 'Kiln tour'", does: "by name" },
        { run: "till events schedule get 'Kiln tour' --json", does: "as JSON" },
      ],
    },
    {
      name: "add",
      summary: "add an item to the draft of a schedule",
      call: "add",
      args: [eventArg()],
      flags: facts,
      into: "item",
      prints: "item",
      prepare: times,
      examples: [
        {
          run: "till events schedule add studio-open-day --name 'Glaze bar' --start 2030-05-01T13:00 --end 2030-05-01T14:00 --stage Yard",
          does: "in the event's own time",
        },
        {
          run: "till events schedule add studio-open-day --name Cake --start 2030-05-01T16:00+02:00 --end 2030-05-01T17:00+02:00 --json",
          does: "with an offset",
        },
      ],
      notes: "Visitors see it once the draft is published: till events schedule publish",
    },
    {
      name: "update",
      summary: "change an item in the draft of a schedule",
      call: "update",
      args: [eventArg(), item],
      flags: facts,
      into: "item",
      prints: "item",
      prepare: times,
      examples: [
        { run: "till events schedule update studio-open-day 'Kiln tour' --stage Kiln", does: "elsewhere" },
        {
          run: "till events schedule update studio-open-day 'Kiln tour' -f status=CANCELED --json",
          does: "called off",
        },
      ],
    },
    {
      name: "remove",
      summary: "take an item off the draft of a schedule",
      call: "remove",
      args: [eventArg(), { ...item, field: "itemIds" }],
      confirms: "Take off the schedule",
      done: "Taken off the draft",
      examples: [
        { run: "till events schedule remove studio-open-day 'Kiln tour'", does: "after a question" },
        { run: "till events schedule remove studio-open-day 'Kiln tour' --yes", does: "in a script" },
      ],
    },
    {
      name: "publish",
      summary: "publish the draft of a schedule",
      call: "publishDraft",
      args: [eventArg()],
      done: "Published the schedule",
      examples: [
        { run: "till events schedule publish studio-open-day", does: "visitors see it as it is now" },
        { run: "till events schedule publish studio-open-day --quiet", does: "without a word" },
      ],
    },
    {
      name: "discard",
      summary: "forget changes since a schedule was published",
      call: "discardDraft",
      args: [eventArg()],
      confirms: "Forget the draft of the schedule",
      done: "Forgot the draft",
      examples: [
        { run: "till events schedule discard studio-open-day", does: "after a question" },
        { run: "till events schedule discard studio-open-day --yes", does: "in a script" },
      ],
    },
    {
      name: "shift",
      summary: "move a whole schedule",
      call: "reschedule",
      args: [eventArg()],
      into: "",
      flags: [
        {
          flags: "--by <duration>",
          field: "timeSlotOffset",
          describe: "later by this: 30m, 2h, 1d",
          parse: (text) => `${Number(duration("--by")(text)) / 1000}s`,
        },
      ],
      prepare: zoneOfEvent,
      done: "Moved the schedule, in its draft",
      examples: [
        { run: "till events schedule shift studio-open-day --by 1h", does: "an hour later" },
        {
          run: "till events schedule shift studio-open-day -f timeSlotOffset=-1800s",
          does: "half an hour earlier",
        },
      ],
    },
  ],
});
