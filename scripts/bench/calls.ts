import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { type Figure, perRow } from "./figures.ts";
import { requestsOf, run, type Served, seed, till } from "./programs.ts";

type Generation = "v1" | "v3";

/** The bounds of requests per row, planning included. */
const bounds = {
  v1: { update: 1.05, create: 2.1 },
  v3: { update: 0.05, create: 0.15 },
} as const;

/** Counts the requests of a price change and of an import per product, with the request log of a served sandbox. */
export async function calls(
  folder: string,
  served: Served,
  generation: Generation,
  rows: number,
): Promise<Figure[]> {
  const env = { ...served.env, TILL_HOME: join(folder, "calls") };
  const count = async (...args: string[]) => {
    const before = await requestsOf(folder);
    await run([till, "products", ...args, "--yes", "--quiet"], env);
    return ((await requestsOf(folder)) - before) / rows;
  };
  await seed(served, rows, generation);
  const update = await count("update", "--filter", "price > 0", "--set", "price=+0.03");
  const file = join(folder, "new.csv");
  await pipeline(Readable.from(newRows(rows)), createWriteStream(file));
  const create = await count("import", file);
  const most = bounds[generation];
  const many = rows.toLocaleString("en-US");
  return [
    perRow(`catalog ${generation}: requests per product, price change of ${many}`, update, most.update),
    perRow(`catalog ${generation}: requests per product, import of ${many} new ones`, create, most.create),
  ];
}

function* newRows(rows: number): Generator<string> {
  yield "handle,name,sku,price,stock,brand\n";
  for (let row = 1; row <= rows; row++)
    yield `new-${row},New ${row},NEW-${row},${5 + (row % 200)}.50,${row % 90},Brand ${row % 50}\n`;
}
