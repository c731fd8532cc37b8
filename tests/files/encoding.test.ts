import { isUtf8 } from "node:buffer";
import { createReadStream } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { archiveKind, checkEncoding, decodeText, encodeText, readFailure } from "../../src/files/encoding.ts";
import { UsageError } from "../../src/kernel/errors.ts";
import { runs } from "../support/runs.ts";
import { bytes, collect, type Piece } from "./load.ts";

const decoded = async (encoding: string | undefined, ...pieces: readonly Piece[]) =>
  (await collect(decodeText(bytes(...pieces), { encoding, name: "shop.csv" }))).join("");
const encoded = async (text: string, encoding: string) =>
  Buffer.concat(await collect(encodeText(text.split(/(?<=\n)/), encoding)));

const singleBytes = [
  ..."012345678".split("").map((digit) => `windows-125${digit}`),
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15].map((part) => `iso-8859-${part}`),
  ...["latin1", "macintosh", "koi8-r", "koi8-u"],
];
const encodings = ["utf-8", "utf-16le", "utf-16be", ...singleBytes];

describe("the name of an encoding", () => {
  test.each([...encodings.map((name) => [name, name]), ["UTF8", "utf-8"], ["Windows-1252", "windows-1252"]])(
    "%s is known",
    async (name, canonical) => {
      expect(checkEncoding(name)).toBe(canonical);
      expect(await decoded(name, await encoded("sku,price\n", name))).toBe("sku,price\n");
    },
  );

  test.each(["iso-8859-0", "iso-8859-12", "iso-8859-99", "windows-1259", "shift_jis", "utf-7", "ansi", ""])(
    "%j is refused, to read and to write",
    async (name) => {
      const refusal = { exitCode: 2, message: `Unknown encoding "${name}".`, field: "encoding" };
      await expect(decoded(name, "sku\n")).rejects.toMatchObject(refusal);
      await expect(encoded("sku\n", name)).rejects.toMatchObject(refusal);
    },
  );
});

const character = fc.constantFrom(...('abcäß€,;\n\r"\u{1F600}\uFEFF\uFFFD'.match(/./gsu) ?? []));
const text = fc.array(character, { maxLength: 20 }).map((characters) => characters.join(""));
const pieces = (whole: Uint8Array, size: number) =>
  Array.from({ length: Math.ceil(whole.length / size) }, (_, index) =>
    whole.subarray(index * size, (index + 1) * size),
  );

describe("reading", () => {
  test.each(["utf-8", "utf-16le", "utf-16be"])("%s in pieces of any size is the text", async (encoding) => {
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), async (content, size) => {
        const whole = await encoded(content, encoding);
        expect(await decoded(encoding, ...pieces(whole, size))).toBe(content);
      }),
      { numRuns: runs(100) },
    );
  });

  test.each(singleBytes)("each byte of %s is a character of its own, or an error", async (encoding) => {
    const characters: string[] = [];
    const known: number[] = [];
    for (let byte = 128; byte < 256; byte++) {
      const read = await decoded(encoding, Uint8Array.of(0x41, 0x0a, 0x42, byte)).catch((thrown) => thrown);
      if (typeof read === "string") {
        characters.push(read.slice(3));
        known.push(byte);
      } else
        expect(read).toMatchObject({
          exitCode: 2,
          message: `shop.csv, line 2, column 2: byte 0x${byte.toString(16)} is not valid ${encoding.toUpperCase()}.`,
          hint: "Check --encoding.",
        });
    }
    expect(known.length).toBeGreaterThan(75);
    expect(await encoded(characters.join(""), encoding)).toEqual(Buffer.from(known));
  });

  test("bytes that are not UTF-8 are an error with their place, however they arrive", async () => {
    const byte = fc.oneof(
      fc.constantFrom(0x41, 0x0a, 0x0d, 0xc3, 0xa4, 0xe2, 0x82, 0xac, 0xed, 0xa0, 0xf0, 0xf4, 0x90),
      fc.integer({ min: 1, max: 255 }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(byte, { maxLength: 12 }),
        fc.integer({ min: 1, max: 9 }),
        async (given, size) => {
          // Letters in front, so that nothing is taken for the mark of another encoding.
          const whole = Buffer.from([0x41, 0x42, 0x43, 0x44, ...given]);
          const read = await decoded(undefined, ...pieces(whole, size)).catch((error: unknown) => error);
          if (isUtf8(whole)) expect(read).toBe(whole.toString("utf8"));
          else {
            const start = validStart(whole);
            const lines = whole.toString("utf8", 0, start).split(/\r\n?|\n/);
            const at = `line ${lines.length}, column ${(lines.at(-1) ?? "").length + 1}`;
            const bad = whole[start]?.toString(16).padStart(2, "0");
            expect(read).toMatchObject({
              exitCode: 2,
              message: `shop.csv, ${at}: byte 0x${bad} is not valid UTF-8.`,
              hint: "Declare the encoding, for example --encoding windows-1252, or save the file as UTF-8.",
            });
          }
        },
      ),
      { numRuns: runs(300) },
    );
  });
});

