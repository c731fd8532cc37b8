import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readPng } from "../../../src/ui/pictures/png.ts";
import { head, part, pngFile, signature } from "../../support/png-files.ts";
import { runs } from "../../support/runs.ts";

const end = part("IEND", Buffer.alloc(0));
const pixelsOf = (file: Uint8Array) => {
  const { data } = readPng(file);
  return Array.from({ length: data.length / 4 }, (_, at) => [...data.subarray(at * 4, at * 4 + 4)]);
};

describe("color types", () => {
  test("grays of every depth range from black to white", () => {
    for (const depth of [1, 2, 4, 8] as const) {
      const most = 2 ** depth - 1;
      const file = pngFile({ width: 3, height: 1, colorType: 0, depth, rows: [[0, most, 1]] });
      const one = 255 / most;
      expect(pixelsOf(file), `depth ${depth}`).toEqual([
        [0, 0, 0, 255],
        [255, 255, 255, 255],
        [one, one, one, 255],
      ]);
    }
  });

  test("RGB, RGBA and gray with alpha, in 8 and 16 bits (reduced to 8)", () => {
    const rgb = { width: 2, height: 1, colorType: 2, rows: [[1, 2, 3, 250, 251, 252]] } as const;
    expect(pixelsOf(pngFile({ ...rgb, depth: 8 }))).toEqual([
      [1, 2, 3, 255],
      [250, 251, 252, 255],
    ]);
    expect(pixelsOf(pngFile({ width: 1, height: 1, colorType: 6, depth: 8, rows: [[1, 2, 3, 4]] }))).toEqual([
      [1, 2, 3, 4],
    ]);
    expect(pixelsOf(pngFile({ width: 1, height: 1, colorType: 4, depth: 8, rows: [[7, 9]] }))).toEqual([
      [7, 7, 7, 9],
    ]);
    const deep = { width: 1, height: 1, colorType: 6, depth: 16 } as const;
    expect(pixelsOf(pngFile({ ...deep, rows: [[0x01ff, 0x02ff, 0x03ff, 0x04ff]] }))).toEqual([[1, 2, 3, 4]]);
  });

  test("palettes of every depth, with and without alpha", () => {
    const palette = [1, 2, 3, 4, 5, 6];
    for (const depth of [1, 2, 4, 8] as const) {
      const file = { width: 3, height: 1, colorType: 3, depth, rows: [[1, 0, 1]], palette } as const;
      const [a, b] = [
        [1, 2, 3, 128],
        [4, 5, 6, 255],
      ];
      expect(pixelsOf(pngFile({ ...file, opacity: [128] })), `depth ${depth}`).toEqual([b, a, b]);
    }
  });
});

const kinds = [
  [0, 1],
  [0, 8],
  [2, 8],
  [2, 16],
  [4, 8],
  [6, 8],
] as const;

test.each(kinds)("color type %i with %i bits reads the same with every filter", (colorType, depth) => {
  const count = { 0: 1, 2: 3, 4: 2, 6: 4 }[colorType];
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 7 }),
      fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 7 }),
      fc.integer({ min: 1, max: 3 }),
      fc.infiniteStream(fc.integer({ min: 0, max: 2 ** depth - 1 })),
      (width, height, filters, parts, numbers) => {
        const rows = Array.from({ length: height }, () => [...numbers.take(width * count)]);
        const plain = { width, height, colorType, depth, rows };
        const [file, unfiltered] = [pngFile({ ...plain, filters, parts }), pngFile(plain)];
        expect(readPng(file)).toEqual(readPng(unfiltered));
      },
    ),
    { numRuns: runs(60) },
  );
});

test("interlaced files are read", () => {
  const file = pngFile({ width: 1, height: 1, colorType: 2, depth: 8, rows: [[1, 2, 3]], interlaced: true });
  expect(pixelsOf(file)).toEqual([[1, 2, 3, 255]]);
});

test("a color profile is not read", () => {
  const image = pngFile({ width: 1, height: 1, colorType: 2, depth: 8, rows: [[1, 2, 3]] });
  const profile = part("iCCP", Buffer.from("name\0\0not compressed", "latin1"));
  const afterHeader = signature.length + head(1, 1, 8, 2).length;
  const file = Buffer.concat([image.subarray(0, afterHeader), profile, image.subarray(afterHeader)]);
  expect(pixelsOf(file)).toEqual([[1, 2, 3, 255]]);
});

describe("rejects files", () => {
  const fine = pngFile({
    width: 4,
    height: 3,
    colorType: 2,
    depth: 8,
    rows: Array(3).fill(Array(12).fill(9)),
  });

  test("that are truncated at any byte", () => {
    for (let length = 0; length < fine.length; length++)
      expect(() => readPng(fine.subarray(0, length)), `${length}`).toThrow(/cannot be shown: it is/);
  });

  test("with any one byte changed", () => {
    fc.assert(
      fc.property(fc.nat(fine.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
        const bad = Buffer.from(fine);
        bad[at] = (bad[at] ?? 0) ^ by;
        expect(() => readPng(bad)).toThrow(/^The picture cannot be shown: it is (damaged|not a PNG)/);
      }),
    );
  });

  const file = (...parts: Buffer[]) => Buffer.concat([signature, ...parts, end]);
  const pixels = (bytes: number) => part("IDAT", deflateSync(Buffer.alloc(bytes)));
  test.each([
    ["a JPEG", Buffer.from("ffd8ffe000104a464946", "hex"), "it is not a PNG file"],
    ["an empty file", Buffer.alloc(0), "it is not a PNG file"],
    ["no pixels", file(head(0, 3, 8, 2)), "it has no pixels"],
    ["far too many pixels", file(head(2 ** 31 - 1, 2 ** 31 - 1, 8, 6)), "it is too large"],
    ["too many pixels", file(head(2001, 2000, 8, 0)), "it is too large (2001 × 2000 pixels)"],
    ["a decompression bomb", file(head(2, 2, 8, 0), pixels(50_000_000)), "it is damaged"],
    ["missing rows", file(head(20, 2, 8, 0), pixels(5)), "it is damaged"],
    [
      "invalid compressed data",
      file(head(2, 2, 8, 0), part("IDAT", Buffer.from("rubbish"))),
      "it is damaged",
    ],
    ["an invalid depth", file(head(2, 2, 3, 0), pixels(4)), "it is damaged"],
    ["an invalid color type", file(head(2, 2, 8, 5), pixels(4)), "it is damaged"],
    ["no header", file(pixels(4)), "it is damaged"],
    [
      "a color that is not in the palette",
      file(
        head(1, 1, 8, 3),
        part("PLTE", Buffer.from([1, 2, 3])),
        part("IDAT", deflateSync(Buffer.from([0, 1]))),
      ),
      "it is damaged",
    ],
    [
      "an unknown filter",
      file(head(1, 1, 8, 0), part("IDAT", deflateSync(Buffer.from([5, 1])))),
      "it is damaged",
    ],
  ])("%s", (_, bytes, why) => {
    expect(() => readPng(bytes)).toThrow(why);
  });
});
