import { cpSync } from "node:fs";
import { join } from "node:path";
import { alternate, type Figure, rate } from "./figures.ts";
import { baselines, run, serve, till } from "./programs.ts";

/** Measures capturing all orders of a served sandbox against a loop with the same calls. Each run uses its own copy. */
export async function captures(folder: string, orders: number, quick: boolean): Promise<Figure[]> {
  const seeded = join(folder, "seeded");
  await run([till, "sandbox", "seed", "--orders", String(orders)], { TILL_HOME: seeded });
  const captured = async (name: string, args: readonly string[]) => {
    const copy = join(folder, name);
    cpSync(join(seeded, "data"), copy, { recursive: true });
    const served = await serve(copy);
    try {
      return (await run(args, { ...served.env, TILL_HOME: join(folder, `${name} home`) })).ms;
    } finally {
      await served.stop();
    }
  };
  const line = ["orders", "capture", "--authorized", "--yes", "--quiet", "--concurrency", "8"];
  const { mine, loop } = await alternate(quick ? 1 : 3, {
    mine: (round) => captured(`till ${round}`, [till, ...line, "--expect", String(orders)]),
    loop: (round) => captured(`loop ${round}`, [baselines.capture]),
  });
  const what = `capture of ${orders.toLocaleString("en-US")} orders`;
  return [rate(what, mine, { name: "undici loop", ms: loop }, 0.6)];
}
