import type { Address } from "../../api/services/models.ts";
import type { DraftOrder } from "../../api/services/orders.ts";
import { amountText, type Decimal, decimal, sum } from "../../kernel/money.ts";
import { emitDomainEvent } from "../kernel/outbox.ts";
import { PlatformError, type Table, type Tx } from "../kernel/tx.ts";
import type { Fee, MerchantReduction } from "../pricing/input.ts";
import type { AddressTaxes, TaxRate } from "../pricing/tax.ts";
import { type PricedLine, priceCart } from "../pricing/totals.ts";
import { taxPlaceOf } from "../tax/index.ts";
import { type Currency, currencyOf, exactAmount, zero } from "./amounts.ts";
import type { StoredLine } from "./tables.ts";

export type DraftLine = NonNullable<DraftOrder["lineItems"]>[number] & { lineItem: StoredLine };
export type DraftDiscount = NonNullable<DraftOrder["discounts"]>[number];
export type DraftFee = NonNullable<DraftOrder["additionalFees"]>[number];

/** A stored draft: the API document plus the sandbox's own `internal`, which the API never returns. */
export interface StoredDraft extends DraftOrder {
  id: string;
  status: "DRAFT" | "COMMITTED";
  currency: string;
  lineItems: DraftLine[];
  discounts: DraftDiscount[];
  additionalFees: DraftFee[];
  createdDate: string;
  updatedDate: string;
  internal: { taxExempt: boolean; taxIncluded: boolean };
}

/** Draft orders by ID. */
export const drafts: Table<StoredDraft> = {
  name: "draft-orders",
  columns: {
    createdDate: "text",
    status: "text",
    orderId: "text",
  },
};

const fqdn = "wix.ecom.v1.draft_order";

/** Returns the public view of a draft. */
export function showDraft({ internal, ...draft }: StoredDraft): DraftOrder {
  return draft;
}

/** Returns the draft. Throws PlatformError 404 `DRAFT_ORDER_DOES_NOT_EXIST`. */
export function draftOrderOf(tx: Tx, id: string): StoredDraft {
  const draft = tx.get(drafts, id);
  if (draft) return draft;
  const message = `There is no draft order ${id}`;
  throw new PlatformError(404, "DRAFT_ORDER_DOES_NOT_EXIST", message, { draftOrderId: id });
}

/** Returns a draft that can be changed. Throws PlatformError 409 `DRAFT_ORDER_ALREADY_COMMITTED`. */
export function openDraft(tx: Tx, id: string): StoredDraft {
  const draft = draftOrderOf(tx, id);
  if (draft.status === "DRAFT") return draft;
  const message = `The draft order ${id} can no longer be changed: its status is COMMITTED`;
  throw new PlatformError(409, "DRAFT_ORDER_ALREADY_COMMITTED", message, {
    draftOrderId: id,
    status: draft.status,
  });
}

/** Stores a draft and emits its event. */
export function putDraft(tx: Tx, draft: StoredDraft, isNew = false): StoredDraft {
  const after = { ...draft, updatedDate: tx.now.toISOString() };
  tx.put(drafts, after.id, after);
  const entity = showDraft(after);
  const body = isNew ? { createdEvent: { entity } } : { updatedEvent: { currentEntity: entity } };
  emitDomainEvent(tx, fqdn, isNew ? "created" : "updated", after.id, body);
  return after;
}

/** Deletes a draft. Throws PlatformError if it was committed. */
export function deleteDraft(tx: Tx, id: string): void {
  const draft = draftOrderOf(tx, id);
  if (draft.status === "COMMITTED") {
    const message = `The draft order ${id} is part of its order's history: its status is COMMITTED`;
    throw new PlatformError(409, "DRAFT_ORDER_CANNOT_BE_DELETED", message, {
      draftOrderId: id,
      status: draft.status,
    });
  }
  tx.remove(drafts, id);
  emitDomainEvent(tx, fqdn, "deleted", id, { deletedEvent: { deletedEntity: showDraft(draft) } });
}

