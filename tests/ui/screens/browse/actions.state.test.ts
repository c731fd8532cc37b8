import { describe, expect, test } from "vitest";
import { afterRun } from "../../../../src/ui/screens/browse/actions.state.ts";
import {
  type BrowseState,
  beginBrowse,
  readingOf,
  reduceBrowse,
  viewOf,
} from "../../../../src/ui/screens/browse/browse.state.ts";
import type { BrowseAction, BrowseRow } from "../../../../src/ui/screens/browse/browse-resource.ts";
import { keysNow, paletteOf, pressKey } from "../../../../src/ui/screens/browse/press.state.ts";
import { mugs, service } from "./sample-resource.ts";

const actions: BrowseAction[] = [
  { key: "c", name: "capture", help: "take", target: "rows", args: (rows) => ["orders", "capture", ...rows] },
  {
    key: "k",
    name: "refund",
    help: "give back",
    target: "row",
    questions: [{ title: "Amount", required: true }, { title: "Reason" }],
    args: (rows, [amount = "", reason]) => [
      ...["orders", "refund", ...rows, "--amount", amount],
      ...(reason ? ["--reason", reason] : []),
    ],
  },
  {
    key: "s",
    name: "sum",
    help: "add up",
    target: "list",
    showsOutput: true,
    args: (rows) => ["orders", "sum", ...rows],
  },
];
/** Every second mug cannot be captured. */
const rows = mugs(250).map(
  (row, index): BrowseRow =>
    index % 2 === 0 ? row : { ...row, unavailable: ["It is paid.", undefined, undefined] },
);
const resources = [service(() => rows, { actions }), service(() => [], { name: "tips", title: "Tips" })];

function begin(total = rows.length): BrowseState {
  const state = reduceBrowse(beginBrowse(resources, { resource: "products", now: 0 }), {
    type: "size",
    height: 10,
  });
  return withRows(state, rows.slice(0, Math.min(100, total)), total);
}

function withRows(state: BrowseState, part: readonly BrowseRow[], total: number): BrowseState {
  return reduceBrowse(state, { type: "read", reading: readingOf(state), part: 0, rows: part, total, now: 0 });
}

const press = (state: BrowseState, ...keys: string[]) =>
  keys.reduce((before, key) => pressKey(before, key).state, state);
const run = (line: string, showsOutput = false) => ({
  type: "run",
  args: line.split(" ").slice(1),
  line,
  showsOutput,
});

describe("the page of actions", () => {
  test("a letter runs the command line for the chosen row, and the screen is left as it was", () => {
    const { state, effect } = pressKey(press(begin(), "down", "down", "x"), "c");
    expect(effect).toEqual(run("till orders capture mug-2"));
    expect(state.mode).toEqual({ kind: "table" });
    expect(viewOf(state).cursor).toBe(2);
  });

  test("the arrows choose, Enter does the chosen one, y copies its line; what is to be answered stands in capitals", () => {
    const page = press(begin(), "x");
    expect(pressKey(page, "enter").effect).toEqual(run("till orders capture mug-0"));
    const second = press(page, "down");
    expect(pressKey(second, "y").effect).toMatchObject({ text: "till orders refund mug-0 --amount AMOUNT" });
    expect(pressKey(press(page, "down", "down", "down"), "enter").effect).toEqual(
      run("till orders sum", true),
    );
  });

  test("letters are actions, also those that move elsewhere; one that is none is said", () => {
    const page = press(begin(), "x");
    expect(press(page, "k").mode).toMatchObject({ kind: "line", purpose: "answer" });
    const none = press(page, "j");
    expect(none.mode).toMatchObject({ kind: "actions", at: 0 });
    expect(none.message?.text).toBe("There is no action with the letter j.");
  });

  test.each(["esc", "x", "q"])("%s leaves it without doing anything", (key) => {
    const { state, effect } = pressKey(press(begin(), "x"), key);
    expect(effect).toBeUndefined();
    expect(state.mode).toEqual({ kind: "table" });
  });

  test("a resource without actions says so", () => {
    expect(press(begin(), "tab", "x").message?.text).toBe("There are no actions for tips.");
  });

  test("no key stands for two things", () => {
    const names = keysNow(press(begin(), "x")).flatMap(({ key, also = [] }) => [key, ...also]);
    expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
  });
});

