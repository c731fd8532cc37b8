import type { Address } from "../../../api/models/values.ts";
import type { decimal } from "../../../kernel/money.ts";
import type { Fee } from "../../pricing/fees.ts";

/**
 * The app IDs of the sandbox's carriers: shipping rules, pickup, shipping labels and local delivery. The first two have
 * these IDs on every site of the platform.
 */
export const carriers = {
  rules: "45c44b27-ca7b-4891-8c0d-1747d588b835",
  pickup: "50d8c12f-715e-41ad-be25-d0f61375dbee",
  labels: "ca221e70-5a9d-4b0c-8a0d-000000000003",
  local: "ca221e70-5a9d-4b0c-8a0d-000000000004",
} as const;

/** The carriers as the API lists them. */
export const installedCarriers = [
  {
    id: carriers.rules as string,
    displayName: "Basic Shipping",
    description: "Prices by weight, sum or number of items",
    fallbackDefinitionMandatory: false,
    toggleGetCarrierSettingsEnabled: false,
  },
  {
    id: carriers.pickup as string,
    displayName: "Pickup",
    description: "Fetched by the buyer",
    fallbackDefinitionMandatory: false,
    toggleGetCarrierSettingsEnabled: true,
  },
  {
    id: carriers.labels as string,
    displayName: "Shipping labels",
    description: "Postal services with printed labels",
    fallbackDefinitionMandatory: true,
    toggleGetCarrierSettingsEnabled: false,
  },
  {
    id: carriers.local as string,
    displayName: "Local delivery",
    description: "Brought by the shop itself",
    fallbackDefinitionMandatory: false,
    toggleGetCarrierSettingsEnabled: false,
  },
];

/** A delivery option that a buyer can choose. */
export interface DeliveryOption {
  carrierId: string;
  code: string;
  title: string;
  price: ReturnType<typeof decimal>;
  charges: readonly Fee[];
  deliveryTime?: string | undefined;
  instructions?: string | undefined;
  /** The pickup point, if the buyer collects the order. */
  pickup?: { address: Address; method: "STORE_PICKUP" | "PICKUP_POINT" } | undefined;
  window?: { from: Date; to: Date } | undefined;
}
