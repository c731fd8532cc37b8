import { storesAppId } from "../../api/models/app-ids.ts";
import type { LineItem } from "../../api/services/cart.ts";
import type { CatalogReference } from "../../api/services/models.ts";
import { isRecord } from "../../kernel/json.ts";
import { amountFromJson, type Decimal, decimal, sum } from "../../kernel/money.ts";
import { allProductsCategory } from "../collections/index.ts";
import { itemAt } from "../inventory/index.ts";
import { catalogVersion } from "../kernel/catalog-version.ts";
import { PlatformError, type Tx } from "../kernel/tx.ts";
import type { PaymentOption } from "../pricing/input.ts";
import {
  categoryIds,
  defaultVariantId,
  isManaged,
  matchVariants,
  products,
  productsV3,
  type StoredModifier,
  type StoredProduct,
  type StoredProductV3,
  type StoredVariant,
  type StoredVariantV3,
  shopCurrency,
  subscriptionPrices,
  type WireMedia,
} from "../products/index.ts";

export type WireReference = CatalogReference;

/** The app IDs of the shop's products: the current and the older ID of Wix Stores. */
export const storeApps: readonly string[] = [storesAppId, "1380b703-ce81-ff05-f115-39571d94dfcd"];

/**
 * Returns the catalog item of a reference in the active catalog version. Throws PlatformError 404
 * `ITEM_NOT_FOUND_IN_CATALOG` if it does not exist, 400 `INVALID_OPTIONS` if choices or required texts are missing.
 */
export function catalogItemOf(tx: Tx, reference: WireReference | null | undefined): CatalogItem {
  const { appId, catalogItemId: id } = reference ?? {};
  if (!id || !storeApps.includes(appId ?? "")) throw notFound(reference);
  const chosen = readOptions(reference?.options);
  const catalogItem =
    catalogVersion(tx) === "V3_CATALOG" ? catalogItemOfV3(tx, id, chosen) : catalogItemOfV1(tx, id, chosen);
  if (catalogItem === undefined) throw notFound(reference);
  return catalogItem;
}

/**
 * Returns whether a reference names a catalog v3 product that has options, but no variant. The platform does not add it
 * to a cart, and does not reject the call either: `options.options` is for modifiers only.
 */
export function lacksVariant(tx: Tx, reference: WireReference | null | undefined): boolean {
  const { appId, catalogItemId: id, options } = reference ?? {};
  if (!id || !storeApps.includes(appId ?? "") || catalogVersion(tx) !== "V3_CATALOG") return false;
  return !readOptions(options).variantId && (tx.get(productsV3, id)?.options.length ?? 0) > 0;
}

/**
 * Returns the catalog item of a reference, or undefined for an unknown product or variant. Throws PlatformError 400
 * `INVALID_OPTIONS` for choices that the product does not have, and if required ones are missing.
 */
export function catalogItemIfAny(
  tx: Tx,
  reference: WireReference | null | undefined,
): CatalogItem | undefined {
  try {
    return catalogItemOf(tx, reference);
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    const { status, data } = error;
    if (status === 404 || Object.hasOwn(Object(data), "variantId")) return undefined;
    throw error;
  }
}

/** Returns the catalog item of a reference, or undefined if it does not exist or its options are invalid. */
export function findCatalogItem(
  tx: Tx,
  reference: WireReference | null | undefined,
): CatalogItem | undefined {
  try {
    return catalogItemOf(tx, reference);
  } catch (error) {
    if (error instanceof PlatformError) return undefined;
    throw error;
  }
}

function notFound(reference: WireReference | null | undefined): PlatformError {
  const { appId, catalogItemId } = reference ?? {};
  const message = storeApps.includes(appId ?? "")
    ? `There is no product ${catalogItemId}`
    : `The app ${appId} has no catalog here. Products of the shop have the app ID ${storeApps[0]}`;
  return new PlatformError(404, "ITEM_NOT_FOUND_IN_CATALOG", message, {
    catalogReference: { appId, catalogItemId },
  });
}

