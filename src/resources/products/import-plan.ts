import type { Product } from "../../api/services/products.ts";
import type { Problem } from "../../bulk/engine/job.ts";
import type { Json, StepDraft } from "../../bulk/journal/step.ts";
import type { Guards } from "../../bulk/plan/guards.ts";
import type { PlannedRow } from "../../bulk/plan/plan.ts";
import { countStagedHandles } from "../../bulk/plan/stage.ts";
import type { EffectiveProfile } from "../../config/effective-profile.ts";
import { isSpreadsheetDate } from "../../files/cells.ts";
import type { ColumnMap } from "../../files/column-map.ts";
import { dialects, readers } from "../../files/dialects.ts";
import {
  commandedLists,
  type OptionDraft,
  type ProductDraft,
  type Stock,
  type VariantDraft,
} from "../../files/draft.ts";
import { productList, readListRow } from "../../files/list.ts";
import type { ProductKey } from "../../files/list-keys.ts";
import { csvRow } from "../../files/table.ts";
import { scalesOf } from "../../files/units.ts";
import { streamBatches } from "../../kernel/batches.ts";
import { UsageError } from "../../kernel/errors.ts";
import { sameJson } from "../../kernel/json.ts";
import { countOf } from "../../kernel/text.ts";
import { stepProblems } from "./bounds.ts";
import type { Catalog, CatalogVersion } from "./catalog.ts";
import { type CollectionNames, membershipsOf } from "./collection-names.ts";
import { productDraft } from "./draft.ts";
import type { Handles } from "./handles.ts";
import {
  type DraftFile,
  fileDrafts,
  hasCommands,
  type ListDrafts,
  type SourcedDraft,
} from "./import-drafts.ts";
import { fitDrafts } from "./import-fit.ts";
import {
  type Found,
  findByHandle,
  findByKey,
  keepsHandles,
  keysOnDisk,
  type Match,
  type MatchOptions,
  matchDrafts,
  type RemovedBlanks,
} from "./import-match.ts";
import { listRow, withFileColumns } from "./import-rows.ts";
import { type KnownLabels, knownLabels, labelFields, meantLabel } from "./labels.ts";
import { belowDiscount, countPaid, guardPrices } from "./price-guards.ts";
import { shopKeys } from "./shop-keys.ts";
import {
  type AnyProduct,
  comparedFields,
  inventoryOf,
  managedVariants,
  mediaUrls,
  optionsOf,
  preorderOf,
  variantKey,
} from "./snapshot.ts";
import { announce, draftSteps, stockRows, withFileKeys } from "./steps.ts";

/** A staged file of products. */
export interface ImportedFile extends Omit<DraftFile, "version" | "list" | "columnOf" | "key"> {
  map: ColumnMap;
  ignoreUnknown: boolean;
}

/** The shop that gets the products of a file, and what may be done there. */
export interface ImportRules {
  catalog: Catalog;
  handles: Handles;
  /** What identifies products and variants. Default: the handles of the file. */
  key?: ProductKey | undefined;
  /** Whether rows with a key that no product has create one. */
  creates: boolean;
  createsCollections: boolean;
  /** Whether new products may have the names of others although nothing but their handles says that they are new. */
  createsDuplicates: boolean;
  /** Whether brands and ribbons may be created whose names are almost those of others. */
  createsLabels: boolean;
  /** Whether products may get the SKUs of others. */
  sharesSkus: boolean;
  /** Whether names that are too long are shortened. */
  shortens: boolean;
  guards: Guards | undefined;
  /** Whether the costs of all products are needed. */
  costs: boolean;
  blanks: RemovedBlanks;
  profile(): Promise<Pick<EffectiveProfile, "currency">>;
}

/**
 * Yields the plan of each product of a staged file: its rows become drafts, which are matched with the products of the shop and
 * checked.
 */
