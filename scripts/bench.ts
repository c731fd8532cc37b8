import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { captures } from "./bench/captures.ts";
import { checkout } from "./bench/checkout.ts";
import { type Figure, figureTable } from "./bench/figures.ts";
import { exports, imports } from "./bench/files.ts";
import { identity } from "./bench/identity.ts";
import { pages } from "./bench/pages.ts";
import { serve } from "./bench/programs.ts";
import { screen } from "./bench/screen.ts";
import { startup } from "./bench/startup.ts";
import { tickets } from "./bench/tickets.ts";
import { types } from "./bench/types.ts";
import { updates } from "./bench/updates.ts";
import { webhooks } from "./bench/webhooks.ts";

/**
 * Measures what till promises about speed and memory, on the built program; fails where a bound is missed.
 * --quick takes small sizes, --write keeps the table in docs/benchmarks.md, words choose among the parts.
 */
const quick = process.argv.includes("--quick");
const chosen = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const sizes = quick
  ? { catalog: 10_000, updates: 1_000, rows: 1_000, events: 5_000, orders: 1_000, tickets: 5_000 }
  : { catalog: 100_000, updates: 10_000, rows: 100_000, events: 20_000, orders: 10_000, tickets: 50_000 };
if (process.argv.includes("--write") && (quick || chosen.length > 0))
  throw new Error("--write keeps whole, full runs only");
const folder = mkdtempSync(join(tmpdir(), "till-bench-"));

/** Parts that share a sandbox do it one after the other; each sandbox is a folder and a process of its own. */
const parts: Record<string, () => Promise<Figure[]>> = {
  startup: () => startup(join(folder, "startup"), quick),
  identity: () => identity(join(folder, "identity"), quick),
  checkout: () => checkout(join(folder, "checkout"), quick),
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
  webhooks: () => webhooks(join(folder, "webhooks"), sizes.events, quick),
  captures: () => captures(join(folder, "captures"), sizes.orders, quick),
  tickets: () => tickets(join(folder, "tickets"), sizes.tickets, quick),
  imports: () => served("imports", 1, (sandbox, at) => imports(at, sandbox, sizes.rows)),
};

async function served(
  name: string,
  products: number,
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
  writeFileSync(
    "docs/benchmarks.md",
    `# Benchmarks

\`npm run bench\` measures the built program and fails where a bound is missed; \`npm run bench -- --write\` also writes
this page. Each time is the median of runs that take turns with the baseline's. The baselines are the plain scripts in
\`scripts/bench\`: they send the same calls over the same socket, reads included, and keep no journal.

${day}, ${machine}:

${table}

- Start-up: wall time of the whole process, the list on the sandbox with the demo shop.
- Identity: \`whoami\` of a member who is signed in; the login until its address is printed and its port accepts.
- Exports: from a sandbox in a process of its own; the loop pages the same products and writes the same bytes.
- Page: 50 products of one brand above a price, sorted by name, through the router in one process; the baseline is the
  same SQL on \`node:sqlite\` with the same page cache, without reading the documents it returns.
- Updates: the loop lists all products, reads each hundred again and sends the same writes, eight at a time.
- Events: from the outbox of a sandbox through its signature (RS256) to a server on loopback, the start of the process
  included; the baseline reads and signs the same rows and posts them with \`node:http\`, sixteen at a time, and keeps
  neither order nor position.
- Captures: the loop lists the authorized orders with their payments, reads each hundred again and captures them one by
  one, eight at a time. It keeps no journal, and does not say what came of them.
- Tickets: the list and the door over a socket; the loop checks in the same tickets, eight at a time.
- Screen: on a pseudo-terminal, from the start of the process to the first rows; from reading a key to writing the next
  frame, measured inside, with PgDn held through the whole list; and the peak memory of that.
- Completion: the words that a shell sends when Tab is pressed.
- Peak memory is the largest resident set of the till process; Node itself takes about 45 MB of it.
`,
  );
}
