import type { Product } from "../../api/services/products.ts";
import type { Guards } from "../../bulk/plan/guards.ts";
import type { PlannedRow } from "../../bulk/plan/plan.ts";
import { countStagedHandles } from "../../bulk/plan/stage.ts";
import type { EffectiveProfile } from "../../config/effective-profile.ts";
import { type ColumnMap, scalesOf } from "../../files/column-map.ts";
import { dialects, readers } from "../../files/dialects.ts";
import { commandedLists, type OptionDraft, type ProductDraft } from "../../files/draft.ts";
import { productList, readListRow } from "../../files/list.ts";
import type { ProductKey } from "../../files/list-keys.ts";
import { csvRow } from "../../files/table.ts";
import { streamBatches } from "../../kernel/batches.ts";
import { UsageError } from "../../kernel/errors.ts";
import { sameJson } from "../../kernel/json.ts";
import type { Catalog, CatalogVersion } from "./catalog.ts";
import { type CollectionNames, membershipsOf } from "./collection-names.ts";
import { productDraft } from "./draft.ts";
import type { Handles } from "./handles.ts";
import { checkDraft, type DraftChecks, shopCurrency } from "./import-check.ts";
import { type DraftFile, fileDrafts, hasCommands } from "./import-drafts.ts";
import { keepsHandles, type SourcedDraft } from "./import-find.ts";
import type { ListDrafts } from "./import-list.ts";
import {
  blanksNotice,
  type MatchOptions,
  matchDrafts,
  type RemovedBlanks,
  takenKeys,
} from "./import-match.ts";
import { listRow, withFileColumns } from "./import-rows.ts";
import { knownLabels } from "./labels.ts";
import { raisedNotice } from "./price-guards.ts";
import { shopKeys } from "./shop-keys.ts";
import { comparedFields, mediaUrls, variantKey } from "./snapshot.ts";
import { announce, draftSteps, withFileKeys } from "./steps.ts";

/*
 * The trip of a line of a file, in five steps. Each is one function, and hands on one type:
 *
 * 1. file: `stageSource` (cli/import-file.ts) opens a path, an address or stdin: bytes
 * 2. rows: `stageProducts` (import-rows.ts) reads the bytes as a table or as records, checks the header, and stages each line in the
 *    journal under the handle of its product: `Row`, then `StagedRow`
 * 3. drafts: `fileDrafts` (import-drafts.ts; a list: import-list.ts) makes what the rows of one product say: `SourcedDraft`
 * 4. match: `matchDrafts` (import-match.ts; import-find.ts finds the products) says what a draft is in the shop: `Match`
 * 5. plan: `planFile` (here) makes the steps of a draft and its match, and `checkDraft` (import-check.ts) checks them: `PlannedRow`
 *
 * Lists of stock, coupons and tags take the same steps: `stageList` (cli/import-file.ts) stages them. A row of products in a list can be
 * read only once its product is known, so its key is looked up in step 3 already.
 *
 * A line is that of the file; a row is what it holds, with the names of its format; a record is a row of NDJSON; the handle is the key by
 * which rows of one product belong together; a draft is a product as a file has it; a step is a change that a job sends.
 */

/** A staged file of products. */
interface ImportedFile extends Pick<DraftFile, "journal" | "staged" | "numbers" | "folder" | "notice"> {
  map: ColumnMap;
}

/** What the rows of a file may do, as the flags of the import say. */
export interface ImportFlags {
  /** What identifies products and variants. Default: the handles of the file. */
  key?: ProductKey | undefined;
  /** With a key, rows whose key no product has create one. */
  create?: boolean;
  /** Collections may be created whose names are almost those of others. */
  createCollections?: boolean;
  /** New products may have the names of others although nothing but their handles says that they are new. */
  createDuplicates?: boolean;
  /** Brands and ribbons may be created whose names are almost those of others. */
  createLabels?: boolean;
  /** Products may get the SKUs of others. */
  allowSharedSkus?: boolean;
  /** Names that are too long are shortened. */
  shorten?: boolean;
}

/** The shop that gets the products of a file. */
interface ImportShop {
  catalog: Catalog;
  handles: Handles;
  /** The limits of prices. */
  guards: Guards | undefined;
  /** Whether the costs of all products are needed. */
  costs: boolean;
  profile(): Promise<Pick<EffectiveProfile, "currency">>;
}

/**
 * Yields the plan of each product of a staged file. In: the file, the shop, and what the file may do there. Out: the steps of each
 * product, or the problems of its rows with the columns of the file. Prints at the end what was kept, removed and raised.
 */
