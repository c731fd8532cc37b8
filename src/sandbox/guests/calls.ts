import type { Handlers } from "../../api/endpoint.ts";
import {
  type EventGuest,
  eventGuests as guestEndpoints,
  type Rsvp,
  rsvps as rsvpEndpoints,
} from "../../api/services/guests.ts";
import { eventOf, eventsPage, patched, showEvent } from "../events/index.ts";
import { bulkResponse, forEachItem, startJob } from "../kernel/bulk.ts";
import { countMatches, listPage, matchingDocuments } from "../kernel/lists.ts";
import { beforeOf } from "../kernel/regular.ts";
import { PlatformError, type StoreTx, type Tx } from "../kernel/tx.ts";
import { readsForms } from "../staff/index.ts";
import { guests as guestTable, rsvps as rsvpTable, type StoredRsvp, showGuest } from "./guests.ts";
import { checkInGuests, createRsvp, removeRsvp, rsvpKind, rsvpOf, undoGuests, updateRsvp } from "./rsvps.ts";

/** RSVPs v2. */
export const rsvps: Handlers<typeof rsvpEndpoints, StoreTx> = {
  search(tx, { search, fields: groups }) {
    const { items, ...page } = listPage(tx, rsvpTable, search, rsvpEndpoints.search);
    return { rsvps: items.map((rsvp) => showRsvp(tx, rsvp, groups)), ...page };
  },
  query(tx, { query, fields: groups }) {
    const { items, pagingMetadata } = listPage(tx, rsvpTable, query ?? {}, rsvpEndpoints.query);
    return { rsvps: items.map((rsvp) => showRsvp(tx, rsvp, groups)), pagingMetadata };
  },
  count: (tx, { filter, search }) => ({
    count: countMatches(tx, rsvpTable, { filter, search: search ?? null }, rsvpEndpoints.search),
  }),
  get: (tx, { rsvpId, fields: groups }) => ({ rsvp: showRsvp(tx, rsvpOf(tx, rsvpId), groups) }),
  create(tx, { rsvp, options, fields: groups }) {
    const created = createRsvp(tx, rsvp, options);
    const { calendarUrls } = showEvent(tx, eventOf(tx, created.eventId), ["DETAILS"]);
    // The response includes the answers of the caller.
    return { rsvp: showRsvp(tx, created, groups ?? ["DETAILS", "FORM"]), calendarLinks: calendarUrls ?? {} };
  },
  update: (tx, { rsvp, options, fields: groups }) => ({
    rsvp: showRsvp(tx, updateRsvp(tx, rsvp, options), groups ?? ["DETAILS", "FORM"]),
  }),
  remove(tx, { rsvpId }) {
    removeRsvp(tx, rsvpOf(tx, rsvpId));
    return {};
  },
  bulkUpdate(tx, { rsvps, returnEntity, fields: groups, options }) {
    const outcomes = forEachItem(tx, rsvps, ({ rsvp, fieldMask }) => {
      const { id, revision } = beforeOf(tx, rsvpKind, rsvp);
      const mask = [fieldMask ?? []].flat().join();
      const given = mask ? (patched({}, rsvp ?? {}, mask) as Rsvp) : rsvp;
      return updateRsvp(tx, { ...given, id, revision }, options);
    });
    return bulkResponse(outcomes, "rsvp", returnEntity ? (rsvp) => showRsvp(tx, rsvp, groups) : undefined);
  },
  removeByFilter(tx, { filter, search }) {
    if (Object.keys((filter ?? {}) as object).length === 0 && !search?.expression?.trim())
      throw new PlatformError(400, "EMPTY_FILTER", "An empty filter would delete every RSVP");
    return startJob(
      tx,
      matchingDocuments(tx, rsvpTable, { filter, search: search ?? null }, rsvpEndpoints.search),
      (rsvp) => removeRsvp(tx, rsvp),
    );
  },
  checkIn: (tx, { rsvpId, guestIds, fields: groups, checkInDate }) => ({
    rsvp: showRsvp(tx, checkInGuests(tx, rsvpOf(tx, rsvpId), guestIds, checkInDate), groups ?? ["DETAILS"]),
  }),
  undoCheckIn: (tx, { rsvpId, guestIds, fields: groups, checkInCanceledDate }) => ({
    rsvp: showRsvp(
      tx,
      undoGuests(tx, rsvpOf(tx, rsvpId), guestIds, checkInCanceledDate),
      groups ?? ["DETAILS"],
    ),
  }),
  summary: (tx, { eventId }) => ({ summaries: eventId.map((id) => summaryOf(tx, id)) }),
  listCurrent(tx, { eventId, fields: groups, paging }) {
    const { memberId } = tx.caller;
    if (!memberId)
      throw new PlatformError(403, "MEMBER_IDENTITY_NOT_FOUND", "This call requires a signed-in member");
    const listQuery = {
      filter: { eventId: { $in: eventId } },
      cursorPaging: paging || undefined,
    };
    const { items, pagingMetadata } = listPage(tx, rsvpTable, listQuery, rsvpEndpoints.search, { memberId });
    return { rsvps: items.map((rsvp) => showRsvp(tx, rsvp, groups)), pagingMetadata };
  },
};

/** Returns an RSVP with the requested field groups that the caller may read. */
function showRsvp(tx: Tx, rsvp: StoredRsvp, groups: readonly (string | null)[] | null | undefined): Rsvp {
  const { form, guestList, additionalGuestDetails, ...rest } = rsvp;
  return {
    ...rest,
    additionalGuestDetails,
    guestList: groups?.includes("DETAILS") ? guestList : undefined,
    form: groups?.includes("FORM") && form && readsForms(tx) ? form : undefined,
  };
}

function summaryOf(tx: Tx, eventId: string) {
  const counts = { YES: 0, NO: 0, WAITLIST: 0 };
  let totalRsvpCount = 0;
  for (const { status, totalGuests } of tx.each(rsvpTable, { eventId })) {
    counts[status] += totalGuests;
    totalRsvpCount += 1;
  }
  return {
    eventId,
    yesGuestCount: counts.YES,
    noGuestCount: counts.NO,
    waitlistGuestCount: counts.WAITLIST,
    totalRsvpCount,
  };
}

/** Guests of events, by RSVP and with tickets. */
export const eventGuests: Handlers<typeof guestEndpoints, Tx> = {
  query(tx, { query, fields: groups }) {
    const { items, pagingMetadata } = eventsPage(tx, guestTable, query, guestEndpoints.query);
    return { guests: items.map((guest) => permittedGuests(tx, showGuest(guest, groups))), pagingMetadata };
  },
};

/** Returns the guest without the answers that the caller may not read. */
function permittedGuests(tx: Tx, guest: EventGuest): EventGuest {
  if (readsForms(tx) || !guest.guestDetails) return guest;
  const { formResponse, ...guestDetails } = guest.guestDetails;
  return { ...guest, guestDetails };
}