describe("what cannot be done says why", () => {
  test("for the chosen row", () => {
    const { state, effect } = pressKey(press(begin(), "down", "x"), "c");
    expect(effect).toBeUndefined();
    expect(state.message?.text).toBe("It is paid.");
    expect(press(begin(), "down", "x", "up", "enter").message?.text).toBe("It is paid.");
  });

  test("the page begins at the first action that can be done", () => {
    expect(press(begin(), "x").mode).toMatchObject({ kind: "actions", at: 0 });
    expect(press(begin(), "down", "x").mode).toMatchObject({ kind: "actions", at: 1 });
  });

  test("for rows that do not go into one command, one by one they do", () => {
    const conflict = (names: readonly string[]) => (names.length > 1 ? "They are for 2 events." : undefined);
    const [capture, ...others] = actions;
    const some = service(() => rows, { actions: [{ ...capture, conflict } as BrowseAction, ...others] });
    const state = reduceBrowse(beginBrowse([some], { resource: "products", now: 0 }), {
      type: "size",
      height: 9,
    });
    const two = press(withRows(state, rows.slice(0, 100), 250), " ", "down", "down", " ", "x");
    expect(pressKey(two, "c").effect).toBeUndefined();
    expect(press(two, "c").message?.text).toBe("They are for 2 events.");
    expect(pressKey(press(two, "esc", " ", "x"), "c").effect).toEqual(run("till orders capture mug-0"));
  });

  test("for some of the marked, with the first reason", () => {
    const three = press(begin(), " ", "down", " ", "down", " ", "x");
    expect(press(three, "c").message?.text).toBe("Not possible for 1 of 3. Mug 1: It is paid.");
    expect(press(three, "k").message?.text).toBe("refund takes one product, but 3 are marked.");
    expect(pressKey(three, "s").effect).toEqual(run("till orders sum", true));
  });

  test("for a whole list that is longer than a line; a short one is named row by row", () => {
    expect(press(begin(), "a", "x", "c").message?.text).toBe(
      "All rows are marked, but capture needs single rows. For whole lists: till orders capture --help",
    );
    const few = withRows(begin(), [rows[0], rows[2]] as BrowseRow[], 2);
    expect(pressKey(press(few, "a", "x"), "c").effect).toEqual(run("till orders capture mug-0 mug-2"));
  });

  test("where there is no row", () => {
    const none = press(withRows(begin(), [], 0), "x");
    expect(press(none, "c").message?.text).toBe("No row is selected.");
    expect(pressKey(press(none, "up", "up"), "y").effect).toMatchObject({
      text: "till orders capture PRODUCT",
    });
    expect(pressKey(none, "s").effect).toEqual(run("till orders sum", true));
  });
});

describe("which rows", () => {
  test("the marked ones, in the order of marking, wherever the cursor is", () => {
    const marked = press(begin(), "down", "down", " ", "up", "up", " ", "down", "x");
    expect(pressKey(marked, "c").effect).toEqual(run("till orders capture mug-2 mug-0"));
  });

  test("as they stand now, not as they stood when they were marked", () => {
    const marked = press(begin(), " ", "down", "down", " ");
    const since = rows
      .slice(0, 100)
      .map((row, index) => (index === 2 ? { ...row, unavailable: ["Gone."] } : row));
    const page = press(withRows(marked, since, rows.length), "x");
    expect(press(page, "c").message?.text).toBe("Not possible for 1 of 2. Mug 2: Gone.");
  });

  test("those the page was opened with, though the list moves underneath", () => {
    const page = press(begin(), "x");
    const moved = withRows(page, [...rows.slice(50, 100)], 50);
    expect(pressKey(moved, "c").effect).toEqual(run("till orders capture mug-0"));
  });

  test("the one that is looked at, whatever is marked; Esc comes back to it", () => {
    const looking = press(begin(), " ", "down", "down", "enter", "x");
    const { state, effect } = pressKey(looking, "c");
    expect(effect).toEqual(run("till orders capture mug-2"));
    expect(state.mode.kind).toBe("detail");
    expect(press(looking, "esc").mode.kind).toBe("detail");
  });
});

