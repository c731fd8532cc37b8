import { constant, eventArg } from "../../cli/event-reference.ts";
import { genericGroup, type PrepareOptions } from "../../cli/generic/generic-resource.ts";

const config = "notificationConfig";
const times = ["30-minutes", "1-hour", "1-day", "3-days", "1-week"];
const kinds = [
  ["RSVP confirmation", "rsvpConfirmation"],
  ["New places", "newSpotsAvailable"],
  ["Cancelation", "eventCancelation"],
  ["Reminder", "upcomingEventReminder"],
  ["Order confirmation", "orderConfirmation"],
  ["Tickets", "ticketConfirmation"],
  ["Invoice", "invoice"],
] as const;
const columns = [
  ...kinds.flatMap(([header, path]) => [
    { header, path: `${path}.template.subject` },
    { header: `${header}: sent`, path: `${path}.sendingEnabled` },
  ]),
  { header: "Reminder: when", path: "upcomingEventReminder.reminderTime" },
];
const shown = { prints: config, kind: config, columns };

/** `till events notifications …` */
export const notifications = genericGroup({
  name: "notifications",
  summary: "what guests are told by e-mail, and when",
  service: "eventNotifications",
  singular: "notification",
  kind: config,
  reference: eventArg(),
  columns,
  verbs: () => [
    {
      name: "get",
      summary: "show what guests of an event are told",
      call: "resolveConfig",
      ...shown,
      args: [eventArg("notificationConfigId")],
      examples: [
        { run: "till events notifications get raku-night", does: "its own settings over the defaults" },
        { run: "till events notifications get raku-night --json", does: "texts and all" },
      ],
    },
    {
      name: "remind",
      summary: "set when guests are reminded of an event",
      call: "upsertConfig",
      ...shown,
      args: [eventArg(`${config}.id`)],
      flags: [
        {
          flags: "--before <time>",
          field: "upcomingEventReminder.reminderTime",
          describe: "how long before",
          choices: times,
          also: { "upcomingEventReminder.sendingEnabled": true },
        },
        {
          flags: "--off",
          field: "upcomingEventReminder.sendingEnabled",
          describe: "no reminder",
          parse: () => false,
        },
      ],
      into: config,
      prepare: overPresent,
      examples: [
        { run: "till events notifications remind raku-night --before 3-days", does: "three days before" },
        { run: "till events notifications remind raku-night --before 30-minutes --json", does: "as JSON" },
      ],
    },
    {
      name: "set",
      summary: "set texts of what guests are told",
      call: "upsertConfig",
      ...shown,
      args: [eventArg(`${config}.id`)],
      into: config,
      prepare: overPresent,
      examples: [
        {
          run: "till events notifications set raku-night -f upcomingEventReminder.template.subject='See you soon'",
          does: "the subject of the reminder",
        },
        {
          run: "till events notifications set raku-night -f rsvpConfirmation.sendingEnabled=false --json",
          does: "one kind less",
        },
      ],
    },
    {
      name: "send",
      summary: "send a notification to all guests now",
      call: "trigger",
      args: [eventArg("eventGuests.eventId")],
      flags: [
        {
          flags: "--type <kind>",
          field: "emailNotificationType",
          describe: "EMAIL_UPCOMING_EVENT_REMINDER, EMAIL_EVENT_CANCELATION …",
        },
      ],
      into: "",
      confirms: "Write to all guests of the event",
      done: "It is on its way",
      examples: [
        {
          run: "till events notifications send raku-night --type EMAIL_UPCOMING_EVENT_REMINDER",
          does: "after a question",
        },
        {
          run: "till events notifications send raku-night --type EMAIL_UPCOMING_EVENT_REMINDER --yes",
          does: "in a script",
        },
      ],
    },
  ],
});

type Config = Record<string, Record<string, unknown>> & { id?: string };

/** What is given of each kind of e-mail, over what there is of it: the call takes each as a whole. */
async function overPresent(input: unknown, { call }: PrepareOptions): Promise<unknown> {
  const { eventNotifications } = await import("../../api/services/events/event-notifications.ts");
  const { id, ...given } = (input as { notificationConfig: Config }).notificationConfig;
  const name = "eventNotifications.resolveConfig";
  const { body } = await call(name, eventNotifications.resolveConfig, { notificationConfigId: id });
  const present = (body as { notificationConfig?: Config }).notificationConfig ?? {};
  const kinds = Object.entries(given).map(([kind, change]) => {
    const time = change.reminderTime as string | undefined;
    const before = present[kind] as { template?: object } | undefined;
    const template = { ...before?.template, ...(change.template as object | undefined) };
    const reminderTime = time !== undefined && times.includes(time) ? `BEFORE_${constant(time)}` : time;
    return [kind, { ...before, ...change, template, ...(time !== undefined && { reminderTime }) }];
  });
  return { notificationConfig: { id, ...Object.fromEntries(kinds) } };
}
