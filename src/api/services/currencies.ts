import { readContract } from "../contract/contract.ts";
import type * as models from "../contract/currencies.gen.ts";
import document from "../contract/currencies.json" with { type: "json" };
import { sharedModels } from "./models.ts";

export type * from "../contract/currencies.gen.ts";
export type * from "../contract/models.gen.ts";

export const contract = readContract(document, sharedModels);

/** The calls of the domain, by service. */
export const { currencies } = contract.services as unknown as models.Services;
