import { bool, enumOf, json, list, map, num, obj, text } from "./fields.ts";

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

export const Cursors = obj({ next: text(), prev: text() });
export const PagingMetadata = obj({
  count: num(),
  offset: num(),
  total: num(),
  tooManyToCount: bool(),
  cursors: Cursors,
});
/** The number of items by value of a facet. */
export const FacetCounts = obj({ counts: map(num()) });
