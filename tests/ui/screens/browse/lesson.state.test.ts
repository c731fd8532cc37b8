import { expect, test } from "vitest";
import { continueAt, steps } from "../../../../src/commands/program/learn.ts";
import { type BrowseState, beginBrowse, readingOf } from "../../../../src/ui/screens/browse/browse.state.ts";
import { reduceBrowse } from "../../../../src/ui/screens/browse/events.state.ts";
import { advanceLesson, describeLesson, lessonHeight } from "../../../../src/ui/screens/browse/lesson.tsx";
import { pressKey } from "../../../../src/ui/screens/browse/press.state.ts";
import { mugs, service } from "./sample-resource.ts";

const rows = mugs(3);
const none = { applied: undefined, undone: false };
const titleOf = ({ lesson }: BrowseState) => lesson?.steps[lesson.at]?.title;

function read(state: BrowseState): BrowseState {
  const event = {
    type: "read",
    reading: readingOf(state),
    part: 0,
    rows,
    total: rows.length,
    now: 0,
  } as const;
  return advanceLesson(reduceBrowse(state, event));
}

function begin(at = 0): BrowseState {
  const state = beginBrowse([service(() => rows)], { resource: "products", now: 0 });
  return read({ ...state, lesson: { steps, at, facts: none } });
}

const press = (state: BrowseState, ...keys: string[]) =>
  keys.reduce((now, key) => advanceLesson(pressKey(now, key).state), state);

test("each step is completed by the keys that it teaches, and by no others", () => {
  let state = press(begin(), "down", "up", "s");
  expect(titleOf(read(state))).toBe("Open a product");
  state = press(read(state), "enter");
  expect(titleOf(state)).toBe("Go back");
  state = press(state, "esc", "f");
  expect(titleOf(state)).toBe("Filter the list");
  state = press(state, ..."Mug", "enter");
  // The filter is there, the rows are not yet.
  expect(titleOf(state)).toBe("Filter the list");
  state = read(state);
  expect(titleOf(state)).toBe("Mark rows");
  expect(titleOf(press(state, " "))).toBe("Mark rows");
  state = press(state, " ", "j", " ");
  expect(titleOf(state)).toBe("Edit the price");
  state = press(state, "l", "e", "ctrl+u", "5", "enter");
  expect(titleOf(state)).toBe("Look at your changes");
  state = press(state, "d", "esc");
  expect(titleOf(state)).toBe("Preview and apply");
  state = advanceLesson({ ...state, lesson: { steps, at: 6, facts: { applied: "ab12", undone: false } } });
  expect(titleOf(state)).toBe("Undo it");
  state = advanceLesson({ ...state, lesson: { steps, at: 7, facts: { applied: undefined, undone: true } } });
  expect(titleOf(state)).toBe("That is all");
  expect(titleOf(press(state, "enter", "esc"))).toBe("That is all");
});

test("a tutorial continues at a step that needs no staged edits", () => {
  const titles = [0, 3, 5, 6, 7, 8, 99].map((at) => steps[continueAt(at)]?.title);
  expect(titles).toEqual([
    "Open a product",
    "Mark rows",
    "Edit the price",
    "Edit the price",
    "Undo it",
    "That is all",
    "That is all",
  ]);
});

test.each([
  [40, 6],
  [60, 4],
  [80, 3],
])("every text fits into a window of %d columns, in at most %d lines", (columns, most) => {
  for (const at of steps.keys()) {
    const lesson = { steps, at, facts: none };
    const { title, lines } = describeLesson(lesson, columns);
    expect(lines.join(" ")).toBe(steps[at]?.text);
    expect(lines.length).toBeLessThan(lessonHeight({ lesson }, columns));
    expect(lessonHeight({ lesson }, columns)).toBeLessThanOrEqual(1 + most);
    expect(title.length).toBeLessThanOrEqual(80);
  }
});
