import type * as models from "../contract/abandoned-checkouts.gen.ts";
import document from "../contract/abandoned-checkouts.json" with { type: "json" };
import { readContract } from "../contract/contract.ts";
import type { Schema } from "../schema.ts";
import { sharedModels } from "./models.ts";

export type * from "../contract/abandoned-checkouts.gen.ts";
export type * from "../contract/models.gen.ts";

export const contract = readContract(document, sharedModels);

/** The calls of the domain, by service. */
export const { abandonedCheckouts } = contract.services as unknown as models.Services;
export const AbandonedCheckout = contract.models.AbandonedCheckout as Schema<models.AbandonedCheckout>;
export type AbandonedCheckout = models.AbandonedCheckout;
