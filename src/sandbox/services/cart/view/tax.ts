import type * as z from "zod/mini";
import type { TaxDetails, TaxSummary } from "../../../../api/services/tax/models.ts";
import { amountText, decimal, sum } from "../../../../kernel/money.ts";
import { zero } from "../../../pricing/allocate.ts";
import { allTaxes, type PricedCart } from "../../../pricing/priced-cart.ts";
import { type TaxedAmount, type TaxRate, taxesByRate } from "../../../pricing/tax.ts";
import type { WritePrice } from "./prices.ts";

/** Returns the tax on a line, delivery or fee. */
export function showTax(taxed: TaxedAmount, write: WritePrice): z.input<typeof TaxDetails> {
  const { taxable, tax, rate, included, shares } = taxed;
  const isExempt = shares.some((one) => one.rate.exemptFrom);
  return {
    taxableAmount: write(taxable),
    ...(isExempt && { exemptAmount: write(taxable) }),
    taxRate: amountText(rate),
    totalTax: write(tax),
    rateBreakdown: shares.map((one) => ({
      name: one.rate.name,
      rate: amountText(one.rate.rate),
      tax: write(one.tax),
    })),
    isTaxIncluded: included,
    taxBreakdown: shares.map((one) => ({
      ...placeOf(one.rate),
      jurisdictionType: one.rate.level,
      rate: amountText(one.rate.rate),
      taxableAmount: write(taxable),
      nonTaxableAmount: write(zero),
      taxAmount: write(one.tax),
    })),
  };
}

const placeOf = ({ jurisdiction, type, name }: TaxRate) => ({ jurisdiction, taxType: type, taxName: name });

/**
 * Returns the total tax and how it was determined: failed calculations take precedence over automatic rates, and
 * these over manual rates.
 */
export function showTaxSummary(priced: PricedCart, write: WritePrice): z.input<typeof TaxSummary> {
  const taxes = allTaxes(priced);
  const taxable = sum(taxes.filter(({ rate }) => rate.gt(zero)).map((one) => one.taxable));
  const average = taxable.gt(zero) ? priced.summary.tax.div(taxable).round(6, 1) : decimal("0");
  return {
    taxableAmount: write(taxable),
    totalTax: write(priced.summary.tax),
    averageTaxRate: amountText(average),
    calculationDetails: detailsOf(taxes),
    aggregatedTaxBreakdown: taxesByRate(taxes).map(({ rate, tax, taxable: base }) => ({
      ...placeOf(rate),
      jurisdictionTypeEnum: rate.level,
      rate: amountText(rate.rate),
      aggregatedTaxAmount: write(tax),
      aggregatedTaxableAmount: write(base),
    })),
  };
}

function detailsOf(
  taxes: readonly TaxedAmount[],
): NonNullable<z.input<typeof TaxSummary>["calculationDetails"]> {
  const fallback = taxes.find(({ fallbackReason }) => fallbackReason);
  if (fallback?.fallbackReason) {
    const { fallbackReason } = fallback;
    const description =
      fallbackReason === "AUTO_TAX_FAILED"
        ? "The tax calculator did not respond"
        : "The tax calculator is turned off";
    const error = { code: fallbackReason, description, data: {} };
    return { rateType: "FALLBACK_RATE", autoTaxFallbackDetails: { fallbackReason, error } };
  }
  const has = (type: TaxedAmount["rateType"]) => taxes.some(({ rateType }) => rateType === type);
  if (has("AUTO_RATE")) return { rateType: "AUTO_RATE" };
  if (has("MANUAL_RATE")) return { rateType: "MANUAL_RATE", manualRateReason: "REGION_SETTING_TO_MANUAL" };
  return { rateType: "NO_TAX_COLLECTED" };
}
