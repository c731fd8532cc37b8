import { expect, test } from "vitest";
import { commandOf, groupCommand } from "../../src/files/columns.ts";
import type { RowProblem } from "../../src/files/dialect.ts";

const row = (command: string, line = 2, cells = {}) => ({
  line,
  cells: { Command: command, ...cells },
  source: [],
});

test.each([
  ["UPDATE", "update"],
  ["update ", "update"],
  ["CREATE", "create"],
  ["NEW", "create"],
  ["Merge", "merge"],
  ["DELETE", "delete"],
  ["SKIP", "skip"],
  ["IGNORE", "skip"],
  ["", undefined],
])("%j means %s", (cell, command) => {
  const problems: RowProblem[] = [];
  expect(commandOf(row(cell), problems)).toBe(command);
  expect(problems).toEqual([]);
});

test.each(["REPLACE", "toString", "DEL"])("%s is refused with its line and column", (cell) => {
  const problems: RowProblem[] = [];
  expect(commandOf(row(cell, 7), problems)).toBeUndefined();
  expect(problems).toMatchObject([{ line: 7, column: "Command", value: cell, rule: "command" }]);
});

test("rows of one product have one command, without those to skip", () => {
  const rows = [row("", 2), row("UPDATE", 3), row("SKIP", 4)];
  expect(groupCommand(rows)).toMatchObject({
    command: "update",
    rows: [{ line: 2 }, { line: 3 }],
    problems: [],
  });
  expect(groupCommand([row("UPDATE", 2), row("CREATE", 3)]).problems).toMatchObject([{ line: 3 }]);
});

test("a variant is not deleted", () => {
  expect(groupCommand([row("", 2), row("DELETE", 3, { kind: "variant" })]).problems).toMatchObject([
    { line: 3 },
  ]);
});
