import { exportFormatFlag, fileArg, importFlags, jobFlags, tableFlags } from "../../cli/bulk-flags.ts";
import type { Flag, Group, Unnamed } from "../../cli/command.ts";
import { eventArg, withValue } from "../../cli/event-reference.ts";
import { allFlag, fieldFlags, filterFlag, listFlags, wholeNumber } from "../../cli/flags.ts";
import {
  createVerb,
  deleteVerb,
  genericGroup,
  getVerb,
  listVerb,
  updateVerb,
} from "../../cli/generic/generic-verbs.ts";
import { getsResource, listsResource } from "../../cli/generic/resource-verbs.ts";
import { form } from "./form.ts";
import { notifications } from "./notifications.ts";
import { schedule } from "./schedule.ts";

const eventFilter = "status = UPCOMING and type = TICKETING";
const eventFilterFlag = filterFlag(eventFilter);

const eventReference = { name: "<event>", describe: "event id or slug" };

const groupsFlag: Flag = {
  flags: "--groups <names>",
  describe: "field groups to request: details, texts, registration, dashboard, …, or all",
};
const draftsFlag: Flag = { flags: "--drafts", describe: "include drafts" };

/** The flags of create, update and clone. */
const eventFlags: readonly Flag[] = [
  { flags: "--title <text>", describe: "title" },
  { flags: "--slug <text>", describe: "last part of the event's URL" },
  { flags: "--short <text>", describe: "short description for lists" },
  { flags: "--description <text>", describe: "description as Markdown or HTML, @FILE, or @- for stdin" },
  {
    flags: "--start <time>",
    describe: "start time in the event's time zone, or with an offset: 2030-05-01T19:00",
  },
  { flags: "--end <time>", describe: "end time" },
  { flags: "--time-zone <name>", describe: "time zone of the event, such as Europe/Berlin" },
  {
    flags: "--date <start/end>",
    describe: "date of a series (repeatable): 2030-05-01T19:00/21:00",
    repeat: true,
  },
  { flags: "--to-be-announced [text]", describe: "no date yet, with an optional message" },
  { flags: "--venue <name>", describe: "venue name" },
  { flags: "--address <text>", describe: "street and number, or the full address in one line" },
  { flags: "--postal-code <text>", describe: "postal code" },
  { flags: "--city <name>", describe: "city" },
  { flags: "--country <code>", describe: "country code, such as DE" },
  { flags: "--geocode <lat,long>", describe: "coordinates: 53.5436,9.9886" },
  { flags: "--online", describe: "online event" },
  { flags: "--conference <kind>", describe: "type of online conference", choices: ["meeting", "webinar"] },
  {
    flags: "--type <type>",
    describe: "registration type",
    choices: ["rsvp", "ticketing", "external", "none"],
  },
  { flags: "--url <url>", describe: "registration URL for --type external" },
  {
    flags: "--visible-to <who>",
    describe: "who can register",
    choices: ["visitor", "member", "visitor-or-member"],
  },
  { flags: "--answers <which>", describe: "allowed RSVP responses", choices: ["yes-only", "yes-and-no"] },
  { flags: "--places <n>", describe: "maximum number of guests", parse: wholeNumber("--places", 1) },
  { flags: "--waitlist", describe: "enable the waitlist" },
  { flags: "--no-waitlist", describe: "disable the waitlist" },
  { flags: "--sign-up-from <time>", describe: "start of registration" },
  { flags: "--sign-up-until <time>", describe: "end of registration" },
  {
    flags: "--per-order <n>",
    describe: "maximum tickets per order",
    parse: wholeNumber("--per-order", 1),
  },
  { flags: "--pause", describe: "pause registration" },
  { flags: "--resume", describe: "resume registration" },
  { flags: "--agenda", describe: "show the schedule" },
  { flags: "--no-agenda", describe: "hide the schedule" },
  ...fieldFlags,
];

