import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readTable } from "../../../src/files/table.ts";
import { UsageError } from "../../../src/kernel/errors.ts";
import { runs } from "../../support/runs.ts";
import { bytes, collect } from "../load.ts";
import { type HandmadeOptions, type HandmadeSheet, handmade, row, zipped } from "./handmade.ts";

type Options = Partial<Parameters<typeof readTable>[1]>;

async function read(content: Uint8Array, options: Options = {}) {
  // In pieces, as from a pipe.
  const pieces = Array.from({ length: Math.ceil(content.length / 1000) }, (_, index) =>
    content.subarray(index * 1000, index * 1000 + 1000),
  );
  const { rows, ...table } = await readTable(bytes(...pieces), { name: "shop.xlsx", ...options });
  return { ...table, rows: await collect(rows) };
}

async function failure(content: Uint8Array, options: Options = {}): Promise<UsageError> {
  const error = await read(content, options).catch((thrown: unknown) => thrown);
  if (!(error instanceof UsageError)) throw new Error(`no UsageError but ${String(error)}`);
  return error;
}

const one = (rows: string, more: Partial<HandmadeSheet> = {}, options: HandmadeOptions = {}) =>
  handmade([{ name: "Products", rows, ...more }], options);
const table = (...cells: Parameters<typeof row>[1]) => row(1, ["sku", "price", "name"]) + row(2, cells);

const styles = `<numFmts count="2"><numFmt numFmtId="164" formatCode="[$-407]d/\\ mmm\\ yyyy"/><numFmt numFmtId="165" formatCode="#,##0.00\\ &quot;Tsd&quot;"/></numFmts>
  <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
  <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="10"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs>`;

