import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { calls } from "./bench/calls.ts";
import { captures } from "./bench/captures.ts";
import { checkout } from "./bench/checkout.ts";
import { compare } from "./bench/compare.ts";
import { copies } from "./bench/copies.ts";
import { each } from "./bench/each.ts";
import { besideNode, type Figure, figureTable, ofFew } from "./bench/figures.ts";
import { exports, exportWithCosts, importLoop, imports, rowCosts, variantImports } from "./bench/files.ts";
import { identity } from "./bench/identity.ts";
import { journals } from "./bench/journals.ts";
import { questions, syncs } from "./bench/mirror.ts";
import { pages } from "./bench/pages.ts";
import { run, serve } from "./bench/programs.ts";
import { screen } from "./bench/screen.ts";
import { startup } from "./bench/startup.ts";
import { testing } from "./bench/testing.ts";
import { tickets } from "./bench/tickets.ts";
import { types } from "./bench/types.ts";
import { updates } from "./bench/updates.ts";
import { webhooks } from "./bench/webhooks.ts";

/**
 * Measures the speed and memory of the built program and fails if a bound is missed: within six minutes, with `--quick` in one (small
 * sizes, each once), with `--full` as long as it takes. `--compare` also installs other tools of its kind into a temporary folder and
 * measures them; `--write` replaces the table in docs/benchmarks.md; `--unjudged` fails only if something cannot be measured; arguments
 * select parts.
 */
const { values: flags, positionals: chosen } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: "boolean", default: false },
    full: { type: "boolean" },
    compare: { type: "boolean" },
    write: { type: "boolean" },
    unjudged: { type: "boolean" },
  },
});
const { quick } = flags;
const size = {
  quick: {
    ...{ catalog: 2_000, updates: 300, rows: 1_000, events: 2_000, orders: 300, tickets: 1_000 },
    ...{ steps: 5_000, jobs: 10, each: { sites: 5, products: 200 }, syncs: 500, copies: 500 },
  },
  usual: {
    ...{ catalog: 10_000, updates: 1_000, rows: 10_000, events: 5_000, orders: 1_000, tickets: 5_000 },
    ...{ steps: 20_000, jobs: 40, each: { sites: 40, products: 250 }, syncs: 5_000, copies: 5_000 },
  },
  full: {
    ...{ catalog: 100_000, updates: 10_000, rows: 100_000, events: 20_000, orders: 10_000, tickets: 50_000 },
    ...{ steps: 100_000, jobs: 200, each: { sites: 200, products: 1_000 }, syncs: 20_000, copies: 100_000 },
  },
}[quick ? "quick" : flags.full ? "full" : "usual"];
if (flags.write && (quick || chosen.length > 0)) throw new Error("--write keeps whole runs only");

/** Parts that share a sandbox do it one after the other; each sandbox is a folder and a process of its own. */
const parts: Record<string, () => Promise<Figure[]>> = {
  startup: () => startup(join(folder, "startup"), quick),
  identity: () => identity(join(folder, "identity"), quick),
  checkout: () => checkout(join(folder, "checkout"), quick),
  testing: () => testing(quick),
  types: async () => types(quick),
  screen: () => screen(join(folder, "screen"), size.catalog, quick),
  exports: () => served("catalog", size.catalog, (sandbox, at) => exports(at, sandbox, size.catalog, quick)),
  /** Says nothing at small sizes: what a router adds to a query of a small table is the same. */
  pages: async () => {
    if (quick) return [];
    await served("catalog", size.catalog, async () => []);
    return await pages(join(folder, "catalog"));
  },
  updates: () =>
    served("updates", size.updates, async (sandbox, at) => [
      ...(await updates(at, sandbox, size.updates, quick)),
      ...(await exportWithCosts(at, sandbox, size.updates, quick)),
    ]),
  journals: () =>
    served("journals", size.updates, (sandbox, at) =>
      journals(at, sandbox, { products: size.updates, steps: size.steps, jobs: size.jobs }, quick),
    ),
  each: () => each(join(folder, "each"), size.each),
  calls: async () => [
    ...(quick ? [] : await served("calls-v1", undefined, (sandbox, at) => calls(at, sandbox, "v1", 1000))),
    ...(await served("calls-v3", undefined, (sandbox, at) => calls(at, sandbox, "v3", 1000))),
  ],
  webhooks: () => webhooks(join(folder, "webhooks"), size.events, quick),
  captures: () => captures(join(folder, "captures"), size.orders, quick),
  tickets: () => tickets(join(folder, "tickets"), size.tickets, quick),
  syncs: () => syncs(join(folder, "syncs"), size.syncs),
  questions: () =>
    served("catalog", size.catalog, (sandbox, at) => questions(at, sandbox, size.catalog, quick)),
  copies: () => served("copies", size.copies, (sandbox, at) => copies(at, sandbox, size.copies)),
  imports: () => served("imports", 1, (sandbox, at) => imports(at, sandbox, size.rows)),
  loop: () => served("loop", 1, (sandbox, at) => importLoop(at, sandbox, size.updates, quick)),
  variants: () => variantImports(join(folder, "variants"), Math.max(500, size.rows / 20), quick),
  rows: () => rowCosts(join(folder, "rows"), 2 * size.updates, quick),
  compare: async () =>
    flags.compare || chosen.includes("compare") ? await compare(join(folder, "compare"), quick) : [],
};

const unknown = chosen.find((name) => !Object.hasOwn(parts, name));
if (unknown !== undefined) throw new Error(`No part is called ${unknown}: ${Object.keys(parts).join(", ")}`);
const folder = mkdtempSync(join(tmpdir(), "till-bench-"));

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
const began = performance.now();
try {
  for (const [name, measure] of Object.entries(parts)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    const started = performance.now();
    figures.push(...(await measure()));
    process.stderr.write(`${name}: ${((performance.now() - started) / 1000).toFixed(0)} s\n`);
  }
  process.stderr.write(`all: ${((performance.now() - began) / 1000).toFixed(0)} s\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const { peakMb } = await run(["-e", "0"], {});
const judged = quick ? figures.map(ofFew) : figures;
const table = figureTable(judged.map((figure) => besideNode(figure, peakMb)));
process.stdout.write(`${table}\n`);
if (!flags.unjudged && judged.some(({ holds }) => !holds)) process.exitCode = 1;

if (flags.write) {
  const memory = Math.round(totalmem() / 1024 ** 3);
  const machine = `${availableParallelism()} cores of ${cpus()[0]?.model.trim()}, ${memory} GB, ${process.platform}, Node ${process.versions.node}`;
  const day = new Date().toISOString().slice(0, 10);
  const page = readFileSync("docs/benchmarks.md", "utf8");
  const measured = `${day}, ${machine}:\n\n${table}\n`;
  writeFileSync("docs/benchmarks.md", page.replace(/^\d{4}-\d\d-\d\d, .*\n\n(\|.*\n)+/m, measured));
}
