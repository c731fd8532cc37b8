import { amountToJson, type Decimal } from "../../../kernel/money.ts";
import { offsetPage } from "../../kernel/documents/lists.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import {
  categories,
  categoryFields,
  type StoredCategory,
  visibleCategory,
} from "../../services/collections/index.ts";
import {
  categoryIds,
  decimalOf,
  defaultLocation,
  itemsOf,
  productSearchFields,
  productsV3 as products,
  type ShopCurrency,
  type StoredProductV3,
  type StoredVariantV3,
  shopCurrency,
  visibleProductV3 as visibleProduct,
} from "../../services/products/index.ts";
import { checkPage, type OneArgs, oneOf, type PageArgs } from "./page.ts";

/**
 * The schema's root fields for catalog v3. Filters and sorts use the paths of v3 searches. Product fields that v3 stores
 * per variant come from the first variant.
 */
export const catalogV3Roots = {
  products: productPage,
  product(args: OneArgs, tx: Tx) {
    const found =
      oneOf(args) === "id" ? tx.get(products, args.id ?? "") : tx.findBy(products, "slug", args.slug ?? "");
    return productOf(tx, visibleProduct(tx, found, args));
  },
  collections(args: PageArgs, tx: Tx) {
    checkPage(args);
    const { items, total } = offsetPage(tx, categories, args, categoryFields, scopeOf(tx));
    return { items: items.map(collectionOf), total };
  },
  collection(args: OneArgs, tx: Tx) {
    const id = oneOf(args) === "id" ? args.id : tx.findBy(categories, "slug", args.slug ?? "")?.id;
    if (id === undefined)
      throw new PlatformError(404, "CATEGORY_NOT_FOUND", `There is no category with the slug "${args.slug}"`);
    return collectionOf(visibleCategory(tx, id));
  },
};

function productPage(args: PageArgs, tx: Tx) {
  checkPage(args);
  const { items, total } = offsetPage(tx, products, args, productSearchFields, scopeOf(tx));
  return { items: items.map((product) => productOf(tx, product)), total };
}

function collectionOf({ id, name, slug, visible, description, itemCounter, updatedDate }: StoredCategory) {
  const filter = { "directCategoriesInfo.categories": { $matchItems: [{ id }] } };
  return {
    id,
    name,
    slug,
    visible,
    description,
    numberOfProducts: itemCounter,
    lastUpdated: updatedDate,
    media: { items: [] },
    products: (args: PageArgs, tx: Tx) => productPage({ ...args, filter }, tx),
  };
}

function productOf(tx: Tx, product: StoredProductV3) {
  const { id, name, slug, visible, numericId, createdDate, updatedDate } = product;
  const currency = shopCurrency(tx);
  const variants = product.variantsInfo.variants.map((variant) => variantOf(tx, product, variant, currency));
  const [first] = variants;
  const items = product.media.itemsInfo.items.map(({ id: media, mediaType, displayName, image, url }) => ({
    id: media,
    title: displayName ?? "",
    mediaType: mediaType === "VIDEO" ? "video" : "image",
    image: image ?? (url ? { url } : undefined),
  }));
  const tracked = variants.filter(({ stock }) => stock.trackQuantity);
  const { minValue, maxValue } = product.actualPriceRange ?? {};
  return {
    id,
    name,
    slug,
    visible,
    numericId,
    createdDate,
    lastUpdated: updatedDate,
    productType: product.productType.toLowerCase(),
    description: product.plainDescription,
    brand: product.brand?.name,
    ribbon: product.ribbon?.name,
    sku: variants.length === 1 ? first?.variant.sku : undefined,
    weight: first?.variant.weight,
    priceData: first?.variant.priceData,
    convertedPriceData: first?.variant.priceData,
    priceRange: {
      minValue: minValue && amountToJson(decimalOf(minValue)),
      maxValue: maxValue && amountToJson(decimalOf(maxValue)),
    },
    stock: {
      trackInventory: tracked.length > 0,
      inStock: variants.some(({ stock }) => stock.inStock),
      ...(tracked.length > 0 && {
        quantity: tracked.reduce((total, { stock }) => total + (stock.quantity ?? 0), 0),
      }),
      inventoryStatus: product.inventory?.availabilityStatus,
    },
    media: { mainMedia: items[0], items },
    manageVariants: product.options.length > 0,
    productOptions: product.options.map((option) => ({
      name: option.name,
      optionType: option.optionRenderType === "SWATCH_CHOICES" ? "color" : "drop_down",
      choices: option.choicesSettings.choices.map(
        ({ name: description, colorCode, inStock, visible: shown }) => ({
          value: colorCode ?? description,
          description,
          inStock,
          visible: shown,
        }),
      ),
    })),
    variants,
    collectionIds: categoryIds(product),
    inventoryItemId: id,
  };
}

function variantOf(tx: Tx, product: StoredProductV3, variant: StoredVariantV3, currency: ShopCurrency) {
  const { actualPrice, compareAtPrice } = variant.price;
  const item = itemsOf(tx, product.id).find(
    ({ variantId, locationId }) => variantId === variant.id && locationId === defaultLocation,
  );
  return {
    id: variant.id,
    choices: Object.fromEntries(
      variant.choices.map(({ optionChoiceNames: { optionName, choiceName } }) => [optionName, choiceName]),
    ),
    variant: {
      priceData: priceOf(decimalOf(compareAtPrice ?? actualPrice), decimalOf(actualPrice), currency),
      weight: variant.physicalProperties?.weight,
      sku: variant.sku,
      visible: variant.visible,
    },
    stock: {
      trackQuantity: item?.trackQuantity ?? false,
      quantity: item?.trackQuantity ? item.quantity : undefined,
      inStock: variant.inventoryStatus.inStock,
    },
  };
}

function priceOf(price: Decimal, discounted: Decimal, { code, format }: ShopCurrency) {
  return {
    currency: code,
    price: amountToJson(price),
    discountedPrice: amountToJson(discounted),
    formatted: { price: format(price), discountedPrice: format(discounted) },
  };
}

function scopeOf(tx: Tx): unknown {
  return tx.caller.role === "admin" ? undefined : { visible: true };
}