/** Returns how many bytes at the start are whole characters in UTF-8. */
function validStart(whole: Buffer): number {
  for (let length = whole.length; ; length--) if (isUtf8(whole.subarray(0, length))) return length;
}

describe("what is not text in this encoding", () => {
  const mark = (encoding: string) => encoded("\uFEFFsku\n", encoding);
  test.each<[string, string, Promise<Uint8Array>, string, string]>([
    [
      "UTF-16LE",
      "utf-8",
      mark("utf-16le"),
      "the file is UTF-16LE.",
      "Pass --encoding utf-16le, or save the file as UTF-8.",
    ],
    [
      "UTF-16BE",
      "utf-16le",
      mark("utf-16be"),
      "the file is UTF-16BE.",
      "Pass --encoding utf-16be, or save the file as UTF-8.",
    ],
    ["UTF-8", "windows-1252", mark("utf-8"), "the file is UTF-8, not windows-1252.", "Omit --encoding."],
  ])("%s as %s is refused in line 1", async (_, encoding, content, message, hint) => {
    await expect(decoded(encoding, await content)).rejects.toMatchObject({
      exitCode: 2,
      message: `shop.csv, line 1: ${message}`,
      hint,
    });
    // One byte after the other, and a file of two bytes.
    await expect(decoded(encoding, ...pieces(await content, 1))).rejects.toThrow(message);
    const start = (await content).subarray(0, encoding === "windows-1252" ? 3 : 2);
    await expect(decoded(encoding, start)).rejects.toThrow(message);
  });

  test.each(["utf-8", "utf-16le", "windows-1252"])(
    "a NUL character in %s has its place",
    async (encoding) => {
      const whole = await encoded("sku\r\nMU\0G\n", encoding);
      for (const size of [1, 3, 100])
        await expect(decoded(encoding, ...pieces(whole, size))).rejects.toMatchObject({
          exitCode: 2,
          message: "shop.csv, line 2, column 3: the text contains a NUL character.",
          hint: expect.stringContaining("try --encoding utf-16le"),
        });
    },
  );

  test("the first of a NUL character and an invalid byte is the one that is reported", async () => {
    const nul = Buffer.from("ab\ncd\0\xff\xff", "latin1");
    await expect(decoded("utf-8", nul)).rejects.toThrow("line 2, column 3: the text contains a NUL");
    const invalid = Buffer.from("ab\ncd\xff\0", "latin1");
    await expect(decoded("utf-8", invalid)).rejects.toThrow(
      "line 2, column 3: byte 0xff is not valid UTF-8.",
    );
  });

  test("a character that ends the file too early is one", async () => {
    await expect(decoded("utf-8", "ab\n", Uint8Array.of(0xe2, 0x82))).rejects.toThrow(
      "line 2, column 1: byte 0xe2 is not valid UTF-8.",
    );
    await expect(decoded("utf-16le", Uint8Array.of(0x41, 0, 0x3d, 0xd8))).rejects.toThrow(
      "line 1, column 2: byte 0x3d is not valid UTF-16LE.",
    );
  });
});

