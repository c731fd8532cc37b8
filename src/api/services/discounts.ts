import { readContract } from "../contract/contract.ts";
import type * as models from "../contract/discounts.gen.ts";
import document from "../contract/discounts.json" with { type: "json" };
import type { Schema } from "../schema.ts";
import { sharedModels } from "./models.ts";

export type * from "../contract/discounts.gen.ts";
export type * from "../contract/models.gen.ts";

export const contract = readContract(document, sharedModels);

/** The calls of the domain, by service. */
export const { coupons, discountRules } = contract.services as unknown as models.Services;
export const DiscountRule = contract.models.DiscountRule as Schema<models.DiscountRule>;
export type DiscountRule = models.DiscountRule;