describe("cells become text", () => {
  test("shared, inline and rich texts, numbers and booleans; numbers without floating-point noise", async () => {
    const content = await one(
      row(1, [{ xml: '<c t="s"><v>0</v></c>' }, "price", "name", "visible"]) +
        row(2, [
          { xml: '<c t="s"><v>1</v></c>' },
          { xml: "<c><v>19.989999999999998</v></c>" },
          { xml: '<c t="s"><v>2</v></c>' },
          { xml: '<c t="b"><v>1</v></c>' },
        ]) +
        row(3, [4006381333931, { xml: "<c><v>1E-3</v></c>" }, "a &amp; b_x000D_\n_x005F_x000D_", null]) +
        row(4, ["00123", { xml: "<c><v>1.5E+3</v></c>" }, "  spaces ", { xml: '<c t="b"><v>0</v></c>' }]),
      {},
      {
        strings: [
          "<t>sku</t>",
          '<t xml:space="preserve"> MUG </t>',
          '<r><rPr><b/></rPr><t>Bold</t></r><r><t> text</t></r><rPh sb="0" eb="1"><t>phonetic</t></rPh>',
        ],
      },
    );
    const { header, rows, sheet, format } = await read(content);
    expect({ header, sheet, format }).toEqual({
      header: ["sku", "price", "name", "visible"],
      sheet: "Products",
      format: undefined,
    });
    expect(rows.map(({ line, source }) => [line, ...source])).toEqual([
      [2, " MUG ", "19.99", "Bold text", "true"],
      [3, "4006381333931", "0.001", "a & b\r\n_x000D_", ""],
      [4, "00123", "1500", "  spaces ", "false"],
    ]);
  });

  test("numbers are written with the declared decimal sign, and text is left as it is", async () => {
    const content = await one(table("A", 19.5, "19.5"));
    expect((await read(content, { decimal: "," })).rows[0]?.source).toEqual(["A", "19,5", "19.5"]);
  });

  test("formulas have the result that the file holds, and a leading ' is text", async () => {
    const content = await one(
      table(
        { xml: '<c t="str"><f>CONCAT("A","B")</f><v>AB</v></c>' },
        { xml: "<c><f>1+2</f><v>3</v></c>" },
        "'=x",
      ),
    );
    expect((await read(content)).rows[0]?.cells).toEqual({ sku: "AB", price: "3", name: "'=x" });
  });

  test("dates are ISO dates in both systems", async () => {
    const cells = [1, 2, 4].map((style) => ({ xml: `<c s="${style}"><v>46143.75</v></c>` }));
    const content = await one(
      table(...cells) + row(3, [{ xml: '<c s="1"><v>46143</v></c>' }]),
      {},
      { styles },
    );
    const { rows } = await read(content);
    expect(rows.map(({ source }) => source)).toEqual([
      ["2026-05-01T18:00", "2026-05-01T18:00", "2026-05-01T18:00"],
      ["2026-05-01", "", ""],
    ]);
    const old = await one(table({ xml: '<c s="1"><v>44681</v></c>' }), {}, { styles, from1904: true });
    expect((await read(old)).rows[0]?.source[0]).toBe("2026-05-01");
    // Excel 2013 and later write an element of the same name.
    const parts = {
      "xl/workbook.xml": `<workbook xmlns:r="r" xmlns:x15="x15"><workbookPr date1904="true"/><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets>
        <extLst><ext><x15:workbookPr chartTrackingRefBase="1"/></ext></extLst></workbook>`,
    };
    const recent = await one(table({ xml: '<c s="1"><v>44681</v></c>' }), {}, { styles, parts });
    expect((await read(recent)).rows[0]?.source[0]).toBe("2026-05-01");
    const iso = await one(table({ xml: '<c t="d"><v>2026-05-01T00:00:00</v></c>' }));
    expect((await read(iso)).rows[0]?.source[0]).toBe("2026-05-01");
    const thousands = await one(table("A", { xml: '<c s="5"><v>46143</v></c>' }), {}, { styles });
    expect((await read(thousands)).rows[0]?.source[1]).toBe("46143");
  });

  test("empty rows are skipped, empty cells at the end filled in, and rows above the table left out", async () => {
    const content = await one(
      `${row(1, [])}<row r="2"><c r="A2" s="1"/></row>${row(3, ["sku", "price"])}${row(5, ["A"])}${row(1000, [null, 2])}`,
    );
    const { header, rows } = await read(content);
    expect(header).toEqual(["sku", "price"]);
    expect(rows.map(({ line, source }) => [line, ...source])).toEqual([
      [5, "A", ""],
      [1000, "", "2"],
    ]);
  });

  test("cells and rows without references count on, and prefixed elements are read", async () => {
    const content = await one(
      '<x:row xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:c t="inlineStr"><x:is><x:t>sku</x:t></x:is></x:c><x:c t="inlineStr"><x:is><x:t>price</x:t></x:is></x:c></x:row><row><c><v>1</v></c><c><v>2</v></c></row>',
    );
    expect((await read(content)).rows[0]?.cells).toEqual({ sku: "1", price: "2" });
  });

  test("a merged range outside the table does not matter", async () => {
    const content = await one(table("A", 1, "B") + row(9, [null, null, null, null]), {
      after: '<mergeCells count="2"><mergeCell ref="E1:F9"/><mergeCell ref="A20:C20"/></mergeCells>',
    });
    expect((await read(content)).rows).toHaveLength(1);
  });
});

describe("sheets", () => {
  const filled = (name: string, more: Partial<HandmadeSheet> = {}) => ({
    name,
    rows: row(1, ["sku"]) + row(2, [name]),
    ...more,
  });

  test("the only visible sheet with cells is read, or the one that is named", async () => {
    const content = await handmade([
      { name: "Empty", rows: "" },
      filled("Old", { state: "hidden" }),
      filled("Prices"),
    ]);
    expect((await read(content)).sheet).toBe("Prices");
    expect((await read(content, { sheet: "old" })).rows[0]?.cells).toEqual({ sku: "Old" });
  });

  test("several sheets need a name", async () => {
    const content = await handmade([filled("2025"), filled("2026")]);
    const error = await failure(content);
    expect(error.message).toBe('shop.xlsx has 2 sheets: "2025", "2026".');
    expect(error.hint).toBe('Name the one to read: --sheet "2025"');
    expect((await failure(content, { sheet: "2027" })).hint).toBe('Its sheets are: "2025", "2026"');
  });
});

