import type * as z from "zod/mini";
import type { Handlers, WireInput } from "../../../api/endpoint.ts";
import { storesAppId } from "../../../api/models/values.ts";
import { maximumOf } from "../../../api/schema-fields.ts";
import { ProductV3, Tags } from "../../../api/services/products/models-v3.ts";
import type { productsV3 as endpoints } from "../../../api/services/products/products-v3.ts";
import { amountText, decimal } from "../../../kernel/money.ts";
import { bulkResponse, forEachItem, startJob } from "../../kernel/documents/bulk.ts";
import { checkRevision, entityOf, ruleViolation } from "../../kernel/documents/entities.ts";
import { type ListRequest, matchingDocuments } from "../../kernel/documents/lists.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import { categoryKind } from "../../services/collections/index.ts";
import { shopCurrency } from "../../services/products/v1/prices.ts";
import { adjusted, decimalOf, reduced } from "../../services/products/v3/amounts.ts";
import { putInto, removeFromCategory } from "../../services/products/v3/categories.ts";
import { changeProduct } from "../../services/products/v3/facts.ts";
import { productSearchFields } from "../../services/products/v3/fields.ts";
import { infoSectionKind } from "../../services/products/v3/kinds.ts";
import { deleteProduct, productOf, replaceProduct } from "../../services/products/v3/products.ts";
import {
  type StoredProductV3,
  type StoredVariantV3,
  products as table,
} from "../../services/products/v3/tables.ts";
import { priceUnits } from "../../services/products/v3/unit-prices.ts";
import { priced } from "../../services/products/v3/variants.ts";
import { requestedFields, showProduct } from "../../services/products/v3/view.ts";

type Calls = Pick<
  typeof endpoints,
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
type AdjustInput = WireInput<Calls["bulkAdjustVariantsByFilter"]>;
type TagsInput = z.input<typeof Tags> | null | undefined;

const mostSections = () => maximumOf(ProductV3, "infoSections");
const mostTags = () => maximumOf(Tags, "privateTags.tagIds");

/** Bulk changes of catalog v3 products by filter or by ids. */
export const productsByFilter: Handlers<Calls, Tx> = {
  bulkUpdateByFilter(tx, { product, ...request }) {
    const { slug: _, options: __, modifiers: ___, variantsInfo: ____, ...given } = product ?? {};
    return changeFound(tx, request, (one) => changeProduct(tx, one, given));
  },
  bulkRemoveByFilter(tx, request) {
    return startJob(tx, matchingDocuments(tx, table, request, productSearchFields), (product) =>
      deleteProduct(tx, product),
    );
  },
  bulkUpdateVariantsByFilter(tx, { variant, ...request }) {
    const { visible, price, revenueDetails, physicalProperties } = variant ?? {};
    if (visible === undefined && !price && !revenueDetails && !physicalProperties)
      throw ruleViolation(
        "variant",
        "EMPTY_FIELD_MASK",
        "must set visible, price, cost or physical properties",
      );
    return changeVariants(tx, request, (before) => ({
      ...before,
      ...(typeof visible === "boolean" && { visible }),
      ...priced(
        {
          price: { ...before.price, ...price },
          revenueDetails: revenueDetails === undefined ? before.revenueDetails : revenueDetails,
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
    return changeListed(tx, products ?? [], returnEntity, fields, (product) =>
      withSections(tx, product, infoSectionIds ?? []),
    );
  },
  bulkAddInfoSectionsByFilter(tx, { infoSectionIds, ...request }) {
    return changeFound(tx, request, (product) => withSections(tx, product, infoSectionIds ?? []));
  },
  bulkRemoveInfoSections(tx, { products, infoSectionIds, returnEntity, fields }) {
    return changeListed(tx, products ?? [], returnEntity, fields, (product) =>
      withoutSections(product, infoSectionIds ?? []),
    );
  },
  bulkRemoveInfoSectionsByFilter(tx, { infoSectionIds, ...request }) {
    return changeFound(tx, request, (product) => withoutSections(product, infoSectionIds ?? []));
  },
  bulkAddToCategoriesByFilter: (tx, { categoryIds, ...asked }) =>
    placeFound(tx, asked, categoryIds ?? [], putInto),
  bulkRemoveFromCategoriesByFilter: (tx, { categoryIds, ...asked }) =>
    placeFound(tx, asked, categoryIds ?? [], removeFromCategory),
  bulkUpdateTags(tx, { productIds, assignTags, unassignTags }) {
    rejectNoTags(assignTags, unassignTags);
    const results = forEachItem(tx, productIds ?? [], (id) =>
      replaceProduct(tx, withTags(productOf(tx, id), assignTags, unassignTags)),
    );
    return bulkResponse(results, "item", undefined);
  },
  bulkUpdateTagsByFilter(tx, { filter, assignTags, unassignTags }) {
    rejectNoTags(assignTags, unassignTags);
    return changeFound(tx, { filter }, (product) => withTags(product, assignTags, unassignTags));
  },
};

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
          currency,
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
          ...(higher?.gt(decimal("0")) && { compareAtPrice: { amount: amountText(higher) } }),
        },
        revenueDetails: spent ? { cost: { amount: amountText(spent) } } : before.revenueDetails,
      },
      "variant",
    ),
  };
}

function withSections(tx: Tx, product: StoredProductV3, ids: readonly string[]): StoredProductV3 {
  const missing = ids.filter((id) => !product.infoSections.some((section) => section.id === id));
  const added = missing.map((id) => {
    const { uniqueName } = entityOf(tx, infoSectionKind, id);
    return { id, uniqueName };
  });
  const infoSections = [...product.infoSections, ...added];
  if (infoSections.length <= mostSections()) return { ...product, infoSections };
  const message = `"${product.name}" would have ${infoSections.length} info sections; the maximum is ${mostSections()}`;
  throw new PlatformError(400, "TOO_MANY_INFO_SECTIONS_ERROR", message, { productId: product.id });
}

function withoutSections(product: StoredProductV3, ids: readonly string[]): StoredProductV3 {
  return { ...product, infoSections: product.infoSections.filter(({ id }) => !ids.includes(id)) };
}

const tagIds = (tags: TagsInput, list: "privateTags" | "publicTags") => tags?.[list]?.tagIds ?? [];

function rejectNoTags(...given: TagsInput[]): void {
  if (given.some((tags) => tagIds(tags, "privateTags").length + tagIds(tags, "publicTags").length > 0))
    return;
  throw new PlatformError(
    400,
    "EMPTY_ASSIGN_AND_UNASSIGN_LISTS",
    "assignTags or unassignTags must name a tag",
    {},
  );
}

/** Adds and removes tags. A tag in both lists is added. */
function withTags(product: StoredProductV3, assign: TagsInput, unassign: TagsInput): StoredProductV3 {
  const tags = Object.fromEntries(
    (["privateTags", "publicTags"] as const).map((list) => {
      const off = new Set(tagIds(unassign, list));
      const rest = tagIds(product.tags, list).filter((id) => !off.has(id));
      const all = [...new Set([...rest, ...tagIds(assign, list)])];
      if (all.length <= mostTags()) return [list, { tagIds: all }];
      const message = `"${product.name}" would have ${all.length} tags; the maximum is ${mostTags()}`;
      throw new PlatformError(400, "TOO_MANY_TAGS", message, { productId: product.id });
    }),
  );
  return { ...product, tags };
}
