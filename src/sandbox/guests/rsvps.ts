import type { Rsvp, RsvpOptions } from "../../api/services/guests.ts";
import {
  answerTo,
  detailsOf,
  eventOf,
  events,
  inStoredTimes,
  type LifecycleHooks,
  refreshRegistration,
  type StoredEvent,
} from "../events/index.ts";
import {
  checkRevision,
  entityOf,
  insertEntity,
  type Kind,
  newEntity,
  removeEntity,
  replaceEntity,
  ruleViolation,
} from "../kernel/entities.ts";
import { contactIdOf, contactOf } from "../kernel/ids.ts";
import { PlatformError, type StoreTx, type Tx } from "../kernel/tx.ts";
import {
  type Answer,
  emitGuestAction,
  forgetGuest,
  type Guest,
  guests,
  removeGuest,
  rsvps,
  type StoredRsvp,
  syncGuest,
} from "./guests.ts";
import { emitLegacyRsvp } from "./legacy.ts";
import {
  checkedForm,
  placedAnswer,
  rejectAnswer,
  rejectClosed,
  rejectCompanions,
  rejectOptions,
  rejectSecond,
} from "./rsvp-rules.ts";

type Options = RsvpOptions | null | undefined;

export const rsvpKind: Kind<StoredRsvp> = {
  table: rsvps,
  fqdn: "wix.events.v2.rsvp",
  name: "rsvp",
  show: (rsvp) => rsvp,
};

/** Returns an RSVP. Throws PlatformError 404 `RSVP_NOT_FOUND` if it does not exist. */
export const rsvpOf = (tx: Tx, id: string | null | undefined): StoredRsvp => entityOf(tx, rsvpKind, id ?? "");

/** Creates an RSVP. rules.ts contains the validation. */
export function createRsvp(tx: StoreTx, given: Partial<Rsvp>, options: Options): StoredRsvp {
  rejectOptions(tx, options);
  const event = eventOf(tx, given.eventId);
  rejectClosed(tx, event, options);
  const memberId = given.memberId ?? tx.caller.memberId;
  requireOwner(tx, memberId);
  const { firstName, lastName, email, marketingConsent, extendedFields } = given;
  const party = { status: (given.status ?? "YES") as Answer, totalGuests: 1 + guestCountOf(given) };
  const answer = placedAnswer(event, party, options);
  const whole: StoredRsvp = {
    ...newEntity(tx),
    eventId: event.id,
    firstName: firstName ?? "",
    lastName: lastName ?? "",
    email: email ?? "",
    memberId: memberId || undefined,
    contactId: given.contactId ?? contactIdOf(tx, email ?? ""),
    ...derived(event, given, answer, []),
    language: "en",
    locale: "en-US",
    anonymized: false,
    marketingConsent: marketingConsent ?? false,
    disableNotifications: given.disableNotifications ?? false,
    extendedFields: extendedFields || undefined,
  };
  rejectSecond(tx, event, whole);
  rejectCompanions(event, given, whole.status, options);
  whole.form = inStoredTimes(checkedForm(event, given, options));
  rejectAnswer(event, whole, 0, options);
  count(tx, event.id, undefined, whole);
  const created = insertEntity(tx, rsvpKind, whole);
  emitLegacyRsvp(tx, created, "Created");
  syncRsvpGuest(tx, created);
  return created;
}

/** Updates an RSVP. Undefined fields stay. Freed seats go to the waitlist. */
export function updateRsvp(tx: StoreTx, given: Partial<Rsvp>, options: Options): StoredRsvp {
  rejectOptions(tx, options);
  const before = rsvpOf(tx, given.id);
  if (given.revision != null) checkRevision(before, given.revision, rsvpKind.name);
  const event = eventOf(tx, before.eventId);
  const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value != null)) as Rsvp;
  const { firstName, lastName, email, disableNotifications, marketingConsent, extendedFields } = changes;
  const status = (changes.status ?? before.status) as Answer;
  const additionalGuestDetails = companionsOf(before, changes.additionalGuestDetails, status);
  const merged: Rsvp = { ...before, ...changes, additionalGuestDetails };
  const base: StoredRsvp = {
    ...before,
    ...(firstName && { firstName }),
    ...(lastName && { lastName }),
    ...contactOf(tx, email),
    ...(disableNotifications != null && { disableNotifications }),
    ...(extendedFields && { extendedFields }),
    ...(marketingConsent != null && { marketingConsent }),
  };
  const after: StoredRsvp = {
    ...base,
    ...derived(event, { ...merged, ...base, additionalGuestDetails }, status, before.guestList.guests),
  };
  if (changes.additionalGuestDetails || after.status !== before.status)
    rejectCompanions(event, merged, status, options);
  if (after.status !== before.status || after.totalGuests > before.totalGuests) {
    if (after.status !== "NO") rejectClosed(tx, event, options);
    if (after.status !== "YES" && before.checkedInGuestCount > 0) throw checkedInError(before, after.status);
    rejectAnswer(event, after, before.status === "YES" ? before.totalGuests : 0, options);
  }
  if (changes.form || firstName || lastName || email) {
    const known = changes.form ?? {
      inputValues: before.form?.inputValues?.filter(
        ({ inputName }) => !["firstName", "lastName", "email"].includes(inputName ?? ""),
      ),
    };
    after.form = inStoredTimes(checkedForm(event, { ...after, form: known }, options));
  }
  count(tx, event.id, before, after);
  const { id } = storeChanged(tx, withCheckIns(after));
  moveUp(tx, event.id);
  return rsvpOf(tx, id);
}

