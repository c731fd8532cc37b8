import type { Handlers, WireInput } from "../../../api/endpoint.ts";
import type { ItemMetadata, Query } from "../../../api/services/models.ts";
import { products as endpoints, type Product, type VariantOverride } from "../../../api/services/products.ts";
import { amountFromJson, amountToJson, type Decimal, decimal, roundMoney } from "../../../kernel/money.ts";
import { countProducts } from "../../collections/index.ts";
import { freeSlug, requireFreeSlug } from "../../kernel/entities.ts";
import { checkedQuery, fieldsOfList, findPage, parseTextQuery, scanPage } from "../../kernel/lists.ts";
import { InvalidInput, invalid, PlatformError, type Tx } from "../../kernel/tx.ts";
import { uploadedSize } from "../../media/index.ts";
import { blankProduct, changeFacts } from "./facts.ts";
import {
  attachMedia,
  type ChoiceMedia,
  detachMedia,
  pruneChoiceMedia,
  storedMedia,
  withMedia,
  withoutMedia,
} from "./media.ts";
import { checkedAmount, shopCurrency } from "./prices.ts";
import {
  deleteProduct,
  insertProduct,
  merchantView,
  productOf,
  saveProduct,
  showProduct,
  showVariant,
  visibleProduct,
  visibleTo,
} from "./products.ts";
import { type StoredProduct, type StoredVariant, products as table, type VariantOwn } from "./tables.ts";
import {
  checkVariantChoices,
  isManaged,
  matchVariants,
  optionsAvailability,
  shownVariants,
  storeVariant,
  storeVariants,
  storeVariantsBySku,
} from "./variants.ts";

type Variants = Pick<
  typeof endpoints,
  | "updateVariants"
  | "resetVariants"
  | "queryVariants"
  | "queryStoreVariants"
  | "getStoreVariant"
  | "optionsAvailability"
>;
type Override = VariantOverride;

/** Product variants. */
const productVariants: Handlers<Variants, Tx> = {
  updateVariants(tx, { id, variants }) {
    const product = productOf(tx, id);
    rejectUnmanaged(product);
    const own = { ...product.internal.own };
    for (const override of variants) {
      for (const variant of overridden(product, override))
        own[variant.id] = withOverride(product, own[variant.id], override);
    }
    const after = saveProduct(tx, product, { ...product, internal: { ...product.internal, own } });
    return { variants: after.variants.map((variant) => showVariant(variant, true)) };
  },
  resetVariants(tx, { id }) {
    const product = productOf(tx, id);
    saveProduct(tx, product, { ...product, internal: { ...product.internal, own: {} } });
    return {};
  },
  queryVariants(tx, { id, choices, variantIds, paging, includeMerchantSpecificData }) {
    const merchant = merchantView(tx, includeMerchantSpecificData);
    const product = visibleProduct(tx, id);
    checkVariantChoices(product.productOptions, choices ?? {});
    const found = matchVariants(shownVariants(tx, product), { choices, variantIds });
    const [limit, offset] = [paging?.limit ?? 50, paging?.offset ?? 0];
    return {
      variants: found.slice(offset, offset + limit).map((variant) => showVariant(variant, merchant)),
      metadata: { items: limit, offset },
      totalResults: found.length,
    };
  },
  queryStoreVariants(tx, { query }) {
    const checked = checkedQuery(query, endpoints.queryStoreVariants);
    const skus = skusOf(query.filter);
    const rows = skus ? storeVariantsBySku(tx, visibleTo(tx), skus) : storeVariants(tx, visibleTo(tx));
    const page = scanPage(rows, checked);
    return { variants: page.items, metadata: page.metadata };
  },
  getStoreVariant(tx, { id }) {
    // Two GUIDs joined by a dash.
    const [productId, variantId] = [id.slice(0, 36), id.slice(37)];
    const product = visibleProduct(tx, productId);
    const variant = shownVariants(tx, product).find((one) => one.id === variantId);
    if (variant === undefined)
      throw new PlatformError(404, "VARIANT_NOT_FOUND", `There is no variant ${id}`, { id });
    return { variant: storeVariant(product, variant) };
  },
  optionsAvailability(tx, { id, options }) {
    const product = visibleProduct(tx, id);
    checkVariantChoices(product.productOptions, options);
    return optionsAvailability(product, options);
  },
};

