import type * as z from "zod/mini";
import { bool, decimal, guid, list, obj, text } from "../../../models/fields.ts";
import { price } from "../../../models/money.ts";
import { JurisdictionType } from "../../tax/models/tax.ts";

/** An amount of an order, in the order's own currency. */
export const OrderPrice = obj({ amount: price(), formattedAmount: text({ readonly: true }) });
export interface OrderPrice extends z.input<typeof OrderPrice> {}

/** An amount that can be negative. */
const Balance = obj({ amount: decimal(), formattedAmount: text({ readonly: true }) });

/** The totals of an order: subtotal - discount + shipping + tax + fees = total. */
export const OrderPriceSummary = obj({
  subtotal: OrderPrice,
  shipping: OrderPrice,
  tax: OrderPrice,
  discount: OrderPrice,
  total: OrderPrice,
  totalAdditionalFees: OrderPrice,
});
export interface OrderPriceSummary extends z.input<typeof OrderPriceSummary> {}

/** The payment balance of an order. `paid` includes refunded amounts; balance + paid + pending = total. */
export const BalanceSummary = obj({
  balance: Balance,
  paid: OrderPrice,
  refunded: OrderPrice,
  authorized: OrderPrice,
  pendingRefund: OrderPrice,
  pending: OrderPrice,
  chargeback: OrderPrice,
  chargebackReversal: OrderPrice,
  platformFees: OrderPrice,
  totalMinusPlatformFees: OrderPrice,
  cashRoundingAdjustment: Balance,
});
export interface BalanceSummary extends z.input<typeof BalanceSummary> {}

const rate = () => decimal({ min: 0, maxScale: 6 });
const taxText = () => text({ maxLength: 200 });
const OrderTaxBreakdown = obj({
  taxName: taxText(),
  taxType: taxText(),
  jurisdiction: taxText(),
  jurisdictionType: JurisdictionType,
  rate: rate(),
  aggregatedTaxAmount: OrderPrice,
  aggregatedTaxableAmount: OrderPrice,
  aggregatedExemptAmount: OrderPrice,
});
/** The tax on an order as a whole. */
export const OrderTaxInfo = obj({
  totalTax: OrderPrice,
  taxBreakdown: list(OrderTaxBreakdown, { maxSize: 50 }),
  manualTaxRate: rate(),
  taxExempt: bool(),
  totalExempt: OrderPrice,
});

const LineTaxBreakdown = obj({
  jurisdiction: taxText(),
  jurisdictionType: JurisdictionType,
  rate: rate(),
  taxAmount: OrderPrice,
  taxType: taxText(),
  taxName: taxText(),
  nonTaxableAmount: OrderPrice,
  taxableAmount: OrderPrice,
});
/** The tax on one item, delivery or fee of an order. */
export const LineTaxInfo = obj({
  taxAmount: OrderPrice,
  taxableAmount: OrderPrice,
  taxRate: rate(),
  taxGroupId: guid(),
  taxIncludedInPrice: bool(),
  taxBreakdown: list(LineTaxBreakdown, { maxSize: 7 }),
  exemptAmount: OrderPrice,
});
/** The tax on one item, in the format of older services. */
export const LegacyTaxDetails = obj({
  taxableAmount: OrderPrice,
  taxGroupId: guid(),
  taxRate: rate(),
  totalTax: OrderPrice,
  exemptAmount: OrderPrice,
});
