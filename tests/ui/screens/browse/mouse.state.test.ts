import { describe, expect, test } from "vitest";
import {
  type BrowseState,
  beginBrowse,
  readingOf,
  type Step,
  viewOf,
} from "../../../../src/ui/screens/browse/browse.state.ts";
import { reduceBrowse } from "../../../../src/ui/screens/browse/events.state.ts";
import { hitAt, mouseStep } from "../../../../src/ui/screens/browse/mouse.state.ts";
import { pressKey } from "../../../../src/ui/screens/browse/press.state.ts";
import { mugs, service } from "./sample-resource.ts";

const rows = mugs(50);
const resources = [
  service(() => rows),
  service(() => [], { name: "collections", singular: "collection", title: "Collections", relations: [] }),
];
const window = { columns: 60, rows: 14, target: { profile: "sandbox", live: false } };

function begin(known = rows): BrowseState {
  const state = reduceBrowse(beginBrowse(resources, { resource: "products", now: 0 }), {
    type: "size",
    width: 60,
    height: 9,
  });
  return read(state, known);
}

function read(state: BrowseState, some = rows): BrowseState {
  return reduceBrowse(state, {
    ...{ type: "read", reading: readingOf(state), part: 0 },
    ...{ rows: some, total: some.length, now: 0 },
  });
}

type Type = Parameters<typeof mouseStep>[1]["type"];

function act(state: BrowseState, type: Type, x: number, y: number): Step {
  return mouseStep(state, { type }, hitAt(state, window, x, y));
}

function click(state: BrowseState, x: number, y: number): Step {
  return act(act(state, "press", x, y).state, "release", x, y);
}

const marks = (state: BrowseState) => {
  const { marked } = viewOf(state);
  return marked === "all" ? marked : [...marked.keys()];
};

/** The first row is below the lists, the query and the headings. */
const firstRow = 3;

describe("a click", () => {
  test("on a row selects it, a second one opens it", () => {
    const { state } = click(begin(), 10, firstRow + 4);
    expect(viewOf(state)).toMatchObject({ cursor: 4 });
    expect(state.mode.kind).toBe("table");
    const { state: opened } = click(state, 10, firstRow + 4);
    expect(opened).toMatchObject({ mode: { kind: "detail" }, openRow: { id: "id-4" } });
  });

  test("on a row of a list that is scrolled selects the row that is there", () => {
    const scrolled = pressKey(begin(), "G").state;
    expect(viewOf(click(scrolled, 1, firstRow).state).cursor).toBe(41);
  });

  test("that ends elsewhere opens nothing", () => {
    const state = act(begin(), "press", 10, firstRow).state;
    expect(act(state, "release", 10, 0).state.mode.kind).toBe("table");
  });

  test("on a heading sorts by it, by the platform or here", () => {
    const sorted = click(begin(), 6, 2).state;
    expect(viewOf(sorted)).toMatchObject({ column: 0, query: { sort: "name" } });
    expect(viewOf(click(read(sorted), 6, 2).state).query.sort).toBe("name:desc");
    const unsorted = click(begin(), 25, 2).state;
    expect(viewOf(unsorted).query).toEqual({ sortHere: { column: "SHOWN", descending: false } });
  });

  test("on the name of a list opens that list", () => {
    expect(viewOf(click(begin(), 13, 0).state).resource).toBe("collections");
    expect(viewOf(click(begin(), 3, 0).state).resource).toBe("products");
    expect(hitAt(begin(), window, 50, 0)).toBeUndefined();
  });

  test("on a hint presses its key", () => {
    expect(hitAt(begin(), window, 0, 12)).toEqual({ kind: "key", key: "enter" });
    expect(click(begin(), 3, 12).state.mode.kind).toBe("detail");
    expect(hitAt(begin(), window, 13, 12)).toBeUndefined();
  });

  test("closes a message, and presses nothing that is not visible", () => {
    const said = reduceBrowse(begin(), { type: "say", text: "Copied.", tone: "plain" });
    const { state, effect } = click(said, 3, 12);
    expect({ message: state.message, effect, mode: state.mode.kind }).toEqual({
      message: undefined,
      effect: undefined,
      mode: "table",
    });
  });

  test("on a choice selects it, a second one accepts it", () => {
    const palette = pressKey(begin(), ":").state;
    const chosen = click(palette, 5, firstRow).state;
    expect(chosen.mode).toMatchObject({ kind: "line", at: 1 });
    expect(viewOf(click(chosen, 5, firstRow).state).resource).toBe("collections");
    const columns = click(pressKey(begin(), "v").state, 5, firstRow + 1).state;
    expect([...viewOf(columns).toggled]).toEqual([2]);
  });

  test("does nothing to the list while something is typed", () => {
    const typing = pressKey(begin(), "f").state;
    for (const [x, y] of [
      [10, firstRow + 2],
      [13, 0],
      [6, 2],
    ] as const)
      expect(click(typing, x, y).state).toMatchObject({ mode: typing.mode, views: typing.views });
  });

  test("presses a key of the hints while something is typed", () => {
    const typing = pressKey(begin(), "f").state;
    expect(click(typing, "Enter show all rows  E".length, 12).state.mode.kind).toBe("table");
  });
});

describe("a drag", () => {
  test("marks the rows from the first to the last, also backwards, and keeps the marks before", () => {
    const before = pressKey(pressKey(begin(), "G").state, " ").state;
    const top = pressKey(before, "g").state;
    const down = act(act(top, "press", 5, firstRow + 2).state, "drag", 5, firstRow + 4).state;
    expect(marks(down)).toEqual(["id-49", "id-2", "id-3", "id-4"]);
    const up = act(down, "drag", 5, firstRow + 1).state;
    expect(marks(up)).toEqual(["id-49", "id-1", "id-2"]);
    const { state } = act(up, "release", 5, firstRow + 1);
    expect(state).toMatchObject({ mode: { kind: "table" }, pressed: undefined });
  });

  test("below the list continues with the next rows", () => {
    let state = act(begin(), "press", 5, firstRow + 8).state;
    for (let times = 0; times < 3; times++) state = act(state, "drag", 5, 13).state;
    expect(marks(state)).toEqual(["id-8", "id-9", "id-10", "id-11"]);
    expect(viewOf(state)).toMatchObject({ cursor: 11, top: 3 });
  });

  test("starts at the same row even if rows are added above meanwhile", () => {
    const pressed = act(begin(rows.slice(1)), "press", 5, firstRow + 1).state;
    const reread = { ...pressed, views: pressed.views.map((view) => ({ ...view, reading: 1 })) };
    const state = act(read(reread), "drag", 5, firstRow + 3).state;
    expect(marks(state)).toEqual(["id-2", "id-3"]);
  });

  test("within a row is a click", () => {
    const pressed = act(begin(), "press", 5, firstRow).state;
    const dragged = act(pressed, "drag", 9, firstRow).state;
    expect(marks(dragged)).toEqual([]);
    expect(act(dragged, "release", 9, firstRow).state.mode.kind).toBe("detail");
  });
});

test("the wheel moves by three rows, by one choice, and not while something is typed", () => {
  const down = act(begin(), "wheeldown", 5, 5).state;
  expect(viewOf(down).cursor).toBe(3);
  expect(viewOf(act(down, "wheelup", 5, 5).state).cursor).toBe(0);
  const palette = pressKey(begin(), ":").state;
  expect(act(palette, "wheeldown", 5, 5).state.mode).toMatchObject({ at: 1 });
  const typing = pressKey(begin(), "f").state;
  expect(act(typing, "wheeldown", 5, 5).state).toEqual(typing);
});
