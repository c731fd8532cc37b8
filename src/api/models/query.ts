import { enumOf, json, list, num, obj, text } from "./fields.ts";

/** A platform filter: `{ field: value }`, `{ field: { $gt: value } }`, `{ $and: [...] }`. */
export const Filter = json();

export const Sorting = obj({ fieldName: text({ maxLength: 512 }), order: enumOf("ASC", "DESC") });
export const Paging = obj({ limit: num({ min: 0, max: 100 }), offset: num({ min: 0 }) });
export const CursorPaging = obj({ limit: num({ min: 0, max: 100 }), cursor: text({ maxLength: 16000 }) });

/** The query object of list calls; with a cursor, the cursor carries filter and sort. */
export const Query = obj(
  { filter: Filter, sort: list(Sorting), paging: Paging, cursorPaging: CursorPaging },
  { oneOf: [["paging", "cursorPaging"]] },
);

export const Cursors = obj({ next: text(), prev: text() });
export const PagingMetadata = obj({ count: num(), offset: num(), total: num(), cursors: Cursors });
