import type { Rsvp, RsvpOptions } from "../../../api/services/guests/models/rsvp.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import {
  askedControls,
  checkFormResponse,
  registrationState,
  type StoredEvent,
  withAnswers,
} from "../events/index.ts";
import { type Answer, rsvps, type StoredRsvp } from "./tables.ts";

type Options = RsvpOptions | null | undefined;

const reject = (code: string, message: string, data: object, status = 409) => {
  throw new PlatformError(status, code, message, data);
};

/** Options put rules aside: for admins only. */
export function invalidOptions({ caller }: Tx, options: Options): void {
  const option = Object.entries(options ?? {}).find(([, value]) => value)?.[0];
  if (caller.role === "admin" || !option) return;
  reject("PERMISSION_DENIED", `${option} needs an API key; the caller is a ${caller.role}`, { option }, 403);
}

/** Refuses those whom an event does not invite: by its type, its guest types, its registration's status. */
export function rejectClosed(tx: Tx, event: StoredEvent, options: Options): void {
  const { id, title, status, registration } = event;
  if (registration.initialType === "TICKETING" || registration.type === "EXTERNAL")
    reject("INVALID_EVENT_TYPE", `"${title}" takes no RSVPs: its registration is ${registration.type}`, {
      eventId: id,
      type: registration.type,
    });
  const { role } = tx.caller;
  const invited = registration.allowedGuestTypes ?? "VISITOR_OR_MEMBER";
  if (invited === "MEMBER" && role === "visitor")
    reject("PERMISSION_DENIED", `"${title}" is for members; the caller is a ${role}`, { eventId: id }, 403);
  if (options?.ignoreLimits) return;
  const { status: now } = registrationState(event, tx.now);
  const data = { eventId: id, status, registrationStatus: now };
  if (now === "SCHEDULED_RSVP")
    reject(
      "RSVPS_NOT_STARTED",
      `Registration for "${title}" is ${now}: it opens ${registration.rsvp?.startDate}`,
      data,
    );
  const isFull = isOpenByTime(event, tx.now) && now === "CLOSED_AUTOMATICALLY";
  if (now.startsWith("CLOSED") && !isFull)
    reject("RSVPS_CLOSED", `Registration for "${title}" is ${now}: the event is ${status}`, data);
}

/** Closed because it is full is another thing than closed. */
function isOpenByTime({ status, registration, internal }: StoredEvent, now: Date): boolean {
  const empty = { status, registration, internal: { ...internal, attending: 0 } };
  return registrationState(empty, now).status.startsWith("OPEN_RSVP");
}

/** Refuses an answer that the event does not take, or has no room for; `taken` are the seats of its own that it gives up. */
export function rejectAnswer(
  event: StoredEvent,
  wanted: Pick<StoredRsvp, "status" | "totalGuests">,
  taken: number,
  options: Options,
): void {
  const { id, title, registration, internal } = event;
  const { responseType = "YES_ONLY", limit, waitlistEnabled } = registration.rsvp ?? {};
  if (wanted.status === "NO" && responseType !== "YES_AND_NO" && !options?.ignoreResponseStatus)
    reject("UNEXPECTED_RSVP_STATUS", `"${title}" takes the answer YES only (${responseType}), not NO`, {
      eventId: id,
      responseType,
    });
  if (options?.ignoreLimits) return;
  const left = typeof limit === "number" ? limit - internal.attending + taken : Number.POSITIVE_INFINITY;
  const data = { eventId: id, limit, left: Math.max(0, left), totalGuests: wanted.totalGuests };
  const fits = wanted.totalGuests <= left;
  if (wanted.status === "YES" && !fits) {
    const next = waitlistEnabled ? "; answer WAITLIST to wait" : "";
    const room =
      left > 0
        ? `has ${left} of ${limit} places left, not ${wanted.totalGuests}`
        : `is full (${limit} guests)`;
    reject("RSVP_LIMIT_EXCEEDED", `"${title}" ${room}${next}`, data);
  }
  if (wanted.status === "WAITLIST" && !waitlistEnabled)
    reject("WAITING_LIST_UNAVAILABLE", `"${title}" has no waitlist`, data);
  if (wanted.status === "WAITLIST" && fits)
    reject("WAITING_LIST_UNAVAILABLE", `"${title}" has room: answer YES instead of waiting`, data);
}

/** Refuses more companions than the form asks for, and companions without the names that it wants. */
export function rejectCompanions(event: StoredEvent, rsvp: Rsvp, status: Answer, options: Options): void {
  const { guestCount, guestNames } = rsvp.additionalGuestDetails ?? {};
  const count = guestCount ?? 0;
  const inputs = askedControls(event.form).flatMap((control) => control.inputs ?? []);
  const most = inputs.find(({ name }) => name === "additionalGuests")?.maxSize ?? 0;
  const data = { eventId: event.id, limit: most, guestCount: count };
  if (status === "NO" && count > 0)
    reject("GUEST_LIMIT_EXCEEDED", `Who answers NO brings nobody along, not ${count}`, data, 400);
  if (count > most && !options?.ignoreLimits)
    reject("GUEST_LIMIT_EXCEEDED", `One may bring ${most} guests along, not ${count}`, data, 400);
  const wanted =
    inputs.find(({ name }) => name === "guestNames")?.mandatory && !options?.ignoreAdditionalGuestNames;
  const named = (guestNames ?? []).filter((name) => name?.trim()).length;
  if (named > count)
    reject("GUEST_LIMIT_EXCEEDED", `${named} names are given for ${count} guests along`, data, 400);
  if (wanted && named < count)
    reject(
      "ADDITIONAL_GUESTS_MUST_HAVE_NAMES",
      `The names of all ${count} guests along are needed, ${named} are given`,
      data,
      400,
    );
}

/** The answers with the names that stand beside them, checked against the form of the event. */
export function checkedForm(event: StoredEvent, rsvp: Rsvp, options: Options): NonNullable<Rsvp["form"]> {
  const { firstName, lastName, email } = rsvp;
  const form = withAnswers(rsvp.form, { firstName, lastName, email });
  if (!options?.ignoreFormValidation)
    checkFormResponse(withoutCompanions(event), withoutNames(form), "rsvp.form");
  return form;
}

const own = ["additionalGuests", "guestNames"];

/** How many come along, and their names, have rules of their own. */
const withoutCompanions = ({ form }: StoredEvent): StoredEvent["form"] => ({
  ...form,
  controls: (form.controls ?? []).filter(({ type }) => type !== "GUEST_CONTROL"),
});
const withoutNames = (form: NonNullable<Rsvp["form"]>) => ({
  inputValues: (form.inputValues ?? []).filter(({ inputName }) => !own.includes(inputName ?? "")),
});

/** Refuses a second answer of a member, and the e-mail address of a member who answered. */
export function rejectSecond(
  tx: Tx,
  event: StoredEvent,
  given: Pick<StoredRsvp, "memberId" | "email">,
): void {
  const { memberId, email } = given;
  const mine = memberId && tx.query(rsvps, { filter: { eventId: event.id, memberId }, limit: 1 }).items[0];
  if (mine)
    reject("MEMBER_ALREADY_REGISTERED", `This member answered ${mine.status} to "${event.title}" already`, {
      rsvpId: mine.id,
      status: mine.status,
    });
  const filter = { eventId: event.id, email, memberId: { $exists: true } };
  const [other] = tx.query(rsvps, { filter, limit: 1 }).items;
  if (other)
    reject(
      "MEMBER_EMAIL_ALREADY_REGISTERED",
      `A member with the address ${email} answered to "${event.title}" already`,
      { email },
    );
}
