import type { Product } from "../../api/services/products.ts";
import type { Problem } from "../../bulk/engine/job.ts";
import type { Json, StepDraft } from "../../bulk/journal/step.ts";
import type { Guards } from "../../bulk/plan/guards.ts";
import type { PlannedRow } from "../../bulk/plan/plan.ts";
import type { EffectiveProfile } from "../../config/effective-profile.ts";
import { isSpreadsheetDate } from "../../files/cells.ts";
import type { ProductDraft, Stock } from "../../files/draft.ts";
import { sameJson } from "../../kernel/json.ts";
import { countOf } from "../../kernel/text.ts";
import { type StepProblem, stepProblems } from "./bounds.ts";
import type { Catalog } from "./catalog.ts";
import type { Match } from "./import-match.ts";
import { type KnownLabels, labelFields, meantLabel } from "./labels.ts";
import { belowDiscount, countPaid, guardPrices } from "./price-guards.ts";
import {
  type AnyProduct,
  inventoryOf,
  managedVariants,
  mediaUrls,
  optionsOf,
  preorderOf,
  variantKey,
} from "./snapshot.ts";
import { stockRows } from "./steps.ts";

/** What drafts are checked with. */
export interface DraftChecks {
  /** The limits of prices. Default: none. */
  guards?: Guards | undefined;
  /** Returns the name of a field's column in the file. Default: the name of the field. */
  columnOf?(field: string): string;
  /** Returns the currency of the shop, for products that do not exist yet; undefined if it is unknown. */
  currency(): Promise<string | undefined>;
  /** Returns the brands or ribbons of the shop. Absent if new ones may have names that are almost those of others. */
  labels?: KnownLabels | undefined;
  /** What to do about values that are too long, by field. Default: nothing is known. */
  remedies?: Readonly<Record<string, string>>;
}

/** Returns a function that reads the currency of the shop once: that of the profile, else of the first product. */
export function shopCurrency(
  context: { profile(): Promise<Pick<EffectiveProfile, "currency">> },
  catalog: Pick<Catalog, "currency">,
): DraftChecks["currency"] {
  const read = async () => (await context.profile()).currency ?? (await catalog.currency());
  let currency: ReturnType<typeof read> | undefined;
  return () => (currency ??= read());
}

const fieldName = (field: string) => field;

/**
 * Checks the plan of a draft. In: its steps. Out: these, with the prices that the guards allow, or the cells that the platform would
 * reject, each with its line and column.
 */
export async function checkDraft(
  plan: PlannedRow,
  draft: ProductDraft,
  match: Match,
  source: string,
  checks: DraftChecks & { catalog: Pick<Catalog, "version"> },
): Promise<PlannedRow> {
  if ("problems" in plan) return plan;
  const { guards, columnOf = fieldName, remedies = {} } = checks;
  const { version } = checks.catalog;
  const product = match.is === "existing" ? match.product : undefined;
  const label = await similarLabel(draft, product, checks);
  if (label !== undefined) return { problems: [{ source, line: draft.line, ...label }] };
  const lines = new Map(draft.variants.map(({ line, choices }) => [variantKey(choices), line]));
  const currency = product?.priceData?.currency;
  const guardCurrency = guards ? (currency ?? (await checks.currency()) ?? "USD") : "";
  const guarded = guards ? guardPrices(plan, product, guards, guardCurrency) : { steps: plan, problems: [] };
  const steps = guarded.steps.filter(({ before, after }) => !sameJson(before, after));
  const checked = {
    version,
    currency: currency ?? (steps.some(hasDecimals) ? await checks.currency() : undefined),
    media: product ? mediaUrls(product) : [],
  };
  const found = steps.flatMap((step) => stepProblems(step, checked));
  if (!found.some(({ field }) => field === "discount")) found.push(...belowDiscount(steps, product));
  found.push(...draftProblems(draft, product, version));
  if (found.length + guarded.problems.length === 0) {
    if (guards) countPaid(steps, product, guards, guardCurrency);
    return guarded.steps;
  }
  const located =
    (rule: string) =>
    ({ field, variant, message, ...problem }: StepProblem): Problem => ({
      source,
      line: lines.get(variant ?? "") ?? draft.line,
      column: optionColumn(columnOf, field),
      rule,
      ...problem,
      message: message.includes("maximum") ? `${message}${remedies[field] ?? ""}` : message,
    });
  return { problems: [...guarded.problems.map(located("guard")), ...found.map(located("bounds"))] };
}

/** Returns the brand or ribbon of a draft that is almost one of the shop, which it was probably meant to be. */
async function similarLabel(
  draft: ProductDraft,
  product: Product | undefined,
  { labels, columnOf = fieldName }: DraftChecks,
): Promise<Pick<Problem, "column" | "value" | "rule" | "message"> | undefined> {
  if (labels === undefined) return undefined;
  for (const field of labelFields) {
    const value = draft[field];
    if (!value || value === product?.[field]) continue;
    const meant = await meantLabel(labels, field, value);
    if (meant === undefined) continue;
    const message = `there is no ${field} "${value}". Did you mean "${meant}"? To create it, add: --create-labels`;
    return { column: columnOf(field), value, rule: field, message };
  }
  return undefined;
}

/** Returns what the rows of a product say that cannot be, whatever steps they make. */
function draftProblems(
  draft: ProductDraft,
  product: Product | undefined,
  version: Catalog["version"],
): StepProblem[] {
  return [
    ...damagedChoices(draft, product),
    ...stockProblems(draft, product, version),
    ...preorderProblems(draft, product),
    ...ownOfVariants(draft, product),
  ];
}

