import { expect, test } from "vitest";
import { beginBrowse, readingOf } from "../../../../src/ui/screens/browse/browse.state.ts";
import { reduceBrowse } from "../../../../src/ui/screens/browse/events.state.ts";
import { layOut } from "../../../../src/ui/screens/browse/layout.ts";
import { pressKey } from "../../../../src/ui/screens/browse/press.state.ts";
import { mugs, service } from "./sample-resource.ts";

test("numbers are not truncated as long as a text column can be narrowed", () => {
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

test("a column with a staged edit of all rows has room for the values before and after", () => {
  const state = beginBrowse([service(() => mugs(3))], { resource: "products", now: 0 });
  const event = {
    type: "read",
    reading: readingOf(state),
    part: 0,
    rows: mugs(3),
    total: 3,
    now: 0,
  } as const;
  const edited = ["a", "right", "e", "+", "1", "enter"].reduce(
    (now, key) => pressKey(now, key).state,
    reduceBrowse(state, event),
  );
  const price = layOut(edited, 60).find(({ column }) => column.title === "PRICE");
  expect(price?.width).toBe("2.00 → 3.00 USD".length);
});
