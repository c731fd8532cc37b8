import { createWriteStream, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { workbookBytes } from "../../src/files/xlsx/write.ts";
import { alternate, type Figure, memory, ofMany, rate, slowdown, time } from "./figures.ts";
import { baselines, run, type Served, till } from "./programs.ts";

/** Columns that take a request for a hundred products: without costs. */
const columns = {
  csv: "handle,kind,name,description,sku,price,stock,weight,visible,brand,option1Name,option1Choices",
  ndjson: "id,slug,name,description,sku,price,stock,weight,visible,brand,variants",
};

/** Measures exports of a served sandbox without costs against a loop that reads the same pages and writes the same bytes. */
export async function exports(
  folder: string,
  served: Served,
  products: number,
  quick: boolean,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const format of ["csv", "ndjson"] as const) {
    const what = `export of ${products.toLocaleString("en-US")} products to ${format}`;
    const fields = ["--fields", columns[format]];
    const { peak, ...compared } = await exported(folder, served, {
      format,
      flags: fields,
      rounds: quick ? 1 : 3,
    });
    figures.push(rate(what, compared.till, { name: "undici loop", ms: compared.loop }, 0.5));
    figures.push(memory(`${what}, peak memory`, peak, 250));
  }
  return figures;
}

/** Measures an export with all columns: on catalog v1, costs take a request for each product. */
export async function exportWithCosts(
  folder: string,
  served: Served,
  products: number,
  quick: boolean,
): Promise<Figure[]> {
  const how = { format: "csv", flags: [], rounds: quick ? 1 : 3 } as const;
  const compared = await exported(folder, served, how, "costs");
  const what = `export of ${products.toLocaleString("en-US")} products with costs to csv`;
  return [rate(what, compared.till, { name: "undici loop", ms: compared.loop }, 0.5)];
}

async function exported(
  folder: string,
  served: Served,
  { format, flags, rounds }: { format: string; flags: readonly string[]; rounds: number },
  ...more: string[]
) {
  const env = { ...served.env, TILL_HOME: join(folder, "exports") };
  const [own, expected] = [join(folder, `till.${format}`), join(folder, `baseline.${format}`)];
  let peak = 0;
  const medians = await alternate(rounds, {
    till: async () => {
      const { ms, peakMb } = await run([till, "products", "export", own, "--quiet", ...flags], env);
      peak = Math.max(peak, peakMb);
      return ms;
    },
    loop: async () => (await run([baselines.export, own, expected, ...more], env)).ms,
  });
  if (!readFileSync(own).equals(readFileSync(expected))) throw new Error("the baseline wrote other bytes");
  return { peak, ...medians };
}

/** Measures imports of a generated file into a served and into an embedded sandbox. */
export async function imports(folder: string, served: Served, rows: number): Promise<Figure[]> {
  const file = join(folder, "import.csv");
  await pipeline(Readable.from(generated(rows)), createWriteStream(file));
  const figures: Figure[] = [];
  for (const [into, env] of [
    ["over a socket", served.env],
    ["into till's own sandbox", {}],
  ] as const) {
    const home = join(folder, into);
    const { peakMb } = await run([till, "products", "import", file, "--yes", "--quiet"], {
      ...env,
      TILL_HOME: home,
    });
    figures.push(memory(`import of ${rows.toLocaleString("en-US")} rows ${into}, peak memory`, peakMb, 250));
  }
  const sheet = join(folder, "import.xlsx");
  await pipeline(
    Readable.from(workbookBytes(cellsOf(rows), { title: "Products", header })),
    createWriteStream(sheet),
  );
  const long = join(folder, "long.csv");
  await pipeline(Readable.from(generated(10 * rows)), createWriteStream(long));
  const planned = (source: string, env: Record<string, string>) =>
    run([till, "products", "import", source, "--dry-run", "--quiet"], env);
  const workbook = await planned(sheet, { ...served.env, TILL_HOME: join(folder, "workbook") });
  const many = (count: number) => count.toLocaleString("en-US");
  figures.push(memory(`dry run of ${many(rows)} rows of an .xlsx file, peak memory`, workbook.peakMb, 250));
  // In till's own sandbox, so that the processor time is that of everything.
  const whole = await planned(long, { TILL_HOME: join(folder, "long") });
  const what = `dry run of ${many(10 * rows)} new rows`;
  figures.push(
    // What is there before the first row matters in short runs only.
    time(`${what}, processor time`, whole.cpuMs, Math.max(3_000, 0.6 * rows)),
    memory(`${what}, peak memory`, whole.peakMb, 220),
  );
  return figures;
}

