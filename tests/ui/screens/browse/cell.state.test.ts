import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type BrowseState,
  beginBrowse,
  readingOf,
  viewOf,
} from "../../../../src/ui/screens/browse/browse.state.ts";
import { unread } from "../../../../src/ui/screens/browse/browse-resource.ts";
import { pasteText } from "../../../../src/ui/screens/browse/edit.state.ts";
import { reduceBrowse } from "../../../../src/ui/screens/browse/events.state.ts";
import { pressKey } from "../../../../src/ui/screens/browse/press.state.ts";
import { editsOf, hasStaged, stagedEntries } from "../../../../src/ui/screens/browse/staged.state.ts";
import { chosenRow } from "../../../../src/ui/screens/browse/view.state.ts";
import { runs } from "../../../support/runs.ts";
import { mugs, service } from "./sample-resource.ts";

const resource = service(() => mugs(0));

/** Returns the state with a list of mugs, whose prices are their numbers. */
function begin(count = 5, total = count): BrowseState {
  const state = beginBrowse([resource], { resource: "products", now: 0 });
  return reduceBrowse(reduceBrowse(state, { type: "size", height: 10 }), {
    ...{ type: "read", reading: readingOf(state), part: 0, rows: mugs(count), total, now: 0 },
  });
}

const press = (state: BrowseState, ...keys: string[]): BrowseState =>
  keys.reduce((before, key) => pressKey(before, key).state, state);

/** The text of the open editor with its cursor, and its problem. */
function editor({ mode }: BrowseState) {
  if (mode.kind !== "cell") return undefined;
  const { line, problem } = mode;
  return { text: `${line.before}|${line.after}`, ...(problem && { problem }) };
}

const place = (state: BrowseState) => [chosenRow(viewOf(state))?.label, viewOf(state).column];

/** What is staged: `Mug 1 price: 1.00 USD → 5.00 USD`. */
const staged = (state: BrowseState) =>
  stagedEntries(state.staged).map(
    ({ label, field, cell }) => `${label} ${field}: ${cell.before} → ${cell.after ?? `by ${cell.value}`}`,
  );

test("a value that was not read when it was staged, and is read later, was not changed elsewhere", () => {
  const rows = mugs(1).map((row) => ({ ...row, cells: ["Mug 0", unread, "yes"] }));
  const read = (state: BrowseState, price: string) => {
    const event = {
      part: 0,
      rows: rows.map((row) => ({ ...row, cells: ["Mug 0", price, "yes"] })),
      total: 1,
    };
    return reduceBrowse(state, { type: "read", reading: readingOf(state), ...event, now: 1 });
  };
  const edited = press(read(begin(1), unread), "right", "e", ..."price*2", "enter");
  expect(staged(edited)).toEqual([`Mug 0 price: ${unread} → by price*2`]);
  const later = read(edited, "61.00 USD");
  expect(later.message).toBeUndefined();
  expect(pressKey(later, "A").effect).toMatchObject({ type: "apply" });
});

