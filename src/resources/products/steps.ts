import { maximumOf } from "../../api/schema-fields.ts";
import { products as endpoints, type Product } from "../../api/services/products.ts";
import type { Json, StepDraft } from "../../bulk/journal/step.ts";
import type { PlannedRow } from "../../bulk/plan/plan.ts";
import { exactSalePrice } from "../../files/discount.ts";
import {
  type Discount,
  type ProductDraft,
  present,
  type Stock,
  type VariantDraft,
} from "../../files/draft.ts";
import { productFieldTable } from "../../files/product-fields.ts";
import { batchesOf } from "../../kernel/batches.ts";
import { sameJson } from "../../kernel/json.ts";
import { amountText, type Decimal, decimal } from "../../kernel/money.ts";
import { nearest } from "../../kernel/text.ts";
import type { Catalog, CatalogVersion } from "./catalog.ts";
import { allProductsId, type CollectionNames, type Membership, membershipsOf } from "./collection-names.ts";
import type { Match } from "./import-match.ts";
import { seoWith } from "./seo.ts";
import {
  altsOf,
  comparedFields,
  defaultVariantKey,
  inventoryOf,
  managedVariants,
  mediaUrls,
  preorderOf,
  type StockLevels,
  salePriceOf,
  skusOf,
  variantFields,
  variantKey,
  withSkus,
} from "./snapshot.ts";
import type { TaxGroups } from "./tax-groups.ts";

/** The phases of a job: collections first, then products, then what needs the product. */
export const phases = {
  collections: 0,
  product: 1,
  variants: 2,
  removedMedia: 3,
  media: 4,
  choiceMedia: 5,
  inventory: 5,
  membership: 6,
  removedCollections: 7,
} as const;

/** The most choices that one request gives pictures. */
const maxChoices = maximumOf(endpoints.addChoicesMedia.input, "media");

type Fields = Record<string, Json>;
type VariantMap = Record<string, Fields>;

/** Returns the steps that create a product from a draft. `handle` is the key by which a create without a response is found. */
function createSteps(draft: ProductDraft, handle: string, source: string): StepDraft[] {
  const label = draft.name ?? draft.key;
  const { altText = [] } = draft;
  const fields = { ...draftFields(draft, {}), ...(altText.some(Boolean) && { altText }), handle };
  const steps: StepDraft[] = [
    {
      kind: "product.create",
      label,
      key: handle,
      phase: phases.product,
      before: null,
      after: fields,
      source,
    },
  ];
  const follow = (kind: string, phase: number, after: Json) =>
    steps.push({ kind, label, dependsOn: 0, phase, before: null, after, source });
  const variants = Object.entries(draftVariants(draft.variants, draft.price)).flatMap(
    ([key, values]): [string, Fields][] => {
      const set = Object.entries(values).filter(
        ([name, value]) => value !== null && !(name === "visible" && value === true),
      );
      return set.length === 0 ? [] : [[key, Object.fromEntries(set)]];
    },
  );
  if (variants.length > 0) follow("variants.update", phases.variants, Object.fromEntries(variants));
  if (draft.media && draft.media.length > 0) follow("media.add", phases.media, draft.media);
  for (const some of choicePictures(draft)) follow("choices.attach", phases.choiceMedia, some);
  const inventory = draftInventory(draft);
  const preorders = changedPreorders(draft);
  if (preorders || inventory?.tracked || Object.values(inventory?.variants ?? {}).includes(false)) {
    const stock = { tracked: false, variants: {}, ...inventory, ...(preorders && { preorders }) };
    follow("inventory.set", phases.inventory, stock);
  }
  for (const collection of draft.collections ?? []) {
    follow("collection.member", phases.membership, { collection, member: true });
  }
  const own = new Map(draft.variants.map(({ choices, sku }) => [variantKey(choices), sku]));
  return steps.map((step) => withSkus(step, (key) => (key === "" ? draft.sku : own.get(key))));
}

/** Returns the pictures of choices, as many as one request takes. */
const choicePictures = ({ choiceMedia = [] }: ProductDraft): Json[] =>
  [...batchesOf(choiceMedia, maxChoices)] as unknown as Json[];

/** An existing product, with everything that a draft can change. */
export interface Existing {
  product: Product;
  /** The collections it is in. */
  collections: readonly Membership[];
  /** The media sources that earlier imports of this handle sent; the platform stores them under other names. */
  mediaSources?: readonly string[];
}

