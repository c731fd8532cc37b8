import { createReadStream, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CsvOptions, csvRow, readCsv } from "../../src/files/table.ts";
import { UsageError } from "../../src/kernel/errors.ts";
import { csvLine, neutraliseFormula, restoreFormula } from "../../src/output/csv.ts";
import { temporaryFolder } from "../support/folders.ts";
import { runs } from "../support/runs.ts";
import { bytes, type Piece, readAll, written } from "./load.ts";

const directory = temporaryFolder();

const readPath = (path: string) => readCsv(createReadStream(path), { name: path });

async function failure(text: Piece | readonly Piece[], options = {}): Promise<UsageError> {
  const error = await readAll(text, options).then(
    () => new Error("it was read"),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(UsageError);
  return error as UsageError;
}

const plain = ({ rows }: Awaited<ReturnType<typeof readAll>>) =>
  rows.map(({ line, source }) => [line, ...source]);

describe("readCsv", () => {
  test("empty cells and columns at the end, and notes right of the table, are no part of it", async () => {
    const table = await readAll("sku,price,,\nA,5,,\nB,6\nC,7,,ask Eva\n,,,\nD,8,,,,\n");
    expect(table.header).toEqual(["sku", "price"]);
    expect(plain(table)).toEqual([
      [2, "A", "5"],
      [3, "B", "6"],
      [4, "C", "7"],
      [6, "D", "8"],
    ]);
  });

  test("the last columns of a short row are absent", async () => {
    const { rows } = await readAll("sku,name,price\nA,Mug\nB,Jug,7\nC\n");
    expect(rows.map(({ cells }) => ({ ...cells }))).toEqual([
      { sku: "A", name: "Mug" },
      { sku: "B", name: "Jug", price: "7" },
      { sku: "C" },
    ]);
  });

  test("two short rows that a line break has made of one are refused", async () => {
    const { message } = await failure("sku,name,price\nA,Large\nmug,5\n");
    expect(message).toContain("line 2, column 3 (price): the row has 2 cells, the header has 3");
  });

  test("a value directly behind the table is refused", async () => {
    expect((await failure("sku,price,,\nA,5,6,\n")).message).toContain(
      "line 2, column 3: the row has 4 cells",
    );
  });

  test("rows have their first line, with CRLF in cells, blank lines and empty rows", async () => {
    const table = await readAll('\uFEFFname,html\r\na,"<p>\r\n</p>"\r\n\r\n,\r\nb,"x\ny\rz"\r\nc,2₂\r\n');
    expect(table.header).toEqual(["name", "html"]);
    expect(table.format).toEqual({ delimiter: ",", mark: true, eol: "\r\n" });
    expect(plain(table)).toEqual([
      [2, "a", "<p>\r\n</p>"],
      [6, "b", "x\ny\rz"],
      [9, "c", "2₂"],
    ]);
    expect(table.rows[0]?.cells).toEqual({ name: "a", html: "<p>\r\n</p>" });
  });

  test.each([
    ["a,b\n", ","],
    ["a;b\n", ";"],
    ["a\tb\n", "\t"],
    ['"a;x",b\n', ","],
    ['"a,x";b\n', ";"],
    ["alone\n", ","],
  ])("detects the delimiter of the header line %j", async (text, delimiter) => {
    expect((await readAll(text)).format.delimiter).toBe(delimiter);
  });

  test("a given delimiter wins", async () => {
    expect((await readAll("a|b,c\n1|2\n", { delimiter: "|" })).header).toEqual(["a", "b,c"]);
    expect((await readAll("a\tb;c\n", { delimiter: "tab" })).header).toEqual(["a", "b;c"]);
    expect((await failure("a,b\n", { delimiter: '"' })).field).toBe("delimiter");
  });

  test("accepts LF, CRLF and CR line ends", async () => {
    expect((await readAll("a\r1\r2\r")).format.eol).toBe("\r");
    expect(plain(await readAll("a\r1\r2\r"))).toEqual([
      [2, "1"],
      [3, "2"],
    ]);
    expect((await readAll(["a,b\r", "\n1,2"])).format.eol).toBe("\r\n");
  });

  test("a header alone is a table without rows", async () => {
    expect(await readAll("a, b ")).toMatchObject({ header: ["a", "b"], rows: [] });
  });

  test("accepts column names such as constructor", async () => {
    const { rows } = await readAll("constructor,toString\n1,2\n");
    expect(Object.entries(rows[0]!.cells)).toEqual([
      ["constructor", "1"],
      ["toString", "2"],
    ]);
    expect(rows[0]!.cells.hasOwnProperty).toBeUndefined();
  });

  test("rowOf rebuilds a row from its source cells", async () => {
    const { rows, header } = await readAll("a,b\n'=1,2\n");
    expect(csvRow(header, 2, rows[0]!.source)).toEqual(rows[0]);
    expect(rows[0]?.cells.a).toBe("=1");
    expect((await readAll("a,b\n'=1,2\n", { raw: true })).rows[0]?.cells.a).toBe("'=1");
  });

  test("streams rows: an invalid last row fails after the rows before it", async () => {
    const lines = Array.from({ length: 20000 }, (_, index) => `${index},x\n`);
    const table = await readCsv(bytes("a,b\n", lines.join(""), "1,2,3\n"), { name: "shop.csv" });
    let seen = 0;
    await expect(async () => {
      for await (const _ of table.rows) seen++;
    }).rejects.toThrow("line 20002, column 3");
    expect(seen).toBe(20000);
  });
});

describe("rejects invalid tables with their location", () => {
  test.each<[string, Piece | Piece[], string]>([
    ["an empty file", "", "shop.csv: the file is empty"],
    ["blank lines", "\r\n \n", "shop.csv: the file is empty"],
    ["a column without a name", "a,,b\n", "line 1, column 2: the column has no name"],
    ["a name twice, spaces aside", "a,b, a\n", "line 1, column 3 (a): duplicate column name (also column 1)"],
    ["__proto__", "a,__proto__\n1,2\n", "line 1, column 2: a column cannot be named __proto__"],
    [
      "a row that is cut off",
      'a,b,c\n"x\ny",2',
      "line 2, column 3 (c): the row has 2 cells, the header has 3",
    ],
    [
      "too many cells",
      "a,b\n1,2\n\n1,2,3\n",
      'line 4, column 3: the row has 3 cells, the header has 2. The first extra cell is "3"',
    ],
    [
      "a quote never closed",
      'a,b\r\n"x\r\ny",2\r\n1,"open\r\n5,6\r\n',
      "line 4, column 3 (b): the quote that opens here is never closed",
    ],
    [
      "text after a closing quote",
      'a,b\n\n1,2\n"abc,2\n3,"x"\n',
      "line 4, column 1 (a): the quoted cell that opens here ends in line 5, column 3",
    ],
    [
      "a quote in a bare cell",
      'a,b\n1,2\n1,12" pipe\n',
      "line 3, column 5 (b): there is a quote in the middle of a cell",
    ],
    [
      "a quote in a bare cell after quoted cells with delimiters and quotes",
      'a,b,c\n"1,","say ""hi"", ""ho""",12" pipe\n',
      "line 2, column 29 (c): there is a quote in the middle of a cell",
    ],
    ["a NUL", ["a,b\n1,2\n", "3,x\0\n"], "line 3, column 4: the text contains a NUL character"],
    [
      "UTF-16 without a mark",
      Buffer.from("a,b\n1,é\n", "utf16le"),
      "line 1, column 2: the text contains a NUL character",
    ],
    ["a workbook", "PK\u0003\u0004...", "shop.csv: the file is a ZIP archive, not text."],
  ])("%s", async (_, text, message) => {
    const error = await failure(text);
    expect(error.message).toContain(message);
    expect(error.hint).toBeTruthy();
    expect(error.exitCode).toBe(2);
  });

  test("errors name the field", async () => {
    expect((await failure('a,b\n1,"open\n')).field).toBe("b");
  });

  test("finds the opening quote at any distance and across chunks", async () => {
    const rows = Array.from({ length: 3000 }, (_, index) => `${index},"some\r\ntext, ""${index}"""\r\n`);
    const text = Buffer.from(`a,b\r\n${rows.join("")}x,"never\r\n${rows.join("").replaceAll('"', "")}`);
    const pieces = Array.from({ length: Math.ceil(text.length / 1000) }, (_, index) =>
      text.subarray(index * 1000, index * 1000 + 1000),
    );
    expect((await failure(pieces)).message).toContain("line 6002, column 3 (b)");
  });

  test("rejects a missing file and a directory", async () => {
    const missing = join(directory, "none.csv");
    await expect(readPath(missing)).rejects.toThrow(`${missing}: no such file.`);
    await expect(readPath(directory)).rejects.toThrow("this is a directory, not a file");
  });

  test.skipIf(process.getuid?.() === 0)("a file that may not be read", async () => {
    const path = join(directory, "secret.csv");
    writeFileSync(path, "a\n", { mode: 0 });
    await expect(readPath(path)).rejects.toThrow("permission");
  });
});

describe("in two chunks, wherever it is split, and byte by byte", () => {
  test.each<[what: string, text: string, options: Partial<CsvOptions>, expected: unknown[][] | string]>([
    [
      "line ends in a cell",
      'a,b\r\n1,"x\r\ny"\r\n3,4\r\n',
      {},
      [
        [2, "1", "x\r\ny"],
        [4, "3", "4"],
      ],
    ],
    [
      "carriage returns",
      'a,b\r1,"x\ry\r"\r3,4\r',
      {},
      [
        [2, "1", "x\ry\r"],
        [5, "3", "4"],
      ],
    ],
    [
      "characters of several bytes",
      "ä,b\n1,é😀€\n2,x\n",
      {},
      [
        [2, "1", "é😀€"],
        [3, "2", "x"],
      ],
    ],
    [
      "quotes in a cell",
      'a,b\n1,"say ""hi"", """""\n2,x\n',
      {},
      [
        [2, "1", 'say "hi", ""'],
        [3, "2", "x"],
      ],
    ],
    ["a byte order mark", "\uFEFFa,b\r\n1,2\r\n", {}, [[2, "1", "2"]]],
    [
      "blank lines",
      "\r\n\r\na,b\r\n\r\n1,2\r\n\r\n\r\n3,4",
      {},
      [
        [5, "1", "2"],
        [8, "3", "4"],
      ],
    ],
    ["a header in quotes", '"a\r\nx",b\r\n1,2\r\n', {}, [[3, "1", "2"]]],
    ["lines before the header", "Sales\r\n\r\na,b\r\n1,2\r\n", { headerRow: 3 }, [[4, "1", "2"]]],
    [
      "blank lines before the header",
      "Sales\r\n\r\n\r\n\r\na,b\r\n1,2\r\n",
      { headerRow: 5 },
      [[6, "1", "2"]],
    ],
    [
      "lines before the header, with carriage returns",
      "Sales\r\ra,b\r1,2\r",
      { headerRow: 3 },
      [[4, "1", "2"]],
    ],
    ["a blank line before the header", "Sales\n\n\na,b\n1,2\n", { headerRow: 2 }, [[5, "1", "2"]]],
    [
      "less lines than before the header",
      "Sales\r\na,b\r\n",
      { headerRow: 5 },
      "shop.csv: the file has 3 lines, and --header-row is 5.",
    ],
    [
      "a quote that is never closed",
      'a,b\r\n"x\r\ny",2\r\n3,"open\r\n',
      {},
      "shop.csv, line 4, column 3 (b): the quote that opens here is never closed.",
    ],
    [
      "a quote in a bare cell",
      'a,b\r"x\ry",2\r3,1" pipe\r',
      {},
      "shop.csv, line 4, column 4 (b): there is a quote in the middle of a cell.",
    ],
    [
      "text after a closing quote",
      'a,b\n"x\ny",2\n"3"x,4\n',
      {},
      "shop.csv, line 4, column 1 (a): the quoted cell that opens here ends in line 4, column 3, but more text follows its closing quote.",
    ],
    [
      "a row that is cut off",
      'a,b\r\n"x\r\ny",2\r\n3',
      {},
      "shop.csv, line 4, column 2 (b): the row has 1 cells, the header has 2. The first missing cell is b.",
    ],
  ])("%s", async (_, text, options, expected) => {
    const whole = Buffer.from(text);
    const read = (pieces: Piece[]) => readAll(pieces, options).then(plain, ({ message }: Error) => message);
    const splits = Array.from({ length: whole.length + 1 }, (_, at) => [
      whole.subarray(0, at),
      whole.subarray(at),
    ]);
    for (const pieces of [...splits, Array.from(whole, (byte) => Buffer.of(byte))])
      expect([pieces.map(String), await read(pieces)]).toEqual([pieces.map(String), expected]);
  });
});

describe("encodings", () => {
  const latin = Buffer.from([...Buffer.from("a,b\n1,2\n3,caf"), 0xe9, ...Buffer.from("t\n")]);

  test("reports the location of invalid UTF-8 instead of replacing it", async () => {
    const error = await failure(latin);
    expect(error.message).toBe("shop.csv, line 3, column 6: byte 0xe9 is not valid UTF-8.");
    expect(error.hint).toContain("--encoding windows-1252");
    expect((await failure(["a\n", Buffer.from([0xe2, 0x82])])).message).toContain(
      "line 2, column 1: byte 0xe2",
    );
  });

  test("decodes a declared encoding", async () => {
    expect((await readAll(latin, { encoding: "windows-1252" })).rows[1]?.cells.b).toBe("cafét");
    expect((await failure("a\n", { encoding: "ebcdic" })).field).toBe("encoding");
  });

  test("keeps U+FFFD from the file", async () => {
    expect((await readAll("a\n\uFFFD\n")).rows[0]?.cells.a).toBe("\uFFFD");
  });

  test("decodes UTF-16 if it is declared, else rejects it and names the flag", async () => {
    const little = Buffer.from("\uFEFFa,b\r\n1,é😀\r\n", "utf16le");
    const big = Buffer.from(little).swap16();
    for (const [text, encoding] of [
      [little, "utf-16le"],
      [big, "utf-16be"],
    ] as const) {
      const pieces = [text.subarray(0, 7), text.subarray(7, 21), text.subarray(21)];
      const table = await readAll(pieces, { encoding });
      expect(table.format.mark).toBe(true);
      expect(plain(table)).toEqual([[2, "1", "é😀"]]);
      expect((await failure(text)).hint).toContain(`--encoding ${encoding}`);
    }
    expect((await failure(little, { encoding: "utf-16be" })).hint).toContain("--encoding utf-16le");
    expect((await failure("\uFEFFa\n", { encoding: "windows-1252" })).hint).toContain("Omit --encoding");
  });
});

describe("writing", () => {
  const awkward = fc
    .array(
      fc.constantFrom(
        ..."ab,;\t\"'=+-@ ",
        "\r\n",
        "\n",
        "\r",
        "😀",
        "שלום",
        "e\u0301",
        "\u202E",
        "\uFEFF",
        "'=",
        "₂",
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join(""));

  test("reads back any written file, in any format and chunk size", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }).chain((width) =>
          fc.array(fc.array(awkward, { minLength: width, maxLength: width }), {
            minLength: 1,
            maxLength: 6,
          }),
        ),
        fc.record({
          delimiter: fc.constantFrom(",", ";", "\t"),
          mark: fc.boolean(),
          eol: fc.constantFrom("\n" as const, "\r\n" as const, "\r" as const),
        }),
        fc.boolean(),
        fc.integer({ min: 1, max: 9 }),
        async (rows, format, raw, size) => {
          const header = rows[0]!.map((_, index) => `c${index}`);
          const text = Buffer.from(await written(rows, { header, format, raw }));
          const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
            text.subarray(index * size, (index + 1) * size),
          );
          const table = await readAll(pieces, { delimiter: format.delimiter, raw });
          const full = rows.filter((row) => row.some((cell) => cell !== ""));
          expect(table.rows.map(({ cells }) => header.map((column) => cells[column]))).toEqual(full);
          expect(table.format).toEqual(format);
        },
      ),
      { numRuns: runs(300) },
    );
  });

  test("neutralises formulas in text columns only, and restores them", async () => {
    const rows = [
      ["=1+1", "-5"],
      ["'=x", "+5"],
      ["plain", "1"],
    ];
    const text = await written(rows, { header: ["name", "price"], isText: (column) => column === "name" });
    expect(text).toBe("name,price\n'=1+1,-5\n''=x,+5\nplain,1\n");
    const { rows: again } = await readAll(text);
    expect(again.map(({ cells }) => [cells.name, cells.price])).toEqual(rows);
    expect(await written([["=1", "2"]], { header: ["a", "b"], raw: true })).toBe("a,b\n=1,2\n");
  });

  test("neutralising is reversible and leaves no formula", () => {
    fc.assert(
      fc.property(awkward, (text) => {
        expect(restoreFormula(neutraliseFormula(text))).toBe(text);
        expect(neutraliseFormula(text)).not.toMatch(/^[=+\-@\t\r]/);
      }),
    );
  });

  test("adds quotes only where needed", () => {
    const format = { delimiter: ";", mark: false, eol: "\r\n" } as const;
    expect(csvLine(["a,b", "c;d", 'e"f', " g", ""], format)).toBe('a,b;"c;d";"e""f";" g";\r\n');
    expect(csvLine([""], format)).toBe('""\r\n');
  });
});
