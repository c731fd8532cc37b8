// Written by scripts/contract.ts from tax.json.
import type { EndpointOf } from "../endpoint.ts";
import type { Time } from "../schema.ts";
import type { ApplicationError, BulkActionMetadata, CursorMetadata, ExtendedFields, ItemMetadata, JurisdictionType, Sorting, Tags } from "./models.gen.ts";

export interface TaxGroup { id?: string | null; revision?: string | null; createdDate?: Time | null; updatedDate?: Time | null; name?: string | null; [field: string]: unknown; }

export interface TaxRegion { id?: string | null; revision?: string | null; createdDate?: Time | null; updatedDate?: Time | null; country?: string | null; subdivision?: string | null; appId?: string | null; taxIncludedInPrice?: boolean | null; [field: string]: unknown; }

export interface ManualTaxMapping { id?: string | null; revision?: string | null; createdDate?: Time | null; updatedDate?: Time | null; taxGroupId?: string | null; taxRegionId?: string | null; taxRate?: string | null; description?: string | null; taxType?: string | null; taxName?: string | null; jurisdiction?: string | null; jurisdictionType?: JurisdictionType | null; exemptRates?: ({ taxExemptGroupId?: string | null; taxRate?: string | null; [field: string]: unknown; })[] | null; extendedFields?: ExtendedFields | null; [field: string]: unknown; }

export interface TaxSettings { taxIncludedInItemPrices?: boolean | null; createdDate?: Time | null; updatedDate?: Time | null; [field: string]: unknown; }

export interface TaxRequest { externalId?: string | null; currency?: string | null; addresses?: ({ country?: string | null; subdivision?: string | null; city?: string | null; postalCode?: string | null; addressLine?: string | null; addressLine2?: string | null; [field: string]: unknown; })[] | null; lineItems?: ({ id?: string | null; itemName?: string | null; quantity?: number | null; price?: string | null; itemCode?: string | null; taxGroupId?: string | null; appId?: string | null; taxIncludedInPrice?: boolean | null; addressIndex?: { singleAddress?: number | null; multipleAddresses?: { origin?: number | null; destination?: number | null; [field: string]: unknown; } | null; [field: string]: unknown; } | null; [field: string]: unknown; })[] | null; [field: string]: unknown; }

export interface TaxResult { externalId?: string | null; currency?: string | null; addresses?: ({ country?: string | null; subdivision?: string | null; city?: string | null; postalCode?: string | null; addressLine?: string | null; addressLine2?: string | null; [field: string]: unknown; })[] | null; taxSummary?: { totalAmount?: string | null; totalTax?: string | null; totalTaxableAmount?: string | null; totalTaxIncludedInPrice?: string | null; aggregatedTaxBreakdown?: ({ jurisdiction?: string | null; jurisdictionType?: JurisdictionType | null; rate?: string | null; taxType?: string | null; taxName?: string | null; aggregatedTaxAmount?: string | null; [field: string]: unknown; })[] | null; [field: string]: unknown; } | null; lineItemTaxDetails?: ({ id?: string | null; itemName?: string | null; quantity?: number | null; taxBreakdown?: ({ jurisdiction?: string | null; jurisdictionType?: JurisdictionType | null; rate?: string | null; taxType?: string | null; taxName?: string | null; nonTaxableAmount?: string | null; taxAmount?: string | null; taxableAmount?: string | null; [field: string]: unknown; })[] | null; taxSummary?: { fullPrice?: string | null; taxAmount?: string | null; taxableAmount?: string | null; appId?: string | null; [field: string]: unknown; } | null; addressIndex?: { singleAddress?: number | null; multipleAddresses?: { origin?: number | null; destination?: number | null; [field: string]: unknown; } | null; [field: string]: unknown; } | null; taxIncludedInPrice?: boolean | null; [field: string]: unknown; })[] | null; errors?: ApplicationError[] | null; [field: string]: unknown; }