/** Returns the steps that change an existing product to match a draft; none if it does. */
function updateSteps(
  draft: ProductDraft,
  existing: Existing,
  source: string,
  version: CatalogVersion = "v1",
): StepDraft[] {
  const { product } = existing;
  const id = product.id;
  const label = draft.name ?? product.name ?? id;
  const steps: StepDraft[] = [];
  const push = (kind: string, phase: number, before: Json, after: Json) => {
    if (!sameJson(before, after)) steps.push({ kind, id, label, phase, before, after, source });
  };

  // Variants that the update of the product creates are undone with it: a step on them has no id of its own.
  const follow = (dependsOn: number, kind: string, phase: number, after: Json) =>
    steps.push({ kind, label, dependsOn, phase, before: null, after, source });

  const fields = comparedFields(product);
  const [before, after] = changedFields(fields, draftFields(draft, fields));
  const isUpdated = Object.keys(after).length > 0;
  const isOneStep = version === "v3" && isUpdated;
  const present = managedVariants(product);
  const variantsBefore: VariantMap = {};
  const variantsAfter: VariantMap = {};
  const newVariants: VariantMap = {};
  const own = { ...fields, ...after };
  for (const [key, target] of Object.entries(draftVariants(draft.variants, undefined))) {
    const variant = present.get(key);
    const now = variant ? followed(variantFields(variant), fields, own) : {};
    const [one, other] = changedFields(now, explicit(target, own));
    if (Object.keys(other).length === 0) continue;
    if (variant === undefined && isUpdated && !isOneStep) {
      newVariants[key] = other;
      continue;
    }
    // On catalog v3, one step changes the product and its variants: before it, they are as they are now.
    const raw = isOneStep && variant ? variantFields(variant) : one;
    variantsBefore[key] = Object.fromEntries(Object.keys(other).map((name) => [name, raw[name] ?? null]));
    variantsAfter[key] = other;
  }
  if (isOneStep && Object.keys(variantsAfter).length > 0) {
    const withVariants = { ...after, variants: variantsAfter };
    push("product.update", phases.product, { ...before, variants: variantsBefore }, withVariants);
  } else {
    push("product.update", phases.product, before, after);
    push("variants.update", phases.variants, variantsBefore, variantsAfter);
    if (Object.keys(newVariants).length > 0) follow(0, "variants.update", phases.variants, newVariants);
  }

  const isKnown = draft.media && sameJson([...(existing.mediaSources ?? [])], draft.media);
  const media = { media: isKnown ? undefined : draft.media, alts: draft.altText };
  steps.push(...mediaSteps(product, media, { id, label }, version).map((step) => ({ ...step, source })));

  // New options have no pictures on catalog v1.
  const options = steps.findIndex(
    ({ kind, after }) => kind === "product.update" && "options" in (after as Fields),
  );
  if (options >= 0)
    for (const some of choicePictures(draft)) follow(options, "choices.attach", phases.choiceMedia, some);

  const setsStock = [draft, ...draft.variants].some((row) => row.stock || row.preorder !== undefined);
  // Stock of the product itself says nothing about variants: checkDraft rejects it unless it agrees with them.
  if (setsStock && (draft.variants.length > 0 || present.size === 0)) {
    const now = inventoryOf(product);
    const stock = draftInventory(draft);
    const preorders = changedPreorders(draft, now.preorders);
    const isStocked =
      stock &&
      (stock.tracked !== now.tracked ||
        Object.entries(stock.variants).some(([key, value]) => value !== now.variants[key]));
    // Preorders alone leave the stock as it is.
    const target: StockLevels = {
      ...(isStocked ? stock : { tracked: now.tracked, variants: {} }),
      ...(preorders && { preorders }),
    };
    const update = steps.findIndex(({ kind }) => kind === "product.update");
    const keys = Object.keys({ ...target.variants, ...preorders });
    const known = keys.filter((key) => key in now.variants || update < 0);
    const level = (from: StockLevels, own: readonly string[]) => {
      const part = (name: "variants" | "preorders") =>
        Object.fromEntries(
          own.filter((key) => key in (target[name] ?? {})).map((key) => [key, from[name]?.[key] ?? null]),
        );
      const changed = part("preorders");
      const isPreordered = Object.keys(changed).length > 0;
      return {
        tracked: from.tracked,
        variants: part("variants"),
        ...(isPreordered && { preorders: changed }),
      };
    };
    if (known.length > 0) push("inventory.set", phases.inventory, level(now, known), level(target, known));
    const fresh = keys.filter((key) => !known.includes(key));
    if (fresh.length > 0) follow(update, "inventory.set", phases.inventory, level(target, fresh));
  }

  if (draft.collections) {
    const target = draft.collections;
    const change = (collection: string, member: boolean) =>
      push("collection.member", phases.membership, { collection, member: !member }, { collection, member });
    const members = existing.collections;
    for (const one of target)
      if (!members.some(({ id, name }) => one === name || one === id)) change(one, true);
    for (const { id, name, key } of members)
      if (!target.includes(name) && !target.includes(id)) change(key, false);
  }
  const sku = skusOf(product);
  return steps.map((step) => withSkus(step, sku));
}

