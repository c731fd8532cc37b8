import type * as z from "zod/mini";
import { bool, decimal, guid, list, num, obj, text } from "../../../models/fields.ts";
import { ApplicationError } from "../../../models/platform-error.ts";
import { JurisdictionType } from "./tax.ts";

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
export interface TaxRequest extends z.input<typeof TaxRequest> {}

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
export interface TaxResult extends z.input<typeof TaxResult> {}