describe("the editor of a cell", () => {
  test("opens with the value in the syntax of --set; the first character replaces it, other keys edit it", () => {
    const open = press(begin(), "down", "right", "e");
    expect(editor(open)).toEqual({ text: "1.00|" });
    expect(editor(press(open, "5"))).toEqual({ text: "5|" });
    expect(editor(press(open, "left", "5"))).toEqual({ text: "1.05|0" });
    expect(editor(press(open, "end", "5"))).toEqual({ text: "1.005|" });
    expect(editor(press(open, "home", "5"))).toEqual({ text: "5|1.00" });
    expect(editor(press(open, "ctrl+a", "ctrl+e", "backspace", "5"))).toEqual({ text: "1.05|" });
    expect(editor(press(open, "ctrl+u"))).toEqual({ text: "|" });
    expect(editor(press(begin(), "e", "ctrl+w", "抹", "茶"))).toEqual({ text: "Mug 抹茶|" });
  });

  test("Enter stages, Esc does not, and a value that changes nothing is not staged", () => {
    const open = press(begin(), "down", "right", "e");
    expect(staged(press(open, "5", "enter"))).toEqual(["Mug 1 price: 1.00 USD → 5.00 USD"]);
    expect(staged(press(open, "+", "5", "0", "%", "enter"))).toEqual(["Mug 1 price: 1.00 USD → 1.50 USD"]);
    for (const keys of [["5", "esc"], ["enter"], ["1", "enter"], ["+", "0", "%", "enter"]]) {
      const left = press(open, ...keys);
      expect(left.mode.kind).toBe("table");
      expect(hasStaged(left.staged)).toBe(false);
    }
  });

  test("opens a staged cell with what was typed; typing the old value drops the edit", () => {
    const once = press(begin(), "down", "right", "e", ..."+50%", "enter", "e");
    expect(editor(once)).toEqual({ text: "+50%|" });
    expect(hasStaged(press(once, "1", "enter").staged)).toBe(false);
  });

  test.each([
    ["10%", /^A percentage needs a sign\. Write \+10% or -10%$/],
    ["-5", /price would become -4/],
    ["five", /five/],
    [" ", /price cannot be empty/],
  ])("refuses %s with the reason and keeps the text; the next key clears the reason", (text, reason) => {
    const state = press(begin(), "down", "right", "e", ...text, "enter");
    expect(editor(state)).toEqual({ text: `${text}|`, problem: expect.stringMatching(reason) });
    expect(hasStaged(state.staged)).toBe(false);
    expect(editor(press(state, "1"))).toEqual({ text: `${text}1|` });
    expect(editor(press(state, "tab"))?.problem).toMatch(reason);
  });

  test("a numeric change of a text column is refused", () => {
    for (const text of ["+10%", "-5", "+2.50"]) {
      const problem = `NAME is text, but ${text} changes numbers. Press Esc, then ← or → to select a column.`;
      expect(editor(press(begin(), "e", ...text, "enter"))).toMatchObject({ problem });
    }
    expect(staged(press(begin(), "e", ..."Mug +10%", "enter"))).toEqual(["Mug 0 name: Mug 0 → Mug +10%"]);
  });

  test("Tab and Shift-Tab stage and go to the next cell that can be edited, over the ends of rows", () => {
    const first = press(begin(), "e", ..."Cup", "tab");
    expect(staged(first)).toEqual(["Mug 0 name: Mug 0 → Cup"]);
    expect(place(first)).toEqual(["Mug 0", 1]);
    const second = press(first, "tab");
    expect(place(second)).toEqual(["Mug 1", 0]);
    expect(editor(second)).toEqual({ text: "Mug 1|" });
    expect(place(press(second, "shift+tab"))).toEqual(["Mug 0", 1]);
    expect(place(press(begin(), "e", "shift+tab"))).toEqual(["Mug 0", 0]);
    const end = press(begin(2), "G", "right", "e", "9", "tab");
    expect(place(end)).toEqual(["Mug 1", 1]);
    expect(staged(end)).toEqual(["Mug 1 price: 1.00 USD → 9.00 USD"]);
  });

  test("↑ and ↓ stage and go to the same column of the next row", () => {
    const state = press(begin(), "right", "e", "7", "down", "8", "down", "up", "9", "enter");
    expect(staged(state)).toEqual(["Mug 0 price: 0.00 USD → 7.00 USD", "Mug 1 price: 1.00 USD → 9.00 USD"]);
    expect(place(press(begin(), "e", "up"))).toEqual(["Mug 0", 0]);
    const unread = press(begin(3, 500), "down", "down", "e", ..."Cup", "down");
    expect(unread.mode.kind).toBe("table");
    expect(unread.message?.text).toContain("The row is still being read.");
    expect(staged(unread)).toEqual(["Mug 2 name: Mug 2 → Cup"]);
  });

  test("a value applies to all marked rows, and Tab stays in the row", () => {
    const open = press(begin(), " ", "down", "down", " ", "right", "e");
    const state = press(open, "9", "tab");
    expect(staged(state)).toEqual(["Mug 0 price: 0.00 USD → 9.00 USD", "Mug 2 price: 2.00 USD → 9.00 USD"]);
    expect(place(state)).toEqual(["Mug 2", 0]);
    expect(editor(press(open, "-", "1", "enter"))?.problem).toMatch(/^Mug 0: price would become -1/);
  });
});

