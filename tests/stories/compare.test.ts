import { expect, test } from "vitest";
import { lineDifference, matchesAnswer } from "../../src/stories/run-story.ts";

test.each([
  [[], [], true],
  [["a"], ["a"], true],
  [["a"], [], false],
  [["a"], ["a", "b"], false],
  [["total [..] USD"], ["total 12.00 USD"], true],
  [["total [..] USD"], ["total 12.00 EUR"], false],
  [["[..].00"], ["1x00"], false],
  [["..."], [], true],
  [["...", "z"], ["a", "b", "z"], true],
  [["a", "...", "b", "..."], ["a", "b", "c", "b"], true],
  [["a", "...", "c"], ["a", "b", "c", "d"], false],
])("%j and %j: %s", (expected, actual, matches) => {
  expect(matchesAnswer(expected, actual)).toBe(matches);
});

test("shows what differs with two equal lines around it", () => {
  expect(
    lineDifference(["1", "2", "3", "old", "4", "5", "6"], ["1", "2", "3", "new", "4", "5", "6"]),
  ).toEqual(["  2", "  3", "- old", "+ new", "  4", "  5"]);
  expect(lineDifference(["a", "a"], ["a"])).toEqual(["  a", "- a"]);
});
