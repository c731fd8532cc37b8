import type { WireResult } from "../../api/endpoint.ts";
import type { InventoryItemV3 } from "../../api/services/inventory.ts";
import type {
  OptionV3,
  Product,
  ProductMediaV3,
  ProductV3,
  products,
  Variant,
  VariantV3,
} from "../../api/services/products.ts";
import type { SubscriptionDraft } from "../../files/draft.ts";
import { UsageError } from "../../kernel/errors.ts";
import { amountToJson, type Decimal, decimal, parseAmount } from "../../kernel/money.ts";
import type { OnlyInV3 } from "./catalog.ts";
import {
  type AnyProduct,
  type AnyVariantFields,
  type AnyVariantStock,
  type FieldsOfV3,
  preorderOf,
  type SharedDiscount,
  sharedDiscount,
} from "./snapshot.ts";

/** A product of catalog v3 with its variants, sorted by choices, and their stock. */
export interface WholeProduct extends ProductParts {
  product: ProductV3;
}

/** A product that may not be created yet, with its variants and their stock. */
export interface ProductParts {
  product: Partial<ProductV3>;
  variants: VariantV3[];
  /** Empty if the caller may not read stock. */
  items: InventoryItemV3[];
}

/** Returns the error for a change that catalog v3 does not support, or that `Product` cannot express. Nothing was sent. */
export function notInV3(what: string, hint?: string): UsageError {
  return new UsageError(`This shop runs catalog v3: ${what}`, {
    code: "CATALOG_V3",
    hint: hint ?? "Call catalog v3 directly: till api --service productsV3",
  });
}

/**
 * Converts a product of catalog v3 to the form of v1. Price, cost and weight, which only variants have in v3, are those of
 * the first variant. The SKU is the one that all variants share.
 */
export function productFromV3(whole: WholeProduct): Product {
  const { product, variants, items } = whole;
  const currency = product.currency ?? "USD";
  const options = product.options ?? [];
  const [first] = variants;
  const discount = discountFromPrices(whole);
  const media = (product.media?.itemsInfo?.items ?? []).map(mediaItem);
  const stocks = variants.map((variant) => variantStock(variant, items));
  const tracked = stocks.some(({ trackQuantity }) => trackQuantity);
  const found: Product & AnyProduct = {
    id: product.id,
    name: product.name,
    slug: product.slug,
    visible: product.visible ?? true,
    productType: product.productType === "DIGITAL" ? "digital" : "physical",
    description: product.plainDescription ?? "",
    sku: sharedSku(variants) ?? "",
    weight: first?.physicalProperties?.weight ?? 0,
    stock: {
      trackInventory: tracked,
      quantity: tracked ? stocks.reduce((total, { quantity }) => total + (quantity ?? 0), 0) : undefined,
      inStock: stocks.some(({ inStock }) => inStock),
      inventoryStatus: product.inventory?.availabilityStatus,
    },
    ...(first && { priceData: { currency, ...prices(first) }, ...cost(first) }),
    additionalInfoSections: (product.infoSections ?? []).map(({ title, plainDescription }) => ({
      title,
      description: plainDescription ?? "",
    })),
    media: { mainMedia: media[0], items: media },
    manageVariants: options.length > 0,
    productOptions: options.map((option) => ({
      optionType: option.optionRenderType === "SWATCH_CHOICES" ? "color" : "drop_down",
      name: option.name,
      choices: optionChoices(option).map((choice) => {
        const { name, colorCode, inStock, visible } = choice;
        return {
          value: colorCode || name,
          description: name,
          inStock,
          visible,
          media: mediaWith(choiceMediaIds(choice), media),
        };
      }),
    })),
    productPageUrl: product.url ? pageUrl(product.url) : undefined,
    numericId: product.numericId,
    inventoryItemId: product.id,
    discount:
      discount.type === "NONE" || discount.type === "mixed"
        ? { type: "NONE", value: 0 }
        : { type: discount.type, value: amountToJson(discount.value) },
    collectionIds: (product.directCategoriesInfo?.categories ?? []).flatMap(({ id }) => id ?? []),
    variants: variants.map((variant) => variantOf(whole, variant)),
    lastUpdated: product.updatedDate,
    createdDate: product.createdDate,
    customTextFields: (product.modifiers ?? [])
      .filter(isTextField)
      .map(({ name, mandatory, freeTextSettings: settings }) => ({
        title: settings?.title ?? name,
        maxLength: settings?.maxCharCount ?? 500,
        mandatory: mandatory ?? false,
      })),
    pricePerUnitData: unitPrice(whole),
    digitalFile: digitalFile(first),
    seoData: product.seoData ?? undefined,
    taxGroupId: product.taxGroupId || undefined,
    catalogV3: fieldsOfV3(product, options.length === 0 ? first?.barcode : undefined),
    ribbon: product.ribbon?.name ?? "",
    brand: product.brand?.name ?? null,
  };
  // Without undefined members, as in a response.
  return JSON.parse(JSON.stringify(found)) as Product;
}

