import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type BrowseState,
  beginBrowse,
  readingOf,
  viewOf,
} from "../../../../src/ui/screens/browse/browse.state.ts";
import type { BrowseRow, Query } from "../../../../src/ui/screens/browse/browse-resource.ts";
import { reduceBrowse } from "../../../../src/ui/screens/browse/events.state.ts";
import { emptyListMessage } from "../../../../src/ui/screens/browse/footer.tsx";
import { paletteOf } from "../../../../src/ui/screens/browse/palette.state.ts";
import { keysNow, pressKey } from "../../../../src/ui/screens/browse/press.state.ts";
import {
  findRow,
  missingParts,
  noRows,
  partSize,
  rowAt,
  visibleParts,
  withPart,
} from "../../../../src/ui/screens/browse/rows.state.ts";
import { editsOf, nothingStaged, stage, stagedFor } from "../../../../src/ui/screens/browse/staged.state.ts";
import { chosenRow, openView } from "../../../../src/ui/screens/browse/view.state.ts";
import { mugs, service } from "./sample-resource.ts";

const all = mugs(1000);
const resources = [
  service(() => all),
  service(() => [], {
    name: "collections",
    singular: "collection",
    title: "Collections",
    changes: undefined,
    relations: [],
  }),
];

/** Returns the state with the first part of a list of `total` rows loaded. */
function begin(total = all.length): BrowseState {
  const state = beginBrowse(resources, { resource: "products", now: 0 });
  const sized = reduceBrowse(state, { type: "size", height: 10 });
  return readPart(sized, 0, total);
}

function readPart(state: BrowseState, part: number, total: number | undefined): BrowseState {
  const rows = all.slice(part * partSize, Math.min((part + 1) * partSize, total ?? all.length));
  return reduceBrowse(state, { type: "read", reading: readingOf(state), part, rows, total, now: 0 });
}

/** Returns the state after some keys: a text with one key per character, or key names. */
function press(state: BrowseState, ...keys: string[]): BrowseState {
  return keys.reduce((before, key) => pressKey(before, key).state, state);
}

describe("moving", () => {
  test("the window follows the selected row, moving as little as necessary", () => {
    const down = press(begin(), ...Array<string>(12).fill("down"));
    expect(viewOf(down)).toMatchObject({ cursor: 12, top: 3 });
    expect(viewOf(press(down, "up"))).toMatchObject({ cursor: 11, top: 3 });
    expect(viewOf(press(down, "g"))).toMatchObject({ cursor: 0, top: 0 });
    expect(viewOf(press(down, "G"))).toMatchObject({ cursor: 999, top: 990 });
  });

  test("with any keys, the selected row stays in the list and in the window", () => {
    const key = fc.constantFrom(
      "up",
      "down",
      "pageup",
      "pagedown",
      "home",
      "end",
      "j",
      "k",
      "G",
      "g",
      "ctrl+d",
      "ctrl+u",
    );
    fc.assert(
      fc.property(
        fc.array(key),
        fc.integer({ min: 1, max: 300 }),
        fc.integer({ min: 1, max: 60 }),
        (keys, total, height) => {
          const state = press(reduceBrowse(begin(total), { type: "size", height }), ...keys);
          const { cursor, top } = viewOf(state);
          expect(cursor).toBeGreaterThanOrEqual(0);
          expect(cursor).toBeLessThan(total);
          expect(top).toBeLessThanOrEqual(cursor);
          expect(cursor).toBeLessThan(top + height);
        },
      ),
    );
  });

  test("if a list becomes shorter, its last row is selected", () => {
    const state = readPart(press(begin(50), "G"), 0, 20);
    expect(viewOf(state)).toMatchObject({ cursor: 19 });
  });
});

