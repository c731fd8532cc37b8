import { Amount, type PricePerUnitData } from "../../../api/services/products.ts";
import { currencyDigits } from "../../../kernel/currency.ts";
import { memo } from "../../../kernel/memo.ts";
import {
  amountFromJson,
  amountToJson,
  type Decimal,
  decimal,
  moneyText,
  roundMoney,
} from "../../../kernel/money.ts";
import { checkBounds, invalid, type Tx } from "../../kernel/tx.ts";
import type { ProductFacts, WireCost, WirePrice } from "./tables.ts";

/** The shop's currency and its number format. */
export interface ShopCurrency {
  code: string;
  format(amount: Decimal): string;
}

/** Currency symbols in American English. Intl has them too, but its first use takes a third of the start-up time. */
const signs: Readonly<Record<string, string>> = {
  USD: "$",
  EUR: "€",
  GBP: "£",
  JPY: "¥",
  INR: "₹",
  ILS: "₪",
};

/** Returns the currency of this sandbox: the setting `currency`, or USD. */
export function shopCurrency(tx: Tx): ShopCurrency {
  const code = tx.setting("currency");
  return { code, format: (amount) => formatPrice(amount, code) };
}

/** Formats an amount in American English: `$1,234.50`, `CHF 5.00`. */
export function formatPrice(amount: Decimal, code: string): string {
  const sign = signs[code];
  if (sign === undefined) {
    return formatIn(code).format(moneyText(amount, code) as `${number}`);
  }
  const [, minus, whole = "", part = ""] = /^(-?)(\d+)(.*)$/.exec(moneyText(amount, code)) ?? [];
  return `${minus}${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ",")}${part}`;
}

/** Returns the format of a currency, which takes longer to make than to use. */
const formatIn = memo((currency: string) => {
  const digits = currencyDigits(currency);
  const shown = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat("en-US", { style: "currency", currency, ...shown });
});

/** Returns the price after the product's discount, never below zero, rounded to the currency. */
function discountedPrice(price: Decimal, discount: ProductFacts["discount"], currency: string): Decimal {
  const value = amountFromJson(discount.value);
  if (discount.type === "PERCENT") {
    return roundMoney(price.times(decimal("100").minus(value)).div(decimal("100")), currency);
  }
  if (discount.type !== "AMOUNT") return price;
  return value.gt(price) ? decimal("0") : roundMoney(price.minus(value), currency);
}

/** Returns the price per base unit: 250 g at 5.00 is 20.00 for 1 kg. */
function pricePerUnit(price: Decimal, unit: PricePerUnitData, currency: string): Decimal | undefined {
  const { totalQuantity, totalMeasurementUnit, baseQuantity, baseMeasurementUnit } = unit;
  if (!totalQuantity || !baseQuantity || !totalMeasurementUnit || !baseMeasurementUnit) return undefined;
  const base = convertUnits(amountFromJson(baseQuantity), baseMeasurementUnit, totalMeasurementUnit);
  return base && roundMoney(price.times(base).div(amountFromJson(totalQuantity)), currency);
}

/** Returns the price data of a product or variant with `price` (a JSON number) before discount. */
export function priceData(
  price: number,
  facts: ProductFacts,
  currency: ShopCurrency,
): WirePrice & { price: number } {
  const full = amountFromJson(price);
  const discounted = discountedPrice(full, facts.discount, currency.code);
  const perUnit = facts.pricePerUnitData && pricePerUnit(discounted, facts.pricePerUnitData, currency.code);
  return {
    currency: currency.code,
    price,
    discountedPrice: discounted === full ? price : amountToJson(discounted),
    formatted: {
      price: currency.format(full),
      discountedPrice: currency.format(discounted),
      pricePerUnit: perUnit ? currency.format(perUnit) : undefined,
    },
    pricePerUnit: perUnit ? amountToJson(perUnit) : undefined,
  };
}

/** Returns the share of a price that is profit, with four decimals. */
export const marginOf = (profit: Decimal, paid: Decimal): Decimal =>
  paid.eq(decimal("0")) ? paid : profit.div(paid).round(4, 1);

/** Returns cost, profit (discounted price minus cost) and margin (profit by discounted price, four decimals). */
export function costData(cost: number, price: WirePrice, currency: ShopCurrency): WireCost {
  const spent = amountFromJson(cost);
  const paid = amountFromJson(price.discountedPrice ?? 0);
  const profit = roundMoney(paid.minus(spent), currency.code);
  const margin = marginOf(profit, paid);
  return {
    itemCost: cost,
    formattedItemCost: currency.format(spent),
    profit: amountToJson(profit),
    formattedProfit: currency.format(profit),
    profitMargin: amountToJson(margin),
  };
}

/** Returns a valid amount. Throws InvalidInput if it is out of bounds, or has more than 15 digits. */
export function checkedAmount(field: string, amount: number): number {
  checkBounds(Amount, amount, field);
  if (amountFromJson(amount).c.length > 15)
    throw invalid(field, "DECIMAL_MAX_SCALE", "has more than 15 digits");
  return amount;
}

/** Factors to the base unit. Units of one row convert into each other. */
const dimensions: readonly Readonly<Record<string, string>>[] = [
  {
    ML: "1",
    CL: "10",
    L: "1000",
    CBM: "1000000",
    FLOZ: "29.5735295625",
    PT: "473.176473",
    QT: "946.352946",
    GAL: "3785.411784",
  },
  { MG: "1", G: "1000", KG: "1000000", OZ: "28349.523125", LB: "453592.37" },
  { MM: "1", CM: "10", M: "1000", IN: "25.4", FT: "304.8", YD: "914.4" },
  { SQM: "1", SQFT: "0.09290304" },
];

/** Converts a quantity exactly to another unit. Returns undefined if the units have different dimensions. */
export function convertUnits(quantity: Decimal, from: string, to: string): Decimal | undefined {
  const dimension = dimensions.find((units) => from in units && to in units);
  const [fromFactor, toFactor] = [dimension?.[from], dimension?.[to]];
  if (fromFactor === undefined || toFactor === undefined) return from === to ? quantity : undefined;
  return quantity.times(decimal(fromFactor)).div(decimal(toFactor));
}
