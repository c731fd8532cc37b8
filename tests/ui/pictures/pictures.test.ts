import { randomBytes } from "node:crypto";
import { PassThrough } from "node:stream";
import fc from "fast-check";
import { encode } from "fast-png";
import { describe, expect, test } from "vitest";
import { detectSixel } from "../../../src/ui/pictures/detect-sixel.ts";
import { drawAt, protocolOf } from "../../../src/ui/pictures/pictures.ts";
import { cellsFor, type Pixels, readPng, scaled } from "../../../src/ui/pictures/png.ts";
import {
  blockLines,
  inlineImage,
  kittyForget,
  kittyLines,
  kittySend,
  maxCells,
  nearestOf256,
  showPicture,
  sixelImage,
} from "../../../src/ui/pictures/show.ts";

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
    expect([...scaled(picture(2, [red, blue]), 1, 1).data]).toEqual([128, 0, 128, 255]);
    expect([...scaled(picture(2, [red, clear]), 1, 1).data]).toEqual([255, 0, 0, 128]);
    expect([...scaled(picture(1, [blue]), 2, 1).data]).toEqual([...(blue ?? []), ...(blue ?? [])]);
  });

  test("scaling to any size stays within the picture", () => {
    const side = fc.integer({ min: 1, max: 30 });
    fc.assert(
      fc.property(side, side, side, side, (width, height, newWidth, newHeight) => {
        const plain = picture(width, Array(width * height).fill([10, 20, 30, 255]));
        const { data } = scaled(plain, newWidth, newHeight);
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

test("an inline image contains the file and its size in cells", () => {
  const sequence = inlineImage(Buffer.from("any file"), { columns: 12, rows: 6 });
  const [, facts = "", data = ""] = /^\x1b\]1337;File=([^:]*):([^\x07]*)\x07$/.exec(sequence) ?? [];
  expect(Object.fromEntries(facts.split(";").map((fact) => fact.split("=")))).toEqual({
    inline: "1",
    size: "8",
    width: "12",
    height: "6",
    preserveAspectRatio: "1",
    doNotMoveCursor: "1",
  });
  expect(Buffer.from(data, "base64").toString()).toBe("any file");
});

/** Interprets a sixel sequence: returns the color of every pixel in percent, or undefined if it is not drawn. */
function readSixel(sequence: string) {
  const [, width, height, body = ""] = /^\x1bP0;1q"1;1;(\d+);(\d+)([^\x1b]*)\x1b\\$/.exec(sequence) ?? [];
  const pixels = Array.from({ length: Number(height) }, () =>
    Array<string | undefined>(Number(width)).fill(undefined),
  );
  const palette = new Map<string, string>();
  let [x, top, color] = [0, 0, ""];
  for (const [sign, number, , parts, repeat, repeated] of body.matchAll(
    /#(\d+)(;2;([\d;.]+))?|!(\d+)(.)|[$\-?-~]/g,
  )) {
    if (number !== undefined) {
      if (parts !== undefined) palette.set(number, parts);
      color = palette.get(number) ?? "";
    } else if (sign === "$") x = 0;
    else if (sign === "-") [x, top] = [0, top + 6];
    else {
      const mask = (repeated ?? sign).charCodeAt(0) - 63;
      for (let times = 0; times < Number(repeat ?? 1); times++, x++) {
        for (let row = 0; row < 6; row++) {
          if (mask & (1 << row)) (pixels[top + row] ?? [])[x] = color;
        }
      }
    }
  }
  return pixels;
}

test("sixels draw every pixel in its color, and transparent pixels not at all", () => {
  const shades = [0, 51, 102, 153, 204, 255];
  const pixel = fc.option(fc.tuple(...Array(3).fill(fc.constantFrom(...shades))) as fc.Arbitrary<number[]>, {
    nil: undefined,
  });
  const sides = fc.tuple(fc.integer({ min: 1, max: 14 }), fc.integer({ min: 1, max: 14 }));
  fc.assert(
    fc.property(
      sides.chain(([width, height]) =>
        fc.tuple(
          fc.constant(width),
          fc.array(pixel, { minLength: width * height, maxLength: width * height }),
        ),
      ),
      ([width, pixels]) => {
        const drawn = readSixel(
          sixelImage(
            picture(
              width,
              pixels.map((one) => (one ? [...one, 255] : clear)),
            ),
          ),
        );
        expect(drawn.flat()).toEqual(
          pixels.map((one) => one?.map((value) => String((value * 100) / 255)).join(";")),
        );
      },
    ),
  );
});

test("every protocol shows the same file; other formats than PNG require inline images", () => {
  const file = encode({ width: 2, height: 2, channels: 3, data: Uint8Array.from(Array(12).fill(200)) });
  const room = { columns: 10, rows: 4 };
  const shown = (protocol: Parameters<typeof showPicture>[2]["protocol"], bytes: Uint8Array = file) =>
    showPicture(bytes, room, { protocol, depth: "all", id: 7 });
  const cell = { width: 10, height: 20 };
  for (const protocol of [
    { kind: "kitty" },
    { kind: "inline" },
    { kind: "blocks" },
    { kind: "sixel", cell },
  ] as const) {
    expect(shown(protocol), protocol.kind).toMatchObject({ columns: 8, rows: 4 });
    expect(shown(protocol).lines).toHaveLength(4);
    if (protocol.kind !== "inline")
      expect(() => shown(protocol, Buffer.from("GIF89a"))).toThrow("it is not a PNG file");
  }
  expect(readSixel(shown({ kind: "sixel", cell }).overlay ?? "")).toHaveLength(80);
  for (const known of ["GIF89a", "\xff\xd8\xff\xe0..JFIF", "RIFF\x01\x02\x03\x04WEBPVP8 "])
    expect(shown({ kind: "inline" }, Buffer.from(known, "latin1"))).toMatchObject(room);
  for (const other of ["%PDF-1.7", "<html>", "\x1b]52;c;eA==\x07"])
    expect(() => shown({ kind: "inline" }, Buffer.from(other, "latin1"))).toThrow("it is not a PNG file");
  expect(drawAt("X", { x: 4, y: 2 })).toBe("\x1b7\x1b[3;5HX\x1b8");
});

test.each([
  [{ TERM: "xterm-kitty" }, "kitty"],
  [{ TERM: "xterm-ghostty", TERM_PROGRAM: "ghostty" }, "kitty"],
  [{ TERM: "xterm-256color", TERM_PROGRAM: "ghostty" }, "kitty"],
  [{ TERM: "xterm-256color", TERM_PROGRAM: "iTerm.app" }, "inline"],
  [{ TERM: "xterm-256color", TERM_PROGRAM: "WezTerm" }, "inline"],
  [{ TERM: "xterm-256color", LC_TERMINAL: "iTerm2" }, "inline"],
  [{ TERM: "xterm-256color", TERM_PROGRAM: "vscode", LC_TERMINAL: "iTerm2" }, "blocks"],
  [{ TERM: "xterm-256color", TERM_PROGRAM: "Apple_Terminal" }, "blocks"],
  [{ TERM: "xterm-kitty", TMUX: "/run/tmux,1,0" }, "blocks"],
  [{ TERM: "tmux-256color", TERM_PROGRAM: "iTerm.app" }, "blocks"],
  [{ TERM: "screen.xterm-256color", STY: "1.pts", TERM_PROGRAM: "WezTerm" }, "blocks"],
  [{ TERM: "xterm-kitty", ZELLIJ: "0" }, "blocks"],
  [{}, "blocks"],
])("%j shows pictures as %s", (variables, kind) => {
  expect(protocolOf(variables)).toBe(kind);
});

describe("detecting sixels", () => {
  function terminal() {
    const stdin = Object.assign(new PassThrough(), {
      raw: [] as boolean[],
      ref() {},
      unref() {},
      setRawMode: (on: boolean) => on,
    });
    stdin.setRawMode = (on) => stdin.raw.push(on) > 0;
    return { stdin, stderr: new PassThrough() };
  }
  const ask = (streams: ReturnType<typeof terminal>, ms?: number) =>
    detectSixel(streams as unknown as Parameters<typeof detectSixel>[0], ms);

  test.each([
    ["\x1b[6;20;10t\x1b[?62;4;22c", { cell: { width: 10, height: 20 } }],
    ["\x1b[?62;4c", undefined],
    ["\x1b[6;20;10t\x1b[?62;22c", undefined],
    ["\x1b[6;20;10t\x1b[?64c", undefined],
  ])("%j", async (answer, expected) => {
    const streams = terminal();
    const detected = ask(streams);
    expect(String(streams.stderr.read())).toBe("\x1b[16t\x1b[c");
    streams.stdin.write(answer.slice(0, 5));
    streams.stdin.write(answer.slice(5));
    expect(await detected).toEqual(expected);
    expect(streams.stdin.raw).toEqual([true, false]);
  });

  test("a terminal that does not respond only causes a timeout, and typed keys are kept", async () => {
    const streams = terminal();
    streams.stdin.write("jj");
    expect(await ask(streams, 5)).toBeUndefined();
    expect(String(streams.stdin.read())).toBe("jj");
  });
});
