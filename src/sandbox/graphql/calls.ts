import { buildSchema, GraphQLError, graphqlSync } from "graphql";
import type { Handlers } from "../../api/endpoint.ts";
import type { graphql as endpoints } from "../../api/services/graphql.ts";
import { amountToJson, type Decimal } from "../../kernel/money.ts";
import { collections } from "../collections/collection-calls.ts";
import { categories, categoryFields, type StoredCategory, visibleCategory } from "../collections/index.ts";
import { catalogVersion } from "../kernel/catalog-version.ts";
import { offsetPage } from "../kernel/lists.ts";
import { InvalidInput, PlatformError, type Tx } from "../kernel/tx.ts";
import {
  categoryIds,
  decimalOf,
  defaultLocation,
  inventoryItemsOf,
  productSearchFields,
  productsV3,
  type ShopCurrency,
  type StoredProductV3,
  type StoredVariantV3,
  shopCurrency,
  visibleProductV3 as visibleProduct,
  visibleTo,
} from "../products/index.ts";
import { products } from "../products/v1/calls.ts";
import { schemaText } from "./schema.ts";

const schema = buildSchema(schemaText);

/** GraphQL over the catalog. Query errors are returned with status 200 in `errors`. */
export const graphql: Handlers<typeof endpoints, Tx> = {
  run(tx, { apiVersion, query, variables }) {
    if (apiVersion !== "alpha")
      throw new PlatformError(
        404,
        "NOT_FOUND",
        `There is no GraphQL API version "${apiVersion}", only alpha`,
      );
    const { data, errors } = graphqlSync({
      schema,
      source: query,
      rootValue: catalogVersion(tx) === "V3_CATALOG" ? catalogV3Roots : catalogRoots,
      contextValue: tx,
      variableValues: variables as Record<string, unknown> | undefined,
    });
    return { data, errors: errors?.map(errorJson) };
  },
};

/** Formats a GraphQL error. Errors of handlers keep their code; unexpected errors are rethrown. */
function errorJson(error: GraphQLError): object {
  const { originalError: cause } = error;
  if (cause === undefined || cause instanceof GraphQLError) return error.toJSON();
  if (cause instanceof PlatformError) return { ...error.toJSON(), extensions: { code: cause.code } };
  if (cause instanceof InvalidInput) return { ...error.toJSON(), extensions: { code: "INVALID_ARGUMENT" } };
  throw cause;
}

/** The schema's root fields for catalog v1, resolved by the handlers of the REST calls. */
const catalogRoots = {
  products: (args: PageArgs, tx: Tx) => productPageV1(tx, args),
  product(args: OneArgs, tx: Tx) {
    const by = lookupOf(args);
    if ("id" in by) return products.get(tx, by).product;
    const [product] =
      products.query(tx, { query: pageOfV1({ limit: 1, offset: 0, filter: by }) }).products ?? [];
    if (product?.id) return products.get(tx, { id: product.id }).product;
    throw new PlatformError(404, "PRODUCT_NOT_FOUND", `There is no product with the slug "${by.slug}"`);
  },
  collections(args: PageArgs, tx: Tx) {
    const { collections: items, metadata } = collections.query(tx, { query: pageOfV1(args) });
    return { items: items?.map(withProducts), total: metadata?.total };
  },
  collection(args: OneArgs, tx: Tx) {
    const by = lookupOf(args);
    const { collection } = "id" in by ? collections.get(tx, by) : collections.getBySlug(tx, by);
    return collection && withProducts(collection);
  },
};

function productPageV1(tx: Tx, args: PageArgs) {
  const { products: items, metadata } = products.query(tx, { query: pageOfV1(args) });
  return { items, total: metadata?.total };
}

function withProducts<T extends { id?: string | null | undefined }>(collection: T) {
  const filter = { collectionIds: { $hasSome: [collection.id] } };
  return { ...collection, products: (args: PageArgs, tx: Tx) => productPageV1(tx, { ...args, filter }) };
}

function pageOfV1(args: PageArgs) {
  checkPage(args);
  const { limit, offset, filter, sort } = args;
  return { filter, paging: { limit, offset }, sort };
}

/**
 * The schema's root fields for catalog v3. Filters and sorts use the paths of v3 searches. Product fields that v3 stores
 * per variant come from the first variant.
 */
const catalogV3Roots = {
  products: productPageV3,
  product(args: OneArgs, tx: Tx) {
    const by = lookupOf(args);
    const found = "id" in by ? tx.get(productsV3, by.id) : tx.findBy(productsV3, "slug", by.slug);
    return productOf(tx, visibleProduct(tx, found, args));
  },
  collections(args: PageArgs, tx: Tx) {
    checkPage(args);
    const { items, total } = offsetPage(tx, categories, args, categoryFields, visibleTo(tx));
    return { items: items.map(collectionOf), total };
  },
  collection(args: OneArgs, tx: Tx) {
    const by = lookupOf(args);
    const id = "id" in by ? by.id : tx.findBy(categories, "slug", by.slug)?.id;
    if (id === undefined)
      throw new PlatformError(404, "CATEGORY_NOT_FOUND", `There is no category with the slug "${args.slug}"`);
    return collectionOf(visibleCategory(tx, id));
  },
};

function productPageV3(args: PageArgs, tx: Tx) {
  checkPage(args);
  const { items, total } = offsetPage(tx, productsV3, args, productSearchFields, visibleTo(tx));
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
    products: (args: PageArgs, tx: Tx) => productPageV3({ ...args, filter }, tx),
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
      quantity:
        tracked.length > 0
          ? tracked.reduce((total, { stock }) => total + (stock.quantity ?? 0), 0)
          : undefined,
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
  const item = inventoryItemsOf(tx, product.id).find(
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

/** The arguments of list fields. */
interface PageArgs {
  limit: number;
  offset: number;
  filter?: unknown;
  sort?: { fieldName: string; order: "ASC" | "DESC" }[];
}

/** The arguments of single-entity fields. */
interface OneArgs {
  id?: string | null;
  slug?: string | null;
}

/** Throws GraphQLError if the limit or the offset is out of range. */
function checkPage({ limit, offset }: PageArgs): void {
  if (limit < 0 || limit > 100) throw new GraphQLError("limit must be between 0 and 100");
  if (offset < 0) throw new GraphQLError("offset must be 0 or more");
}

/** Returns which argument is set. Throws GraphQLError unless exactly one is. */
function lookupOf({ id, slug }: OneArgs): { id: string } | { slug: string } {
  if (id != null && slug == null) return { id };
  if (slug != null && id == null) return { slug };
  throw new GraphQLError("Specify either an id or a slug");
}
