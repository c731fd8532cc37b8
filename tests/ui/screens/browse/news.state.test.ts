import { expect, test } from "vitest";
import {
  type BrowseState,
  beginBrowse,
  readingOf,
  viewOf,
} from "../../../../src/ui/screens/browse/browse.state.ts";
import type { BrowseRow } from "../../../../src/ui/screens/browse/browse-resource.ts";
import { reduceBrowse } from "../../../../src/ui/screens/browse/events.state.ts";
import { pressKey } from "../../../../src/ui/screens/browse/press.state.ts";
import { mugs, service } from "./sample-resource.ts";

const row = (id: string, ...cells: string[]): BrowseRow => ({ id, label: id, cells, reference: id });
const columns = [
  { title: "NAME", align: "left", set: "name" },
  { title: "WHEN", align: "left", ages: true },
] as const;

function begin(): BrowseState {
  const state = beginBrowse([service(() => [], { columns })], { resource: "products", now: 0 });
  return reduceBrowse(state, { type: "size", height: 10 });
}

function read(
  state: BrowseState,
  rows: readonly BrowseRow[],
  { part = 0, total = rows.length, now = 0 } = {},
) {
  return reduceBrowse(state, { type: "read", reading: readingOf(state), part, rows, total, now });
}

const news = (state: BrowseState) => [...viewOf(state).news].map(([id, { what }]) => `${id} ${what}`);

test("the first read marks no rows; later ones mark new and changed rows for eight seconds", () => {
  const first = read(begin(), [row("a", "Mug", "1 min ago"), row("b", "Jug", "")]);
  expect(news(first)).toEqual([]);
  const same = read(first, [row("a", "Mug", "2 min ago"), row("b", "Jug", "")], { now: 1000 });
  expect(news(same)).toEqual([]);
  const more = read(
    same,
    [row("c", "Cup", ""), row("a", "Tea mug", ""), row("b", "Jug", ""), row("d", "", "")],
    {
      now: 2000,
    },
  );
  expect(news(more)).toEqual(["c new", "a changed", "d new"]);
  const rows = [row("c", "Cup", ""), row("a", "Tea mug", ""), row("b", "Jug", ""), row("d", "", "")];
  expect(news(read(more, rows, { now: 9_999 }))).toHaveLength(3);
  expect(news(read(more, rows, { now: 10_000 }))).toEqual([]);
});

test("the first rows of an empty list are new", () => {
  expect(news(read(read(begin(), []), [row("a", "Mug", "")], { now: 1000 }))).toEqual(["a new"]);
});

test("rows that move up from the next part are not new", () => {
  const all = mugs(200);
  const first = read(begin(), all.slice(0, 100), { total: 200 });
  expect(news(read(first, all.slice(1, 101), { total: 199, now: 1000 }))).toEqual([]);
  const second = read(first, all.slice(100), { part: 1, total: 200 });
  const shifted = [...all.slice(99, 150), row("x", "", ""), ...all.slice(150, 199)];
  expect(news(read(second, shifted, { part: 1, total: 201, now: 1000 }))).toEqual(["x new"]);
});

test("rows that arrive above the window are counted until the top of the list is visible", () => {
  const all = mugs(60);
  let state = read(begin(), all, { total: 60 });
  for (let press = 0; press < 30; press++) state = pressKey(state, "down").state;
  const arrived = read(state, [row("x", "", ""), row("y", "", ""), ...all], { total: 62, now: 1000 });
  expect(viewOf(arrived)).toMatchObject({ above: 2, cursor: 32 });
  expect(viewOf(pressKey(arrived, "up").state).above).toBe(2);
  expect(viewOf(pressKey(arrived, "g").state).above).toBe(0);
  const atTop = read(read(begin(), all, { total: 60 }), [row("x", "", ""), ...all], { total: 61, now: 1 });
  expect(viewOf(atTop)).toMatchObject({ above: 0, cursor: 1, top: 0 });
});
