import { constant, eventArg } from "../../cli/event-reference.ts";
import type { PrepareOptions } from "../../cli/generic/generic-resource.ts";
import { genericGroup } from "../../cli/generic/generic-verbs.ts";

const config = "notificationConfig";
const times = ["30-minutes", "1-hour", "1-day", "3-days", "1-week"];
const kinds = [
  ["RSVP confirmation", "rsvpConfirmation"],
  ["New spots available", "newSpotsAvailable"],
  ["Cancellation", "eventCancelation"],
  ["Reminder", "upcomingEventReminder"],
  ["Order confirmation", "orderConfirmation"],
  ["Tickets", "ticketConfirmation"],
  ["Invoice", "invoice"],
] as const;
const fields = Object.fromEntries([
  ...kinds.flatMap(([label, kind]) => [
    [`${kind}.template.subject`, { label }],
    [`${kind}.sendingEnabled`, { label: `${label}: sent` }],
  ]),
  ["upcomingEventReminder.reminderTime", { label: "Reminder: time" }],
]);

/** `till events notifications …` */
export const notifications = genericGroup({
  name: "notifications",
  service: "eventNotifications",
  singular: "notification",
  kind: config,
  reference: eventArg(),
  fields,
  verbs: () => [
    {
      name: "get",
      summary: "Show the notifications of an event",
      call: "resolveConfig",
      readOnly: true,
      prints: config,
      args: [eventArg("notificationConfigId")],
      examples: [
        "till events notifications get raku-night # show the event's settings merged with the defaults",
        "till events notifications get raku-night --jq .rsvpConfirmation.template.body # the text of the email that confirms an RSVP",
      ],
    },
    {
      name: "remind",
      summary: "Set the time of the event reminder",
      call: "upsertConfig",
      prints: config,
      args: [eventArg(`${config}.id`)],
      flags: [
        {
          flags: "--before <time>",
          field: "upcomingEventReminder.reminderTime",
          describe: "time before the event",
          choices: times,
          also: { "upcomingEventReminder.sendingEnabled": true },
        },
        {
          flags: "--off",
          field: "upcomingEventReminder.sendingEnabled",
          describe: "turn the reminder off",
          parse: () => false,
        },
      ],
      into: config,
      prepare: mergeWithCurrent,
      examples: [
        "till events notifications remind raku-night --before 3-days # remind guests three days before",
        "till events notifications remind raku-night --before 30-minutes --json # set it and print JSON",
      ],
    },
    {
      name: "set",
      summary: "Change the notifications of an event",
      call: "upsertConfig",
      prints: config,
      args: [eventArg(`${config}.id`)],
      into: config,
      prepare: mergeWithCurrent,
      examples: [
        'till events notifications set raku-night -f upcomingEventReminder.template.subject="See you soon" # change the subject of the reminder',
        "till events notifications set raku-night -f rsvpConfirmation.sendingEnabled=false --json # turn off the RSVP confirmation",
      ],
    },
    {
      name: "send",
      summary: "Send a notification to all guests now",
      call: "trigger",
      args: [eventArg("eventGuests.eventId")],
      flags: [
        {
          flags: "--type <kind>",
          field: "emailNotificationType",
          describe: "type: EMAIL_UPCOMING_EVENT_REMINDER, EMAIL_EVENT_CANCELATION, …",
        },
      ],
      into: "",
      confirms: "Send an email to all guests of the event",
      done: "Sent the notification",
      examples: [
        "till events notifications send raku-night --type EMAIL_UPCOMING_EVENT_REMINDER # send it after confirmation",
        "till events notifications send raku-night --type EMAIL_UPCOMING_EVENT_REMINDER --yes # send it in a script",
      ],
    },
  ],
});

type Config = Record<string, Record<string, unknown>> & { id: string };

/** Merges the changes of each notification into its current settings, because the call replaces it as a whole. */
async function mergeWithCurrent(input: unknown, { call }: PrepareOptions): Promise<unknown> {
  const { eventNotifications } = await import("../../api/services/events.ts");
  const { id, ...changes } = (input as { notificationConfig: Config }).notificationConfig;
  const body = await call(eventNotifications.resolveConfig, { notificationConfigId: id });
  const present = body.notificationConfig ?? {};
  const kinds = Object.entries(changes).map(([kind, change]) => {
    const time = change.reminderTime as string | undefined;
    const before = present[kind] as { template?: object } | undefined;
    const template = { ...before?.template, ...(change.template as object | undefined) };
    const reminderTime = time !== undefined && times.includes(time) ? `BEFORE_${constant(time)}` : time;
    return [kind, { ...before, ...change, template, ...(time !== undefined && { reminderTime }) }];
  });
  return { notificationConfig: { id, ...Object.fromEntries(kinds) } };
}
