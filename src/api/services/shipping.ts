import { readContract } from "../contract/contract.ts";
import type * as models from "../contract/shipping.gen.ts";
import document from "../contract/shipping.json" with { type: "json" };
import type { Schema } from "../schema.ts";
import { sharedModels } from "./models.ts";

export type * from "../contract/models.gen.ts";
export type * from "../contract/shipping.gen.ts";

export const contract = readContract(document, sharedModels);

/** The calls of the domain, by service. */
export const {
  shippingOptions,
  deliveryProfiles,
  deliverySolutions,
  pickupLocations,
  localDeliveryOptions,
  shippoConfigurations,
} = contract.services as unknown as models.Services;
export const DeliveryCarrier = contract.models.DeliveryCarrier as Schema<models.DeliveryCarrier>;
export type DeliveryCarrier = models.DeliveryCarrier;
export const DeliveryProfile = contract.models.DeliveryProfile as Schema<models.DeliveryProfile>;
export type DeliveryProfile = models.DeliveryProfile;
export const LocalDeliveryOption = contract.models.LocalDeliveryOption as Schema<models.LocalDeliveryOption>;
export type LocalDeliveryOption = models.LocalDeliveryOption;
export const PickupLocation = contract.models.PickupLocation as Schema<models.PickupLocation>;
export type PickupLocation = models.PickupLocation;
export const ShippingOption = contract.models.ShippingOption as Schema<models.ShippingOption>;
export type ShippingOption = models.ShippingOption;
export const ShippoConfiguration = contract.models.ShippoConfiguration as Schema<models.ShippoConfiguration>;
export type ShippoConfiguration = models.ShippoConfiguration;
