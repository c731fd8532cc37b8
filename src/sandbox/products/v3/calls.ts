import type { Handlers, WireInput } from "../../../api/endpoint.ts";
import { storesAppId } from "../../../api/models/app-ids.ts";
import { maximumOf } from "../../../api/schema-fields.ts";
import { storesTree } from "../../../api/services/collections.ts";
import {
  ProductV3,
  type ProductWithInventory,
  type productsV3 as productEndpoints,
  type variantsV3 as variantEndpoints,
} from "../../../api/services/products.ts";
import { amountText, decimal } from "../../../kernel/money.ts";
import { allProductsCategory, categoryKind } from "../../collections/index.ts";
import { createItem, itemAt, refreshingOnce, setItem } from "../../inventory/index.ts";
import { bulkResponse, forEachItem, type ItemResult, startJob } from "../../kernel/bulk.ts";
import { checkRevision, entityOf, ruleViolation } from "../../kernel/entities.ts";
import { countMatches, type ListRequest, listPage, matchingDocuments } from "../../kernel/lists.ts";
import { beforeOf } from "../../kernel/regular.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import { shopCurrency } from "../v1/prices.ts";
import { visibleTo } from "../v1/products.ts";
import {
  changeProduct,
  checkChangedProduct,
  checkChangedProducts,
  checkNewProduct,
  checkNewProducts,
  createEach,
  newProduct,
  rejectRepeatedIds,
} from "./facts.ts";
import {
  productQueryFields,
  productSearchFields,
  variantQueryFields,
  variantSearchFields,
} from "./fields.ts";
import { adjusted, decimalOf, priceUnits, reduced } from "./prices.ts";
import {
  deleteProduct,
  insertProduct,
  productOf,
  putInto,
  removeFromCategory,
  replaceProduct,
  visibleProduct,
} from "./products.ts";
import {
  infoSectionKind,
  productKind,
  type StoredItem,
  type StoredProductV3,
  type StoredVariantV3,
  showInventoryItem,
  products as table,
  variantRows,
} from "./tables.ts";
import { rejectNoTags, withTags } from "./tags.ts";
import { priced } from "./variants.ts";
import { requestedFields, showProduct, showVariantRow } from "./view.ts";

type StockCalls = Pick<
  typeof productEndpoints,
  "createWithInventory" | "updateWithInventory" | "bulkCreateWithInventory" | "bulkUpdateWithInventory"
>;

/** Products together with the inventory of their variants at the default location. */
const productStock: Handlers<StockCalls, Tx> = {
  createWithInventory(tx, { product, returnEntity, fields }) {
    checkNewProduct(product);
    return answerOne(tx, createWithStock(tx, product), product, returnEntity, fields);
  },
  updateWithInventory(tx, { product, returnEntity, fields }) {
    checkChangedProduct(product);
    return answerOne(tx, updateProduct(tx, product), product, returnEntity, fields);
  },
  bulkCreateWithInventory(tx, { products, returnEntity, fields }) {
    checkNewProducts(products);
    const made = createEach(tx, products, (one) => createWithStock(tx, one));
    return answerMany(tx, products, made, returnEntity, fields);
  },
  bulkUpdateWithInventory(tx, { products, returnEntity, fields }) {
    const given = products.map(({ product }) => product ?? {});
    checkChangedProducts(products);
    const made = forEachItem(tx, given, (one) => updateProduct(tx, one));
    return answerMany(tx, given, made, returnEntity, fields);
  },
};

function createWithStock(tx: Tx, given: ProductWithInventory): StoredProductV3 {
  return insertProduct(tx, newProduct(tx, given));
}

type ResponseOptions = {
  returnEntity: boolean | null | undefined;
  fields: readonly string[] | null | undefined;
};

function answerOne(
  tx: Tx,
  product: StoredProductV3,
  given: ProductWithInventory,
  returnEntity: ResponseOptions["returnEntity"],
  fields: ResponseOptions["fields"],
) {
  const includes = requestedFields(tx, fields);
  const stocked = stockProducts(tx, [[product, given]]);
  return {
    product: showProduct(tx, productOf(tx, product.id), includes),
    inventoryResults: bulkResponse(stocked, "item", returnEntity ? showInventoryItem : undefined),
  };
}

