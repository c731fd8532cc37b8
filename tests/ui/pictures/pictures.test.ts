import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { encode } from "fast-png";
import { describe, expect, test } from "vitest";
import { protocolOf } from "../../../src/ui/pictures/pictures.ts";
import { cellsFor, type Pixels, readPng, scaledPicture } from "../../../src/ui/pictures/png.ts";
import {
  blockLines,
  kittyForget,
  kittyLines,
  kittySend,
  maxCells,
  showPicture,
} from "../../../src/ui/pictures/show.ts";
import { nearestOf256 } from "../../../src/ui/themes.ts";

const [red, blue, clear] = [
  [255, 0, 0, 255],
  [0, 0, 255, 255],
  [9, 9, 9, 0],
];

function picture(width: number, pixels: readonly (readonly number[] | undefined)[]): Pixels {
  return { width, height: pixels.length / width, data: Uint8Array.from(pixels.flatMap((one) => one ?? [])) };
}

describe("sizes", () => {
  test("a picture keeps its aspect ratio; a cell is twice as high as wide", () => {
    const room = { columns: 32, rows: 16 };
    expect(cellsFor({ width: 100, height: 100 }, room)).toEqual({ columns: 32, rows: 16 });
    expect(cellsFor({ width: 200, height: 100 }, room)).toEqual({ columns: 32, rows: 8 });
    expect(cellsFor({ width: 50, height: 100 }, room)).toEqual({ columns: 16, rows: 16 });
    expect(cellsFor({ width: 4000, height: 1 }, room)).toEqual({ columns: 32, rows: 1 });
  });

  test("scaling down averages pixels, weighted by opacity", () => {
    expect([...scaledPicture(picture(2, [red, blue]), 1, 1).data]).toEqual([128, 0, 128, 255]);
    expect([...scaledPicture(picture(2, [red, clear]), 1, 1).data]).toEqual([255, 0, 0, 128]);
    expect([...scaledPicture(picture(1, [blue]), 2, 1).data]).toEqual([...(blue ?? []), ...(blue ?? [])]);
  });

  test("scaling to any size stays within the picture", () => {
    const side = fc.integer({ min: 1, max: 30 });
    fc.assert(
      fc.property(side, side, side, side, (width, height, newWidth, newHeight) => {
        const plain = picture(width, Array(width * height).fill([10, 20, 30, 255]));
        const { data } = scaledPicture(plain, newWidth, newHeight);
        expect([...data]).toEqual(
          Array(newWidth * newHeight)
            .fill([10, 20, 30, 255])
            .flat(),
        );
      }),
    );
  });
});

describe("half blocks", () => {
  const known = picture(3, [red, red, clear, red, blue, blue]);

  test("the foreground is the upper half, the background the lower one, and transparent pixels keep the terminal's background", () => {
    expect(blockLines(known, { columns: 3, rows: 1 }, "all")).toEqual([
      "\x1b[0;48;2;255;0;0m \x1b[0;38;2;255;0;0;48;2;0;0;255m▀\x1b[0;38;2;0;0;255m▄\x1b[0m",
    ]);
    expect(blockLines(known, { columns: 3, rows: 1 }, "256")).toEqual([
      "\x1b[0;48;5;196m \x1b[0;38;5;196;48;5;21m▀\x1b[0;38;5;21m▄\x1b[0m",
    ]);
    expect(blockLines(picture(1, [clear, clear]), { columns: 1, rows: 1 }, "all")).toEqual([" "]);
  });

  test("the nearest of 256 colors is chosen", () => {
    expect([
      nearestOf256(0, 0, 0),
      nearestOf256(255, 255, 255),
      nearestOf256(128, 128, 128),
      nearestOf256(95, 135, 175),
    ]).toEqual([16, 231, 244, 67]);
  });
});

