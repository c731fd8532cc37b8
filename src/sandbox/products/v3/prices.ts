import { maximumOf } from "../../../api/schema-fields.ts";
import {
  type Adjustment,
  AmountV3,
  type ProductV3,
  type Reduction,
  type UnitSettings,
} from "../../../api/services/products.ts";
import {
  amountFromJson,
  amountText,
  amountToJson,
  type Decimal,
  decimal,
  parseAmount,
  roundMoney,
} from "../../../kernel/money.ts";
import { ruleViolation } from "../../kernel/entities.ts";
import { invalid, PlatformError, type Tx } from "../../kernel/tx.ts";
import { convertUnits, marginOf } from "../v1/prices.ts";
import type { StoredAmount, StoredProductV3, StoredVariantV3 } from "./tables.ts";

const maxAmount = () => decimal(String(maximumOf(AmountV3, "amount")));
type Units = UnitSettings | null | undefined;

/** Normalizes an amount to plain decimal text without trailing zeros. */
export function storedAmount(field: string, given: AmountV3 | null | undefined): StoredAmount {
  const value = parseAmount(given?.amount ?? "");
  if (value === undefined) throw invalid(`${field}.amount`, "REQUIRED_FIELD", "must not be empty");
  return { amount: amountText(value) };
}

const amountOf = (value: Decimal): StoredAmount => ({ amount: amountText(value) });
export const decimalOf = (amount: AmountV3): Decimal => decimal(amount.amount ?? "0");

/** Returns the smallest and the largest amount, or undefined if there are none. */
export function rangeOf(
  amounts: readonly Decimal[],
): { minValue: StoredAmount; maxValue: StoredAmount } | undefined {
  const [first, ...rest] = amounts;
  if (first === undefined) return undefined;
  const min = rest.reduce((one, other) => (other.lt(one) ? other : one), first);
  const max = rest.reduce((one, other) => (other.gt(one) ? other : one), first);
  return { minValue: amountOf(min), maxValue: amountOf(max) };
}

/** Returns profit and margin (profit by price, four decimals) for a cost and a price. */
export function revenueOf(cost: AmountV3, price: AmountV3) {
  const paid = decimalOf(price);
  const profit = paid.minus(decimalOf(cost));
  return {
    cost: { amount: cost.amount ?? "0" },
    profit: amountOf(profit),
    profitMargin: amountToJson(marginOf(profit, paid)),
  };
}

/** Returns the price per base unit (1 kg) of a content (250 g), or undefined if the dimensions differ. */
function unitPrice(price: AmountV3, total: Units, base: Units, currency: string): Decimal | undefined {
  if (!total?.quantity || !base?.quantity || !total.measurementUnit || !base.measurementUnit)
    return undefined;
  const units = convertUnits(amountFromJson(base.quantity), base.measurementUnit, total.measurementUnit);
  return units && roundMoney(decimalOf(price).times(units).div(amountFromJson(total.quantity)), currency);
}

/** How a result is rounded: by one of the platform's strategies. */
interface Rounding {
  strategy?: string | null | undefined;
  currency: string;
}

/** Reduces a price by an amount or a percentage, never below zero. The default is to round to the currency. */
export function reduced(
  price: Decimal,
  by: { amount?: string; percent?: number },
  { strategy, currency }: Rounding,
): Decimal {
  const off = by.amount === undefined ? percentOf(price, by.percent ?? 0) : decimal(by.amount);
  const rounding = { strategy: strategy ?? "CURRENCY_PRECISION", currency };
  return off.gt(price) ? decimal("0") : roundAs(price.minus(off), rounding);
}

const percentOf = (value: Decimal, percent: number): Decimal =>
  value.times(amountFromJson(percent)).div(decimal("100"));

/** Adjusts and rounds a value. Throws PlatformError 400 (`code`) if the result is out of range. */
export function adjusted(
  value: Decimal,
  by: Adjustment | Reduction,
  rounding: Rounding,
  code: string,
): Decimal {
  const exact = by.amount ? value.plus(decimal(by.amount)) : value.plus(percentOf(value, by.percentage ?? 0));
  const result = roundAs(exact, rounding);
  if (result.lt(decimal("0")) || result.gt(maxAmount()))
    throw new PlatformError(400, code, `The adjusted value ${amountText(result)} is out of range`, {});
  return result;
}

/** Rounds a value by one of the platform's strategies, to at most three decimals. */
function roundAs(value: Decimal, { strategy, currency }: Rounding) {
  if (strategy === "NEAREST_WHOLE_NUMBER") return value.round(0, 1);
  return strategy === "CURRENCY_PRECISION" ? roundMoney(value, currency) : value.round(3, 1);
}

