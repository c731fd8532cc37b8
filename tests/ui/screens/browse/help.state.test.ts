import { expect, test } from "vitest";
import { keyLabel } from "../../../../src/ui/keys.ts";
import { type BrowseState, beginBrowse } from "../../../../src/ui/screens/browse/browse.state.ts";
import { helpGroups } from "../../../../src/ui/screens/browse/help.state.ts";
import { tableKeys } from "../../../../src/ui/screens/browse/keys.state.ts";
import { pressKey } from "../../../../src/ui/screens/browse/press.state.ts";
import { mugs, service } from "./sample-resource.ts";

const state = beginBrowse([service(() => mugs(3))], { resource: "products", now: 0, demo: "offered" });
const press = (before: BrowseState, ...keys: string[]) =>
  keys.reduce((now, key) => pressKey(now, key).state, before);

test("every key of the list is in a group, once", () => {
  const groups = helpGroups(state, "");
  expect(groups.map(({ title }) => title)).toEqual([
    ...["Move", "Find", "Open", "Change", "In a cell", "Act", "Lists", "Mouse", "Program"],
  ]);
  const shown = groups.flatMap(({ entries }) => entries.map(({ keys }) => keys));
  for (const key of tableKeys(state).map((one) => keyLabel(one.key)))
    expect(shown.filter((one) => one === key)).toEqual([key]);
});

test("the search finds keys by their action, by their name and by the key itself", () => {
  const found = (typed: string) =>
    helpGroups(state, typed).flatMap(({ entries }) => entries.map(({ keys }) => keys));
  expect(found("mark")).toEqual(["Space", "a", "e", "paste", "x", "Esc", "drag"]);
  expect(found("previous")).toEqual(["Shift-Tab", "Esc"]);
  expect(found("z")).toContain("z");
  expect(found("nonsense")).toEqual([]);
});

test("letters extend the search, Esc clears it and then closes the page, and ? closes it too", () => {
  const typed = press(state, "?", "q", "u", "i");
  expect(typed.mode).toMatchObject({ kind: "help", line: { before: "qui" } });
  const cleared = press(typed, "esc");
  expect(cleared.mode).toMatchObject({ kind: "help", line: { before: "" } });
  expect(press(cleared, "esc").mode.kind).toBe("table");
  expect(press(state, "?", "?").mode.kind).toBe("table");
  expect(press(state, "?", "down", "down", "up").mode).toMatchObject({ scroll: 1 });
  const half = Math.ceil(state.height / 2);
  expect(press(state, "?", "ctrl+d", "ctrl+d", "ctrl+u").mode).toMatchObject({ scroll: half });
});
