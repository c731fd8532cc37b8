import { createReadStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { dialects } from "../../../src/files/dialects.ts";
import { readTable } from "../../../src/files/table.ts";
import { workbookBytes } from "../../../src/files/xlsx/write.ts";
import { csvLines } from "../../../src/output/csv.ts";
import { collect } from "../../files/load.ts";
import { runs } from "../../support/runs.ts";
import { createWorld, type World } from "../../support/world.ts";

let world: World;
beforeEach(async () => {
  world = createWorld();
  await world.till("sandbox seed demo");
});
afterEach(() => world.close());

async function readFile(name: string) {
  const table = await readTable(createReadStream(world.path(name)), { name, decimal: "." });
  const rows = (await collect(table.rows)).map(({ cells }) =>
    table.header.map((column) => cells[column] ?? ""),
  );
  return { header: table.header, rows };
}

async function write(name: string, header: readonly string[], rows: readonly string[][]) {
  const { isText } = dialects.till;
  const content = name.endsWith(".xlsx")
    ? workbookBytes(rows, { title: "Products", header, isText })
    : csvLines(rows, { header, isText });
  await writeFile(world.path(name), content);
}

const text = fc
  .array(fc.constantFrom(..."aZ09 '=+-@;,.\"", "ü", "😀", "\n", "_x000D_"), { minLength: 1, maxLength: 8 })
  .map((parts) => `x${parts.join("")}x`);
const edit = fc.record({
  row: fc.nat(),
  name: text,
  price: fc.integer({ min: 1, max: 9_999_999 }).map((cents) => String(cents / 100)),
  sku: fc.constantFrom("00123", "3-1", "1e5", "=SKU", "SKU 1"),
});

test.each(["shop.csv", "shop.xlsx"])("export, edit, import of %s makes exactly the edits", async (name) => {
  expect(await world.till(`products export ${name}`)).toMatchObject({ code: 0 });
  await fc.assert(
    fc.asyncProperty(edit, async ({ row, ...edits }) => {
      const { header, rows } = await readFile(name);
      const products = rows.filter(
        (cells) => cells[header.indexOf("kind")] === "product" && cells.includes("InStock"),
      );
      const edited = products[row % products.length]!;
      // No two products can get one SKU.
      edits.sku += String(row % products.length);
      for (const [column, value] of Object.entries(edits)) edited[header.indexOf(column)] = value;
      await write(name, header, rows);
      const imported = await world.till(`products import ${name} --yes`);
      expect(imported.stderr).not.toContain("error");
      expect(imported.code).toBe(0);
      await world.till(`products export again-${name}`);
      expect(await readFile(`again-${name}`)).toEqual({ header, rows });
    }),
    { numRuns: runs(6) },
  );
});

test("rejected rows of a workbook are written as a workbook that can be imported once corrected", async () => {
  const header = ["handle", "name", "price", "brand"];
  const long = "A brand with a name that is much longer than fifty characters";
  await write("new.xlsx", header, [
    ["00123", "Mug", "5", "Acme"],
    ["jug", "Jug", "6.50", long],
    ["cup", "", "7", "Acme"],
  ]);
  expect((await world.till("products import new.xlsx --skip-invalid --yes")).code).toBe(9);
  const rejected = await readFile("new.rejects.xlsx");
  expect(rejected).toEqual({
    header: [...header, "reason"],
    rows: [
      ["jug", "Jug", "6.5", long, "brand: has 61 characters, the maximum is 50"],
      ["cup", "", "7", "Acme", "a new product needs a name"],
    ],
  });
  const [jug = [], cup = []] = rejected.rows;
  jug[3] = "Beta";
  cup[1] = "Cup";
  await write("new.rejects.xlsx", rejected.header, rejected.rows);
  const again = await world.till("products import new.rejects.xlsx --yes");
  expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining("2 products, 2 ok.") });
});

test("a broken row stops the import before anything is sent", async () => {
  await write("new.xlsx", ["handle", "name", "price"], [["mug", "Mug", "five"]]);
  const { code, stderr } = await world.till("products import new.xlsx --yes");
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("new.xlsx:2, price") });
  expect((await world.till("jobs list --json")).stdout).toContain('"items":[]');
});
