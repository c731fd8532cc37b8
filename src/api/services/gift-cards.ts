import { readContract } from "../contract/contract.ts";
import type * as models from "../contract/gift-cards.gen.ts";
import document from "../contract/gift-cards.json" with { type: "json" };
import type { Schema } from "../schema.ts";
import { sharedModels } from "./models.ts";

export type * from "../contract/gift-cards.gen.ts";
export type * from "../contract/models.gen.ts";

export const contract = readContract(document, sharedModels);

/** The calls of the domain, by service. */
export const { giftCards, giftVouchers } = contract.services as unknown as models.Services;
export const GiftCard = contract.models.GiftCard as Schema<models.GiftCard>;
export type GiftCard = models.GiftCard;
