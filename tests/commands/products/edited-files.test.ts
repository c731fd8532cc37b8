import { copyFileSync, createReadStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { dialects } from "../../../src/files/dialects.ts";
import { otherShops } from "../../../src/files/other-shops.ts";
import { readTable } from "../../../src/files/table.ts";
import { workbookBytes } from "../../../src/files/xlsx/write.ts";
import { csvLines } from "../../../src/output/csv.ts";
import { collect } from "../../files/load.ts";
import { runs } from "../../support/runs.ts";
import { createWorld, type World } from "../../support/world.ts";

type Edit = (cell: string, column: string) => string;

const isNumber = (cell: string) => /^\d+(\.\d+)?%?$/.test(cell);
const times = (factor: number) => (cell: string) =>
  cell.replace(/[\d.]+/, (digits) => String(Math.round(Number(digits) * factor * 100) / 100));

/** What people do with the cells of a column. */
const edits: Record<string, Edit> = {
  raised: (cell) => (isNumber(cell) ? times(1.1)(cell) : cell),
  halved: (cell) => (isNumber(cell) ? times(0.5)(cell) : cell),
  rewritten: (cell) =>
    /^(true|false)$/i.test(cell)
      ? String(!/^true$/i.test(cell))
      : cell === "" || isNumber(cell)
        ? cell
        : `${cell} 2`,
  cleared: () => "",
  filled: (cell, column) => cell || (/^(delete|command)$/.test(column) ? "" : "5"),
};

const isVariant = (kind = "") => /^variant$/i.test(kind);

/** The rows that an edit changes. */
const parts = {
  all: () => true,
  products: (kind: string) => !isVariant(kind),
  variants: isVariant,
};

const list = "handle,kind,sku,price,cost,weight,visible,stock,discount,salePrice";
/** The files of exports: their names, with what makes them; without it, a file of another shop, which is only read. */
const files: Record<string, string | undefined> = {
  "till.csv": "--format till",
  "till.xlsx": "--format till",
  "list.csv": `--fields ${list}`,
  "list.xlsx": `--fields ${list.replace(",discount", "")}`,
  "wix.csv": "--format wix",
  "shopify.csv": "--format shopify",
  ...Object.fromEntries(Object.keys(otherShops).map((name) => [`${name}.csv`, undefined])),
};

async function exported(
  world: World,
  name: string,
  version: "v1" | "v3",
): Promise<{ header: readonly string[]; rows: string[][] }> {
  if (files[name] === undefined) {
    copyFileSync(`tests/files/other-shops/${name}`, world.path(name));
    expect(await world.till(`products import ${name} ${flagsOf(name)} --yes`)).toMatchObject({ code: 0 });
  } else {
    const flags = version === "v3" ? files[name].replace(",sku", ",sku,barcode") : files[name];
    expect(await world.till(`products export ${name} ${flags} --quiet`)).toMatchObject({ code: 0 });
  }
  const { header, rows } = await readTable(createReadStream(world.path(name)), {
    name,
    decimal: ".",
    raw: true,
  });
  return {
    header,
    rows: (await collect(rows)).map(({ cells }) => header.map((column) => cells[column] ?? "")),
  };
}

/** Gives the variants of a shop, and products without them, barcodes. */
async function addBarcodes(world: World) {
  const { header, rows } = await exported(world, "till.csv", "v3");
  const [kind, barcode] = [header.indexOf("kind"), header.indexOf("barcode")];
  const coded = rows.map((row, index) =>
    isVariant(row[kind]) || !isVariant(rows[index + 1]?.[kind])
      ? row.with(barcode, String(4_000_000_000_000 + index))
      : row,
  );
  await writeFile(world.path("till.csv"), csvLines(coded, { header, isText: () => false }));
  expect(await world.till("products import till.csv --yes")).toMatchObject({ code: 0 });
}

/** Gives every other row of a shop that has a quantity preorders. */
async function addPreorders(world: World) {
  const { header, rows } = await exported(world, "wix.csv", "v3");
  const [at, stock] = [header.indexOf("preOrderEnabled"), header.indexOf("inventory")];
  const preordered = rows.map((row, index) =>
    index % 2 === 0 && /^\d+$/.test(row[stock] ?? "")
      ? row.toSpliced(at, 3, "TRUE", "Ships in May", "5")
      : row,
  );
  await writeFile(world.path("wix.csv"), csvLines(preordered, { header, isText: () => false }));
  const { stdout, stderr } = await world.till("products import wix.csv --skip-invalid --yes");
  expect(toChange(stdout + stderr)).toMatch(/^[1-9]/);
}

/** Returns how a file is imported. */
const flagsOf = (name: string) =>
  name.startsWith("list") ? "--key handle" : files[name] ? "--create" : "--weight-unit kg";

const toChange = (text: string) => /(\d[\d,]*) to change/.exec(text)?.[1];

describe.each(["v1", "v3"] as const)("on catalog %s", (version) => {
  test.each(Object.keys(files))(
    "after any edit of one column of %s, the second import changes nothing",
    { timeout: 600_000 },
    async (name) => {
      const seeds = await Promise.all(
        ["demo", "30"].map(async (seed) => {
          const world = createWorld();
          onTestFinished(() => world.close());
          await world.till(`sandbox seed ${seed} --catalog ${version}`);
          if (version === "v3" && files[name]) await addBarcodes(world);
          if (version === "v3" && name === "wix.csv") await addPreorders(world);
          return { seed, home: world.home, ...(await exported(world, name, version)) };
        }),
      );
      const edited = fc.record({
        shop: fc.constantFrom(...seeds),
        column: fc.nat(),
        edit: fc.constantFrom(...Object.keys(edits)),
        part: fc.constantFrom(...(Object.keys(parts) as (keyof typeof parts)[])),
      });
      await fc.assert(
        fc.asyncProperty(edited, async ({ shop, column, edit, part }) => {
          const { header, rows, home } = shop;
          const filled = [...header.keys()].filter((index) => rows.some((row) => row[index] !== ""));
          const at = filled[column % filled.length] ?? 0;
          const kind = header.findIndex((title) => title === "kind" || title === "fieldType");
          const changed = rows.map((row) =>
            parts[part](row[kind] ?? "") ? row.with(at, edits[edit]!(row[at]!, header[at]!)) : row,
          );
          const world = createWorld({ from: home });
          try {
            const isText = (title: string) => dialects.till.isText(title);
            const content = name.endsWith(".xlsx")
              ? workbookBytes(changed, { title: "Products", header, isText })
              : csvLines(changed, { header, isText: () => false });
            await writeFile(world.path(name), content);
            const line = `products import ${name} ${flagsOf(name)} --skip-invalid`;
            const first = await world.till(`${line} --yes`);
            const planned = toChange(first.stdout + first.stderr);
            if (planned === undefined || planned === "0") return;
            const { stdout, stderr } = await world.till(`${line} --dry-run`);
            expect([header[at], shop.seed, toChange(stdout + stderr), stdout]).toEqual([
              header[at],
              shop.seed,
              "0",
              expect.anything(),
            ]);
          } finally {
            world.close();
          }
        }),
        { numRuns: runs(8) },
      );
    },
  );
});
