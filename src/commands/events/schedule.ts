import { eventArg, inEventZone, withValue } from "../../cli/event-reference.ts";
import { duration } from "../../cli/flags.ts";
import type { FieldFlag, PrepareOptions } from "../../cli/generic/generic-resource.ts";
import { genericGroup, listVerb } from "../../cli/generic/generic-verbs.ts";

const item = { name: "<item>", describe: "id or name", field: "itemId", finds: true as const };
const times = inEventZone("eventId", { "item.timeSlot.start": "--start", "item.timeSlot.end": "--end" });
const itemFlags: readonly FieldFlag[] = [
  { flags: "--name <text>", field: "name", describe: "name" },
  {
    flags: "--start <time>",
    field: "timeSlot.start",
    describe: "start time in the event's time zone: 2030-05-01T19:00",
  },
  { flags: "--end <time>", field: "timeSlot.end", describe: "end time" },
  { flags: "--stage <name>", field: "stageName", describe: "stage" },
  { flags: "--description <text>", field: "description", describe: "description" },
  {
    flags: "--tag <text>",
    field: "tags",
    describe: "tag (repeatable)",
    repeat: true,
  },
];
/** Adds the time zone of the event to the input. */
async function withEventZone(input: unknown, { call }: PrepareOptions): Promise<unknown> {
  const { findEvent } = await import("../../resources/events/read.ts");
  const { zoneOf } = await import("../../resources/events/when.ts");
  const { eventId } = input as { eventId: string };
  return withValue(input, ["timeZoneId"], zoneOf(await findEvent(call, eventId)));
}

/** `till events schedule …` */
export const schedule = genericGroup({
  name: "schedule",
  service: "eventSchedule",
  singular: "schedule item",
  kind: "item",
  reference: item,
  matchKeys: ["name"],
  fields: {
    start: { path: "timeSlot.start", zone: "timeSlot.timeZoneId" },
    end: { path: "timeSlot.end", zone: "timeSlot.timeZoneId" },
    name: { grow: true },
    stageName: { label: "Stage" },
    status: {},
    draft: {},
    id: {},
    tags: {},
    description: {},
  },
  list: "start end name stageName status draft id",
  get: "start end name stageName status draft id tags description",
  flags: itemFlags,
  verbs: (resource) => [
    {
      ...listVerb(
        resource,
        [
          "till events schedule list studio-open-day # list items by time",
          "till events schedule list studio-open-day --state DRAFT --json # print unpublished items as JSON",
        ],
        "list",
      ),
      args: [eventArg("eventId", "[event]")],
      flags: [
        { flags: "--state <state>", field: "state", describe: "state: PUBLISHED, DRAFT, VISIBLE or HIDDEN" },
        { flags: "--stage <name>", field: "stageName", describe: "only items on this stage" },
        { flags: "--tag <text>", field: "tag", describe: "only items with this tag" },
        { flags: "--all", describe: "list all items" },
      ],
    },
    {
      name: "get",
      summary: "Show a schedule item",
      call: "get",
      readOnly: true,
      args: [item],
      prints: "item",
      examples: [
        'till events schedule get "Kiln tour" # show it by name',
        'till events schedule get "Kiln tour" --json --fields name,timeSlot,stageName # when and where, as JSON',
      ],
    },
    {
      name: "add",
      summary: "Add an item to the schedule draft",
      call: "add",
      args: [eventArg()],
      flags: itemFlags,
      into: "item",
      prints: "item",
      prepare: times,
      examples: [
        'till events schedule add studio-open-day --name "Glaze bar" --start 2030-05-01T13:00 --end 2030-05-01T14:00 --stage Yard # add an item in the event\'s time zone',
        "till events schedule add studio-open-day --name Cake --start 2030-05-01T16:00+02:00 --end 2030-05-01T17:00+02:00 --json # add an item with UTC offsets",
      ],
      notes: "Visitors see the item after till events schedule publish.",
    },
    {
      name: "update",
      summary: "Change an item in the schedule draft",
      call: "update",
      args: [eventArg(), item],
      flags: itemFlags,
      into: "item",
      prints: "item",
      prepare: times,
      examples: [
        'till events schedule update studio-open-day "Kiln tour" --stage Kiln # change the stage',
        'till events schedule update studio-open-day "Kiln tour" -f status=CANCELED --json # cancel an item',
      ],
    },
    {
      name: "remove",
      summary: "Remove an item from the schedule draft",
      call: "remove",
      args: [eventArg(), { ...item, field: "itemIds" }],
      confirms: "Remove from the schedule",
      done: "Removed the item from the draft",
      examples: [
        'till events schedule remove studio-open-day "Kiln tour" # remove it after confirmation',
        'till events schedule remove studio-open-day "Kiln tour" --yes # remove it in a script',
      ],
    },
    {
      name: "publish",
      summary: "Publish the schedule draft",
      call: "publishDraft",
      args: [eventArg()],
      done: "Published the schedule",
      examples: [
        "till events schedule publish studio-open-day # make the draft visible to visitors",
        "till events schedule publish studio-open-day --quiet # publish it without a message",
      ],
    },
    {
      name: "discard",
      summary: "Discard the schedule draft",
      call: "discardDraft",
      args: [eventArg()],
      confirms: "Discard the schedule draft",
      done: "Discarded the schedule draft",
      examples: [
        "till events schedule discard studio-open-day # discard it after confirmation",
        "till events schedule discard studio-open-day --yes # discard it in a script",
      ],
    },
    {
      name: "shift",
      summary: "Shift the whole schedule",
      call: "reschedule",
      args: [eventArg()],
      into: "",
      flags: [
        {
          flags: "--by <duration>",
          field: "timeSlotOffset",
          describe: "shift later by this duration: 30m, 2h, 1d",
          parse: (text) => `${Number(duration("--by")(text)) / 1000}s`,
        },
      ],
      prepare: withEventZone,
      done: "Shifted the schedule draft",
      examples: [
        "till events schedule shift studio-open-day --by 1h # shift it one hour later",
        "till events schedule shift studio-open-day -f timeSlotOffset=-1800s # shift it half an hour earlier",
      ],
    },
  ],
});
