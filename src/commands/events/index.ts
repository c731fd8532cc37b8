import type { Group } from "../../cli/command.ts";
import { tableFlags } from "../../cli/export/table-flags.ts";
import { allFlag, filterFlag, listFlags, strictFlag, wholeNumber } from "../../cli/flags.ts";
import { getsResource, listsResource } from "../../cli/generic/resource-verbs.ts";
import { importFlags } from "../../cli/import/file-flags.ts";
import { jobFlags } from "../../cli/job-flags.ts";
import { categories } from "./categories.ts";
import { draftsFlag, eventFlags, eventReference, groupsFlag } from "./flags.ts";
import { form } from "./form.ts";
import { notifications } from "./notifications.ts";
import { policies } from "./policies.ts";
import { schedule } from "./schedule.ts";

const loadResource = async () => (await import("../../resources/events/resource.ts")).eventResource;
const draftFlag = { flags: "--draft", describe: "create a draft, which is not public" };
const selection = { name: "[events...]", describe: "event ids or slugs; - for NDJSON records from stdin" };

/** `till events …` */
export const events: Group = {
  name: "events",
  summary: "Create, publish, change and cancel events",
  screen: true,
  verbs: [
    {
      name: "list",
      summary: "List events",
      flags: [...listFlags, draftsFlag, groupsFlag],
      examples: [
        "till events list # list events by start time",
        "till events list --filter 'status = UPCOMING and type = TICKETING' --sort start:desc # filter by status and type, latest first",
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
        "till events create --title 'Glaze talk' --start 2030-05-01T19:00 --end 2030-05-01T21:00 --time-zone Europe/Berlin --venue Studio --places 12 # create an event with RSVPs and 12 places",
        "till events create --title 'Kiln club' --type ticketing --date 2030-05-01T19:00/21:00 --date 2030-05-08T19:00/21:00 --time-zone Europe/Berlin --description '## Bring\n\n- an apron' --draft # create a ticketed series as a draft",
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
        "till events update raku-night --venue Yard --geocode 53.5436,9.9886 --description 'Bring **gloves**.' # change the venue and the description",
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
        "till events publish guild-dinner --json # publish it and print JSON",
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
        "till events clone raku-night --title 'Raku again' --start 2030-06-01T18:00 --end 2030-06-01T22:00 --draft # clone it as a draft with another title and date",
      ],
      load: async () => ({ run: (await import("./write.ts")).cloneEvent }),
    },
    {
      name: "cancel",
      summary: "Cancel events",
      args: [selection],
      flags: [filterFlag, allFlag, draftsFlag, ...jobFlags],
      examples: [
        "till events cancel raku-night --yes # cancel one event",
        "till events cancel --filter 'status = UPCOMING and city = Hamburg' --dry-run # preview which events would be canceled",
      ],
      notes: "Canceling cannot be undone. To hold the event again, clone it.",
      load: async () => ({ run: (await import("./bulk.ts")).cancelEvents }),
    },
    {
      name: "delete",
      summary: "Delete events with their guests, tickets and schedules",
      args: [selection],
      flags: [filterFlag, allFlag, draftsFlag, ...jobFlags],
      examples: [
        "till events delete winter-tasting --yes # delete one event",
        "till events delete --filter 'status = ENDED' --expect 1 --yes # delete ended events if there is exactly one",
      ],
      load: async () => ({ run: (await import("./bulk.ts")).deleteEvents }),
    },
    {
      name: "count",
      summary: "Count events",
      flags: [
        filterFlag,
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
      args: [{ name: "<file>", describe: "CSV, Excel workbook (.xlsx) or NDJSON file, or - for stdin" }],
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
        filterFlag,
        {
          flags: "--format <kind>",
          describe: "file format (default: by file extension, else csv)",
          choices: ["csv", "xlsx", "ndjson", "json"],
        },
        ...tableFlags,
        strictFlag,
        { flags: "--limit <n>", describe: "maximum number of events", parse: wholeNumber("--limit", 1) },
      ],
      examples: [
        "till events export events.csv # export all events, including drafts",
        "till events export events.xlsx # the same as an Excel workbook",
        "till events export --format ndjson --filter 'status = DRAFT' # export all fields of drafts as NDJSON",
      ],
      load: () => import("./export.ts"),
    },
    categories,
    policies,
    schedule,
    form,
    notifications,
  ],
};
