import { endpoint, pagedBy, service } from "../../endpoint.ts";
import { cursorPaging } from "../../models/catalog-query.ts";
import { list, obj } from "../../models/fields.ts";
import { Filter, OffsetPaging, PagingMetadata, Sorting } from "../../models/query.ts";
import { EventGuest, GuestField } from "./models/event-guest.ts";

/** A query with pages of up to 1000. */
const GuestQuery = obj(
  { filter: Filter, sort: list(Sorting), paging: OffsetPaging, cursorPaging: cursorPaging(1000) },
  { oneOf: [["paging", "cursorPaging"]] },
);

/** Guests of events. */
export const eventGuests = service("eventGuests", {
  query: endpoint("POST /events/v2/guests/query", {
    alternatives: ["/events-guests/v2/guests/query"],
    input: obj({ query: GuestQuery, fields: list(GuestField, { maxSize: 3 }) }),
    result: obj({ guests: list(EventGuest), pagingMetadata: PagingMetadata }),
    required: ["query"],
    ...pagedBy("cursor", "guests", "pagingMetadata", 1000),
    role: "admin",
    scopes: ["CHECK_IN_GUESTS"],
    summary: "List guests that match a query",
  }),
});
