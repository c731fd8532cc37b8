import { amountText, type Decimal, sum } from "../../../kernel/money.ts";
import { PlatformError } from "../../kernel/tx.ts";
import {
  amountOf,
  type Currency,
  isUnderway,
  type StoredLine,
  type StoredOrder,
  type StoredTransactions,
  shareOf,
  wholeAmount,
  zero,
} from "../orders/index.ts";

/** The refundable value of one item, fee or delivery. total = subtotal - discount + tax. */
export interface Worth {
  total: Decimal;
  tax: Decimal;
  discount: Decimal;
  subtotal: Decimal;
}

/** What was already refunded of an order: units of lines, amounts of fees and of the delivery. */
export interface Returned {
  units(lineItemId: string): number;
  fee(additionalFeeId: string): Decimal;
  shipping: Decimal;
}

/** Returns what successful and pending refunds have refunded. */
export function returnedOf({ refunds }: StoredTransactions): Returned {
  const details = refunds.flatMap((refund) => {
    const counts = refund.transactions.some(({ refundStatus: s }) => s === "SUCCEEDED" || isUnderway(s));
    return counts && refund.details ? [refund.details] : [];
  });
  return {
    units: (lineItemId) =>
      details
        .flatMap(({ lineItems }) => lineItems ?? [])
        .filter((one) => one.lineItemId === lineItemId)
        .reduce((units, { quantity }) => units + (quantity ?? 0), 0),
    fee: (additionalFeeId) =>
      sum(
        details
          .flatMap(({ additionalFees }) => additionalFees ?? [])
          .filter((one) => one.additionalFeeId === additionalFeeId)
          .map(({ amount }) => amountOf(amount)),
      ),
    shipping: sum(details.map(({ shipping }) => amountOf(shipping?.amount))),
  };
}

/** Returns the price of an order's delivery, tax included. */
export const shippingPaid = ({ shippingInfo, priceSummary }: StoredOrder): Decimal =>
  amountOf(shippingInfo?.cost?.totalPriceAfterTax ?? priceSummary.shipping);

/** Returns the refundable value of units of a line. Throws PlatformError 404 or 400 if they cannot be refunded. */
export function lineValue(
  order: StoredOrder,
  returned: Returned,
  { lineItemId, quantity }: { lineItemId?: string | null; quantity?: number | null },
  currency: Currency,
): Worth {
  const line = order.lineItems.find(({ id }) => id === lineItemId);
  if (!line) throw missing("LINE_ITEM_NOT_FOUND", `The order has no item ${lineItemId}`, { lineItemId });
  const before = returned.units(line.id);
  const left = line.quantity - before;
  const count = quantity ?? 0;
  if (count < 1 || count > left) {
    const message = `Cannot refund ${count} of the item ${line.id}: ${left} of ${line.quantity} are left`;
    throw new PlatformError(400, "INVALID_LINE_ITEM_REFUND_QUANTITY", message, { lineItemId: line.id, left });
  }
  return itemValue(line, { total: line.quantity, before, count }, currency);
}

function itemValue(
  line: StoredLine,
  units: { total: number; before: number; count: number },
  currency: Currency,
): Worth {
  const share = (whole: Decimal) => shareOf(whole, units, currency.code);
  const total = share(amountOf(line.totalPriceAfterTax));
  const tax = share(amountOf(line.taxInfo?.taxAmount ?? line.taxDetails?.totalTax));
  const discount = share(amountOf(line.totalDiscount));
  return { total, tax, discount, subtotal: total.minus(tax).plus(discount) };
}

/** Returns the refundable value of a fee. Throws PlatformError 404 or 400 if it cannot be refunded. */
export function feeValue(
  order: StoredOrder,
  returned: Returned,
  request: { additionalFeeId?: string | null; amount?: { amount?: string | null } | null },
): Worth {
  const fee = order.additionalFees?.find(({ id }) => id === request.additionalFeeId);
  const data = { additionalFeeId: request.additionalFeeId };
  if (!fee?.id)
    throw missing("ADDITIONAL_FEE_NOT_FOUND", `The order has no fee ${request.additionalFeeId}`, data);
  const left = amountOf(fee.priceAfterTax).minus(returned.fee(fee.id));
  const amount = partOf(request.amount, left, order.currency);
  if (amount) return untaxedValue(amount);
  throw new PlatformError(400, "INVALID_ADDITIONAL_FEE_REFUND_AMOUNT", tooMuch("the fee", left, order), data);
}

/** Returns the refundable value of the delivery. Throws PlatformError 404 or 400 if it cannot be refunded. */
export function shippingValue(
  order: StoredOrder,
  returned: Returned,
  request: { amount?: { amount?: string | null } | null },
): Worth {
  const whole = shippingPaid(order);
  if (!whole.gt(zero)) throw missing("SHIPPING_NOT_FOUND", "The order has no paid delivery", {});
  const left = whole.minus(returned.shipping);
  const amount = partOf(request.amount, left, order.currency);
  if (amount) return untaxedValue(amount);
  throw new PlatformError(400, "INVALID_SHIPPING_REFUND_AMOUNT", tooMuch("the delivery", left, order), {});
}

const untaxedValue = (total: Decimal): Worth => ({ total, tax: zero, discount: zero, subtotal: total });

function partOf(given: { amount?: string | null } | null | undefined, left: Decimal, currency: string) {
  const amount = given?.amount ? wholeAmount(given.amount, currency) : left;
  return amount?.gt(zero) && !amount.gt(left) ? amount : undefined;
}

const missing = (code: string, message: string, data: object) => new PlatformError(404, code, message, data);

const tooMuch = (what: string, left: Decimal, { currency }: StoredOrder) =>
  `The amount for ${what} must be above 0 and at most ${amountText(left)} ${currency}`;
