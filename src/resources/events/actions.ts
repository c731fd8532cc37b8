import type { Event } from "../../api/services/events/events.ts";
import type { RowAction } from "../resource.ts";

/** The actions on events. */
export const eventActions: readonly RowAction<Event>[] = [
  {
    key: "p",
    name: "publish",
    help: "publish the draft",
    target: "row",
    unavailable: ({ status }) => {
      if (status === "CANCELED") return "It is canceled. Clone it instead.";
      return status === "DRAFT" ? undefined : "It is already published.";
    },
    args: (events) => ["events", "publish", ...events],
  },
  {
    key: "s",
    name: "stop sign-up",
    help: "pause registration",
    target: "row",
    unavailable: (event) =>
      closedFor(event) ?? (isPaused(event) ? "Registration is already paused." : undefined),
    args: (events) => ["events", "update", ...events, "--pause"],
  },
  {
    key: "o",
    name: "open sign-up",
    help: "resume registration",
    target: "row",
    unavailable: (event) => closedFor(event) ?? (isPaused(event) ? undefined : "Registration is not paused."),
    args: (events) => ["events", "update", ...events, "--resume"],
  },
  {
    key: "l",
    name: "clone",
    help: "copy the event",
    target: "row",
    questions: [
      { title: "Title", hint: "default: unchanged" },
      { title: "Start", hint: "2030-06-01T18:00; default: two weeks from now" },
      { title: "End", hint: "2030-06-01T22:00; default: the same duration" },
    ],
    args: (events, [title, start, end]) => [
      ...["events", "clone", ...events],
      ...(title ? ["--title", title] : []),
      ...(start ? ["--start", start] : []),
      ...(end ? ["--end", end] : []),
    ],
  },
  {
    key: "t",
    name: "door",
    help: "check guests in at the door",
    target: "row",
    unavailable: ({ registration }) =>
      registration?.type === "TICKETING" || registration?.type === "RSVP_AND_TICKETING"
        ? undefined
        : "It sells no tickets.",
    args: (events) => ["tickets", "door", ...events],
  },
  {
    key: "k",
    name: "cancel",
    help: "cancel and notify the guests; cannot be undone",
    target: "rows",
    unavailable: ({ status }) => {
      if (status === "CANCELED") return "It is already canceled.";
      if (status === "DRAFT") return "It is a draft. Delete it instead.";
      return status === "ENDED" ? "It has ended." : undefined;
    },
    args: (events) => ["events", "cancel", ...events],
  },
  {
    key: "d",
    name: "delete",
    help: "delete with guests, tickets and schedule; cannot be undone",
    target: "rows",
    args: (events) => ["events", "delete", ...events],
  },
];

const isPaused = ({ registration }: Event) =>
  registration?.registrationPaused === true || registration?.status === "CLOSED_MANUALLY";

/** Returns why registration cannot change, or undefined if it can. */
function closedFor({ status }: Event): string | undefined {
  if (status === "CANCELED") return "It is canceled.";
  return status === "ENDED" ? "It has ended." : undefined;
}