/** Returns a catalog v1 product with the chosen options, or undefined if it does not exist or is hidden. */
function catalogItemOfV1(tx: Tx, id: string, chosen: ChosenOptions): CatalogItem | undefined {
  const product = tx.get(products, id);
  if (!product?.visible) return undefined;
  const variant = variantOfV1(product, chosen);
  const choices = { ...chosen.options, ...variant.choices };
  const { price = 0, discountedPrice } = variant.variant.priceData ?? {};
  const paid = amountFromJson(discountedPrice ?? price ?? 0);
  const full = amountFromJson(price ?? 0);
  const digital = product.productType === "digital";
  const { base, path } = product.productPageUrl ?? {};
  const { quantity, inStock, trackQuantity } = variant.stock;
  return {
    name: product.name,
    url: { relativePath: path ?? "", url: `${base ?? ""}${path ?? ""}`.replace(/([^:])\/\//, "$1/") },
    price: paid,
    fullPrice: full.gt(paid) ? full : undefined,
    image: imageOfV1(product, choices),
    descriptionLines: [...choiceLines(product, choices), ...textLines(product, chosen)],
    sku: variant.variant.sku || undefined,
    weight: digital ? undefined : (variant.variant.weight ?? undefined),
    kind: digital ? "DIGITAL" : "PHYSICAL",
    variantId: variant.id !== defaultVariantId ? variant.id : undefined,
    stock: {
      key: `${id}/${variant.id}`,
      inStock: inStock && variant.variant.visible !== false,
      quantity: trackQuantity ? (quantity ?? 0) : undefined,
    },
    collectionIds: product.collectionIds,
    taxGroupId: product.taxGroupId ?? undefined,
  };
}

function variantOfV1(product: StoredProduct, { variantId, options = {} }: ChosenOptions): StoredVariant {
  const data = { productId: product.id, productName: product.name };
  if (variantId) {
    const [variant] = matchVariants(product.variants, { variantIds: [variantId] });
    if (variant) return variant;
    throw invalidOptions(`"${product.name}" has no variant ${variantId}`, { ...data, variantId });
  }
  for (const { name, choices } of product.productOptions) {
    const choice = options[name];
    if (choices.some(({ description }) => description === choice)) continue;
    const offered = choices.map(({ description }) => description);
    const what =
      choice === undefined
        ? `"${product.name}" needs the option "${name}"`
        : `The option "${name}" of "${product.name}" has no choice "${choice}"`;
    throw invalidOptions(`${what}: choose ${listOf(offered)}`, { ...data, option: name, choices: offered });
  }
  const unknown = Object.keys(options).find(
    (name) => !product.productOptions.some((productOption) => productOption.name === name),
  );
  if (unknown !== undefined)
    throw invalidOptions(`"${product.name}" has no option "${unknown}"`, { ...data, option: unknown });
  const [variant] = matchVariants(product.variants, { choices: isManaged(product) ? options : {} });
  if (variant) return variant;
  throw invalidOptions(`"${product.name}" has no variant with these choices`, { ...data, options });
}

function choiceLines(product: StoredProduct, choices: Record<string, string>): DescriptionLine[] {
  return product.productOptions.flatMap(({ name, optionType, choices: offered }): DescriptionLine[] => {
    const choice = offered.find(({ description }) => description === choices[name]);
    if (!choice) return [];
    const value = { original: choice.description, translated: choice.description };
    const line = { name: { original: name, translated: name } };
    return [
      optionType === "color"
        ? { ...line, colorInfo: { ...value, code: choice.value } }
        : { ...line, plainText: value },
    ];
  });
}

function textLines(product: StoredProduct, { customTextFields = {} }: ChosenOptions): DescriptionLine[] {
  const data = { productId: product.id, productName: product.name };
  return (product.customTextFields ?? []).flatMap(
    ({ title: name, maxLength, mandatory }): DescriptionLine[] => {
      const title = name ?? "";
      const text = customTextFields[title] ?? "";
      if (mandatory && text.trim() === "")
        throw invalidOptions(`"${product.name}" needs the text "${title}"`, {
          ...data,
          customTextField: title,
        });
      if (text.length > (maxLength ?? 500)) {
        const message = `The text "${title}" of "${product.name}" is ${text.length} characters long; at most ${maxLength} are allowed`;
        throw invalidOptions(message, { ...data, customTextField: title, maxLength });
      }
      if (text === "") return [];
      return [
        { name: { original: title, translated: title }, plainText: { original: text, translated: text } },
      ];
    },
  );
}

/** Returns the image of the chosen options, or the product's main image. */
function imageOfV1(product: StoredProduct, choices: Record<string, string>): CatalogItem["image"] {
  const [chosen] = product.productOptions.flatMap(({ name, choices: offered }): WireMedia[] => {
    const choice = offered.find(({ description }) => description === choices[name]);
    const own = choice?.media?.mainMedia ?? choice?.media?.items?.[0];
    return own ? [own] : [];
  });
  const media = chosen ?? product.media.mainMedia;
  const { url, width, height } = media?.image ?? {};
  if (!media?.image) return undefined;
  return {
    id: media.id ?? "",
    url: url ?? "",
    width: width ?? 0,
    height: height ?? 0,
    altText: product.name,
  };
}

/** Returns a catalog v3 product with the chosen options, or undefined if it does not exist or is hidden. */
function catalogItemOfV3(tx: Tx, id: string, chosen: ChosenOptions): CatalogItem | undefined {
  const product = tx.get(productsV3, id);
  if (!product?.visible) return undefined;
  const variant = variantOfV3(product, chosen);
  const modified = product.modifiers.flatMap((modifier) => modifierOf(product, modifier, chosen));
  const added = sum(modified.map((one) => one.added));
  const subscription = subscriptionOf(tx, product, variant, chosen);
  const listed = decimal(variant.price.actualPrice.amount);
  const compared = variant.price.compareAtPrice && decimal(variant.price.compareAtPrice.amount);
  const price = (subscription?.price ?? listed).plus(added);
  const full = (subscription ? listed : (compared ?? listed)).plus(added);
  const item = itemAt(tx, variant.id, undefined);
  const digital = product.productType === "DIGITAL";
  return {
    name: product.name,
    url: product.url ?? undefined,
    price,
    fullPrice: full.gt(price) ? full : undefined,
    image: imageOfV3(product, variant),
    descriptionLines: [
      ...variant.choices.map(({ optionChoiceNames: { optionName, choiceName } }) =>
        lineOf(optionName, choiceName),
      ),
      ...modified.map((one) => one.line),
    ],
    sku: variant.sku ?? undefined,
    weight: digital ? undefined : (variant.physicalProperties?.weight ?? undefined),
    kind: digital ? "DIGITAL" : "PHYSICAL",
    variantId: variant.id,
    stock: {
      key: `${id}/${variant.id}`,
      // A variant without an inventory item is out of stock.
      inStock: variant.visible && (item?.availabilityStatus ?? "OUT_OF_STOCK") !== "OUT_OF_STOCK",
      quantity:
        item?.trackQuantity && item.availabilityStatus === "IN_STOCK" ? (item.quantity ?? 0) : undefined,
    },
    collectionIds: [allProductsCategory, ...categoryIds(product)],
    taxGroupId: product.taxGroupId ?? undefined,
    subscription: subscription?.info,
    membersOnly: product.purchaseEligibility?.userCriteria === "MEMBERS_ONLY" || undefined,
  };
}

const lineOf = (name: string, text: string): DescriptionLine => ({
  name: { original: name, translated: name },
  plainText: { original: text, translated: text },
});

/** Finds the variant by ID or by its choices (names or keys). A product without options has one variant. */
function variantOfV3(product: StoredProductV3, { variantId, options = {} }: ChosenOptions): StoredVariantV3 {
  const { variants } = product.variantsInfo;
  const data = { productId: product.id, productName: product.name };
  if (variantId) {
    const variant = variants.find(({ id }) => id === variantId);
    if (variant) return variant;
    throw invalidOptions(`"${product.name}" has no variant ${variantId}`, { ...data, variantId });
  }
  const requested = product.options.map(({ id, name, key, choicesSettings: { choices } }) => {
    const given = options[name] ?? options[key ?? ""];
    const choice = choices.find((one) => one.name === given || one.key === given);
    if (choice) return { optionId: id, choiceId: choice.choiceId };
    const offered = choices.map((one) => one.name);
    const what =
      given === undefined
        ? `"${product.name}" needs the option "${name}"`
        : `The option "${name}" of "${product.name}" has no choice "${given}"`;
    throw invalidOptions(`${what}: choose ${listOf(offered)}`, { ...data, option: name, choices: offered });
  });
  const variant = variants.find(({ choices }) =>
    requested.every((one) =>
      choices.some(
        ({ optionChoiceIds: ids }) => ids.optionId === one.optionId && ids.choiceId === one.choiceId,
      ),
    ),
  );
  if (variant) return variant;
  throw invalidOptions(`"${product.name}" has no variant with these choices`, { ...data, options });
}

/** Returns what a modifier adds to the price and the description; nothing if it is not used. */
function modifierOf(
  product: StoredProductV3,
  { name, key, mandatory, choicesSettings, freeTextSettings }: StoredModifier,
  { options = {}, customTextFields = {} }: ChosenOptions,
): { line: DescriptionLine; added: Decimal }[] {
  const data = { productId: product.id, productName: product.name, modifier: name };
  const title = freeTextSettings?.title ?? name;
  const names = [title, name, key ?? "", freeTextSettings?.key ?? ""];
  const given = names.map((one) => (choicesSettings ? options[one] : customTextFields[one])).find(Boolean);
  if (given === undefined) {
    if (!mandatory) return [];
    const offered = choicesSettings
      ? `: choose ${listOf(choicesSettings.choices.map((one) => one.name))}`
      : "";
    throw invalidOptions(`"${product.name}" needs "${title}"${offered}`, data);
  }
  if (!choicesSettings) {
    const { minCharCount, maxCharCount } = freeTextSettings ?? {};
    if (given.length >= (minCharCount ?? 0) && given.length <= (maxCharCount ?? 500))
      return [{ line: lineOf(title, given), added: decimal("0") }];
    const message = `The text "${title}" of "${product.name}" is ${given.length} characters long; ${minCharCount ?? 0} to ${maxCharCount ?? 500} are allowed`;
    throw invalidOptions(message, { ...data, minCharCount, maxCharCount });
  }
  const choice = choicesSettings.choices.find((one) => one.name === given || one.key === given);
  if (choice) return [{ line: lineOf(name, choice.name), added: decimal(choice.addedPrice ?? "0") }];
  const offered = listOf(choicesSettings.choices.map((one) => one.name));
  throw invalidOptions(`"${name}" of "${product.name}" has no choice "${given}": choose ${offered}`, data);
}

function imageOfV3(product: StoredProductV3, variant: StoredVariantV3): CatalogItem["image"] {
  const image = (variant.media ?? product.media.main)?.image;
  if (!image) return undefined;
  return {
    id: image.id ?? "",
    url: image.url ?? "",
    width: image.width ?? 0,
    height: image.height ?? 0,
    altText: image.altText || product.name,
  };
}

/** Returns the chosen subscription and its unit price; undefined for a one-time purchase. */
function subscriptionOf(
  tx: Tx,
  product: StoredProductV3,
  variant: StoredVariantV3,
  { subscriptionOptionId: id }: ChosenOptions,
): { info: LineItem["subscriptionOptionInfo"]; price: Decimal } | undefined {
  const { subscriptions = [], allowOneTimePurchases } = product.subscriptionDetails ?? {};
  const data = { productId: product.id, productName: product.name };
  const offered = (subscriptions ?? []).filter(({ visible }) => visible !== false);
  if (!id) {
    if (offered.length === 0 || allowOneTimePurchases !== false) return undefined;
    const titles = offered.map(({ title }) => title);
    throw invalidOptions(`"${product.name}" is sold by subscription only: choose ${titles.join(" or ")}`, {
      ...data,
      subscriptions: offered.map((one) => ({ id: one.id, title: one.title })),
    });
  }
  const chosen = offered.find((one) => one.id === id);
  if (!chosen)
    throw invalidOptions(`"${product.name}" has no subscription ${id}`, {
      ...data,
      subscriptionOptionId: id,
    });
  const prices = subscriptionPrices(product, variant, shopCurrency(tx).code);
  const { amount } = prices.find((one) => one.subscriptionId === id)?.price ?? variant.price.actualPrice;
  const [title, description] = [chosen.title ?? "", chosen.description ?? ""];
  return {
    price: decimal(amount ?? "0"),
    info: {
      title: { original: title, translated: title },
      description: description ? { original: description, translated: description } : undefined,
      subscriptionSettings: {
        frequency: chosen.frequency ?? "MONTH",
        interval: chosen.interval ?? 1,
        autoRenewal: chosen.autoRenewal ?? !chosen.billingCycles,
        billingCycles: chosen.billingCycles || undefined,
        enableCustomerCancellation: true,
      },
    },
  };
}

type DescriptionLine = NonNullable<LineItem["descriptionLines"]>[number];

/** The current catalog data of a line. */
export interface CatalogItem {
  name: string;
  url?: LineItem["url"];
  /** Unit price with modifiers, after the catalog's own discount. */
  price: Decimal;
  /** Unit price before the catalog's own discount, if there is one. */
  fullPrice?: Decimal | undefined;
  image?: LineItem["image"];
  descriptionLines: DescriptionLine[];
  sku?: string | undefined;
  /** Unit weight in the shop's unit. */
  weight?: number | undefined;
  /** PHYSICAL, DIGITAL, GIFT_CARD, SERVICE, or a custom type of the shop. */
  kind: string;
  isCustomKind?: boolean;
  /** The variant of the chosen options, if the product has several. */
  variantId?: string | undefined;
  /** Lines with the same key share their stock. */
  stock: { key: string; inStock: boolean; quantity?: number | undefined };
  collectionIds: readonly string[];
  taxGroupId?: string | undefined;
  paymentOption?: PaymentOption | undefined;
  deposit?: Decimal | undefined;
  subscription?: LineItem["subscriptionOptionInfo"];
  membersOnly?: boolean;
}

/** Returns the kind of an item as lines name it. */
export const itemTypeOf = ({ isCustomKind, kind }: CatalogItem) =>
  isCustomKind ? { custom: kind } : { preset: kind as "PHYSICAL" };

/** Returns what is known about the parcel of an item. */
export const physicalOf = ({ weight, sku, kind }: CatalogItem) => ({
  weight,
  sku: sku || undefined,
  shippable: kind === "PHYSICAL",
});

/** Returns how an item is paid: with a membership that covers it, or as its product says. */
export const paymentOptionOf = (catalogItem: CatalogItem, isCovered: boolean | undefined): PaymentOption =>
  isCovered ? "MEMBERSHIP" : (catalogItem.paymentOption ?? "FULL_PAYMENT_ONLINE");

/** The chosen options of an item, as storefronts send them. */
interface ChosenOptions {
  variantId?: string;
  options?: Record<string, string>;
  customTextFields?: Record<string, string>;
  subscriptionOptionId?: string;
}

/** Returns the error for invalid options: PlatformError 400 `INVALID_OPTIONS`. */
function invalidOptions(message: string, data: object): PlatformError {
  return new PlatformError(400, "INVALID_OPTIONS", message, data);
}

/** Joins texts as in `Oat, Ink or Moss`. */
const listOf = (texts: readonly string[]) => texts.join(", ").replace(/, ([^,]*)$/, " or $1");

/** Reads the chosen options of a catalog reference and drops values that are not options. */
function readOptions(given: unknown): ChosenOptions {
  const record = isRecord(given) ? given : {};
  const text = (key: string) => (typeof record[key] === "string" ? record[key] : undefined);
  const { variantId, subscriptionOptionId } = {
    variantId: text("variantId"),
    subscriptionOptionId: text("subscriptionOptionId"),
  };
  return {
    variantId: variantId || undefined,
    subscriptionOptionId: subscriptionOptionId || undefined,
    options: textsOf(record.options),
    customTextFields: textsOf(record.customTextFields),
  };
}

function textsOf(given: unknown): Record<string, string> {
  const entries = isRecord(given) ? Object.entries(given) : [];
  return Object.fromEntries(entries.map(([key, value]) => [key, String(value)]));
}
