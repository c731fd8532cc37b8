import { describe, expect, test } from "vitest";
import { afterJob, afterRun, subjectOf } from "../../../../src/ui/screens/browse/actions.state.ts";
import {
  type BrowseState,
  beginBrowse,
  readingOf,
  viewOf,
} from "../../../../src/ui/screens/browse/browse.state.ts";
import type { BrowseAction, BrowseRow } from "../../../../src/ui/screens/browse/browse-resource.ts";
import { reduceBrowse } from "../../../../src/ui/screens/browse/events.state.ts";
import { menuOf } from "../../../../src/ui/screens/browse/keys.state.ts";
import { paletteOf } from "../../../../src/ui/screens/browse/palette.state.ts";
import { keysNow, pressKey } from "../../../../src/ui/screens/browse/press.state.ts";
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
const run = (line: string, showsOutput = false): unknown =>
  expect.objectContaining({ type: "run", args: line.split(" ").slice(1), line, showsOutput });

describe("the page of actions", () => {
  test("a letter runs the command line for the selected row without changing the screen", () => {
    const { state, effect } = pressKey(press(begin(), "down", "down", "x"), "c");
    expect(effect).toEqual(run("till orders capture mug-2"));
    expect(state.mode).toEqual({ kind: "table" });
    expect(viewOf(state).cursor).toBe(2);
  });

  test("arrows select an action, Enter runs it, y copies its command line with missing answers in capitals", () => {
    const page = press(begin(), "x");
    expect(pressKey(page, "enter").effect).toEqual(run("till orders capture mug-0"));
    const second = press(page, "down");
    expect(pressKey(second, "y").effect).toMatchObject({ text: "till orders refund mug-0 --amount AMOUNT" });
    expect(pressKey(press(page, "down", "down"), "enter").effect).toEqual(run("till orders sum", true));
  });

  test("letters run actions, even those that move the cursor in a list; an unknown letter is reported", () => {
    const page = press(begin(), "x");
    expect(press(page, "k").mode).toMatchObject({ kind: "line", purpose: "answer" });
    const none = press(page, "j");
    expect(none.mode).toMatchObject({ kind: "actions", at: 0 });
    expect(none.message?.text).toBe("There is no action with the letter j.");
  });

  test.each(["esc", "x", "q"])("%s closes it without running an action", (key) => {
    const { state, effect } = pressKey(press(begin(), "x"), key);
    expect(effect).toBeUndefined();
    expect(state.mode).toEqual({ kind: "table" });
  });

  test("the keys of the list that act on the row are in it, too, unless an action has their letter", () => {
    const edit = press(begin(), "x", "down", "down", "down", "enter");
    expect(edit.mode).toMatchObject({ kind: "cell", row: { id: "id-0" } });
    expect(press(begin(), "x", "e").mode.kind).toBe("cell");
    const [first, ...others] = actions;
    const resource = service(() => rows, {
      actions: [{ ...first, key: "e" } as BrowseAction, ...others],
      hasPages: true,
    });
    const state = withRows(beginBrowse([resource], { resource: "products", now: 0 }), rows.slice(0, 9), 9);
    const { listed } = menuOf(state, { subject: subjectOf(state) });
    expect(listed.map(({ key }) => key)).toEqual(["e", "k", "s", "w"]);
    expect(press(state, "x", "w")).toMatchObject({ mode: { kind: "table" }, opening: { what: "page" } });
  });

  test("a resource without actions shows a message", () => {
    expect(press(begin(), "tab", "x").message?.text).toBe("There are no actions for tips.");
  });

  test("no key has two meanings", () => {
    const names = keysNow(press(begin(), "x")).flatMap(({ key, also = [] }) => [key, ...also]);
    expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
  });
});