/** The ID of the delivery among the priced items. */
const deliveryId = "delivery";

/** Returns a draft with all prices recalculated from its items, discounts, delivery and fees. */
export function priceDraft(tx: Tx, draft: StoredDraft): StoredDraft {
  const currency = currencyOf(draft.currency);
  const lines = keptLines(draft);
  const applied = draft.discounts.filter(({ applied: isApplied }) => isApplied);
  const reductions = new Map(applied.flatMap((one) => reductionOf(one)));
  const fees = draft.additionalFees.filter(({ applied: isApplied }) => isApplied).map(feeOf);
  const shipping = (!draft.shippingInfo?.removed && draft.shippingInfo?.shippingInfo) || undefined;
  const priced = priceCart({
    currency: currency.code,
    now: tx.now,
    items: lines.map(({ lineItem }) => ({
      id: lineItem.id,
      quantity: lineItem.quantity,
      price: exactAmount(lineItem.priceBeforeDiscounts ?? lineItem.price),
      kind: String(lineItem.itemType?.preset ?? "PHYSICAL"),
      taxGroupId: lineItem.id,
      taxedAt: "SHIPPING" as const,
    })),
    rules: [],
    merchant: [...reductions.values()],
    delivery: shipping && {
      price: exactAmount(shipping.cost?.price),
      taxedAt: "SHIPPING" as const,
      taxGroupId: deliveryId,
      charges: [],
    },
    fees,
    taxes: { SHIPPING: taxes(tx, draft) },
  });
  const pricedLines = new Map(priced.lines.map((line) => [line.item.id, line]));
  const { summary } = priced;
  return {
    ...draft,
    lineItems: draft.lineItems.map((line) => withPrices(line, pricedLines.get(line.lineItem.id), currency)),
    discounts: draft.discounts.map((discount) =>
      withAmounts(discount, reductions.get(discount), priced.discounts, currency),
    ),
    priceSummary: {
      subtotal: currency.price(summary.subtotal),
      shipping: currency.price(summary.shipping),
      tax: currency.price(summary.tax),
      discount: currency.price(summary.discount),
      total: currency.price(summary.total),
      totalAdditionalFees: currency.price(summary.additionalFees),
    },
    taxSummary: { totalTax: currency.price(summary.tax) },
    taxInfo: {
      ...draft.taxInfo,
      totalTax: currency.price(summary.tax),
      taxExempt: draft.internal.taxExempt,
    },
    ...(priced.delivery && {
      shippingInfo: {
        ...draft.shippingInfo,
        shippingInfo: {
          ...shipping,
          cost: {
            ...shipping?.cost,
            discount: currency.price(priced.delivery.discount),
            totalPriceBeforeTax: currency.price(priced.delivery.taxed.taxable),
            totalPriceAfterTax: currency.price(priced.delivery.total),
          },
        },
      },
    }),
  };
}

/** Returns a line with its prices; a removed line keeps those that it had. */
function withPrices(line: DraftLine, priced: PricedLine | undefined, currency: Currency): DraftLine {
  if (!priced) return line;
  const { gross, discount, taxed, total } = priced;
  return {
    ...line,
    lineItem: {
      ...line.lineItem,
      lineItemPrice: currency.price(gross.minus(discount)),
      totalDiscount: currency.price(discount),
      totalPriceBeforeTax: currency.price(taxed.taxable),
      totalPriceAfterTax: currency.price(total),
      taxInfo: {
        ...line.lineItem.taxInfo,
        taxAmount: currency.price(taxed.tax),
        taxableAmount: currency.price(taxed.taxable),
        taxRate: amountText(taxed.rate),
        taxIncludedInPrice: taxed.included,
      },
    },
  };
}

