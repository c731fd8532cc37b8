import type * as z from "zod/mini";
import { ExtendedFields } from "../../../models/catalog-query.ts";
import { bool, date, decimal, guid, list, obj, readonly, text } from "../../../models/fields.ts";
import { JurisdictionType } from "./tax.ts";

const revisions = {
  id: readonly(guid()),
  revision: readonly(text()),
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
};

/** A group of products with the same tax rates. */
export const TaxGroup = obj({ ...revisions, name: text({ minLength: 1, maxLength: 200 }) });
export interface TaxGroup extends z.input<typeof TaxGroup> {}

/** A country, or a part of it, in which the shop collects tax, and the app that calculates it there. */
export const TaxRegion = obj({
  ...revisions,
  country: text({ minLength: 2, format: "COUNTRY" }),
  subdivision: text({ maxLength: 50 }),
  appId: guid(),
  taxIncludedInPrice: bool(),
});
export interface TaxRegion extends z.input<typeof TaxRegion> {}

/** The rate of a tax group in a tax region, a share of 1 as decimal text: `0.19` is 19 %. */
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
export interface ManualTaxMapping extends z.input<typeof ManualTaxMapping> {}

/** Whether the shop's prices include tax. */
export const TaxSettings = obj({
  taxIncludedInItemPrices: bool(),
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
});
export interface TaxSettings extends z.input<typeof TaxSettings> {}
