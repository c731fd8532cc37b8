import { maximumOf } from "../../api/schema-fields.ts";
import { InventoryItemV3 } from "../../api/services/inventory.ts";
import type { Product, Variant } from "../../api/services/products.ts";
import type { Json, StepDraft } from "../../bulk/journal/step.ts";
import { exactSalePrice } from "../../files/discount.ts";
import type {
  ChoiceMedia,
  Discount,
  OptionDraft,
  PreorderDraft,
  SubscriptionDraft,
  TextField,
  UnitPrice,
} from "../../files/draft.ts";
import type { CodeField } from "../../files/list-keys.ts";
import { UsageError } from "../../kernel/errors.ts";
import { sameJson } from "../../kernel/json.ts";
import {
  amountFromJson,
  amountText,
  amountToJson,
  type Decimal,
  decimal,
  parseAmount,
  roundMoney,
} from "../../kernel/money.ts";

/** The default variant of a product whose variants are not managed. */
export const defaultVariantId = "00000000-0000-0000-0000-000000000000";

/** Returns a JSON number as exact decimal text; null if it is absent. */
export function exact(value: number | null | undefined): string | null {
  return typeof value === "number" ? amountText(amountFromJson(value)) : null;
}

/** Returns decimal text as a number for the platform's JSON; null for other values. */
export function amountNumber(value: Json | undefined): number | null {
  if (typeof value !== "string") return null;
  // Up to 15 digits are exact.
  if (value.length <= 15 && /^\d+(?:\.\d+)?$/.test(value)) return Number(value);
  const amount = parseAmount(value);
  return amount === undefined ? null : amountToJson(amount);
}

/** What a product of catalog v3 has besides the fields of v1. */
export interface FieldsOfV3 {
  /** Of a product without options. */
  barcode?: string | null;
  tags?: string[];
  privateTags?: string[];
  /** Without their ids. */
  subscriptions?: SubscriptionDraft[];
  oneTimePurchase?: boolean;
}

/** The fields of a variant in the form of v1, which on catalog v3 has a barcode, too. */
export type AnyVariantFields = NonNullable<Variant["variant"]> & { barcode?: string | null };

/** What buyers who preorder a variant read, and how many they can preorder beyond its stock. */
export type Preorder = { message?: string; limit?: number };

/** The stock of a variant in the form of v1, which on catalog v3 can be preordered. */
export type AnyVariantStock = NonNullable<Variant["stock"]> & { preorder?: Preorder | undefined };

/** A product in the form of v1, which on catalog v3 has more fields. */
export interface AnyProduct extends Partial<Product> {
  catalogV3?: FieldsOfV3;
}

/** Returns the fields of a product that an update call can set, flat, with amounts as decimal text. */
export function comparedFields(product: AnyProduct): Record<string, Json> {
  const {
    barcode,
    tags = [],
    privateTags = [],
    subscriptions = [],
    oneTimePurchase,
  } = product.catalogV3 ?? {};
  return {
    name: product.name ?? null,
    handle: product.slug ?? null,
    type: product.productType ?? "physical",
    description: product.description || null,
    sku: product.sku || null,
    barcode: barcode || null,
    price: exact(product.priceData?.price ?? product.price?.price),
    cost: exact(product.costAndProfitData?.itemCost),
    weight: exact(product.weight || null),
    visible: product.visible ?? true,
    ribbon: product.ribbon || null,
    brand: product.brand || null,
    discount: discountTextOf(product),
    infoSections: (product.additionalInfoSections ?? []).map(({ title, description }) => ({
      title: title ?? "",
      description: description ?? "",
    })),
    seo: seoOf(product),
    manageVariants: product.manageVariants ?? false,
    options: optionsOf(product) as unknown as Json,
    pricePerUnit: unitPriceOf(product),
    textFields: textFieldsOf(product),
    digitalFile: digitalFileOf(product),
    taxGroup: product.taxGroupId || null,
    tags,
    privateTags,
    subscriptions,
    oneTimePurchase: oneTimePurchase ?? null,
  };
}

/** Returns the price after discount as decimal text; null without a discount. */
export function salePriceOf(prices: Product["priceData"]): string | null {
  const { price, discountedPrice } = prices ?? {};
  return discountedPrice === price ? null : exact(discountedPrice);
}

