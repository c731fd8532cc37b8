import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { alternate, type Figure, slowdown } from "./figures.ts";
import { environment, run, till } from "./programs.ts";

const address = "US-NY, 10001, New York, 5 Main St";

/** Measures a purchase from two items to a captured order in five processes, against five bare starts of Node. */
export async function checkout(folder: string, quick: boolean): Promise<Figure[]> {
  mkdirSync(folder, { recursive: true });
  const env = { TILL_HOME: join(folder, "home") };
  await run([till, "sandbox", "seed", "demo"], env);
  await run([till, "login", "--visitor"], env);
  const start = (args: readonly string[]): string => {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { env: environment(env) });
    if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}: ${stderr}`);
    return stdout.toString();
  };
  const timed = (work: () => void) => () => {
    const started = performance.now();
    work();
    return performance.now() - started;
  };
  const flow = () => {
    start([till, "cart", "add", "kitchen-towel-strich", "coffee-scale"]);
    start([till, "cart", "estimate", "--ship-to", address]);
    start([till, "cart", "checkout", "--ship-to", address]);
    const order = start([till, "checkout", "complete", "--pay", "authorized", "--fields", "orderId"]);
    start([till, "orders", "capture", order.trim().split("\t")[1] ?? "", "--yes"]);
  };
  const medians = await alternate(quick ? 1 : 9, {
    bare: timed(() => {
      for (let count = 0; count < 5; count += 1) start(["-e", "0"]);
    }),
    flow: timed(flow),
  });
  const baseline = { name: "5 x node -e 0", ms: medians.bare };
  return [slowdown("two items to a captured order: 5 processes", medians.flow, baseline, 5.5)];
}
