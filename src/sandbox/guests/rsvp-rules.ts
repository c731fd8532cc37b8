import type { Rsvp, RsvpOptions } from "../../api/services/guests.ts";
import {
  activeControls,
  checkFormResponse,
  registrationState,
  type StoredEvent,
  withAnswers,
} from "../events/index.ts";
import { PlatformError, type Tx } from "../kernel/tx.ts";
import { type Answer, rsvps, type StoredRsvp } from "./guests.ts";

type Options = RsvpOptions | null | undefined;

const reject = (code: string, message: string, data: object, status = 409) => {
  throw new PlatformError(status, code, message, data);
};

/** Throws PlatformError 403 if anyone but an admin uses options that bypass rules. */
export function rejectOptions({ caller }: Tx, options: Options): void {
  const option = Object.entries(options ?? {}).find(([, value]) => value)?.[0];
  if (caller.role === "admin" || !option) return;
  reject(
    "PERMISSION_DENIED",
    `${option} requires an API key; the caller is a ${caller.role}`,
    { option },
    403,
  );
}

/** Throws PlatformError if the event does not accept the caller's RSVP: by type, guest type or registration status. */
export function rejectClosed(tx: Tx, event: StoredEvent, options: Options): void {
  const { id, title, status, registration } = event;
  if (registration.initialType === "TICKETING" || registration.type === "EXTERNAL")
    reject(
      "INVALID_EVENT_TYPE",
      `"${title}" does not accept RSVPs; its registration is ${registration.type}`,
      {
        eventId: id,
        type: registration.type,
      },
    );
  const { role, staff } = tx.caller;
  const invited = registration.allowedGuestTypes ?? "VISITOR_OR_MEMBER";
  if (invited === "MEMBER" && role === "visitor" && !staff)
    reject("PERMISSION_DENIED", `"${title}" is for members; the caller is a ${role}`, { eventId: id }, 403);
  if (options?.ignoreLimits) return;
  const now = rsvpStatus(event, tx.now);
  const data = { eventId: id, status, registrationStatus: now };
  if (now === "SCHEDULED_RSVP")
    reject(
      "RSVPS_NOT_STARTED",
      `Registration for "${title}" is ${now}; it opens at ${registration.rsvp?.startDate}`,
      data,
    );
  const isFull = isOpenByTime(event, tx.now) && now === "CLOSED_AUTOMATICALLY";
  if (now.startsWith("CLOSED") && !isFull)
    reject("RSVPS_CLOSED", `Registration for "${title}" is ${now}; the event is ${status}`, data);
}

/** Returns whether registration would be open without any guests, to tell full events from closed ones. */
function isOpenByTime({ status, registration, internal }: StoredEvent, now: Date): boolean {
  const empty = { status, registration, internal: { ...internal, attending: 0 } };
  return rsvpStatus(empty, now).startsWith("OPEN_RSVP");
}

/** Returns the registration status of an event without the tickets that it may also sell. */
function rsvpStatus(event: Pick<StoredEvent, "registration" | "status" | "internal">, now: Date) {
  const registration = { ...event.registration, initialType: "RSVP" };
  return registrationState({ ...event, registration }, now).status;
}

/** Returns WAITLIST for a YES that exceeds the limit of an event with a waitlist, otherwise the given status. */
export function placedAnswer(
  { registration, internal }: StoredEvent,
  { status, totalGuests }: Pick<StoredRsvp, "status" | "totalGuests">,
  options: Options,
): Answer {
  const { limit, waitlistEnabled } = registration.rsvp ?? {};
  const fits = typeof limit !== "number" || internal.attending + totalGuests <= limit;
  return status === "YES" && !fits && waitlistEnabled && !options?.ignoreLimits ? "WAITLIST" : status;
}

/**
 * Throws PlatformError for an answer that the event does not accept or has no capacity for. `taken` is the number of
 * seats that the RSVP already has.
 */
export function rejectAnswer(
  event: StoredEvent,
  requested: Pick<StoredRsvp, "status" | "totalGuests">,
  taken: number,
  options: Options,
): void {
  const { id, title, registration, internal } = event;
  const { responseType = "YES_ONLY", limit, waitlistEnabled } = registration.rsvp ?? {};
  if (requested.status === "NO" && responseType !== "YES_AND_NO" && !options?.ignoreResponseStatus)
    reject("UNEXPECTED_RSVP_STATUS", `"${title}" accepts the answer YES only (${responseType}), not NO`, {
      eventId: id,
      responseType,
    });
  if (options?.ignoreLimits) return;
  const left = typeof limit === "number" ? limit - internal.attending + taken : Number.POSITIVE_INFINITY;
  const data = { eventId: id, limit, left: Math.max(0, left), totalGuests: requested.totalGuests };
  const fits = requested.totalGuests <= left;
  if (requested.status === "YES" && !fits) {
    const next = waitlistEnabled ? "; answer WAITLIST to wait" : "";
    const room =
      left > 0
        ? `has ${left} of ${limit} places left, not ${requested.totalGuests}`
        : `is full (${limit} guests)`;
    reject("RSVP_LIMIT_EXCEEDED", `"${title}" ${room}${next}`, data);
  }
  if (requested.status === "WAITLIST" && !waitlistEnabled)
    reject("WAITING_LIST_UNAVAILABLE", `"${title}" has no waitlist`, data);
  if (requested.status === "WAITLIST" && fits)
    reject("WAITING_LIST_UNAVAILABLE", `"${title}" has capacity; answer YES instead`, data);
}