describe("the selected row when a list is read again", () => {
  /** Returns the state after a part was read again. */
  const again = (state: BrowseState, part: number, list: readonly BrowseRow[], isReading = false) => {
    const rows = list.slice(part * partSize, (part + 1) * partSize);
    const reading = readingOf(state);
    return reduceBrowse(state, { type: "read", reading, part, rows, total: list.length, isReading, now: 1 });
  };
  const down = (count: number) => Array<string>(count).fill("down");
  const chosen = (state: BrowseState) => chosenRow(viewOf(state))?.id;

  test("stays the same row, at the same position in the window", () => {
    const state = press(begin(50), ...down(20), "r");
    const { top } = viewOf(state);
    const grown = again(state, 0, [
      ...mugs(3).map((row) => ({ ...row, id: `new-${row.id}` })),
      ...all.slice(0, 50),
    ]);
    expect(chosen(grown)).toBe("id-20");
    expect(viewOf(grown)).toMatchObject({ cursor: 23, top: top + 3 });
    expect(chosen(again(press(grown, "r"), 0, all.slice(5, 50)))).toBe("id-20");
  });

  test("may move to another part, in whatever order the two are read", () => {
    const state = press(readPart(begin(200), 1, 200), ...down(99), "r");
    expect(chosen(state)).toBe("id-99");
    const list = [{ ...mugs(1)[0], id: "new" } as BrowseRow, ...all.slice(0, 199)];
    const first = again(state, 0, list, true);
    expect(chosen(first)).toBeUndefined();
    expect(press(first, "e").message?.text).toBe("No row is selected.");
    expect(viewOf(again(first, 1, list)).cursor).toBe(100);
    expect(chosen(again(first, 1, list))).toBe("id-99");
    expect(chosen(again(again(state, 1, list, true), 0, list))).toBe("id-99");
  });

  test("keeps the message of an action that removes it from the list", () => {
    const state = press(begin(50), "r");
    const done = reduceBrowse(state, {
      type: "say",
      text: "Done: till events publish dinner",
      tone: "plain",
    });
    const without = again(done, 0, all.slice(1, 50));
    expect(chosen(without)).toBe("id-1");
    expect(without.message?.text).toBe("Done: till events publish dinner");
  });

  test("is replaced by its neighbor if it is gone, and a message says so", () => {
    const state = press(begin(50), "down", "down", "r");
    const list = all.slice(0, 50).filter(({ id }) => id !== "id-2");
    const without = again(state, 0, list);
    expect(chosen(without)).toBe("id-3");
    expect(without.message).toEqual({
      text: "Mug 2 is no longer in the list. Mug 3 is selected now.",
      tone: "warning",
    });
    expect(again(press(begin(1), "r"), 0, []).message?.text).toBe("Mug 0 is no longer in the list.");
    const long = press(begin(1000), "r");
    expect(again(long, 0, all.slice(1)).message?.text).toMatch(
      /^Mug 0 is no longer at this place in the list/,
    );
  });

  test.each(["tab", "shift+tab", "up", "down"])(
    "%s opens no cell of another row if its row is gone",
    (key) => {
      const list = all.slice(0, 50).filter(({ id }) => id !== "id-2");
      const open = press(begin(50), "down", "down", "r", "e", "C");
      const left = press(again(open, 0, list), key);
      expect(left.mode).toEqual({ kind: "table" });
      expect(left.message?.text).toBe("Mug 2 is no longer in the list. Mug 3 is selected now.");
      expect(editsOf(left.staged)).toMatchObject([{ sets: ["name=C"], rows: [{ id: "id-2" }] }]);
    },
  );

  test("is fixed for an edit, an action and the palette when they are opened", () => {
    const list = all.slice(0, 50).filter(({ id }) => id !== "id-2");
    const state = press(begin(50), "down", "down", "r");
    const edited = press(again(press(state, "e", "C"), 0, list), "u", "p", "enter");
    expect(editsOf(edited.staged)).toMatchObject([{ sets: ["name=Cup"], rows: [{ id: "id-2" }] }]);
    expect(again(press(state, ":"), 0, list).mode).toMatchObject({ subject: { rows: [{ id: "id-2" }] } });
    expect(again(press(state, " "), 0, list).views[0]?.marked).toEqual(
      new Map([["id-2", expect.objectContaining({ id: "id-2" })]]),
    );
  });
});

describe("while the row that was selected is looked for in the next parts", () => {
  /** Sorted, with the first part read; the row that was selected is in the second one. */
  const sorted = () => {
    const down = press(readPart(begin(), 1, 1000), ...Array<string>(110).fill("down"));
    return readPart(press(down, "right", "s"), 0, 1000);
  };

  test("it is selected when it is found", () => {
    expect(chosenRow(viewOf(readPart(sorted(), 1, 1000)))?.id).toBe("id-110");
  });

  test.each([
    ["e", "shift+tab"],
    [" ", "e"],
    ["enter", "esc", "e"],
  ])("%s ends that: the keys that follow are for the same row", (key, ...later) => {
    const state = press(readPart(press(sorted(), key), 1, 1000), ...later);
    expect(state.mode).toMatchObject({ kind: "cell", row: { id: "id-0" } });
  });
});

