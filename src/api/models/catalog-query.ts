import type * as z from "zod/mini";
import { bool, enumOf, guid, json, list, num, obj, text } from "./fields.ts";
import { Cursors, Filter, Sorting } from "./query.ts";

/** Returns the schema of cursor paging with pages of up to `max`. */
export const cursorPaging = (max: number) =>
  obj({ limit: num({ min: 0, max }), cursor: text({ maxLength: 16000 }) });

/** Returns the schema of catalog v3 queries with pages of up to `max`. A cursor contains filter and sort. */
export const catalogQuery = (max: number) =>
  obj({ filter: Filter, sort: list(Sorting, { maxSize: 5 }), cursorPaging: cursorPaging(max) });

/** Free text to search for, in all searchable fields or in some; `mode` joins the words. */
export const SearchDetails = obj({
  mode: enumOf("OR", "AND"),
  expression: text({ maxLength: 100 }),
  fields: list(text({ maxLength: 200 }), { maxSize: 20 }),
  fuzzy: bool(),
});
export interface SearchDetails extends z.input<typeof SearchDetails> {}

export const Aggregation = obj(
  {
    name: text({ maxLength: 100 }),
    type: enumOf("VALUE", "RANGE", "SCALAR", "DATE_HISTOGRAM", "NESTED"),
    fieldPath: text({ maxLength: 200 }),
    value: json(),
    range: json(),
    scalar: json(),
    dateHistogram: json(),
    nested: json(),
  },
  { oneOf: [["value", "range", "scalar", "dateHistogram", "nested"]] },
);
export const AggregationData = obj({ results: list(json()) });

/** Returns the schema of catalog v3 searches: a query with free text and aggregations. */
export const catalogSearch = (max: number) =>
  obj({
    filter: Filter,
    sort: list(Sorting, { maxSize: 10 }),
    cursorPaging: cursorPaging(max),
    search: SearchDetails,
    aggregations: list(Aggregation, { maxSize: 10 }),
    timeZone: text({ maxLength: 50 }),
  });

export const CursorMetadata = obj({ count: num(), cursors: Cursors, hasNext: bool() });

/** The result of a call that starts a background job. */
export const StartedJob = obj({ jobId: guid() });
/** A count. */
export const CountResult = obj({ count: num() });
/** Fields that apps define, by namespace. */
export const ExtendedFields = obj({ namespaces: json() });