/** Returns stock that is a quantity for a part of the variants only, and stock of a product whose variants have other stock. */
function stockProblems(
  draft: ProductDraft,
  product: Product | undefined,
  version: Catalog["version"],
): StepProblem[] {
  const { stock, variants } = draft;
  // Stock is tracked for all or none.
  const hasQuantity = variants.some((variant) => variant.stock && "quantity" in variant.stock);
  const uncounted = hasQuantity
    ? variants.find((variant) => variant.stock && "inStock" in variant.stock && variant.stock.inStock)
    : undefined;
  if (uncounted !== undefined) {
    const message =
      "is in stock without a quantity, but other variants of the product have one; give it one, too";
    return [{ field: "stock", variant: variantKey(uncounted.choices), value: "InStock", message }];
  }
  const count = product ? managedVariants(product).size : version === "v3" ? newVariants(draft) : 0;
  if (!stock || variants.length > 0 || count === 0 || agrees(stock, product)) return [];
  const message = `the stock is that of the product's ${countOf(count, "variant")}; set it in their rows`;
  return [{ field: "stock", value: Object.values(stock).join(), message }];
}

/** Returns what the row of a product with options has and only its variants can have. */
function ownOfVariants(draft: ProductDraft, product: Product | undefined): StepProblem[] {
  if ((draft.options ?? (product ? optionsOf(product) : [])).length === 0) return [];
  const isPreordered = draft.preorder && draft.variants.every(({ preorder }) => preorder === undefined);
  const message = "is that of a variant; the product has options, so set it in the rows of its variants";
  const values = { barcode: draft.barcode, preorder: isPreordered ? "TRUE" : "" };
  return Object.entries(values).flatMap(([field, value]) => (value ? [{ field, value, message }] : []));
}

/** Returns the column of a field of the file; that of an option by its number. */
function optionColumn(columnOf: (field: string) => string, field: string): string {
  const [, number] = /^options(\d)$/.exec(field) ?? [];
  return number === undefined ? columnOf(field) : columnOf("options").replace("1", number);
}

/** Returns the choices that a spreadsheet has turned into dates, unless the product has them already. */
function damagedChoices({ options = [] }: ProductDraft, product: Product | undefined): StepProblem[] {
  const present = new Set(
    (product?.productOptions ?? []).flatMap(({ choices }) =>
      (choices ?? []).map((choice) => choice.description),
    ),
  );
  return options.flatMap(({ choices }, index) =>
    choices.flatMap(({ description: value }) =>
      isSpreadsheetDate(value) && !present.has(value)
        ? [
            {
              field: `options${index + 1}`,
              value,
              message: `a spreadsheet has probably turned "${value}" into a date. Format the column as text, and write the choice again`,
            },
          ]
        : [],
    ),
  );
}

/** Returns the number of variants of a new product on catalog v3; 0 without options. */
function newVariants({ options = [] }: ProductDraft): number {
  return options.length === 0 ? 0 : options.reduce((count, { choices }) => count * choices.length, 1);
}

/** Returns the preorders of a draft that the platform would refuse: of what it does not sell so, and limits that would have no effect. */
function preorderProblems(draft: ProductDraft, product: (AnyProduct & Product) | undefined): StepProblem[] {
  if (![draft, ...draft.variants].some(({ preorder }) => preorder)) return [];
  const rows = stockRows(draft);
  const stocks = rows.flatMap(([, { stock }]) => stock ?? []);
  const now = product && inventoryOf(product);
  const isTracked = stocks.length > 0 ? stocks.some((stock) => "quantity" in stock) : now?.tracked;
  const type = draft.type ?? product?.productType;
  const { length: subscribed = 0 } = draft.subscriptions ?? product?.catalogV3?.subscriptions ?? [];
  return rows.flatMap(([variant, { stock, preorder }]) => {
    if (!preorder) return [];
    if (type === "digital" || subscribed > 0) {
      const message = "cannot be on for a product that is digital or sold by subscription";
      return [{ field: "preorder", variant, value: "TRUE", message }];
    }
    const { limit } = preorderOf(preorder);
    const hasStock = stock !== undefined || (now !== undefined && variant in now.variants);
    if (limit === undefined || (hasStock && isTracked)) return [];
    const message =
      "counts beyond a quantity of stock, and neither the file nor the shop has one; give the row a quantity, or no limit";
    return [{ field: "preorderLimit", variant, value: String(limit), message }];
  });
}

/**
 * Whether the stock of a product in a file applies to all its variants: all are in stock, or all are sold out. The variants
 * of a new product are in stock.
 */
function agrees(stock: Stock, product: Product | undefined): boolean {
  if (!("inStock" in stock)) return false;
  const stocks = product ? Object.values(inventoryOf(product).variants) : [true];
  return stocks.every((level) => (typeof level === "number" ? level > 0 : level) === stock.inStock);
}

/** Whether a step has an amount with decimals: then the currency matters. */
function hasDecimals({ after }: StepDraft): boolean {
  const { price } = (after ?? {}) as { price?: Json };
  // Most rows are new products with a price.
  if (typeof price === "string" && price.includes(".")) return true;
  return /"(price|cost|value)":"\d+\.\d/.test(JSON.stringify(after));
}
