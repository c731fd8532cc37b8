import {
  type Condition,
  type FilterExpression,
  type FilterField,
  joinFilters,
} from "../../api/query/filter.ts";
import { matchesFilter } from "../../api/query/filter-match.ts";
import { filterPath } from "../../api/query/filter-platform.ts";
import type { Product, Variant } from "../../api/services/products.ts";
import { codeFields, keyName } from "../../files/list-keys.ts";
import { exitCodes, TillError, type UsageError } from "../../kernel/errors.ts";
import { type Span, syntaxError, tokenize } from "../../kernel/lexer.ts";
import { capitalized, nearest } from "../../kernel/text.ts";
import type { Catalog } from "./catalog.ts";
import { allProductsId, type NamedCollection } from "./collection-names.ts";
import {
  type AnyProduct,
  type AnyVariantFields,
  altsOf,
  barcodeOf,
  comparedFields,
  discountTextOf,
  mediaUrls,
  seoFields,
  variantKey,
} from "./snapshot.ts";
import type { TaxGroups } from "./tax-groups.ts";

/** Returns the conditions of a filter on a field. */
export function conditionsOn(filter: FilterExpression, name: string): Condition[] {
  if ("filters" in filter) return filter.filters.flatMap((filter) => conditionsOn(filter, name));
  if (filter.kind === "not") return conditionsOn(filter.filter, name);
  return filterPath(filter.field) === name ? [filter] : [];
}

/** Returns the texts that a condition compares with. */
function textsOf(condition: Condition): string[] {
  if (condition.kind === "exists") return [];
  const values = condition.kind === "list" ? condition.values : [condition.value];
  return values.filter((value) => typeof value === "string");
}

/** Returns the position of a value in the text of a filter. */
function positionOf(source: string, value: string): Span {
  const found = tokenize(source, "filter").find(({ text }) => text === value);
  return found ?? { position: 0, length: source.length };
}

/**
 * Returns a filter with the ids of collections instead of their names. Throws UsageError with a caret and suggestions for a
 * name or id that no collection has, and for a part of a name that none contains.
 */
export function withCollectionIds(
  filter: FilterExpression,
  context: { source: string; known: readonly NamedCollection[]; ids: FilterField },
): FilterExpression {
  if ("filters" in filter)
    return joinFilters(
      filter.kind,
      filter.filters.map((filter) => withCollectionIds(filter, context)),
    );
  if (filter.kind === "not") return { kind: "not", filter: withCollectionIds(filter.filter, context) };
  return filterPath(filter.field) === "collections" ? inCollections(filter, context) : filter;
}

/**
 * Returns a filter with the ids of tax groups instead of their names. Throws UsageError with a caret for a name or id that no tax group
 * has, or several have.
 */
export async function withTaxGroupIds(
  filter: FilterExpression,
  source: string,
  groups: TaxGroups,
): Promise<FilterExpression> {
  const idOf = async <Value>(value: Value): Promise<Value | string> => {
    if (typeof value !== "string") return value;
    const id = await groups.find(value);
    if (id === undefined)
      throw syntaxError(source, positionOf(source, value), capitalized(await groups.unknown(value)));
    return id;
  };
  if ("filters" in filter)
    return joinFilters(
      filter.kind,
      await Promise.all(filter.filters.map((filter) => withTaxGroupIds(filter, source, groups))),
    );
  if (filter.kind === "not")
    return { kind: "not", filter: await withTaxGroupIds(filter.filter, source, groups) };
  if (filterPath(filter.field) !== "taxGroupId" || filter.kind === "exists") return filter;
  if (filter.kind === "list") return { ...filter, values: await Promise.all(filter.values.map(idOf)) };
  if (filter.operator === "=" || filter.operator === "!=")
    return { ...filter, value: await idOf(filter.value) };
  const text = typeof filter.value === "string" ? filter.value : "";
  throw syntaxError(
    source,
    positionOf(source, text),
    "A tax group is compared by =, != or in: with its whole name or id",
  );
}