/** Returns the SKUs of a filter by SKU alone, `{ sku: … }`; undefined for others. */
function skusOf(filter: unknown): string[] | undefined {
  const { sku, ...others } = (filter ?? {}) as { sku?: unknown };
  const { $in: skus = [sku] } = (typeof sku === "object" && sku !== null ? sku : {}) as { $in?: unknown };
  const isList = Array.isArray(skus) && skus.every((one) => typeof one === "string" && one !== "");
  return isList && Object.keys(others).length === 0 ? skus : undefined;
}

function rejectUnmanaged(product: StoredProduct): void {
  if (isManaged(product)) return;
  const message = `The variants of "${product.name}" are not managed; set manageVariants first`;
  throw new PlatformError(400, "VARIANTS_NOT_MANAGED", message, { productId: product.id });
}

function overridden(product: StoredProduct, { choices, variantIds }: Override): StoredVariant[] {
  checkVariantChoices(product.productOptions, choices ?? {});
  const unknown = (variantIds ?? []).find((id) => !product.variants.some((variant) => variant.id === id));
  if (unknown !== undefined) {
    throw new PlatformError(404, "VARIANT_NOT_FOUND", `The product has no variant ${unknown}`, {
      variantId: unknown,
    });
  }
  if (variantIds?.length || Object.keys(choices ?? {}).length > 0) {
    return matchVariants(product.variants, { choices, variantIds });
  }
  throw invalid("variants", "REQUIRED_ONE_OF_FIELD", "must contain choices or variantIds in each entry");
}

/** Returns the overrides after a change. Null or the product's value removes an override. */
function withOverride(
  product: StoredProduct,
  before: VariantOwn | undefined,
  override: Override,
): VariantOwn {
  const { price, cost, weight, sku, visible, productDimensions, packageDimensions } = override;
  const values = { price, cost, weight, sku, visible, productDimensions, packageDimensions };
  const inherited: Partial<typeof values> = {
    price: product.priceData.price,
    cost: product.costAndProfitData?.itemCost,
    weight: product.weight,
    sku: product.sku,
    visible: true,
  };
  const own: Record<string, unknown> = { ...before };
  for (const key of Object.keys(values) as (keyof typeof values)[]) {
    const value = values[key];
    if (value === undefined) continue;
    if (typeof value === "number") checkedAmount(key, value);
    if (value === null || value === inherited[key]) delete own[key];
    else own[key] = value;
  }
  return own;
}

type Media = Pick<typeof endpoints, "addMedia" | "removeMedia" | "addChoicesMedia" | "removeChoicesMedia">;

/** Media of products and of option choices. */
const productMedia: Handlers<Media, Tx> = {
  addMedia(tx, { id, media }) {
    const product = productOf(tx, id);
    const added = media.map((source) => ({
      item: storedMedia(source, (id) => uploadedSize(tx, id)),
      choice: source.choice,
    }));
    const facts = {
      ...product,
      media: withMedia(
        product.media,
        added.map(({ item }) => item),
      ),
    };
    const attached = added.flatMap(({ item, choice }) =>
      choice ? [{ option: choice.option ?? "", choice: choice.choice ?? "", mediaIds: [item.id ?? ""] }] : [],
    );
    for (const { option, choice } of attached)
      checkVariantChoices(product.productOptions, { [option]: choice });
    saveProduct(tx, product, attachMedia(facts, attached));
    return {};
  },
  removeMedia(tx, { id, mediaIds }) {
    const product = productOf(tx, id);
    const media = withoutMedia(product.media, mediaIds ?? []);
    saveProduct(tx, product, pruneChoiceMedia({ ...product, media }));
    return {};
  },
  addChoicesMedia(tx, { id, media }) {
    const product = productOf(tx, id);
    const given = choiceMedia(media);
    for (const { option, choice } of given) checkVariantChoices(product.productOptions, { [option]: choice });
    saveProduct(tx, product, attachMedia(product, given));
    return {};
  },
  removeChoicesMedia(tx, { id, media }) {
    const product = productOf(tx, id);
    saveProduct(tx, product, detachMedia(product, choiceMedia(media)));
    return {};
  },
};

