import type { Group } from "../../cli/command.ts";
import { filterFlag, listFlags, wholeNumber } from "../../cli/flags.ts";
import { jobFlags } from "../../cli/job-flags.ts";
import { categories } from "./categories.ts";
import { draftsFlag, eventFlags, eventReference, groupsFlag } from "./flags.ts";
import { form } from "./form.ts";
import { notifications } from "./notifications.ts";
import { policies } from "./policies.ts";
import { schedule } from "./schedule.ts";

const draftFlag = { flags: "--draft", describe: "not public before it is published" };
const chosen = { name: "[events...]", describe: "ids or slugs; - reads NDJSON records from stdin" };

/** `till events …` */
export const events: Group = {
  name: "events",
  summary: "events from draft to end: create, publish, change, cancel, import and export",
  screen: true,
  verbs: [
    {
      name: "list",
      summary: "list events",
      flags: [...listFlags, draftsFlag, groupsFlag],
      examples: [
        { run: "till events list", does: "the first to begin first" },
        {
          run: "till events list --filter 'status = UPCOMING and type = TICKETING' --sort start:desc",
          does: "by status and kind",
        },
        {
          run: "till events list --drafts --all --output ndjson",
          does: "every event, one JSON object a line",
        },
      ],
      notes: "Times stand in the zone of the event. Fields of --filter: docs/guides/events.md",
      load: () => import("./list.ts"),
    },
    {
      name: "get",
      summary: "show one event",
      args: [eventReference],
      flags: [groupsFlag],
      examples: [
        { run: "till events get raku-night", does: "by slug" },
        { run: "till events get raku-night --groups all --json", does: "all of it as JSON" },
      ],
      load: () => import("./get.ts"),
    },
    {
      name: "create",
      summary: "create an event",
      flags: [...eventFlags, draftFlag],
      examples: [
        {
          run: "till events create --title 'Glaze talk' --start 2030-05-01T19:00 --end 2030-05-01T21:00 --time-zone Europe/Berlin --venue Studio --places 12",
          does: "an evening that people answer for",
        },
        {
          run: "till events create --title 'Kiln club' --type ticketing --date 2030-05-01T19:00/21:00 --date 2030-05-08T19:00/21:00 --time-zone Europe/Berlin --description '## Bring\n\n- an apron' --draft",
          does: "a series with tickets, as a draft",
        },
      ],
      notes:
        "A local time that does not exist, or exists twice, is refused. Fields that have no flag: -f path=value.",
      load: () => import("./create.ts"),
    },
    {
      name: "update",
      summary: "change an event",
      args: [eventReference],
      flags: eventFlags,
      examples: [
        { run: "till events update studio-open-day --places 20 --waitlist", does: "more room" },
        {
          run: "till events update raku-night --venue Yard --geocode 53.5436,9.9886 --description 'Bring **gloves**.'",
          does: "another place, another text",
        },
      ],
      load: () => import("./update.ts"),
    },
    {
      name: "publish",
      summary: "publish a draft",
      args: [eventReference],
      examples: [
        { run: "till events publish guild-dinner", does: "everybody can see it" },
        { run: "till events publish guild-dinner --json", does: "as JSON" },
      ],
      load: () => import("./publish.ts"),
    },
    {
      name: "clone",
      summary: "create an event like another one",
      args: [eventReference],
      flags: [...eventFlags, draftFlag],
      examples: [
        { run: "till events clone raku-night", does: "two weeks later" },
        {
          run: "till events clone raku-night --title 'Raku again' --start 2030-06-01T18:00 --end 2030-06-01T22:00 --draft",
          does: "on another day, as a draft",
        },
      ],
      load: () => import("./clone.ts"),
    },
    {
      name: "cancel",
      summary: "cancel events",
      args: [chosen],
      flags: [filterFlag, draftsFlag, ...jobFlags],
      examples: [
        { run: "till events cancel raku-night --yes", does: "one event" },
        {
          run: "till events cancel --filter 'status = UPCOMING and city = Hamburg' --dry-run",
          does: "which would be canceled",
        },
      ],
      notes: "A canceled event stays canceled: clone it to hold it again.",
      load: async () => ({ run: (await import("./end.ts")).cancelEvents }),
    },
    {
      name: "delete",
      summary: "delete events with all that hangs on them",
      args: [chosen],
      flags: [filterFlag, draftsFlag, ...jobFlags],
      examples: [
        { run: "till events delete winter-tasting --yes", does: "one event" },
        {
          run: "till events delete --filter 'status = ENDED' --expect 1 --yes",
          does: "exactly one that has ended",
        },
      ],
      load: async () => ({ run: (await import("./end.ts")).deleteEvents }),
    },
    {
      name: "count",
      summary: "count events by their status, or otherwise",
      flags: [
        filterFlag,
        {
          flags: "--by <what>",
          describe: "count by this",
          choices: ["status", "type", "registration", "location", "recurrence"],
          fallback: "status",
        },
        draftsFlag,
      ],
      examples: [
        { run: "till events count", does: "by status" },
        { run: "till events count --by registration --drafts --json", does: "by how people can sign up" },
      ],
      load: () => import("./count.ts"),
    },
    {
      name: "import",
      summary: "create and change events from a file",
      args: [{ name: "<file>", describe: "CSV or NDJSON; - reads stdin" }],
      flags: [
        {
          flags: "--format <kind>",
          describe: "the file's format (default: told by its ending, else csv)",
          choices: ["csv", "ndjson"],
        },
        {
          flags: "--encoding <name>",
          describe: "the file's encoding, such as windows-1252 (default: utf-8)",
        },
        { flags: "--ignore-unknown", describe: "pass over columns that are not known" },
        { flags: "--rejects <file>", describe: "where rows that failed go (default: FILE.rejects.csv)" },
        ...jobFlags,
      ],
      examples: [
        { run: "till events import events.csv --dry-run", does: "what the file would change" },
        { run: "till events export | till events import - --yes", does: "nothing: it is all there" },
      ],
      notes: "Columns, times and formatted text: docs/guides/events.md",
      load: () => import("./import.ts"),
    },
    {
      name: "export",
      summary: "write events to a file",
      args: [{ name: "[file]", describe: "where to; stdout when absent" }],
      flags: [
        filterFlag,
        {
          flags: "--format <kind>",
          describe: "default: by the file's ending, else csv",
          choices: ["csv", "ndjson"],
        },
        { flags: "--raw", describe: "leave cells that a spreadsheet would run as a formula as they are" },
        { flags: "--limit <n>", describe: "at most this many", parse: wholeNumber("--limit", 1) },
      ],
      examples: [
        { run: "till events export events.csv", does: "everything, drafts too" },
        { run: "till events export --format ndjson --filter 'status = DRAFT'", does: "drafts, whole" },
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