function inCollections(
  condition: Condition,
  { source, known, ids: field }: { source: string; known: readonly NamedCollection[]; ids: FilterField },
): FilterExpression {
  const own = known.filter(({ id }) => id !== allProductsId);
  const isNone = condition.kind === "compare" && condition.value === null;
  if (condition.kind === "exists" || isNone) {
    const value = condition.kind === "exists" ? condition.value : condition.operator === "!=";
    // The platform counts the built-in collection of all products.
    return { kind: "exists", field: { name: field.name, path: "ownCollectionIds", type: "list" }, value };
  }
  const isExact = condition.kind === "list" || condition.operator === "=" || condition.operator === "!=";
  const isNot = condition.kind === "compare" && condition.operator === "!=";
  const test: Condition = isNot ? { ...condition, operator: "=" } : condition;
  const matches = (one: string) => matchesFilter(test, { [filterPath(test.field)]: one });
  const found = own.filter(({ id, name }) => matches(name) || (isExact && matches(id)));
  const texts = textsOf(condition);
  const unknown = isExact
    ? texts.find((text) => !own.some(({ id, name }) => id === text || name === text))
    : found.length === 0
      ? texts[0]
      : undefined;
  if (unknown !== undefined) {
    const names = own.map(({ name }) => name);
    const at = positionOf(source, unknown);
    throw unknownName(source, at, { singular: "collection", name: unknown, known: names });
  }
  return member(
    field,
    found.map(({ id }) => id),
    !isNot,
  );
}

function member(field: FilterField, ids: readonly string[], isIn: boolean): FilterExpression {
  // Without collections the platform is not asked: an empty list is no valid filter.
  const { operators, ...local } = field;
  const on = ids.length === 0 ? local : field;
  const filter: FilterExpression = { kind: "list", field: on, operator: "hasSome", values: ids };
  return isIn ? filter : { kind: "not", filter };
}

/**
 * Checks the brands that a filter names, once it has selected nothing. Throws UsageError with a caret and suggestions for a
 * brand that no product has.
 */
export async function checkBrands(
  catalog: Pick<Catalog, "labels">,
  filter: FilterExpression,
  source: string,
): Promise<void> {
  const texts = textsNamed(filter, "brand");
  if (texts.length === 0) return;
  const { brand: brands = new Set() } = await catalog.labels("brand");
  const unknown = texts.find((text) => !brands.has(text));
  if (unknown === undefined) return;
  const known = [...brands].sort();
  throw unknownName(source, positionOf(source, unknown), { singular: "brand", name: unknown, known });
}

/** Returns the texts that the field at a path has to be equal to. */
const textsNamed = (filter: FilterExpression, path: string): string[] =>
  conditionsOn(filter, path)
    .filter((one) => one.kind === "list" || (one.kind === "compare" && one.operator === "="))
    .flatMap(textsOf);

/**
 * Checks the SKUs and barcodes that a filter names, once it has selected nothing. Throws TillError for one that only variants have:
 * theirs is another field.
 */
export async function checkCodes(
  { variants, version }: Pick<Catalog, "variants" | "version">,
  filter: FilterExpression,
): Promise<void> {
  for (const field of codeFields) {
    const texts = textsNamed(filter, codePaths[field]);
    const isAsked = texts.length > 0 && (field === "sku" || version === "v3");
    const owners = isAsked ? await variants({ $in: texts }, { limit: 10, field }) : [];
    if (owners.length === 0) continue;
    throw new TillError(
      exitCodes.notFound,
      `No product has the ${keyName(field)} ${texts.join(", ")}, but ${owners.length === 1 ? "1 variant does" : `${owners.length} variants do`}.`,
      {
        hint: `Use variant.${field}, such as: --filter "variant.${field} = '${texts[0]}'"`,
      },
    );
  }
}

/** The paths of SKUs and barcodes in products. */
const codePaths = { sku: "sku", barcode: "catalogV3.barcode" } as const;

/** Returns a product as filters see it: what is empty is absent. `altText` is absent if a picture has none. */
function filterView(product: Product): object {
  const { description, sku, brand, ribbon, weight, media } = product;
  const ids = (product.collectionIds ?? []).filter((id) => id !== allProductsId);
  const pictures = media?.items ?? [];
  const texts = altsOf(product).map((text) => text || undefined);
  const { seo, tags, privateTags, subscriptions, oneTimePurchase } = comparedFields(product);
  const { seoTitle, seoDescription, canonical, noindex } = seoFields(seo);
  const filled = (list: unknown) => (Array.isArray(list) && list.length > 0 ? list : undefined);
  return {
    ...product,
    description: hasText(description) ? description : undefined,
    sku: sku || undefined,
    brand: brand || undefined,
    ribbon: ribbon || undefined,
    weight: weight || undefined,
    discount: discountTextOf(product) ?? undefined,
    salePrice: saleOf(product.priceData),
    media: pictures.length === 0 ? undefined : mediaUrls(product),
    ownCollectionIds: ids.length === 0 ? undefined : ids,
    mediaCount: pictures.length,
    altText: texts.includes(undefined) ? undefined : texts.join("; "),
    infoSections: filled(product.additionalInfoSections?.map(({ title }) => title)),
    seoTitle: seoTitle || undefined,
    seoDescription: seoDescription || undefined,
    canonical: canonical || undefined,
    noindex,
    tags: filled(tags),
    privateTags: filled(privateTags),
    subscriptions: filled(subscriptions),
    oneTimePurchase: oneTimePurchase ?? undefined,
  };
}

