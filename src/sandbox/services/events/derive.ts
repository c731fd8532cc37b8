import { ruleViolation } from "../../kernel/documents/entities.ts";
import type { Tx } from "../../kernel/tx.ts";
import { checkEvent } from "./check.ts";
import { registrationState } from "./registration.ts";
import { statusAt } from "./status.ts";
import type { StoredEvent } from "./tables.ts";
import { formattedDates } from "./times.ts";

/** The required fields of an event besides the title. */
const required = ["location", "dateAndTimeSettings", "registration"] as const;

/** Validates an event and derives its other fields. */
export function deriveEvent(tx: Tx, before: StoredEvent | undefined, given: StoredEvent): StoredEvent {
  for (const key of required)
    if (!given[key]) throw ruleViolation(`event.${key}`, "REQUIRED_FIELD", "must not be empty");
  const { recurringEvents, ...times } = given.dateAndTimeSettings;
  const known = before?.dateAndTimeSettings;
  const dateAndTimeSettings: StoredEvent["dateAndTimeSettings"] = {
    ...times,
    recurrenceStatus: known?.recurrenceStatus ?? (recurringEvents ? "RECURRING" : "ONE_TIME"),
    ...(recurringEvents && {
      recurringEvents: { ...recurringEvents, categoryId: known?.recurringEvents?.categoryId },
    }),
  };
  const whole: StoredEvent = {
    ...given,
    location: derivedLocation(given.location),
    dateAndTimeSettings,
    registration: derivedRegistration(before, given.registration),
  };
  checkEvent(whole);
  dateAndTimeSettings.formatted = formattedDates(dateAndTimeSettings);
  if (given.onlineConferencing)
    whole.onlineConferencing = derivedConference(tx, before, given.onlineConferencing);
  const isLive = whole.status === "UPCOMING" || whole.status === "STARTED";
  if (isLive) whole.status = statusAt(whole, tx.now);
  Object.assign(whole.registration, registrationState(whole, tx.now));
  return whole;
}

/** Adds the formatted text to an address. */
function derivedLocation(location: StoredEvent["location"]): StoredEvent["location"] {
  const { address } = location;
  if (!address || address.formattedAddress) return location;
  const { streetAddress, addressLine, addressLine2, postalCode, city, subdivision, country } = address;
  const street = addressLine ?? [streetAddress?.number, streetAddress?.name].filter(Boolean).join(" ");
  const town = [postalCode, city].filter(Boolean).join(" ");
  const formattedAddress = [street, addressLine2, town, subdivision, country].filter(Boolean).join(", ");
  return { ...location, address: { ...address, formattedAddress } };
}

/** Derives the registration and keeps its read-only ticket fields. */
function derivedRegistration(
  before: StoredEvent | undefined,
  given: StoredEvent["registration"],
): StoredEvent["registration"] {
  const known = before?.registration;
  const { lowestPrice: _, highestPrice: __, soldOut: ___, ...tickets } = given.tickets ?? {};
  const { lowestPrice, highestPrice, soldOut } = known?.tickets ?? {};
  const remaining = Object.fromEntries(
    Object.entries({ lowestPrice, highestPrice, soldOut }).filter(([, value]) => value !== undefined),
  );
  return {
    ...given,
    initialType: known?.initialType ?? given.initialType,
    ...(given.tickets && { tickets: { ...tickets, ...remaining } }),
  };
}

function derivedConference(
  tx: Tx,
  before: StoredEvent | undefined,
  given: NonNullable<StoredEvent["onlineConferencing"]>,
): NonNullable<StoredEvent["onlineConferencing"]> {
  const { session: _, ...conference } = { type: "MEETING", ...given };
  if (!given.enabled) return conference;
  const session = before?.onlineConferencing?.session ?? newSession(tx);
  return { ...conference, providerName: "Sandbox Meetings", session };
}

function newSession(tx: Tx) {
  const sessionId = tx.newId();
  const link = `https://meet.example/${sessionId}`;
  return {
    hostLink: `${link}?host`,
    guestLink: link,
    password: sessionId.slice(0, 8),
    sessionCreated: true,
    sessionId,
  };
}
