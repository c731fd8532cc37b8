import type * as z from "zod/mini";
import { bool, enumOf, guid, json, list, num, obj, text } from "./fields.ts";
import { Cursors, Filter, Sorting } from "./query.ts";

/** Pages of up to `max` by cursor. */
export const cursorPaging = (max: number) =>
  obj({ limit: num({ min: 0, max }), cursor: text({ maxLength: 16000 }) });

/** The query object of catalog v3 lists: pages of up to `max` by cursor, which carries filter and sort. */
export const catalogQuery = (max: number) =>
  obj({ filter: Filter, sort: list(Sorting, { maxSize: 5 }), cursorPaging: cursorPaging(max) });

/** Free text to look for, in all searchable fields or in some; words are joined by `mode`. */
export const SearchDetails = obj({
  mode: enumOf("OR", "AND"),
  expression: text({ maxLength: 100 }),
  fields: list(text({ maxLength: 200 }), { maxSize: 20 }),
  fuzzy: bool(),
});
/** Free text to look for, as it travels. */
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

/** The search object of catalog v3: a query with free text and aggregations. */
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

/** What a call answers whose work goes on after it. */
export const StartedJob = obj({ jobId: guid() });
/** How many there are. */
export const Counted = obj({ count: num() });
/** Fields that an app defined, by its namespace. */
export const ExtendedFields = obj({ namespaces: json() });
