import { ApplicationError } from "../../models/errors.ts";
import { bool, date, decimal, enumOf, guid, list, num, obj, readonly, text } from "../../models/fields.ts";
import { ExtendedFields } from "../../models/query.ts";
import { MultiCurrencyPrice } from "../../models/values.ts";
import type { WireOf } from "../../schema.ts";

/** A share of 1 as decimal text: `0.19` is 19%. */
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

const revisions = {
  id: readonly(guid()),
  revision: readonly(text()),
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
};

/** A group of products with the same tax rates. */
export const TaxGroup = obj({ ...revisions, name: text({ minLength: 1, maxLength: 200 }) });
export interface TaxGroup extends WireOf<typeof TaxGroup> {}

/** A country, or a part of it, in which the shop collects tax, and the app that calculates it there. */
export const TaxRegion = obj({
  ...revisions,
  country: text({ minLength: 2, format: "COUNTRY" }),
  subdivision: text({ maxLength: 50 }),
  appId: guid(),
  taxIncludedInPrice: bool(),
});
export interface TaxRegion extends WireOf<typeof TaxRegion> {}

/** The rate of a tax group in a tax region, a share of 1 as decimal text: `0.19` is 19%. */
export const ManualTaxMapping = obj({
  ...revisions,
  taxGroupId: guid(),
  taxRegionId: guid(),
  taxRate: decimal({ min: 0, maxScale: 6 }),
  description: text({ maxLength: 1000 }),
  taxType: text({ maxLength: 200 }),
  taxName: text({ maxLength: 200 }),
  jurisdiction: text({ maxLength: 200 }),
  jurisdictionType: JurisdictionType,
  exemptRates: list(obj({ taxExemptGroupId: guid(), taxRate: decimal({ min: 0, maxScale: 6 }) }), {
    maxSize: 50,
  }),
  extendedFields: ExtendedFields,
});
export interface ManualTaxMapping extends WireOf<typeof ManualTaxMapping> {}

/** Whether the shop's prices include tax. */
export const TaxSettings = obj({
  taxIncludedInItemPrices: bool(),
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
});
export interface TaxSettings extends WireOf<typeof TaxSettings> {}

const taxAmount = () => decimal({ maxScale: 4 });
const AddressIndex = obj(
  { singleAddress: num(), multipleAddresses: obj({ origin: num(), destination: num() }) },
  { oneOf: [["singleAddress", "multipleAddresses"]] },
);
const jurisdiction = {
  jurisdiction: text({ maxLength: 200 }),
  jurisdictionType: JurisdictionType,
  rate: decimal({ min: 0, maxScale: 6 }),
  taxType: text({ maxLength: 200 }),
  taxName: text({ maxLength: 200 }),
};

const Addresses = list(
  obj({
    country: text({ format: "COUNTRY" }),
    subdivision: text({ maxLength: 50 }),
    city: text({ maxLength: 100 }),
    postalCode: text({ maxLength: 50 }),
    addressLine: text({ maxLength: 200 }),
    addressLine2: text({ maxLength: 200 }),
  }),
  { minSize: 1, maxSize: 3 },
);

/** A tax request: addresses, and items that refer to them by index. */
export const TaxRequest = obj({
  externalId: guid(),
  currency: text({ format: "CURRENCY" }),
  addresses: Addresses,
  lineItems: list(
    obj(
      {
        id: text({ minLength: 1, maxLength: 100 }),
        itemName: text({ maxLength: 250 }),
        quantity: num({ min: 1, max: 100000 }),
        price: decimal({ max: 1e15 }),
        itemCode: text({ maxLength: 40 }),
        taxGroupId: guid(),
        appId: guid(),
        taxIncludedInPrice: bool(),
        addressIndex: AddressIndex,
      },
      { required: ["id", "addressIndex", "price"] },
    ),
    { minSize: 1, maxSize: 300 },
  ),
});
export interface TaxRequest extends WireOf<typeof TaxRequest> {}

/** The tax on each item by jurisdiction, and the total tax. */
export const TaxResult = obj({
  externalId: guid(),
  currency: text({ format: "CURRENCY" }),
  addresses: Addresses,
  taxSummary: obj({
    totalAmount: taxAmount(),
    totalTax: taxAmount(),
    totalTaxableAmount: taxAmount(),
    totalTaxIncludedInPrice: taxAmount(),
    aggregatedTaxBreakdown: list(obj({ ...jurisdiction, aggregatedTaxAmount: taxAmount() }), { maxSize: 50 }),
  }),
  lineItemTaxDetails: list(
    obj({
      id: text({ minLength: 1, maxLength: 100 }),
      itemName: text({ maxLength: 250 }),
      quantity: num({ min: 1, max: 100000 }),
      taxBreakdown: list(
        obj({
          ...jurisdiction,
          nonTaxableAmount: taxAmount(),
          taxAmount: taxAmount(),
          taxableAmount: taxAmount(),
        }),
        { maxSize: 7 },
      ),
      taxSummary: obj({
        fullPrice: decimal({ max: 1e15 }),
        taxAmount: taxAmount(),
        taxableAmount: taxAmount(),
        appId: text({ maxLength: 50 }),
      }),
      addressIndex: AddressIndex,
      taxIncludedInPrice: bool(),
    }),
    { maxSize: 300 },
  ),
  errors: list(ApplicationError, { maxSize: 100 }),
});
export interface TaxResult extends WireOf<typeof TaxResult> {}
