import type { Event } from "../../api/services/events/events.ts";
import { type Word, type Words, wordFor } from "../../output/words.ts";

/** The words for the status of an event. */
export const eventWords: Words = {
  UPCOMING: ["upcoming"],
  STARTED: ["started", "good"],
  ENDED: ["ended", "dim"],
  CANCELED: ["canceled", "bad"],
  DRAFT: ["draft", "warn"],
};

const registrationWords: Words = {
  OPEN_RSVP: ["open"],
  OPEN_RSVP_WAITLIST_ONLY: ["waitlist only", "warn"],
  OPEN_TICKETS: ["open"],
  OPEN_EXTERNAL: ["open elsewhere"],
  OPEN_RSVP_AND_TICKETS: ["open"],
  SCHEDULED_RSVP: ["opens later"],
  CLOSED_AUTOMATICALLY: ["closed", "dim"],
  CLOSED_MANUALLY: ["closed manually", "warn"],
  RSVP: ["RSVP"],
  TICKETING: ["tickets"],
  RSVP_AND_TICKETING: ["RSVP and tickets"],
};

/** Returns the word for the registration of an event: `open`, `sold out`. */
export function registrationWord({ registration }: Event): Word {
  const { status, initialType, tickets } = registration ?? {};
  if (status?.startsWith("OPEN") && tickets?.soldOut) return ["sold out", "bad"];
  return wordFor(registrationWords, status ?? initialType ?? "");
}

/** Returns the kind and the state of the registration of an event: `tickets, sold out`. */
export function registrationText(event: Event): Word {
  const [state, tone] = registrationWord(event);
  const [kind] = wordFor(registrationWords, event.registration?.type ?? "");
  return [[...new Set([kind, state])].filter(Boolean).join(", "), tone];
}