function answerMany(
  tx: Tx,
  given: readonly ProductWithInventory[],
  results: readonly ItemResult<StoredProductV3>[],
  returnEntity: ResponseOptions["returnEntity"],
  fields: ResponseOptions["fields"],
) {
  const includes = requestedFields(tx, fields);
  const pairs = results.flatMap(({ done }, index): [StoredProductV3, ProductWithInventory][] =>
    done === undefined ? [] : [[done, given[index] ?? {}]],
  );
  const stocked = stockProducts(tx, pairs);
  const show = (product: StoredProductV3) => showProduct(tx, productOf(tx, product.id), includes);
  return {
    productResults: bulkResponse(results, "item", returnEntity ? show : undefined),
    inventoryResults: bulkResponse(stocked, "item", returnEntity ? showInventoryItem : undefined),
  };
}

/** Sets the inventory of the variants, in the order of the request. */
function stockProducts(
  tx: Tx,
  pairs: readonly [StoredProductV3, ProductWithInventory][],
): ItemResult<StoredItem>[] {
  const parts = pairs.flatMap(([product, given]) =>
    (given.variantsInfo?.variants ?? []).flatMap(({ inventoryItem }, index) => {
      const variantId = product.variantsInfo.variants[index]?.id ?? "";
      return inventoryItem ? [{ productId: product.id, variantId, part: inventoryItem }] : [];
    }),
  );
  return refreshingOnce(tx, (refresh) =>
    forEachItem(tx, parts, ({ productId, variantId, part: { inStock, quantity, preorderInfo } }) => {
      const given = {
        ...(typeof inStock === "boolean" && { inStock }),
        ...(typeof quantity === "number" && { quantity }),
        ...(preorderInfo && { preorderInfo }),
      };
      const known = itemAt(tx, variantId, undefined);
      return known === undefined
        ? createItem(tx, { ...given, productId, variantId }, refresh)
        : setItem(tx, known, given, undefined, refresh);
    }),
  );
}

type FilterCalls = Pick<
  typeof productEndpoints,
  | "bulkUpdateByFilter"
  | "bulkRemoveByFilter"
  | "bulkUpdateVariantsByFilter"
  | "bulkAdjustVariantsByFilter"
  | "bulkAddInfoSections"
  | "bulkAddInfoSectionsByFilter"
  | "bulkRemoveInfoSections"
  | "bulkRemoveInfoSectionsByFilter"
  | "bulkAddToCategoriesByFilter"
  | "bulkRemoveFromCategoriesByFilter"
  | "bulkUpdateTags"
  | "bulkUpdateTagsByFilter"
>;
type AdjustInput = Partial<WireInput<FilterCalls["bulkAdjustVariantsByFilter"]>>;

const maxSections = () => maximumOf(ProductV3, "infoSections");