const category = { name: "<category>", describe: "id or name" };
/** `till events categories …` */
const categories = genericGroup({
  name: "categories",
  service: "eventCategories",
  singular: "event category",
  plural: "event categories",
  kind: "category",
  reference: category,
  matchKeys: ["name"],
  fields: {
    id: { filter: "text" },
    name: { grow: true, filter: "text" },
    createdDate: { filter: "date" },
    events: { path: "counts.assignedEventsCount", as: "number" },
    drafts: { path: "counts.assignedDraftEventsCount", as: "number" },
    states: { label: "Kind" },
  },
  list: "name events drafts states id",
  flags: [{ flags: "--name <text>", field: "name", describe: "name" }],
  verbs: (resource) => [
    {
      ...listVerb(resource, [
        "till events categories list # list categories with their event counts",
        "till events categories list --search work --json # search by name",
      ]),
      defaults: { fieldset: ["COUNTS"] },
    },
    createVerb(resource, [
      "till events categories create --name Talks # create an empty category",
      "till events categories create --name Tours --json # create it and print JSON",
    ]),
    updateVerb(resource, [
      "till events categories update Tastings --name Cuppings # rename a category",
      "till events categories update Workshops --name Courses --json # rename it and print JSON",
    ]),
    deleteVerb(resource, [
      "till events categories delete Tastings # delete it after confirmation; its events are kept",
      "till events categories delete Tastings --yes # delete it in a script",
    ]),
    {
      name: "of",
      summary: "List the categories of an event",
      call: "listOfEvent",
      readOnly: true,
      args: [eventArg()],
      prints: "categories",
      list: "name states id",
      examples: [
        "till events categories of raku-night # list by event slug",
        'till events categories of raku-night --jq ".items[].name" # only the names, one per line',
      ],
    },
    {
      name: "add",
      summary: "Add an event to a category",
      call: "assignEvents",
      args: [{ ...category, field: "categoryId", finds: true }, eventArg()],
      done: "Added the event to the category",
      examples: [
        "till events categories add Tastings raku-night # add it by name and slug",
        "till events categories add Tastings raku-night --quiet # add it without a message",
      ],
    },
    {
      name: "remove",
      summary: "Remove an event from a category",
      call: "unassignEvents",
      args: [{ ...category, field: "categoryId", finds: true }, eventArg()],
      done: "Removed the event from the category",
      examples: [
        "till events categories remove Workshops raku-night # remove it; the event is kept",
        "till events categories remove Workshops raku-night --quiet # remove it without a message",
      ],
    },
    {
      name: "move",
      summary: "Move an event within a category",
      call: "reorderEvents",
      args: [{ ...category, field: "categoryId", finds: true }, eventArg()],
      flags: [
        { ...eventArg("beforeEventId"), flags: "--before <event>", describe: "place it before this event" },
        { ...eventArg("afterEventId"), flags: "--after <event>", describe: "place it after this event" },
      ],
      into: "",
      done: "Moved the event within the category",
      examples: [
        "till events categories move Workshops kiln-sale --before raku-night # move it up",
        "till events categories move Workshops raku-night --after kiln-sale # move it down",
      ],
    },
  ],
});

const policy = { name: "<policy>", describe: "id or name" };

const create = (name: string) =>
  `till events policies create raku-night --name ${name} --body "No ${name.toLowerCase()}." --jq .id`;

