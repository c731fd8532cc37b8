import type { Handlers } from "../../../api/endpoint.ts";
import type { rsvps as endpoints, Rsvp } from "../../../api/services/guests/rsvp.ts";
import { bulkResponse, forEachItem, startJob } from "../../kernel/documents/bulk.ts";
import { checkRevision } from "../../kernel/documents/entities.ts";
import { countOf, listPage, matchingDocuments } from "../../kernel/documents/lists.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import { eventOf, patched, showEvent } from "../../services/events/index.ts";
import { checkInGuests, undoGuests } from "../../services/guests/rsvp-check-in.ts";
import { createRsvp, removeRsvp, rsvpKind, rsvpOf, updateRsvp } from "../../services/guests/rsvps.ts";
import { type StoredRsvp, rsvps as table } from "../../services/guests/tables.ts";
import { readsForms } from "../../services/staff/index.ts";

const plain = [
  "id",
  "contactId",
  "eventId",
  "memberId",
  "fullyCheckedIn",
  "status",
  "createdDate",
  "updatedDate",
  "anonymized",
  "checkedInGuestCount",
  "email",
  "firstName",
  "lastName",
  "totalGuests",
];
const fields = { filterable: plain, sortable: plain };

/** RSVPs (v2). */
export const rsvps: Handlers<typeof endpoints, StoreTx> = {
  search(tx, { search, fields: groups }) {
    const { items, ...page } = listPage(tx, table, search ?? {}, fields);
    return { rsvps: items.map((rsvp) => show(tx, rsvp, groups)), ...page };
  },
  query(tx, { query, fields: groups }) {
    const { items, pagingMetadata } = listPage(tx, table, query ?? {}, fields);
    return { rsvps: items.map((rsvp) => show(tx, rsvp, groups)), pagingMetadata };
  },
  count: (tx, { filter, search }) => ({
    count: countOf(tx, table, { filter, search: search ?? null }, fields),
  }),
  get: (tx, { rsvpId, fields: groups }) => ({ rsvp: show(tx, rsvpOf(tx, rsvpId), groups) }),
  create(tx, { rsvp, options, fields: groups }) {
    const created = createRsvp(tx, rsvp ?? {}, options);
    const { calendarUrls } = showEvent(tx, eventOf(tx, created.eventId), ["DETAILS"]);
    // The response includes the answers of the caller.
    return { rsvp: show(tx, created, groups ?? ["DETAILS", "FORM"]), calendarLinks: calendarUrls ?? {} };
  },
  update: (tx, { rsvp, options, fields: groups }) => ({
    rsvp: show(tx, updateRsvp(tx, rsvp ?? {}, options), groups ?? ["DETAILS", "FORM"]),
  }),
  remove(tx, { rsvpId }) {
    removeRsvp(tx, rsvpOf(tx, rsvpId));
    return {};
  },
  bulkUpdate(tx, { rsvps, returnEntity, fields: groups, options }) {
    const outcomes = forEachItem(tx, rsvps ?? [], ({ rsvp, fieldMask }) => {
      const before = rsvpOf(tx, rsvp?.id);
      checkRevision(before, rsvp?.revision, rsvpKind.name);
      const mask = [fieldMask ?? []].flat().join();
      const { id, revision } = before;
      const given = mask ? (patched({}, rsvp ?? {}, mask) as Rsvp) : rsvp;
      return updateRsvp(tx, { ...given, id, revision }, options);
    });
    return bulkResponse(outcomes, "rsvp", returnEntity ? (rsvp) => show(tx, rsvp, groups) : undefined);
  },
  removeByFilter(tx, { filter, search }) {
    if (Object.keys((filter ?? {}) as object).length === 0 && !search?.expression)
      throw new PlatformError(400, "EMPTY_FILTER", "An empty filter would delete every RSVP");
    return startJob(tx, matchingDocuments(tx, table, { filter, search: search ?? null }, fields), (rsvp) =>
      removeRsvp(tx, rsvp),
    );
  },
  checkIn: (tx, { rsvpId, guestIds, fields: groups, checkInDate }) => ({
    rsvp: show(tx, checkInGuests(tx, rsvpOf(tx, rsvpId), guestIds, checkInDate), groups ?? ["DETAILS"]),
  }),
  undoCheckIn: (tx, { rsvpId, guestIds, fields: groups, checkInCanceledDate }) => ({
    rsvp: show(tx, undoGuests(tx, rsvpOf(tx, rsvpId), guestIds, checkInCanceledDate), groups ?? ["DETAILS"]),
  }),
  summary: (tx, { eventId }) => ({ summaries: (eventId ?? []).map((id) => summaryOf(tx, id)) }),
  listCurrent(tx, { eventId, fields: groups, paging }) {
    const { memberId } = tx.caller;
    if (!memberId)
      throw new PlatformError(403, "MEMBER_IDENTITY_NOT_FOUND", "This call requires a signed-in member");
    const listQuery = {
      filter: { eventId: { $in: eventId ?? [] } },
      ...(paging && { cursorPaging: paging }),
    };
    const { items, pagingMetadata } = listPage(tx, table, listQuery, fields, { memberId });
    return { rsvps: items.map((rsvp) => show(tx, rsvp, groups)), pagingMetadata };
  },
};

/** Returns an RSVP with the requested field groups that the caller may read. */
function show(tx: Tx, rsvp: StoredRsvp, groups: readonly (string | null)[] | null | undefined): Rsvp {
  const { form, guestList, additionalGuestDetails, ...rest } = rsvp;
  return {
    ...rest,
    additionalGuestDetails,
    ...(groups?.includes("DETAILS") && { guestList }),
    ...(groups?.includes("FORM") && form && readsForms(tx) && { form }),
  };
}

function summaryOf(tx: Tx, eventId: string) {
  const counts = { YES: 0, NO: 0, WAITLIST: 0 };
  let totalRsvpCount = 0;
  for (const { status, totalGuests } of tx.each(table, { eventId })) {
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