/** Whether a description shows anything: text or a picture. */
export const hasText = (html: string | null | undefined): boolean =>
  /<(img|video|iframe)\b/i.test(html ?? "") || (html ?? "").replace(/<[^>]*>|&nbsp;|\s/g, "") !== "";

/** Returns whether a filter has a condition on variants. */
export function isOnVariants(filter: FilterExpression): boolean {
  if ("filters" in filter) return filter.filters.some(isOnVariants);
  if (filter.kind === "not") return isOnVariants(filter.filter);
  return filter.field.name.startsWith("variant.");
}

/** Returns whether a product matches a filter: with conditions on variants, whether one variant meets all of it. */
export function matchesProduct(filter: FilterExpression, product: Product): boolean {
  if (!isOnVariants(filter)) return matchesFilter(filter, filterView(product));
  return variantsOf(product).some((one) => matchesFilter(filter, one.view));
}

/**
 * Returns the keys of the variants that meet a filter; undefined if it has no condition on variants, or if the product has
 * no managed variants.
 */
export function matchingVariants(
  filter: FilterExpression,
  product: Product,
): ReadonlySet<string> | undefined {
  if (!isOnVariants(filter) || !product.manageVariants) return undefined;
  const matching = variantsOf(product).filter(({ view }) => matchesFilter(filter, view));
  return new Set(matching.map(({ key }) => key));
}

/** Returns each variant as its product with the one variant; a product without managed variants is its only variant. */
function variantsOf(product: Product): { key: string; view: object }[] {
  const variants = product.manageVariants ? (product.variants ?? []) : [onlyVariant(product)];
  return variants.map((variant) => ({
    key: variantKey(variant.choices),
    view: { ...filterView(product), variant: viewOf(variant) },
  }));
}

/** Returns each variant as filters see it. */
export const variantViews = (
  product: Product,
): Record<string, string | number | boolean | null | undefined>[] =>
  (product.manageVariants ? (product.variants ?? []) : [onlyVariant(product)]).map(viewOf);

function onlyVariant(product: AnyProduct): Variant {
  const { sku, priceData, costAndProfitData, weight, visible, stock, catalogV3 } = product;
  const { trackInventory, quantity, inStock } = stock ?? {};
  const { barcode } = catalogV3 ?? {};
  const variant: AnyVariantFields = { sku, barcode, priceData, costAndProfitData, weight, visible };
  return {
    choices: {},
    variant,
    stock: { trackQuantity: trackInventory, quantity, inStock },
  };
}

function viewOf({ choices, variant, stock }: Variant) {
  return {
    name: Object.values(choices ?? {}).join(" / "),
    sku: variant?.sku || undefined,
    barcode: barcodeOf(variant),
    price: variant?.priceData?.price,
    salePrice: saleOf(variant?.priceData),
    cost: variant?.costAndProfitData?.itemCost,
    weight: variant?.weight,
    visible: variant?.visible ?? true,
    stock: stock?.trackQuantity ? (stock.quantity ?? 0) : undefined,
    inStock: stock?.inStock ?? true,
  };
}

/** Returns the price after discount; undefined without a discount. */
function saleOf(prices: Product["priceData"]): number | undefined {
  const { price, discountedPrice } = prices ?? {};
  return discountedPrice === price ? undefined : (discountedPrice ?? undefined);
}

/** The most names that a hint lists. */
const max = 12;

/** Returns the error for a name that nothing in the shop has, with a caret and suggestions. */
export function unknownName(
  source: string,
  at: Span,
  { singular, name, known }: { singular: string; name: string; known: readonly string[] },
): UsageError {
  const suggestion = nearest(name, known);
  const question = suggestion === undefined ? "" : `. Did you mean ${suggestion}?`;
  const more = known.length > max ? `, … (${known.length})` : "";
  const plural = `${capitalized(singular)}s`;
  const hint =
    known.length === 0 ? `There are no ${singular}s.` : `${plural}: ${known.slice(0, max).join(", ")}${more}`;
  return syntaxError(source, at, `There is no ${singular} ${name}${question}`, hint);
}
