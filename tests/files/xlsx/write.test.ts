import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import { fromBufferPromise } from "yauzl";
import { readTable } from "../../../src/files/table.ts";
import { type SheetLayout, workbookBytes } from "../../../src/files/xlsx/write.ts";
import { UsageError } from "../../../src/kernel/errors.ts";
import { runs } from "../../support/runs.ts";
import { bytes, collect } from "../load.ts";

const workbook = async (rows: readonly string[][], layout: Partial<SheetLayout> & { header: string[] }) =>
  Buffer.concat(await collect(workbookBytes(rows, { title: "Sheet", ...layout })));

async function readBack(content: Uint8Array, decimal: "." | "," = ".") {
  const { header, rows } = await readTable(bytes(content), { name: "a.xlsx", decimal });
  return { header, rows: (await collect(rows)).map(({ source }) => [...source]) };
}

const character = fc.constantFrom(
  ..."aZ09,;<>&\"'=+-@_x ",
  ...["\n", "\r", "\r\n", "\t", "\u0001", "\uFFFE", "\uD800", "😀", "שלום", "_x000D_", "]]>", "'="],
);
const cell = fc.oneof(
  fc.array(character, { maxLength: 6 }).map((parts) => parts.join("")),
  fc.constantFrom("00123", "1e5", "123456789012345678", "TRUE", "19.99", "-5"),
);

test("every text survives, in text columns and others", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, cell), { maxLength: 8 }), async (rows) => {
      const filled = rows.filter((row) => row.some((one) => one !== ""));
      const content = await workbook(filled, {
        header: ["text", "plain"],
        isText: (name) => name === "text",
      });
      expect(await readBack(content)).toEqual({ header: ["text", "plain"], rows: filled });
    }),
    { numRuns: runs(40) },
  );
});

test("numbers of other than text columns are numbers, whatever the decimal sign of the reader", async () => {
  const content = await workbook([["1.50", "00123", "19.99"]], {
    header: ["sku", "ean", "price"],
    isText: (name) => name === "sku",
  });
  expect((await readBack(content, ",")).rows).toEqual([["1.50", "00123", "19,99"]]);
});

test("negative zero, which Excel does not have as a number, stays text", async () => {
  const content = await workbook([["-0", "-0.00"]], { header: ["a", "b"] });
  expect((await readBack(content)).rows).toEqual([["-0", "-0.00"]]);
});

test("times become dates of the sheet", async () => {
  const content = await workbook([["2026-05-01T18:30:00.000Z"], [""]], {
    header: ["date", "x"],
    isDate: (name) => name === "date",
  });
  expect((await readBack(content)).rows).toEqual([["2026-05-01T18:30", ""]]);
});

test("the same rows give the same bytes at any time", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-03-01T10:00:00Z") });
  onTestFinished(() => void vi.useRealTimers());
  const first = await workbook([["A", "1"]], { header: ["a", "b"] });
  vi.setSystemTime(new Date("2027-06-02T11:01:02Z"));
  expect(await workbook([["A", "1"]], { header: ["a", "b"] })).toEqual(first);
});

test("a text that is too long for a cell is an error", async () => {
  const error = await workbook([["x".repeat(32_768)]], { header: ["description"] }).catch((thrown) => thrown);
  expect(error).toBeInstanceOf(UsageError);
  expect(error.message).toBe(
    "Row 2, column description: the text has 32768 characters, and a cell in Excel holds 32767.",
  );
});

test("more rows than a sheet has are an error", async () => {
  function* rows() {
    for (let index = 0; index < 1_048_576; index++) yield [];
  }
  const steps = workbookBytes(rows(), { title: "Sheet", header: ["a"] });
  await expect(collect(steps)).rejects.toThrow("An Excel sheet holds 1048576 rows");
});

test("a failing source of rows fails the export", async () => {
  async function* rows() {
    yield ["a"];
    throw new UsageError("The list changed.");
  }
  await expect(collect(workbookBytes(rows(), { title: "Sheet", header: ["a"] }))).rejects.toThrow(
    "The list changed.",
  );
});

test("amounts keep being numbers and are shown with the digits of their currency", async () => {
  const rows = [["24.9", "3", "24.9"]];
  const layout = {
    title: "Prices",
    header: ["price", "quantity", "yen"],
    digitsOf: (name: string) => ({ price: 2, yen: 0 })[name],
  };
  const content = Buffer.concat(await collect(workbookBytes(rows, layout)));
  const xml = await partOf(content, "xl/worksheets/sheet1.xml");
  expect(xml).toContain(
    '<c r="A2" s="6"><v>24.9</v></c><c r="B2"><v>3</v></c><c r="C2" s="4"><v>24.9</v></c>',
  );
  const styles = await partOf(content, "xl/styles.xml");
  expect(styles).toContain('<numFmt numFmtId="167" formatCode="0.00"/>');
});

/** Returns a part of a workbook as text. */
async function partOf(content: Buffer, path: string): Promise<string> {
  const archive = await fromBufferPromise(content);
  for await (const entry of archive.eachEntry())
    if (entry.fileName === path) {
      const chunks: Buffer[] = [];
      for await (const chunk of await archive.openReadStreamPromise(entry)) chunks.push(chunk as Buffer);
      return Buffer.concat(chunks).toString();
    }
  throw new Error(`The workbook has no ${path}.`);
}