/** Returns what the price per unit of a product follows from; null if it has none. */
export function unitPriceOf({
  pricePerUnitData,
}: Partial<Product>): (UnitPrice & { [field: string]: Json }) | null {
  const { totalQuantity, totalMeasurementUnit, baseQuantity, baseMeasurementUnit } = pricePerUnitData ?? {};
  if (!totalQuantity || !totalMeasurementUnit || !baseQuantity || !baseMeasurementUnit) return null;
  return { totalQuantity, totalMeasurementUnit, baseQuantity, baseMeasurementUnit };
}

/** Returns the id of the digital file of a product; null if it has none, or may have several: one for each variant. */
export const digitalFileOf = ({ digitalFile, productOptions }: Partial<Product>): string | null =>
  productOptions?.length ? null : (digitalFile?.id ?? null);

/** Returns the custom text fields of a product. */
export function textFieldsOf({
  customTextFields,
}: Partial<Product>): (TextField & { [field: string]: Json })[] {
  return (customTextFields ?? []).map(({ title, maxLength, mandatory }) => ({
    title: title ?? "",
    maxLength: maxLength ?? 500,
    mandatory: mandatory ?? false,
  }));
}

/** Returns the discount of a product as text. */
export function discountTextOf({ discount }: Partial<Product>): Discount {
  const type = discount?.type ?? "NONE";
  const value = exact(discount?.value) ?? "0";
  if (type === "NONE" || type === "UNDEFINED" || value === "0") return null;
  return type === "PERCENT" ? `${value}%` : value;
}

/** Returns the options of a product. */
export function optionsOf({ productOptions }: Pick<Partial<Product>, "productOptions">): OptionDraft[] {
  return (productOptions ?? []).map(({ name, optionType, choices }) => ({
    name: name ?? "",
    type: optionType === "color" ? "color" : "drop_down",
    choices: (choices ?? []).map(({ value, description }) => ({
      value: value ?? "",
      description: description ?? "",
    })),
  }));
}

/** Returns the key of a variant within its product: its choices as JSON, sorted by option; `{}` for the default variant. */
export function variantKey(choices: Readonly<Record<string, string>> | null | undefined): string {
  const pairs = Object.entries(choices ?? {}).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify(Object.fromEntries(pairs));
}

/** The key of the only variant of a product whose variants are not managed. */
export const defaultVariantKey = variantKey({});

/** Returns the choices of a variant key. */
export function choicesFromKey(key: string): Record<string, string> {
  return JSON.parse(key) as Record<string, string>;
}

/** Returns the managed variants of a product by key; none if variants are not managed. */
export function managedVariants(product: Partial<Product>): Map<string, Variant> {
  const variants = product.manageVariants ? (product.variants ?? []) : [];
  return new Map(variants.map((variant) => [variantKey(variant.choices), variant]));
}

/** Returns the barcode of a variant, which only catalog v3 has. */
export const barcodeOf = (variant: Variant["variant"]): string | undefined =>
  (variant as AnyVariantFields | null | undefined)?.barcode || undefined;

/** Returns the SKU or the barcode of a variant. */
export const variantCode = ({ variant }: Variant, field: CodeField): string | undefined =>
  field === "sku" ? variant?.sku || undefined : barcodeOf(variant);

/** Returns the SKU or the barcode of a product itself. */
export const productCode = ({ sku, catalogV3 }: AnyProduct, field: CodeField): string | undefined =>
  (field === "sku" ? sku : catalogV3?.barcode) || undefined;

/** Returns the fields of a variant that a variant call can set, with amounts as decimal text. */
export function variantFields({ variant }: Variant): Record<string, Json> {
  return {
    price: exact(variant?.priceData?.price),
    cost: exact(variant?.costAndProfitData?.itemCost),
    weight: exact(variant?.weight || null),
    sku: variant?.sku || null,
    barcode: barcodeOf(variant) ?? null,
    visible: variant?.visible ?? true,
  };
}

/** Stock by variant key: quantities if they are tracked, else whether it is in stock; and the preorders, null for none. */
export interface StockLevels {
  tracked: boolean;
  variants: Record<string, Json>;
  /** Absent if there are none, or none are changed. */
  preorders?: Record<string, Preorder | null>;
}

/** Returns the stock of a product. */
export function inventoryOf(product: Product): StockLevels {
  const tracked = product.stock?.trackInventory ?? false;
  const managed = managedVariants(product);
  const [single] = product.variants ?? [];
  const rows: [string, Variant["stock"], Variant["stock"]][] =
    managed.size === 0
      ? [[defaultVariantKey, product.stock, single?.stock]]
      : [...managed].map(([key, { stock }]) => [key, stock, stock]);
  const variants = rows.map(([key, stock]) => [
    key,
    tracked ? (stock?.quantity ?? 0) : (stock?.inStock ?? true),
  ]);
  const preorders = rows.flatMap(([key, , stock]) => {
    const { preorder } = (stock ?? {}) as Partial<AnyVariantStock>;
    return preorder ? [[key, preorder] as const] : [];
  });
  return {
    tracked,
    variants: Object.fromEntries(variants),
    ...(preorders.length > 0 && { preorders: Object.fromEntries(preorders) }),
  };
}