describe("the parts of a long list", () => {
  test("only the visible parts and the next rows are requested", () => {
    const rows = withPart(noRows, 0, { rows: all.slice(0, 100), total: 100_000, at: 0 });
    expect(missingParts(rows, visibleParts(rows, 0, 40), { now: 0, freshMs: 1000 })).toEqual([]);
    expect(missingParts(rows, visibleParts(rows, 70, 40), { now: 0, freshMs: 1000 })).toEqual([1]);
    expect(missingParts(rows, visibleParts(rows, 99_960, 40), { now: 0, freshMs: 1000 })).toEqual([999]);
  });

  test("stale parts are requested again", () => {
    const rows = withPart(noRows, 0, { rows: all.slice(0, 100), total: 100, at: 5 });
    expect(missingParts(rows, [0], { now: 1004, freshMs: 1000 })).toEqual([]);
    expect(missingParts(rows, [0], { now: 1005, freshMs: 1000 })).toEqual([0]);
  });

  test("only a few parts of a hundred thousand rows are kept", () => {
    let rows = noRows;
    for (let part = 0; part < 1000; part++)
      rows = withPart(rows, part, { rows: all.slice(0, 100), total: 100_000, at: part });
    expect(rows.parts.size).toBeLessThanOrEqual(40);
    expect(rowAt(rows, 99_999)?.id).toBe("id-99");
    expect(rowAt(rows, 0)).toBeUndefined();
  });

  test("a list that has become shorter has no rows behind its end", () => {
    let rows = noRows;
    for (let part = 0; part < 4; part++)
      rows = withPart(rows, part, { rows: all.slice(part * 100, part * 100 + 100), total: 400, at: 0 });
    rows = withPart(rows, 0, { rows: all.slice(0, 100), total: 230, at: 1 });
    expect([...rows.parts].map(([part, read]) => [part, read.rows.length]).sort()).toEqual([
      ...[0, 1].map((part) => [part, 100]),
      [2, 30],
    ]);
    rows = withPart(rows, 0, { rows: [], total: 0, at: 2 });
    expect(findRow(rows, "id-110")).toBeUndefined();
    expect(rows.parts.get(0)?.rows).toEqual([]);
  });

  test("a late result for another list is ignored", () => {
    const state = begin();
    const old = readingOf(state);
    const searched = press(state, "/", "x");
    const late = reduceBrowse(searched, {
      type: "read",
      reading: old,
      part: 0,
      rows: all,
      total: 1000,
      now: 1,
    });
    expect(viewOf(late).rows.known).toBe(0);
  });
});

describe("filter, search and sort", () => {
  test("an invalid filter stays in the input line, with the error and a caret", () => {
    const state = press(begin(), "f", "!", "enter");
    expect(state.mode).toMatchObject({ kind: "line", problem: "Expected a field\n  !\n  ^\nFields: name" });
    expect(viewOf(state).query).toEqual({});
    const mended = press(state, "backspace", ..."Mug", "enter");
    expect(mended.mode.kind).toBe("table");
    expect(viewOf(mended).query).toMatchObject({ filter: "Mug" });
  });

  test("a search applies as you type, and Esc removes it", () => {
    const state = press(begin(), "/", "M", "u");
    expect(viewOf(state).query.search).toBe("Mu");
    expect(viewOf(press(state, "esc")).query.search).toBeUndefined();
    expect(viewOf(press(state, "enter")).query.search).toBe("Mu");
  });

  test("s sorts by the selected column: ascending, descending, unsorted; or says why it cannot", () => {
    let state = press(begin(), "right", "s");
    expect(viewOf(state).query.sort).toBe("price");
    state = press(readPart(state, 0, 1000), "s");
    expect(viewOf(state).query.sort).toBe("price:desc");
    expect(viewOf(press(state, "s")).query.sort).toBeUndefined();
  });

  test("s sorts here by a column that the platform cannot sort by, unless there are too many rows", () => {
    const here = press(begin(), "l", "l", "s");
    expect(viewOf(here).query).toEqual({ sortHere: { column: "SHOWN", descending: false } });
    expect(viewOf(press(here, "esc")).query.sortHere).toBeUndefined();
    const read = readPart(here, 0, 1000);
    expect(viewOf(press(read, "s")).query.sortHere).toEqual({ column: "SHOWN", descending: true });
    expect(viewOf(press(read, "s", "s")).query).toEqual({});
    expect(viewOf(press(read, "h", "s")).query).toEqual({ sort: "price" });
    expect(press(begin(30_000), "l", "l", "s").message?.text).toBe(
      "The platform cannot sort by SHOWN, and 30,000 products are too many to sort here (at most 20,000). Filter first (f).",
    );
  });
});

