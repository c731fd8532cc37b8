import type { Flag } from "../../cli/command.ts";
import { fieldFlags } from "../../cli/field-flags.ts";
import { wholeNumber } from "../../cli/flags.ts";

export const eventReference = { name: "<event>", describe: "id or slug" };

export const groupsFlag: Flag = {
  flags: "--groups <names>",
  describe: "groups of fields to ask for: details, texts, registration, dashboard … or all",
};
export const draftsFlag: Flag = { flags: "--drafts", describe: "drafts among them" };

/** What can be said of an event by flags, at a create, an update and a clone. */
export const eventFlags: readonly Flag[] = [
  { flags: "--title <text>", describe: "title" },
  { flags: "--slug <text>", describe: "the last part of the event's address" },
  { flags: "--short <text>", describe: "a sentence or two for lists" },
  { flags: "--description <text>", describe: "Markdown or HTML; @FILE reads it from a file, @- from stdin" },
  { flags: "--start <time>", describe: "2030-05-01T19:00 in the event's zone, or with an offset" },
  { flags: "--end <time>", describe: "likewise" },
  { flags: "--time-zone <name>", describe: "the zone that the event keeps, such as Europe/Berlin" },
  { flags: "--date <start/end>", describe: "one date of a series: 2030-05-01T19:00/21:00", repeat: true },
  { flags: "--to-be-announced [text]", describe: "no date yet, and what to say instead" },
  { flags: "--venue <name>", describe: "where it takes place" },
  { flags: "--address <text>", describe: "street and number, or all of it in one line" },
  { flags: "--postal-code <text>", describe: "postal code" },
  { flags: "--city <name>", describe: "city" },
  { flags: "--country <code>", describe: "country, such as DE" },
  { flags: "--geocode <lat,long>", describe: "where on the map: 53.5436,9.9886" },
  { flags: "--online", describe: "it takes place online" },
  { flags: "--conference <kind>", describe: "with a conference", choices: ["meeting", "webinar"] },
  {
    flags: "--type <how>",
    describe: "how people sign up",
    choices: ["rsvp", "ticketing", "external", "none"],
  },
  { flags: "--url <address>", describe: "where people sign up, with --type external" },
  {
    flags: "--visible-to <who>",
    describe: "who can sign up",
    choices: ["visitor", "member", "visitor-or-member"],
  },
  { flags: "--answers <which>", describe: "what can be answered", choices: ["yes-only", "yes-and-no"] },
  { flags: "--places <n>", describe: "at most so many guests", parse: wholeNumber("--places", 1) },
  { flags: "--waitlist", describe: "who comes later can wait for a place" },
  { flags: "--no-waitlist", describe: "nobody waits" },
  { flags: "--sign-up-from <time>", describe: "from when on people can answer" },
  { flags: "--sign-up-until <time>", describe: "until when" },
  {
    flags: "--per-order <n>",
    describe: "at most so many tickets in one order",
    parse: wholeNumber("--per-order", 1),
  },
  { flags: "--pause", describe: "nobody can sign up for now" },
  { flags: "--resume", describe: "people can sign up again" },
  { flags: "--agenda", describe: "show its schedule" },
  { flags: "--no-agenda", describe: "hide its schedule" },
  ...fieldFlags,
];
