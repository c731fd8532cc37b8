import type { Handlers, WireInput, WireResult } from "../../api/endpoint.ts";
import type { FormResponse } from "../../api/services/events.ts";
import { rsvpsV1 as endpoints, type LegacyRsvp, type Rsvp } from "../../api/services/guests.ts";
import { isRecord } from "../../kernel/json.ts";
import { answerTo, createdBy, eventOf, eventsQuery, showEvent } from "../events/index.ts";
import { requiredName } from "../kernel/entities.ts";
import { fieldsOfList } from "../kernel/lists.ts";
import {
  containing,
  countsOf,
  inFilters,
  type PlainList,
  plainPage,
  type Tally,
  tagged,
} from "../kernel/plain-lists.ts";
import { invalid, PlatformError, type StoreTx, type Tx } from "../kernel/tx.ts";
import { readsForms } from "../staff/index.ts";
import { rsvps, type StoredRsvp } from "./guests.ts";
import { fromLegacyAnswer, legacyAnswers, toLegacyRsvp } from "./legacy.ts";
import { checkInGuests, createRsvp, removeRsvp, rsvpOf, undoGuests, updateRsvp } from "./rsvps.ts";

type Groups = readonly (string | null)[] | null | undefined;
type ListRequest = WireInput<(typeof endpoints)["list"]>;

/** The older service of RSVPs. */
export const rsvpsV1: Handlers<typeof endpoints, StoreTx> = {
  list: (tx, request) =>
    pageOf(tx, request, [
      ...inFilters({
        eventId: request.eventId,
        id: request.rsvpId,
        status: request.status?.map(fromLegacyAnswer),
      }),
    ]),
  query(tx, request) {
    const { filter } = eventsQuery({ filter: fromLegacyFilter(request.filter) }, fields);
    return pageOf(tx, request, [filter as object]);
  },
  get: (tx, { rsvpId, eventId, fieldset }) => ({ rsvp: shown(tx, ofEvent(tx, eventId, rsvpId), fieldset) }),
  create(tx, { eventId, form, status, memberId, marketingConsent, options }) {
    const created = createRsvp(
      tx,
      {
        ...answersIn(form),
        eventId,
        status: fromLegacyAnswer(status) ?? "YES",
        memberId: memberId || undefined,
        marketingConsent: marketingConsent ?? false,
        disableNotifications: options?.silent ?? false,
      },
      rulesOf(options),
    );
    const { calendarUrls } = showEvent(tx, eventOf(tx, created.eventId), ["DETAILS"]);
    return { rsvp: toLegacyRsvp(created, everything), calendarLinks: calendarUrls ?? {} };
  },
  update(tx, { eventId, rsvpId, fields, rsvpForm, status, options }) {
    const { id } = ofEvent(tx, eventId, rsvpId);
    const changes = masked(fields, {
      rsvpForm: () => answersIn(rsvpForm),
      status: () => ({ status: fromLegacyAnswer(status) }),
    });
    return { rsvp: toLegacyRsvp(updateRsvp(tx, { id, ...changes }, rulesOf(options)), everything) };
  },
  bulkUpdate(tx, { eventId, rsvpId, fields, status }) {
    const ids = (rsvpId ?? []).map((id) => ofEvent(tx, eventId, id).id);
    const changes = masked(fields, { status: () => ({ status: fromLegacyAnswer(status) }) });
    return {
      rsvps: ids.map((id) => toLegacyRsvp(updateRsvp(tx, { id, ...changes }, undefined), everything)),
    };
  },
  remove(tx, { eventId, rsvps: ids }) {
    for (const rsvp of (ids ?? []).map((id) => ofEvent(tx, eventId, id))) removeRsvp(tx, rsvp);
    return {};
  },
  checkIn: (tx, { eventId, rsvpId, guestId }) => ({
    rsvp: shown(tx, checkInGuests(tx, ofEvent(tx, eventId, rsvpId), guestId), ["DETAILS"]),
  }),
  undoCheckIn: (tx, { eventId, rsvpId, guestId }) => ({
    rsvp: shown(tx, undoGuests(tx, ofEvent(tx, eventId, rsvpId), guestId), ["DETAILS"]),
  }),
};

const everything = ["DETAILS", "FORM"];

function shown(tx: Tx, rsvp: StoredRsvp, groups: Groups): LegacyRsvp {
  const permitted = (groups ?? []).filter((group) => group !== "FORM" || readsForms(tx));
  return toLegacyRsvp(rsvp, permitted);
}

/** Returns an RSVP of an event. Throws PlatformError 404 `RSVP_NOT_FOUND` if the event has no such RSVP. */
function ofEvent(tx: Tx, eventId: string | null | undefined, id: string): StoredRsvp {
  const rsvp = rsvpOf(tx, id);
  if (!eventId || rsvp.eventId === eventId) return rsvp;
  const message = `The event ${eventId} has no RSVP ${id}`;
  throw new PlatformError(404, "RSVP_NOT_FOUND", message, { id, eventId });
}