type GivenMedia = { option?: string | null; choice?: string | null; mediaIds?: string[] | null };

function choiceMedia(media: readonly GivenMedia[] | null | undefined): ChoiceMedia[] {
  return (media ?? []).map(({ option, choice, mediaIds }) => ({
    option: option ?? "",
    choice: choice ?? "",
    mediaIds: mediaIds ?? [],
  }));
}

type Bulk = Pick<typeof endpoints, "bulkUpdate" | "bulkAdjust">;
type SetValue = NonNullable<WireInput<Bulk["bulkUpdate"]>["set"]>;
type AdjustValue = NonNullable<WireInput<Bulk["bulkAdjust"]>["adjust"]>;
type Adjustment = NonNullable<AdjustValue["price"]>;

/** Bulk changes of products. A failed product does not affect the others. */
const productBulk: Handlers<Bulk, Tx> = {
  bulkUpdate(tx, { ids, set }) {
    const change = settingOf(set);
    return changeEach(tx, ids, () => change);
  },
  bulkAdjust(tx, { ids, adjust }) {
    const currency = shopCurrency(tx).code;
    return changeEach(tx, ids, (product) => adjustmentOf(product, adjust, currency));
  },
};

function settingOf({ price, cost, weight, ribbon, brand }: SetValue): Partial<Product> {
  const changes = [
    ...(price === undefined ? [] : [{ priceData: { price } }]),
    ...(cost === undefined ? [] : [{ costAndProfitData: { itemCost: cost } }]),
    ...(weight === undefined ? [] : [{ weight }]),
    ...(ribbon === undefined ? [] : [{ ribbon }]),
    ...(brand === undefined ? [] : [{ brand }]),
  ];
  return onlyOne(changes, "set");
}

function adjustmentOf(
  product: StoredProduct,
  { price, cost, weight }: AdjustValue,
  currency: string,
): Partial<Product> {
  const money = (value: Decimal) => roundMoney(value, currency);
  const changes = [
    ...(price ? [{ priceData: { price: adjusted(product.priceData.price, price, money) } }] : []),
    ...(cost ? [{ costAndProfitData: { itemCost: adjusted(costOf(product), cost, money) } }] : []),
    ...(weight ? [{ weight: adjusted(product.weight ?? 0, weight, (value) => value.round(2, 1)) }] : []),
  ];
  return onlyOne(changes, "adjust");
}

function costOf(product: StoredProduct): number {
  const cost = product.costAndProfitData?.itemCost;
  if (typeof cost === "number") return cost;
  throw new PlatformError(400, "NOTHING_TO_ADJUST", `"${product.name}" has no cost to adjust`, {
    productId: product.id,
  });
}

/** Returns the adjusted value. Negative results are rejected when they are stored. */
function adjusted(
  value: number,
  { percentage, amount }: Adjustment,
  round: (value: Decimal) => Decimal,
): number {
  const before = amountFromJson(value);
  if (!percentage) return amountToJson(round(before.plus(amountFromJson(amount ?? 0))));
  const factor = amountFromJson(percentage.rate ?? 0).plus(decimal("100"));
  const exact = before.times(factor).div(decimal("100"));
  return amountToJson(percentage.roundToInt ? exact.round(0, 1) : round(exact));
}

function onlyOne(changes: readonly Partial<Product>[], field: string): Partial<Product> {
  const [change] = changes;
  if (change !== undefined && changes.length === 1) return change;
  throw invalid(field, "ONE_OF_ALIGNMENT", `must contain exactly one field, not ${changes.length}`);
}

type BulkItem = ItemMetadata;

function changeEach(tx: Tx, ids: readonly string[], changeOf: (product: StoredProduct) => Partial<Product>) {
  const items = ids.map((id, originalIndex): BulkItem => {
    const error = errorOf(() => {
      const product = productOf(tx, id);
      saveProduct(tx, product, changeFacts(product, changeOf(product)));
    });
    return { id, originalIndex, success: error === undefined, error };
  });
  const totalFailures = items.filter((item) => !item.success).length;
  return {
    results: items.map((itemMetadata) => ({ itemMetadata })),
    bulkActionMetadata: {
      totalSuccesses: items.length - totalFailures,
      totalFailures,
      undetailedFailures: 0,
    },
  };
}