/** Returns a preorder without the parts that it has not. The platform has the maximum where there is no limit. */
export function preorderOf({ message, limit }: PreorderDraft): Preorder {
  const isLimited = typeof limit === "number" && limit !== maximumOf(InventoryItemV3, "preorderInfo.limit");
  return { ...(message && { message }), ...(isLimited && { limit }) };
}

/** Returns the pictures of a product's choices, for each choice that has some. */
export function choiceMediaOf(product: Product): ChoiceMedia[] {
  const ids = mediaUrls(product);
  return (product.productOptions ?? []).flatMap(({ name, choices }) =>
    (choices ?? []).flatMap((choice) => {
      const own = (choice.media?.items ?? []).map((item) => ids.indexOf(mediaId(item)));
      const media = own.filter((position) => position >= 0).sort((a, b) => a - b);
      return media.length === 0 ? [] : [{ option: name ?? "", choice: choice.description ?? "", media }];
    }),
  );
}

/** Returns the ids of a product's media, in order. */
export function mediaUrls(product: Partial<Product>): string[] {
  return (product.media?.items ?? []).map(mediaId).filter((id) => id !== "");
}

/** Returns the alternative texts of a product's media, in order; "" for none. */
export function altsOf(product: Partial<Product>): string[] {
  return (product.media?.items ?? []).flatMap((item) =>
    mediaId(item) === "" ? [] : [item.image?.altText ?? item.video?.files?.[0]?.altText ?? ""],
  );
}

/** Returns alternative texts without the empty ones at the end, as files and `--set` write them. */
export function writtenAlts(alts: readonly string[]): string[] {
  return alts.slice(0, alts.findLastIndex((text) => text !== "") + 1);
}

type MediaItem = NonNullable<NonNullable<Product["media"]>["items"]>[number];

const mediaId = ({ id, image }: MediaItem): string => id ?? image?.url ?? "";

/** Returns a step with the SKUs of its product and of the variants that it changes. `skuOf`: the SKU of a variant key, or of the product (`""`). */
export function withSkus(step: StepDraft, skuOf: (key: string) => Json | undefined): StepDraft {
  const { kind, after } = step;
  const fields = (after ?? {}) as Record<string, Json>;
  const stock = kind === "inventory.set" ? [fields.variants, fields.preorders] : [];
  const variants = kind === "variants.update" ? fields : Object.assign({}, ...stock);
  const skus = ["", ...Object.keys(variants)].flatMap((key): [string, string][] => {
    const sku = skuOf(key);
    return typeof sku === "string" && sku !== "" ? [[key, sku]] : [];
  });
  return skus.length === 0 ? step : { ...step, skus: Object.fromEntries(skus) };
}

/** Returns a function that finds the SKUs of a product for `withSkus`. */
export function skusOf(product: Product): (key: string) => string | null | undefined {
  const variants = managedVariants(product);
  return (key) => (key === "" ? product.sku : variants.get(key)?.variant?.sku);
}

/** What a product says to search engines, flat; `others` are the tags that have no field. */
export interface Seo {
  title?: string;
  description?: string;
  others?: Json[];
  settings?: Json;
}

/** A tag of the page of a product. */
export type SeoTag = NonNullable<NonNullable<NonNullable<Product["seoData"]>["tags"]>[number]>;

/** Returns the SEO data of a product, null if it has none. */
function seoOf({ seoData }: Partial<Product>): Json {
  const tags = seoData?.tags ?? [];
  const title = tags.find(isTitle)?.children;
  const description = contentOf(tags.find(isDescription));
  const others = tags.filter((tag) => !isTitle(tag) && !isDescription(tag));
  const settings = seoData?.settings;
  const seo = {
    ...(title && { title }),
    ...(description && { description }),
    ...(others.length > 0 && { others }),
    ...(settings && !sameJson(settings, {}) && { settings }),
  };
  return Object.keys(seo).length === 0 ? null : (seo as Json);
}

