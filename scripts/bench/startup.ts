import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { alternate, type Figure, slowdown } from "./figures.ts";
import { environment, run, till } from "./programs.ts";

const most = {
  "--version": 1.25,
  "--help": 1.6,
  "products update --help": 1.85,
  "products list --json": 3,
  api: 2,
  "__complete products list --out": 1.6,
  "__complete api products": 1.6,
};

/** Measures start-up against `node -e 0` of the same Node; the list is that of the demo shop. */
export async function startup(folder: string, quick: boolean): Promise<Figure[]> {
  const home = join(folder, "startup");
  await run([till, "sandbox", "seed", "demo"], { TILL_HOME: home });
  const start = (args: readonly string[]) => () => {
    const started = performance.now();
    const { status } = spawnSync(process.execPath, args, { env: environment({ TILL_HOME: home }) });
    if (status !== 0) throw new Error(`${args.join(" ")} ended with ${status}`);
    return performance.now() - started;
  };
  const lines = Object.keys(most) as (keyof typeof most)[];
  const medians = await alternate(quick ? 5 : 21, {
    bare: start(["-e", "0"]),
    ...Object.fromEntries(lines.map((line) => [line, start([till, ...line.split(" ")])])),
  } as Record<"bare" | keyof typeof most, () => number>);
  const baseline = { name: "node -e 0", ms: medians.bare };
  return lines.map((line) => slowdown(`till ${line}`, medians[line], baseline, most[line]));
}