/** Interprets a stream like kitty: returns the received file with its id and size, and all other commands. */
function readKitty(stream: string) {
  const emitted = [...stream.matchAll(/\x1b_G([^;\x1b]*)(?:;([^\x1b]*))?\x1b\\/g)];
  expect(emitted.map(([all]) => all).join("")).toBe(stream);
  const keys = emitted.map(([, facts = ""]) =>
    Object.fromEntries(facts.split(",").map((fact) => fact.split("="))),
  );
  return { keys, file: Buffer.from(emitted.map(([, , data = ""]) => data).join(""), "base64") };
}

describe("kitty", () => {
  test("a file is sent in chunks for a placeholder, without requesting a response", () => {
    const data = Uint8Array.from(randomBytes(60 * 60 * 4));
    const file = encode({ width: 60, height: 60, channels: 4, data });
    const { keys, file: received } = readKitty(kittySend(file, 0x123456, { columns: 20, rows: 10 }));
    expect(readPng(received)).toEqual({ width: 60, height: 60, data });
    expect(keys.length).toBeGreaterThan(2);
    expect(keys[0]).toEqual({
      a: "T",
      U: "1",
      f: "100",
      t: "d",
      i: "1193046",
      c: "20",
      r: "10",
      q: "2",
      m: "1",
    });
    expect(keys.slice(1).map(({ m }) => m)).toEqual([...Array(keys.length - 2).fill("1"), "0"]);
    expect(keys.every(({ q }) => q === "2")).toBe(true);
    expect(readKitty(kittyForget(5)).keys).toEqual([{ a: "d", d: "I", i: "5", q: "2" }]);
  });

  test("placeholders encode the image id as a color, and row and column as marks", () => {
    const [first, second] = kittyLines(0x010203, { columns: 2, rows: 2 });
    expect(first).toBe("\x1b[38;2;1;2;3m\u{10eeee}\u0305\u0305\u{10eeee}\u0305\u030d\x1b[39m");
    expect(second).toBe("\x1b[38;2;1;2;3m\u{10eeee}\u030d\u0305\u{10eeee}\u030d\u030d\x1b[39m");
    expect(maxCells).toBeGreaterThanOrEqual(40);
  });
});

test("both protocols show the same file; other formats than PNG are refused", () => {
  const file = encode({ width: 2, height: 2, channels: 3, data: Uint8Array.from(Array(12).fill(200)) });
  const room = { columns: 10, rows: 4 };
  for (const protocol of ["kitty", "blocks"] as const) {
    const shown = (bytes: Uint8Array) => showPicture(bytes, room, { protocol, depth: "all", id: 7 });
    expect(shown(file), protocol).toMatchObject({ columns: 8, rows: 4 });
    expect(shown(file).lines).toHaveLength(4);
    for (const other of ["GIF89a", "\xff\xd8\xff\xe0..JFIF", "%PDF-1.7", "<html>", "\x1b]52;c;eA==\x07"])
      expect(() => shown(Buffer.from(other, "latin1"))).toThrow("it is not a PNG file");
  }
});

test.each([
  [{ TERM: "xterm-kitty" }, "kitty"],
  [{ TERM: "xterm-ghostty", TERM_PROGRAM: "ghostty" }, "kitty"],
  [{ TERM: "xterm-256color", TERM_PROGRAM: "ghostty" }, "kitty"],
  [{ TERM: "xterm-256color", TERM_PROGRAM: "Apple_Terminal" }, "blocks"],
  [{ TERM: "xterm-kitty", TMUX: "/run/tmux,1,0" }, "blocks"],
  [{ TERM: "tmux-256color", TERM_PROGRAM: "iTerm.app" }, "blocks"],
  [{ TERM: "screen.xterm-256color", STY: "1.pts", TERM_PROGRAM: "WezTerm" }, "blocks"],
  [{ TERM: "xterm-kitty", ZELLIJ: "0" }, "blocks"],
  [{}, "blocks"],
])("%j shows pictures as %s", (variables, kind) => {
  expect(protocolOf(variables)).toBe(kind);
});