/** Returns the steps of a product with the keys by which a file names it behind its name: `Mug (MUG-OAT)`. */
export function withFileKeys(
  planned: PlannedRow,
  name: string | undefined,
  keys: readonly string[],
): PlannedRow {
  const others = [...new Set(keys)].filter((key) => key !== name);
  if ("problems" in planned || others.length === 0) return planned;
  const more = others.length > 3 ? `, and ${others.length - 3} more` : "";
  const shown = `${others.slice(0, 3).join(", ")}${more}`;
  return planned.map((step) =>
    step.kind === "collection.create" ? step : { ...step, label: `${step.label} (${shown})` },
  );
}

/** The media that a change gives to a product, and their alternative texts; undefined leaves them unchanged. */
interface NewMedia {
  media: readonly string[] | undefined;
  alts: readonly string[] | undefined;
}

/**
 * Returns the steps that change the media of a product. Catalog v3 takes the whole list with its alternative texts, which stay
 * with their media. Catalog v1 adds and removes media, and has no call that changes alternative texts: `stepProblems` rejects
 * such a step. Media at the end are added without removing others.
 */
export function mediaSteps(
  product: Product,
  { media, alts }: NewMedia,
  on: { id: string; label: string },
  version: CatalogVersion,
): StepDraft[] {
  const before = mediaUrls(product);
  const texts = altsOf(product);
  const after = [...(media ?? before)];
  const isMoved = !sameJson(before, after);
  const padded = (list: readonly string[]) => after.map((_, index) => list[index] ?? "");
  const extra = (alts ?? []).slice(after.length);
  const isTold = alts !== undefined && (extra.some(Boolean) || !sameJson(padded(alts), padded(texts)));
  if (version === "v1" && !isTold) {
    if (!isMoved) return [];
    const isAppended = before.every((one, index) => after[index] === one);
    const removed = { kind: "media.remove", ...on, phase: phases.removedMedia, before, after: [] };
    const added = { kind: "media.add", ...on, phase: phases.media, before: isAppended ? before : [], after };
    return [...(isAppended ? [] : [removed]), ...(after.length > 0 ? [added] : [])];
  }
  const kept = new Map(before.map((one, index) => [one, texts[index] ?? ""]));
  const target = alts
    ? [...padded(alts), ...(extra.some(Boolean) ? extra : [])]
    : after.map((one) => kept.get(one) ?? "");
  const step = {
    kind: "media.set",
    ...on,
    phase: phases.media,
    before: { media: before, alts: texts },
    after: { media: after, alts: target },
  };
  return sameJson(step.before, step.after) ? [] : [step];
}

/** Returns the fields of a variant after a change of its product: values that were the same as the product's follow it. */
function followed(variant: Fields, before: Fields, after: Fields): Fields {
  const inherited = ["price", "cost", "weight", "sku"].filter((name) => variant[name] === before[name]);
  return { ...variant, ...Object.fromEntries(inherited.map((name) => [name, after[name] ?? null])) };
}

/** Returns the fields of a variant with the price and cost of the product if it has none. */
function explicit(fields: Fields, product: Fields): Fields {
  const missing = ["price", "cost"].filter((name) => fields[name] === null);
  return { ...fields, ...Object.fromEntries(missing.map((name) => [name, product[name] ?? null])) };
}

/** Adds the collections that the steps of a product create to those that the job creates. Those of a refused row are not created. */
export function announce(planned: PlannedRow, announced: Set<string>): PlannedRow {
  if (!("problems" in planned))
    for (const { kind, key } of planned) if (kind === "collection.create" && key) announced.add(key);
  return planned;
}