describe("content without a certain meaning is an error with its position", () => {
  const merged = (ref: string) => ({ after: `<mergeCells count="1"><mergeCell ref="${ref}"/></mergeCells>` });

  test.each<[string, Promise<Buffer>, string, Options?]>([
    [
      "a formula without a result",
      one(table("A", { xml: "<c><f>B1*2</f><v></v></c>" })),
      "shop.xlsx, sheet Products, row 2, column 2 (price): the formula has no result in the file",
    ],
    [
      "an error value",
      one(table("A", { xml: '<c t="e"><v>#N/A</v></c>' })),
      "row 2, column 2 (price): the cell contains #N/A",
    ],
    [
      "a missing shared text",
      one(table({ xml: '<c t="s"><v>7</v></c>' }), {}, { strings: ["<t>x</t>"] }),
      "text 7, which is missing",
    ],
    [
      "text where a number belongs",
      one(table("A", { xml: "<c><v>0x1F</v></c>" })),
      'row 2, column 2 (price): the cell contains "0x1F", which is not a number.',
    ],
    [
      "a date before those of Excel",
      one(table("A", { xml: '<c s="1"><v>-1</v></c>' }), {}, { styles }),
      'row 2, column 2 (price): the cell contains "-1", which is not a date.',
    ],
    [
      "a date after those of Excel",
      one(table("A", { xml: '<c s="1"><v>1E+12</v></c>' }), {}, { styles }),
      'row 2, column 2 (price): the cell contains "1E+12", which is not a date.',
    ],
    [
      "text where a date belongs",
      one(table("A", { xml: '<c s="1"><v>soon</v></c>' }), {}, { styles }),
      'row 2, column 2 (price): the cell contains "soon", which is not a number.',
    ],
    [
      "text as an ISO date",
      one(table("A", { xml: '<c t="d"><v>soon</v></c>' })),
      'row 2, column 2 (price): the cell contains "soon", which is not a date.',
    ],
    [
      "a boolean that is none",
      one(table("A", { xml: '<c t="b"><v>2</v></c>' })),
      'row 2, column 2 (price): the cell contains "2", which is neither true nor false.',
    ],
    [
      "a number in a format that is missing",
      one(table("A", { xml: '<c s="6"><v>46143</v></c>' }), {}, { styles }),
      'row 2, column 2 (price): the cell contains "46143" in the format 6, which is missing.',
    ],
    [
      "a percentage",
      one(table("A", { xml: '<c s="3"><v>0.1</v></c>' }), {}, { styles }),
      "Excel stores 10% as 0.1 (here 0.1)",
    ],
    [
      "a date where none belongs",
      one(table({ xml: '<c s="1"><v>46143</v></c>' }), {}, { styles }),
      "row 2, column 1 (sku): the cell is a date (2026-05-01)",
      { takesDates: (column) => column !== "sku" },
    ],
    [
      "a rounded number",
      one(table({ xml: "<c><v>1.2345678901234567E+19</v></c>" })),
      "has more than the 15 digits that Excel keeps",
    ],
    [
      "merged rows",
      one(table("A", 1) + row(3, [null, 2]), merged("A2:A3")),
      "row 2, column 1 (sku): the cells A2:A3 are merged",
    ],
    [
      "a merged header",
      one(row(1, ["sku", null, "name"]) + row(2, ["A", "B", "C"]), merged("A1:B1")),
      "row 1, column 2: the column has no name",
    ],
    ["a cell behind the table", one(table("A", 1, "B", "more")), "the row has 4 cells, the header has 3"],
    ["two columns of one name", one(row(1, ["sku", "sku"])), "row 1, column 2 (sku): duplicate column name"],
    ["an empty sheet", one(""), "the workbook is empty"],
    ["an empty named sheet", one(""), "the sheet is empty", { sheet: "Products" }],
  ])("%s", async (_, content, message, options) => {
    const error = await failure(await content, options);
    expect(error.message).toContain(message);
    expect(error.hint).toBeTruthy();
    expect(error.exitCode).toBe(2);
  });
});

