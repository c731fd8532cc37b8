import type { Product } from "../../api/services/products.ts";
import type { Problem } from "../../bulk/engine/job.ts";
import type { Json, StepDraft } from "../../bulk/journal/step.ts";
import type { Guards } from "../../bulk/plan/guards.ts";
import type { PlannedRow } from "../../bulk/plan/plan.ts";
import type { EffectiveProfile } from "../../config/effective-profile.ts";
import { rowOf } from "../../files/csv.ts";
import type { RowProblem } from "../../files/dialect.ts";
import { dialects } from "../../files/dialects.ts";
import type { Inventory, OptionDraft, ProductDraft, VariantDraft } from "../../files/draft.ts";
import { sameJson } from "../../kernel/json.ts";
import { countOf } from "../../kernel/text.ts";
import { stepProblems } from "./bounds.ts";
import type { Catalog, CatalogVersion } from "./catalog.ts";
import type { CollectionNames } from "./collection-names.ts";
import { draftOf } from "./draft.ts";
import type { Handles } from "./handles.ts";
import { type Found, findByHandle, findByKey, keysOf, type Match, type MatchOptions } from "./import-find.ts";
import { matchDrafts } from "./import-match.ts";
import { type KnownLabels, labelFields, meantLabel } from "./labels.ts";
import { guardPrices } from "./price-guards.ts";
import { fieldsOf, inventoryOf, managedVariants, mediaOf, variantKey } from "./snapshot.ts";
import { draftSteps, withKeys } from "./steps.ts";

/** A draft and where it comes from, or why there is none. */
export interface SourcedDraft {
  draft?: ProductDraft;
  problems: readonly RowProblem[];
  /** `shop.csv:12` */
  source: string;
}

/** How drafts are planned. */
export interface DraftPlan {
  catalog: Catalog;
  handles: Handles;
  names: CollectionNames;
  match: MatchOptions;
  checks: DraftChecks;
  /** Finds the products of drafts. Default: by the key of `match`, or by their handles. */
  find?(drafts: readonly ProductDraft[]): Promise<Found>;
  /** Whether the preview shows the key of `match`, by which people named the products. */
  showsKeys?: boolean;
  /** Whether collections may be created whose names are almost those of others. Default: yes. */
  createsCollections?: boolean;
  /** The names of collections that the job creates. Default: none yet. */
  announced?: Set<string>;
  /**
   * Returns a draft with the media ids that its product has already; media that were sent before are sent again if the
   * product has fewer now. Default: as it is.
   */
  withMedia?(draft: ProductDraft, present: readonly string[]): ProductDraft;
}

/** Plans products of a file or a snapshot, a batch at a time. */
export interface DraftPlanner {
  plan(rows: readonly SourcedDraft[]): Promise<PlannedRow[]>;
  /** Returns a notice about choices whose color in the input was not used, if there are any. */
  keptColors(): string | undefined;
}

/** Returns a planner of drafts: it matches them with existing products, and checks what the platform would reject. */
export function draftPlanner({
  catalog,
  handles,
  names,
  match,
  checks,
  announced = new Set(),
  find,
  showsKeys = false,
  withMedia,
  createsCollections,
}: DraftPlan): DraftPlanner {
  const { fit, version } = catalog;
  const { dialect, key } = match;
  const colors = version === "v3" ? sharedColors() : undefined;
  return {
    async plan(rows) {
      const batch = rows.map((row) => (row.draft && fit ? { ...row, draft: fit(row.draft) } : row));
      const drafts = batch.flatMap(({ draft }) => draft ?? []);
      const found = await (find
        ? find(drafts)
        : key === undefined
          ? findByHandle(catalog, handles, drafts, dialect)
          : findByKey({ catalog, handles, key }, drafts));
      const matches = await matchDrafts(catalog, handles, drafts, found, match);
      const plans: PlannedRow[] = [];
      for (const { draft, problems, source } of batch) {
        const own = draft && matches.get(draft);
        if (draft === undefined || own === undefined) {
          plans.push({ problems: problems.map((problem) => ({ ...problem, source })) });
          continue;
        }
        const product = own.is === "existing" ? own.product : undefined;
        const present = product ? mediaOf(product) : [];
        const changed = product && dialect === "shopify" ? withoutExported(draft, product, fit) : draft;
        const shared = colors?.share(changed, product) ?? changed;
        if (withMedia && own.is === "existing" && own.mediaSources?.length !== present.length)
          delete own.mediaSources;
        const complete = withMedia?.(shared, present) ?? shared;
        const planned = await draftSteps(complete, own, {
          source,
          names,
          announced,
          version,
          taxGroups: catalog.taxGroups,
          createsCollections,
        });
        const steps = withKeys(
          planned,
          draft.name ?? product?.name ?? undefined,
          key === undefined || !showsKeys ? [] : keysOf(draft, key),
        );
        plans.push(await checkDraft(steps, complete, own, { ...checks, source }));
      }
      return plans;
    },
    keptColors: () => colors?.kept(),
  };
}

