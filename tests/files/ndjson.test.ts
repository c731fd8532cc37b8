import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readNdjson } from "../../src/files/ndjson.ts";
import { jsonErrorOffset } from "../../src/kernel/json.ts";
import { runs } from "../support/runs.ts";
import { bytes, collect, type Piece } from "./load.ts";

const read = (...pieces: Piece[]) => collect(readNdjson(bytes(...pieces), { name: "shop.ndjson" }));

test("yields records with their lines, with a byte order mark, CRLF and blank lines", async () => {
  expect(await read('\uFEFF{"a":1}\r\n\n  \n{"b":"é', '"}\n{"c":null}')).toEqual([
    { line: 1, value: { a: 1 } },
    { line: 4, value: { b: "é" } },
    { line: 5, value: { c: null } },
  ]);
});

test.each([
  ['{"a":1}\n{"a":1,}\n', "shop.ndjson, line 2, column 8: the line is not JSON."],
  ['{"a":tru}\n', "line 1, column 6: the line is not JSON."],
  ['{"a":\n1}\n', "line 1, column 6: the line is not JSON."],
  ["[1]\n", "line 1, column 1: expected a JSON object, found a list."],
  ["\n42\n", "line 2, column 1: expected a JSON object, found 42."],
])("rejects %j with its location", async (text, message) => {
  await expect(read(text)).rejects.toMatchObject({ exitCode: 2, message: expect.stringContaining(message) });
});

test("rejects a line over 16 MiB before it is complete", async () => {
  const piece = Buffer.alloc(1024 * 1024, "x");
  await expect(read('{"a":1}\n', '{"a":"', ...Array.from({ length: 17 }, () => piece))).rejects.toThrow(
    "line 2: the line is longer than 16 MiB",
  );
});

test("reads back what it wrote", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 5 }),
      fc.integer({ min: 1, max: 20 }),
      async (records, size) => {
        const text = Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(""));
        const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
          text.subarray(index * size, (index + 1) * size),
        );
        const again = await read(...pieces);
        expect(again.map(({ value }) => JSON.stringify(value))).toEqual(
          records.map((record) => JSON.stringify(record)),
        );
      },
    ),
  );
});

describe("jsonErrorOffset", () => {
  const parses = (text: string) => {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  };

  test("is undefined if and only if JSON.parse succeeds", () => {
    const parts = fc.array(
      fc.constantFrom(
        ..."{}[],: ",
        '"a"',
        '"',
        "1",
        "-0.5e3",
        "01",
        "true",
        "nul",
        "null",
        "\\",
        '"\\u00e9"',
        '"\\x"',
      ),
      { maxLength: 9 },
    );
    fc.assert(
      fc.property(parts, (pieces) => {
        const text = pieces.join("");
        expect(jsonErrorOffset(text) === undefined).toBe(parses(text));
      }),
      { numRuns: runs(3000) },
    );
    fc.assert(fc.property(fc.json(), (text) => void expect(jsonErrorOffset(text)).toBeUndefined()));
  });

  test("is the offset of the first invalid character", () => {
    expect(jsonErrorOffset('{"a":1}  x')).toBe(9);
    expect(jsonErrorOffset('{"a" 1}')).toBe(5);
    expect(jsonErrorOffset("[1, 2")).toBe(5);
    expect(jsonErrorOffset("{a:1}")).toBe(1);
  });
});