/** Returns whether a tag names the canonical address. */
export const isCanonical = ({ type, props }: SeoTag) =>
  type === "link" && (props as { rel?: string } | undefined)?.rel === "canonical";
/** Returns whether a tag has rules for robots. */
export const isRobots = ({ type, props }: SeoTag) =>
  type === "meta" && (props as { name?: string } | undefined)?.name === "robots";
/** Returns the rules of a robots tag: `noindex`, `nofollow` … */
export const rulesOf = (tag: SeoTag | undefined): string[] =>
  (contentOf(tag) ?? "").split(",").flatMap((rule) => rule.trim() || []);

/** Returns the texts and the flag of SEO data; null and false without them. */
export function seoFields(seo: Json | undefined): {
  seoTitle: string | null;
  seoDescription: string | null;
  canonical: string | null;
  noindex: boolean;
} {
  const { title = null, description = null, others = [] } = (seo ?? {}) as Seo;
  const tags = others as unknown as SeoTag[];
  const canonical = (tags.find(isCanonical)?.props as { href?: string } | undefined)?.href;
  const rules = rulesOf(tags.find(isRobots));
  return {
    seoTitle: title,
    seoDescription: description,
    canonical: canonical || null,
    noindex: rules.some((rule) => /^(noindex|none)$/i.test(rule)),
  };
}

/** Returns the texts and the flag for search engines of a product. */
export const searchFields = (product: Partial<Product>) => seoFields(seoOf(product));

const isTitle = ({ type }: SeoTag) => type === "title";
const isDescription = ({ type, props }: SeoTag) =>
  type === "meta" && (props as { name?: string } | undefined)?.name === "description";
const contentOf = (tag: SeoTag | undefined) => (tag?.props as { content?: string } | undefined)?.content;

/** The discount that prices share; `mixed` if its variants have different ones, which one discount cannot express. */
export type SharedDiscount =
  | { type: "NONE" }
  | { type: "AMOUNT" | "PERCENT"; value: Decimal }
  | { type: "mixed" };

/** A price before and after discount. */
export interface PricePair {
  full: Decimal;
  actual: Decimal;
}

const zero = decimal("0");

/** Returns the discount that all prices share, as a whole percentage if that is exact. */
export function sharedDiscount(pairs: readonly PricePair[], currency: string): SharedDiscount {
  const [first] = pairs.filter(({ full }) => !full.eq(zero));
  if (first === undefined || pairs.every(({ full, actual }) => full.eq(actual))) return { type: "NONE" };
  const fits = (discount: SharedDiscount) =>
    pairs.every(({ full, actual }) => roundedSalePrice(full, discount, currency).eq(actual));
  const percent = first.full.minus(first.actual).times("100").div(first.full);
  const off = { type: "AMOUNT", value: first.full.minus(first.actual) } as const;
  const candidates: SharedDiscount[] = [
    { type: "PERCENT", value: percent.round(0, 1) },
    off,
    { type: "PERCENT", value: percent.round(2, 1) },
  ];
  return candidates.find(fits) ?? { type: "mixed" };
}

/** Returns the price after a discount as catalog v3 stores it: a percentage is rounded to the currency, an amount is not. */
export function roundedSalePrice(full: Decimal, discount: SharedDiscount, currency: string): Decimal {
  if (discount.type === "NONE" || discount.type === "mixed") return full;
  const sale = exactSalePrice(full, discount);
  return discount.type === "PERCENT" ? roundMoney(sale, currency) : sale;
}

/** Parses `Size=Large` to an option and a choice of a product. Throws UsageError that lists the options. */
export function parseChoice(
  text: string,
  { productOptions, name }: Product,
): [option: string, choice: string] {
  const equals = text.indexOf("=");
  const [option, choice] = [text.slice(0, Math.max(0, equals)), text.slice(equals + 1)];
  const known = productOptions?.find((productOption) => productOption.name === option);
  if (equals > 0 && known?.choices?.some(({ description }) => description === choice))
    return [option, choice];
  const options = (productOptions ?? []).map(
    (productOption) =>
      `${productOption.name}=${(productOption.choices ?? []).map(({ description }) => description).join("|")}`,
  );
  throw new UsageError(`"${name}" has no choice ${text}.`, {
    field: "--option",
    hint: options.length === 0 ? "It has no options." : `Options: ${options.join(", ")}`,
  });
}

/** Parses choices to a map from option to choice. Throws UsageError as parseChoice does. */
export function parseChoices(texts: readonly string[], product: Product): Record<string, string> {
  return Object.fromEntries(texts.map((text) => parseChoice(text, product)));
}
