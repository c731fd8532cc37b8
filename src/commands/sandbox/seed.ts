import { describeCounts, sandboxControl } from "../../cli/sandbox-control.ts";
import type { Context } from "../../context/context.ts";
import { ApiError, type ExitCode, exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { jsonText } from "../../output/json.ts";

interface SeedOptions {
  catalog?: "v1" | "v3";
  orders?: number;
  ticketOrders?: number;
}

/** Fills the sandbox with the demo shop or generated products, and with generated orders. */
export async function run(
  context: Context,
  [what]: string[],
  { catalog, orders, ticketOrders }: SeedOptions = {},
): Promise<ExitCode | undefined> {
  const control = await sandboxControl(context);
  const seeds: Parameters<typeof control.seed>[0][] = [];
  if (what !== undefined || catalog || (orders ?? ticketOrders) === undefined)
    seeds.push({ ...parseSeed(what ?? "demo"), ...(catalog && { catalog }) });
  if (orders !== undefined) seeds.push({ orders });
  if (ticketOrders !== undefined) seeds.push({ ticketOrders });
  let counts: Parameters<typeof describeCounts>[0];
  for (const seed of seeds) {
    const answer = await control.seed(seed).catch(rethrowWithHint);
    counts = answer.counts;
    const [requested = 0, what] = seed.ticketOrders
      ? [seed.ticketOrders, "ticket orders"]
      : seed.orders
        ? [seed.orders, "orders"]
        : [seed.count ?? 0, "products"];
    const added = answer.added ?? 0;
    if (added < requested)
      await context.notice(`Added ${added} of ${requested} generated ${what}; the others already exist.`);
  }
  if (context.globals.json) await context.streams.stdout.write(`${jsonText({ _kind: "sandbox", counts })}\n`);
  else await context.streams.stdout.write(`The sandbox contains ${describeCounts(counts)}.\n`);
  return undefined;
}

function rethrowWithHint(error: unknown): never {
  if (!(error instanceof ApiError) || error.code !== "ALREADY_SEEDED") throw error;
  throw new TillError(exitCodes.conflict, `${error.message}.`, {
    code: error.code,
    hint: "To start over, run: till sandbox reset",
    cause: error,
  });
}

/** Parses `demo` or a number of products to the input of the seed call. Throws UsageError. */
export function parseSeed(what: string): { shop: string } | { count: number } {
  if (what === "demo") return { shop: "demo" };
  const count = Number(what);
  if (/^\d+$/.test(what) && count >= 1 && count <= 1_000_000) return { count };
  throw new UsageError(`Invalid seed "${what}": expected demo, or a number of products from 1 to 1000000.`, {
    field: "what",
  });
}
