import { join } from "node:path";
import { alternate, type Figure, memory, rate } from "./figures.ts";
import { baselines, run, type Served, till } from "./programs.ts";

/** Measures pull, diff and promote of a served sandbox; the baseline of a pull reads the same pages of products. */
export async function copies(folder: string, served: Served, products: number): Promise<Figure[]> {
  const count = products.toLocaleString("en-US");
  const env = { ...served.env, TILL_HOME: join(folder, "copies") };
  const snapshot = join(folder, "snapshot");
  const only = ["--only", "products,collections,inventory", "--no-costs", "--quiet"];
  let peak = 0;
  const medians = await alternate(1, {
    till: async () => {
      const { ms, peakMb } = await run([till, "pull", snapshot, ...only], env);
      peak = Math.max(peak, peakMb);
      return ms;
    },
    loop: async () =>
      (await run([baselines.export, join(snapshot, "products.ndjson"), join(folder, "loop.ndjson")], env)).ms,
  });
  const pulled = `pull of ${count} products with stock`;
  // Both shops of these commands are local: a second sandbox, and the snapshot.
  const local = { TILL_HOME: join(folder, "local") };
  const compared = await run([till, "diff", snapshot, snapshot, "--quiet"], local);
  await run([till, "profiles", "add", "copy", "--platform", "sandbox"], local);
  await run([till, "sandbox", "seed", "1", "--catalog", "v3", "--profile", "copy"], local);
  const promoted = await run(
    [till, "promote", "--from", snapshot, "--to", "copy", "--yes", "--quiet"],
    local,
  );
  return [
    rate(pulled, medians.till, { name: "undici loop", ms: medians.loop }, 0.3),
    memory(`${pulled}, peak memory`, peak, 250),
    memory(`diff of two snapshots of ${count} products, peak memory`, compared.peakMb, 250),
    memory(`promote of ${count} products to catalog v3, peak memory`, promoted.peakMb, 250),
  ];
}