describe("the kind of a file by its first bytes", () => {
  const archive = (name: string) =>
    Buffer.concat([Buffer.from("504b0304", "hex"), Buffer.alloc(26), Buffer.from(name)]);
  test.each<[string, Uint8Array, string | undefined]>([
    ["a workbook", archive("[Content_Types].xml"), "an Excel workbook (.xlsx)"],
    ["a workbook in another order", archive("_rels/.rels"), "an Excel workbook (.xlsx)"],
    ["a workbook of a library", archive("xl/workbook.xml"), "an Excel workbook (.xlsx)"],
    ["a workbook with its title first", archive("docProps/app.xml"), "an Excel workbook (.xlsx)"],
    ["OpenDocument", archive("mimetypeapplication/vnd"), "an OpenDocument spreadsheet"],
    ["another archive", archive("shop/xl/a.csv"), "a ZIP archive"],
    ["the start of an archive", Buffer.from("504b0304", "hex"), "a ZIP archive"],
    [
      "old Excel",
      Buffer.from("d0cf11e0a1b11ae100", "hex"),
      "an old Excel workbook (.xls), or protected by a password",
    ],
    ["text", Buffer.from("sku,PK\u0003\u0004"), undefined],
    ["nothing", new Uint8Array(), undefined],
    // A view of a part of a buffer.
    ["text after an archive", new Uint8Array(archive("xl/")).subarray(30), undefined],
  ])("%s", (_, start, kind) => {
    expect(archiveKind(start)).toBe(kind);
  });

  test.each([
    [
      "xl/",
      "a.csv: the file is an Excel workbook (.xlsx), not text.",
      "Give it the extension .xlsx, or save the sheet as CSV.",
    ],
    ["shop", "a.csv: the file is a ZIP archive, not text.", "Save the sheet as CSV."],
  ])("an archive of %s is not text", async (name, message, hint) => {
    const read = collect(decodeText(bytes(archive(name)), { name: "a.csv" }));
    await expect(read).rejects.toMatchObject({ exitCode: 2, message, hint });
  });
});

describe("writing", () => {
  test("a character that the encoding does not have is an error with its line", async () => {
    await expect(encoded("sku\nMUG €\nJUG \u{1F600}\n", "windows-1252")).rejects.toMatchObject({
      exitCode: 2,
      message: 'Line 3: windows-1252 has no character "\u{1F600}" (U+1F600).',
      field: "--encoding",
      hint: "Leave --encoding out and use --bom: Excel then reads the file as UTF-8.",
    });
    await expect(encoded("ab€\n", "iso-8859-2")).rejects.toThrow(
      'Line 1: iso-8859-2 has no character "€" (U+20AC).',
    );
    // It has no character for this byte.
    await expect(encoded("\uFFFD", "windows-1253")).rejects.toThrow("(U+FFFD)");
  });
});

describe("a file that cannot be read", () => {
  const system = (code: string) => Object.assign(new Error(`${code}: it failed`), { code });
  test.each([
    ["ENOENT", "shop.csv: no such file.", "Check the path."],
    ["EISDIR", "shop.csv: this is a directory, not a file.", "Check the path."],
    ["EACCES", "shop.csv: permission denied.", "Check the path."],
    ["EBUSY", "shop.csv: it is open in another program.", "Close it there."],
    ["ENAMETOOLONG", "shop.csv: the name is too long.", "Check the path."],
  ])("because of %s", (code, message, hint) => {
    expect(readFailure(system(code), "shop.csv")).toMatchObject({ exitCode: 2, message, hint });
  });

  test("for another reason is a failure of the system, and other errors are as they were", () => {
    const cause = system("EIO");
    expect(readFailure(cause, "shop.csv")).toMatchObject({
      exitCode: 1,
      message: "shop.csv cannot be read: EIO: it failed",
      cause,
    });
    const own = new UsageError("Wrong.");
    expect(readFailure(own, "shop.csv")).toBe(own);
    expect(readFailure("text", "shop.csv")).toBe("text");
  });

  test("a file that is missing is named", async () => {
    const missing = createReadStream(`${import.meta.dirname}/no-such.csv`);
    await expect(collect(decodeText(missing, { name: "no-such.csv" }))).rejects.toThrow(
      "no-such.csv: no such file.",
    );
  });
});