test("an empty related list has no rows, or none that match its search", () => {
  const state = begin();
  const related = (query: Query) =>
    readPart({ ...state, views: [openView("collections", query, "Mug 1")] }, 0, 0);
  const filter = 'id in ("a")';
  expect(emptyListMessage(related({ filter }), undefined)?.lines).toEqual([
    "Mug 1 has none. Press Esc to go back.",
  ]);
  expect(emptyListMessage(related({ filter, search: "tea" }), undefined)?.lines).toEqual([
    "No collection matches. Press Esc to clear the search.",
  ]);
});

describe("marks and edits", () => {
  test("an edit applies to the selected row, the marked rows or the whole list; nothing is sent", () => {
    const one = press(begin(), "e", ..."Cup", "enter");
    expect(editsOf(one.staged)).toMatchObject([{ sets: ["name=Cup"], rows: [{ id: "id-0" }] }]);
    const some = press(begin(), " ", "down", "down", " ", "right", "e", ..."+10%", "enter");
    expect(editsOf(some.staged)).toMatchObject([{ sets: ["price=+10%"], rows: [{ id: "id-2" }] }]);
    const every = press(begin(), "a", "right", "e", ..."5", "enter");
    expect(editsOf(every.staged)).toEqual([
      { resource: "products", sets: ["price=5"], rows: { filter: undefined, search: undefined } },
    ]);
  });

  test("an edit of a whole list is shown in its rows and in no other list", () => {
    const { staged, views } = press(begin(), "l", "a", "e", ..."+10%", "enter");
    const [view] = views;
    if (view === undefined) throw new Error("There is no list.");
    expect(stagedFor(staged, view, "id-7").get("price")?.value).toBe("+10%");
    expect(stagedFor(staged, { ...view, query: { filter: "Mug 1" } }, "id-7").size).toBe(0);
    expect(stagedFor(staged, { ...view, resource: "collections" }, "id-7").size).toBe(0);
  });

  test("a later value of a field replaces the earlier one of the same row", () => {
    const both = press(begin(), " ", "down", " ", "right", "e", ..."5", "enter", "esc", "e", ..."7", "enter");
    expect(editsOf(both.staged)).toMatchObject([
      { sets: ["price=5"], rows: [{ id: "id-0" }] },
      { sets: ["price=7"], rows: [{ id: "id-1" }] },
    ]);
  });

  test("an edit of a whole list cannot be combined with others", () => {
    const cell = { value: "1", before: undefined, after: undefined };
    const whole = { query: {}, count: 9, cells: new Map([["price", cell]]) };
    const named = [{ row: { id: "a", label: "A", reference: "a" }, field: "price", cell }];
    const staged = stage(nothingStaged, "products", whole);
    if ("problem" in staged) throw new Error(staged.problem);
    expect(stage(staged, "products", named)).toHaveProperty("problem");
    expect(stage(staged, "collections", whole)).toHaveProperty("problem");
    const later = stage(staged, "products", {
      ...whole,
      cells: new Map([["price", { ...cell, value: "2" }]]),
    });
    expect("problem" in later ? later : editsOf(later)).toMatchObject([{ sets: ["price=2"] }]);
  });

  test("A applies staged edits; with staged edits, q must be pressed twice", () => {
    const state = press(begin(), "right", "e", ..."5", "enter");
    expect(pressKey(state, "A").effect).toEqual({ type: "apply", edits: editsOf(state.staged) });
    const confirming = pressKey(state, "q");
    expect(confirming.effect).toBeUndefined();
    expect(confirming.state.message?.text).toContain("Press q again");
    expect(pressKey(confirming.state, "q").effect).toEqual({ type: "quit" });
    expect(pressKey(press(confirming.state, "down"), "q").effect).toBeUndefined();
  });

  test("staged edits can be listed and discarded one by one", () => {
    const state = press(begin(), "right", "e", ..."5", "enter", "d");
    expect(pressKey(state, "y").effect).toMatchObject({ text: "till products update mug-0 --set price=5" });
    expect(press(state, "x")).toMatchObject({ staged: nothingStaged, mode: { kind: "table" } });
  });
});

