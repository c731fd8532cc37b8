import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  cellPosition,
  columnLetters,
  dateSerial,
  dateText,
  decodeEscapes,
  encodeEscapes,
  fitsNumber,
  isoDateText,
  maxColumns,
  numberText,
  readNumberStyles,
} from "../../../src/files/xlsx/formats.ts";
import { openWorkbook } from "../../../src/files/xlsx/workbook.ts";
import { canonicalAmount } from "../../../src/kernel/money.ts";
import { runs } from "../../support/runs.ts";
import { bytes } from "../load.ts";
import { handmade } from "./handmade.ts";

describe("how a cell style displays numbers", () => {
  /** Reads the style of a built-in format, or of a format with this code. */
  const styleOf = async (format: number | string) => {
    const code = typeof format === "string" ? format.replaceAll("&", "&amp;").replaceAll('"', "&quot;") : "";
    const formats =
      typeof format === "string" ? `<numFmts><numFmt numFmtId="164" formatCode="${code}"/></numFmts>` : "";
    const id = typeof format === "string" ? 164 : format;
    // The formats of named styles and of conditions are not those of cells.
    const styles = `${formats}<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="${id}"/></cellXfs>
      <cellStyles><xf numFmtId="9"/></cellStyles><dxfs><dxf><numFmt numFmtId="164" formatCode="0%"/></dxf></dxfs>`;
    const workbook = await openWorkbook(
      bytes(await handmade([{ name: "A", rows: "" }], { styles })),
      "a.xlsx",
    );
    try {
      const [style, ...others] = await readNumberStyles(workbook);
      expect(others).toEqual([]);
      return style;
    } finally {
      workbook.close();
    }
  };

  test.each<[number | string, string, string]>([
    [0, "number", "stored"],
    [1, "number", "whole"],
    [2, "number", "formatted"],
    [3, "number", "formatted"],
    [4, "number", "formatted"],
    [9, "percent", "formatted"],
    [10, "percent", "formatted"],
    [11, "number", "formatted"],
    [13, "number", "formatted"],
    [14, "date", "formatted"],
    [22, "date", "formatted"],
    [23, "number", "formatted"],
    [26, "number", "formatted"],
    [27, "date", "formatted"],
    [36, "date", "formatted"],
    [37, "number", "formatted"],
    [44, "number", "formatted"],
    [45, "date", "formatted"],
    [47, "date", "formatted"],
    [48, "number", "formatted"],
    [49, "number", "stored"],
    [50, "date", "formatted"],
    [58, "date", "formatted"],
    [59, "number", "formatted"],
    ["General", "number", "stored"],
    ["GENERAL", "number", "stored"],
    ["@", "number", "stored"],
    ["[$-409]General", "number", "stored"],
    ["0", "number", "whole"],
    ["#", "number", "whole"],
    ["0;@", "number", "whole"],
    ["0.00", "number", "formatted"],
    ["#,##0", "number", "formatted"],
    ['General" d"', "number", "formatted"],
    ['0 "days"', "number", "formatted"],
    ["0\\ \\d", "number", "formatted"],
    ["_d0*s", "number", "formatted"],
    ["0.00E+00", "number", "formatted"],
    ["# ?/?", "number", "formatted"],
    ["[Red]0;[Dark]0", "number", "formatted"],
    ["[$kr-41D] #,##0.00", "number", "formatted"],
    ["0%", "percent", "formatted"],
    ["0.0 %;[Red]-0.0 %", "percent", "formatted"],
    ["0\\%", "number", "formatted"],
    ['0"%"', "number", "formatted"],
    ["yyyy\\-mm\\-dd", "date", "formatted"],
    ["[$-407]d/\\ mmm\\ yyyy;@", "date", "formatted"],
    ["D.M.", "date", "formatted"],
    ["yy", "date", "formatted"],
    ["h AM/PM", "date", "formatted"],
    ["ss.0", "date", "formatted"],
    ["[h]", "date", "formatted"],
    ["[mm]", "date", "formatted"],
    ["[SS]", "date", "formatted"],
  ])("%j is a %s, %s", async (format, kind, shows) => {
    expect(await styleOf(format)).toEqual({ kind, shows });
  });

  test("zeros in front have a number of digits", async () => {
    expect(await styleOf("00000")).toEqual({ kind: "number", shows: "whole", digits: 5 });
    expect(await styleOf("[$-407]00;@")).toEqual({ kind: "number", shows: "whole", digits: 2 });
  });

  test("a workbook without styles has none", async () => {
    const workbook = await openWorkbook(bytes(await handmade([{ name: "A", rows: "" }])), "a.xlsx");
    expect(await readNumberStyles(workbook)).toEqual([]);
    workbook.close();
  });
});

