import fc from "fast-check";
import { expect, test } from "vitest";
import { advance, type FileLocation, fileError, lineEnds, startOfText } from "../../src/files/location.ts";
import { runs } from "../support/runs.ts";

test.each<[FileLocation, string]>([
  [{ file: "a.csv" }, "a.csv: wrong."],
  [{ file: "a.csv", line: 3 }, "a.csv, line 3: wrong."],
  [{ file: "a.csv", line: 3, column: 2 }, "a.csv, line 3, column 2: wrong."],
  [{ file: "a.csv", line: 3, column: 2, field: "price" }, "a.csv, line 3, column 2 (price): wrong."],
  [{ file: "a.ndjson", line: 3, field: "price" }, "a.ndjson, line 3, price: wrong."],
  [{ file: "a.xlsx", sheet: "May" }, "a.xlsx, sheet May: wrong."],
  [{ file: "a.xlsx", sheet: "May", line: 3, column: 2 }, "a.xlsx, sheet May, row 3, column 2: wrong."],
])("the error at %j has its place", (location, message) => {
  const cause = new Error("cause");
  const { field, ...place } = location;
  expect(fileError(location, "wrong.", "Correct it.", cause)).toMatchObject({
    exitCode: 2,
    code: "INVALID_FILE",
    message,
    hint: "Correct it.",
    field,
    location: place,
    cause,
  });
  expect(fileError(location, "wrong.").location).toEqual(place);
});

test.each<[string, number, number]>([
  ["", 1, 1],
  ["abc", 1, 4],
  ["a\n", 2, 1],
  ["a\r\nbc", 2, 3],
  ["a\rb", 2, 2],
  ["\n\r\n\r", 4, 1],
  ["\r\r\n\n", 4, 1],
])("%j ends in line %d, column %d", (text, line, column) => {
  expect(advance(startOfText(), text)).toMatchObject({ line, column });
  expect(lineEnds(text)).toBe(line - 1);
});

test("a text in pieces ends where the whole of it does", () => {
  const pieces = fc.array(
    fc.array(fc.constantFrom("a", "\r", "\n", "\r\n"), { maxLength: 4 }).map((parts) => parts.join("")),
    { maxLength: 5 },
  );
  fc.assert(
    fc.property(pieces, (texts) => {
      expect(texts.reduce(advance, startOfText())).toEqual(advance(startOfText(), texts.join("")));
    }),
    { numRuns: runs(300) },
  );
});
