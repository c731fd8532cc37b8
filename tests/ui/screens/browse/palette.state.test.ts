import { describe, expect, test } from "vitest";
import {
  type BrowseState,
  beginBrowse,
  readingOf,
  viewOf,
} from "../../../../src/ui/screens/browse/browse.state.ts";
import { reduceBrowse } from "../../../../src/ui/screens/browse/events.state.ts";
import { noCommand, paletteOf } from "../../../../src/ui/screens/browse/palette.state.ts";
import { pressKey } from "../../../../src/ui/screens/browse/press.state.ts";
import { mugs, service } from "./sample-resource.ts";

const resources = [
  service(() => mugs(3)),
  service(() => [], {
    name: "orders",
    title: "Orders",
    singular: "order",
    listCommand: ({ filter }) => `till orders list${filter ? ` --filter '${filter}'` : ""}`,
  }),
];
const commands = [
  { path: "jobs list", usage: "", summary: "List jobs" },
  { path: "orders list", usage: "", summary: "List orders" },
  { path: "orders export", usage: "[file]", summary: "Export orders" },
  { path: "products import", usage: "<file>", summary: "Import products" },
  { path: "profiles use", usage: "<profile>", summary: "Select a profile" },
];

const begin = () =>
  reduceBrowse(beginBrowse(resources, { resource: "products", now: 0 }), { type: "commands", commands });
const names = (typed: string, state = begin()) => paletteOf(state, typed).map(({ name }) => name);
const press = (state: BrowseState, ...keys: string[]) => {
  let step = pressKey(state, keys[0] ?? "");
  for (const key of keys.slice(1)) step = pressKey(step.state, key);
  return step;
};

describe("the palette", () => {
  test.each([
    ["prdcts", "products"],
    ["ord", "orders"],
    ["jbls", "jobs list"],
    ["pimp", "products import <file>"],
    ["use pro", "profiles use <profile>"],
    ["profile", "profiles use <profile>"],
    ["zzz", undefined],
  ])("finds %j first: %s", (typed, name) => {
    expect(names(typed)[0]).toBe(name);
  });

  test("finds words before scattered letters: a column to edit, a word of a description", () => {
    const program = [
      { path: "products stock increment", usage: "", summary: "Add to the stock" },
      { path: "drafts set", usage: "", summary: "Change the price of an item" },
    ];
    const state = reduceBrowse(begin(), { type: "commands", commands: program });
    expect(names("price", state)).toContain("drafts set");
    expect(names("price", state)[0]).toBe("edit price");
    expect(names("price", state)).not.toContain("products stock increment");
    const part = { reading: readingOf(state), part: 0, rows: mugs(3), total: 3, now: 0 };
    const read = reduceBrowse(state, { type: "read", ...part });
    const price = press(read, "down", ":", ..."edit pri", "enter").state;
    expect(price.mode).toMatchObject({ kind: "cell", row: { id: "id-1" }, column: 1 });
  });

  test("has groups one after the other, the last commands first", () => {
    const groups = (state: BrowseState) => [...new Set(paletteOf(state, "").map(({ group }) => group))];
    expect(groups(begin())).toEqual(["Lists", "Actions", "Commands", "Keys"]);
    const { state } = press(begin(), ":", ..."prod", "enter");
    expect(groups(state)).toEqual(["Recent", "Lists", "Actions", "Commands", "Keys"]);
    expect(paletteOf(begin(), "jbls")[0]?.group).toBe("Commands");
  });

  test("finds words of descriptions and examples", () => {
    const program = [
      { path: "products update", usage: "", summary: "Change fields", examples: "till x # raise the prices" },
      { path: "sale list", usage: "", summary: "List prices that sales raise" },
    ];
    const state = reduceBrowse(begin(), { type: "commands", commands: program });
    expect(names("raise prices", state)).toEqual(["products update", "sale list"]);
  });

  test("says that commands are still being loaded, or that there is none, and Enter stays", () => {
    const loading = beginBrowse(resources, { resource: "products", now: 0 });
    expect(noCommand(loading)).toBe("The commands are still being loaded.");
    const { state, effect } = press(begin(), ":", ..."zzz", "enter");
    expect([state.mode.kind, effect]).toEqual(["line", undefined]);
    expect(noCommand(state)).toMatch(/^No command\./);
  });

  test("finds a list by its heading, too, and first if that begins with what was typed", () => {
    const list = (name: string, title: string) => service(() => [], { name, title });
    const lists = [
      ...resources,
      list("back-in-stock", "Back-in-stock requests"),
      list("sandbox log", "Requests"),
    ];
    const state = beginBrowse(lists, { resource: "products", now: 0 });
    expect(names("requests", state).slice(0, 2)).toEqual(["sandbox log", "back-in-stock"]);
  });

  test("a list with a filter shows its command line and opens", () => {
    const [first] = paletteOf(begin(), "orders paymentStatus = PAID");
    expect(first).toMatchObject({
      name: "orders paymentStatus = PAID",
      line: "till orders list --filter 'paymentStatus = PAID'",
    });
    const { state } = press(begin(), ":", ..."orders paymentStatus = PAID", "enter");
    expect(viewOf(state)).toMatchObject({ resource: "orders", query: { filter: "paymentStatus = PAID" } });
    expect(state.mode.kind).toBe("table");
  });

  test("an invalid filter is reported, and the text stays", () => {
    const { state } = press(begin(), ":", ..."orders !", "enter");
    expect(state.mode).toMatchObject({
      kind: "line",
      line: { before: "orders !" },
      problem: /Expected a field/,
    });
    expect(viewOf(state).resource).toBe("products");
  });

  test("a command of the program runs with the typed arguments, as its line shows", () => {
    const { effect } = press(begin(), ":", ..."orders export 'my orders.csv' --per order", "enter");
    expect(effect).toEqual({
      type: "run",
      args: ["orders", "export", "my orders.csv", "--per", "order"],
      line: "till orders export my orders.csv --per order",
      showsOutput: true,
    });
    expect(press(begin(), ":", ..."jobs l", "enter").effect).toMatchObject({ args: ["jobs", "list"] });
  });

  test("Enter on a command that needs an argument, and Tab on any command, complete the line", () => {
    for (const key of ["enter", "tab"]) {
      const { state, effect } = press(begin(), ":", ..."pimp", key);
      expect([effect, state.mode]).toMatchObject([undefined, { line: { before: "products import " } }]);
    }
  });

  test("the last command comes first", () => {
    let state = press(begin(), ":", ..."orders total > 5", "enter").state;
    state = press(state, ":", ..."prod", "enter").state;
    expect(names("", state).slice(0, 3)).toEqual(["products", "orders total > 5", "orders"]);
    expect(viewOf(press(state, ":", "down", "enter").state).query.filter).toBe("total > 5");
  });
});