describe("dates", () => {
  test.each<[number, string, string]>([
    [0, "00:00", "00:00"],
    [0.25, "06:00", "06:00"],
    [0.771, "18:30:14", "18:30:14"],
    [1, "1900-01-01", "1904-01-02"],
    [1.5, "1900-01-01T12:00", "1904-01-02T12:00"],
    [59, "1900-02-28", "1904-02-29"],
    [61, "1900-03-01", "1904-03-02"],
    [46143, "2026-05-01", "2030-05-02"],
    [46143.75, "2026-05-01T18:00", "2030-05-02T18:00"],
    // Half a second before midnight, and a second before it.
    [46143.999995, "2026-05-02", "2030-05-03"],
    [46143.99998, "2026-05-01T23:59:58", "2030-05-02T23:59:58"],
    [2_957_003, "9995-12-30", "9999-12-31"],
  ])("%d is %s, and %s from 1904", (serial, from1900, from1904) => {
    expect([dateText(serial, false), dateText(serial, true)]).toEqual([from1900, from1904]);
  });

  test.each([-1, -0.001, 2_958_466, 2_958_465.999999, 1e12, Number.POSITIVE_INFINITY, Number.NaN])(
    "%d is none",
    (serial) => {
      expect([dateText(serial, false), dateText(serial, true)]).toEqual([undefined, undefined]);
    },
  );

  test("29 February 1900 is none, and the first and last days are dates", () => {
    expect([dateText(60, false), dateText(60.9, false)]).toEqual([undefined, undefined]);
    expect(dateText(60, true)).toBe("1904-03-01");
    expect(dateText(2_958_465, false)).toBe("9999-12-31");
    expect(dateText(2_957_004, true)).toBeUndefined();
  });

  test("of this century are the same after they were written and read", () => {
    const time = fc.date({
      min: new Date("2000-01-01"),
      max: new Date("2100-01-01"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(time, (at) => {
        const text = `${at.toISOString().slice(0, 19)}Z`;
        const read = dateText(dateSerial(text), false) ?? "";
        expect(Date.parse(read.includes("T") ? `${read}Z` : read)).toBe(Date.parse(text));
      }),
      { numRuns: runs(200) },
    );
  });

  test.each<[string, string | undefined]>([
    ["2026-05-01", "2026-05-01"],
    ["2026-05-01T00:00:00", "2026-05-01"],
    ["2026-05-01T00:00:00.000Z", "2026-05-01"],
    ["2026-05-01T18:30", "2026-05-01T18:30"],
    ["2026-05-01T18:30:00.000", "2026-05-01T18:30"],
    ["2026-05-01T18:30:15Z", "2026-05-01T18:30:15"],
    ["2026-05-01T00:00:01", "2026-05-01T00:00:01"],
    ["18:30:00", "18:30"],
    ["T00:00:00", "00:00"],
    ["1.5.2026", undefined],
    ["46143", undefined],
    ["x2026-05-01", undefined],
    ["2026-05-01 ", undefined],
  ])("the ISO date %s is %s", (stored, text) => {
    expect(isoDateText(stored)).toBe(text);
  });
});

describe("numbers", () => {
  test.each<[string, string | undefined]>([
    ["12", "12"],
    ["-12", "-12"],
    ["007", "7"],
    ["-0", "0"],
    ["19.989999999999998", "19.99"],
    ["0.30000000000000004", "0.3"],
    ["1E5", "100000"],
    ["1.5E+3", "1500"],
    ["-1e-7", "-0.0000001"],
    ["1.25E-9", "0.00000000125"],
    [" 12 ", "12"],
    [".5", "0.5"],
    ["999999999999999", "999999999999999"],
    ["1000000000000000", undefined],
    ["1E+15", undefined],
    ["-1E+15", undefined],
    ["1E+400", undefined],
    ["", undefined],
    [" ", undefined],
    ["0x1F", undefined],
    ["0b1", undefined],
    ["Infinity", undefined],
    ["1,5", undefined],
    ["1_000", undefined],
    ["12 EUR", undefined],
  ])("%j is %j", (stored, text) => {
    expect(numberText(stored)).toBe(text);
  });

  const digits = fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 });
  test("with 15 digits are what was stored, as decimals and with an exponent", () => {
    fc.assert(
      fc.property(digits, fc.integer({ min: 0, max: 20 }), (whole, shift) => {
        const text = Math.abs(whole)
          .toString()
          .padStart(shift + 1, "0");
        const plain = `${whole < 0 ? "-" : ""}${text.slice(0, text.length - shift)}.${text.slice(text.length - shift)}`;
        const canonical = canonicalAmount(plain.replace(/\.$/, ""));
        expect(numberText(plain)).toBe(canonical);
        expect(numberText(`${whole}E-${shift}`)).toBe(canonical);
      }),
      { numRuns: runs(200) },
    );
  });

  test.each<[string, boolean]>([
    ["0", true],
    ["12.50", true],
    ["-12.5", true],
    ["999999999999999", true],
    ["123456789.012345", true],
    ["100000000000000", true],
    // Excel would change them.
    ["1000000000000000", false],
    ["1234567890123456", false],
    ["1234567890.123456", false],
    ["0.1234567890123456", false],
    ["00123", false],
    ["-0", false],
    ["-0.00", false],
    ["-", false],
    ["1.", false],
    [".5", false],
    ["1e5", false],
    ["1,5", false],
    ["+5", false],
    [" 5", false],
    ["", false],
  ])("%j fits: %s", (text, fits) => {
    expect(fitsNumber(text)).toBe(fits);
  });

  test("that fit are read as they were written", () => {
    const number = fc.stringMatching(/^-?\d{1,17}(\.\d{1,17})?$/);
    fc.assert(
      fc.property(number, (text) => {
        if (fitsNumber(text)) expect(numberText(text)).toBe(canonicalAmount(text));
      }),
      { numRuns: runs(300) },
    );
  });
});

