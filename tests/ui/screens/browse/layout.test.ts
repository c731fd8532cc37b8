import { expect, test } from "vitest";
import { layoutColumns } from "../../../../src/ui/components/table.tsx";
import { beginBrowse, readingOf } from "../../../../src/ui/screens/browse/browse.state.ts";
import { reduceBrowse } from "../../../../src/ui/screens/browse/events.state.ts";
import { layOut, paneWidth, rowLine } from "../../../../src/ui/screens/browse/layout.ts";
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

test("a late spare column is left out before others are, but for its selection", () => {
  const rows = mugs(1).map((row) => ({ ...row, cells: ["A mug with a name", "MUG-0001", "sold out"] }));
  const listed = service(() => rows);
  const columns = listed.columns.map((one) =>
    one.title === "PRICE" ? { ...one, align: "left" as const, isSpare: "late" as const } : one,
  );
  const state = beginBrowse([{ ...listed, columns }], { resource: "products", now: 0 });
  const event = { type: "read", reading: readingOf(state), part: 0, rows, total: 1, now: 0 } as const;
  const read = reduceBrowse(state, event);
  const titles = (now: typeof read, width: number) => layOut(now, width).map(({ column }) => column.title);
  expect(titles(read, 29)).toEqual(["NAME", "PRICE", "SHOWN"]);
  expect(titles(read, 18)).toEqual(["NAME", "SHOWN"]);
  expect(titles(pressKey(read, "right").state, 18)).toEqual(["NAME", "PRICE"]);
});

test("the pane leaves the list 80 columns if it can", () => {
  expect([110, 120, 140, 200, 240].map(paneWidth)).toEqual([36, 40, 60, 84, 84]);
});

test("a spare column that fits is kept although one before it does not fit", () => {
  const needs = [{ natural: 10 }, { natural: 20, rank: 0 }, { natural: 5, rank: 0 }, { natural: 9, rank: 0 }];
  expect(layoutColumns(needs, 20)).toEqual([10, 0, 5, 0]);
  expect(layoutColumns(needs, 50)).toEqual([10, 20, 5, 9]);
});
