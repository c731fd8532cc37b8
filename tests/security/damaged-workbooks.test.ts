import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type HandmadeOptions, handmade, row } from "../files/xlsx/handmade.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = createWorld();
  expect(await world.till("sandbox seed demo")).toMatchObject({ code: 0 });
});
afterAll(() => world.close());

const one = (rows: string, options: HandmadeOptions = {}, after = "") =>
  handmade([{ name: "Products", rows, after }], options);
const header = row(1, ["sku", "price"]);

/** Imports a workbook, which has to be refused before any request. Returns the error. */
async function refused(content: Uint8Array): Promise<string> {
  writeFileSync(world.path("shop.xlsx"), content);
  const requests: string[] = [];
  const { code, stdout, stderr } = await world.till("products import shop.xlsx --key sku --yes", {
    onRequest: ({ name = "", effect }) => {
      if (effect !== "read") requests.push(name);
    },
  });
  expect({ code, stdout, requests }, stderr).toEqual({ code: 2, stdout: "", requests: [] });
  expect(stderr).not.toContain("bug in till");
  return stderr;
}

test("a price that changed on the way (5.5 became 0.5) changes nothing: the checksum of its part is wrong", async () => {
  const content = await one(header + row(2, ["MUG-INK", 5.5]), { stored: true });
  const at = content.indexOf("<v>5.5");
  content.write("<v>0.5", at);
  expect(await refused(content)).toMatch(
    /shop\.xlsx: the file is not a valid Excel workbook: its part xl\/worksheets\/sheet1\.xml is damaged: its checksum is/,
  );
});

test("a shared text that changed on the way changes nothing", async () => {
  const shared = (index: number) => ({ xml: `<c t="s"><v>${index}</v></c>` });
  const strings = ["<t>sku</t>", "<t>price</t>", "<t>MUG-INK</t>"];
  const content = await one(row(1, [shared(0), shared(1)]) + row(2, [shared(2), 5.5]), {
    strings,
    stored: true,
  });
  content.write("MUG-SUN", content.indexOf("MUG-INK"));
  expect(await refused(content)).toContain("its part xl/sharedStrings.xml is damaged: its checksum is");
});

test("a part with more or fewer bytes than the archive says is refused", async () => {
  const content = await one(header + row(2, ["MUG-INK", 5.5]));
  const name = "xl/worksheets/sheet1.xml";
  // The size in the central directory, 22 bytes before the name.
  const size = content.lastIndexOf(name) - 22;
  content.writeUInt32LE(content.readUInt32LE(size) + 1, size);
  expect(await refused(content)).toContain(`its part ${name} is damaged: `);
});

test.each([
  [
    "in one row",
    `${header}<row r="2"><c r="A2"><v>1</v></c><c r="A2"><v>2</v></c></row>`,
    "the cell A2 is in the sheet twice",
  ],
  [
    "in two rows with one number",
    header + row(2, ["MUG-INK", 5]) + row(2, ["MUG-INK", 6]),
    "the row is in the sheet twice",
  ],
  [
    "before its row",
    header + row(3, ["MUG-INK", 5]) + row(2, ["MUG-INK", 6]),
    "the row is in the sheet twice, or after",
  ],
  ["in another row", `${header}<row r="2"><c r="A3"><v>1</v></c></row>`, "the cell A3 is in another row"],
  [
    "outside of the sheet",
    `${header}<row r="2"><c r="XFE2"><v>1</v></c></row>`,
    "the cell XFE2 is outside the sheet",
  ],
  [
    "in a row without a number",
    `${header}<row r="x"><c><v>1</v></c></row>`,
    "the row x is outside the sheet",
  ],
])("a cell %s is refused", async (_, rows, message) => {
  expect(await refused(await one(rows))).toContain(message);
});

test("a part that is in the archive twice is refused", async () => {
  const content = await one(header, { parts: { "xl/worksheets/Sheet1.xml": "<worksheet/>" } });
  expect(await refused(content)).toContain("its part xl/worksheets/Sheet1.xml is there twice");
});

const long = "a".repeat(6 * 1024 * 1024);
const inline = (text: string) => `<c t="inlineStr"><is>${text}</is></c>`;
test.each<[string, string, HandmadeOptions, string]>([
  [
    "a cell",
    header + row(2, [{ xml: inline(`<t>${long}</t>`) }]),
    {},
    "one text or tag in it is longer than 4 MiB",
  ],
  [
    "a cell in many texts",
    header + row(2, [{ xml: inline("<t>abcdefgh</t>".repeat(200_000)) }]),
    {},
    "line 2, column 1: the cell has more than a million",
  ],
  ["a shared text", header, { strings: [`<t>${long}</t>`] }, "one text or tag in it is longer than 4 MiB"],
  [
    "a shared text in many texts",
    header,
    { strings: ["<r><t>abcdefgh</t></r>".repeat(200_000)] },
    "more than a million characters",
  ],
  [
    "shared texts",
    header,
    { strings: Array.from({ length: 80 }, () => `<t>${"a".repeat(900_000)}</t>`) },
    "more than 64 million characters of text",
  ],
  [
    "a comment",
    `${header}<!--${"<".repeat(6 * 1024 * 1024)}-->`,
    {},
    "one text or tag in it is longer than 4 MiB",
  ],
  [
    "nested elements",
    header + "<a>".repeat(200) + "</a>".repeat(200),
    {},
    "more than 100 elements inside each other",
  ],
  ["styles", header, { styles: " ".repeat(33 * 1024 * 1024) }, "its part xl/styles.xml has more than 32 MiB"],
])("%s of any size is a clear error", async (_, rows, options, message) => {
  expect(await refused(await one(rows, options))).toContain(message);
});
