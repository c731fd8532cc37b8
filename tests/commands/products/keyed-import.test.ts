import { createReadStream, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readTable } from "../../../src/files/table.ts";
import { workbookBytes } from "../../../src/files/xlsx/write.ts";
import { csvLines } from "../../../src/output/csv.ts";
import { collect } from "../../files/load.ts";
import { runs } from "../../support/runs.ts";
import { createWorld, type World } from "../../support/world.ts";

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

const header = ["kind", "sku", "price", "stock"] as const;

/** Exports the rows of variants, and of products without, whose SKU no other row has. */
async function exported(name: string): Promise<string[][]> {
  await world.till(`products export ${name} --fields ${header.join(",")}`);
  const { rows } = await readTable(createReadStream(world.path(name)), { name, decimal: "." });
  const all = (await collect(rows)).map(({ cells }) => header.map((column) => cells[column] ?? ""));
  const skus = Map.groupBy(all, ([, sku]) => sku);
  return all.filter(([kind, sku = ""], index) => {
    const hasVariants = kind === "product" && all[index + 1]?.[0] === "variant";
    return !hasVariants && sku !== "" && skus.get(sku)?.length === 1;
  });
}

async function write(name: string, rows: readonly string[][]) {
  const isText = (column: string) => column === "sku";
  const content = name.endsWith(".xlsx")
    ? workbookBytes(rows, { title: "Prices", header, isText })
    : csvLines(rows, { header, isText });
  await writeFile(world.path(name), content);
}

const edit = fc.record({
  row: fc.nat(),
  // Above every discount of the demo shop: a price below its discount is refused.
  price: fc.integer({ min: 2_100, max: 9_999_999 }).map((cents) => String(cents / 100)),
  quantity: fc.nat(999),
});

test.each([
  ["list.csv", "v1"],
  ["list.xlsx", "v3"],
])("export, edit, import of %s by SKU makes exactly the edits on catalog %s", async (name, catalog) => {
  await world.till(`sandbox seed demo --catalog ${catalog}`);
  await world.till("products export before.csv");
  const jobs: string[] = [];
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 5 }), async (edits) => {
      const rows = await exported(name);
      for (const { row, price, quantity } of edits) {
        const cells = rows[row % rows.length]!;
        cells[2] = price;
        if (/^\d+$/.test(cells[3]!)) cells[3] = String(quantity);
      }
      await write(name, rows);
      const imported = await world.till(`products import ${name} --key sku --yes --json`);
      expect(imported.stderr).not.toContain("error");
      expect(imported.code).toBe(0);
      jobs.push(/"id":"(\w+)"/.exec(imported.stdout)?.[1] ?? "");
      expect(await exported("after.csv")).toEqual(rows);
    }),
    { numRuns: runs(3) },
  );
  for (const job of jobs.filter(Boolean).reverse())
    expect(await world.till(`jobs undo ${job} --yes`)).toMatchObject({ code: 0 });
  await world.till("products export undone.csv");
  const [undone, before] = ["undone.csv", "before.csv"].map((file) => readFileSync(world.path(file), "utf8"));
  expect(undone).toBe(before);
});