export async function* planFile(given: ImportedFile, rules: ImportRules): AsyncGenerator<PlannedRow> {
  const { journal, staged } = given;
  const scales = scalesOf(staged.header, staged.columns ?? [], given.numbers.weightUnit);
  const file = { ...given, numbers: { ...given.numbers, scales } };
  const { handles, key, creates, createsCollections, createsLabels, guards, costs, blanks } = rules;
  const { dialect } = staged;
  const updateOnly = key !== undefined && !creates;
  const keys = shopKeys(rules.catalog, updateOnly ? 0 : countStagedHandles(journal));
  const { catalog } = keys;
  const format = dialect === "ndjson" || dialect === "list" ? undefined : readers[dialect];
  const columnOf = (field: string) => format?.columnOf(field, staged.columns ?? staged.header) ?? field;
  const similar = key && keys.similar(key);
  const list = dialect === "list" && key && productRows(file, { catalog, handles, key, similar, creates });
  const { version } = catalog;
  const read = fileDrafts({ ...file, version, columnOf, key, ...(list && { list }) });
  const drafts = fitDrafts(read, { version, shortens: rules.shortens, notice: file.notice });
  const planner = draftPlanner({
    ...{ catalog, handles, names: catalog.names, createsCollections },
    match: {
      ...{ ...keysOnDisk(journal), dialect, key, updateOnly, similar, blanks, costs },
      refusesDuplicates: key === undefined && !rules.createsDuplicates,
      remembers: format !== undefined && !keepsHandles(dialect),
      sharesSkus: rules.sharesSkus,
    },
    checks: {
      ...draftChecks(rules, catalog, columnOf, guards),
      labels: createsLabels ? undefined : knownLabels(catalog),
      remedies: { name: "; to shorten it, add: --shorten" },
    },
    ...(list && { find: foundIn }),
  });
  yield* withFileColumns(staged, planDrafts(planner, drafts));
  const kept = planner.keptColors();
  if (kept !== undefined) await file.notice(kept);
}

/** Returns how the rows of a list of products become drafts. */
function productRows(
  { staged, map, ignoreUnknown, numbers }: ImportedFile,
  lookup: Omit<ListDrafts, "name" | "read">,
): ListDrafts {
  const { key } = lookup;
  const list = { name: staged.name, list: productList, key, map, ignoreUnknown, decimal: numbers.decimal };
  return {
    ...lookup,
    name: staged.name,
    creates: lookup.creates || hasCommands(staged),
    read: (row) => readListRow(listRow(staged, row, list), key, numbers),
  };
}

/** Yields the plans of drafts. */
export async function* planDrafts(
  planner: DraftPlanner,
  drafts: AsyncIterable<SourcedDraft>,
): AsyncGenerator<PlannedRow> {
  for await (const batch of streamBatches(drafts, 100)) yield* await planner.plan(batch);
}

/** Returns the products with which the rows of drafts were matched. */
export const foundIn = async (rows: readonly SourcedDraft[]): Promise<Found> => ({
  products: new Map(
    rows.flatMap(({ draft, product }) => (draft && product ? [[draft, product] as const] : [])),
  ),
});

/** How drafts are planned. */
export interface DraftPlan {
  catalog: Catalog;
  handles: Handles;
  names: CollectionNames;
  match: MatchOptions;
  checks: DraftChecks;
  /** Finds the products of drafts. Default: by the key of `match`, or by their handles. */
  find?(rows: readonly SourcedDraft[]): Promise<Found>;
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
  withMedia,
  createsCollections,
}: DraftPlan): DraftPlanner {
  const { fit, version } = catalog;
  const { dialect, key } = match;
  const colors = version === "v3" ? sharedColors() : undefined;
  return {
    async plan(batch) {
      const drafts = batch.flatMap(({ draft }) => draft ?? []);
      const found = await (find
        ? find(batch)
        : key === undefined
          ? findByHandle(catalog, handles, drafts, dialect)
          : findByKey({ catalog, handles, key }, drafts));
      const matches = await matchDrafts(catalog, handles, drafts, found, match);
      const plans: PlannedRow[] = [];
      for (const { draft, problems, source, keys = [] } of batch) {
        const own = draft && matches.get(draft);
        if (draft === undefined || own === undefined) {
          plans.push({ problems: problems.map((problem) => ({ ...problem, source })) });
          continue;
        }
        const product = own.is === "existing" ? own.product : undefined;
        const present = product ? mediaUrls(product) : [];
        const merged = draft.listCommands ? await withListCommands(draft, product, names) : draft;
        const changed =
          product && isExported(dialect, version) ? withoutExported(merged, product, dialect) : merged;
        const fitting = fit?.(changed, product) ?? changed;
        const shared = colors?.share(fitting, product) ?? fitting;
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
          isList: dialect === "list",
        });
        const steps = withFileKeys(planned, draft.name ?? product?.name ?? undefined, keys);
        plans.push(announce(await checkDraft(steps, complete, own, { ...checks, source }), announced));
      }
      return plans;
    },
    keptColors: () => colors?.kept(),
  };
}

