import type {
  DraftCatalogItem,
  DraftCustomItem,
  DraftOrderInput,
} from "../../../../api/services/orders/draft-orders.ts";
import { invalid } from "../../../kernel/invalid.ts";
import { weightUnitOf } from "../../../kernel/settings.ts";
import { PlatformError, type Tx } from "../../../kernel/tx.ts";
import { catalogItemOf } from "../../cart/index.ts";
import { amountOf, type Currency, currencyOf } from "../amounts.ts";
import { problemsOf } from "../editability.ts";
import { completeLine } from "../lines.ts";
import { orderOf } from "../store.ts";
import { orders, type StoredLine, type StoredOrder } from "../tables.ts";
import { customDiscount, customFee } from "./options.ts";
import { priceDraft } from "./price.ts";
import { drafts, putDraft, type StoredDraft } from "./tables.ts";

/** Returns the platform's reasons why an order cannot be edited; empty if it can. */
export function draftabilityOf(tx: Tx, orderId: string): string[] {
  const order = tx.get(orders, orderId);
  return order ? problemsOf(tx, order, "edit") : ["ORDER_NOT_FOUND"];
}

/**
 * Creates a draft of changes to an order, or returns the existing one. Throws PlatformError 404 `ORDER_NOT_FOUND`, or
 * 409 `ORDER_CANNOT_BE_EDITED` with the reasons in its data.
 */
export function editOrder(tx: Tx, orderId: string): { draft: StoredDraft; isOld: boolean } {
  const order = orderOf(tx, orderId);
  const [old] = tx.query(drafts, { filter: { orderId, status: "DRAFT" }, limit: 1 }).items;
  if (old) return { draft: old, isOld: true };
  const reasons = problemsOf(tx, order, "edit");
  if (reasons.length > 0) {
    const message = `The order ${order.number} cannot be edited: ${reasons.join(", ")}; its status is ${order.status}`;
    throw new PlatformError(409, "ORDER_CANNOT_BE_EDITED", message, {
      orderId,
      reasons,
      status: order.status,
    });
  }
  return { draft: putDraft(tx, draftOfOrder(tx, order), true), isOld: false };
}

function draftOfOrder(tx: Tx, order: StoredOrder): StoredDraft {
  const blank = blankDraft(tx, order.currency, order.taxIncludedInPrices === true);
  return {
    ...blank,
    orderId: order.id,
    internal: { ...blank.internal, taxExempt: order.taxInfo?.taxExempt === true },
    lineItems: order.lineItems.map((lineItem) => ({ lineItem })),
    discounts: (order.appliedDiscounts ?? []).map((discount) => ({
      discount,
      source: "ORIGINAL_ORDER",
      applied: true,
    })),
    additionalFees: (order.additionalFees ?? []).map((additionalFee) => ({
      additionalFee,
      source: "ORIGINAL_ORDER",
      applied: true,
    })),
    ...(order.weightUnit && { weightUnit: order.weightUnit }),
    ...(order.shippingInfo && { shippingInfo: { shippingInfo: order.shippingInfo } }),
    ...(order.buyerInfo && { buyerInfo: order.buyerInfo, buyerDetails: { buyerInfo: order.buyerInfo } }),
    ...(order.billingInfo && {
      billingInfo: order.billingInfo,
      billingDetails: { billingInfo: order.billingInfo },
    }),
    ...(order.recipientInfo && { recipientInfo: { recipientInfo: order.recipientInfo } }),
    ...(order.businessLocation && {
      businessLocationDetails: { businessLocation: order.businessLocation },
    }),
    priceSummary: order.priceSummary,
    balanceSummary: order.balanceSummary,
    ...(order.taxInfo && { taxInfo: order.taxInfo }),
  };
}

/** Creates a draft of a new order. */
export function beginDraft(tx: Tx, given: DraftOrderInput): StoredDraft {
  const blank = blankDraft(tx, tx.setting("currency") ?? "USD", false);
  const currency = currencyOf(blank.currency);
  const lineItems = newLines(tx, currency, given).map((lineItem) => ({ lineItem, added: true }));
  const { buyerInfo, billingInfo, recipientInfo, shippingInfo, businessLocation, extendedFields } = given;
  const begun: StoredDraft = {
    ...blank,
    lineItems,
    internal: { ...blank.internal, taxExempt: given.taxExempt ?? false },
    ...(buyerInfo && { buyerInfo, buyerDetails: { added: true, buyerInfo } }),
    ...(billingInfo && { billingInfo, billingDetails: { added: true, billingInfo } }),
    ...(recipientInfo && { recipientInfo: { added: true, recipientInfo } }),
    ...(shippingInfo && { shippingInfo: { added: true, shippingInfo } }),
    ...(businessLocation && { businessLocationDetails: { added: true, businessLocation } }),
    ...(extendedFields && { extendedFields }),
  };
  const discounts = (given.discounts ?? []).map((one) => customDiscount(tx, begun, one));
  const additionalFees = (given.additionalFees ?? []).map((one) => customFee(tx, begun, one));
  return putDraft(tx, priceDraft(tx, { ...begun, discounts, additionalFees }), true);
}