describe("references", () => {
  test.each<[string, number, number]>([
    ["A1", 0, 0],
    ["c12", 2, 11],
    ["Z9", 25, 8],
    ["AA10", 26, 9],
    ["$B$3", 1, 2],
    ["XFD1048576", 16_383, 1_048_575],
    ["B", 1, -1],
    ["7", -1, 6],
    ["", -1, -1],
    ["A-1", -1, -1],
    ["A1B", -1, -1],
  ])("%j is column %d, row %d", (reference, column, row) => {
    expect(cellPosition(reference)).toEqual({ column, row });
  });

  test("each column has its letters", () => {
    expect([0, 25, 26, 701, 702, maxColumns - 1].map(columnLetters)).toEqual([
      ...["A", "Z", "AA", "ZZ", "AAA", "XFD"],
    ]);
    for (let column = 0; column < maxColumns; column += 7)
      expect(cellPosition(`${columnLetters(column)}${column + 1}`)).toEqual({ column, row: column });
  });
});

describe("characters that XML cannot hold", () => {
  test.each<[string, string]>([
    ["a_x000D_b", "a\rb"],
    ["_x000d_", "\r"],
    ["_x005F_x000D_", "_x000D_"],
    ["_xD83D__xDE00_", "\u{1F600}"],
    ["_x00D_", "_x00D_"],
    ["x000D_", "x000D_"],
    // Excel writes a small x.
    ["_X000D__x0041_", "_X000D_A"],
  ])("%j is decoded as %j", (stored, text) => {
    expect(decodeEscapes(stored)).toBe(text);
  });

  test.each<[string, string]>([
    ["a\tb\nc", "a\tb\nc"],
    ["\0\b\u000b\r\u001f", "_x0000__x0008__x000B__x000D__x001F_"],
    ["\uFFFE\uFFFF\uFFFD", "_xFFFE__xFFFF_\uFFFD"],
    ["\uD83D \uDE00 \u{1F600}", "_xD83D_ _xDE00_ \u{1F600}"],
    ["_x000D_ _x00D_ _X000D_", "_x005F_x000D_ _x00D_ _X000D_"],
    ["_x000D\u0001", "_x005F_x000D_x0001_"],
  ])("%j is encoded as %j", (text, stored) => {
    expect(encodeEscapes(text)).toBe(stored);
  });

  test("are the same after they were written and read", () => {
    const part = fc.oneof(
      fc.constantFrom("_", "x", "_x", "000D", "_x000D", "_x005F", "_x0041_", "\u0001", "\r", "\uD800"),
      fc.string({ unit: "binary", maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const text = parts.join("");
        expect(decodeEscapes(encodeEscapes(text))).toBe(text);
      }),
      { numRuns: runs(500) },
    );
  });
});