/** Returns a draft whose lists are those of the product with what the row adds to them, or takes from them. */
async function withListCommands(
  { listCommands = {}, ...draft }: ProductDraft,
  product: Product | undefined,
  names: CollectionNames,
): Promise<ProductDraft> {
  const members = draft.collections ? await membershipsOf(names, product?.collectionIds ?? []) : [];
  for (const list of commandedLists) {
    const [command, given] = [listCommands[list], draft[list]];
    if (command === undefined || given === undefined) continue;
    const own = product ? (comparedFields(product)[list] as string[]) : [];
    // A collection is named by its name or its id.
    const present = list === "collections" ? members : own.map((tag) => ({ id: tag, name: tag, key: tag }));
    const isGiven = ({ id, name }: (typeof present)[number]) => given.includes(id) || given.includes(name);
    const added = given.filter((entry) => !present.some(({ id, name }) => entry === id || entry === name));
    const kept = command === "merge" ? present : present.filter((one) => !isGiven(one));
    draft[list] = [...kept.map(({ key }) => key), ...(command === "merge" ? added : [])];
  }
  return draft;
}

/** Returns whether exports in a format have prices instead of discounts: those for Shopify, and for Wix on catalog v3. */
const isExported = (dialect: string, version: CatalogVersion): dialect is "shopify" | "wix" =>
  dialect === "shopify" || (dialect === "wix" && version === "v3");

/**
 * Returns a draft of a file without what an export of its product would say as well. Shopify's format has no colors of choices and no
 * stock without a quantity, and neither it nor the newer one of Wix has percentages: reading back what was written would change them although nobody did. A choice that the
 * product has keeps its color.
 */
function withoutExported(draft: ProductDraft, product: Product, dialect: "shopify" | "wix"): ProductDraft {
  const present = productDraft(product, [], dialect);
  const exported = readBack(present, dialect);
  if (exported === undefined) return draft;
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
    variants: variants.map(({ choices, price }) => ({ choices, price })),
  });
  const keepsPrices = sameJson(pricesOf(draft), pricesOf(exported));
  const keepsOptions = same(["options"]);
  const isShopify = dialect === "shopify";
  const { price, discount, options, stock, ...others } = draft;
  return {
    ...others,
    ...(!keepsPrices && { price, discount }),
    ...(!keepsOptions && { options: isShopify && options ? withColors(options, present.options) : options }),
    stock: same(["stock"]) ? present.stock : stock,
    variants: draft.variants.map(({ price, stock, ...variant }) => {
      const { variant: known, written } = own.get(variantKey(variant.choices)) ?? {};
      return {
        ...variant,
        ...(!keepsPrices && { price }),
        stock: sameJson(stock, written?.stock) ? known?.stock : stock,
      };
    }),
  };
}