/** Returns what a product has besides the fields of v1. `barcode`: that of a product without options. Without subscriptions there is nothing else to buy it by. */
function fieldsOfV3(
  { tags, subscriptionDetails }: Partial<ProductV3>,
  barcode: string | null | undefined,
): FieldsOfV3 {
  const [own, staff] = [tags?.publicTags?.tagIds ?? [], tags?.privateTags?.tagIds ?? []];
  const subscriptions = (subscriptionDetails?.subscriptions ?? []).map(({ id, ...one }) => one);
  return {
    ...(barcode && { barcode }),
    ...(own.length > 0 && { tags: own }),
    ...(staff.length > 0 && { privateTags: staff }),
    ...(subscriptions.length > 0 && {
      subscriptions: subscriptions as SubscriptionDraft[],
      oneTimePurchase: subscriptionDetails?.allowOneTimePurchases ?? true,
    }),
  };
}

function variantOf({ product, items }: WholeProduct, variant: VariantV3): Variant {
  const { barcode } = variant;
  const fields: AnyVariantFields = {
    priceData: { currency: product.currency ?? "USD", ...prices(variant) },
    ...cost(variant),
    weight: variant.physicalProperties?.weight ?? 0,
    sku: variant.sku ?? "",
    ...(barcode && { barcode }),
    visible: variant.visible ?? true,
  };
  return {
    id: variant.id,
    choices: namedChoices(product.options ?? [], variant),
    variant: fields,
    stock: variantStock(variant, items),
  };
}

/** Returns the total stock of a variant at all locations, and its preorders. Without inventory items, it is not tracked. */
export function variantStock(
  variant: VariantV3,
  items: readonly InventoryItemV3[],
): AnyVariantStock & { trackQuantity: boolean; quantity?: number; inStock: boolean } {
  const own = items.filter(({ variantId }) => variantId === variant.id);
  if (own.length === 0) return { trackQuantity: false, inStock: variant.inventoryStatus?.inStock ?? false };
  const tracked = own.filter(({ trackQuantity }) => trackQuantity);
  const info = own.find(({ preorderInfo }) => preorderInfo?.enabled)?.preorderInfo;
  // Without a quantity, a limit has no effect.
  const limit = tracked.length > 0 ? info?.limit : null;
  const preorder = info ? preorderOf({ ...info, limit }) : undefined;
  if (tracked.length === 0)
    return { trackQuantity: false, inStock: own.some(({ inStock }) => inStock), preorder };
  const quantity = tracked.reduce((total, item) => total + (item.quantity ?? 0), 0);
  return { trackQuantity: true, quantity, inStock: quantity > 0, preorder };
}

/** Returns the SKU that all variants share, because products have no SKU in v3. Undefined if the variants differ. */
export function sharedSku(variants: readonly VariantV3[]): string | undefined {
  const [sku = "", ...others] = new Set(variants.map((variant) => variant.sku ?? ""));
  return others.length === 0 ? sku : undefined;
}

function prices({ price }: VariantV3) {
  return { price: amountToJson(fullPrice(price)), discountedPrice: amountToJson(actualPrice(price)) };
}

function cost({ revenueDetails }: VariantV3): Pick<Product, "costAndProfitData"> {
  const amount = parseAmount(revenueDetails?.cost?.amount ?? "");
  return amount === undefined ? {} : { costAndProfitData: { itemCost: amountToJson(amount) } };
}

