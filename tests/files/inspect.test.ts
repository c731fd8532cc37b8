import { describe, expect, test } from "vitest";
import { type FoundFile, type InspectOptions, inspectFile } from "../../src/files/inspect.ts";
import { productList } from "../../src/files/list.ts";
import { handmade, row } from "./xlsx/handmade.ts";

/** Inspects a list of products, without its header and rows. */
async function inspect(content: string | Uint8Array, options: Partial<InspectOptions> = {}) {
  const found = await inspectFile(Buffer.from(content), "list.csv", { list: productList, ...options });
  if (found === undefined) return undefined;
  const { header, rows, sheets, ...facts } = found;
  return facts;
}

/** Returns the given facts about a file. */
async function fact<K extends keyof FoundFile>(name: K, ...given: Parameters<typeof inspect>) {
  return ((await inspect(...given)) as FoundFile | undefined)?.[name];
}

const plain = "sku,price\nMUG,5\n";

describe("the encoding", () => {
  test.each(["utf-16le", "utf-16be"] as const)("%s is known with and without its mark", async (encoding) => {
    for (const text of [`\uFEFF${plain}`, plain, "\uFEFFsku;price\nMÜG;5\n"]) {
      const bytes = Buffer.from(text, "utf16le");
      const content = encoding === "utf-16le" ? bytes : bytes.swap16();
      expect(await inspect(content)).toMatchObject({ encoding, key: "sku", headerRow: 1, map: {} });
    }
  });

  test("UTF-8 has nothing to say, also with a mark", async () => {
    for (const text of [plain, `\uFEFF${plain}`, "sku,price\nMÜG€\u{1F600},5\n"])
      expect(await inspect(text)).toEqual({ headerRow: 1, key: "sku", map: {}, texts: {} });
  });

  test.each([
    ["a Latin letter", [0xe4, 0x2c], 0xe4],
    ["the second byte of a character", [0x80], 0x80],
    ["half of a pair", [0xed, 0xa0, 0x80], 0xed],
    ["a character in too many bytes", [0xe0, 0x80, 0x80], 0xe0],
    ["a character after the last one", [0xf4, 0x90, 0x80, 0x80], 0xf4],
    ["a character without its end", [0xe2, 0x82], 0xe2],
  ])("%s is not UTF-8, and has its line", async (_, bytes, byte) => {
    const content = Buffer.concat([
      ...[Buffer.from("sku,price\r\nMÜG,5\rJUG,"), Buffer.from(bytes), Buffer.from("\n")],
    ]);
    expect(await inspect(content)).toMatchObject({
      encoding: "windows-1252",
      invalid: { byte, line: 3 },
      key: "sku",
    });
  });

  test("a file that ends within a character is not UTF-8", async () => {
    const content = Buffer.concat([Buffer.from(`${plain}JUG`), Buffer.from([0xc3])]);
    expect(await fact("invalid", content)).toEqual({ byte: 0xc3, line: 3 });
  });
});

describe("the start of a file", () => {
  const rows = (count: number) => `sku,price\n${"MÜG,5\n".repeat(count)}`;
  const rowsIn = async (bytes: Buffer, options: Partial<InspectOptions> = {}) => {
    const found = await inspectFile(bytes, "list.csv", { list: productList, ...options });
    return [found?.encoding, new Set(found?.rows.map((cells) => cells.join())), found?.rows.length];
  };

  test("that ends anywhere is read to its last line end", async () => {
    for (const encoding of ["utf8", "utf16le"] as const) {
      const content = Buffer.from(`\uFEFF${rows(3)}`, encoding);
      const line = Buffer.from("MÜG,5\n", encoding).length;
      for (let missing = 1; missing < line; missing++)
        expect(await rowsIn(content.subarray(0, -missing), { isStart: true })).toEqual([
          encoding === "utf8" ? undefined : "utf-16le",
          new Set(["MÜG,5"]),
          2,
        ]);
    }
  });

  test("is what a large file is known by", async () => {
    const large = rows(200_000);
    expect(await rowsIn(Buffer.from(large))).toEqual([undefined, new Set(["MÜG,5"]), 1999]);
    // One long line after the first two rows.
    const long = `sku,price\nMUG,5\nJUG,6\n${"é".repeat(1024 * 1024)}`;
    expect(await rowsIn(Buffer.from(long))).toEqual([undefined, new Set(["MUG,5", "JUG,6"]), 2]);
    // The whole of it has to be UTF-8.
    const invalid = Buffer.concat([Buffer.from(large), Buffer.from([0xff])]);
    expect(await fact("invalid", invalid)).toEqual({ byte: 0xff, line: 200_002 });
  });
});

/** A price list in which these are the prices. */
const prices = (...cells: string[]) => `sku;price\n${cells.map((cell) => `MUG;${cell}\n`).join("")}`;
const numbers = async (content: string | Uint8Array) => {
  const { decimal, mixed, unclear, thousands, currency } = (await inspect(content)) as FoundFile;
  return { decimal, mixed, unclear, thousands, currency };
};