/**
 * Returns a draft of a Shopify file without what an export of its product would say as well. The format has no colors of choices, no
 * percentages and no stock without a quantity: reading back what was written would change them although nobody did. A choice that the
 * product has keeps its color.
 */
function withoutExported(
  draft: ProductDraft,
  product: Product,
  fit: NonNullable<Catalog["fit"]> = (read) => read,
): ProductDraft {
  const present = draftOf(product, [], "shopify");
  const read = readBack(present);
  if (read === undefined) return draft;
  const exported = fit(read);
  const same = (names: readonly (keyof ProductDraft)[]) =>
    names.every((name) => sameJson(draft[name], exported[name]));
  const own = new Map(
    present.variants.map((variant, index) => [
      variantKey(variant.choices),
      { variant, written: exported.variants[index] },
    ]),
  );
  const pricesOf = ({ price, discount, variants }: ProductDraft) => ({
    price,
    discount,
    variants: variants.map((variant) => variant.price),
  });
  const keepsPrices = sameJson(pricesOf(draft), pricesOf(exported));
  const keepsOptions = same(["options"]);
  const { price, discount, options, inventory, ...others } = draft;
  return {
    ...others,
    ...(!keepsPrices && { price, discount }),
    ...(!keepsOptions && { options: options && withColors(options, present.options) }),
    inventory: same(["inventory"]) ? present.inventory : inventory,
    variants: draft.variants.map(({ price, inventory, ...variant }) => {
      const { variant: known, written } = own.get(variantKey(variant.choices)) ?? {};
      return {
        ...variant,
        ...(!keepsPrices && { price }),
        inventory: sameJson(inventory, written?.inventory) ? known?.inventory : inventory,
      };
    }),
  };
}

/** Returns what an import reads from the rows that an export of a product has in a Shopify file. */
function readBack(draft: ProductDraft): ProductDraft | undefined {
  const { header, toRows, assemble } = dialects.shopify;
  // More options than the format has are an error of the export.
  if ((draft.options ?? []).length > 3) return undefined;
  const columns = header({ cost: true });
  const rows = toRows(draft, columns).map((cells, index) => rowOf(columns, index, cells, true));
  return assemble(rows, { decimal: "." }).draft;
}

/** Returns options with the colors that the same choices have now. */
function withColors(options: readonly OptionDraft[], present: readonly OptionDraft[] = []): OptionDraft[] {
  return options.map((option) => {
    const known = present.find(({ name, type }) => name === option.name && type === "color");
    if (known === undefined) return option;
    const choices = option.choices.map(
      (choice) => known.choices.find(({ description }) => description === choice.description) ?? choice,
    );
    return { ...option, type: "color", choices };
  });
}

/** What all drafts of a file are checked with. */
export type DraftChecks = Omit<DraftSource, "source">;

/** Returns what drafts are checked with. The currency is that of the profile, else of the first product. */
export function draftChecks(
  context: { profile(): Promise<Pick<EffectiveProfile, "currency">> },
  { currency: shopCurrency, version }: Pick<Catalog, "currency" | "version">,
  columnOf: DraftChecks["columnOf"] = (field) => field,
  guards?: Guards,
): DraftChecks {
  const read = async () => (await context.profile()).currency ?? (await shopCurrency());
  let currency: ReturnType<typeof read> | undefined;
  return { version, guards, columnOf, currency: () => (currency ??= read()) };
}

/** Where a draft comes from, and what its values are checked with. */
interface DraftSource {
  /** `shop.csv:12` */
  source: string;
  version: CatalogVersion;
  /** The limits of prices. Default: none. */
  guards?: Guards | undefined;
  /** Returns the name of a field's column in the file. */
  columnOf(field: string): string;
  /** Returns the currency of the shop, for products that do not exist yet; undefined if it is unknown. */
  currency(): Promise<string | undefined>;
  /** Returns the brands or ribbons of the shop. Absent if new ones may have names that are almost those of others. */
  labels?: KnownLabels | undefined;
}