/** Plans a draft of a file: the steps for a new or an existing product, and for new collections. */
export async function draftSteps(
  given: ProductDraft,
  match: Match,
  {
    source,
    names,
    announced,
    version,
    taxGroups,
    createsCollections = true,
    isList = false,
  }: {
    source: string;
    names: CollectionNames;
    /** The names of collections that the job creates. */
    announced: ReadonlySet<string>;
    version?: CatalogVersion;
    /** Finds tax groups by name. */
    taxGroups?: Catalog["taxGroups"] | undefined;
    /** Whether collections may be created whose names are almost those of others. Default: yes. */
    createsCollections?: boolean | undefined;
    /** The draft is from a list, whose author may not know how till separates names. Default: from a format. */
    isList?: boolean;
  },
): Promise<PlannedRow> {
  const problem = (
    column: string,
    value: string,
    rule: string,
    message: string,
    line = given.line,
  ): PlannedRow => ({
    problems: [{ source, line, column, value, rule, message }],
  });
  if (match.is === "rejected")
    return problem(match.column, match.value, match.rule, match.message, match.line);
  const known = match.is === "existing" ? match.product : undefined;
  const taxGroup =
    given.taxGroup && taxGroups ? await taxGroupOf(given.taxGroup, known, await taxGroups()) : given.taxGroup;
  if (taxGroup === undefined && given.taxGroup)
    return problem(
      "taxGroup",
      given.taxGroup,
      "taxGroup",
      (await (await taxGroups?.())?.unknown(given.taxGroup)) ?? "",
    );
  const sale = saleDiscount(given, known);
  if ("message" in sale) return problem("salePrice", given.salePrice ?? "", "salePrice", sale.message);
  const draft = { ...given, ...(taxGroup !== undefined && { taxGroup }), ...sale };
  if (match.is === "new" && draft.remove) return [];
  if (match.is === "new" && draft.name === undefined)
    return problem("name", "", "required", "a new product needs a name");
  if (match.is === "new" && draft.price === undefined)
    return problem("price", "", "required", "a new product needs a price");
  if (match.is === "existing" && draft.remove) return [deleteStep(match.product, source)];
  const unknown = unknownChoice(draft, match.is === "existing" ? match.product : undefined);
  if (unknown) return problem(unknown.option, unknown.choice, "choice", unknown.message, unknown.line);
  const steps =
    match.is === "new"
      ? createSteps(draft, match.slug, source)
      : updateSteps(
          draft,
          {
            ...match,
            collections: draft.collections
              ? await membershipsOf(names, match.product.collectionIds ?? [])
              : [],
          },
          source,
          version,
        );
  for (const name of new Set(draft.collections)) {
    if (announced.has(name) || (await names.find(name)) !== undefined) continue;
    const separator = createsCollections ? undefined : await separatorIn(name, names, isList);
    if (separator !== undefined)
      return problem(
        "collections",
        name,
        "collection",
        `there is no collection "${name}". Several are separated by ";", not by ${JSON.stringify(separator)}. To create one of that name, add: --create-collections`,
      );
    const meant = createsCollections ? undefined : await similarCollection(names, name);
    if (meant !== undefined)
      return problem(
        "collections",
        name,
        "collection",
        `there is no collection "${name}". Did you mean "${meant}"? To create it, add: --create-collections`,
      );
    steps.push({
      kind: "collection.create",
      label: name,
      key: name,
      phase: phases.collections,
      before: null,
      after: { name },
      source,
    });
  }
  return steps;
}

/** Returns the id of a tax group; the one that the product has, even if it is not listed any more. */
async function taxGroupOf(
  text: string,
  product: Product | undefined,
  taxGroups: TaxGroups,
): Promise<string | undefined> {
  return (await taxGroups.find(text)) ?? (text === product?.taxGroupId ? text : undefined);
}

/**
 * Returns the discount of a row with a sale price: the one that gives it. Returns why there is none for a sale price above the
 * price, and for a price, a discount and a sale price that contradict each other.
 */