describe("pasting", () => {
  const paste = (state: BrowseState, text: string) => pasteText(state, text);

  test("one line is inserted into the text", () => {
    expect(editor(paste(press(begin(), "right", "e"), "4.95\n"))).toEqual({ text: "4.95|" });
    expect(editor(paste(press(begin(), "e", "home"), "Big "))).toEqual({ text: "Big |Mug 0" });
  });

  test("one line fills the marked rows", () => {
    const marked = press(begin(), " ", "down", " ", "right", "e");
    const state = paste(marked, "4.95");
    expect(staged(state)).toEqual(["Mug 0 price: 0.00 USD → 4.95 USD", "Mug 1 price: 1.00 USD → 4.95 USD"]);
    expect(state.message?.text).toContain("Press u to undo");
    expect(editor(paste(marked, "cheap"))).toMatchObject({ text: "cheap|", problem: expect.any(String) });
  });

  test("several lines fill the rows from the selected one on, with as many columns", () => {
    const state = paste(press(begin(), "down", "e"), "Cup\t4.95\r\n+10%\t$1,204.50\r\n");
    expect(staged(state)).toEqual([
      "Mug 1 name: Mug 1 → Cup",
      "Mug 1 price: 1.00 USD → 4.95 USD",
      "Mug 2 name: Mug 2 → +10%",
      "Mug 2 price: 2.00 USD → 1204.50 USD",
    ]);
    expect(hasStaged(press(state, "u").staged)).toBe(false);
  });

  test("several lines fill the marked rows in the order of the list", () => {
    const marked = press(begin(), "down", "down", "down", " ", "up", "up", " ", "right", "e");
    expect(staged(paste(marked, "7\n8"))).toEqual([
      "Mug 1 price: 1.00 USD → 7.00 USD",
      "Mug 3 price: 3.00 USD → 8.00 USD",
    ]);
    expect(editor(paste(marked, "7\n8\n9"))?.problem).toBe("3 lines were pasted, but 2 rows are marked.");
  });

  test.each([
    ["more lines than rows", "1\n2\n3\n4\n5\n6", "6 lines were pasted, but there are 5 rows from here on."],
    ["a column that is fixed", "1\tyes\n2\tno", "2 columns were pasted, but SHOWN cannot be edited here."],
    ["more columns", "1\t2\t3", "3 columns were pasted, but there are 2 from here on."],
  ])("refuses %s, and stages nothing", (_, text, problem) => {
    const state = paste(press(begin(), "right", "e"), text);
    expect(editor(state)).toMatchObject({ text: "0.00|", problem });
    expect(hasStaged(state.staged)).toBe(false);
  });

  test("refuses an invalid line with its number and row, and stages none", () => {
    const state = paste(press(begin(), "right", "e"), "1\n2\nmany");
    expect(editor(state)?.problem).toMatch(/^Line 3 \(Mug 2\): /);
    expect(hasStaged(state.staged)).toBe(false);
  });

  test("refuses lines for rows that are not loaded", () => {
    const state = paste(press(begin(3, 500), "right", "e"), "1\n2\n3\n4");
    expect(editor(state)?.problem).toContain("only 3 of these rows are loaded");
  });

  test("a text that looks like an expression stays a text", () => {
    const state = paste(press(begin(), "e"), 'upper(name)\n"Watt" plate');
    expect(staged(state)).toEqual(["Mug 0 name: Mug 0 → upper(name)", 'Mug 1 name: Mug 1 → "Watt" plate']);
    expect(editsOf(state.staged)).toMatchObject([
      { sets: ['name="upper(name)"'] },
      { sets: ['name="\\"Watt\\" plate"'] },
    ]);
  });

  test("in the list, pasted text runs no keys", () => {
    const state = paste(begin(), "q");
    expect(state.message?.text).toContain("press e");
    expect(viewOf(paste(press(begin(), "/"), "Mug 1\nx")).query.search).toBe("Mug 1");
  });
});

