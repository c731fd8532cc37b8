import type { Event } from "../../api/services/events/models/event.ts";
import type { RowAct } from "../resource.ts";

/** What can be done with events. */
export const eventActs: readonly RowAct<Event>[] = [
  {
    key: "p",
    does: "publish",
    help: "publish the draft: everybody can see it",
    about: "row",
    unless: ({ status }) => {
      if (status === "CANCELED") return "It was canceled: clone it to hold it again.";
      return status === "DRAFT" ? undefined : "It is published already.";
    },
    words: (events) => ["events", "publish", ...events],
  },
  {
    key: "s",
    does: "stop sign-up",
    help: "nobody can sign up for now",
    about: "row",
    unless: (event) => closedFor(event) ?? (isPaused(event) ? "Nobody can sign up as it is." : undefined),
    words: (events) => ["events", "update", ...events, "--pause"],
  },
  {
    key: "o",
    does: "open sign-up",
    help: "people can sign up again",
    about: "row",
    unless: (event) => closedFor(event) ?? (isPaused(event) ? undefined : "Sign-up was not stopped."),
    words: (events) => ["events", "update", ...events, "--resume"],
  },
  {
    key: "l",
    does: "clone",
    help: "make one like it",
    about: "row",
    asks: [
      { title: "Title", hint: "as it is" },
      { title: "Start", hint: "two weeks later, or such as 2030-06-01T18:00" },
      { title: "End", hint: "as long after the start as now, or such as 2030-06-01T22:00" },
    ],
    words: (events, [title, start, end]) => [
      ...["events", "clone", ...events],
      ...(title ? ["--title", title] : []),
      ...(start ? ["--start", start] : []),
      ...(end ? ["--end", end] : []),
    ],
  },
  {
    key: "k",
    does: "cancel",
    help: "cancel; guests are told, and it is final",
    about: "rows",
    unless: ({ status }) => {
      if (status === "CANCELED") return "It was canceled already.";
      if (status === "DRAFT") return "It is a draft: nobody knows of it yet.";
      return status === "ENDED" ? "It is over." : undefined;
    },
    words: (events) => ["events", "cancel", ...events],
  },
  {
    key: "d",
    does: "delete",
    help: "delete with guests, tickets and schedule; it is final",
    about: "rows",
    words: (events) => ["events", "delete", ...events],
  },
];

const isPaused = ({ registration }: Event) =>
  registration?.registrationPaused === true || registration?.status === "CLOSED_MANUALLY";

/** Why there is no sign-up to speak of. */
function closedFor({ status }: Event): string | undefined {
  if (status === "CANCELED") return "It was canceled.";
  return status === "ENDED" ? "It is over." : undefined;
}
