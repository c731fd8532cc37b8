import type { Event } from "../../api/services/events/models/event.ts";
import type { RowAction } from "../resource.ts";

/** What can be done with events. */
export const eventActions: readonly RowAction<Event>[] = [
  {
    key: "p",
    name: "publish",
    help: "publish the draft: everybody can see it",
    target: "row",
    unavailable: ({ status }) => {
      if (status === "CANCELED") return "It was canceled: clone it to hold it again.";
      return status === "DRAFT" ? undefined : "It is published already.";
    },
    args: (events) => ["events", "publish", ...events],
  },
  {
    key: "s",
    name: "stop sign-up",
    help: "nobody can sign up for now",
    target: "row",
    unavailable: (event) =>
      closedFor(event) ?? (isPaused(event) ? "Nobody can sign up as it is." : undefined),
    args: (events) => ["events", "update", ...events, "--pause"],
  },
  {
    key: "o",
    name: "open sign-up",
    help: "people can sign up again",
    target: "row",
    unavailable: (event) => closedFor(event) ?? (isPaused(event) ? undefined : "Sign-up was not stopped."),
    args: (events) => ["events", "update", ...events, "--resume"],
  },
  {
    key: "l",
    name: "clone",
    help: "make one like it",
    target: "row",
    questions: [
      { title: "Title", hint: "as it is" },
      { title: "Start", hint: "two weeks later, or such as 2030-06-01T18:00" },
      { title: "End", hint: "as long after the start as now, or such as 2030-06-01T22:00" },
    ],
    args: (events, [title, start, end]) => [
      ...["events", "clone", ...events],
      ...(title ? ["--title", title] : []),
      ...(start ? ["--start", start] : []),
      ...(end ? ["--end", end] : []),
    ],
  },
  {
    key: "k",
    name: "cancel",
    help: "cancel; guests are told, and it is final",
    target: "rows",
    unavailable: ({ status }) => {
      if (status === "CANCELED") return "It was canceled already.";
      if (status === "DRAFT") return "It is a draft: nobody knows of it yet.";
      return status === "ENDED" ? "It is over." : undefined;
    },
    args: (events) => ["events", "cancel", ...events],
  },
  {
    key: "d",
    name: "delete",
    help: "delete with guests, tickets and schedule; it is final",
    target: "rows",
    args: (events) => ["events", "delete", ...events],
  },
];

const isPaused = ({ registration }: Event) =>
  registration?.registrationPaused === true || registration?.status === "CLOSED_MANUALLY";

/** Why there is no sign-up to speak of. */
function closedFor({ status }: Event): string | undefined {
  if (status === "CANCELED") return "It was canceled.";
  return status === "ENDED" ? "It is over." : undefined;
}
