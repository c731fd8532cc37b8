import { expect, test } from "vitest";
import {
  type BrowseState,
  beginBrowse,
  resourceOf,
  viewOf,
} from "../../../../src/ui/screens/browse/browse.state.ts";
import { layOut } from "../../../../src/ui/screens/browse/layout.ts";
import { pressKey } from "../../../../src/ui/screens/browse/press.state.ts";
import { shownColumns } from "../../../../src/ui/screens/browse/view.state.ts";
import { openRemembered, rememberStep } from "../../../../src/ui/screens/browse/views.state.ts";
import { mugs, service } from "./sample-resource.ts";

const list = service(() => mugs(3));
const press = (state: BrowseState, ...keys: string[]) =>
  keys.reduce((before, key) => rememberStep(before, pressKey(before, key)).state, state);
const begin = () => beginBrowse([list], { resource: list.name, now: 0 });
const titles = (state: BrowseState) =>
  shownColumns(resourceOf(state).columns, viewOf(state)).map(({ column }) => column.title);

test.each([
  [
    ["v", "J", "esc"],
    ["PRICE", "NAME", "SHOWN"],
  ],
  [
    ["v", "J", "J", "esc"],
    ["PRICE", "SHOWN", "NAME"],
  ],
  [
    ["v", "down", "K", " ", "esc"],
    ["NAME", "SHOWN"],
  ],
])("after %j the columns are %j", (keys, expected) => {
  expect(titles(press(begin(), ...keys))).toEqual(expected);
});

test("the selected column stays selected, and arrow keys follow the order that is shown", () => {
  const moved = press(begin(), "v", "J", "esc");
  expect(resourceOf(moved).columns[viewOf(moved).column]?.title).toBe("NAME");
  const next = press(moved, "right");
  expect(resourceOf(next).columns[viewOf(next).column]?.title).toBe("SHOWN");
});

test("a hidden column is left out of the list", () => {
  const hidden = press(begin(), "v", "down", " ", "esc");
  expect(titles(hidden)).toEqual(["NAME", "SHOWN"]);
});

test("hiding the selected column selects another one, and the others stay visible", () => {
  const hidden = press(begin(), "v", " ", "esc");
  expect(resourceOf(hidden).columns[viewOf(hidden).column]?.title).toBe("PRICE");
  expect(layOut(hidden, 76).map(({ column }) => column.title)).toEqual(["PRICE", "SHOWN"]);
  expect(viewOf(press(hidden, "s")).query).toEqual({ sort: "price" });
});

test("the order is remembered", () => {
  const { memory } = press(begin(), "v", "J", "esc");
  expect(memory.products?.columns).toEqual(["PRICE", "NAME", "SHOWN"]);
  const view = openRemembered({ resources: [list], memory }, "products");
  expect(shownColumns(list.columns, view).map(({ column }) => column.title)).toEqual([
    "PRICE",
    "NAME",
    "SHOWN",
  ]);
  const other = openRemembered(
    { resources: [list], memory: { products: { columns: ["SHOWN", "PRICE"] } } },
    "products",
  );
  expect(shownColumns(list.columns, other).map(({ column }) => column.title)).toEqual(["SHOWN", "PRICE"]);
});
