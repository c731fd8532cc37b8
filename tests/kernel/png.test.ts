import { deflateSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readPng, writePng } from "../../src/kernel/png.ts";
import { head, part, pngFile, signature } from "../support/png-files.ts";

const end = part("IEND", Buffer.alloc(0));
const pixelsOf = (file: Uint8Array) => {
  const { data } = readPng(file);
  return Array.from({ length: data.length / 4 }, (_, at) => [...data.subarray(at * 4, at * 4 + 4)]);
};

describe("every kind of colour", () => {
  test("grey, of every depth, is spread over black to white", () => {
    for (const depth of [1, 2, 4, 8] as const) {
      const most = 2 ** depth - 1;
      const file = pngFile({ width: 3, height: 1, colourType: 0, depth, rows: [[0, most, 1]] });
      const one = 255 / most;
      expect(pixelsOf(file), `depth ${depth}`).toEqual([
        [0, 0, 0, 255],
        [255, 255, 255, 255],
        [one, one, one, 255],
      ]);
    }
  });

  test("RGB, RGBA, grey with opacity, and their 16-bit forms, of which the upper half counts", () => {
    const rgb = { width: 2, height: 1, colourType: 2, rows: [[1, 2, 3, 250, 251, 252]] } as const;
    expect(pixelsOf(pngFile({ ...rgb, depth: 8 }))).toEqual([
      [1, 2, 3, 255],
      [250, 251, 252, 255],
    ]);
    expect(pixelsOf(pngFile({ width: 1, height: 1, colourType: 6, depth: 8, rows: [[1, 2, 3, 4]] }))).toEqual(
      [[1, 2, 3, 4]],
    );
    expect(pixelsOf(pngFile({ width: 1, height: 1, colourType: 4, depth: 8, rows: [[7, 9]] }))).toEqual([
      [7, 7, 7, 9],
    ]);
    const deep = { width: 1, height: 1, colourType: 6, depth: 16 } as const;
    expect(pixelsOf(pngFile({ ...deep, rows: [[0x01ff, 0x02ff, 0x03ff, 0x04ff]] }))).toEqual([[1, 2, 3, 4]]);
  });

  test("a palette, of every depth, with opacity for some of its colours", () => {
    const palette = [1, 2, 3, 4, 5, 6];
    for (const depth of [1, 2, 4, 8] as const) {
      const file = { width: 3, height: 1, colourType: 3, depth, rows: [[1, 0, 1]], palette } as const;
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

test.each(kinds)("colour type %i of %i bits reads the same under every filter", (colourType, depth) => {
  const count = { 0: 1, 2: 3, 4: 2, 6: 4 }[colourType];
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 7 }),
      fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 7 }),
      fc.integer({ min: 1, max: 3 }),
      fc.infiniteStream(fc.integer({ min: 0, max: 2 ** depth - 1 })),
      (width, height, filters, parts, numbers) => {
        const rows = Array.from({ length: height }, () => [...numbers.take(width * count)]);
        const plain = { width, height, colourType, depth, rows };
        const [file, unfiltered] = [pngFile({ ...plain, filters, parts }), pngFile(plain)];
        expect(readPng(file)).toEqual(readPng(unfiltered));
      },
    ),
    { numRuns: 60 },
  );
});

test("what is written is read back, pixel by pixel", () => {
  const size = fc.integer({ min: 1, max: 12 });
  fc.assert(
    fc.property(size, size, fc.infiniteStream(fc.nat(255)), (width, height, numbers) => {
      const data = Uint8Array.from(numbers.take(width * height * 4));
      expect(readPng(writePng({ width, height, channels: 4, data }))).toEqual({ width, height, data });
    }),
  );
});

describe("hostile files are refused in words", () => {
  const fine = pngFile({
    width: 4,
    height: 3,
    colourType: 2,
    depth: 8,
    rows: Array(3).fill(Array(12).fill(9)),
  });

  test("cut off anywhere", () => {
    for (let length = 0; length < fine.length; length++)
      expect(() => readPng(fine.subarray(0, length)), `${length}`).toThrow(/cannot be shown: it is/);
  });

  test("any byte changed is read, or refused, and never anything else", () => {
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
    ["nothing", Buffer.alloc(0), "it is not a PNG file"],
    ["no pixels", file(head(0, 3, 8, 2)), "it has no pixels"],
    ["far too many", file(head(2 ** 31 - 1, 2 ** 31 - 1, 8, 6)), "it is too large"],
    ["too many", file(head(2001, 2000, 8, 0)), "it is too large (2001 × 2000 pixels)"],
    ["more than it says", file(head(2, 2, 8, 0), pixels(1_000_000)), "cannot be unpacked"],
    ["fewer than it says", file(head(20, 2, 8, 0), pixels(5)), "fewer pixels than it says"],
    ["rubbish in place of pixels", file(head(2, 2, 8, 0), part("IDAT", Buffer.from("rubbish"))), "unpacked"],
    ["a depth there is not", file(head(2, 2, 3, 0)), "what no PNG file may say"],
    ["a colour type there is not", file(head(2, 2, 8, 5)), "what no PNG file may say"],
    ["no head", file(pixels(4)), "does not begin with its size"],
    [
      "a colour not in the palette",
      file(head(1, 1, 8, 3), part("IDAT", deflateSync(Buffer.from([0, 1])))),
      "palette",
    ],
    ["an unknown filter", file(head(1, 1, 8, 0), part("IDAT", deflateSync(Buffer.from([5, 1])))), "filtered"],
    ["interlaced", file(head(1, 1, 8, 0, true), pixels(2)), "interlaced"],
  ])("%s", (_, bytes, why) => {
    expect(() => readPng(bytes)).toThrow(why);
  });
});
