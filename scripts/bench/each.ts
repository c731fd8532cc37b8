import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { alternate, type Figure, memory, perSecond, rate } from "./figures.ts";
import { baselines, environment, run, till } from "./programs.ts";

/**
 * Measures an update of all products of many sites, which one sandbox server holds in memory, against a loop with the same calls
 * for each site, eight sites at a time.
 */
export async function each(
  folder: string,
  sizes: { sites: number; products: number },
  rounds = 1,
): Promise<Figure[]> {
  mkdirSync(folder, { recursive: true });
  const sites = Array.from(
    { length: sizes.sites },
    (_, number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`,
  );
  const file = join(folder, "sites.csv");
  writeFileSync(file, `site\n${sites.join("\n")}\n`);
  const serving = ["sandbox", "start", "--memory", "--sites", String(sizes.sites), "--json"];
  const server = spawn(process.execPath, [till, ...serving, "--seed", String(sizes.products)], {
    env: environment({ TILL_HOME: folder }),
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const [line] = (await once(server.stdout, "data")) as [Buffer];
    const { baseUrl, apiKey } = JSON.parse(line.toString()) as Record<"baseUrl" | "apiKey", string>;
    const env = { TILL_BASE_URL: baseUrl, TILL_API_KEY: apiKey, TILL_HOME: join(folder, "home") };
    const onAll = (...words: string[]) =>
      run([till, "each", "--sites", file, "--yes", "--quiet", ...words], env);
    // Each site starts as a copy, made at its first request.
    await onAll("--", "products", "list", "--limit", "1");
    let peak = 0;
    const { mine, loop } = await alternate(rounds, {
      mine: async (round) => {
        const change = ["--filter", "price > 0", "--set", `brand=Till ${round}`];
        const ran = await onAll("--", "products", "update", ...change);
        peak = Math.max(peak, ran.peakMb);
        return ran.ms;
      },
      loop: async (round) => (await run([baselines.each, file, `Loop ${round}`], env)).ms,
    });
    const rows = sizes.sites * sizes.products;
    const what = `till each: update of ${sizes.sites} sites x ${sizes.products.toLocaleString("en-US")} products`;
    return [
      rate(what, mine, { name: "undici loop", ms: loop }, 0.4),
      perSecond(`${what}, rows`, rows, mine, 100),
      memory(`${what}, peak memory`, peak, 300),
    ];
  } finally {
    server.kill("SIGTERM");
    await once(server, "close");
  }
}