describe("unavailable actions say why", () => {
  test("for the selected row", () => {
    const { state, effect } = pressKey(press(begin(), "down", "x"), "c");
    expect(effect).toBeUndefined();
    expect(state.message?.text).toBe("It is paid.");
    const last = press(begin(), "down", "x", "?", "down", "down", "down", "down");
    expect(press(last, "enter").message?.text).toBe("It is paid.");
  });

  test("only those that work are listed, until ? lists the others behind them", () => {
    const listed = (state: BrowseState) =>
      state.mode.kind === "actions" ? menuOf(state, state.mode).listed : [];
    const keys = (state: BrowseState) => listed(state).map(({ key }) => key);
    const paid = press(begin(), "down", "x");
    expect(keys(press(begin(), "x"))).toEqual(["c", "k", "s", "e"]);
    expect(keys(paid)).toEqual(["k", "s", "e"]);
    expect(pressKey(paid, "enter").state.mode).toMatchObject({ kind: "line", purpose: "answer" });
    expect(listed(press(paid, "?")).at(3)).toMatchObject({ key: "c", unavailable: "It is paid." });
    expect(keys(press(paid, "?", "?"))).toEqual(keys(paid));
  });

  test("for rows that cannot be in one command, but can be processed one by one", () => {
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

  test("for some of the marked rows, with the first reason", () => {
    const three = press(begin(), " ", "down", " ", "down", " ", "x");
    expect(press(three, "c").message?.text).toBe("Not possible for 1 of 3. Mug 1: It is paid.");
    expect(press(three, "k").message?.text).toBe("refund takes one product, but 3 are marked.");
    expect(pressKey(three, "s").effect).toEqual(run("till orders sum", true));
  });

  test("for a whole list that is too long for a command line; a short one is listed", () => {
    expect(press(begin(), "a", "x", "c").message?.text).toBe(
      "All rows are marked, but capture needs single rows. For whole lists: till orders capture --help",
    );
    const few = withRows(begin(), [rows[0], rows[2]] as BrowseRow[], 2);
    expect(pressKey(press(few, "a", "x"), "c").effect).toEqual(run("till orders capture mug-0 mug-2"));
  });

  test("if there is no row", () => {
    const none = press(withRows(begin(), [], 0), "x");
    expect(press(none, "c").message?.text).toBe("No row is selected.");
    expect(pressKey(press(none, "?", "down"), "y").effect).toMatchObject({
      text: "till orders capture PRODUCT",
    });
    expect(pressKey(none, "s").effect).toEqual(run("till orders sum", true));
  });
});

describe("the rows of an action", () => {
  test("are the marked rows in the order of marking, wherever the cursor is", () => {
    const marked = press(begin(), "down", "down", " ", "up", "up", " ", "down", "x");
    expect(pressKey(marked, "c").effect).toEqual(run("till orders capture mug-2 mug-0"));
  });

  test("have their current values, not those from when they were marked", () => {
    const marked = press(begin(), " ", "down", "down", " ");
    const since = rows
      .slice(0, 100)
      .map((row, index) => (index === 2 ? { ...row, unavailable: ["Gone."] } : row));
    const page = press(withRows(marked, since, rows.length), "x");
    expect(press(page, "c").message?.text).toBe("Not possible for 1 of 2. Mug 2: Gone.");
  });

  test("are the rows for which the page was opened, even if the list changes meanwhile", () => {
    const page = press(begin(), "x");
    const moved = withRows(page, [...rows.slice(50, 100)], 50);
    expect(pressKey(moved, "c").effect).toEqual(run("till orders capture mug-0"));
  });

  test("on the detail page: the open row, whatever is marked; Esc returns to it", () => {
    const looking = press(begin(), " ", "down", "down", "enter", "x");
    const { state, effect } = pressKey(looking, "c");
    expect(effect).toEqual(run("till orders capture mug-2"));
    expect(state.mode.kind).toBe("detail");
    expect(press(looking, "esc").mode.kind).toBe("detail");
  });
});

describe("questions before an action", () => {
  test("are asked one by one, then the command runs", () => {
    const second = press(begin(), "x", "k", ..."5.00", "enter");
    expect(second.mode).toMatchObject({ purpose: "answer", pending: { answers: ["5.00"] } });
    const { state, effect } = pressKey(press(second, ..."too late"), "enter");
    expect(effect).toEqual({
      type: "run",
      line: "till orders refund mug-0 --amount 5.00 --reason too late",
      title: "Refund Mug 0",
      args: ["orders", "refund", "mug-0", "--amount", "5.00", "--reason", "too late"],
      showsOutput: false,
    });
    expect(state.mode).toEqual({ kind: "table" });
    expect(pressKey(second, "enter").effect).toEqual(run("till orders refund mug-0 --amount 5.00"));
  });

  test("a required answer cannot be empty", () => {
    const { state, effect } = pressKey(press(begin(), "x", "k", " "), "enter");
    expect(effect).toBeUndefined();
    expect(state.mode).toMatchObject({
      kind: "line",
      problem: "Amount is required. Press Esc to cancel.",
    });
    expect(press(state, "5").mode).not.toHaveProperty("problem");
  });

  test("Esc cancels without running anything", () => {
    const { state, effect } = pressKey(press(begin(), "x", "k", ..."5", "enter", "a"), "esc");
    expect(effect).toBeUndefined();
    expect(state.mode).toEqual({ kind: "table" });
    expect(viewOf(state).query).toEqual({});
  });
});

describe("the palette", () => {
  test("lists matches of names before matches of descriptions", () => {
    const [first] = paletteOf(begin(), "su");
    expect(first).toMatchObject({ name: "sum", key: "x s" });
    expect(pressKey(press(begin(), ":", ..."capt"), "enter").effect).toEqual(
      run("till orders capture mug-0"),
    );
    expect(press(begin(), ":", ..."refund", "enter").mode).toMatchObject({ purpose: "answer" });
    expect(press(begin(), "down", ":", ..."capture", "enter").message?.text).toBe("It is paid.");
  });
});

describe("after an action", () => {
  const ended = { message: { text: "Captured.", tone: "done" }, done: true, undoable: undefined } as const;

  test("lists are read again, marks are cleared, and staged edits are kept", () => {
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

  test("marks are kept if it failed, and its job can be undone", () => {
    const { state } = pressKey(press(begin(), " ", "x"), "c");
    const back = afterRun(state, { ...ended, done: false, undoable: "7abc" });
    expect(viewOf(back).marked).toEqual(viewOf(state).marked);
    expect(pressKey(back, "z").effect).toEqual({ type: "timeline", job: "7abc" });
  });

  test("z undoes the job as long as the line says so, and shows it in the timeline later", () => {
    const message = { text: "1 product · z undo", tone: "done", undo: "7abc" } as const;
    const back = afterRun(begin(), { ...ended, message, done: true, undoable: "7abc" });
    expect(pressKey(back, "z").effect).toEqual({ type: "undo", job: "7abc" });
    expect(pressKey(press(back, "down"), "z").effect).toEqual({ type: "timeline", job: "7abc" });
  });

  test("what was read for the pane is read again, too", async () => {
    const detail = await resources[0]?.detail("id-0");
    if (detail === undefined) throw new Error("There is no detail.");
    const wide = reduceBrowse(begin(), { type: "size", width: 120, height: 10 });
    const row = { id: "id-0", detail };
    const read = reduceBrowse(wide, { type: "pane", list: viewOf(wide).self, row });
    const back = afterRun(pressKey(press(read, "x"), "c").state, ended);
    expect(press(back, "enter").openRow).toEqual({ id: "id-0" });
    const applied = afterJob(read, { ...ended, applied: true });
    expect(press(applied, "enter").openRow).toEqual({ id: "id-0" });
  });

  test("the open row is read again", () => {
    const looking = press(begin(), "enter");
    const look = {
      id: "id-0",
      label: "Mug 0",
      lines: [],
      related: [],
      address: undefined,
      picture: undefined,
    };
    if (looking.openRow === undefined) throw new Error("no row is open");
    const known = reduceBrowse(looking, {
      type: "detail",
      of: looking.openRow,
      row: { id: "id-0", detail: { ...look, code: undefined, history: [] } },
    });
    const { state } = pressKey(press(known, "x"), "c");
    expect(afterRun(state, ended)).toMatchObject({ mode: { kind: "detail" }, openRow: { id: "id-0" } });
    expect(afterRun(state, ended).openRow).not.toHaveProperty("detail");
  });
});
