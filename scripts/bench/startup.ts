import { join } from "node:path";
import { alternate, type Figure, slowdown } from "./figures.ts";
import { run, till } from "./programs.ts";

/** In processor time, which other work on the machine changes least. */
const most = {
  "--version": 1.25,
  "--help": 1.8,
  "products update --help": 2,
  "products list --json": 4.5,
  "orders capture --authorized --dry-run": 7,
  api: 2.6,
  "__complete products list --out": 1.8,
  "__complete api products": 1.9,
};

/** Measures start-up against `node -e 0` of the same Node, with the demo shop. */
export async function startup(folder: string, quick: boolean): Promise<Figure[]> {
  const home = join(folder, "startup");
  const env = { TILL_HOME: home, TILL_PROFILE: "sandbox" };
  await run([till, "sandbox", "seed", "demo"], env);
  const start = (args: readonly string[]) => async () => (await run(args, env)).cpuMs;
  const lines = Object.keys(most) as (keyof typeof most)[];
  const medians = await alternate(quick ? 5 : 21, {
    bare: start(["-e", "0"]),
    ...Object.fromEntries(lines.map((line) => [line, start([till, ...line.split(" ")])])),
  } as Record<"bare" | keyof typeof most, () => Promise<number>>);
  const baseline = { name: "node -e 0", ms: medians.bare };
  return lines.map((line) => slowdown(`till ${line}, processor time`, medians[line], baseline, most[line]));
}