/**
 * Rejects guests where the form has no guest control (a count of 0 is accepted), more guests than it allows, and guests
 * without the names that it requires.
 */
export function rejectCompanions(
  event: StoredEvent,
  rsvp: Partial<Rsvp>,
  status: Answer,
  options: Options,
): void {
  const { guestCount, guestNames } = rsvp.additionalGuestDetails ?? {};
  const count = guestCount ?? 0;
  const inputs = activeControls(event.form).flatMap((control) => control.inputs ?? []);
  const named = (guestNames ?? []).filter((name) => name?.trim()).length;
  const unexpected = [count > 0 && "additionalGuests", named > 0 && "guestNames"].filter(Boolean);
  const asksForGuests = inputs.some(({ name }) => companionFields.includes(name ?? ""));
  if (!asksForGuests && unexpected.length > 0 && !options?.ignoreFormValidation && !options?.ignoreLimits)
    reject(
      "INVALID_FORM_RESPONSE",
      unexpected.map((name) => `input ${name} is unexpected`).join(", "),
      { eventId: event.id, inputs: unexpected },
      400,
    );
  const most = inputs.find(({ name }) => name === "additionalGuests")?.maxSize ?? 0;
  const data = { eventId: event.id, limit: most, guestCount: count };
  if (status === "NO" && count > 0)
    reject("GUEST_LIMIT_EXCEEDED", `The answer NO cannot have additional guests, not ${count}`, data, 400);
  if (count > most && !options?.ignoreLimits)
    reject("GUEST_LIMIT_EXCEEDED", `At most ${most} additional guests are allowed, not ${count}`, data, 400);
  const namesRequired =
    inputs.find(({ name }) => name === "guestNames")?.mandatory && !options?.ignoreAdditionalGuestNames;
  if (named > count)
    reject("GUEST_LIMIT_EXCEEDED", `${named} names for ${count} additional guests`, data, 400);
  if (namesRequired && named < count)
    reject(
      "ADDITIONAL_GUESTS_MUST_HAVE_NAMES",
      `The names of all ${count} additional guests are required, but there are ${named}`,
      data,
      400,
    );
}

/** Validates the answers and names against the form of the event. */
export function checkedForm(
  event: StoredEvent,
  rsvp: Partial<Rsvp>,
  options: Options,
): NonNullable<Rsvp["form"]> {
  const { firstName, lastName, email } = rsvp;
  const form = withAnswers(rsvp.form, { firstName, lastName, email });
  if (!options?.ignoreFormValidation)
    checkFormResponse(withoutCompanions(event), withoutNames(form), "rsvp.form");
  return form;
}

const companionFields = ["additionalGuests", "guestNames"];

/** Returns the form without the controls for additional guests, which are validated separately. */
const withoutCompanions = ({ form }: StoredEvent): StoredEvent["form"] => ({
  ...form,
  controls: (form.controls ?? []).filter(({ type }) => type !== "GUEST_CONTROL"),
});
const withoutNames = (form: NonNullable<Rsvp["form"]>) => ({
  inputValues: (form.inputValues ?? []).filter(({ inputName }) => !companionFields.includes(inputName ?? "")),
});

/** Rejects a second RSVP of a member and, as the live platform does, of any email address. */
export function rejectSecond(
  tx: Tx,
  event: StoredEvent,
  given: Pick<StoredRsvp, "memberId" | "email">,
): void {
  const { memberId, email } = given;
  const own = memberId && tx.query(rsvps, { filter: { eventId: event.id, memberId }, limit: 1 }).items[0];
  if (own)
    reject("MEMBER_ALREADY_REGISTERED", `This member already answered ${own.status} to "${event.title}"`, {
      rsvpId: own.id,
      status: own.status,
    });
  const other = findByEmail(tx, event.id, email);
  if (other)
    reject(
      "MEMBER_EMAIL_ALREADY_REGISTERED",
      `${email} already responded ${other.status} to "${event.title}"`,
      { email },
    );
}

/** Returns the RSVP of an email address to an event, in any case of letters. */
function findByEmail(tx: Tx, eventId: string, email: string): StoredRsvp | undefined {
  const wanted = email.trim().toLowerCase();
  for (const one of tx.each(rsvps, { eventId })) if (one.email.trim().toLowerCase() === wanted) return one;
  return undefined;
}
