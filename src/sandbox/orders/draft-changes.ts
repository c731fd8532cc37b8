import type {
  AdditionalFeeOption,
  DiscountOption,
  DraftCatalogItem,
  DraftCustomItem,
  DraftOrderInput,
  LineItemChange,
} from "../../api/services/orders.ts";
import { amountText, decimal } from "../../kernel/money.ts";
import { repeated } from "../../kernel/text.ts";
import { catalogItemOf, itemTypeOf } from "../cart/index.ts";
import { weightUnitOf } from "../kernel/settings.ts";
import { invalid, PlatformError, type Tx } from "../kernel/tx.ts";
import { type Currency, completeFee, completeLine, currencyOf, exactAmount, zero } from "./amounts.ts";
import {
  type DraftDiscount,
  type DraftFee,
  type DraftLine,
  draftAmounts,
  drafts,
  openDraft,
  priceDraft,
  putDraft,
  type StoredDraft,
} from "./drafts.ts";
import { editProblems } from "./editability.ts";
import { orderOf } from "./store.ts";
import { orders, type StoredLine, type StoredOrder } from "./tables.ts";

/** Returns the platform's reasons why an order cannot be edited; empty if it can. */
export function draftabilityOf(tx: Tx, orderId: string): string[] {
  const order = tx.get(orders, orderId);
  return order ? editProblems(tx, order, "edit") : ["ORDER_NOT_FOUND"];
}

/**
 * Creates a draft of changes to an order, or returns the existing one. Throws PlatformError 404 `ORDER_NOT_FOUND`, or
 * 409 `ORDER_CANNOT_BE_EDITED` with the reasons in its data.
 */
export function editOrder(tx: Tx, orderId: string): { draft: StoredDraft; isOld: boolean } {
  const order = orderOf(tx, orderId);
  const [old] = tx.query(drafts, { filter: { orderId, status: "DRAFT" }, limit: 1 }).items;
  if (old) return { draft: old, isOld: true };
  const reasons = editProblems(tx, order, "edit");
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
    weightUnit: order.weightUnit || blank.weightUnit,
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
    taxInfo: order.taxInfo || blank.taxInfo,
  };
}

/** Creates a draft of a new order. */
export function beginDraft(tx: Tx, given: DraftOrderInput): StoredDraft {
  const blank = blankDraft(tx, tx.setting("currency"), false);
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
    extendedFields: extendedFields || blank.extendedFields,
  };
  const discounts = (given.discounts ?? []).map((discount) => customDiscount(tx, begun, discount));
  const additionalFees = (given.additionalFees ?? []).map((additionalFee) =>
    customFee(tx, begun, additionalFee),
  );
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

const maxLines = 300;

/**
 * Returns new items of a draft. Throws PlatformError 400 `MAX_ITEMS_REACHED`, `DUPLICATED_LINE_ITEM_IDS`,
 * `SUBSCRIPTION_ITEM_UNSUPPORTED`, 404 `CATALOG_ITEM_NOT_FOUND`, or 409
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
  const twice = repeated(ids);
  if (twice)
    throw new PlatformError(400, "DUPLICATED_LINE_ITEM_IDS", `Two items have the ID ${twice}`, {
      lineItemId: twice,
    });
  if (ids.length > maxLines)
    throw new PlatformError(400, "MAX_ITEMS_REACHED", `An order holds at most ${maxLines} items`, {
      max: maxLines,
    });
  return lines;
}

function catalogLine(tx: Tx, currency: Currency, given: DraftCatalogItem): StoredLine {
  const catalogItem = findDraftItem(tx, given);
  const data = { catalogReference: given.catalogReference };
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
    id: given.id || undefined,
    quantity,
    catalogReference: given.catalogReference || undefined,
    productName: given.productName ?? { original: catalogItem.name },
    price: given.price ?? currency.price(catalogItem.price),
    itemType: itemTypeOf(catalogItem),
    image: catalogItem.image || undefined,
    descriptionLines: catalogItem.descriptionLines,
    physicalProperties: {
      sku: catalogItem.sku || undefined,
      weight: catalogItem.weight,
      shippable: catalogItem.kind === "PHYSICAL",
    },
    taxInfo: catalogItem.taxGroupId ? { taxGroupId: catalogItem.taxGroupId } : undefined,
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
  const { media, url, fullPrice, taxGroupId, externalLineItemId, ...line } = given;
  const path = `customLineItems[${index}]`;
  if (!line.productName?.original)
    throw invalid(`${path}.productName.original`, "REQUIRED_FIELD", "must not be empty");
  if (!line.price?.amount) throw invalid(`${path}.price.amount`, "REQUIRED_FIELD", "must not be empty");
  return completeLine(tx, currency, {
    ...line,
    price: currency.price(exactAmount(line.price)),
    ...(media && { image: media }),
    ...(taxGroupId && { taxInfo: { taxGroupId } }),
    customLineItem: true,
  });
}

/**
 * Changes an open draft, recalculates its prices and stores it. Throws PlatformError 400
 * `CURRENCY_DOES_NOT_MATCH_DRAFT_ORDER_CURRENCY` if the amounts of the change are in another currency.
 */
