import { expect, test } from "vitest";
import { withMistakes, withoutMistakes, withoutOldMistakes } from "../../src/files/edit.ts";

const text = "--- # Mug\nname: Mug\nvariants:\n  - sku: A\n    price: x\n";

test("a comment is above the line of its mistake, indented like it", () => {
  const { text: marked, summary } = withMistakes(text, [
    { line: 5, message: "price: wrong" },
    { line: 2, message: "name: too long" },
  ]);
  expect(marked.split("\n")).toEqual([
    "# ERROR: 2 mistakes, on lines 4 and 8. Fix them and save. To cancel, save the file as it is.",
    "--- # Mug",
    "# ERROR: name: too long",
    "name: Mug",
    "variants:",
    "  - sku: A",
    "    # ERROR: price: wrong",
    "    price: x",
    "",
  ]);
  expect(summary).toEqual(["line 4: name: too long", "line 8: price: wrong"]);
  for (const line of [4, 8]) expect(marked.split("\n")[line - 1]).toMatch(/^(name: Mug| {4}price: x)$/);
});

test("lines in messages are those of the text with comments", () => {
  const { text: marked, summary } = withMistakes(text, [
    { line: 5, message: "sku: the same is", also: 4 },
    { line: 4, message: "sku: wrong" },
  ]);
  expect(summary).toEqual(["line 6: sku: wrong", "line 8: sku: the same is on line 6"]);
  expect(marked.split("\n")[5]).toBe("  - sku: A");
});

test("several mistakes on one line, and one after the end", () => {
  const { text: marked } = withMistakes("a: 1\n", [
    { line: 1, message: "one" },
    { line: 9, message: "two" },
  ]);
  expect(marked).toMatch(/^# ERROR: 2 mistakes, on line 4\..*\n# ERROR: one\n# ERROR: two\na: 1\n$/);
});

test("the comments are removed again, and nothing else", () => {
  const own = "description: |-\n  # ERROR: is not a mistake\n";
  const { text: marked, comments } = withMistakes(own, [{ line: 1, message: "too long" }]);
  expect(withoutMistakes(marked, comments)).toBe(own);
  // An editor may have indented them.
  expect(withoutMistakes(marked.replaceAll("# ERROR: too", "\t  # ERROR: too"), comments)).toBe(own);
  expect(withoutOldMistakes(withMistakes(text, [{ line: 5, message: "x" }]).text)).toBe(text);
});

test("a message cannot end its comment", () => {
  const { text: marked } = withMistakes(text, [{ line: 2, message: "name: a\nid: other\r\u001b[2J" }]);
  expect(marked.split("\n")).toHaveLength(text.split("\n").length + 2);
  expect(marked).not.toMatch(/[\r\u001b]/);
});
