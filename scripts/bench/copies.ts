import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { alternate, type Figure, memory, perRow, rate } from "./figures.ts";
import { baselines, requestsOf, run, type Served, seed, serve, till } from "./programs.ts";

/** Measures pull, diff and promote of a served sandbox; the baseline of a pull reads the same pages of products. */
export async function copies(folder: string, served: Served, products: number): Promise<Figure[]> {
  const count = products.toLocaleString("en-US");
  const env = { ...served.env, TILL_HOME: join(folder, "copies") };
  const snapshot = join(folder, "snapshot");
  const only = ["--only", "products,collections,inventory", "--no-costs", "--quiet"];
  let peak = 0;
  let pulls = 0;
  const medians = await alternate(1, {
    till: async () => {
      const before = await requestsOf(folder);
      const { ms, peakMb } = await run([till, "copy", "pull", snapshot, ...only], env);
      pulls = ((await requestsOf(folder)) - before) / products;
      peak = Math.max(peak, peakMb);
      return ms;
    },
    loop: async () =>
      (await run([baselines.export, join(snapshot, "products.ndjson"), join(folder, "loop.ndjson")], env)).ms,
  });
  const pulled = `pull of ${count} products with stock`;
  const compared = await run([till, "copy", "diff", snapshot, snapshot, "--quiet"], {
    TILL_HOME: join(folder, "local"),
  });
  const target = join(folder, "target");
  mkdirSync(target, { recursive: true });
  const copy = await serve(target, undefined, "copy");
  try {
    await seed(copy, 1, "v3");
    const before = await requestsOf(target);
    const args = [till, "copy", "promote", "--source", snapshot, "--target", "copy", "--yes", "--quiet"];
    const promoted = await run(args, { TILL_HOME: target });
    const requests = (await requestsOf(target)) - before;
    const what = `promote of ${count} products to catalog v3`;
    process.stderr.write(`${what}: ${(promoted.ms / 1000).toFixed(0)} s\n`);
    return [
      rate(pulled, medians.till, { name: "undici loop", ms: medians.loop }, 0.3),
      memory(`${pulled}, peak memory`, peak, 250),
      perRow(`${pulled}, requests per product`, pulls, 0.02),
      memory(`diff of two snapshots of ${count} products, peak memory`, compared.peakMb, 250),
      memory(`${what}, peak memory`, promoted.peakMb, 250),
      perRow(`${what}, requests per product`, requests / products, 0.15),
    ];
  } finally {
    await copy.stop();
  }
}