function saleDiscount(
  { price, salePrice, discount }: ProductDraft,
  product: Product | undefined,
): { discount?: Discount } | { message: string } {
  if (salePrice === undefined) return {};
  const fields = product ? comparedFields(product) : {};
  const full = price ?? (fields.price as string | null | undefined);
  if (salePrice === null) return discount ? contradiction(full, discount, null) : { discount: null };
  if (!full) return { message: "a sale price needs a price" };
  const [whole, sale] = [decimal(full), decimal(salePrice)];
  const gives = (given: Discount) => isRounded(exactSalePrice(whole, given), salePrice);
  if (discount !== undefined)
    return gives(discount) ? { discount } : contradiction(full, discount, salePrice);
  const isUnchanged = full === fields.price && salePrice === salePriceOf(product?.priceData);
  if (isUnchanged) return {};
  if (isMixed(product))
    return { message: "its variants have different discounts, which could not be restored" };
  if (sale.eq("0") && whole.gt("0"))
    return {
      message: "a sale price of 0 gives it away. Empty the cell for none, or write a discount of 100%",
    };
  if (sale.gt(whole)) return { message: `is above the price of ${full}` };
  const before = (fields.discount ?? null) as Discount;
  if (gives(before)) return { discount: before };
  const off = whole.minus(sale);
  const percent = off.times("100").div(whole);
  const isWhole = percent.eq(percent.round(0, 1));
  return { discount: isWhole ? `${amountText(percent)}%` : amountText(off) };
}

function contradiction(price: string | null | undefined, discount: Discount, salePrice: string | null) {
  const written = (value: string | null | undefined) => value || "(none)";
  const fits = price ? exactSalePrice(decimal(price), discount) : undefined;
  const instead = fits ? `; with this discount it is ${amountText(fits.round(2, 1))}` : "";
  return {
    message: `price ${written(price)}, discount ${written(discount)} and salePrice ${written(salePrice)} contradict each other${instead}. Change them together, or leave one of the columns out: --map 'salePrice=-'`,
  };
}

/** Returns whether an exact amount becomes a written one when it is rounded to the decimals of that one. */
function isRounded(exactAmount: Decimal, written: string): boolean {
  const [, digits = ""] = written.split(".");
  return exactAmount.round(Math.max(2, digits.length), 1).eq(decimal(written));
}

/** Returns whether the variants of a product have different discounts (catalog v3). */
function isMixed(product: Product | undefined): boolean {
  return (
    product !== undefined &&
    comparedFields(product).discount === null &&
    [...managedVariants(product).values()].some(({ variant }) => salePriceOf(variant?.priceData) !== null)
  );
}

/** Returns what separates several collections in a text that is meant as the name of one. */
async function separatorIn(
  name: string,
  names: CollectionNames,
  isList: boolean,
): Promise<string | undefined> {
  const [separator] = /[,|>\n]/.exec(name) ?? [];
  if (separator === undefined || isList) return separator;
  for (const part of name.split(separator))
    if ((await names.find(part.trim())) !== undefined) return separator;
  return undefined;
}

async function similarCollection(names: CollectionNames, name: string): Promise<string | undefined> {
  const known = (await names.all()).filter(({ id }) => id !== allProductsId);
  return nearest(
    name,
    known.map((collection) => collection.name),
  );
}

/** Returns the first choice or option of a variant that its product does not have. */
function unknownChoice({ options, variants }: ProductDraft, product: Product | undefined) {
  const offered = options ?? (product?.productOptions as ProductDraft["options"]) ?? [];
  const instead = (names: readonly string[]) => (names.length > 0 ? `; it has ${names.join(", ")}` : "");
  for (const { line, choices } of variants) {
    for (const [option, choice] of Object.entries(choices)) {
      const found = offered.find(({ name }) => name === option);
      const known = found && (found.choices ?? []).map(({ description }) => description);
      if (known?.includes(choice)) continue;
      const message =
        known === undefined
          ? `${options ? "the row of the product" : "the product"} has no option "${option}"${instead(offered.map(({ name }) => name))}`
          : `the option ${option} has no choice "${choice}"${instead(known)}`;
      return { line, option, choice, message };
    }
  }
  return undefined;
}

/** Returns the step that deletes a product, with all that undo needs to create it again. */
export function deleteStep(product: Product, source?: string): StepDraft {
  const id = product.id;
  const step = {
    kind: "product.delete",
    id,
    label: product.name ?? id,
    phase: phases.product,
    before: product as unknown as Json,
    after: null,
  };
  return withSkus(source === undefined ? step : { ...step, source }, skusOf(product));
}