export interface ContactTaxDetails { id?: string | null; revision?: string | null; createdDate?: Time | null; updatedDate?: Time | null; taxExemptGroupId?: string | null; contactDetails?: unknown | null; extendedFields?: ExtendedFields | null; tags?: Tags | null; [field: string]: unknown; }

export interface TaxExemptGroup { id?: string | null; revision?: string | null; createdDate?: Time | null; updatedDate?: Time | null; name?: string | null; extendedFields?: ExtendedFields | null; tags?: Tags | null; [field: string]: unknown; }

export interface ContactTaxDetailsTagsModified { contactTaxDetails?: ContactTaxDetails | null; assignedTags?: Tags | null; unassignedTags?: Tags | null; [field: string]: unknown; }

export interface TaxExemptGroupTagsModified { taxExemptGroup?: TaxExemptGroup | null; assignedTags?: Tags | null; unassignedTags?: Tags | null; [field: string]: unknown; }

/** The calls of the domain, by service. */
export interface Services {
  taxGroups: {
    create: EndpointOf<{ taxGroup: TaxGroup; [field: string]: unknown; }, { taxGroup?: TaxGroup | null; [field: string]: unknown; }>;
    get: EndpointOf<{ taxGroupId: string; [field: string]: unknown; }, { taxGroup?: TaxGroup | null; [field: string]: unknown; }>;
    remove: EndpointOf<{ taxGroupId: string; [field: string]: unknown; }, { [field: string]: unknown; }>;
    update: EndpointOf<{ taxGroup: TaxGroup; [field: string]: unknown; }, { taxGroup?: TaxGroup | null; [field: string]: unknown; }>;
    query: EndpointOf<{ query?: { filter?: unknown | null; sort?: Sorting[] | null; cursorPaging?: { limit?: number | null; cursor?: string | null; [field: string]: unknown; } | null; [field: string]: unknown; } | null; [field: string]: unknown; }, { taxGroups?: TaxGroup[] | null; pagingMetadata?: CursorMetadata | null; [field: string]: unknown; }>;
    listDefault: EndpointOf<{ [field: string]: unknown; }, { taxGroups?: TaxGroup[] | null; [field: string]: unknown; }>;
    listDefaultByAppIds: EndpointOf<{ appIds: string[]; [field: string]: unknown; }, { results?: ({ taxGroupMetadata?: ItemMetadata | null; taxGroup?: TaxGroup | null; [field: string]: unknown; })[] | null; bulkActionMetadata?: BulkActionMetadata | null; [field: string]: unknown; }>;
  };
  taxRegions: {
    create: EndpointOf<{ taxRegion: TaxRegion; [field: string]: unknown; }, { taxRegion?: TaxRegion | null; [field: string]: unknown; }>;
    get: EndpointOf<{ taxRegionId: string; [field: string]: unknown; }, { taxRegion?: TaxRegion | null; [field: string]: unknown; }>;
    remove: EndpointOf<{ taxRegionId: string; [field: string]: unknown; }, { [field: string]: unknown; }>;
    update: EndpointOf<{ taxRegion: TaxRegion; [field: string]: unknown; }, { taxRegion?: TaxRegion | null; [field: string]: unknown; }>;
    query: EndpointOf<{ query?: { filter?: unknown | null; sort?: Sorting[] | null; cursorPaging?: { limit?: number | null; cursor?: string | null; [field: string]: unknown; } | null; [field: string]: unknown; } | null; [field: string]: unknown; }, { taxRegions?: TaxRegion[] | null; pagingMetadata?: CursorMetadata | null; [field: string]: unknown; }>;
    bulkCreate: EndpointOf<{ taxRegions: TaxRegion[]; returnEntity?: boolean | null; [field: string]: unknown; }, { results?: ({ itemMetadata?: ItemMetadata | null; item?: TaxRegion | null; [field: string]: unknown; })[] | null; bulkActionMetadata?: BulkActionMetadata | null; [field: string]: unknown; }>;
  };
  manualTaxMappings: {
    create: EndpointOf<{ manualTaxMapping: ManualTaxMapping; [field: string]: unknown; }, { manualTaxMapping?: ManualTaxMapping | null; [field: string]: unknown; }>;
    list: EndpointOf<{ [field: string]: unknown; }, { manualTaxMappings?: ManualTaxMapping[] | null; pagingMetadata?: CursorMetadata | null; [field: string]: unknown; }>;
    get: EndpointOf<{ manualTaxMappingId: string; [field: string]: unknown; }, { manualTaxMapping?: ManualTaxMapping | null; [field: string]: unknown; }>;
    remove: EndpointOf<{ manualTaxMappingId: string; [field: string]: unknown; }, { [field: string]: unknown; }>;
    update: EndpointOf<{ manualTaxMapping: ManualTaxMapping; [field: string]: unknown; }, { manualTaxMapping?: ManualTaxMapping | null; [field: string]: unknown; }>;
    query: EndpointOf<{ query?: { filter?: unknown | null; sort?: Sorting[] | null; cursorPaging?: { limit?: number | null; cursor?: string | null; [field: string]: unknown; } | null; [field: string]: unknown; } | null; [field: string]: unknown; }, { manualTaxMappings?: ManualTaxMapping[] | null; pagingMetadata?: CursorMetadata | null; [field: string]: unknown; }>;
    bulkCreate: EndpointOf<{ manualTaxMappings: ManualTaxMapping[]; returnEntity?: boolean | null; [field: string]: unknown; }, { results?: ({ itemMetadata?: ItemMetadata | null; item?: ManualTaxMapping | null; [field: string]: unknown; })[] | null; bulkActionMetadata?: BulkActionMetadata | null; [field: string]: unknown; }>;
    updateExtendedFields: EndpointOf<{ id: string; namespace: string; namespaceData: unknown; [field: string]: unknown; }, { manualTaxMapping?: ManualTaxMapping | null; [field: string]: unknown; }>;
    bulkAssignExemptOverrides: EndpointOf<{ assignOverrides: ({ manualTaxMappingId?: string | null; exemptGroupOverrides?: ({ exemptGroupId?: string | null; rate?: string | null; [field: string]: unknown; })[] | null; [field: string]: unknown; })[]; returnEntity?: boolean | null; [field: string]: unknown; }, { results?: ({ itemMetadata?: ItemMetadata | null; item?: ManualTaxMapping | null; [field: string]: unknown; })[] | null; bulkActionMetadata?: BulkActionMetadata | null; [field: string]: unknown; }>;
    bulkUnassignExemptOverrides: EndpointOf<{ unassignOverrides: ({ manualTaxMappingId?: string | null; exemptGroupIds?: string[] | null; [field: string]: unknown; })[]; returnEntity?: boolean | null; [field: string]: unknown; }, { results?: ({ itemMetadata?: ItemMetadata | null; item?: ManualTaxMapping | null; [field: string]: unknown; })[] | null; bulkActionMetadata?: BulkActionMetadata | null; [field: string]: unknown; }>;
  };
  taxSettings: {
    get: EndpointOf<{ [field: string]: unknown; }, { taxSettings?: TaxSettings | null; [field: string]: unknown; }>;
    upsert: EndpointOf<{ taxSettings: TaxSettings; [field: string]: unknown; }, { taxSettings?: TaxSettings | null; [field: string]: unknown; }>;
  };
  taxCalculation: {
    calculate: EndpointOf<{ [field: string]: unknown; }, TaxResult>;
    listCalculators: EndpointOf<{ [field: string]: unknown; }, { taxCalculatorDetails?: ({ appId?: string | null; displayName?: string | null; unsupportedCountries?: string[] | null; [field: string]: unknown; })[] | null; [field: string]: unknown; }>;
  };
}