/** `till events policies …` */
const policies = genericGroup({
  name: "policies",
  service: "eventPolicies",
  plural: "event policies",
  kind: "policy",
  reference: policy,
  matchKeys: ["name"],
  fields: {
    eventId: { label: "Event", filter: "text" },
    id: { filter: "text" },
    name: { filter: "text" },
    createdDate: { filter: "date" },
    updatedDate: { label: "Updated", as: "time", filter: "date" },
    body: { label: "Text", grow: true },
    revision: {},
  },
  list: "name body eventId id",
  get: "name id eventId body updatedDate revision",
  flags: [
    { flags: "--name <text>", field: "name", describe: "name" },
    {
      flags: "--body <text>",
      field: "body",
      describe: "policy text; use -F body=@FILE to read it from a file",
    },
  ],
  verbs: (resource) => [
    {
      ...listVerb(resource, [
        "till events policies list raku-night # list the policies of an event",
        "till events policies list --json # print the policies of all events",
      ]),
      args: [eventArg("eventId", "[event]")],
    },
    getVerb(resource, [
      "till events policies get Refunds # show it by name",
      "till events policies get Refunds --jq .body > refunds.txt # save its text",
    ]),
    {
      ...createVerb(resource, [
        'till events policies create raku-night --name Photos --body "We take pictures." # add a policy',
        'till events policies create raku-night --name Dogs --body "No dogs." --json # add it and print JSON',
      ]),
      args: [eventArg("policy.eventId")],
    },
    updateVerb(resource, [
      'till events policies update Refunds --body "No refunds." # change the text',
      'till events policies update Refunds --name "Money back" --json # rename it',
    ]),
    deleteVerb(resource, [
      "till events policies delete Refunds # delete it after confirmation",
      "till events policies delete Refunds --yes # delete it in a script",
    ]),
    {
      name: "move",
      summary: "Move a policy within its event",
      call: "reorder",
      reads: true,
      args: [{ ...policy, field: "policyId", finds: true }],
      flags: [
        { flags: "--before <id>", field: "beforePolicyId", describe: "place it before this policy" },
        { flags: "--after <id>", field: "afterPolicyId", describe: "place it after this policy" },
      ],
      into: "",
      prepare: async (input, { before }) => withValue(input, ["eventId"], before?.eventId),
      prints: "policies",
      examples: [
        `${create("Photos")} | xargs till events policies move Refunds --after # move it down`,
        `${create("Dogs")} | xargs till events policies move Refunds --before --json # move it up and print JSON`,
      ],
    },
  ],
});

const loadResource = async () => (await import("../../resources/events/resource.ts")).eventResource;
const draftFlag = { flags: "--draft", describe: "create a draft, which is not public" };
const selection = { name: "[events...]", describe: "event ids or slugs; - for NDJSON records from stdin" };

