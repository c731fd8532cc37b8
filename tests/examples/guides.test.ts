import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { examples } from "./examples.ts";
import { pages, testPages } from "./guides.ts";

// Those that start programs: tests/processes/examples.test.ts.
testPages(pages.filter(({ needsProcess }) => !needsProcess));

test("examples of commands use single quotes only around text that has to contain a double quote, $ or a backslash", () => {
  const typed = [
    ...examples.map(({ run }) => run),
    ...["README.md", ...globSync("docs/guides/*.md")].flatMap((file) =>
      readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => /^(\$ )?till /.test(line)),
    ),
  ];
  expect(typed.length).toBeGreaterThan(500);
  // What another program of a pipe gets is for a POSIX shell in any case.
  const ours = typed.map((line) => line.replace(/ \| (?!till )[a-z]+ .*/, ""));
  // Double quotes around it, single quotes in it: cmd.exe and PowerShell take that as well.
  const avoidable = ours.filter((line) =>
    [...line.matchAll(/"(?:\\.|[^"\\])*"|'([^']*)'/g)].some(
      ({ 1: text, index }) =>
        text !== undefined && (!/["$\\]/.test(text) || /--(filter|set) $/.test(line.slice(0, index))),
    ),
  );
  expect(avoidable).toEqual([]);
});