/** Returns the price per unit. In v3 the product has the base unit, and each variant its quantity. */
function unitPrice({ product, variants }: WholeProduct): Product["pricePerUnitData"] {
  const base = product.physicalProperties?.pricePerUnit;
  const total = variants[0]?.physicalProperties?.pricePerUnit?.settings;
  if (!base || !total) return undefined;
  return {
    totalQuantity: total.quantity,
    totalMeasurementUnit: total.measurementUnit,
    baseQuantity: base.quantity,
    baseMeasurementUnit: base.measurementUnit,
  };
}

function digitalFile(first: VariantV3 | undefined): Product["digitalFile"] {
  const { id, fileName, fileType } = first?.digitalProperties?.digitalFile ?? {};
  return id ? { id, fileName: fileName ?? "", fileType } : undefined;
}

function pageUrl({ relativePath, url }: { relativePath?: string | null; url?: string | null }) {
  const path = relativePath ?? "";
  return { base: (url ?? "").slice(0, (url ?? "").length - path.length), path };
}

function mediaItem({ id, image, video, displayName, altText, mediaType, thumbnail, url }: ProductMediaV3) {
  const isVideo = mediaType === "VIDEO";
  const file = isVideo ? (video?.url ?? video?.resolutions?.[0]?.url ?? url) : (image?.url ?? url);
  return {
    id,
    mediaType: isVideo ? "video" : "image",
    title: displayName ?? "",
    thumbnail: thumbnail?.url ? { url: thumbnail.url } : undefined,
    image: !isVideo && file ? { url: file, altText: altText ?? "" } : undefined,
    video: isVideo && file ? { files: [{ url: file, altText: altText ?? "" }] } : undefined,
  };
}

/** Returns whether a modifier is a text field of the product. */
export function isTextField({ modifierRenderType }: { modifierRenderType?: string | null }): boolean {
  return modifierRenderType === "FREE_TEXT";
}

/** Returns what a product of catalog v3 has and `Product` has no field for. */
export function onlyInV3Of(whole: WholeProduct): OnlyInV3 {
  const { product, variants } = whole;
  const { modifiers, subscriptionDetails, additionalRibbons, tags } = product;
  return {
    barcodes: variants.flatMap(({ barcode }) => barcode ?? []),
    modifiers: (modifiers ?? []).flatMap((modifier) => (isTextField(modifier) ? [] : (modifier.name ?? ""))),
    subscriptions: (subscriptionDetails?.subscriptions ?? []).map(({ title }) => title ?? ""),
    additionalRibbons: (additionalRibbons ?? []).map(({ name }) => name ?? ""),
    tags: [tags?.privateTags?.tagIds, tags?.publicTags?.tagIds].flatMap((ids) => ids ?? []),
    variantDiscounts: discountFromPrices(whole).type === "mixed" ? variants.map(prices) : [],
    // Products of v1 have fields for them, too, but `productOf` leaves them out.
    dimensions: variants.flatMap(({ physicalProperties: physical }) => [
      ...(physical?.productDimensions ? [physical.productDimensions] : []),
      ...(physical?.packageDimensions ? [physical.packageDimensions] : []),
    ]),
  };
}

/** Which choices are left after others are selected, and the variant that they identify. */
export type Availability = WireResult<(typeof products)["optionsAvailability"]>;

/** Returns the availability of each choice, given the choices selected for the other options. */
export function availabilityOf(whole: WholeProduct, selection: Record<string, string>): Availability {
  const product = productFromV3(whole);
  const options = product.productOptions ?? [];
  const variantsWith = (choices: Record<string, string>) =>
    (product.variants ?? []).filter((variant) =>
      Object.entries(choices).every(([option, choice]) => variant.choices?.[option] === choice),
    );
  const complete = options.every(({ name }) => selection[name ?? ""] !== undefined);
  const [selected] = complete ? variantsWith(selection) : [];
  const selectedMedia = (whole.product.options ?? []).flatMap((option) =>
    optionChoices(option)
      .filter(({ name }) => name === selection[option.name ?? ""])
      .flatMap(choiceMediaIds),
  );
  const { priceData, weight, sku, visible } = selected?.variant ?? {};
  return {
    selectedVariant: selected && {
      price: priceData,
      weight,
      sku,
      visible,
      quantity: selected.stock?.quantity,
      inStock: selected.stock?.inStock,
      variantId: selected.id,
    },
    media: mediaWith(selectedMedia, product.media?.items ?? []) ?? product.media,
    productOptions: options.map((option) => ({
      ...option,
      choices: (option.choices ?? []).map((choice) => {
        const visibleVariants = variantsWith({
          ...selection,
          [option.name ?? ""]: choice.description ?? "",
        }).filter(({ variant }) => variant?.visible !== false);
        return {
          ...choice,
          visible: visibleVariants.length > 0,
          inStock: visibleVariants.some(({ stock }) => stock?.inStock === true),
        };
      }),
    })),
    availableForPurchase: selected?.variant?.visible !== false && selected?.stock?.inStock === true,
    managedProduct: options.length > 0,
  };
}

