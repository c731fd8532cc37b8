import { readContract } from "../contract/contract.ts";
import type * as models from "../contract/subscriptions.gen.ts";
import document from "../contract/subscriptions.json" with { type: "json" };
import type { Schema } from "../schema.ts";
import { sharedModels } from "./models.ts";

export type * from "../contract/models.gen.ts";
export type * from "../contract/subscriptions.gen.ts";

export const contract = readContract(document, sharedModels);

/** The calls of the domain, by service. */
export const { subscriptionContracts, draftContracts } = contract.services as unknown as models.Services;
export const SubscriptionContract = contract.models
  .SubscriptionContract as Schema<models.SubscriptionContract>;
export type SubscriptionContract = models.SubscriptionContract;