/** Adds the price per base unit (per 1 kg) to each variant with a content. */
export function priceUnits(product: StoredProductV3, currency: string): StoredProductV3 {
  const base = product.physicalProperties?.pricePerUnit;
  const values: Decimal[] = [];
  const variants = product.variantsInfo.variants.map((variant, index) => {
    const { settings } = variant.physicalProperties?.pricePerUnit ?? {};
    if (!settings) return variant;
    const value = unitPrice(variant.price.actualPrice, settings, base, currency);
    if (value === undefined) {
      const field = `product.variantsInfo.variants[${index}].physicalProperties.pricePerUnit`;
      throw ruleViolation(
        field,
        "PRICE_PER_UNIT_NOT_ALIGNED",
        "must have the same dimension as the product's pricePerUnit",
      );
    }
    values.push(value);
    const description = `${base?.quantity} ${base?.measurementUnit}`;
    const pricePerUnit = { settings, value: amountText(value), description };
    return { ...variant, physicalProperties: { ...variant.physicalProperties, pricePerUnit } };
  });
  const range = rangeOf(values);
  const pricePerUnitRange = range && {
    minValue: { value: range.minValue.amount },
    maxValue: { value: range.maxValue.amount },
  };
  const { physicalProperties } = product;
  return {
    ...product,
    variantsInfo: { variants },
    ...(physicalProperties && { physicalProperties: { ...physicalProperties, pricePerUnitRange } }),
  };
}

type Details = NonNullable<ProductV3["subscriptionDetails"]>;

/** Returns a product's subscriptions with their ids. */
export function readSubscriptions(tx: Tx, given: Details, product: StoredProductV3): Details {
  const known = new Set(product.subscriptionDetails?.subscriptions?.map(({ id }) => id));
  if (given.subscriptions?.length) rejectSubscriptions(product);
  const subscriptions = (given.subscriptions ?? []).map((subscription, index) => {
    const field = `product.subscriptionDetails.subscriptions[${index}]`;
    if (subscription.autoRenewal === false)
      throw ruleViolation(
        `${field}.autoRenewal`,
        "SUBSCRIPTION_INVALID_AUTO_RENEWAL",
        "must be true if it is set",
      );
    const off = subscription.discount?.amountOff;
    const dear = product.variantsInfo.variants.find(
      ({ price }) => off && decimal(off).gt(decimalOf(price.actualPrice)),
    );
    if (dear !== undefined) {
      const message = `The discount of "${subscription.title}" is more than the price of a variant`;
      throw new PlatformError(400, "INVALID_SUBSCRIPTION_DISCOUNT_AMOUNT", message, { variantId: dear.id });
    }
    return {
      ...subscription,
      id: subscription.id && known.has(subscription.id) ? subscription.id : tx.newId(),
      visible: subscription.visible ?? true,
      interval: subscription.interval ?? 1,
    };
  });
  const allowOneTimePurchases = given.allowOneTimePurchases ?? true;
  if (subscriptions.length > 0 && !allowOneTimePurchases && subscriptions.every(({ visible }) => !visible)) {
    const code = "ERROR_ALL_SUBSCRIPTIONS_HIDDEN_FOR_SUBSCRIPTION_ONLY_PRODUCT";
    throw new PlatformError(
      400,
      code,
      "A product sold by subscription only requires a visible subscription",
      {},
    );
  }
  return { subscriptions, allowOneTimePurchases };
}

/** Throws PlatformError 400 for a product with a variant that can be pre-ordered. */
function rejectSubscriptions({ name, variantsInfo }: StoredProductV3): void {
  if (!variantsInfo.variants.some(({ inventoryStatus }) => inventoryStatus.preorderEnabled)) return;
  const message = `"${name}" cannot be sold by subscription: it can be pre-ordered`;
  throw new PlatformError(400, "PREORDER_VALIDATION_ERROR", message, {});
}

/** Returns the prices of a variant by subscription. */
export function subscriptionPrices(product: StoredProductV3, variant: StoredVariantV3, currency: string) {
  const price = decimalOf(variant.price.actualPrice);
  return (product.subscriptionDetails?.subscriptions ?? []).map(({ id, discount }) => {
    const { amountOff, percentOff } = discount ?? {};
    const by = amountOff ? { amount: amountOff } : { percent: percentOff ?? 0 };
    return {
      subscriptionId: id,
      price: discount ? amountOf(reduced(price, by, { currency })) : amountOf(price),
    };
  });
}
