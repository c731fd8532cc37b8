import type { WireClient } from "../api/endpoint.ts";
import { sandbox } from "../api/services/sandbox/sandbox.ts";
import type { Context } from "../context/context.ts";
import { UsageError } from "../kernel/errors.ts";
import { formatCount } from "../kernel/text.ts";

/** Returns the control calls of the embedded sandbox. Throws UsageError for a hosted profile. */
export async function sandboxControl(
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

/** Display names of common document kinds; `sandbox status --json` lists all kinds. */
const kindLabels: Readonly<Record<string, string>> = {
  products: "products",
  "v3-products": "products",
  collections: "collections",
  "v3-categories": "categories",
  orders: "orders",
  events: "events",
  members: "members",
};

/** Describes document counts: `24 products, 5 collections`, or `nothing` if all are 0. */
export function describeCounts(counts: Record<string, number> | null | undefined): string {
  const stored = Object.entries(counts ?? {}).filter(([, count]) => count > 0);
  const parts = Object.entries(kindLabels).flatMap(([name, label]) => {
    const count = counts?.[name] ?? 0;
    return count > 0 ? [`${formatCount(count)} ${label}`] : [];
  });
  if (parts.length > 0) return parts.join(", ");
  return stored.length > 0 ? `${stored.length} kinds of documents` : "nothing";
}