/** Runs an action and returns its error in the platform's format. Products are validated before they are stored. */
function errorOf(act: () => void): NonNullable<BulkItem["error"]> | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    if (error instanceof InvalidInput) return { code: "INVALID_ARGUMENT", description: error.message };
    if (!(error instanceof PlatformError)) throw error;
    return { code: String(error.code), description: error.message, data: error.data };
  }
}

const paths = { price: "priceData.price" };
const queryFields = fieldsOfList(() => endpoints.query, { paths });
/** The fields of the REST path, whose page names some of them otherwise. */
const queryFieldsV1 = fieldsOfList(() => endpoints.queryV1, {
  paths: {
    ...paths,
    "collections.id": "collectionIds",
    inventoryStatus: "stock.inventoryStatus",
    "options.*": "internal.choices.*",
  },
});

function queryProducts<T>(
  tx: Tx,
  query: Query | null | undefined,
  show: (product: StoredProduct) => T,
  { scope = visibleTo(tx), fields = queryFields } = {},
) {
  const { items, metadata } = findPage(tx, table, checkedQuery(query ?? {}, fields), scope);
  return { products: items.map(show), metadata };
}

/** Catalog v1 products. Only admins see hidden ones. */
export const products: Handlers<typeof endpoints, Tx> = {
  ...productBulk,
  ...productMedia,
  ...productVariants,
  query: (tx, { query }) => queryProducts(tx, query, (product) => showProduct(product, false)),
  queryV1(tx, { query, includeVariants, includeHiddenProducts, includeMerchantSpecificData }) {
    const merchant = merchantView(tx, includeMerchantSpecificData);
    const show = (product: StoredProduct) => ({
      ...showProduct(product, merchant),
      ...(!includeVariants && { variants: [] }),
    });
    // On this path, the platform shows hidden products only if an admin asks for them.
    const scope = includeHiddenProducts ? visibleTo(tx) : ({ visible: true } as const);
    const found = queryProducts(tx, parseTextQuery(query), show, { scope, fields: queryFieldsV1 });
    const { count, offset, total } = found.metadata;
    return { products: found.products, metadata: { items: count, offset }, totalResults: total };
  },
  get(tx, { id, includeMerchantSpecificData }) {
    const merchant = merchantView(tx, includeMerchantSpecificData);
    return { product: showProduct(visibleProduct(tx, id), merchant) };
  },
  create(tx, { product }) {
    const { slug, ...given } = product;
    const blank = blankProduct(tx.newId(), tx.next("catalog-v1-product"), tx.now);
    const facts = changeFacts(blank, { name: null, priceData: { price: null }, ...given });
    if (slug) requireFreeSlug(tx, table, slug, facts.id);
    facts.slug = slug || freeSlug(tx, table, facts.name, "product");
    const created = insertProduct(tx, facts);
    countProducts(tx, created.collectionIds, 1);
    return { product: showProduct(created, true) };
  },
  update(tx, { product }) {
    const before = productOf(tx, product.id ?? "");
    const facts = changeFacts(before, product);
    if (facts.slug !== before.slug) requireFreeSlug(tx, table, facts.slug, facts.id);
    return { product: showProduct(saveProduct(tx, before, facts), true) };
  },
  remove(tx, { id }) {
    const product = productOf(tx, id);
    deleteProduct(tx, product.id);
    countProducts(tx, product.collectionIds, -1);
    return {};
  },
  removeOptions(tx, { id }) {
    const product = productOf(tx, id);
    if (isManaged(product)) {
      const message = `The variants of "${product.name}" are managed; set manageVariants to false first`;
      throw new PlatformError(400, "VARIANTS_ARE_MANAGED", message, { productId: product.id });
    }
    saveProduct(tx, product, changeFacts(product, { productOptions: null }));
    return {};
  },
  removeBrand(tx, { id }) {
    const product = productOf(tx, id);
    saveProduct(tx, product, changeFacts(product, { brand: null }));
    return {};
  },
  removeRibbon(tx, { id }) {
    const product = productOf(tx, id);
    saveProduct(tx, product, changeFacts(product, { ribbon: null }));
    return {};
  },
};
