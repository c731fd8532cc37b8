import { parseChanges } from "../../bulk/language/change.ts";
import { type Guards, parseCap, parseFloor } from "../../bulk/plan/guards.ts";
import { runJob } from "../../cli/jobs/run.ts";
import type { SelectionOptions } from "../../cli/selection.ts";
import type { CommandResult } from "../../context/command-result.ts";
import type { Context } from "../../context/context.ts";
import { UsageError } from "../../kernel/errors.ts";
import { checkSets } from "../../resources/products/bounds/sets.ts";
import { changePlanner, needsCosts, plannedRow } from "../../resources/products/change/edits.ts";
import { resolveChanges } from "../../resources/products/change/names.ts";
import { readsFields } from "../../resources/products/change/plan.ts";
import { productChangeFields } from "../../resources/products/fields.ts";
import { catalogClient } from "../../resources/products/read.ts";
import { selectProducts } from "./select.ts";

interface UpdateOptions extends SelectionOptions {
  set?: string[];
  floor?: string;
  capChange?: string;
  variants: "move" | "leave";
}

/** Changes products given by reference, from stdin, or by filter. */
export async function run(
  context: Context,
  references: string[],
  options: UpdateOptions,
): Promise<CommandResult> {
  const texts = options.set ?? [];
  if (texts.length === 0) {
    throw new UsageError("Nothing to change.", {
      field: "--set",
      hint: "For example: --set price=+10% or --set visible=false",
    });
  }
  const typed = parseChanges(texts, productChangeFields);
  const guards: Guards = {
    field: "price",
    ...(options.floor !== undefined && { floor: parseFloor(options.floor, productChangeFields) }),
    ...(options.capChange !== undefined && { cap: parseCap(options.capChange) }),
  };
  const stock = /stock/i.test(options.filter ?? "") || readsFields(typed, "stock", "inStock");
  const catalog = await catalogClient(context, "admin", { stock });
  const { version } = catalog;
  checkSets(typed, { version });
  const changes = await resolveChanges(typed, catalog);
  const costs = needsCosts(changes) || /\bcost\b/.test(options.floor ?? "");
  const plan = changePlanner(catalog.names, { changes, guards, variants: options.variants });
  const targets = await selectProducts(context, catalog, references, options, { costs });
  let skipped = 0;
  const rows = async function* () {
    yield* targets;
    if (skipped > 0) await context.notice(skippedNotice(skipped));
  };
  return await runJob(context, {
    kind: "products.update",
    title: `Set ${texts.join(", ")}`,
    rows: rows(),
    async toSteps(target) {
      checkSets(changes, { version, currency: target.product.priceData?.currency ?? undefined });
      const planned = await plan(target);
      if ("steps" in planned && planned.skipsBase) skipped += 1;
      return plannedRow(target.product, planned);
    },
    options,
    // Sends what planning has read, as far as it is kept.
    work: await catalog.work(catalog.names),
    dangerous: options.all === true,
  });
}

function skippedNotice(count: number): string {
  const subject = count === 1 ? "1 product has" : `${count} products have`;
  return `${subject} a base price of 0 and variants with prices: only the prices of the variants change.`;
}
