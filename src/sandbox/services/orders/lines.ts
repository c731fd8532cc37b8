import type { AdditionalFee, Order, OrderLineItem } from "../../../api/services/orders/models.ts";
import { type Decimal, decimal, sum } from "../../../kernel/money.ts";
import type { Tx } from "../../kernel/tx.ts";
import { amountOf, type Currency, zero } from "./amounts.ts";
import type { Amount, StoredLine } from "./tables.ts";

/** Returns an item with an ID and with the prices that follow from those given. */
export function completeLine(tx: Tx, currency: Currency, given: OrderLineItem): StoredLine {
  const quantity = given.quantity ?? 1;
  const price = currency.price(amountOf(given.price));
  const whole = amountOf(price).times(decimal(String(quantity)));
  const discount = amountOf(given.totalDiscount);
  const tax = amountOf(given.taxInfo?.taxAmount ?? given.taxDetails?.totalTax);
  const included = given.taxInfo?.taxIncludedInPrice === true;
  const before = whole.minus(discount).minus(included ? tax : zero);
  return {
    paymentOption: "FULL_PAYMENT_ONLINE",
    itemType: { preset: "PHYSICAL" },
    priceBeforeDiscounts: price,
    totalPriceBeforeTax: currency.price(before),
    totalPriceAfterTax: currency.price(before.plus(tax)),
    lineItemPrice: currency.price(whole),
    ...present(given),
    id: given.id || tx.newId(),
    quantity,
    price,
    totalDiscount: currency.price(discount),
  };
}

/** Returns a fee with an ID and with the prices that follow from the one given. */
export function completeFee(tx: Tx, currency: Currency, given: AdditionalFee): AdditionalFee {
  const price = currency.price(amountOf(given.price));
  const tax = amountOf(given.taxInfo?.taxAmount ?? given.taxDetails?.totalTax);
  return {
    priceBeforeTax: price,
    priceAfterTax: currency.price(amountOf(price).plus(tax)),
    source: "MANUAL",
    lineItemIds: [],
    ...present(given),
    id: given.id || tx.newId(),
    price,
  };
}

/** The parts of an order that its sums follow from. */
export interface OrderParts extends Pick<Order, "priceSummary" | "shippingInfo" | "taxIncludedInPrices"> {
  lineItems: readonly StoredLine[];
  additionalFees: readonly AdditionalFee[];
}

/**
 * Returns the sums of an order: given ones are kept, others are added up from its parts. Tax that is included in
 * prices is not added to the total again.
 */
export function completeSummary(currency: Currency, order: OrderParts) {
  const { lineItems, additionalFees, shippingInfo, priceSummary: given } = order;
  const added = {
    subtotal: sum(lineItems.map(({ lineItemPrice }) => amountOf(lineItemPrice))),
    shipping: amountOf(shippingInfo?.cost?.price),
    tax: sum(
      [...lineItems, ...additionalFees, shippingInfo?.cost].map((part) => amountOf(part?.taxInfo?.taxAmount)),
    ),
    discount: sum(lineItems.map(({ totalDiscount }) => amountOf(totalDiscount))),
    totalAdditionalFees: sum(additionalFees.map(({ price }) => amountOf(price))),
  };
  const sums = Object.fromEntries(
    Object.entries(added).map(([name, amount]) => {
      const own = given?.[name as keyof typeof added];
      return [name, currency.price(own?.amount ? amountOf(own) : amount)] as const;
    }),
  ) as Record<keyof typeof added, Amount>;
  const follows = totalOf(sums, order.taxIncludedInPrices === true);
  return { ...sums, total: currency.price(given?.total?.amount ? amountOf(given.total) : follows) };
}

/** Returns the total of an order's sums. */
export function totalOf(sums: Order["priceSummary"], taxIncluded: boolean): Decimal {
  const added = taxIncluded ? zero : amountOf(sums?.tax);
  const goods = amountOf(sums?.subtotal).minus(amountOf(sums?.discount));
  return goods.plus(amountOf(sums?.shipping)).plus(added).plus(amountOf(sums?.totalAdditionalFees));
}

const present = <T extends object>(given: T): T =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== null)) as T;
