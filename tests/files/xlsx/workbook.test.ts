import { expect, onTestFinished, test } from "vitest";
import { openWorkbook } from "../../../src/files/xlsx/workbook.ts";
import { bytes } from "../load.ts";
import { handmade, zipped } from "./handmade.ts";

const open = async (content: Uint8Array) => {
  const workbook = await openWorkbook(bytes(content), "a.xlsx");
  onTestFinished(() => workbook.close());
  return workbook;
};
const refusal = async (content: Uint8Array) =>
  await openWorkbook(bytes(content), "a.xlsx").catch((thrown: unknown) => thrown);

const strict = "http://purl.oclc.org/ooxml/officeDocument/relationships";
const relations = (...entries: readonly [id: string, kind: string, target: string][]) =>
  `<Relationships>${entries.map(([id, kind, target]) => `<Relationship Id="${id}" Type="${strict}/${kind}" Target="${target}"/>`).join("")}</Relationships>`;

test("the parts of a workbook are where its relations say", async () => {
  const workbook = await open(
    await zipped({
      "_rels/.rels": relations(["a", "metadata", "x.xml"], ["b", "officeDocument", "/Book/main.xml"]),
      "Book/main.xml": `<x:workbook xmlns:x="x" xmlns:rel="r"><x:sheets>
        <x:sheet name="Prices" sheetId="1" rel:id="s1"/><x:sheet name="Chart" sheetId="2" rel:id="c1"/>
        <x:sheet name="Old &amp; hidden" sheetId="3" state="hidden" rel:id="s2"/>
        <x:sheet name="Deep" sheetId="4" state="veryHidden" rel:id="s3"/>
        <x:sheet name="Nowhere" sheetId="5" rel:id="s4"/></x:sheets></x:workbook>`,
      "book/_rels/MAIN.xml.rels": relations(
        ["s1", "worksheet", "sheets/one.xml"],
        ["c1", "chartsheet", "charts/one.xml"],
        ["s2", "worksheet", "/other/two.xml"],
        ["s3", "worksheet", "../three.xml"],
        ["t", "sharedStrings", "./strings.xml"],
        ["u", "styles", "styles.xml"],
      ),
    }),
  );
  expect(workbook).toMatchObject({
    name: "a.xlsx",
    from1904: false,
    strings: "Book/strings.xml",
    styles: "Book/styles.xml",
    sheets: [
      { name: "Prices", hidden: false, path: "Book/sheets/one.xml" },
      { name: "Old & hidden", hidden: true, path: "other/two.xml" },
      { name: "Deep", hidden: true, path: "three.xml" },
    ],
  });
});

test("a workbook may have no texts and no styles", async () => {
  expect(await open(await handmade([{ name: "A", rows: "" }]))).toMatchObject({
    strings: undefined,
    styles: undefined,
    sheets: [{ name: "A", hidden: false, path: "xl/worksheets/sheet1.xml" }],
  });
});

test.each([
  ["1", true],
  ["true", true],
  ["0", false],
  ["false", false],
])("with date1904 %s, its dates count from 1904: %s", async (date1904, from1904) => {
  const parts = { "xl/workbook.xml": `<workbook><workbookPr date1904="${date1904}"/></workbook>` };
  expect((await open(await handmade([], { parts }))).from1904).toBe(from1904);
});

test("elements are read in order, in pieces, with their texts", async () => {
  const long = "x".repeat(200_000);
  const parts = {
    "extra.xml": `\uFEFF<!-- c --><a:b one="1 &lt; 2"><c/>t&#228;xt<![CDATA[<d>]]></a:b><!--${long}-->`,
  };
  const workbook = await open(
    await handmade([], {
      parts: { ...parts, "extra.xml": parts["extra.xml"].replace("<a:b", '<a:b xmlns:a="a"') },
    }),
  );
  const seen: string[] = [];
  let pieces = 0;
  const steps = workbook.parse("EXTRA.xml", {
    open: (name, { one = "" }) => seen.push(`<${name} ${one}>`),
    text: (text) => seen.push(text),
    close: (name) => seen.push(`</${name}>`),
  });
  for await (const _ of steps) pieces++;
  expect(seen.filter((text) => text.trim() !== "")).toEqual([
    "<b 1 < 2>",
    "<c >",
    "</c>",
    "täxt",
    "<d>",
    "</b>",
  ]);
  expect(pieces).toBeGreaterThan(1);
});

test.each<[string, Promise<Uint8Array>, string]>([
  ["text", Promise.resolve(Buffer.from("sku,price\n")), "nd of central directory record signature not found"],
  ["nothing", Promise.resolve(new Uint8Array()), "nd of central directory record signature not found"],
  ["another archive", zipped({ "a.csv": "sku" }), "its part _rels/.rels is missing."],
  ["no workbook in it", zipped({ "_rels/.rels": relations() }), "it has no workbook."],
  [
    "no relations of the workbook",
    handmade([], { parts: { "xl/_rels/workbook.xml.rels": undefined } }),
    "its part xl/_rels/workbook.xml.rels is missing.",
  ],
  [
    "XML that does not end",
    handmade([], { parts: { "xl/workbook.xml": "<workbook>" } }),
    "its part xl/workbook.xml is damaged: ",
  ],
  [
    "too many parts",
    zipped(Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`${index}`, ""])), {
      compress: false,
    }),
    "it has 10001 parts.",
  ],
])("%s is refused", async (_, content, why) => {
  expect(await refusal(await content)).toMatchObject({
    exitCode: 2,
    code: "INVALID_FILE",
    message: expect.stringMatching(/^a\.xlsx: the file is not a valid Excel workbook: /),
    hint: "Open it in Excel or LibreOffice and save it as .xlsx again.",
  });
  expect(await refusal(await content)).toHaveProperty("message", expect.stringContaining(why));
});

test("an encrypted part is refused", async () => {
  const content = await handmade([{ name: "A", rows: "" }]);
  // The flags of each entry, in the central directory: bit 0 says that it is encrypted.
  for (let at = content.indexOf("PK\u0001\u0002"); at >= 0; at = content.indexOf("PK\u0001\u0002", at + 4))
    content.writeUInt16LE(content.readUInt16LE(at + 8) | 1, at + 8);
  expect(await refusal(content)).toHaveProperty("message", expect.stringContaining("it is encrypted."));
});

test("an error of the source is passed on", async () => {
  const cause = Object.assign(new Error("EIO: it failed"), { code: "EIO", syscall: "read" });
  const source = { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(cause) }) };
  await expect(openWorkbook(source, "a.xlsx")).rejects.toBe(cause);
});