/** Returns the fields of an RSVP that the older service has as answers to the form. */
function answersIn(form: FormResponse | null | undefined): Partial<Rsvp> {
  const guestNames = form?.inputValues?.find(({ inputName }) => inputName === "guestNames")?.values;
  const guestCount = Number(answerTo(form, "additionalGuests"));
  if (!Number.isInteger(guestCount) || guestCount < 0)
    throw invalid("form.additionalGuests", "FORMAT", "must be a whole number", { type: "NUMBER" });
  const named = (name: string) => requiredName(`rsvp.${name}`, answerTo(form, name));
  return {
    firstName: named("firstName"),
    lastName: named("lastName"),
    email: named("email"),
    additionalGuestDetails: { guestCount, guestNames: guestNames ?? [] },
    form: form ?? undefined,
  };
}

/** Returns the changes that a field mask (comma-separated paths) names; all of them without a mask. */
function masked(
  fields: string | null | undefined,
  changes: Readonly<Record<string, () => Partial<Rsvp>>>,
): Partial<Rsvp> {
  const paths = (fields ?? "").split(",").filter(Boolean);
  const named = Object.entries(changes).filter(
    ([name]) => paths.length === 0 || paths.some((path) => path.split(".")[0] === name),
  );
  return Object.assign({}, ...named.map(([, change]) => change()));
}

type Options = WireInput<(typeof endpoints)["create"]>["options"];

const rulesOf = (options: Options) =>
  options && {
    ignoreLimits: options.ignoreLimits ?? false,
    ignoreFormValidation: options.ignoreFormValidation ?? false,
  };

const fields = fieldsOfList(() => endpoints.query, {
  paths: { rsvpId: "id", created: "createdDate", modified: "updatedDate" },
});
const rsvpList: PlainList<StoredRsvp> = {
  table: rsvps,
  sortable: {
    created: "createdDate",
    modified: "updatedDate",
    firstName: "firstName",
    status: "status",
  },
  sortedBy: "created:desc",
  facets: ["eventId", "status", "fullyCheckedIn", "memberId"],
  weigh: ({ totalGuests, checkedInGuestCount }) => [totalGuests, checkedInGuestCount],
};
/** Filters by tag. */
const tags = [
  { FULLY_CHECKED_IN: { fullyCheckedIn: true }, NOT_FULLY_CHECKED_IN: { fullyCheckedIn: false } },
  { MEMBER: { memberId: { $exists: true } } },
];
/** Returns a page of RSVPs, by default newest first. */
function pageOf(
  tx: Tx,
  request: Pick<
    ListRequest,
    | "offset"
    | "limit"
    | "fieldset"
    | "memberId"
    | "contactId"
    | "eventCreatorId"
    | "facet"
    | "searchPhrase"
    | "sort"
    | "tag"
  >,
  conditions: readonly object[],
): WireResult<(typeof endpoints)["list"]> {
  const filter = {
    $and: [
      ...conditions,
      ...inFilters({ memberId: request.memberId, contactId: request.contactId }),
      ...containing("searchText", request.searchPhrase),
      ...tagged(tags, request.tag),
      ...createdBy(tx, request.eventCreatorId),
    ],
  };
  const { items, page, tallies } = plainPage(tx, rsvpList, filter, request);
  return {
    ...page,
    rsvps: items.map((rsvp) => shown(tx, rsvp, request.fieldset)),
    ...(request.facet?.length && {
      facets: inLegacyTerms(countsOf(tallies)),
      rsvpFacets: { facets: inLegacyTerms(guestsOf(tallies)) },
    }),
  };
}

/** Renames the statuses of the older service in a filter. */
function fromLegacyFilter(filter: unknown): unknown {
  if (filter === legacyAnswers.WAITLIST) return "WAITLIST";
  if (Array.isArray(filter)) return filter.map(fromLegacyFilter);
  if (!isRecord(filter)) return filter;
  return Object.fromEntries(Object.entries(filter).map(([key, inner]) => [key, fromLegacyFilter(inner)]));
}

type Facet<Count> = Record<string, { counts: Record<string, Count> }>;

const guestsOf = (found: Record<string, Record<string, Tally>>) =>
  Object.fromEntries(
    Object.entries(found).map(([name, tallies]) => [
      name,
      {
        counts: Object.fromEntries(
          Object.entries(tallies).map(([value, { count, tickets, ticketsCheckIn }]) => [
            value,
            { count, guests: tickets, guestsCheckIn: ticketsCheckIn },
          ]),
        ),
      },
    ]),
  );

/** Renames the status WAITLIST of counts by status. */
function inLegacyTerms<Count>({ status, ...others }: Facet<Count>): Facet<Count> {
  if (!status) return others;
  const renamed = Object.entries(status.counts).map(([answer, count]): [string, Count] => [
    answer === "WAITLIST" ? legacyAnswers.WAITLIST : answer,
    count,
  ]);
  return { ...others, status: { counts: Object.fromEntries(renamed) } };
}