function blankDraft(tx: Tx, currency: string, taxIncluded: boolean): StoredDraft {
  const now = tx.now.toISOString();
  return {
    id: tx.newId(),
    status: "DRAFT",
    currency,
    weightUnit: weightUnitOf(tx),
    lineItems: [],
    discounts: [],
    additionalFees: [],
    createdDate: now,
    updatedDate: now,
    internal: { taxExempt: false, taxIncluded },
  };
}

const mostLines = 300;

/**
 * Returns new items of a draft. Throws PlatformError 400 `MAX_ITEMS_REACHED`, `DUPLICATED_LINE_ITEM_IDS`,
 * `SUBSCRIPTION_ITEM_UNSUPPORTED` or `GIFT_CARD_ITEM_UNSUPPORTED`, 404 `CATALOG_ITEM_NOT_FOUND`, or 409
 * `CATALOG_ITEM_NOT_AVAILABLE`.
 */
export function newLines(
  tx: Tx,
  currency: Currency,
  given: { catalogLineItems?: DraftCatalogItem[] | null; customLineItems?: DraftCustomItem[] | null },
  present: readonly StoredLine[] = [],
): StoredLine[] {
  const lines = [
    ...(given.catalogLineItems ?? []).map((item) => catalogLine(tx, currency, item)),
    ...(given.customLineItems ?? []).map((item, index) => customLine(tx, currency, item, index)),
  ];
  const ids = [...present, ...lines].map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice)
    throw new PlatformError(400, "DUPLICATED_LINE_ITEM_IDS", `Two items have the ID ${twice}`, {
      lineItemId: twice,
    });
  if (ids.length > mostLines)
    throw new PlatformError(400, "MAX_ITEMS_REACHED", `An order holds at most ${mostLines} items`, {
      max: mostLines,
    });
  return lines;
}

function catalogLine(tx: Tx, currency: Currency, given: DraftCatalogItem): StoredLine {
  const catalogItem = findDraftItem(tx, given);
  const data = { catalogReference: given.catalogReference };
  if (catalogItem.kind === "GIFT_CARD")
    throw new PlatformError(400, "GIFT_CARD_ITEM_UNSUPPORTED", `"${catalogItem.name}" is a gift card`, data);
  if (catalogItem.subscription)
    throw new PlatformError(
      400,
      "SUBSCRIPTION_ITEM_UNSUPPORTED",
      `"${catalogItem.name}" is sold by subscription`,
      data,
    );
  const quantity = given.quantity ?? 1;
  const { inStock, quantity: left } = catalogItem.stock;
  if (!inStock || (left !== undefined && left < quantity)) {
    const message = `"${catalogItem.name}" has ${inStock ? left : 0} in stock, but ${quantity} were requested`;
    throw new PlatformError(409, "CATALOG_ITEM_NOT_AVAILABLE", message, { ...data, available: left ?? 0 });
  }
  return completeLine(tx, currency, {
    ...(given.id && { id: given.id }),
    quantity,
    ...(given.catalogReference && { catalogReference: given.catalogReference }),
    productName: given.productName ?? { original: catalogItem.name },
    price: given.price ?? currency.price(catalogItem.price),
    itemType: catalogItem.isCustomKind ? { custom: catalogItem.kind } : { preset: catalogItem.kind },
    ...(catalogItem.image && { image: catalogItem.image }),
    descriptionLines: catalogItem.descriptionLines,
    physicalProperties: {
      ...(catalogItem.sku && { sku: catalogItem.sku }),
      ...(catalogItem.weight !== undefined && { weight: catalogItem.weight }),
      shippable: catalogItem.kind === "PHYSICAL",
    },
    ...(catalogItem.taxGroupId && { taxInfo: { taxGroupId: catalogItem.taxGroupId } }),
  });
}

function findDraftItem(tx: Tx, { catalogReference }: DraftCatalogItem) {
  try {
    return catalogItemOf(tx, catalogReference);
  } catch (error) {
    if (!(error instanceof PlatformError) || error.status !== 404) throw error;
    throw new PlatformError(404, "CATALOG_ITEM_NOT_FOUND", error.message, { catalogReference });
  }
}

function customLine(tx: Tx, currency: Currency, given: DraftCustomItem, index: number): StoredLine {
  const { media, url: _, fullPrice: __, taxGroupId, externalLineItemId: ___, ...line } = given;
  const path = `customLineItems[${index}]`;
  if (!line.productName?.original)
    throw invalid(`${path}.productName.original`, "REQUIRED_FIELD", "must not be empty");
  if (!line.price?.amount) throw invalid(`${path}.price.amount`, "REQUIRED_FIELD", "must not be empty");
  return completeLine(tx, currency, {
    ...line,
    price: currency.price(amountOf(line.price)),
    ...(media && { image: media }),
    ...(taxGroupId && { taxInfo: { taxGroupId } }),
    customLineItem: true,
  });
}