export function changeDraft(
  tx: Tx,
  id: string,
  change: (draft: StoredDraft) => StoredDraft,
  currency?: string | null,
): StoredDraft {
  const draft = openDraft(tx, id);
  if (currency && currency !== draft.currency) {
    const message = `The draft order ${id} is in ${draft.currency}, not in ${currency}`;
    throw new PlatformError(400, "CURRENCY_DOES_NOT_MATCH_DRAFT_ORDER_CURRENCY", message, {
      draftOrderId: id,
      currency: draft.currency,
    });
  }
  return putDraft(tx, priceDraft(tx, change(draft)));
}

/** Returns a draft with changed items. Items of the order keep their previous values. */
export function withChanges(draft: StoredDraft, changes: readonly LineItemChange[]): StoredDraft {
  const ids = changes.map(({ lineItemId }) => lineItemId);
  const twice = repeated(ids);
  if (twice) {
    const message = `The item ${twice} is changed twice`;
    throw new PlatformError(400, "MULTIPLE_CHANGES_FOR_SAME_LINE_ITEM", message, { lineItemId: twice });
  }
  for (const change of changes) checkChange(draft, change);
  const lineItems = draft.lineItems.flatMap((line) => {
    const change = changes.find(({ lineItemId }) => lineItemId === line.lineItem.id);
    if (!change) return [line];
    // An item that this draft added is removed without a trace.
    if (change.newQuantity === 0) return line.added ? [] : [{ lineItem: line.lineItem, removed: true }];
    return [changedLine(line, change, draft.currency)];
  });
  return { ...draft, lineItems };
}

function checkChange(
  draft: StoredDraft,
  { lineItemId, newQuantity, newPrice, ...others }: LineItemChange,
): void {
  const data = { lineItemId };
  const line = draft.lineItems.find(({ lineItem }) => lineItem.id === lineItemId);
  if (!line)
    throw new PlatformError(
      404,
      "LINE_ITEM_DOES_NOT_EXIST",
      `The draft order has no item ${lineItemId}`,
      data,
    );
  const given = [newQuantity, newPrice, ...Object.values(others)].filter(
    (one) => one !== undefined && one !== null,
  );
  if (given.length === 0)
    throw new PlatformError(
      400,
      "EMPTY_CHANGE_REQUEST",
      `The change of the item ${lineItemId} is empty`,
      data,
    );
  const isRemoved = newQuantity === 0 || (line.removed && !newQuantity);
  if (isRemoved && newPrice) {
    const message = `The item ${lineItemId} is removed: its price cannot be changed`;
    throw new PlatformError(400, "UPDATING_PRICE_OF_REMOVED_ITEM_IS_FORBIDDEN", message, data);
  }
}