/** Bulk changes of catalog v3 products by filter or by ids. */
const productsByFilter: Handlers<FilterCalls, Tx> = {
  bulkUpdateByFilter(tx, { product, ...request }) {
    rejectFields(product, ["slug", "options", "modifiers", "variantsInfo"]);
    checkChangedProduct(product);
    return changeFound(tx, request, (one) => changeProduct(tx, one, product));
  },
  bulkRemoveByFilter(tx, request) {
    return startJob(tx, matchingDocuments(tx, table, request, productSearchFields), (product) =>
      deleteProduct(tx, product),
    );
  },
  bulkUpdateVariantsByFilter(tx, { variant, ...request }) {
    rejectFields(variant, ["sku", "barcode", "choices", "digitalProperties"]);
    const { visible, price, revenueDetails, physicalProperties } = variant;
    if (visible === undefined && !price && !revenueDetails && !physicalProperties)
      throw ruleViolation(
        "variant",
        "EMPTY_FIELD_MASK",
        "must set visible, price, cost or physical properties",
      );
    if (price?.actualPrice === null)
      throw ruleViolation(
        "variant.price.actualPrice",
        "CANNOT_REMOVE_VARIANT_ACTUAL_PRICE",
        "must not be removed",
      );
    return changeVariants(tx, request, ({ revenueDetails: known, ...before }) => ({
      ...before,
      ...(typeof visible === "boolean" && { visible }),
      ...priced(
        {
          price: { ...before.price, ...price },
          revenueDetails: revenueDetails === undefined ? known : revenueDetails,
        },
        "variant",
      ),
      ...(physicalProperties && {
        physicalProperties: { ...before.physicalProperties, ...physicalProperties },
      }),
    }));
  },
  bulkAdjustVariantsByFilter(tx, { filter, search, ...adjust }) {
    if (!adjust.actualPrice && !adjust.compareAtPrice && !adjust.cost && !adjust.compareAtPriceDiscount)
      throw ruleViolation(
        "actualPrice",
        "NO_VARIANT_ADJUSTMENTS_PASSED",
        "or another adjustment must be set",
      );
    const currency = shopCurrency(tx).code;
    return changeVariants(tx, { filter, search }, (before) => adjustVariant(before, adjust, currency));
  },
  bulkAddInfoSections(tx, { products, infoSectionIds, returnEntity, fields }) {
    return changeListed(tx, products, returnEntity, fields, (product) =>
      withSections(tx, product, infoSectionIds),
    );
  },
  bulkAddInfoSectionsByFilter(tx, { infoSectionIds, ...request }) {
    return changeFound(tx, request, (product) => withSections(tx, product, infoSectionIds));
  },
  bulkRemoveInfoSections(tx, { products, infoSectionIds, returnEntity, fields }) {
    return changeListed(tx, products, returnEntity, fields, (product) =>
      withoutSections(product, infoSectionIds),
    );
  },
  bulkRemoveInfoSectionsByFilter(tx, { infoSectionIds, ...request }) {
    return changeFound(tx, request, (product) => withoutSections(product, infoSectionIds));
  },
  bulkAddToCategoriesByFilter: (tx, { categoryIds, ...asked }) => placeFound(tx, asked, categoryIds, putInto),
  bulkRemoveFromCategoriesByFilter: (tx, { categoryIds, ...asked }) =>
    placeFound(tx, asked, categoryIds, removeFromCategory),
  bulkUpdateTags(tx, { productIds, assignTags, unassignTags }) {
    rejectNoTags(assignTags, unassignTags);
    const results = forEachItem(tx, productIds, (id) =>
      replaceProduct(tx, withTags(productOf(tx, id), assignTags, unassignTags)),
    );
    return bulkResponse(results, "item", undefined);
  },
  bulkUpdateTagsByFilter(tx, { filter, assignTags, unassignTags }) {
    rejectNoTags(assignTags, unassignTags);
    return changeFound(tx, { filter }, (product) => withTags(product, assignTags, unassignTags));
  },
};

/** Throws PlatformError 428 for fields that cannot have one value for many products or variants. */
function rejectFields(given: { [field: string]: unknown }, fields: readonly string[]): void {
  const field = fields.find((one) => given[one] !== undefined);
  if (!field) return;
  const message = `${field} cannot be changed by filter`;
  throw new PlatformError(428, "FIELD_MASK_VALUE_NOT_SUPPORTED", message, { field });
}

function changeFound(tx: Tx, request: ListRequest, change: (product: StoredProductV3) => StoredProductV3) {
  return startJob(tx, matchingDocuments(tx, table, request, productSearchFields), (product) =>
    replaceProduct(tx, change(product)),
  );
}

function placeFound(
  tx: Tx,
  asked: ListRequest,
  categoryIds: readonly string[],
  place: typeof putInto | typeof removeFromCategory,
) {
  for (const id of categoryIds) entityOf(tx, categoryKind, id);
  return startJob(tx, matchingDocuments(tx, table, asked, productSearchFields), ({ id: catalogItemId }) => {
    for (const id of categoryIds) place(tx, id, { catalogItemId, appId: storesAppId });
  });
}

