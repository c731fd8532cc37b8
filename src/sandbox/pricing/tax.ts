import { amountText, type Decimal, decimal, roundMoney, sum } from "../../kernel/money.ts";
import { allocate, zero } from "./allocate.ts";
import rates from "./tax-rates.json" with { type: "json" };

/** One tax of one jurisdiction. `rate` is a fraction: `0.19` is 19%. */
export interface TaxRate {
  name: string;
  type: string;
  jurisdiction: string;
  level: "COUNTRY" | "STATE" | "COUNTY" | "CITY" | "SPECIAL" | "UNDEFINED";
  rate: Decimal;
  /** The regular rate, if the buyer is exempt and pays `rate` instead. */
  exemptFrom?: Decimal | undefined;
}

/** The platform's codes for how a rate was determined. */
export type RateType = "NO_TAX_COLLECTED" | "MANUAL_RATE" | "AUTO_RATE" | "FALLBACK_RATE";
export type FallbackReason = "AUTO_TAX_FAILED" | "AUTO_TAX_DEACTIVATED";

/** The taxes that apply at an address. */
export interface AddressTaxes {
  rateType: RateType;
  fallbackReason?: FallbackReason | undefined;
  /** Prices include the tax. */
  included: boolean;
  /** Returns the rates of a tax group; of the default group if undefined. */
  ratesFor(taxGroupId: string | undefined): readonly TaxRate[];
}

/** The tax on one amount. */
export interface TaxedAmount {
  /** The amount without the tax. */
  taxable: Decimal;
  tax: Decimal;
  /** The tax to add to the amount; 0 if the amount includes it. */
  added: Decimal;
  included: boolean;
  /** The sum of all rates. */
  rate: Decimal;
  /** The tax per rate, adding up to the tax. */
  shares: readonly { rate: TaxRate; tax: Decimal }[];
  rateType: RateType;
  fallbackReason?: FallbackReason | undefined;
}

/** Returns the tax on an amount, rounded once and then split over the rates. */
export function taxOn(
  amount: Decimal,
  taxes: AddressTaxes | undefined,
  taxGroupId: string | undefined,
  currency: string,
): TaxedAmount {
  const rates = taxes?.ratesFor(taxGroupId) ?? [];
  const rate = sum(rates.map((one) => one.rate));
  const included = taxes?.included ?? false;
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
    rateType: taxes?.rateType ?? "NO_TAX_COLLECTED",
    fallbackReason: taxes?.fallbackReason,
  };
}

/** Adds up taxes by rate, in the order in which the rates first appear. */
export function taxesByRate(
  amounts: readonly TaxedAmount[],
): { rate: TaxRate; tax: Decimal; taxable: Decimal }[] {
  const byRate = new Map<string, { rate: TaxRate; tax: Decimal; taxable: Decimal }>();
  for (const { taxable, shares } of amounts) {
    for (const { rate, tax } of shares) {
      const key = JSON.stringify([rate.level, rate.jurisdiction, rate.name, amountText(rate.rate)]);
      const known = byRate.get(key) ?? { rate, tax: zero, taxable: zero };
      byRate.set(key, { rate, tax: known.tax.plus(tax), taxable: known.taxable.plus(taxable) });
    }
  }
  return [...byRate.values()];
}

/** A tax rate and the addresses it applies to: a country, optionally narrowed to a subdivision and a city. */
interface SeededRate {
  country: string;
  subdivision?: string;
  city?: string;
  level: TaxRate["level"];
  jurisdiction: string;
  name: string;
  rate: string;
}

/** The rates of the sandbox's tax calculator. They cover every jurisdiction level; the figures are not authoritative. */
const seededRates = rates as readonly SeededRate[];

interface TaxableAddress {
  country?: string | null | undefined;
  subdivision?: string | null | undefined;
  city?: string | null | undefined;
}

/** Returns the automatic tax rates for an address, or none if the sandbox has no rate for it. */
export function autoRates({ country, subdivision, city }: TaxableAddress): TaxRate[] {
  return seededRates
    .filter(
      (rate) =>
        rate.country === country &&
        (!rate.subdivision || isSameSubdivision(rate.subdivision, subdivision)) &&
        (!rate.city || rate.city.toLowerCase() === city?.trim().toLowerCase()),
    )
    .map(({ level, jurisdiction, name, rate }) => ({
      level,
      jurisdiction,
      name,
      rate: decimal(rate),
      type: level === "COUNTRY" ? "VAT" : "Sales tax",
    }));
}

/** Returns whether two subdivision codes are equal with or without the country prefix: `US-NY` and `NY`. */
export function isSameSubdivision(first: string, second: string | null | undefined): boolean {
  const bare = (text: string) =>
    text
      .trim()
      .toUpperCase()
      .replace(/^[A-Z]{2}-/, "");
  return Boolean(second) && bare(first) === bare(second ?? "");
}

/** Weights of the check digits. A check digit is 11 minus (the weighted sum modulo 11), or 0 if that is 10 or more. */
const checkDigitWeights = {
  CPF: [
    [10, 9, 8, 7, 6, 5, 4, 3, 2],
    [11, 10, 9, 8, 7, 6, 5, 4, 3, 2],
  ],
  CNPJ: [
    [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2],
    [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2],
  ],
} as const;

/** Returns whether text is a Brazilian tax ID with valid check digits. Dots, dashes and slashes are ignored. */
export function isTaxId(type: "CPF" | "CNPJ", text: string): boolean {
  const digits = text.replace(/[.\-/ ]/g, "");
  const [first] = checkDigitWeights[type];
  const bare = first.length;
  if (!/^\d+$/.test(digits) || digits.length !== bare + 2) return false;
  if (new Set(digits).size === 1) return false;
  return checkDigitWeights[type].every((row, index) => checkDigit(row, digits) === digits[bare + index]);
}

function checkDigit(row: readonly number[], digits: string): string {
  const rest = row.reduce((all, weight, index) => all + weight * Number(digits[index]), 0) % 11;
  return String(rest < 2 ? 0 : 11 - rest);
}