/** Returns the fields of `target` that differ from the present ones, as before and after. */
export function changedFields(present: Fields, target: Fields): [before: Fields, after: Fields] {
  const changed = Object.keys(target).filter((name) => !sameJson(present[name], target[name]));
  const pick = (from: Fields) => Object.fromEntries(changed.map((name) => [name, from[name] ?? null]));
  return [pick(present), pick(target)];
}

/** The lists that are fields of a product; the others are steps of their own, or have another form. */
const ownLists: ReadonlySet<string> = new Set(["tags", "privateTags", "subscriptions"]);

/** The fields that a draft has under their own names. */
const ownFields = productFieldTable.flatMap(({ name, type, part }) =>
  part || ((type === "list" || type === "json") && !ownLists.has(name)) ? [] : [name as keyof ProductDraft],
);

/** Returns the flat fields that a draft sets. Absent fields stay unchanged, null clears a field. */
function draftFields(draft: ProductDraft, existing: Fields): Fields {
  const { weight, infoSections, options } = draft;
  const own: Fields = {};
  for (const name of ownFields) if (draft[name] !== undefined) own[name] = draft[name] as Json;
  return present<Record<string, Json | undefined>>({
    ...own,
    weight: weight === "0" ? null : weight,
    discount: draft.discount,
    infoSections: infoSections?.map((section) => ({ ...section })),
    options: options?.map(({ name, type, choices }) => ({
      name,
      type,
      choices: choices.map((choice) => ({ ...choice })),
    })),
    seo: seoOfDraft(draft, existing),
    pricePerUnit: draft.pricePerUnit as Json | undefined,
    textFields: draft.textFields as Json | undefined,
    digitalFile: draft.digitalFile,
    manageVariants: draft.variants.length > 0 ? true : undefined,
  }) as Fields;
}

const seoParts = ["seoTitle", "seoDescription", "canonical", "noindex"] as const;

function seoOfDraft(draft: ProductDraft, { seo = null }: Fields): Json | undefined {
  const given = draft.seo as Json | undefined;
  return seoParts.some((name) => draft[name] !== undefined) ? seoWith(given ?? seo, draft) : given;
}

/** Returns the variant fields that a draft sets, by variant key, without prices that are equal to the product's. */
function draftVariants(variants: readonly VariantDraft[], productPrice: string | undefined): VariantMap {
  const byKey: VariantMap = {};
  for (const { choices, price, cost, weight, sku, barcode, visible } of variants) {
    const own = present<Record<string, Json | undefined>>({
      price: price === productPrice ? undefined : price,
      cost,
      weight: weight === "0" ? null : weight,
      sku,
      barcode,
      visible,
    }) as Fields;
    if (Object.keys(own).length > 0) byKey[variantKey(choices)] = own;
  }
  return byKey;
}

function stockValue(stock: Stock): Json {
  return "quantity" in stock ? stock.quantity : stock.inStock;
}

/** Returns the rows of a draft that can have stock and preorders, by variant key: those of its variants, or its own. */
export function stockRows(
  draft: ProductDraft,
): [key: string, row: Pick<VariantDraft, "stock" | "preorder">][] {
  const { variants } = draft;
  return variants.length > 0
    ? variants.map((variant) => [variantKey(variant.choices), variant])
    : [[defaultVariantKey, draft]];
}

/** Returns the preorders that a draft changes; undefined if there are none. */
function changedPreorders(
  draft: ProductDraft,
  now: StockLevels["preorders"] = {},
): StockLevels["preorders"] | undefined {
  const changed = stockRows(draft).flatMap(([key, { preorder }]) => {
    const before = now[key] ?? null;
    const after = preorder && preorderOf({ ...before, ...preorder });
    return after === undefined || sameJson(before, after) ? [] : [[key, after] as const];
  });
  return changed.length === 0 ? undefined : Object.fromEntries(changed);
}

/** Returns the stock that a draft sets, tracked if any row has a quantity; undefined if no row has stock. */
function draftInventory(draft: ProductDraft): StockLevels | undefined {
  const rows = stockRows(draft).flatMap(([key, { stock }]): [string, Stock][] =>
    stock ? [[key, stock]] : [],
  );
  if (rows.length === 0) return undefined;
  const tracked = rows.some(([, one]) => "quantity" in one);
  const values = rows.map(([key, one]): [string, Json] => [
    key,
    tracked && !("quantity" in one) ? 0 : stockValue(one),
  ]);
  return { tracked, variants: Object.fromEntries(values) };
}