/** Returns the companions of an RSVP with a change of their number or names. They leave with whoever answers NO. */
function companionsOf(
  before: StoredRsvp,
  given: Rsvp["additionalGuestDetails"],
  status: Answer,
): Rsvp["additionalGuestDetails"] {
  const known = status === "NO" ? undefined : before.additionalGuestDetails;
  if (!given) return known;
  const guestCount = given.guestCount ?? known?.guestCount ?? 0;
  return { guestCount, guestNames: given.guestNames ?? known?.guestNames?.slice(0, guestCount) };
}

/** Deletes an RSVP. Its seats go to the waitlist. */
export function removeRsvp(tx: StoreTx, rsvp: StoredRsvp): void {
  count(tx, rsvp.eventId, rsvp, undefined);
  removeEntity(tx, rsvpKind, rsvp);
  emitLegacyRsvp(tx, rsvp, "Deleted");
  forgetRsvpGuest(tx, rsvp);
  moveUp(tx, rsvp.eventId);
}

/** Moves RSVPs up from the waitlist in order, each if its whole party fits. */
function moveUp(tx: StoreTx, eventId: string): void {
  const event = tx.get(events, eventId);
  const limit = event?.registration.rsvp?.limit;
  if (!event || (event.status !== "UPCOMING" && event.status !== "STARTED")) return;
  let left = typeof limit === "number" ? limit - event.internal.attending : Number.POSITIVE_INFINITY;
  if (left <= 0) return;
  const waiting = [...tx.each(rsvps, { eventId, status: "WAITLIST" })].sort(byAge);
  for (const rsvp of waiting) {
    if (rsvp.totalGuests > left) continue;
    left -= rsvp.totalGuests;
    const after: StoredRsvp = { ...rsvp, status: "YES", onlineConferencingLogin: loginOf(event) };
    count(tx, eventId, rsvp, after);
    storeChanged(tx, after);
  }
}

/** Stores a changed RSVP as its next revision, emits its events, and updates its guest. */
function storeChanged(tx: Tx, rsvp: StoredRsvp): StoredRsvp {
  const after = replaceEntity(tx, rsvpKind, rsvp);
  emitLegacyRsvp(tx, after, "Updated");
  syncRsvpGuest(tx, after);
  return after;
}

const byAge = (one: StoredRsvp, other: StoredRsvp) =>
  `${one.createdDate} ${one.id}` < `${other.createdDate} ${other.id}` ? -1 : 1;

/** Returns an RSVP with its number of checked-in guests. */
function withCheckIns(rsvp: StoredRsvp): StoredRsvp {
  const inside = rsvp.guestList.guests.filter(({ checkInDetails }) => checkInDetails?.checkedIn).length;
  return { ...rsvp, checkedInGuestCount: inside, fullyCheckedIn: inside === rsvp.totalGuests };
}

function checkedInError({ id, status, checkedInGuestCount }: StoredRsvp, target: string): PlatformError {
  const message = `The RSVP ${id} is ${status} with ${checkedInGuestCount} guests checked in and cannot become ${target}`;
  return new PlatformError(409, "INVALID_RSVP_STATUS", message, { id, status });
}

const guestCountOf = ({ additionalGuestDetails }: Partial<Rsvp>) => additionalGuestDetails?.guestCount ?? 0;