function changedLine(line: DraftLine, change: LineItemChange, currency: string): DraftLine {
  const { lineItem: old } = line;
  const price = change.newPrice ? currencyOf(currency).price(decimal(change.newPrice)) : old.price;
  const { newProductName, newPriceDescription, newDescriptionLines, newModifierGroups } = change;
  const quantity = change.newQuantity ?? old.quantity;
  const before = line.changedDetails ?? {};
  return {
    ...(line.added
      ? { added: true }
      : {
          changedDetails: {
            ...before,
            ...(quantity !== old.quantity && {
              quantityBeforeChange: before.quantityBeforeChange ?? old.quantity,
            }),
            ...(price.amount !== old.price.amount && {
              priceBeforeChange: before.priceBeforeChange ?? old.price,
            }),
            ...(newProductName && old.productName && { productNameBeforeChange: old.productName }),
          },
        }),
    lineItem: {
      ...old,
      quantity,
      price,
      priceBeforeDiscounts: change.newPrice ? price : (old.priceBeforeDiscounts ?? price),
      productName: newProductName || old.productName,
      priceDescription: newPriceDescription || old.priceDescription,
      descriptionLines: newDescriptionLines?.descriptionLines ?? old.descriptionLines,
      modifierGroups: newModifierGroups?.modifierGroups ?? old.modifierGroups,
    },
  };
}

type Detail =
  | "shippingInfo"
  | "recipientInfo"
  | "buyerDetails"
  | "billingDetails"
  | "businessLocationDetails";
const valueKeys = {
  shippingInfo: "shippingInfo",
  recipientInfo: "recipientInfo",
  buyerDetails: "buyerInfo",
  billingDetails: "billingInfo",
  businessLocationDetails: "businessLocation",
} as const satisfies Record<Detail, string>;

/** Returns a draft with its delivery, customer or location set, or cleared if there is no value. */
export function withDetail(
  draft: StoredDraft,
  detail: Detail,
  value: object | null | undefined,
): StoredDraft {
  const key = valueKeys[detail];
  const before = draft[detail] as Record<string, unknown> | null | undefined;
  const old = before?.[key];
  if (!value) return { ...draft, [detail]: old ? { removed: true, [key]: old } : undefined };
  const first = (before?.changedDetails as object | undefined) ?? { [`${key}BeforeChange`]: old };
  const change = old && !before?.added ? { changedDetails: first } : { added: true };
  const plain =
    detail === "buyerDetails"
      ? { buyerInfo: value }
      : detail === "billingDetails"
        ? { billingInfo: value }
        : {};
  return { ...draft, ...plain, [detail]: { ...change, [key]: value } } as StoredDraft;
}

/** Returns a custom discount. Throws PlatformError 404 `LINE_ITEM_NOT_FOUND` or 400 `DISCOUNTS_AMOUNT_EXCEED_…`. */
export function customDiscount(tx: Tx, draft: StoredDraft, given: DiscountOption): DraftDiscount {
  const currency = currencyOf(draft.currency);
  const price = given.priceAmount ?? given.amount;
  if (!price && !given.percentage)
    throw invalid("discounts.priceAmount", "REQUIRED_ONE_OF_FIELD", "or percentage must be set");
  const lineItemId = given.lineItemDiscounts?.[0]?.id ?? given.lineItemId;
  const type = given.discountType ?? "GLOBAL";
  const line = type === "SPECIFIC_ITEMS" ? lineOf(draft, lineItemId) : undefined;
  const amount = exactAmount(price);
  const { items, shipping } = draftAmounts(line ? { ...draft, lineItems: [line] } : draft);
  const most = type === "SHIPPING" ? shipping : items;
  if (amount.gt(most)) {
    const code =
      { SHIPPING: "SHIPPING_TOTAL", SPECIFIC_ITEMS: "ITEM_TOTALS" }[String(type)] ?? "ORDER_TOTALS";
    const message = `A discount of ${amountText(amount)} exceeds the discounted amount of ${amountText(most)}`;
    throw new PlatformError(400, `DISCOUNTS_AMOUNT_EXCEED_${code}`, message, { most: currency.price(most) });
  }
  return {
    source: "CUSTOM",
    applied: given.applyToDraftOrder ?? true,
    discount: {
      id: tx.newId(),
      discountType: type,
      merchantDiscount: {
        amount: currency.price(amount),
        percentage: given.percentage || undefined,
        description: given.description || undefined,
      },
      lineItemDiscounts: lineItemId ? [{ id: lineItemId, totalDiscount: currency.price(amount) }] : [],
    },
  };
}