function changeListed(
  tx: Tx,
  listed: readonly { productId?: string | null; revision?: string | null }[],
  returnEntity: boolean | null | undefined,
  fields: readonly string[] | null | undefined,
  change: (product: StoredProductV3) => StoredProductV3,
) {
  const includes = requestedFields(tx, fields);
  const results = forEachItem(tx, listed, ({ productId, revision }) => {
    const product = productOf(tx, productId ?? "");
    if (revision) checkRevision(product, revision, "product");
    return replaceProduct(tx, change(product));
  });
  return bulkResponse(results, "item", returnEntity ? (one) => showProduct(tx, one, includes) : undefined);
}

function changeVariants(tx: Tx, request: ListRequest, change: (variant: StoredVariantV3) => StoredVariantV3) {
  const currency = shopCurrency(tx).code;
  return changeFound(tx, request, (product) => {
    const variants = product.variantsInfo.variants.map(change);
    const [single] = variants;
    const visible = product.options.length === 0 && single ? single.visible : product.visible;
    return priceUnits({ ...product, visible, variantsInfo: { variants } }, currency);
  });
}

/** Adjusts prices first, then applies the discount to the compare-at price. */
function adjustVariant(before: StoredVariantV3, adjust: AdjustInput, currency: string): StoredVariantV3 {
  const rounding = { strategy: adjust.rounding, currency };
  const { actualPrice, compareAtPrice } = before.price;
  const { cost } = before.revenueDetails ?? {};
  const full = compareAtPrice ?? actualPrice;
  const compare = adjust.compareAtPrice
    ? adjusted(decimalOf(full), adjust.compareAtPrice, rounding, "ADJUSTED_COMPARE_AT_PRICE_OUT_OF_RANGE")
    : compareAtPrice && decimalOf(compareAtPrice);
  const { compareAtPriceDiscount: off } = adjust;
  const price = adjust.actualPrice
    ? adjusted(decimalOf(actualPrice), adjust.actualPrice, rounding, "ADJUSTED_ACTUAL_PRICE_OUT_OF_RANGE")
    : off
      ? reduced(
          compare ?? decimalOf(full),
          off.amount ? { amount: off.amount } : { percent: off.percentage ?? 0 },
          rounding,
        )
      : decimalOf(actualPrice);
  const higher = compare ?? (off ? decimalOf(full) : undefined);
  const spent =
    adjust.cost && cost
      ? adjusted(decimalOf(cost), adjust.cost, rounding, "ADJUSTED_COST_OUT_OF_RANGE")
      : undefined;
  return {
    ...before,
    ...priced(
      {
        price: {
          actualPrice: { amount: amountText(price) },
          compareAtPrice: higher?.gt(decimal("0")) ? { amount: amountText(higher) } : undefined,
        },
        revenueDetails: spent ? { cost: { amount: amountText(spent) } } : before.revenueDetails,
      },
      "variant",
    ),
  };
}

function withSections(tx: Tx, product: StoredProductV3, ids: readonly string[]): StoredProductV3 {
  const missing = [...new Set(ids)].filter(
    (id) => !product.infoSections.some((section) => section.id === id),
  );
  const added = missing.map((id) => {
    const { uniqueName } = entityOf(tx, infoSectionKind, id);
    return { id, uniqueName };
  });
  const infoSections = [...product.infoSections, ...added];
  if (infoSections.length <= maxSections()) return { ...product, infoSections };
  const message = `"${product.name}" would have ${infoSections.length} info sections; the maximum is ${maxSections()}`;
  throw new PlatformError(400, "TOO_MANY_INFO_SECTIONS_ERROR", message, { productId: product.id });
}

function withoutSections(product: StoredProductV3, ids: readonly string[]): StoredProductV3 {
  return { ...product, infoSections: product.infoSections.filter(({ id }) => !ids.includes(id)) };
}

