import type { PlannedRow } from "../../bulk/plan/plan.ts";
import { runJob } from "../../cli/jobs/run.ts";
import { selectProducts } from "../../cli/product-selection.ts";
import type { SelectionOptions } from "../../cli/selection.ts";
import type { Context } from "../../context/context.ts";
import type { CommandResult } from "../../context/host.ts";
import type { Target } from "../../resources/products/change.ts";
import { openCatalog } from "../../resources/products/read.ts";
import { deleteStep } from "../../resources/products/steps.ts";

/** Deletes products. Undo recreates them with new ids. */
export async function run(
  context: Context,
  references: string[],
  options: SelectionOptions,
): Promise<CommandResult> {
  const catalog = await openCatalog(context, "admin");
  return await runJob<Target>(context, {
    kind: "products.delete",
    title: "Delete products (undo recreates them with new ids)",
    ...(await selectProducts(context, catalog, references, options, { costs: true })),
    toSteps: (target) => plannedDeletion(target),
    options,
    dangerous: true,
  });
}

/** Returns the deletion of a product. A variant that was named by its SKU is not deleted, nor is its product. */
function plannedDeletion({ product, sku }: Target): PlannedRow {
  if (sku === undefined) return [deleteStep(product)];
  const { name, slug } = product;
  const message = `it is the SKU of a variant of "${name}"; to delete the product, name it by its handle, ${slug}`;
  return { problems: [{ source: sku, column: "sku", value: sku, rule: "variant", message }] };
}
