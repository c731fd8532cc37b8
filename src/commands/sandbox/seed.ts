import { describeCounts, sandboxControl } from "../../cli/sandbox-control.ts";
import type { Context } from "../../context/context.ts";
import { ApiError, type ExitCode, exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { jsonText } from "../../output/json.ts";

interface SeedOptions {
  catalog?: "v1" | "v3";
  orders?: number;
  ticketOrders?: number;
}

/** Fills the sandbox with the demo shop, or with generated products; orders come on top, or alone. */
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
    const answer = await control.seed(seed).catch(seededAlready);
    counts = answer.counts;
    const [asked = 0, what] = seed.ticketOrders
      ? [seed.ticketOrders, "ticket orders"]
      : seed.orders
        ? [seed.orders, "orders"]
        : [seed.count ?? 0, "products"];
    const added = answer.added ?? 0;
    if (added < asked)
      await context.notice(
        `Added ${added} of the generated ${what} 1 to ${asked}; the others are there already.`,
      );
  }
  if (context.globals.json) await context.streams.stdout.write(`${jsonText({ _kind: "sandbox", counts })}\n`);
  else await context.streams.stdout.write(`The sandbox holds ${describeCounts(counts)}.\n`);
  return undefined;
}

function seededAlready(error: unknown): never {
  if (!(error instanceof ApiError) || error.code !== "ALREADY_SEEDED") throw error;
  throw new TillError(exitCodes.conflict, `${error.message}.`, {
    code: error.code,
    hint: "To begin anew: till sandbox reset",
    cause: error,
  });
}

/** `demo` or a number of products, as the seed call takes it. */
export function parseSeed(what: string): { shop: string } | { count: number } {
  if (what === "demo") return { shop: "demo" };
  const count = Number(what);
  if (/^\d+$/.test(what) && count >= 1 && count <= 1_000_000) return { count };
  throw new UsageError(`"${what}" is no seed: say demo, or a number of products from 1 to 1000000.`, {
    field: "what",
  });
}
