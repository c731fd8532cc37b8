import { expect, test } from "vitest";
import { beginBrowse, readingOf } from "../../../../src/ui/screens/browse/browse.state.ts";
import { reduceBrowse } from "../../../../src/ui/screens/browse/events.state.ts";
import { layOut, rowLine } from "../../../../src/ui/screens/browse/layout.ts";
import { pressKey } from "../../../../src/ui/screens/browse/press.state.ts";
import { fittedStagedText } from "../../../../src/ui/screens/browse/staged.state.ts";
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

test("a staged cell shows its value before and after where other columns are hardly narrower, else what fits", () => {
  const state = beginBrowse([service(() => mugs(3))], { resource: "products", now: 0 });
  const found = { part: 0, rows: mugs(3), total: 3, now: 0 };
  const read = reduceBrowse(state, { type: "read", reading: readingOf(state), ...found });
  const edited = ["a", "right", "e", "+", "1", "enter"].reduce((now, key) => pressKey(now, key).state, read);
  expect(edited.staged.list?.cells.size).toBe(1);
  const widths = (state: typeof read, width: number) => layOut(state, width).map((one) => one.width);
  expect(widths(read, 60)).toEqual([5, 8, 6]);
  expect(widths(edited, 60)).toEqual([5, 15, 6]);
  expect(widths(edited, 23)).toEqual(widths(read, 23));
  const change = { before: "129.00–139.00 USD", after: "140.00 USD for all 3 variants" };
  expect([50, 30, 14, 9].map((width) => fittedStagedText(change, width))).toEqual([
    "129.00–139.00 USD → 140.00 USD for all 3 variants",
    "129.00–139.00 USD → 140.00 USD",
    "→ 140.00 USD",
    "→ 140.00",
  ]);
});

test("a note behind a comma becomes a sign where it has no room", () => {
  const rows = mugs(1).map((row) => ({ ...row, cells: ["A mug", "343, 1 out", "yes"] }));
  const noted = service(() => rows);
  const columns = noted.columns.map((one) =>
    one.title === "PRICE" ? { ...one, cut: "note" as const } : one,
  );
  const state = beginBrowse([{ ...noted, columns }], { resource: "products", now: 0 });
  const event = { type: "read", reading: readingOf(state), part: 0, rows, total: 1, now: 0 } as const;
  const read = reduceBrowse(state, event);
  const line = (width: number) =>
    rows.map((row) => rowLine(read, row, { marks: "", laid: layOut(read, width) })).join("");
  expect(line(40)).toBe("A mug  343, 1 out  yes   ");
  expect(line(23)).toBe("A mug     343 !  yes   ");
});
