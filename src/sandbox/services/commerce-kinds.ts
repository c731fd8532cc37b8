import type { Entity, Kind } from "../kernel/documents/entities.ts";
import type { Table } from "../kernel/tx.ts";
import {
  checkoutTemplates,
  deliveryProfiles,
  discountRules,
  localDeliveryOptions,
  pickupLocations,
  type StoredCheckoutTemplate,
  type StoredContract,
  type StoredDeliveryProfile,
  type StoredDiscountRule,
  type StoredLocalDelivery,
  type StoredPickupLocation,
  type StoredShippingOption,
  type StoredShippoConfiguration,
  type StoredTaxGroup,
  type StoredTaxMapping,
  type StoredTaxRegion,
  type StoredTipSettings,
  shippingOptions,
  shippoConfigurations,
  subscriptionContracts,
  taxGroups,
  taxMappings,
  taxRegions,
  tipSettings,
} from "./commerce-tables.ts";
import { discountStatus } from "./discounts/discount-status.ts";

function kind<T extends Entity>(table: Table<T>, area: string, noun: string): Kind<T> {
  return { table, fqdn: `wix.${area}.${noun.replaceAll(" ", "_")}`, noun, show: (doc) => doc };
}

export const discountRuleKind: Kind<StoredDiscountRule> = {
  ...kind(discountRules, "ecom.discounts.v1", "discount rule"),
  show: (rule, now) => ({ ...rule, status: discountStatus(rule, now) }),
};
export const shippingOptionKind: Kind<StoredShippingOption> = kind(
  shippingOptions,
  "ecom.v1",
  "shipping option",
);
export const pickupLocationKind: Kind<StoredPickupLocation> = {
  ...kind(pickupLocations, "ecom.v1", "pickup location"),
  untold: true,
};
export const localDeliveryKind: Kind<StoredLocalDelivery> = {
  ...kind(localDeliveryOptions, "ecom.v1", "local delivery option"),
  untold: true,
};
export const deliveryProfileKind: Kind<StoredDeliveryProfile> = kind(
  deliveryProfiles,
  "ecom.v1",
  "delivery profile",
);
export const shippoConfigurationKind: Kind<StoredShippoConfiguration> = kind(
  shippoConfigurations,
  "ecom.v1",
  "shippo configuration",
);
export const tipSettingsKind: Kind<StoredTipSettings> = {
  ...kind(tipSettings, "tips.settings.v1", "tip settings"),
  untold: true,
};
export const taxGroupKind: Kind<StoredTaxGroup> = kind(taxGroups, "billing.v1", "tax group");
export const taxRegionKind: Kind<StoredTaxRegion> = kind(taxRegions, "billing.v1", "tax region");
export const taxMappingKind: Kind<StoredTaxMapping> = kind(taxMappings, "billing.v1", "manual tax mapping");
/** Templates have no revision and no times of their own. */
export const checkoutTemplateKind: Kind<StoredCheckoutTemplate> = {
  ...kind(checkoutTemplates, "ecom.v1", "checkout template"),
  show: ({ revision: _, createdDate: __, updatedDate: ___, ...template }) => template,
};
export const contractKind: Kind<StoredContract> = {
  ...kind(subscriptionContracts, "ecom.subscription_contracts.v1", "subscription contract"),
  show: ({ backstage: _, ...contract }) => contract,
};
