import type { InventoryItemV3 } from "../../../api/services/inventory/models/inventory-item-v3.ts";
import type { ProductMediaV3 } from "../../../api/services/products/models/media-v3.ts";
import type { Product, Variant } from "../../../api/services/products/models/product.ts";
import type { VariantV3 } from "../../../api/services/products/models/variant-v3.ts";
import { amountToJson, parseAmount } from "../../../kernel/money.ts";
import { choiceMediaOf } from "./choice-media.ts";
import { choicesOf, namedChoices } from "./options.ts";
import { actualPrice, discountOf, fullPrice } from "./prices.ts";
import { sharedSku } from "./sku.ts";
import { textFieldsOf } from "./text-fields.ts";
import type { WholeProduct } from "./whole.ts";

/**
 * Converts a product of catalog v3 to v1. Price, cost and weight, which only variants have in v3, are those of the first
 * variant. The SKU is the one that all variants share.
 */
export function asProductV1({ product, variants, items }: WholeProduct): Product {
  const currency = product.currency ?? "USD";
  const options = product.options ?? [];
  const managed = options.length > 0;
  const [first] = variants;
  const discount = discountOf(
    variants.map(({ price }) => price),
    currency,
  );
  const media = (product.media?.itemsInfo?.items ?? []).map(mediaItem);
  const stocks = variants.map((variant) => stockOf(variant, items));
  const tracked = stocks.some(({ trackQuantity }) => trackQuantity);
  const weights = variants.map(({ physicalProperties }) => physicalProperties?.weight ?? 0);
  return {
    id: product.id,
    name: product.name,
    slug: product.slug,
    visible: product.visible ?? true,
    productType: product.productType === "DIGITAL" ? "digital" : "physical",
    description: product.plainDescription ?? "",
    sku: sharedSku(variants) ?? "",
    weight: weights[0] ?? 0,
    stock: {
      trackInventory: tracked,
      ...(tracked && { quantity: stocks.reduce((total, { quantity }) => total + (quantity ?? 0), 0) }),
      inStock: stocks.some(({ inStock }) => inStock),
      inventoryStatus: product.inventory?.availabilityStatus,
    },
    ...(first && { priceData: { currency, ...prices(first) }, ...cost(first) }),
    additionalInfoSections: (product.infoSections ?? []).map(({ title, plainDescription }) => ({
      title,
      description: plainDescription ?? "",
    })),
    media: { ...(media[0] && { mainMedia: media[0] }), items: media },
    manageVariants: managed,
    productOptions: options.map((option) => ({
      optionType: option.optionRenderType === "SWATCH_CHOICES" ? "color" : "drop_down",
      name: option.name,
      choices: choicesOf(option).map(({ name, colorCode, inStock, visible, ...choice }) => ({
        value: colorCode || name,
        description: name,
        inStock,
        visible,
        ...choiceMediaOf(choice, media),
      })),
    })),
    ...(product.url && { productPageUrl: pageUrl(product.url) }),
    numericId: product.numericId,
    inventoryItemId: product.id,
    discount:
      discount.type === "NONE" || discount.type === "mixed"
        ? { type: "NONE", value: 0 }
        : { type: discount.type, value: amountToJson(discount.value) },
    collectionIds: (product.directCategoriesInfo?.categories ?? []).flatMap(({ id }) => id ?? []),
    variants: variants.map((variant) => asVariantV1({ product, variants, items }, variant)),
    lastUpdated: product.updatedDate,
    createdDate: product.createdDate,
    customTextFields: textFieldsOf(product),
    ...unitPrices({ product, variants, items }),
    ...digitalFile(first),
    ...(product.seoData && { seoData: product.seoData }),
    ribbon: product.ribbon?.name ?? "",
    brand: product.brand?.name ?? null,
  };
}

/** Converts a variant of catalog v3 to v1. */
export function asVariantV1({ product, items }: WholeProduct, variant: VariantV3): Variant {
  return {
    id: variant.id,
    choices: namedChoices(product.options ?? [], variant),
    variant: {
      priceData: { currency: product.currency ?? "USD", ...prices(variant) },
      ...cost(variant),
      weight: variant.physicalProperties?.weight ?? 0,
      sku: variant.sku ?? "",
      visible: variant.visible ?? true,
    },
    stock: stockOf(variant, items),
  };
}

/** Returns the total stock of a variant at all locations. Without inventory items, it is not tracked. */
export function stockOf(
  variant: VariantV3,
  items: readonly InventoryItemV3[],
): { trackQuantity: boolean; quantity?: number; inStock: boolean } {
  const own = items.filter(({ variantId }) => variantId === variant.id);
  if (own.length === 0) return { trackQuantity: false, inStock: variant.inventoryStatus?.inStock ?? false };
  const tracked = own.filter(({ trackQuantity }) => trackQuantity);
  if (tracked.length === 0) return { trackQuantity: false, inStock: own.some(({ inStock }) => inStock) };
  const quantity = tracked.reduce((total, item) => total + (item.quantity ?? 0), 0);
  return { trackQuantity: true, quantity, inStock: quantity > 0 };
}

function prices({ price }: VariantV3) {
  return { price: amountToJson(fullPrice(price)), discountedPrice: amountToJson(actualPrice(price)) };
}

function cost({ revenueDetails }: VariantV3): Pick<Product, "costAndProfitData"> {
  const amount = parseAmount(revenueDetails?.cost?.amount ?? "");
  return amount === undefined ? {} : { costAndProfitData: { itemCost: amountToJson(amount) } };
}

/** Returns the price per unit. In v3 the product has the base unit, and each variant its quantity. */
function unitPrices({ product, variants }: WholeProduct): Pick<Product, "pricePerUnitData"> {
  const base = product.physicalProperties?.pricePerUnit;
  const total = variants[0]?.physicalProperties?.pricePerUnit?.settings;
  if (!base || !total) return {};
  return {
    pricePerUnitData: {
      totalQuantity: total.quantity,
      totalMeasurementUnit: total.measurementUnit,
      baseQuantity: base.quantity,
      baseMeasurementUnit: base.measurementUnit,
    },
  };
}

function digitalFile(first: VariantV3 | undefined): Pick<Product, "digitalFile"> {
  const { id, fileName, fileType } = first?.digitalProperties?.digitalFile ?? {};
  return id ? { digitalFile: { id, fileName: fileName ?? "", fileType } } : {};
}

function pageUrl({ relativePath, url }: { relativePath?: string | null; url?: string | null }) {
  const path = relativePath ?? "";
  return { base: (url ?? "").slice(0, (url ?? "").length - path.length), path };
}

function mediaItem({ id, image, displayName, altText, mediaType, thumbnail, url }: ProductMediaV3) {
  const file = image?.url ?? url;
  return {
    id,
    mediaType: mediaType === "VIDEO" ? "video" : "image",
    title: displayName ?? "",
    ...(thumbnail?.url && { thumbnail: { url: thumbnail.url } }),
    ...(mediaType !== "VIDEO" && file && { image: { url: file, altText: altText ?? "" } }),
  };
}