describe("broken files", () => {
  test("with other bytes are read as they were, or refused", async () => {
    const rows =
      table("A", 19.5, "b") +
      row(3, [{ xml: '<c s="1"><v>46143</v></c>' }, { xml: '<c t="s"><v>0</v></c>' }]);
    const whole = await one(rows, {}, { styles, strings: ["<t>C</t>"] });
    const sources = async (content: Uint8Array) => (await read(content)).rows.map(({ source }) => source);
    const before = await sources(whole);
    const change = fc.tuple(fc.nat(whole.length - 1), fc.nat(255));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 3 }), async (changes) => {
        const damaged = Buffer.from(whole);
        for (const [at, byte] of changes) damaged[at] = byte;
        const after = await sources(damaged).catch((thrown: unknown) => thrown);
        if (after instanceof UsageError) expect(after).toMatchObject({ exitCode: 2, code: "INVALID_FILE" });
        else expect(after).toEqual(before);
      }),
      { numRuns: runs(50) },
    );
  });

  test("a missing part, XML that ends early, a damaged and a cut archive are errors", async () => {
    const rows = table(...Array.from({ length: 3 }, (_, index) => `text ${index}`));
    const parts = (over: Record<string, string | undefined>) => one(rows, {}, { parts: over });
    expect((await failure(await parts({ "xl/worksheets/sheet1.xml": undefined }))).message).toContain(
      "is missing",
    );
    expect((await failure(await parts({ "_rels/.rels": "<Relationships/>" }))).message).toContain(
      "it has no workbook",
    );
    const cut = '<worksheet><sheetData><row r="1"><c r="A1"';
    expect((await failure(await parts({ "xl/worksheets/sheet1.xml": cut }))).message).toContain(
      "not a valid Excel workbook",
    );
    const whole = await one(rows);
    expect((await failure(whole.subarray(0, whole.length - 50))).message).toContain(
      "not a valid Excel workbook",
    );
    const damaged = Buffer.from(whole);
    damaged.fill(0xff, whole.indexOf("sheet1.xml") + 20, whole.indexOf("sheet1.xml") + 60);
    expect((await failure(damaged)).message).toContain("not a valid Excel workbook");
  });

  test("entities are not expanded, and bytes that are not UTF-8 are not replaced", async () => {
    const bomb =
      '<!DOCTYPE w [<!ENTITY a "aaaa">]><worksheet><sheetData><row><c t="str"><v>&a;</v></c></row></sheetData></worksheet>';
    const content = await one("", {}, { parts: { "xl/worksheets/sheet1.xml": bomb } });
    expect((await failure(content)).message).toContain("not a valid Excel workbook");
  });
});

describe("extension and content", () => {
  test.each<[string, string, Promise<Uint8Array>, string]>([
    [
      "text in .xlsx",
      "a.xlsx",
      Promise.resolve(Buffer.from("sku,price\nA,1\n")),
      "a.xlsx: the file is text, not an Excel workbook (.xlsx).",
    ],
    [
      "a workbook in .csv",
      "a.csv",
      one(table("A")),
      "a.csv: the file is an Excel workbook (.xlsx), not text.",
    ],
    [
      "an archive in .csv",
      "a.csv",
      zipped({ "a.csv": "sku" }),
      "a.csv: the file is a ZIP archive, not text.",
    ],
    [
      "an archive in .xlsx",
      "a.xlsx",
      zipped({ "a.csv": "sku" }),
      "a.xlsx: the file is not a valid Excel workbook",
    ],
    [
      "OpenDocument",
      "a.ods",
      zipped({ mimetype: "application/vnd.oasis" }),
      "a.ods: the file is an OpenDocument spreadsheet",
    ],
    [
      "OpenDocument in .xlsx",
      "a.xlsx",
      zipped({ mimetype: "application/vnd.oasis" }),
      "a.xlsx: the file is an OpenDocument spreadsheet",
    ],
    [
      "old Excel",
      "a.xls",
      Promise.resolve(Buffer.from("d0cf11e0a1b11ae1000000", "hex")),
      "a.xls: the file is an old Excel workbook (.xls), or protected by a password",
    ],
    [
      "old Excel in .csv",
      "a.csv",
      Promise.resolve(Buffer.from("d0cf11e0a1b11ae1000000", "hex")),
      "a.csv: the file is an old Excel workbook (.xls)",
    ],
    ["an empty .xlsx", "a.xlsx", Promise.resolve(new Uint8Array()), "a.xlsx: the file is empty."],
  ])("%s is refused", async (_, name, content, message) => {
    const error = await failure(await content, { name });
    expect(error.message).toContain(message);
  });

  test("standard input is read by its content", async () => {
    const content = await one(table("A", 1, "B"));
    expect((await read(content, { name: "stdin" })).rows[0]?.cells).toEqual({
      sku: "A",
      price: "1",
      name: "B",
    });
    expect((await read(Buffer.from("sku\nA\n"), { name: "stdin" })).format?.delimiter).toBe(",");
    expect((await failure(Buffer.from("sku\nA\n"), { name: "stdin", sheet: "x" })).field).toBe("--sheet");
  });
});
