import { amountText, type Decimal, decimal, roundMoney, sum } from "../../kernel/money.ts";
import { allocate, zero } from "./allocate.ts";

/** One tax of one place. `rate` is a share of 1: `0.19` is 19 %. */
export interface TaxRate {
  name: string;
  type: string;
  jurisdiction: string;
  level: "COUNTRY" | "STATE" | "COUNTY" | "CITY" | "SPECIAL" | "UNDEFINED";
  rate: Decimal;
  /** A buyer who is exempt pays `rate`, others would pay this. */
  exemptFrom?: Decimal | undefined;
}

/** How a rate was found, in the platform's words. */
export type RateType = "NO_TAX_COLLECTED" | "MANUAL_RATE" | "AUTO_RATE" | "FALLBACK_RATE";
export type FallbackReason = "AUTO_TAX_FAILED" | "AUTO_TAX_DEACTIVATED";

/** The taxes at an address. */
export interface TaxPlace {
  rateType: RateType;
  fallbackReason?: FallbackReason | undefined;
  /** Prices have the tax in them. */
  included: boolean;
  /** The rates for a tax group; that of ordinary goods where none is named. */
  ratesFor(taxGroupId: string | undefined): readonly TaxRate[];
}

/** The tax on one amount. */
export interface Taxed {
  /** Without the tax. */
  taxable: Decimal;
  tax: Decimal;
  /** What has to be paid on top of the amount: the tax, or nothing where it is included. */
  added: Decimal;
  included: boolean;
  /** All rates together. */
  rate: Decimal;
  /** Each rate's part; together they are the tax. */
  shares: readonly { rate: TaxRate; tax: Decimal }[];
  rateType: RateType;
  fallbackReason?: FallbackReason | undefined;
}

/** The tax on an amount, rounded once; what rounding leaves is spread over the rates. */
export function taxOn(
  amount: Decimal,
  place: TaxPlace | undefined,
  taxGroupId: string | undefined,
  currency: string,
): Taxed {
  const rates = place?.ratesFor(taxGroupId) ?? [];
  const rate = sum(rates.map((one) => one.rate));
  const included = place?.included ?? false;
  const taxable = included ? roundMoney(amount.div(rate.plus(decimal("1"))), currency) : amount;
  const tax = included ? amount.minus(taxable) : roundMoney(amount.times(rate), currency);
  const weights = rates.map((one) => one.rate);
  const parts = tax.eq(zero) ? weights.map(() => zero) : allocate(tax, weights, currency);
  return {
    taxable,
    tax,
    added: included ? zero : tax,
    included,
    rate,
    shares: rates.map((one, index) => ({ rate: one, tax: parts[index] ?? zero })),
    rateType: place?.rateType ?? "NO_TAX_COLLECTED",
    fallbackReason: place?.fallbackReason,
  };
}

/** What each rate comes to on several amounts together, in the order in which the rates appear. */
export function taxesByRate(taxes: readonly Taxed[]): { rate: TaxRate; tax: Decimal; taxable: Decimal }[] {
  const byRate = new Map<string, { rate: TaxRate; tax: Decimal; taxable: Decimal }>();
  for (const { taxable, shares } of taxes) {
    for (const { rate, tax } of shares) {
      const key = JSON.stringify([rate.level, rate.jurisdiction, rate.name, amountText(rate.rate)]);
      const known = byRate.get(key) ?? { rate, tax: zero, taxable: zero };
      byRate.set(key, { rate, tax: known.tax.plus(tax), taxable: known.taxable.plus(taxable) });
    }
  }
  return [...byRate.values()];
}
