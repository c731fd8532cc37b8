import { bool, decimal, enumOf, guid, list, obj, text } from "../../../models/fields.ts";
import { MultiCurrencyPrice } from "../../../models/money.ts";
import { ApplicationError } from "../../../models/platform-error.ts";

/** A share of 1 as decimal text: `0.19` is 19 %. */
const rate = () => decimal({ min: 0, max: 1, maxScale: 6 });
export const JurisdictionType = enumOf("UNDEFINED", "COUNTRY", "STATE", "COUNTY", "CITY", "SPECIAL");

const TaxBreakdown = obj({
  jurisdiction: text({ maxLength: 200 }),
  jurisdictionType: JurisdictionType,
  nonTaxableAmount: MultiCurrencyPrice,
  taxableAmount: MultiCurrencyPrice,
  exemptAmount: MultiCurrencyPrice,
  rate: decimal({ min: 0, maxScale: 6 }),
  taxAmount: MultiCurrencyPrice,
  taxType: text({ maxLength: 200 }),
  taxName: text({ maxLength: 200 }),
});
/** The tax on one item, delivery or fee. */
export const TaxDetails = obj({
  taxableAmount: MultiCurrencyPrice,
  exemptAmount: MultiCurrencyPrice,
  taxGroupId: guid(),
  taxRate: rate(),
  totalTax: MultiCurrencyPrice,
  rateBreakdown: list(obj({ name: text({ maxLength: 100 }), rate: rate(), tax: MultiCurrencyPrice })),
  isItemTaxable: bool(),
  isTaxIncluded: bool(),
  calculatorName: text({ maxLength: 25 }),
  taxBreakdown: list(TaxBreakdown, { maxSize: 1000 }),
});

/** The total tax on a cart, and how it was calculated. */
export const TaxSummary = obj({
  taxableAmount: MultiCurrencyPrice,
  totalTax: MultiCurrencyPrice,
  totalExempt: MultiCurrencyPrice,
  manualTaxRate: rate(),
  averageTaxRate: rate(),
  taxEstimationId: text(),
  taxName: text({ maxLength: 200 }),
  calculationDetails: obj(
    {
      rateType: enumOf("NO_TAX_COLLECTED", "MANUAL_RATE", "AUTO_RATE", "FALLBACK_RATE"),
      manualRateReason: enumOf("GLOBAL_SETTING_TO_MANUAL", "REGION_SETTING_TO_MANUAL"),
      autoTaxFallbackDetails: obj({
        fallbackReason: enumOf("AUTO_TAX_FAILED", "AUTO_TAX_DEACTIVATED"),
        error: ApplicationError,
      }),
    },
    { oneOf: [["manualRateReason", "autoTaxFallbackDetails"]] },
  ),
  aggregatedTaxBreakdown: list(
    obj({
      taxName: text({ maxLength: 200 }),
      taxType: text({ maxLength: 200 }),
      jurisdiction: text({ maxLength: 200 }),
      jurisdictionTypeEnum: JurisdictionType,
      rate: decimal({ min: 0, maxScale: 6 }),
      aggregatedTaxAmount: MultiCurrencyPrice,
      aggregatedTaxableAmount: MultiCurrencyPrice,
      aggregatedExemptAmount: MultiCurrencyPrice,
    }),
    { maxSize: 50 },
  ),
});