export async function* planFile(
  given: ImportedFile,
  { catalog: shop, handles, guards, costs, profile }: ImportShop,
  { key, create = false, allowSharedSkus, shorten, createCollections = false, ...flags }: ImportFlags,
): AsyncGenerator<PlannedRow> {
  const { journal, staged, notice } = given;
  const { dialect, header, columns = header } = staged;
  const scales = scalesOf(header, staged.columns ?? [], given.numbers.weightUnit);
  const file = { ...given, numbers: { ...given.numbers, scales } };
  const updateOnly = key !== undefined && !create;
  const keys = shopKeys(shop, updateOnly ? 0 : countStagedHandles(journal));
  const { catalog } = keys;
  const format = dialect === "ndjson" || dialect === "list" ? undefined : readers[dialect];
  const columnOf = (field: string) => format?.columnOf(field, columns) ?? field;
  const similar = key && keys.similar(key);
  const lookup = key && { catalog, handles, key, similar, creates: create };
  const list = dialect === "list" && lookup ? productRows(file, lookup) : undefined;
  const drafts = fileDrafts({ ...file, version: catalog.version, columnOf, key, list, shortens: shorten });
  const blanks: RemovedBlanks = { count: 0 };
  const planner = draftPlanner({
    ...{ catalog, handles, dialect, key, updateOnly, similar, blanks, costs, guards, columnOf },
    ...{ taken: takenKeys(journal), createsCollections: createCollections },
    sharesSkus: allowSharedSkus ?? false,
    refusesDuplicates: key === undefined && !flags.createDuplicates,
    remembers: format !== undefined && !keepsHandles(dialect),
    currency: shopCurrency({ profile }, catalog),
    labels: flags.createLabels ? undefined : knownLabels(catalog),
    remedies: { name: "; to shorten it, add: --shorten" },
  });
  yield* withFileColumns(staged, planDrafts(planner, drafts));
  const removed = [blanksNotice(blanks), guards && raisedNotice(guards)].filter(Boolean).join("\n");
  for (const text of [planner.keptColors(), removed]) if (text) await notice(text);
}

/** Returns how the rows of a list of products become drafts. */
function productRows(
  { staged, map, numbers }: ImportedFile,
  lookup: Omit<ListDrafts, "name" | "read">,
): ListDrafts {
  const { key } = lookup;
  return {
    ...lookup,
    name: staged.name,
    creates: lookup.creates || hasCommands(staged),
    read: (row) => readListRow(listRow(staged, row, { list: productList, map, numbers }), key, numbers),
  };
}

/** Yields the plans of drafts. */
export async function* planDrafts(
  planner: DraftPlanner,
  drafts: AsyncIterable<SourcedDraft>,
): AsyncGenerator<PlannedRow> {
  for await (const batch of streamBatches(drafts, 100)) yield* await planner.plan(batch);
}

/** How drafts are matched, checked and planned. */
interface DraftPlan extends MatchOptions, DraftChecks {
  /** The collections by name. Default: those of the catalog. */
  names?: CollectionNames;
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
  plan(sourced: readonly SourcedDraft[]): Promise<PlannedRow[]>;
  /** Returns a notice about choices whose color in the input was not used, if there are any. */
  keptColors(): string | undefined;
}

/** Returns a planner of drafts: it matches them with existing products, and checks what the platform would reject. */
export function draftPlanner(plan: DraftPlan): DraftPlanner {
  const { catalog, dialect, announced = new Set(), withMedia, createsCollections } = plan;
  const { names = catalog.names } = plan;
  const { fit, version, taxGroups } = catalog;
  const colors = version === "v3" ? sharedColors() : undefined;
  const isList = dialect === "list";

  /** Returns a draft as it changes its product: with what the product keeps, and as the catalog can store it. */
  async function adapted(draft: ProductDraft, product: Product | undefined): Promise<ProductDraft> {
    const merged = draft.listCommands ? await withListCommands(draft, product, names) : draft;
    const changed =
      product && isExported(dialect, version) ? withoutExported(merged, product, dialect) : merged;
    const fitting = fit?.(changed, product) ?? changed;
    const shared = colors?.share(fitting, product) ?? fitting;
    return withMedia?.(shared, product ? mediaUrls(product) : []) ?? shared;
  }

  return {
    async plan(sourced) {
      const matches = await matchDrafts(sourced, plan);
      const plans: PlannedRow[] = [];
      for (const { draft: read, problems, source, keys = [] } of sourced) {
        const match = read && matches.get(read);
        if (read === undefined || match === undefined) {
          plans.push({ problems: problems.map((problem) => ({ ...problem, source })) });
          continue;
        }
        const product = match.is === "existing" ? match.product : undefined;
        if (
          withMedia &&
          match.is === "existing" &&
          match.mediaSources?.length !== mediaUrls(match.product).length
        )
          delete match.mediaSources;
        const draft = await adapted(read, product);
        const steps = await draftSteps(draft, match, {
          ...{ source, names, announced, version, taxGroups, createsCollections, isList },
        });
        const named = withFileKeys(steps, read.name ?? product?.name ?? undefined, keys);
        plans.push(announce(await checkDraft(named, draft, match, source, plan), announced));
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
