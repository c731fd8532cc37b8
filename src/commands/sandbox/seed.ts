import type { Context } from "../../context.ts";
import { ApiError, type ExitCode, exitCodes, TillError, UsageError } from "../../errors.ts";
import { jsonText } from "../../output/json.ts";
import { controlOf, countWords } from "../sandbox-control.ts";

/** Fills the sandbox with the demo shop or with generated products. */
export async function run(
  context: Context,
  [what = "demo"]: string[],
  { catalog }: { catalog?: "v1" | "v3" } = {},
): Promise<ExitCode | undefined> {
  const control = await controlOf(context);
  const seed = parseSeed(what);
  const { counts, added = 0 } = await control
    .seed({ ...seed, ...(catalog && { catalog }) })
    .catch(seededAlready);
  if ("count" in seed && (added ?? 0) < seed.count)
    await context.notice(
      `Added ${added} of the generated products 1 to ${seed.count}; the others are there already.`,
    );
  if (context.globals.json) await context.streams.stdout.write(`${jsonText({ _kind: "sandbox", counts })}\n`);
  else await context.streams.stdout.write(`The sandbox holds ${countWords(counts)}.\n`);
  return undefined;
}

function seededAlready(error: unknown): never {
  if (!(error instanceof ApiError) || error.code !== "ALREADY_SEEDED") throw error;
  throw new TillError(exitCodes.conflict, "The demo shop is in this sandbox already.", {
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
