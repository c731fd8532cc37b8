import { assert, integer, property, string } from "fast-check";
import { expect, test } from "vitest";
import { type Answer, parseStory, showAnswer, showPart } from "../../src/stories/story.ts";

test("reads commands, answers, stdin, files and comments, and shows them again", () => {
  const story = "# A note\n$ cat - a.txt\n< typed\ntyped\n? 1\n\n> a.txt\none\n\n<<<\n% till cart\n";
  const parts = parseStory(story, "a.story");
  expect(parts.filter(({ kind }) => kind !== "text")).toEqual([
    {
      kind: "command",
      line: 2,
      text: "cat - a.txt",
      terminal: false,
      stdin: ["typed"],
      answer: ["typed", "? 1"],
    },
    { kind: "file", line: 7, name: "a.txt", lines: ["one", ""] },
    { kind: "command", line: 11, text: "till cart", terminal: true, stdin: [], answer: [] },
  ]);
  const shown = parts.flatMap((part) => showPart(part, part.kind === "command" ? part.answer : []));
  expect(shown.join("\n")).toBe(story);
});

test("names file and line of what it cannot read", () => {
  expect(() => parseStory("hello\n", "a.story")).toThrow('a.story:1: "hello" belongs to no command.');
  expect(() => parseStory("$ ls\n> a\none\n", "a.story")).toThrow('a.story:2: The file "a" has no end');
});

test("any output of a command is read back as its answer", () => {
  const text = () =>
    string({ unit: "grapheme-ascii", maxLength: 12 }).map((line) => line.replace(/[\r]/g, ""));
  const lines = () => string({ unit: text() as never, maxLength: 4 });
  const check = (stdout: string, stderr: string, code: number) => {
    const answer: Answer = { stdout, stderr, code };
    const shown = showAnswer(answer);
    const [command, ...rest] = parseStory(["$ x", ...shown].join("\n"), "a.story");
    expect(rest).toEqual([]);
    expect(command).toMatchObject({ answer: shown });
  };
  assert(property(lines(), lines(), integer({ min: 0, max: 255 }), check));
  for (const line of ["$ a", "% a", "# a", "#a", "> a", "< a", "! a", "? 2", ".", "", "\\", "\\."])
    check(`${line}\n${line}\n`, "", 0);
});

test("different output gives different answers", () => {
  const all = ["a", "a\n", ".", "", "\n", "\\.", "$ a", "\\$ a"].map((stdout) =>
    showAnswer({ stdout, stderr: "", code: 0 }).join("\n"),
  );
  // A final line break makes no difference.
  expect(new Set(all).size).toBe(all.length - 1);
  expect(showAnswer({ stdout: "! a", stderr: "", code: 0 })).not.toEqual(
    showAnswer({ stdout: "", stderr: "a", code: 0 }),
  );
});