describe("what is asked before", () => {
  test("one line after another, then the command", () => {
    const second = press(begin(), "x", "k", ..."5.00", "enter");
    expect(second.mode).toMatchObject({ purpose: "answer", pending: { answers: ["5.00"] } });
    const { state, effect } = pressKey(press(second, ..."too late"), "enter");
    expect(effect).toEqual({
      ...run("till orders refund mug-0 --amount 5.00 --reason too late"),
      args: ["orders", "refund", "mug-0", "--amount", "5.00", "--reason", "too late"],
    });
    expect(state.mode).toEqual({ kind: "table" });
    expect(pressKey(second, "enter").effect).toEqual(run("till orders refund mug-0 --amount 5.00"));
  });

  test("what is needed cannot be left empty", () => {
    const { state, effect } = pressKey(press(begin(), "x", "k", " "), "enter");
    expect(effect).toBeUndefined();
    expect(state.mode).toMatchObject({
      kind: "line",
      problem: "Amount is required. Press Esc to cancel.",
    });
    expect(press(state, "5").mode).not.toHaveProperty("problem");
  });

  test("Esc leaves everything, and nothing is done", () => {
    const { state, effect } = pressKey(press(begin(), "x", "k", ..."5", "enter", "a"), "esc");
    expect(effect).toBeUndefined();
    expect(state.mode).toEqual({ kind: "table" });
    expect(viewOf(state).query).toEqual({});
  });
});

describe("the palette", () => {
  test("knows actions by their names, before what only speaks of them", () => {
    const [first] = paletteOf(begin(), "su");
    expect(first).toMatchObject({ name: "sum", key: "x s" });
    expect(pressKey(press(begin(), ":", ..."capt"), "enter").effect).toEqual(
      run("till orders capture mug-0"),
    );
    expect(press(begin(), ":", ..."refund", "enter").mode).toMatchObject({ purpose: "answer" });
    expect(press(begin(), "down", ":", ..."capture", "enter").message?.text).toBe("It is paid.");
  });
});

describe("afterwards", () => {
  const ended = { message: { text: "Captured.", tone: "done" }, done: true, undoable: undefined } as const;

  test("the lists are read anew where one was, and what was done is not marked any more; staged edits stay", () => {
    const staged = press(begin(), "right", "e", ..."5", "enter", "left", "down", "down", " ");
    const { state } = pressKey(press(staged, "x"), "c");
    const back = afterRun(state, ended);
    expect(back).toMatchObject({
      staged: staged.staged,
      message: { text: "Captured." },
      mode: { kind: "table" },
    });
    expect(viewOf(back)).toMatchObject({ cursor: 2, marked: new Map() });
    expect(readingOf(back)).not.toBe(readingOf(state));
  });

  test("marks stay where it failed, and a job that can be taken back is known", () => {
    const { state } = pressKey(press(begin(), " ", "x"), "c");
    const back = afterRun(state, { ...ended, done: false, undoable: "7abc" });
    expect(viewOf(back).marked).toEqual(viewOf(state).marked);
    expect(pressKey(back, "z").effect).toEqual({ type: "undo", job: "7abc" });
  });

  test("the row that is looked at is read again", () => {
    const looking = press(begin(), "enter");
    const look = {
      id: "id-0",
      label: "Mug 0",
      lines: [],
      related: [],
      address: undefined,
      picture: undefined,
    };
    const known = reduceBrowse(looking, {
      type: "detail",
      row: { id: "id-0", detail: { ...look, code: undefined, history: [] } },
    });
    const { state } = pressKey(press(known, "x"), "c");
    expect(afterRun(state, ended)).toMatchObject({ mode: { kind: "detail" }, openRow: { id: "id-0" } });
    expect(afterRun(state, ended).openRow).not.toHaveProperty("detail");
  });
});
