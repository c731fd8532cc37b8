import type { WireClient } from "../api/endpoint.ts";
import { sandbox } from "../api/endpoints/sandbox.ts";
import type { Context } from "../context.ts";
import { UsageError } from "../errors.ts";

/** The control calls of the embedded sandbox. A hosted profile has none: UsageError. */
export async function controlOf(
  context: Context,
): Promise<WireClient<{ sandbox: typeof sandbox }>["sandbox"]> {
  const { hosted, profile } = await context.site();
  if (hosted) {
    throw new UsageError(`Profile "${profile}" is not the embedded sandbox.`, {
      field: "--profile",
      hint: "Add: --profile sandbox",
    });
  }
  return (await context.client({ sandbox })).sandbox;
}

/** Counts in words: `24 products, 5 collections`. */
export function countWords(counts: Record<string, number> | null | undefined): string {
  const parts = Object.entries(counts ?? {}).flatMap(([name, count]) =>
    count > 0 ? [`${count.toLocaleString("en-US")} ${name}`] : [],
  );
  return parts.length > 0 ? parts.join(", ") : "nothing";
}
