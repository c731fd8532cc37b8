import type { Flag } from "../../cli/command.ts";
import { fieldFlags } from "../../cli/field-flags.ts";
import { wholeNumber } from "../../cli/flags.ts";

export const eventReference = { name: "<event>", describe: "event id or slug" };

export const groupsFlag: Flag = {
  flags: "--groups <names>",
  describe: "field groups to request: details, texts, registration, dashboard, …, or all",
};
export const draftsFlag: Flag = { flags: "--drafts", describe: "include drafts" };

/** The flags of create, update and clone. */
export const eventFlags: readonly Flag[] = [
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
