import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { calls } from "./bench/calls.ts";
import { captures } from "./bench/captures.ts";
import { checkout } from "./bench/checkout.ts";
import { copies } from "./bench/copies.ts";
import { each } from "./bench/each.ts";
import { type Figure, figureTable } from "./bench/figures.ts";
import { exports, imports, variantImports } from "./bench/files.ts";
import { identity } from "./bench/identity.ts";
import { journals } from "./bench/journals.ts";
import { questions, syncs } from "./bench/mirror.ts";
import { pages } from "./bench/pages.ts";
import { serve } from "./bench/programs.ts";
import { screen } from "./bench/screen.ts";
import { startup } from "./bench/startup.ts";
import { testing } from "./bench/testing.ts";
import { tickets } from "./bench/tickets.ts";
import { types } from "./bench/types.ts";
import { updates } from "./bench/updates.ts";
import { webhooks } from "./bench/webhooks.ts";

/**
 * Measures the speed and memory of the built program and fails if a bound is missed. `--quick` uses small sizes,
 * `--write` replaces the table in docs/benchmarks.md, arguments select parts.
 */
const quick = process.argv.includes("--quick");
const chosen = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const sizes = quick
  ? {
      catalog: 10_000,
      updates: 1_000,
      rows: 1_000,
      events: 5_000,
      orders: 1_000,
      tickets: 5_000,
      each: { sites: 10, products: 200 },
    }
  : {
      catalog: 100_000,
      updates: 10_000,
      rows: 100_000,
      events: 20_000,
      orders: 10_000,
      tickets: 50_000,
      each: { sites: 200, products: 1_000 },
    };
if (process.argv.includes("--write") && (quick || chosen.length > 0))
  throw new Error("--write keeps whole, full runs only");
const folder = mkdtempSync(join(tmpdir(), "till-bench-"));

/** Parts that share a sandbox do it one after the other; each sandbox is a folder and a process of its own. */
const parts: Record<string, () => Promise<Figure[]>> = {
  startup: () => startup(join(folder, "startup"), quick),
  identity: () => identity(join(folder, "identity"), quick),
  checkout: () => checkout(join(folder, "checkout"), quick),
  testing,
  types: async () => types(quick),
  screen: () => screen(join(folder, "screen"), sizes.catalog, quick),
  exports: () =>
    served("catalog", sizes.catalog, (sandbox, at) => exports(at, sandbox, sizes.catalog, quick)),
  /** Says something at full size only: what a router adds to a query of a small table is the same. */
  pages: async () => {
    if (quick) return [];
    await served("catalog", sizes.catalog, async () => []);
    return await pages(join(folder, "catalog"));
  },
  updates: () =>
    served("updates", sizes.updates, (sandbox, at) => updates(at, sandbox, sizes.updates, quick)),
  journals: () =>
    served("journals", sizes.updates, (sandbox, at) => journals(at, sandbox, sizes.updates, quick)),
  each: () => each(join(folder, "each"), sizes.each, quick ? 2 : 1),
  calls: async () => [
    ...(await served("calls-v1", undefined, (sandbox, at) => calls(at, sandbox, "v1", 1000))),
    ...(await served("calls-v3", undefined, (sandbox, at) => calls(at, sandbox, "v3", 1000))),
  ],
  webhooks: () => webhooks(join(folder, "webhooks"), sizes.events, quick),
  captures: () => captures(join(folder, "captures"), sizes.orders, quick),
  tickets: () => tickets(join(folder, "tickets"), sizes.tickets, quick),
  syncs: () => syncs(join(folder, "syncs"), quick ? 2_000 : 20_000),
  questions: () =>
    served("catalog", sizes.catalog, (sandbox, at) => questions(at, sandbox, sizes.catalog, quick)),
  copies: () => served("catalog", sizes.catalog, (sandbox, at) => copies(at, sandbox, sizes.catalog)),
  imports: () => served("imports", 1, (sandbox, at) => imports(at, sandbox, sizes.rows)),
  variants: () => variantImports(join(folder, "variants"), sizes.rows / 20),
};

async function served(
  name: string,
  products: number | undefined,
  measure: (sandbox: Awaited<ReturnType<typeof serve>>, at: string) => Promise<Figure[]>,
): Promise<Figure[]> {
  const at = join(folder, name);
  mkdirSync(at, { recursive: true });
  const sandbox = await serve(at, products);
  try {
    return await measure(sandbox, at);
  } finally {
    await sandbox.stop();
  }
}

const figures: Figure[] = [];
try {
  for (const [name, measure] of Object.entries(parts)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    process.stderr.write(`${name} …\n`);
    figures.push(...(await measure()));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const table = figureTable(figures);
process.stdout.write(`${table}\n`);
if (figures.some(({ holds }) => !holds)) process.exitCode = 1;

if (process.argv.includes("--write")) {
  const memory = Math.round(totalmem() / 1024 ** 3);
  const machine = `${availableParallelism()} cores of ${cpus()[0]?.model.trim()}, ${memory} GB, ${process.platform}, Node ${process.versions.node}`;
  const day = new Date().toISOString().slice(0, 10);
  const page = readFileSync("docs/benchmarks.md", "utf8");
  const measured = `${day}, ${machine}:\n\n${table}\n`;
  writeFileSync("docs/benchmarks.md", page.replace(/^\d{4}-\d\d-\d\d, .*\n\n(\|.*\n)+/m, measured));
}
