import type { Product } from "../../../api/services/products/products.ts";
import type { Problem } from "../../../bulk/engine/job.ts";
import type { StepDraft } from "../../../bulk/journal/step.ts";
import type { PlannedRow } from "../../../bulk/plan/plan.ts";
import type { Inventory, ProductDraft } from "../../../files/draft.ts";
import { sameJson } from "../../../kernel/json.ts";
import { countOf } from "../../../kernel/text.ts";
import type { CatalogVersion } from "../catalog.ts";
import type { Match } from "../import/matches.ts";
import { fieldsOf, inventoryOf, managedVariants, mediaOf, variantKey } from "../snapshot.ts";
import { stepProblems } from "./steps.ts";

/** Where a draft comes from, and what its values are checked with. */
export interface DraftSource {
  /** `shop.csv:12` */
  source: string;
  version: CatalogVersion;
  /** Returns the name of a field's column in the file. */
  columnOf(field: string): string;
  /** Returns the currency of the shop, for products that do not exist yet; undefined if it is unknown. */
  currency(): Promise<string | undefined>;
}

/** Returns the plan of a draft, or the cells that the platform would reject, each with its line and column. */
export async function checkDraft(
  plan: PlannedRow,
  draft: ProductDraft,
  match: Match,
  from: DraftSource,
): Promise<PlannedRow> {
  if ("problems" in plan) return plan;
  const product = match.is === "existing" ? match.product : undefined;
  const steps = plan.filter(({ before, after }) => !sameJson(before, after));
  const lines = new Map(draft.variants.map(({ line, choices }) => [variantKey(choices), line]));
  const price = product && fieldsOf(product).price;
  const checked = {
    version: from.version,
    currency: product?.priceData?.currency ?? (steps.some(hasDecimals) ? await from.currency() : undefined),
    price: typeof price === "string" ? price : undefined,
    media: product ? mediaOf(product) : [],
  };
  const found = steps.flatMap((step) => stepProblems(step, checked));
  const variants = product ? managedVariants(product).size : from.version === "v3" ? newVariants(draft) : 0;
  if (draft.inventory && draft.variants.length === 0 && variants > 0 && !agrees(draft.inventory, product)) {
    const message = `the stock is that of the product's ${countOf(variants, "variant")}; set it in their rows`;
    found.push({ field: "inventory", value: Object.values(draft.inventory).join(), message });
  }
  if (found.length === 0) return plan;
  const problems = found.map(
    ({ field, variant, ...problem }): Problem => ({
      source: from.source,
      line: lines.get(variant ?? "") ?? draft.line,
      column: from.columnOf(field),
      rule: "bounds",
      ...problem,
    }),
  );
  return { problems };
}

/** Returns the number of variants of a new product on catalog v3; 0 without options. */
function newVariants({ options = [] }: ProductDraft): number {
  return options.length === 0 ? 0 : options.reduce((count, { choices }) => count * choices.length, 1);
}

/**
 * Whether stock that a file has for a product is that of all its variants: they are all in stock, or all sold out. The
 * variants of a new product are in stock.
 */
function agrees(inventory: Inventory, product: Product | undefined): boolean {
  if (!("inStock" in inventory)) return false;
  const stocks = product ? Object.values(inventoryOf(product).variants) : [true];
  return stocks.every((one) => (typeof one === "number" ? one > 0 : one) === inventory.inStock);
}

/** Whether a step has an amount with decimals: then the currency matters. */
function hasDecimals({ after }: StepDraft): boolean {
  return /"(price|cost|value)":"\d+\.\d/.test(JSON.stringify(after));
}
