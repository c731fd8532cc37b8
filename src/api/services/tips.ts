import { readContract } from "../contract/contract.ts";
import type * as models from "../contract/tips.gen.ts";
import document from "../contract/tips.json" with { type: "json" };
import type { Schema } from "../schema.ts";
import { sharedModels } from "./models.ts";

export type * from "../contract/models.gen.ts";
export type * from "../contract/tips.gen.ts";

export const contract = readContract(document, sharedModels);

/** The calls of the domain, by service. */
export const { tips, tippableStaff, tipSettings } = contract.services as unknown as models.Services;
export const TipSettings = contract.models.TipSettings as Schema<models.TipSettings>;
export type TipSettings = models.TipSettings;