/** Returns the derived fields of an RSVP: the number of guests and their list. */
function derived(event: StoredEvent, given: Partial<Rsvp>, status: Answer, before: readonly Guest[]) {
  const count = status === "NO" ? 0 : guestCountOf(given);
  const names = (given.additionalGuestDetails?.guestNames ?? []).filter((name): name is string =>
    Boolean(name),
  );
  const fullNames = [
    `${given.firstName} ${given.lastName}`,
    ...Array.from({ length: count }, (_, at) => names[at] ?? ""),
  ];
  const guests = fullNames.map((fullName, index): Guest => {
    const { checkInDetails = { checkedIn: false } } = before[index] ?? {};
    return { index, guestId: index + 1, fullName, checkInDetails };
  });
  return {
    status,
    totalGuests: guests.length,
    guestList: { guests },
    checkedInGuestCount: 0,
    fullyCheckedIn: false,
    additionalGuestDetails: { guestCount: count, guestNames: names },
    onlineConferencingLogin: status === "YES" ? loginOf(event) : undefined,
  };
}

/** Returns how guests of an online event join it. */
function loginOf({ onlineConferencing }: StoredEvent) {
  const { guestLink: link, password } = onlineConferencing?.session ?? {};
  return link ? { link, password: password || undefined } : undefined;
}

function requireOwner({ caller }: Tx, memberId: string | undefined): void {
  if (caller.role === "admin" || !memberId || memberId === caller.memberId) return;
  const message = `An RSVP for another member requires an API key; the caller is a ${caller.role}`;
  throw new PlatformError(403, "PERMISSION_DENIED", message, { memberId });
}

/** Updates the counts of an event: RSVPs and attending guests. */
function count(tx: Tx, eventId: string, before: StoredRsvp | undefined, after: StoredRsvp | undefined): void {
  const event = tx.get(events, eventId);
  if (!event) return;
  const known = event.summaries.rsvps ?? {};
  const change = (answer: Answer) => Number(after?.status === answer) - Number(before?.status === answer);
  const seats = (rsvp: StoredRsvp | undefined) => (rsvp?.status === "YES" ? rsvp.totalGuests : 0);
  const rsvpCounts = {
    totalCount: (known.totalCount ?? 0) + Number(Boolean(after)) - Number(Boolean(before)),
    yesCount: (known.yesCount ?? 0) + change("YES"),
    noCount: (known.noCount ?? 0) + change("NO"),
    waitlistCount: (known.waitlistCount ?? 0) + change("WAITLIST"),
  };
  const attending = event.internal.attending + seats(after) - seats(before);
  refreshRegistration(tx, {
    ...event,
    summaries: { ...event.summaries, rsvps: rsvpCounts },
    internal: { ...event.internal, attending },
  });
}

/** Checks in guests of an RSVP, by default all who are not checked in; all or none. */
export function checkInGuests(
  tx: Tx,
  rsvp: StoredRsvp,
  guestIds: readonly (number | null)[] | null | undefined,
  at?: string | null,
): StoredRsvp {
  if (rsvp.status !== "YES") {
    const message = `The RSVP ${rsvp.id} is ${rsvp.status}, so its guests cannot be checked in`;
    throw new PlatformError(409, "INVALID_RSVP_STATUS", message, { id: rsvp.id, status: rsvp.status });
  }
  const checkInDate = inStoredTimes(at ?? tx.now.toISOString());
  if (checkInDate > tx.now.toISOString())
    throw ruleViolation(
      "checkInDate",
      "INVALID_CHECK_IN_TIME",
      `must not be in the future, as ${checkInDate} is`,
      { threshold: tx.now.toISOString() },
    );
  return changeCheckIns(tx, rsvp, guestIds, (guest) => {
    if (guest.checkInDetails?.checkedIn)
      throw checkInRejection(
        rsvp,
        guest,
        "GUEST_ALREADY_CHECKED_IN",
        `was checked in at ${guest.checkInDetails.checkInDate}`,
      );
    return {
      ...guest,
      checkInDetails: { checkedIn: true, checkInDate, ...checkedInBy(tx, "checkedInByStaffMember") },
    };
  });
}

/** Reverts check-ins of an RSVP, by default of all checked-in guests; all or none. */
export function undoGuests(
  tx: Tx,
  rsvp: StoredRsvp,
  guestIds: readonly (number | null)[] | null | undefined,
  at?: string | null,
): StoredRsvp {
  const checkInCanceledDate = inStoredTimes(at ?? tx.now.toISOString());
  const named = guestIds?.length
    ? guestIds
    : rsvp.guestList.guests.flatMap((guest) => (isIn(guest) ? [guest.guestId] : []));
  const [first] = rsvp.guestList.guests;
  if (named.length === 0 && first)
    throw checkInRejection(rsvp, first, "GUEST_NOT_CHECKED_IN", "is not checked in");
  return changeCheckIns(tx, rsvp, named, (guest) => {
    if (!isIn(guest)) throw checkInRejection(rsvp, guest, "GUEST_NOT_CHECKED_IN", "is not checked in");
    return {
      ...guest,
      checkInDetails: {
        checkedIn: false,
        checkInCanceledDate,
        ...checkedInBy(tx, "checkInCanceledByStaffMember"),
      },
    };
  });
}

