import type * as models from "../contract/checkout.gen.ts";
import document from "../contract/checkout.json" with { type: "json" };
import { readContract } from "../contract/contract.ts";
import type { Schema } from "../schema.ts";
import { sharedModels } from "./models.ts";

export type * from "../contract/checkout.gen.ts";
export type * from "../contract/models.gen.ts";

export const contract = readContract(document, sharedModels);

/** The calls of the domain, by service. */
export const { checkouts, checkoutContent, checkoutTemplates } =
  contract.services as unknown as models.Services;
export const Checkout = contract.models.Checkout as Schema<models.Checkout>;
export type Checkout = models.Checkout;
export const CheckoutTemplate = contract.models.CheckoutTemplate as Schema<models.CheckoutTemplate>;
export type CheckoutTemplate = models.CheckoutTemplate;