/** Catalog v3 products. Only admins see hidden ones. */
export const productsV3: Handlers<typeof productEndpoints, Tx> = {
  ...productStock,
  ...productsByFilter,
  create(tx, { product, fields }) {
    const includes = requestedFields(tx, fields);
    checkNewProduct(product);
    return { product: showProduct(tx, insertProduct(tx, newProduct(tx, product)), includes) };
  },
  update(tx, { product, fields }) {
    const includes = requestedFields(tx, fields);
    checkChangedProduct(product);
    return { product: showProduct(tx, updateProduct(tx, product), includes) };
  },
  remove(tx, { productId }) {
    deleteProduct(tx, productOf(tx, productId));
    return {};
  },
  getAllProductsCategory: () => ({ categoryId: allProductsCategory, treeReference: storesTree }),
  get(tx, { productId, fields }) {
    return {
      product: showProduct(
        tx,
        visibleProduct(tx, tx.get(table, productId), { id: productId }),
        requestedFields(tx, fields),
      ),
    };
  },
  getBySlug(tx, { slug, fields }) {
    const product = tx.findBy(table, "slug", slug);
    return { product: showProduct(tx, visibleProduct(tx, product, { slug }), requestedFields(tx, fields)) };
  },
  query(tx, { query, fields }) {
    const includes = requestedFields(tx, fields);
    const { items, pagingMetadata } = listPage(tx, table, query, productQueryFields, visibleTo(tx));
    return { products: items.map((product) => showProduct(tx, product, includes, false)), pagingMetadata };
  },
  search(tx, { search, fields }) {
    const includes = requestedFields(tx, fields);
    const { items, ...page } = listPage(tx, table, search, productSearchFields, visibleTo(tx));
    return { products: items.map((product) => showProduct(tx, product, includes, false)), ...page };
  },
  count(tx, { filter, search, returnNonVisibleProducts }) {
    if (returnNonVisibleProducts && tx.caller.role !== "admin") {
      const message = "returnNonVisibleProducts requires permission to manage products";
      throw new PlatformError(403, "NO_PERMISSION_TO_INCLUDE_NOT_VISIBLE_PRODUCTS", message, {});
    }
    const scope = returnNonVisibleProducts ? undefined : { visible: true };
    return { count: countMatches(tx, table, { filter, search }, productSearchFields, scope) };
  },
  bulkCreate(tx, { products, returnEntity, fields }) {
    const includes = requestedFields(tx, fields);
    checkNewProducts(products);
    const results = createEach(tx, products, (product) => insertProduct(tx, newProduct(tx, product)));
    return bulkResponse(results, "item", returnEntity ? (one) => showProduct(tx, one, includes) : undefined);
  },
  bulkUpdate(tx, { products, returnEntity, fields }) {
    const includes = requestedFields(tx, fields);
    checkChangedProducts(products);
    const results = forEachItem(tx, products, ({ product }) => updateProduct(tx, product ?? {}));
    return bulkResponse(results, "item", returnEntity ? (one) => showProduct(tx, one, includes) : undefined);
  },
  bulkRemove(tx, { productIds }) {
    rejectRepeatedIds("productIds", productIds);
    const remove = (id: string) => {
      const product = productOf(tx, id);
      deleteProduct(tx, product);
      return product;
    };
    return bulkResponse(forEachItem(tx, productIds, remove), "item", undefined);
  },
};

function updateProduct(tx: Tx, given: Partial<ProductWithInventory>): StoredProductV3 {
  return replaceProduct(tx, changeProduct(tx, beforeOf(tx, productKind, given), given));
}

/** Default sort: last updated products first, with their variants together. */
const searchOrder = [
  { fieldName: "productData.updatedDate", order: "DESC" },
  { fieldName: "productData.productId", order: "ASC" },
];

/** Variants of all products. Visitors see visible variants only. */
export const variantsV3: Handlers<typeof variantEndpoints, Tx> = {
  query(tx, { query, fields }) {
    const includes = requestedFields(tx, fields);
    const { items, pagingMetadata } = listPage(tx, variantRows, query, variantQueryFields, variantScope(tx));
    return { variants: items.map((row) => showVariantRow(tx, row, includes)), pagingMetadata };
  },
  search(tx, { search, fields }) {
    const includes = requestedFields(tx, fields);
    const sort = search.sort?.length ? search.sort : searchOrder;
    const { items, ...page } = listPage(
      tx,
      variantRows,
      { ...search, sort },
      variantSearchFields,
      variantScope(tx),
    );
    return { variants: items.map((row) => showVariantRow(tx, row, includes)), ...page };
  },
};

function variantScope(tx: Tx): unknown {
  return tx.caller.role === "admin" ? undefined : { visible: true, "productData.visible": true };
}