const checkedInBy = (
  { caller: { staff } }: Tx,
  field: "checkedInByStaffMember" | "checkInCanceledByStaffMember",
) => staff && { [field]: staff.id };

const isIn = ({ checkInDetails }: Guest) => checkInDetails?.checkedIn === true;

function changeCheckIns(
  tx: Tx,
  rsvp: StoredRsvp,
  guestIds: readonly (number | null)[] | null | undefined,
  act: (guest: Guest) => Guest,
): StoredRsvp {
  const { guests } = rsvp.guestList;
  const unknown = guestIds?.find((id) => !guests.some(({ guestId }) => guestId === id));
  if (unknown !== undefined) {
    const message = `The RSVP ${rsvp.id} has guests 1 to ${guests.length}, but no guest ${unknown}`;
    throw new PlatformError(404, "GUEST_NOT_FOUND", message, { id: rsvp.id, guestId: unknown });
  }
  const left = guests.filter((guest) => !isIn(guest)).map(({ guestId }) => guestId);
  const ids = guestIds?.length ? guestIds : left.length > 0 ? left : guests.map(({ guestId }) => guestId);
  const changed = guests.map((guest) => (ids.includes(guest.guestId) ? act(guest) : guest));
  return storeChanged(tx, withCheckIns({ ...rsvp, guestList: { guests: changed } }));
}

function checkInRejection(
  { id, status }: StoredRsvp,
  { guestId, fullName }: Guest,
  code: string,
  what: string,
): PlatformError {
  const message = `Guest ${guestId} (${fullName || "without a name"}) of the RSVP ${id} ${what}`;
  return new PlatformError(409, code, message, { id, guestId, status });
}

const attendance = {
  YES: "ATTENDING",
  NO: "NOT_ATTENDING",
  WAITLIST: "IN_WAITLIST",
} as const satisfies Record<Answer, string>;

/** Updates the guest of an RSVP. Companions are counted, not listed. */
function syncRsvpGuest(tx: Tx, rsvp: StoredRsvp): void {
  const phone = answerTo(rsvp.form, "phone");
  syncGuest(tx, refOf(rsvp), {
    eventId: rsvp.eventId,
    rsvpId: rsvp.id,
    guestType: "RSVP",
    contactId: rsvp.contactId || undefined,
    memberId: rsvp.memberId || undefined,
    attendanceStatus: attendance[rsvp.status],
    guestDetails: {
      email: rsvp.email,
      firstName: rsvp.firstName,
      lastName: rsvp.lastName,
      formResponse: rsvp.form || undefined,
      phone: phone || undefined,
      checkedIn: rsvp.fullyCheckedIn,
      onlineConferencingLogin: rsvp.onlineConferencingLogin || undefined,
      checkInDetails: rsvp.guestList.guests.map(
        ({ checkInDetails }) => checkInDetails ?? { checkedIn: false },
      ),
    },
    locale: "en-US",
    totalGuests: rsvp.totalGuests,
    additionalDetails: { createdDate: rsvp.createdDate, rsvpStatus: rsvp.status },
  });
}

/** Deletes the guest of a deleted RSVP. */
const forgetRsvpGuest = (tx: Tx, rsvp: StoredRsvp): void => forgetGuest(tx, refOf(rsvp));

const refOf = ({ id }: StoredRsvp) => `rsvp ${id}`;

/** Updates guests when their event starts, is canceled or has more capacity. */
export const guestHooks: LifecycleHooks = {
  started: (tx, event) => emitToGuests(tx, event, "guest_event_starts", { timing: "NOW" }),
  canceled: (tx, event) => emitToGuests(tx, event, "guest_event_canceled", {}),
  changed: (tx, event) => moveUp(tx, event.id),
  removed(tx, { id: eventId }) {
    for (const { id } of tx.each(rsvps, { eventId })) tx.remove(rsvps, id);
    for (const guest of tx.each(guests, { eventId })) removeGuest(tx, guest);
  },
};

function emitToGuests(
  tx: StoreTx,
  { id: eventId }: StoredEvent,
  action: "guest_event_starts" | "guest_event_canceled",
  more: object,
): void {
  const coming = tx.each(guests, { eventId, attendanceStatus: "ATTENDING" });
  let event: object | undefined;
  for (const guest of coming) {
    event ??= detailsOf(tx, eventId);
    emitGuestAction(tx, guest, action, { event, ...more });
  }
}