/** Returns the brand or ribbon of a draft that is almost one of the shop, which it was probably meant to be. */
async function similarLabel(
  draft: ProductDraft,
  product: Product | undefined,
  { labels, columnOf }: DraftSource,
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

/** Returns the plan of a draft, or the cells that the platform would reject, each with its line and column. */
export async function checkDraft(
  plan: PlannedRow,
  draft: ProductDraft,
  match: Match,
  from: DraftSource,
): Promise<PlannedRow> {
  if ("problems" in plan) return plan;
  const product = match.is === "existing" ? match.product : undefined;
  const label = await similarLabel(draft, product, from);
  if (label !== undefined) return { problems: [{ source: from.source, line: draft.line, ...label }] };
  const lines = new Map(draft.variants.map(({ line, choices }) => [variantKey(choices), line]));
  const currency = product?.priceData?.currency;
  const guarded = from.guards
    ? guardPrices(plan, product, from.guards, currency ?? (await from.currency()) ?? "USD")
    : { steps: plan, problems: [] };
  const steps = guarded.steps.filter(({ before, after }) => !sameJson(before, after));
  const price = product && fieldsOf(product).price;
  const checked = {
    version: from.version,
    currency: currency ?? (steps.some(hasDecimals) ? await from.currency() : undefined),
    price: typeof price === "string" ? price : undefined,
    media: product ? mediaOf(product) : [],
  };
  const found: ReturnType<typeof stepProblems> = steps.flatMap((step) => stepProblems(step, checked));
  const uncounted = mixedStock(draft);
  if (uncounted !== undefined) {
    const message =
      "is in stock without a quantity, but other variants of the product have one; give it one, too";
    found.push({ field: "inventory", variant: variantKey(uncounted.choices), value: "InStock", message });
  }
  const variants = product ? managedVariants(product).size : from.version === "v3" ? newVariants(draft) : 0;
  if (draft.inventory && draft.variants.length === 0 && variants > 0 && !agrees(draft.inventory, product)) {
    const message = `the stock is that of the product's ${countOf(variants, "variant")}; set it in their rows`;
    found.push({ field: "inventory", value: Object.values(draft.inventory).join(), message });
  }
  if (found.length + guarded.problems.length === 0) return guarded.steps;
  const refused = guarded.problems.map(
    ({ variant, ...problem }): Problem => ({
      source: from.source,
      line: lines.get(variant ?? "") ?? draft.line,
      column: from.columnOf("price"),
      rule: "guard",
      ...problem,
    }),
  );
  const problems = found.map(
    ({ field, variant, ...problem }): Problem => ({
      source: from.source,
      line: lines.get(variant ?? "") ?? draft.line,
      column: from.columnOf(field),
      rule: "bounds",
      ...problem,
    }),
  );
  return { problems: [...refused, ...problems] };
}

/** Returns the number of variants of a new product on catalog v3; 0 without options. */
function newVariants({ options = [] }: ProductDraft): number {
  return options.length === 0 ? 0 : options.reduce((count, { choices }) => count * choices.length, 1);
}

/** Returns the first variant that is in stock without a quantity although others have one: stock is tracked for all or none. */
function mixedStock({ variants }: ProductDraft): VariantDraft | undefined {
  if (!variants.some(({ inventory }) => inventory && "quantity" in inventory)) return undefined;
  return variants.find(({ inventory }) => inventory && "inStock" in inventory && inventory.inStock);
}

/**
 * Whether the stock of a product in a file applies to all its variants: all are in stock, or all are sold out. The variants
 * of a new product are in stock.
 */
function agrees(inventory: Inventory, product: Product | undefined): boolean {
  if (!("inStock" in inventory)) return false;
  const stocks = product ? Object.values(inventoryOf(product).variants) : [true];
  return stocks.every((stock) => (typeof stock === "number" ? stock > 0 : stock) === inventory.inStock);
}

/** Whether a step has an amount with decimals: then the currency matters. */
function hasDecimals({ after }: StepDraft): boolean {
  const { price } = (after ?? {}) as { price?: Json };
  // Most rows are new products with a price.
  if (typeof price === "string" && price.includes(".")) return true;
  return /"(price|cost|value)":"\d+\.\d/.test(JSON.stringify(after));
}

/** Keeps the colors of choices the same for all products of a file. */
interface SharedColors {
  /** Returns a draft with the shared colors; `product` is the one that it changes. */
  share(draft: ProductDraft, product: Product | undefined): ProductDraft;
  /** Returns a notice about choices whose color in the input was not used, if there are any. */
  kept(): string | undefined;
}

/** The maximum number of choices in a notice. */
const shownChoices = 5;

/**
 * On catalog v3, a choice has the same color in the whole shop: the platform rejects products of a request that disagree,
 * and does not change the color of an existing choice. So the color in the shop is used, or else the first one in the file.
 */
function sharedColors(): SharedColors {
  const known = new Map<string, string>();
  const kept = new Map<string, string>();
  const nameOf = ({ name }: Pick<OptionDraft, "name">, description: string) => `${name} ${description}`;
  const shared = (option: OptionDraft, { value, description }: OptionDraft["choices"][number]) => {
    const name = nameOf(option, description);
    const color = known.get(name) ?? value;
    known.set(name, color);
    if (color !== value) kept.set(name, color);
    return { value: color, description };
  };
  return {
    share(draft, product) {
      for (const { name, optionType, choices } of product?.productOptions ?? [])
        for (const { value, description } of optionType === "color" ? (choices ?? []) : [])
          if (value && description) known.set(nameOf({ name: name ?? "" }, description), value);
      if (!draft.options?.some(({ type }) => type === "color")) return draft;
      const options = draft.options.map((option) =>
        option.type === "color"
          ? { ...option, choices: option.choices.map((choice) => shared(option, choice)) }
          : option,
      );
      return { ...draft, options };
    },
    kept() {
      if (kept.size === 0) return undefined;
      const names = [...kept].map(([name, color]) => `${name} (${color})`);
      const more = kept.size > shownChoices ? ` and ${kept.size - shownChoices} more` : "";
      return `Colors kept: ${names.slice(0, shownChoices).join(", ")}${more}. On catalog v3, a choice has one color for all products.`;
    },
  };
}