function reductionOf(applied: DraftDiscount): [DraftDiscount, MerchantReduction][] {
  const { discount } = applied;
  if (!discount) return [];
  const { percentage } = discount.merchantDiscount ?? {};
  const lineItemIds = discount.lineItemDiscounts?.map(({ id }) => id ?? "");
  const narrow = {
    ...(discount.discountType === "SPECIFIC_ITEMS" && { lineItemIds: lineItemIds ?? [] }),
    ofDelivery: discount.discountType === "SHIPPING",
  };
  if (percentage) return [[applied, { percentage: decimal(percentage), ...narrow }]];
  return [[applied, { amount: amountIn(applied), ...narrow }]];
}

/** Returns the amount of a discount. */
function amountIn({ discount }: DraftDiscount): Decimal {
  const { coupon, merchantDiscount, discountRule } = discount ?? {};
  return exactAmount((coupon ?? merchantDiscount ?? discountRule)?.amount);
}

function withAmounts(
  applied: DraftDiscount,
  reduction: MerchantReduction | undefined,
  given: ReturnType<typeof priceCart>["discounts"],
  currency: Currency,
): DraftDiscount {
  const found = given.find(({ source }) => "merchant" in source && source.merchant === reduction);
  const { discount } = applied;
  if (!found || !discount?.merchantDiscount?.percentage) return applied;
  const amount = currency.price(found.amount);
  return {
    ...applied,
    discount: { ...discount, merchantDiscount: { ...discount.merchantDiscount, amount } },
  };
}

function feeOf({ additionalFee: fee, taxDetails }: StoredDraft["additionalFees"][number]): Fee {
  const taxable = taxDetails?.taxable === true;
  return {
    code: fee?.code ?? "",
    name: fee?.name ?? "",
    price: exactAmount(fee?.price),
    source: "MANUAL",
    lineItemIds: fee?.lineItemIds ?? [],
    taxGroupId: taxable ? "fee" : undefined,
    taxedAt: taxable ? "SHIPPING" : "BUSINESS",
  };
}

/**
 * Returns the tax rates: items keep the rate they were sold at; new items, delivery and fees use the rates of the
 * address.
 */
function taxes(tx: Tx, draft: StoredDraft): AddressTaxes {
  const { taxExempt, taxIncluded } = draft.internal;
  const there = taxPlaceOf(tx, addressOf(draft));
  const lines = new Map(draft.lineItems.map(({ lineItem }) => [lineItem.id, lineItem.taxInfo]));
  lines.set(deliveryId, draft.shippingInfo?.shippingInfo?.cost?.taxInfo);
  return {
    rateType: "MANUAL_RATE",
    included: draft.orderId ? taxIncluded : (there?.included ?? taxIncluded),
    ratesFor(id) {
      if (taxExempt) return [];
      const sold = lines.get(id ?? "")?.taxRate;
      if (sold) return [rateOf(decimal(sold))];
      return there?.ratesFor(lines.get(id ?? "")?.taxGroupId ?? undefined) ?? [];
    },
  };
}

const rateOf = (rate: Decimal): TaxRate => ({
  name: "Tax",
  type: "Tax",
  jurisdiction: "",
  level: "UNDEFINED",
  rate,
});

function addressOf({ shippingInfo, recipientInfo, billingDetails }: StoredDraft): Address | undefined {
  return (
    shippingInfo?.shippingInfo?.logistics?.shippingDestination?.address ??
    recipientInfo?.recipientInfo?.address ??
    billingDetails?.billingInfo?.address ??
    undefined
  );
}

/** Returns the lines of a draft that are not removed. */
export const keptLines = ({ lineItems }: StoredDraft): DraftLine[] =>
  lineItems.filter(({ removed }) => !removed);

/** Returns the amounts of items and delivery before discounts, never below zero. */
export function draftAmounts(draft: StoredDraft): { items: Decimal; shipping: Decimal } {
  const lines = keptLines(draft);
  const items = lines.map(({ lineItem }) =>
    exactAmount(lineItem.priceBeforeDiscounts ?? lineItem.price).times(decimal(String(lineItem.quantity))),
  );
  const info = draft.shippingInfo?.removed ? undefined : draft.shippingInfo?.shippingInfo;
  return { items: sum(items), shipping: info ? exactAmount(info.cost?.price) : zero };
}
