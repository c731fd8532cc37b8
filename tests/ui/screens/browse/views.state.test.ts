import { describe, expect, test } from "vitest";
import type { SavedViews } from "../../../../src/config/saved-views.ts";
import {
  type BrowseState,
  beginBrowse,
  type Memory,
  readingOf,
  resourceOf,
  type Step,
  viewOf,
} from "../../../../src/ui/screens/browse/browse.state.ts";
import { reduceBrowse } from "../../../../src/ui/screens/browse/events.state.ts";
import { goTo } from "../../../../src/ui/screens/browse/navigation.state.ts";
import { pressKey } from "../../../../src/ui/screens/browse/press.state.ts";
import { shownColumns } from "../../../../src/ui/screens/browse/view.state.ts";
import { openRemembered, rememberStep } from "../../../../src/ui/screens/browse/views.state.ts";
import { mugs, service } from "./sample-resource.ts";

const resources = [
  service(() => mugs(30)),
  service(() => mugs(3), { name: "collections", title: "Collections", relations: [] }),
];

function begin(options: { memory?: Memory; query?: object; saved?: SavedViews } = {}): BrowseState {
  const state = beginBrowse(resources, { resource: "products", now: 0, ...options });
  return loaded(reduceBrowse(state, { type: "size", width: 80, height: 10 }));
}

function loaded(state: BrowseState): BrowseState {
  const rows = mugs(30);
  return reduceBrowse(state, { type: "read", reading: readingOf(state), part: 0, rows, total: 30, now: 0 });
}

function step(state: BrowseState, ...keys: string[]): Step {
  return keys.reduce<Step>((last, key) => rememberStep(last.state, pressKey(last.state, key)), { state });
}
const press = (state: BrowseState, ...keys: string[]) => step(state, ...keys).state;
const type = (state: BrowseState, text: string) => step(state, ":", ...text, "enter");
const titles = (state: BrowseState) =>
  shownColumns(
    state.resources.find(({ name }) => name === viewOf(state).resource)?.columns ?? [],
    viewOf(state),
  ).map(({ column }) => column.title);

describe("the kept view of a list", () => {
  test("has filter, sort order and columns once keys change them", () => {
    const changed = press(begin(), "f", ..."Mug 1", "enter", "s", "v", "down", "down", " ", "esc");
    expect(changed.memory).toEqual({
      products: { filter: "Mug 1", sort: "name", columns: ["NAME", "PRICE"] },
    });
    const opened = goTo(goTo(changed, "collections"), "products");
    expect(viewOf(opened)).toMatchObject({ query: { filter: "Mug 1", sort: "name" }, kept: true });
    expect(titles(opened)).toEqual(["NAME", "PRICE"]);
  });

  test("does not change when rows are selected, searched or marked", () => {
    expect(press(begin(), "down", "l", " ", "/", "x", "enter", "esc").memory).toEqual({});
  });

  test("does not include flags of the command line until a key changes them", () => {
    const memory = { products: { filter: "Mug 2", sort: "name" } };
    const asked = begin({ memory, query: { filter: "Mug 3" } });
    expect(press(asked, "down", "l").memory).toBe(memory);
    expect(press(asked, "s").memory).toEqual({ products: { filter: "Mug 2", sort: "name" } });
    expect(press(asked, "l", "s").memory).toEqual({ products: { filter: "Mug 2", sort: "price" } });
    expect(press(asked, "esc").memory).toEqual({ products: { sort: "name" } });
  });

  test("loses its filter with Esc, and the heading no longer calls it kept", () => {
    const memory = { products: { filter: "Mug 2" } };
    const state = begin({ memory });
    const opened = { ...state, views: [openRemembered(state, "products")] };
    expect(viewOf(opened).kept).toBe(true);
    expect(viewOf(press(opened, "s"))).toMatchObject({ kept: true, query: { sort: "name" } });
    const cleared = press(opened, "esc");
    expect(viewOf(cleared)).toMatchObject({ kept: false, query: { filter: undefined } });
    expect(cleared.memory).toEqual({ products: {} });
  });

  test("leaves out columns and filters on fields that no longer exist", () => {
    const memory = { products: { filter: "!", sort: "name", columns: ["OLD"] } };
    const state = begin({ memory });
    expect(openRemembered(state, "products")).toMatchObject({ query: {}, kept: false, toggled: new Set() });
  });

  test("has the columns that are hidden at first once they are chosen", () => {
    const [products, ...others] = begin().resources;
    if (products === undefined) throw new Error("no products");
    const extra = { title: "SEO TITLE", align: "left", isExtra: true } as const;
    const state = {
      ...begin(),
      resources: [{ ...products, columns: [...products.columns, extra] }, ...others],
    };
    const titles = (from: BrowseState) =>
      shownColumns(resourceOf(from).columns, viewOf(from)).map(({ column }) => column.title);
    expect(titles(state)).not.toContain("SEO TITLE");
    const chosen = press(state, "v", ...products.columns.map(() => "down"), " ");
    expect(titles(chosen)).toEqual([...titles(state), "SEO TITLE"]);
    const reopened = { ...chosen, views: [openRemembered(chosen, "products")] };
    expect(titles(reopened)).toEqual(titles(chosen));
    expect(titles(press(chosen, "esc", "v", ...products.columns.map(() => "down"), " "))).toEqual(
      titles(state),
    );
  });

  test("is removed by :reset view", () => {
    const changed = press(begin(), "f", ..."Mug 1", "enter", "s");
    const { state } = type(changed, "reset view");
    expect(state.memory).toEqual({ products: {} });
    expect(viewOf(state)).toMatchObject({ query: {}, toggled: new Set() });
  });
});

describe("saved views", () => {
  const saved = { twos: { list: "products", filter: "Mug 2", columns: ["NAME"] } };

  test(":save view saves the list as it is", () => {
    const state = press(begin(), "f", ..."Mug 1", "enter", "s", "v", "down", " ", "esc");
    expect(type(state, "save view ones").effect).toEqual({
      type: "save view",
      name: "ones",
      view: { list: "products", filter: "Mug 1", sort: "name", columns: ["NAME", "SHOWN"] },
    });
  });

  test.each([
    ["save view all", "Filter, search or sort the list first"],
    ["save view two words", '"two words" is not a name for a view.'],
    ["delete view nothing", "There is no view nothing."],
  ])(":%s says what is wrong", (text, problem) => {
    const state = text === "save view all" ? begin() : press(begin(), "s");
    const { mode } = type(state, text).state;
    expect(mode).toMatchObject({ kind: "line", problem: expect.stringContaining(problem) });
  });

  test(":view opens a view from another list, with its columns, and does not change the kept view", () => {
    const elsewhere = goTo(begin({ saved }), "collections");
    const { state } = type(elsewhere, "view twos");
    expect(viewOf(state)).toMatchObject({ resource: "products", query: { filter: "Mug 2" }, name: "twos" });
    expect(titles(state)).toEqual(["NAME"]);
    expect(state.memory).toEqual({});
    expect(viewOf(press(state, "s")).name).toBeUndefined();
  });

  test("a part of the name is enough, and :delete view deletes it", () => {
    expect(viewOf(type(begin({ saved }), "vtwos").state).name).toBe("twos");
    expect(type(begin({ saved }), "delete view twos").effect).toMatchObject({
      name: "twos",
      view: undefined,
    });
  });
});