/** Returns what an import reads from the rows that an export of a product has. */
function readBack(draft: ProductDraft, dialect: "shopify" | "wix"): ProductDraft | undefined {
  const { header, toRows, assemble } = dialects[dialect];
  const columns = header({ cost: true, version: "v3" });
  try {
    const rows = toRows(draft, columns).map((cells, index) => csvRow(columns, index, cells, true));
    return assemble(rows, { decimal: "." }).draft;
  } catch (error) {
    // The format cannot hold the product.
    if (error instanceof UsageError) return undefined;
    throw error;
  }
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
  /** What to do about values that are too long, by field. Default: nothing is known. */
  remedies?: Readonly<Record<string, string>>;
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
  const guardCurrency = from.guards ? (currency ?? (await from.currency()) ?? "USD") : "";
  const guarded = from.guards
    ? guardPrices(plan, product, from.guards, guardCurrency)
    : { steps: plan, problems: [] };
  const steps = guarded.steps.filter(({ before, after }) => !sameJson(before, after));
  const checked = {
    version: from.version,
    currency: currency ?? (steps.some(hasDecimals) ? await from.currency() : undefined),
    media: product ? mediaUrls(product) : [],
  };
  const found: ReturnType<typeof stepProblems> = steps.flatMap((step) => stepProblems(step, checked));
  if (!found.some(({ field }) => field === "discount")) found.push(...belowDiscount(steps, product));
  found.push(...damagedChoices(draft, product));
  const uncounted = mixedStock(draft);
  if (uncounted !== undefined) {
    const message =
      "is in stock without a quantity, but other variants of the product have one; give it one, too";
    found.push({ field: "stock", variant: variantKey(uncounted.choices), value: "InStock", message });
  }
  const variants = product ? managedVariants(product).size : from.version === "v3" ? newVariants(draft) : 0;
  if (draft.stock && draft.variants.length === 0 && variants > 0 && !agrees(draft.stock, product)) {
    const message = `the stock is that of the product's ${countOf(variants, "variant")}; set it in their rows`;
    found.push({ field: "stock", value: Object.values(draft.stock).join(), message });
  }
  found.push(...preorderProblems(draft, product));
  const hasOptions = (draft.options ?? (product ? optionsOf(product) : [])).length > 0;
  const isPreordered = draft.preorder && draft.variants.every(({ preorder }) => preorder === undefined);
  const ofVariants = { barcode: draft.barcode, preorder: isPreordered ? "TRUE" : "" };
  for (const [field, value] of hasOptions ? Object.entries(ofVariants) : []) {
    const message = "is that of a variant; the product has options, so set it in the rows of its variants";
    if (value) found.push({ field, value, message });
  }
  if (found.length + guarded.problems.length === 0) {
    if (from.guards) countPaid(steps, product, from.guards, guardCurrency);
    return guarded.steps;
  }
  const refused = guarded.problems.map(
    ({ variant, field, ...problem }): Problem => ({
      source: from.source,
      line: lines.get(variant ?? "") ?? draft.line,
      column: from.columnOf(field),
      rule: "guard",
      ...problem,
    }),
  );
  const problems = found.map(
    ({ field, variant, message, ...problem }): Problem => ({
      source: from.source,
      line: lines.get(variant ?? "") ?? draft.line,
      column: columnIn(from, field),
      rule: "bounds",
      ...problem,
      message: message.includes("maximum") ? `${message}${from.remedies?.[field] ?? ""}` : message,
    }),
  );
  return { problems: [...refused, ...problems] };
}

/** Returns the column of a field of the file; that of an option by its number. */
function columnIn({ columnOf }: DraftSource, field: string): string {
  const [, number] = /^options(\d)$/.exec(field) ?? [];
  return number === undefined ? columnOf(field) : columnOf("options").replace("1", number);
}

/** Returns the choices that a spreadsheet has turned into dates, unless the product has them already. */
function damagedChoices(
  { options = [] }: ProductDraft,
  product: Product | undefined,
): ReturnType<typeof stepProblems> {
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

/** Returns the first variant that is in stock without a quantity although others have one: stock is tracked for all or none. */
function mixedStock({ variants }: ProductDraft): VariantDraft | undefined {
  if (!variants.some(({ stock }) => stock && "quantity" in stock)) return undefined;
  return variants.find(({ stock }) => stock && "inStock" in stock && stock.inStock);
}

/** Returns the preorders of a draft that the platform would refuse: of what it does not sell so, and limits that would have no effect. */
function preorderProblems(
  draft: ProductDraft,
  product: (AnyProduct & Product) | undefined,
): ReturnType<typeof stepProblems> {
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