/** `till events …` */
export const events: Unnamed<Group> = {
  screen: true,
  verbs: [
    {
      name: "list",
      summary: "List events",
      flags: [...listFlags({ filter: eventFilter, sort: "start:desc" }), draftsFlag, groupsFlag],
      examples: [
        "till events list # list events by start time",
        'till events list --filter "status = UPCOMING and type = TICKETING" --sort start:desc # filter by status and type, latest first',
        "till events list --drafts --all --output ndjson # print all events as NDJSON, including drafts",
      ],
      notes: "Times are shown in the time zone of the event. Filter fields: till help guide events",
      ...listsResource(loadResource),
    },
    {
      name: "get",
      summary: "Show an event",
      args: [eventReference],
      flags: [groupsFlag],
      examples: [
        "till events get raku-night # show an event by slug",
        "till events get raku-night --groups all --json # print all fields as JSON",
      ],
      ...getsResource(loadResource),
    },
    {
      name: "create",
      writes: true,
      summary: "Create an event",
      flags: [...eventFlags, draftFlag],
      examples: [
        'till events create --title "Glaze talk" --start 2030-05-01T19:00 --end 2030-05-01T21:00 --time-zone Europe/Berlin --venue Studio --places 12 # create an event with RSVPs and 12 places',
        'till events create --title "Kiln club" --type ticketing --date 2030-05-01T19:00/21:00 --date 2030-05-08T19:00/21:00 --time-zone Europe/Berlin --description "## Bring\n\n- an apron" --draft # create a ticketed series as a draft',
      ],
      notes:
        "A local time that does not exist or is ambiguous because of daylight saving is an error. Use -f path=value for fields without a flag.",
      load: async () => ({ run: (await import("./write.ts")).createEvent }),
    },
    {
      name: "update",
      writes: true,
      summary: "Change an event",
      args: [eventReference],
      flags: eventFlags,
      examples: [
        "till events update studio-open-day --places 20 --waitlist # raise the limit and enable the waitlist",
        'till events update raku-night --venue Yard --geocode 53.5436,9.9886 --description "Bring **gloves**." # change the venue and the description',
      ],
      load: async () => ({ run: (await import("./write.ts")).updateEvent }),
    },
    {
      name: "publish",
      writes: true,
      summary: "Publish a draft event",
      args: [eventReference],
      examples: [
        "till events publish guild-dinner # make the event public",
        'till events publish guild-dinner --jq ".eventPageUrl | .base + .path" # publish it and print the URL of its page',
      ],
      load: async () => ({ run: (await import("./write.ts")).publishEvent }),
    },
    {
      name: "clone",
      writes: true,
      summary: "Clone an event",
      args: [eventReference],
      flags: [...eventFlags, draftFlag],
      examples: [
        "till events clone raku-night # clone it to two weeks from now",
        'till events clone raku-night --title "Raku again" --start 2030-06-01T18:00 --end 2030-06-01T22:00 --draft # clone it as a draft with another title and date',
      ],
      load: async () => ({ run: (await import("./write.ts")).cloneEvent }),
    },
    {
      name: "cancel",
      summary: "Cancel events",
      args: [selection],
      flags: [eventFilterFlag, allFlag, draftsFlag, ...jobFlags],
      examples: [
        "till events cancel raku-night --yes # cancel one event",
        'till events cancel --filter "status = UPCOMING and city = Hamburg" --dry-run # preview which events would be canceled',
      ],
      notes: "Canceling cannot be undone. To hold the event again, clone it.",
      load: async () => ({ run: (await import("./bulk.ts")).cancelEvents }),
    },
    {
      name: "delete",
      summary: "Delete events with their guests, tickets and schedules",
      args: [selection],
      flags: [eventFilterFlag, allFlag, draftsFlag, ...jobFlags],
      examples: [
        "till events delete winter-tasting --yes # delete one event",
        'till events delete --filter "status = ENDED" --expect 1 --yes # delete ended events if there is exactly one',
      ],
      load: async () => ({ run: (await import("./bulk.ts")).deleteEvents }),
    },
    {
      name: "count",
      summary: "Count events",
      flags: [
        eventFilterFlag,
        {
          flags: "--by <field>",
          describe: "field to count by",
          choices: ["status", "type", "registration", "location", "recurrence"],
          fallback: "status",
        },
        draftsFlag,
      ],
      examples: [
        "till events count # count events by status",
        "till events count --by registration --drafts --json # count by registration status, including drafts",
      ],
      load: () => import("./count.ts"),
    },
    {
      name: "import",
      summary: "Create and change events from a file",
      args: [fileArg("CSV, Excel workbook (.xlsx) or NDJSON")],
      flags: [
        {
          flags: "--format <kind>",
          describe: "file format (default: by file extension, else csv)",
          choices: ["csv", "xlsx", "ndjson"],
        },
        ...importFlags,
      ],
      examples: [
        "till events import events.csv --dry-run # preview the changes",
        "till events export | till events import - --yes # import an export, which changes nothing",
      ],
      notes: "Columns, times and rich text: till help guide events",
      load: () => import("./import.ts"),
    },
    {
      name: "export",
      summary: "Export events to a file",
      args: [{ name: "[file]", describe: "target file (default: stdout)" }],
      flags: [
        eventFilterFlag,
        exportFormatFlag,
        ...tableFlags,
        { flags: "--limit <n>", describe: "maximum number of events", parse: wholeNumber("--limit", 1) },
      ],
      examples: [
        "till events export events.csv # export all events, including drafts",
        "till events export events.xlsx # the same as an Excel workbook",
        'till events export --format ndjson --filter "status = DRAFT" # export all fields of drafts as NDJSON',
      ],
      load: () => import("./export.ts"),
    },
    { ...categories, summary: "Manage event categories" },
    { ...policies, summary: "Manage the policies that ticket buyers accept" },
    { ...schedule, summary: "Manage the schedule of an event" },
    { ...form, summary: "Manage the registration form of an event" },
    { ...notifications, summary: "Manage email notifications to guests" },
  ],
};
