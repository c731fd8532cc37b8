import type { Order } from "../../api/models/order.ts";
import type { AdditionalFee, OrderLineItem } from "../../api/models/order-line-item.ts";
import { decimal } from "../../money.ts";
import type { Tx } from "../tx.ts";
import { amountOf, type Coin, zero } from "./amounts.ts";
import type { StoredLine } from "./tables.ts";

/** An item with an id and with every price that follows from the ones given. */
export function completeLine(tx: Tx, coin: Coin, given: OrderLineItem): StoredLine {
  const quantity = given.quantity ?? 1;
  const price = coin.price(amountOf(given.price));
  const whole = amountOf(price).times(decimal(String(quantity)));
  const discount = amountOf(given.totalDiscount);
  const tax = amountOf(given.taxInfo?.taxAmount ?? given.taxDetails?.totalTax);
  const included = given.taxInfo?.taxIncludedInPrice === true;
  const before = whole.minus(discount).minus(included ? tax : zero);
  return {
    paymentOption: "FULL_PAYMENT_ONLINE",
    itemType: { preset: "PHYSICAL" },
    priceBeforeDiscounts: price,
    totalPriceBeforeTax: coin.price(before),
    totalPriceAfterTax: coin.price(before.plus(tax)),
    lineItemPrice: coin.price(whole),
    ...present(given),
    id: given.id || tx.newId(),
    quantity,
    price,
    totalDiscount: coin.price(discount),
  };
}

/** A fee with an id and with every price that follows from the one given. */
export function completeFee(tx: Tx, coin: Coin, given: AdditionalFee): AdditionalFee {
  const price = coin.price(amountOf(given.price));
  const tax = amountOf(given.taxInfo?.taxAmount ?? given.taxDetails?.totalTax);
  return {
    priceBeforeTax: price,
    priceAfterTax: coin.price(amountOf(price).plus(tax)),
    source: "MANUAL",
    lineItemIds: [],
    ...present(given),
    id: given.id || tx.newId(),
    price,
  };
}

/** The sums of an order that were given, and 0 for those that were not; the total follows where it is missing. */
export function completeSummary(coin: Coin, given: Order["priceSummary"]) {
  const parts = {
    subtotal: amountOf(given?.subtotal),
    shipping: amountOf(given?.shipping),
    tax: amountOf(given?.tax),
    discount: amountOf(given?.discount),
    totalAdditionalFees: amountOf(given?.totalAdditionalFees),
  };
  const { subtotal, shipping, tax, discount, totalAdditionalFees: fees } = parts;
  const follows = subtotal.minus(discount).plus(shipping).plus(tax).plus(fees);
  const total = given?.total?.amount ? amountOf(given.total) : follows;
  const prices = Object.entries(parts).map(([name, amount]) => [name, coin.price(amount)] as const);
  return {
    ...(Object.fromEntries(prices) as Record<keyof typeof parts, ReturnType<Coin["price"]>>),
    total: coin.price(total),
  };
}

const present = <T extends object>(given: T): T =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== null)) as T;
