import { expect, test } from "vitest";
import {
  type BrowseState,
  beginBrowse,
  readingOf,
  viewOf,
} from "../../../../src/ui/screens/browse/browse.state.ts";
import type { BrowseRow } from "../../../../src/ui/screens/browse/browse-resource.ts";
import { reduceBrowse } from "../../../../src/ui/screens/browse/events.state.ts";
import { rowLine } from "../../../../src/ui/screens/browse/layout.ts";
import { pressKey } from "../../../../src/ui/screens/browse/press.state.ts";
import { rowAt } from "../../../../src/ui/screens/browse/rows.state.ts";
import { service } from "./sample-resource.ts";

const row = (name: string, sku: string): BrowseRow => ({
  ...{ id: sku, label: name, cells: [name, "1.00 USD", "yes"], reference: sku, found: `${name}\n${sku}` },
});
const rows = [row("Oat Mug", "M-1"), row("Wool Throw", "THROW-9"), row("Stoneware Mug", "M-2")];
const resource = service(() => rows, { searched: { fields: "names and SKUs", fuzzy: true } });

const read = (state: BrowseState, some: readonly BrowseRow[], total: number | undefined) =>
  reduceBrowse(state, { type: "read", reading: readingOf(state), part: 0, rows: some, total, now: 0 });
const begin = () => {
  const state = beginBrowse([resource], { resource: "products", now: 0 });
  return read(reduceBrowse(state, { type: "size", width: 80, height: 10 }), rows, 300);
};
const press = (state: BrowseState, ...keys: string[]) =>
  keys.reduce((before, key) => pressKey(before, key).state, state);
const labels = (state: BrowseState) =>
  [0, 1, 2].flatMap((index) => rowAt(viewOf(state).rows, index)?.label ?? []);

test("loaded rows match at once, by letters in their order and by SKUs, the best first", () => {
  expect(labels(press(begin(), "/", ..."stnwr"))).toEqual(["Stoneware Mug"]);
  expect(labels(press(begin(), "/", ..."throw-9"))).toEqual(["Wool Throw"]);
  expect(labels(press(begin(), "/", ..."mug"))).toEqual(["Oat Mug", "Stoneware Mug"]);
  expect(labels(press(begin(), "/", ..."stone"))).toEqual(["Stoneware Mug"]);
  expect(labels(press(begin(), "/", ..."xyz"))).toEqual([]);
});

test("they are a preview until the list is read, which keeps the selected row", () => {
  const typed = press(begin(), "/", ..."mug", "enter", "down");
  expect(viewOf(typed)).toMatchObject({ preview: true, cursor: 1 });
  const other = row("Mugwort Tea", "TEA-3");
  const result = read(
    typed,
    [rows[0], other, rows[2]].filter((one) => one !== undefined),
    3,
  );
  expect(viewOf(result)).toMatchObject({ preview: false, cursor: 2 });
  expect(labels(result)).toEqual(["Oat Mug", "Mugwort Tea", "Stoneware Mug"]);
  expect(result.message).toBeUndefined();
});

test("Esc shows the rows from before at once", () => {
  const back = press(begin(), "/", ..."mug", "esc");
  expect(labels(back)).toEqual(["Oat Mug", "Wool Throw", "Stoneware Mug"]);
  expect(viewOf(back).rows.total).toBe(300);
  expect(viewOf(back).query.search).toBeUndefined();
});

test("marking all rows of a fuzzy search marks each row once they are all loaded", () => {
  const typed = press(begin(), "/", ..."mg", "enter");
  expect(press(typed, "a").message?.text).toMatch(/^Not all rows that match are known yet\./);
  const found = [rows[0], rows[2]].filter((one) => one !== undefined);
  const marked = press(read(typed, found, 2), "a");
  expect([...(viewOf(marked).marked as ReadonlyMap<string, unknown>).keys()]).toEqual(["M-1", "M-2"]);
  expect(viewOf(press(marked, "a")).marked).toEqual(new Map());
});

test("matched letters are underlined, even without colors", () => {
  const state = press(begin(), "/", ..."stnwr", "enter");
  const laid = resource.columns.map((column, index) => ({ column, index, width: 14 }));
  const line = (one: BrowseRow) => rowLine(state, one, { marks: "", laid });
  expect(line(row("Stoneware Mug", "M-2"))).toContain(
    "\x1b[4mSt\x1b[24mo\x1b[4mn\x1b[24me\x1b[4mw\x1b[24ma\x1b[4mr\x1b[24me Mug ",
  );
  expect(line(row("Oat Mug", "M-1"))).not.toContain("\x1b");
});

const partly = (state: BrowseState, some: readonly BrowseRow[]) =>
  reduceBrowse(state, { type: "partly read", reading: readingOf(state), part: 0, rows: some, now: 0 });

test("rows that are found while the rest is read come after those of the loaded rows, and none twice", () => {
  const typed = press(begin(), "/", ..."mug", "enter", "down");
  const more = partly(typed, [row("Oat Mug", "M-1"), row("Mugwort Tea", "TEA-3")]);
  expect(labels(more)).toEqual(["Oat Mug", "Stoneware Mug", "Mugwort Tea"]);
  expect(viewOf(more)).toMatchObject({ preview: true, cursor: 1, rows: { known: 3, total: undefined } });
  const done = read(
    more,
    [row("Oat Mug", "M-1"), row("Mugwort Tea", "TEA-3"), row("Stoneware Mug", "M-2")],
    3,
  );
  expect(labels(done)).toEqual(["Oat Mug", "Mugwort Tea", "Stoneware Mug"]);
  expect(viewOf(done)).toMatchObject({ preview: false, cursor: 2, news: new Map() });
});

test("a list that is read for the first time shows its rows as they come, and they are no news", () => {
  const first = beginBrowse([resource], { resource: "products", now: 0 });
  const some = partly(first, rows.slice(0, 1));
  expect(labels(some)).toEqual(["Oat Mug"]);
  const all = read(partly(some, rows.slice(0, 2)), rows, 3);
  expect(labels(all)).toEqual(["Oat Mug", "Wool Throw", "Stoneware Mug"]);
  expect(viewOf(all).news.size).toBe(0);
});

test("a list that is read again keeps all its rows until that is complete", () => {
  const again = partly(begin(), rows.slice(0, 1));
  expect(labels(again)).toEqual(["Oat Mug", "Wool Throw", "Stoneware Mug"]);
});

test("the row that was selected before stays selected when the list without the filter comes in parts", () => {
  const filtered = press(read(press(begin(), "f", ..."Stone", "enter"), rows.slice(2), 1), "esc");
  const parts = partly(partly(filtered, rows.slice(0, 1)), rows.slice(0, 2));
  const whole = read(parts, rows, 3);
  expect(rowAt(viewOf(whole).rows, viewOf(whole).cursor)?.label).toBe("Stoneware Mug");
});
