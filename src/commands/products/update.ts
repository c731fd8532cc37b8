import { parseChanges } from "../../bulk/language/change.ts";
import { type Guards, parseCap, parseFloor } from "../../bulk/plan/guards.ts";
import { runJob } from "../../cli/jobs/run.ts";
import type { SelectionOptions } from "../../cli/selection.ts";
import type { CommandResult } from "../../context/command-result.ts";
import type { Context } from "../../context/context.ts";
import { UsageError } from "../../kernel/errors.ts";
import { checkSets } from "../../resources/products/bounds/sets.ts";
import { changeSteps, needsCosts } from "../../resources/products/changes.ts";
import { collectionNames } from "../../resources/products/collection-names.ts";
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
  const changes = parseChanges(texts, productChangeFields);
  const guards: Guards = {
    field: "price",
    ...(options.floor !== undefined && { floor: parseFloor(options.floor, productChangeFields) }),
    ...(options.capChange !== undefined && { cap: parseCap(options.capChange) }),
  };
  const catalog = await catalogClient(context, "admin", { stock: /stock/i.test(options.filter ?? "") });
  const { version } = catalog;
  checkSets(changes, { version });
  const costs = needsCosts(changes) || /\bcost\b/.test(options.floor ?? "");
  const change = { changes, guards, variants: options.variants };
  return await runJob(context, {
    kind: "products.update",
    title: `Set ${texts.join(", ")}`,
    rows: await selectProducts(context, catalog, references, options, { costs }),
    toSteps: (product) => {
      checkSets(changes, { version, currency: product.priceData?.currency ?? undefined });
      const planned = changeSteps(product, change);
      if ("steps" in planned) return planned.steps;
      const { field, value, message } = planned;
      return {
        problems: [
          { source: product.slug ?? product.id ?? "", column: field, value, rule: "change", message },
        ],
      };
    },
    options,
    // Sends what planning has read, as far as it is kept.
    work: await catalog.work(collectionNames(catalog.client)),
    dangerous: options.all === true,
  });
}