describe("undo and redo of staging", () => {
  test("u undoes one step, Z redoes it, and a new edit discards the undone ones", () => {
    const two = press(begin(), "right", "e", "5", "down", "6", "enter");
    const one = press(two, "u");
    expect(one.message?.text).toBe("Undone: price of Mug 1 = 6");
    expect(staged(one)).toEqual(["Mug 0 price: 0.00 USD → 5.00 USD"]);
    expect(press(one, "Z").staged).toBe(two.staged);
    expect(hasStaged(press(one, "u").staged)).toBe(false);
    expect(press(one, "u", "u").message?.text).toBe("No edit to undo.");
    expect(press(one, "e", "7", "enter", "Z").message?.text).toBe("No edit to redo.");
  });

  test("u restores discarded edits", () => {
    const two = press(begin(), "right", "e", "5", "down", "6", "enter");
    expect(press(two, "D", "u").staged).toBe(two.staged);
    expect(staged(press(two, "d", "x", "u"))).toHaveLength(2);
    expect(press(two, "d", "u", "u").mode.kind).toBe("table");
  });

  test("z selects the last job in the timeline, and u undoes the staging", () => {
    const state = press({ ...begin(), undoable: "k3f9" }, "right", "e", "5", "enter");
    expect(pressKey(state, "z").effect).toEqual({ type: "timeline", job: "k3f9" });
    expect(hasStaged(press(state, "u").staged)).toBe(false);
    expect(press(state, "u", "u").message?.text).toBe("No edit to undo. Press z to see the job.");
  });
});

test("with any keys and pastes, edits are valid and of rows of the list, and u and Z are inverse", () => {
  const key = fc.constantFrom(
    ...["e", "e", "5", "+", "1", "%", "x", " ", "a", "d", "D", "u", "Z", "up", "down", "left", "right", "G"],
    ...[
      "enter",
      "enter",
      "tab",
      "shift+tab",
      "esc",
      "home",
      "end",
      "backspace",
      "ctrl+u",
      "ctrl+w",
      "抹",
      "👩‍👩‍👧‍👦",
    ],
  );
  const pasted = fc.constantFrom("paste 4.95", "paste 1\n2", "paste Cup\t3\nPot\t4", "paste \t\n\t");
  const apply = (state: BrowseState, input: string) =>
    input.startsWith("paste ") ? pasteText(state, input.slice(6)) : pressKey(state, input).state;
  fc.assert(
    fc.property(fc.array(fc.oneof({ weight: 6, arbitrary: key }, pasted), { maxLength: 60 }), (inputs) => {
      let state = begin(4);
      for (const input of inputs) {
        const before = state;
        state = apply(state, input);
        const { cursor, column } = viewOf(state);
        expect(cursor).toBeGreaterThanOrEqual(0);
        expect(cursor).toBeLessThan(4);
        if (state.mode.kind === "cell") expect(resource.columns[column]?.set).toBeDefined();
        for (const { sets } of editsOf(state.staged)) for (const set of sets) resource.changes?.check(set);
        for (const { cell } of stagedEntries(state.staged))
          expect(cell.after === undefined || cell.after !== cell.before).toBe(true);
        if (state.staged === before.staged || input === "Z" || input === "u") continue;
        expect(apply({ ...state, mode: { kind: "table" } }, "u").staged).toBe(before.staged);
        const table: BrowseState = { ...state, mode: { kind: "table" } };
        expect(press(table, "u", "Z").staged).toBe(state.staged);
      }
    }),
    { numRuns: runs(200) },
  );
});

test("Ctrl-C in a cell with a typed value asks first and keeps the value; the second one quits", () => {
  const typed = press(begin(), "right", "e", "7");
  const asked = pressKey(typed, "ctrl+c");
  expect(asked.effect).toBeUndefined();
  expect(editor(asked.state)).toEqual({
    text: "7|",
    problem: "Press Ctrl-C again to quit and discard what you typed.",
  });
  expect(staged(press(asked.state, "enter"))).toEqual(["Mug 0 price: 0.00 USD → 7.00 USD"]);
  expect(pressKey(asked.state, "ctrl+c").effect).toEqual({ type: "interrupt" });
  const withOther = pressKey(press(typed, "down", "8"), "ctrl+c").state;
  expect(editor(withOther)?.problem).toBe(
    "Press Ctrl-C again to quit and discard what you typed and 1 staged edit.",
  );
});

test("Ctrl-C in a cell in which nothing was typed quits", () => {
  expect(pressKey(press(begin(), "right", "e"), "ctrl+c").effect).toEqual({ type: "interrupt" });
});
