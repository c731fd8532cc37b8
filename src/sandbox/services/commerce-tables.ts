import type { AbandonedCheckout } from "../../api/services/abandoned-checkouts/models/abandoned-checkout.ts";
import type { BackInStockRequest } from "../../api/services/back-in-stock/models/back-in-stock.ts";
import type { CheckoutTemplate } from "../../api/services/checkout/models/checkout-template.ts";
import type { DiscountRule } from "../../api/services/discounts/models/discount-rule.ts";
import type { GiftVoucher } from "../../api/services/gift-cards/models/gift-voucher.ts";
import type { DeliveryProfile, DeliveryRegion } from "../../api/services/shipping/models/delivery-profile.ts";
import type { LocalDeliveryOption } from "../../api/services/shipping/models/local-delivery-option.ts";
import type { PickupLocation } from "../../api/services/shipping/models/pickup-location.ts";
import type { ShippoConfiguration } from "../../api/services/shipping/models/shipping-label.ts";
import type { ShippingOption } from "../../api/services/shipping/models/shipping-option.ts";
import type { SubscriptionContract } from "../../api/services/subscriptions/models/subscription-contract.ts";
import type { ManualTaxMapping, TaxGroup, TaxRegion } from "../../api/services/tax/models/tax-setup.ts";
import type { Tip, TippableStaff, TipSettings } from "../../api/services/tips/models/tip.ts";
import type { Entity } from "../kernel/documents/entities.ts";
import type { Table } from "../kernel/tx.ts";

/** Fields that a stored document has and what travels may lack. */
type Stored<Model, Held extends keyof Model = never> = Model &
  Entity & { [K in Held]-?: NonNullable<Model[K]> };

/** Its status follows from the clock (discount-rules.ts) and is not stored. */
export type StoredDiscountRule = Stored<DiscountRule, "active" | "discounts" | "name"> & {
  usageCount: number;
};
export const discountRules: Table<StoredDiscountRule> = { name: "discountRules", columns: {} };

export type StoredShippingOption = Stored<ShippingOption, "deliveryRegionIds" | "rates" | "title">;
export const shippingOptions: Table<StoredShippingOption> = { name: "shippingOptions", columns: {} };

export type StoredPickupLocation = Stored<
  PickupLocation,
  "active" | "address" | "deliveryRegionIds" | "rates"
>;
export const pickupLocations: Table<StoredPickupLocation> = { name: "pickupLocations", columns: {} };

export type StoredLocalDelivery = Stored<LocalDeliveryOption, "deliveryRegionIds" | "rates">;
export const localDeliveryOptions: Table<StoredLocalDelivery> = { name: "localDeliveryOptions", columns: {} };

export interface StoredRegion extends DeliveryRegion {
  id: string;
  name: string;
  active: boolean;
}
export interface StoredDeliveryProfile extends DeliveryProfile {
  id: string;
  revision: string;
  createdDate: string;
  updatedDate: string;
  default: boolean;
  name: string;
  deliveryRegions: StoredRegion[];
}
export const deliveryProfiles: Table<StoredDeliveryProfile> = { name: "deliveryProfiles", columns: {} };

export type StoredShippoConfiguration = Stored<ShippoConfiguration, "deliveryRegionIds">;
export const shippoConfigurations: Table<StoredShippoConfiguration> = {
  name: "shippoConfigurations",
  columns: {},
};

export type StoredTipSettings = Stored<TipSettings, "default" | "presets" | "tipType">;
export const tipSettings: Table<StoredTipSettings> = { name: "tipSettings", columns: {} };

/** Under the id of the order (or draft order) that it stands on. */
export type StoredTip = Tip & { id: string; orderId: string; amount: string };
export const tips: Table<StoredTip> = { name: "tips", columns: {} };
export type StoredStaff = TippableStaff & { id: string; name: string };
export const tippableStaff: Table<StoredStaff> = { name: "tippableStaff", columns: {} };

/** Under its code, in capitals. */
export interface StoredGiftCard {
  code: string;
  balance: { value: string; currency: string };
  status: NonNullable<GiftVoucher["status"]>;
  /** Redeemed and not taken back, by transaction. */
  transactions: { id: string; amount: string; orderId?: string; voided: boolean }[];
}
export const giftCards: Table<StoredGiftCard> = { name: "giftCards", columns: {} };

export type StoredTaxGroup = Stored<TaxGroup, "name">;
export const taxGroups: Table<StoredTaxGroup> = {
  name: "taxGroups",
  columns: { name: { type: "text", value: ({ name }) => name } },
};
export type StoredTaxRegion = Stored<TaxRegion, "country" | "taxIncludedInPrice">;
export const taxRegions: Table<StoredTaxRegion> = {
  name: "taxRegions",
  columns: { country: { type: "text", value: ({ country }) => country } },
};
/** One row a jurisdiction: a region can have a state's, a county's and a city's rate on the same group. */
export type StoredTaxMapping = Stored<ManualTaxMapping, "taxGroupId" | "taxRate" | "taxRegionId">;
export const taxMappings: Table<StoredTaxMapping> = {
  name: "taxMappings",
  columns: { taxRegionId: { type: "text", value: ({ taxRegionId }) => taxRegionId } },
};

export type StoredCheckoutTemplate = CheckoutTemplate & Entity;
export const checkoutTemplates: Table<StoredCheckoutTemplate> = { name: "checkoutTemplates", columns: {} };

/** Other items, another delivery or recipient: from a cycle on, or for that cycle alone. */
export interface ContractChange {
  cycle: number;
  once: boolean;
  content: Partial<SubscriptionContract>;
}
export type StoredContract = Stored<
  SubscriptionContract,
  "currency" | "lineItems" | "subscriptionSettings"
> & {
  backstage: {
    orderId: string;
    /** Cycles that were billed; the order itself is the first. */
    cycles: number;
    status: "ACTIVE" | "ENDED";
    /** When the cycles are counted from. */
    anchor: string;
    /** What was committed for cycles to come. */
    changes?: ContractChange[];
  };
};
export const subscriptionContracts: Table<StoredContract> = { name: "subscriptionContracts", columns: {} };

export type StoredAbandonedCheckout = AbandonedCheckout & {
  id: string;
  checkoutId: string;
  createdDate: string;
  updatedDate: string;
  status: "ABANDONED" | "RECOVERED";
};
export const abandonedCheckouts: Table<StoredAbandonedCheckout> = {
  name: "abandonedCheckouts",
  columns: { checkoutId: { type: "text", value: ({ checkoutId }) => checkoutId } },
};

type WaitingItem = { name: string; price: string };
export type StoredBackInStockRequest = BackInStockRequest & {
  id: string;
  status: "RECEIVED" | "PROCESSING" | "NOTIFICATION_SENT" | "FAILED";
  createdDate: string;
  email: string;
  catalogReference: { appId: string; catalogItemId: string; options?: unknown };
  backstage: { item: WaitingItem };
};
export const backInStockRequests: Table<StoredBackInStockRequest> = {
  name: "backInStockRequests",
  columns: {
    "catalogReference.catalogItemId": {
      type: "text",
      value: ({ catalogReference }) => catalogReference.catalogItemId,
    },
    createdDate: { type: "text", value: ({ createdDate }) => createdDate },
  },
};