test("A asks about a row that was changed elsewhere and moved to another part of the list", () => {
  const down = press(readPart(begin(), 1, 1000), ...Array<string>(110).fill("down"));
  const edited = press(down, "right", "e", ..."5", "enter", "g");
  const moved = { ...mugs(111)[110], cells: ["Mug 110", "9.00 USD", "yes"] } as BrowseRow;
  const rows = [moved, ...all.slice(0, 99)];
  const reading = readingOf(edited);
  const read = reduceBrowse(edited, { type: "read", reading, part: 0, rows, total: 1000, now: 1 });
  const { state, effect } = pressKey(press(read, "down"), "A");
  expect(effect).toBeUndefined();
  expect(state.message?.text).toMatch(/^PRICE of Mug 110 was changed elsewhere: 110\.00 USD → 9\.00 USD\./);
});

test("A counts the other rows that were changed elsewhere", () => {
  const textAfter = (count: number) => {
    const mark = Array<string[]>(count).fill([" ", "down"]).flat();
    const edited = press(begin(), ...mark, "right", "e", ..."5", "enter");
    const rows = all.slice(0, 100).map((row) => ({ ...row, cells: [row.cells[0] ?? "", "9.00 USD", "yes"] }));
    const reading = readingOf(edited);
    const read = reduceBrowse(edited, { type: "read", reading, part: 0, rows, total: 1000, now: 1 });
    return press(read, "A").message?.text;
  };
  expect(textAfter(2)).toContain(" So was 1 other staged cell. Press A again");
  expect(textAfter(3)).toContain(" So were 2 other staged cells. Press A again");
});

test("a staged edit is dropped when its row already shows its result, also on the page of edits", () => {
  const edited = press(begin(), "right", "e", ..."5", "enter", "d");
  const rows = all
    .slice(0, 100)
    .map((row, index) => (index === 0 ? { ...row, cells: [row.cells[0] ?? "", "5.00 USD", "yes"] } : row));
  const reading = readingOf(edited);
  const read = reduceBrowse(edited, { type: "read", reading, part: 0, rows, total: 1000, now: 1 });
  expect(read).toMatchObject({
    staged: nothingStaged,
    mode: { kind: "table" },
    message: {
      text: "PRICE of Mug 0 was changed elsewhere: 0.00 USD → 5.00 USD. Its staged edit was dropped.",
      tone: "plain",
    },
  });
});

