import type {
  DeliveryProfile,
  DeliveryRegion,
  LocalDeliveryOption,
  PickupLocation,
  ShippingOption,
  ShippoConfiguration,
} from "../../api/services/shipping.ts";
import { entityKind, type Kind, type Stored } from "../kernel/entities.ts";
import type { Table } from "../kernel/tx.ts";

export type StoredShippingOption = Stored<ShippingOption, "deliveryRegionIds" | "rates" | "title">;

export const shippingOptions: Table<StoredShippingOption> = { name: "shippingOptions" };

export type StoredPickupLocation = Stored<
  PickupLocation,
  "active" | "address" | "deliveryRegionIds" | "rates"
>;

export const pickupLocations: Table<StoredPickupLocation> = { name: "pickupLocations" };

export type StoredLocalDelivery = Stored<LocalDeliveryOption, "deliveryRegionIds" | "rates">;

export const localDeliveryOptions: Table<StoredLocalDelivery> = { name: "localDeliveryOptions" };

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

export const deliveryProfiles: Table<StoredDeliveryProfile> = { name: "deliveryProfiles" };

export type StoredShippoConfiguration = Stored<ShippoConfiguration, "deliveryRegionIds">;

export const shippoConfigurations: Table<StoredShippoConfiguration> = {
  name: "shippoConfigurations",
};

export const shippingOptionKind: Kind<StoredShippingOption> = {
  ...entityKind(shippingOptions, "ecom.v1", "shipping option"),
  show: showShippingOption,
};

/** Returns a shipping option in API form. The platform omits its region from the list if it was set as the only one. */
function showShippingOption(option: StoredShippingOption): StoredShippingOption {
  const { deliveryRegionId, deliveryRegionIds } = option;
  const isOnly = deliveryRegionIds.length === 1 && deliveryRegionIds[0] === deliveryRegionId;
  return isOnly ? { ...option, deliveryRegionIds: [] } : option;
}

export const pickupLocationKind: Kind<StoredPickupLocation> = {
  ...entityKind(pickupLocations, "ecom.v1", "pickup location"),
  withoutEvents: true,
};

export const localDeliveryKind: Kind<StoredLocalDelivery> = {
  ...entityKind(localDeliveryOptions, "ecom.v1", "local delivery option"),
  withoutEvents: true,
};

export const deliveryProfileKind: Kind<StoredDeliveryProfile> = entityKind(
  deliveryProfiles,
  "ecom.v1",
  "delivery profile",
);

export const shippoConfigurationKind: Kind<StoredShippoConfiguration> = entityKind(
  shippoConfigurations,
  "ecom.v1",
  "shippo configuration",
);