/** Measures an import of new products into a served sandbox against a loop that sends a request for each row. */
export async function importLoop(
  folder: string,
  served: Served,
  rows: number,
  quick: boolean,
): Promise<Figure[]> {
  const file = (round: number, name: string) => join(folder, `${name}-${round}.csv`);
  const write = async (path: string, prefix: string) =>
    await pipeline(Readable.from(generated(rows, prefix)), createWriteStream(path));
  const { mine, loop } = await alternate(quick ? 1 : 3, {
    async mine(round) {
      await write(file(round, "mine"), `mine-${round}`);
      const env = { ...served.env, TILL_HOME: join(folder, "import-home") };
      return (await run([till, "products", "import", file(round, "mine"), "--yes", "--quiet"], env)).ms;
    },
    async loop(round) {
      await write(file(round, "loop"), `loop-${round}`);
      return (await run([baselines.import, file(round, "loop")], served.env)).ms;
    },
  });
  const what = `import of ${rows.toLocaleString("en-US")} new products`;
  return [rate(what, mine, { name: "fetch per row", ms: loop }, 0.6)];
}

/**
 * Measures the processor time of importing new products into till's own sandbox, and of exporting them, against the
 * least that such rows cost.
 */
export async function rowCosts(folder: string, rows: number, quick: boolean): Promise<Figure[]> {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "rows.csv");
  await pipeline(Readable.from(generated(rows)), createWriteStream(file));
  const home = (round: number) => ({ TILL_HOME: join(folder, `rows-${round}`) });
  const database = (round: number) => join(folder, `rows-${round}.db`);
  const out = join(folder, "rows-out.csv");
  const cpu = async (args: readonly string[], env = {}) => (await run(args, env)).cpuMs;
  const rounds = quick ? 1 : 3;
  const imported = await alternate(rounds, {
    till: (round) => cpu([till, "products", "import", file, "--yes", "--quiet"], home(round)),
    rows: (round) => cpu([baselines.rows, "import", file, database(round)]),
  });
  const exported = await alternate(rounds, {
    till: (round) => cpu([till, "products", "export", out, "--quiet"], home(round)),
    rows: (round) => cpu([baselines.rows, "export", database(round), out]),
  });
  const what = `${rows.toLocaleString("en-US")} products in till's own sandbox, processor time`;
  const baseline = { name: "CSV, JSON, SQLite" };
  return [
    ofMany(slowdown(`import of ${what}`, imported.till, { ...baseline, ms: imported.rows }, 22)),
    ofMany(slowdown(`export of ${what}`, exported.till, { ...baseline, ms: exported.rows }, 14)),
  ];
}

/** Measures the processor time of an import of variants on catalog v3, against the same one on catalog v1. */
export async function variantImports(folder: string, variants: number, quick: boolean): Promise<Figure[]> {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "variants.csv");
  await pipeline(Readable.from(generatedVariants(variants)), createWriteStream(file));
  let shop = 0;
  const imported = async (catalog: "v1" | "v3") => {
    shop += 1;
    const env = { TILL_HOME: join(folder, `variants-${shop}`) };
    await run([till, "sandbox", "seed", "1", "--catalog", catalog], env);
    return (await run([till, "products", "import", file, "--yes", "--quiet"], env)).cpuMs;
  };
  const { v1, v3 } = await alternate(quick ? 1 : 3, { v1: () => imported("v1"), v3: () => imported("v3") });
  const what = `import of ${variants.toLocaleString("en-US")} variants, catalog v3, processor time`;
  return [slowdown(what, v3, { name: "catalog v1", ms: v1 }, 3)];
}

const perProduct = 20;

function* generatedVariants(variants: number): Generator<string> {
  yield "handle,kind,name,sku,price,stock,option1Name,option1Type,option1Choices\n";
  const choices = Array.from({ length: perProduct }, (_, index) => `Size ${index + 1}`);
  for (let product = 1; product <= variants / perProduct; product++) {
    yield `v-${product},product,Shirt ${product},,24.90,,Size,drop_down,${choices.join(";")}\n`;
    for (const [index, choice] of choices.entries())
      yield `v-${product},variant,,V-${product}-${index},${24 + index}.90,${index},Size,,${choice}\n`;
  }
}

const header = ["handle", "name", "sku", "price", "cost", "weight", "visible", "brand"];

function* cellsOf(rows: number): Generator<string[]> {
  for (const line of generated(rows).drop(1)) yield line.split(",").slice(0, header.length);
}

function* generated(rows: number, prefix = "row"): Generator<string> {
  yield "handle,name,sku,price,cost,weight,visible,brand,description\n";
  for (let row = 1; row <= rows; row++) {
    const price = `${5 + (row % 200)}.50`;
    yield `${prefix}-${row},Row ${row} of ${prefix},${prefix}-${row},${price},${row % 90},1.5,true,Brand ${row % 50},"<p>Row ${row}, made up.</p>"\n`;
  }
}