describe("keys", () => {
  test("an unavailable key says why", () => {
    const reasons = Object.fromEntries(
      ["d", "A", "esc"].map((key) => [key, press(begin(), key).message?.text]),
    );
    expect(reasons).toEqual({
      d: "No edits are staged. Press e to edit.",
      A: "No edits are staged. Press e to edit.",
      esc: "This is the first list. Press q to quit.",
    });
    expect(press(begin(), "tab", "e").message?.text).toBe("Collections cannot be edited here.");
  });

  test("on the detail page, a key of the list explains that it works in the list; z opens the timeline here as well", () => {
    const page = press(begin(), "enter");
    expect(press(page, "s").message?.text).toBe("s (sort) works in the list. Press Esc to go back.");
    expect(press(page, ":").message?.text).toBe(": (commands) works in the list. Press Esc to go back.");
    expect(press(page, " ").message).toBeUndefined();
    expect(pressKey({ ...page, undoable: "k3f9" }, "z").effect).toEqual({ type: "timeline", job: "k3f9" });
  });

  test("Enter shows what was read for the pane only while the pane is shown", async () => {
    const detail = await resources[0]?.detail("id-0");
    if (detail === undefined) throw new Error("There is no detail.");
    const wide = reduceBrowse(begin(), { type: "size", width: 120, height: 10 });
    const row = { id: "id-0", detail };
    const read = reduceBrowse(wide, { type: "pane", list: viewOf(wide).self, row });
    expect(press(read, "enter").openRow).toEqual(row);
    expect(press(read, "i", "enter").openRow).toEqual({ id: "id-0" });
    const narrow = reduceBrowse(read, { type: "size", width: 109, height: 10 });
    expect(press(narrow, "enter").openRow).toEqual({ id: "id-0" });
  });

  test("n and p on the page of a row continue beyond the loaded rows", () => {
    const needed = (state: BrowseState) => {
      const { rows, top, cursor } = viewOf(state);
      const seen = visibleParts(rows, Math.min(top, cursor), state.height);
      return missingParts(rows, seen, { now: 0, freshMs: 1000 });
    };
    const last = press(begin(), "enter", ..."n".repeat(99));
    expect(last.openRow?.id).toBe("id-99");
    expect(needed(last)).toEqual([1]);
    expect(press(last, "n").openRow?.id).toBe("id-99");
    expect(press(last, "n").message?.text).toBe("The row is still being read. Try again in a moment.");
    expect(press(readPart(last, 1, 1000), "n").openRow?.id).toBe("id-100");

    const first = press(readPart(press(begin(), "G"), 9, 1000), "enter", ..."p".repeat(99));
    expect(first.openRow?.id).toBe("id-900");
    expect(press(first, "p").openRow?.id).toBe("id-900");
    expect(needed(press(first, "p"))).toEqual([8]);
    expect(press(readPart(press(first, "p"), 8, 1000), "p").openRow?.id).toBe("id-899");
  });

  test("n says that a row is being read, not that it is the last one, until the end of the list is known", () => {
    const first = readPart(beginBrowse(resources, { resource: "products", now: 0 }), 0, undefined);
    const last = press(first, "G", "enter", "n");
    expect(last.message?.text).toBe("The row is still being read. Try again in a moment.");
    expect(press(begin(30), "G", "enter", "n").message?.text).toBe("This is the last row.");
  });

  test("no key has two meanings", () => {
    for (const state of [begin(), press(begin(), "enter")]) {
      const names = keysNow(state).flatMap(({ key, also = [] }) => [key, ...also]);
      expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
    }
  });

  test("the palette matches the start of words and does the same as the key", () => {
    expect(paletteOf(begin(), "coll").map(({ name }) => name)).toContain("collections");
    expect(viewOf(press(begin(), ":", ..."collections", "enter")).resource).toBe("collections");
    expect(press(begin(), ":", ..."discard", "enter").message?.text).toContain("No edits are staged");
  });

  test("a related list opens with its filter, and Esc returns to the same row", async () => {
    const state = press(begin(), "down", "down");
    const asked = pressKey(state, "1");
    const opening = { what: { relation: 0 }, id: "id-2", name: "its collections of Mug 2" };
    expect(asked.effect).toEqual({ type: "open", opening });
    const look = await resources[0]?.detail("id-2");
    if (!look || asked.state.opening === undefined) throw new Error("nothing is opened");
    const related = { type: "related", opening: asked.state.opening, relation: 0, detail: look } as const;
    const there = reduceBrowse(asked.state, related);
    expect(viewOf(there)).toMatchObject({
      resource: "collections",
      query: { filter: 'id in ("a")' },
      of: "id-2",
    });
    expect(viewOf(press(there, "esc"))).toMatchObject({ resource: "products", cursor: 2 });
    const none = reduceBrowse(asked.state, { ...related, detail: { ...look, related: [undefined] } });
    expect(none.message?.text).toContain("has none");
  });

  test("a related list does not open if the user has done something else meanwhile; Esc only cancels it", async () => {
    const asked = press(begin(), "down", "1");
    const detail = await resources[0]?.detail("id-2");
    if (!detail || asked.opening === undefined) throw new Error("nothing is opened");
    const related = { type: "related", opening: asked.opening, relation: 0, detail } as const;
    expect(viewOf(reduceBrowse(press(asked, "down"), related)).of).toBe("id-2");
    for (const keys of [["tab"], ["e"], ["/"], ["v"], ["enter"], ["esc"], ["1"], ["tab", "shift+tab"]]) {
      const later = press(asked, ...keys);
      expect(reduceBrowse(later, related)).toBe(later);
    }
    expect(viewOf(press(asked, "esc")).self).toBe(viewOf(asked).self);
  });

  test("the last column cannot be hidden", () => {
    const state = press(begin(), "v", " ", "down", " ", "down", " ");
    expect(state.message?.text).toBe("One column must stay visible.");
    expect(viewOf(state).toggled).toEqual(new Set([0, 1]));
  });
});
