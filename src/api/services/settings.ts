import { readContract } from "../contract/contract.ts";
import type * as models from "../contract/settings.gen.ts";
import document from "../contract/settings.json" with { type: "json" };
import type { Schema } from "../schema.ts";
import { sharedModels } from "./models.ts";

export type * from "../contract/models.gen.ts";
export type * from "../contract/settings.gen.ts";

export const contract = readContract(document, sharedModels);

/** The calls of the domain, by service. */
export const { checkoutSettings, siteProperties, ecommerceSettings, ordersSettings } =
  contract.services as unknown as models.Services;
export const CheckoutSettings = contract.models.CheckoutSettings as Schema<models.CheckoutSettings>;
export type CheckoutSettings = models.CheckoutSettings;
export const OrdersSettings = contract.models.OrdersSettings as Schema<models.OrdersSettings>;
export type OrdersSettings = models.OrdersSettings;
