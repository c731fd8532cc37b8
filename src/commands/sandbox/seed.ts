import type { WireInput } from "../../api/endpoint.ts";
import type { Json } from "../../api/query/filter.ts";
import { sandbox } from "../../api/services/sandbox/sandbox.ts";
import { sameSiteLine } from "../../cli/same-site.ts";
import {
  controlFlags,
  describeCounts,
  type SandboxTarget,
  sandboxControl,
} from "../../cli/sandbox-control.ts";
import { readText } from "../../cli/source.ts";
import type { Context } from "../../context/context.ts";
import { ApiError, type ExitCode, exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import { withStreams } from "../../output/streams.ts";

interface SeedOptions extends SandboxTarget {
  catalog?: "v1" | "v3";
  orders?: number;
  ticketOrders?: number;
}

/** Fills the sandbox with the demo shop, generated products or a seed file, and with generated orders. */
export async function run(
  context: Context,
  [what]: string[],
  { catalog, orders, ticketOrders, ...target }: SeedOptions = {},
): Promise<ExitCode | undefined> {
  const control = await sandboxControl(context, target);
  const seeds: WireInput<typeof sandbox.seed>[] = [];
  if (what !== undefined || catalog || (orders ?? ticketOrders) === undefined)
    seeds.push({ ...(await parseSeed(context, what ?? "demo")), catalog });
  if (orders !== undefined) seeds.push({ orders });
  if (ticketOrders !== undefined) seeds.push({ ticketOrders });
  let counts: Parameters<typeof describeCounts>[0];
  for (const seed of seeds) {
    const answer = await control(sandbox.seed, seed).catch(rethrowWithHint(context, target));
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
  await context.printResult({ _kind: "sandbox", counts }, `The sandbox contains ${describeCounts(counts)}.`);
  return undefined;
}

function rethrowWithHint(context: Context, target: SandboxTarget): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof ApiError) || error.code !== "ALREADY_SEEDED") throw error;
    throw new TillError(exitCodes.conflict, `${error.message}.`, {
      code: error.code,
      hint: `To start over, run: ${sameSiteLine(context, "sandbox", "reset", ...controlFlags(target))}`,
      cause: error,
    });
  };
}

type SeedInput = { shop: string } | { count: number } | { data: Json };

interface NewOptions {
  catalog?: "v1" | "v3";
  empty?: boolean;
}

/** Adds a local sandbox as a profile and fills it with the demo shop, unless it is to be empty. */
export async function create(
  context: Context,
  [name = ""]: string[],
  { catalog = "v1", empty = false }: NewOptions,
): Promise<ExitCode> {
  const { streams, format } = context;
  const silent = withStreams(streams, { stdout: { ...streams.stdout, write: async () => {} } });
  const added = await context.command(["profiles", "create", name, "--platform", "sandbox"], silent);
  if (added.exitCode !== exitCodes.ok) return added.exitCode;
  const what = ["seed", empty ? "empty" : "demo", "--catalog", catalog];
  const seed = ["sandbox", ...what, "--profile", name, "--output", format];
  const { exitCode } = await context.command(seed, streams);
  if (exitCode !== exitCodes.ok) return exitCode;
  await context.notice(`Use it with: --profile ${name}`);
  return exitCodes.ok;
}

/** Parses `demo`, `empty`, a number of products, or the name of a seed file to the input of the seed call. Throws UsageError. */
export async function parseSeed(context: Context, what: string): Promise<SeedInput> {
  if (what === "demo") return { shop: "demo" };
  if (what === "empty" || what === "0") return { data: {} };
  if (/\.(ya?ml|json)$/i.test(what)) return { data: await readSeedFile(context, what) };
  const count = Number(what);
  if (/^\d+$/.test(what) && count >= 1 && count <= 1_000_000) return { count };
  throw new UsageError(
    `Invalid seed "${what}": expected demo, empty, a number of products from 1 to 1000000, or a .yaml or .json file.`,
    { field: "what" },
  );
}

/** Reads a seed file and checks it before anything is sent. Throws UsageError with the file and every problem in it. */
async function readSeedFile(context: Context, file: string): Promise<Json> {
  const [{ parse }, { parseShopData }, text] = await Promise.all([
    import("yaml"),
    import("../../sandbox/seed/shop-data.ts"),
    readText(context, file),
  ]);
  try {
    const data: unknown = parse(text);
    parseShopData(data);
    return data as Json;
  } catch (error) {
    // A YAML error continues with the lines around it.
    const why =
      error instanceof UsageError ? error.message : String((error as Error).message).split(":\n\n")[0];
    throw new UsageError(`${file}: ${why}`, { field: "what", cause: error });
  }
}
