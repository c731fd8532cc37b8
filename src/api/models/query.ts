import type { WireOf } from "../schema.ts";
import { bool, enumOf, guid, json, list, map, num, obj, text } from "./fields.ts";

/** A platform filter: `{ field: value }`, `{ field: { $gt: value } }`, `{ $and: [...] }`. */
export const Filter = json();

export const Sorting = obj({ fieldName: text({ maxLength: 512 }), order: enumOf("ASC", "DESC") });
const pagesUpTo = (max: number) => obj({ limit: num({ min: 0, max }), offset: num({ min: 0 }) });
export const Paging = pagesUpTo(100);
export const CursorPaging = obj({ limit: num({ min: 0, max: 100 }), cursor: text({ maxLength: 16000 }) });

/** The query object of list calls. A cursor contains filter and sort. */
export const Query = obj(
  { filter: Filter, sort: list(Sorting), paging: Paging, cursorPaging: CursorPaging },
  { oneOf: [["paging", "cursorPaging"]] },
);

/** A page of the events services, by offset. */
export const OffsetPaging = pagesUpTo(1000);

/** The query object of the events services: pages of up to 1000, by offset only. */
export const OffsetQuery = obj({
  filter: Filter,
  sort: list(Sorting, { maxSize: 20 }),
  paging: OffsetPaging,
});

const Cursors = obj({ next: text(), prev: text() });
export const PagingMetadata = obj({
  count: num(),
  offset: num(),
  total: num(),
  tooManyToCount: bool(),
  cursors: Cursors,
});
/** The number of items by value of a facet. */
export const FacetCounts = obj({ counts: map(num()) });

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
export interface SearchDetails extends WireOf<typeof SearchDetails> {}

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