describe("how numbers are written", () => {
  test.each<[string[], Partial<FoundFile>]>([
    [["12", "-3", "", "n/a", "1-2"], {}],
    [["12.50"], { decimal: { mark: ".", proof: "12.50", line: 2 } }],
    [["5", "12,50", "0,5"], { decimal: { mark: ",", proof: "12,50", line: 3 } }],
    [["0.125"], { decimal: { mark: ".", proof: "0.125", line: 2 } }],
    [
      ["1.234,50"],
      {
        decimal: { mark: ",", proof: "1.234,50", line: 2 },
        thousands: { mark: ".", proof: "1.234,50" },
      },
    ],
    [
      ["1.234.567"],
      {
        decimal: { mark: ",", proof: "1.234.567", line: 2 },
        thousands: { mark: ".", proof: "1.234.567" },
      },
    ],
    // What another number settles.
    [
      ["1.290", "2,50"],
      { decimal: { mark: ",", proof: "2,50", line: 3 }, thousands: { mark: ".", proof: "1.290" } },
    ],
    [
      ["2.5", "1,290"],
      { decimal: { mark: ".", proof: "2.5", line: 2 }, thousands: { mark: ",", proof: "1,290" } },
    ],
    [["2.5", "1.290"], { decimal: { mark: ".", proof: "2.5", line: 2 } }],
    // A space or an apostrophe is certain, whatever the decimal mark is.
    [["1'290"], { thousands: { mark: "'", proof: "1'290" } }],
    [["12\u00a0345"], { thousands: { mark: " ", proof: "12\u00a0345" } }],
    [
      ["1\u2019234.5"],
      {
        decimal: { mark: ".", proof: "1\u2019234.5", line: 2 },
        thousands: { mark: "'", proof: "1\u2019234.5" },
      },
    ],
    [
      ["12 345", "12,50"],
      { decimal: { mark: ",", proof: "12,50", line: 3 }, thousands: { mark: " ", proof: "12 345" } },
    ],
    // What nothing settles.
    [["1.290", "2"], { unclear: { text: "1.290", line: 2 } }],
    [["1'000", "1,290", "1,291"], { unclear: { text: "1,290", line: 3 } }],
    [["12.50", "1.290", "12,50"], { mixed: ["12.50", "12,50"] }],
    // Signs beside numbers.
    [
      ["26,50 €", "EUR 5"],
      {
        decimal: { mark: ",", proof: "26,50", line: 2 },
        currency: { code: "EUR", text: "€", column: "price" },
      },
    ],
    [
      ["$1.290", "2"],
      { unclear: { text: "1.290", line: 2 }, currency: { code: "USD", text: "$", column: "price" } },
    ],
    [["$1.5", "1,5"], { mixed: ["1.5", "1,5"], currency: { code: "USD", text: "$", column: "price" } }],
    [["12.5 %"], { decimal: { mark: ".", proof: "12.5", line: 2 } }],
  ])("in %j", async (cells, facts) => {
    expect(await numbers(prices(...cells))).toEqual(facts);
  });

  test("is shown by columns of numbers only", async () => {
    expect(await numbers("sku;name;price\n1.5;2,5;3\n")).toEqual({});
  });

  test("is not shown by what a workbook stores as a number", async () => {
    const content = (...cells: (string | number)[]) =>
      handmade([
        {
          name: "A",
          rows: row(1, ["sku", "price"]) + cells.map((cell, at) => row(at + 2, ["MUG", cell])).join(""),
        },
      ]);
    expect(await numbers(await content(19.5, 1.125))).toEqual({});
    expect(await numbers(await content(19.5, "12,50"))).toEqual({
      decimal: { mark: ",", proof: "12,50", line: 3 },
    });
  });
});

describe("lines", () => {
  test("are those of the file, with CRLF and CR in cells, blank lines and lines above the header", async () => {
    for (const eol of ["\n", "\r\n", "\r"]) {
      const list = ['"List', 'of 2026",,', "", "sku,name,price", 'MUG,"a', "b", 'c",5', "JUG,d,12.50"];
      expect(await inspect(list.join(eol))).toMatchObject({
        headerRow: 4,
        decimal: { proof: "12.50", line: 8 },
      });
    }
  });
});

describe("columns", () => {
  test("that every object has are names like others", async () => {
    for (const name of ["constructor", "toString", "__proto__", "valueOf"]) {
      const found = await inspect(`${name};Artikelnr;VK\nx;MUG;5\n`);
      expect(found?.key).toBe("sku");
      expect(Object.entries(found?.map ?? {})).toEqual([
        [name, "-"],
        ["Artikelnr", "sku"],
        ["VK", "price"],
      ]);
    }
  });
});
