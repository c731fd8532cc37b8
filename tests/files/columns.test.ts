import { expect, test } from "vitest";
import { checkColumns, commandOf, groupCommand, leftBehind } from "../../src/files/columns.ts";
import type { RowProblem } from "../../src/files/dialect.ts";
import { isDone } from "../../src/files/table.ts";

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

test("a product that is read from all of its rows is deleted by the first one, and skipped as a whole", () => {
  const found = (...commands: string[]) => {
    const rows = commands.map((command, index) => row(command, index + 2));
    const { command, problems } = groupCommand(rows, { isWhole: true });
    return [
      command,
      ...problems.map(({ line, value, message }) => `${line} ${value}: ${message.split(/[.,]/)[0]}`),
    ];
  };
  const variant = "a variant cannot be deleted by itself";
  const part = "choices and pictures are read from all rows of the product";
  expect(found("DELETE", "", "")).toEqual(["delete"]);
  expect(found("DELETE", "DELETE")).toEqual(["delete"]);
  expect(found("", "DELETE")).toEqual(["delete", `3 DELETE: ${variant}`]);
  expect(found("SKIP", "SKIP")).toEqual([undefined]);
  expect(found("", "SKIP")).toEqual([undefined, `3 SKIP: ${part}`]);
  expect(found("SKIP", "DELETE")).toEqual(["delete", `3 DELETE: ${variant}`, `2 SKIP: ${part}`]);
  expect(found("UPDATE", "")).toEqual(["update"]);
});

const columns = {
  carried: new Map([
    ["Handle", "handle"],
    ["URL handle", "handle"],
    ["Price", "price"],
  ]),
  notCarried: ["Tags", /^Google /],
};

test.each([
  [["Handle", "Price", "Tags", "Google / Gender", "reason", "till result", "COMMAND"], undefined],
  [["URL handle"], undefined],
  [["Handle", "prize"], 'a.csv, line 1, column 2 (prize): "prize" is not a column of the Test format.'],
  [["Handle", "constructor"], "column 2 (constructor)"],
  [["Handle", "Prices"], 'Did you mean "Price"?'],
  [["Handle", "My Google"], "column 2 (My Google)"],
  [
    ["Handle", "Price", "URL handle"],
    'column 3 (URL handle): "Handle" and "URL handle" are the same column.',
  ],
  [["Handle", "Command", "command"], 'column 3 (command): "Command" and "command" are the same column.'],
  [["Price"], 'a.csv, line 1: the column "Handle" or "URL handle" is missing.'],
])("%j as a header: %s", (header, message) => {
  const check = (ignoreUnknown: boolean) =>
    checkColumns(columns, header, { file: "a.csv", ignoreUnknown, key: "handle", dialect: "Test" });
  if (message === undefined) check(false);
  else expect(() => check(false)).toThrow(message);
  if (message?.includes("not a column")) check(true);
});

test("the location is that of the header", () => {
  const at = {
    file: "a.xlsx",
    sheet: "Prices",
    line: 4,
    ignoreUnknown: false,
    key: "handle",
    dialect: "Test",
  };
  expect(() => checkColumns(columns, ["Handle", "prize"], at)).toThrow(
    "a.xlsx, sheet Prices, row 4, column 2 (prize)",
  );
  expect(() => checkColumns(columns, ["Price"], at)).toThrow("a.xlsx, sheet Prices, row 4: the column");
});

test("columns with values that are not imported are named", () => {
  const cells = {
    Handle: "a",
    Tags: "new",
    "Google / Gender": "",
    "Google / Age": "all",
    other: "x",
    reason: "y",
  };
  expect(leftBehind(columns, { line: 2, cells, source: [] })).toEqual(["Tags", "Google / Age"]);
});

test.each([
  ["created", true],
  [" updated ", true],
  ["failed", false],
  ["", false],
])("a row with the result %j is done: %s", (result, done) => {
  expect(isDone(result)).toBe(done);
});