/** Returns a custom fee. Throws PlatformError 404 `LINE_ITEM_NOT_FOUND`. */
export function customFee(tx: Tx, draft: StoredDraft, given: AdditionalFeeOption): DraftFee {
  const { name, code, price, lineItemIds, taxDetails } = given;
  for (const id of lineItemIds ?? []) lineOf(draft, id);
  const fee = completeFee(tx, currencyOf(draft.currency), {
    name,
    price: price ?? currencyOf(draft.currency).price(zero),
    lineItemIds: lineItemIds ?? [],
    code: code || undefined,
  });
  return {
    additionalFee: fee,
    source: "CUSTOM",
    applied: given.applyToDraftOrder ?? true,
    taxDetails: taxDetails || undefined,
  };
}

function lineOf(draft: StoredDraft, id: string | null | undefined) {
  const line = draft.lineItems.find(({ lineItem, removed }) => lineItem.id === id && !removed);
  if (line) return line;
  throw new PlatformError(404, "LINE_ITEM_NOT_FOUND", `The draft order has no item ${id}`, {
    lineItemId: id,
  });
}

/** The part of a draft that a call applies, leaves out or removes. */
interface OptionPart {
  id(one: DraftDiscount | DraftFee): string | null | undefined;
  label: string;
  code: string;
}

const optionParts: Readonly<Record<"discounts" | "additionalFees", OptionPart>> = {
  discounts: { id: (one) => (one as DraftDiscount).discount?.id, label: "discount", code: "DISCOUNT" },
  additionalFees: { id: (one) => (one as DraftFee).additionalFee?.id, label: "fee", code: "ADDITIONAL_FEE" },
};

/** Returns the discounts (or fees) with some applied or left out. */
export function withApplied<K extends "discounts" | "additionalFees">(
  draft: StoredDraft,
  key: K,
  changes: readonly { id?: string | null; applied?: boolean | null }[],
): StoredDraft {
  for (const { id } of changes) findOption(draft, key, id);
  const list = draft[key].map((one) => {
    const change = changes.find(({ id }) => id === optionParts[key].id(one));
    return change ? { ...one, applied: change.applied ?? false } : one;
  });
  return { ...draft, [key]: list };
}

/** Returns the discounts (or fees) without some. Only custom ones can be removed. */
export function withoutOptions<K extends "discounts" | "additionalFees">(
  draft: StoredDraft,
  key: K,
  ids: readonly string[],
): StoredDraft {
  const { id: idOf, label, code } = optionParts[key];
  for (const id of ids) {
    if (findOption(draft, key, id).source === "CUSTOM") continue;
    const message = `The ${label} ${id} is not a custom one: leave it out instead (applied: false)`;
    throw new PlatformError(409, `${code}_REMOVE_NOT_SUPPORTED`, message, { id });
  }
  const list = (draft[key] as (DraftDiscount | DraftFee)[]).filter((one) => !ids.includes(idOf(one) ?? ""));
  return { ...draft, [key]: list };
}

function findOption(draft: StoredDraft, key: "discounts" | "additionalFees", id: string | null | undefined) {
  const { id: idOf, label, code } = optionParts[key];
  const found = (draft[key] as (DraftDiscount | DraftFee)[]).find((one) => idOf(one) === id);
  if (found) return found;
  throw new PlatformError(404, `${code}_NOT_FOUND`, `The draft order has no ${label} ${id}`, { id });
}
