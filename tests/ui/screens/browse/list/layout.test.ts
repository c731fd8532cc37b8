import { expect, test } from "vitest";
import { beginBrowse, readingOf } from "../../../../../src/ui/screens/browse/browse.state.ts";
import { reduceBrowse } from "../../../../../src/ui/screens/browse/events.state.ts";
import { layOut } from "../../../../../src/ui/screens/browse/list/layout.ts";
import { mugs, service } from "../sample-resource.ts";

test("numbers are not cut as long as a text beside them can be narrowed", () => {
  const rows = mugs(1).map((row) => ({ ...row, cells: ["A mug with a name", "1234567.89 USD", "yes"] }));
  const state = beginBrowse([service(() => rows)], { resource: "products", now: 0 });
  const event = { type: "read", reading: readingOf(state), part: 0, rows, total: 1, now: 0 } as const;
  const widths = layOut(reduceBrowse(state, event), 33).map(({ column, width }) => [column.title, width]);
  expect(widths).toEqual([
    ["NAME", 9],
    ["PRICE", 14],
    ["SHOWN", 6],
  ]);
});