type Choices = Record<string, string>;
type Choice = ReturnType<typeof optionChoices>[number];

/** Returns the choices of an option. */
export function optionChoices(option: OptionV3 | undefined) {
  return option?.choicesSettings?.choices ?? [];
}

/** Returns the ids of the media of a choice. */
export function choiceMediaIds({ media, linkedMedia }: Choice): string[] {
  const ids = media?.items?.map(({ mediaId }) => mediaId) ?? linkedMedia?.map(({ id }) => id) ?? [];
  return ids.flatMap((id) => id ?? []);
}

/** Returns the media with these ids, the first of them as the main one; undefined if there are none. */
function mediaWith<Item extends { id?: string | null | undefined }>(
  ids: readonly string[],
  items: readonly Item[],
) {
  const [mainMedia, ...more] = items.filter(({ id }) => ids.includes(id ?? ""));
  return mainMedia && { mainMedia, items: [mainMedia, ...more] };
}

/** Returns the choices of a variant by name: `{ Color: "Ink" }`. */
export function namedChoices(options: readonly OptionV3[], variant: VariantV3): Choices {
  const chosen = (variant.choices ?? []).flatMap(({ optionChoiceIds, optionChoiceNames }) => {
    const option = options.find(
      ({ id, name }) => (id && id === optionChoiceIds?.optionId) || name === optionChoiceNames?.optionName,
    );
    const choice = optionChoices(option).find(
      ({ choiceId, name }) =>
        (choiceId && choiceId === optionChoiceIds?.choiceId) || name === optionChoiceNames?.choiceName,
    );
    return option && choice ? [[option.name ?? "", choice.name ?? ""]] : [];
  });
  return Object.fromEntries(chosen) as Choices;
}

/** Sorts variants by their choices, because the order of responses varies. */
export function inOrder(options: readonly OptionV3[], variants: readonly VariantV3[]): VariantV3[] {
  const rank = new Map(combinations(options).map((choices, index) => [choicesKey(choices), index]));
  const at = (variant: VariantV3) => rank.get(choicesKey(namedChoices(options, variant))) ?? rank.size;
  return [...variants].sort((a, b) => at(a) - at(b));
}

/** Returns all combinations of one choice per option; a single empty combination if there are no options. */
export function combinations(options: readonly OptionV3[]): Choices[] {
  return options.reduce<Choices[]>(
    (combined, option) =>
      combined.flatMap((choices) =>
        optionChoices(option).map((choice) => ({ ...choices, [option.name ?? ""]: choice.name ?? "" })),
      ),
    [{}],
  );
}

/** Returns a key for choices that does not depend on their order. */
export function choicesKey(choices: Choices): string {
  return JSON.stringify(Object.entries(choices).sort(([a], [b]) => (a < b ? -1 : 1)));
}

type Price = VariantV3["price"];

/** Returns the price before discount: the compare-at price if there is one. */
export function fullPrice(price: Price): Decimal {
  const [actual, compare] = [actualPrice(price), amountAt(price?.compareAtPrice)];
  return compare?.gt(actual) ? compare : actual;
}

/** Returns the price after discount. */
export function actualPrice(price: Price): Decimal {
  return amountAt(price?.actualPrice) ?? decimal("0");
}

/** Returns the discount that all variants share, as a whole percentage if that is exact: v3 stores prices before and after it. */
export function discountFromPrices({
  product,
  variants,
}: Pick<ProductParts, "product" | "variants">): SharedDiscount {
  return sharedDiscount(
    variants.map(({ price }) => ({ full: fullPrice(price), actual: actualPrice(price) })),
    product.currency ?? "USD",
  );
}

function amountAt(amount: { amount?: string | null | undefined } | null | undefined): Decimal | undefined {
  return amount?.amount ? parseAmount(amount.amount) : undefined;
}
