import type * as models from "../contract/back-in-stock.gen.ts";
import document from "../contract/back-in-stock.json" with { type: "json" };
import { readContract } from "../contract/contract.ts";
import type { Schema } from "../schema.ts";
import { sharedModels } from "./models.ts";

export type * from "../contract/back-in-stock.gen.ts";
export type * from "../contract/models.gen.ts";

export const contract = readContract(document, sharedModels);

/** The calls of the domain, by service. */
export const { backInStock, backInStockSettings } = contract.services as unknown as models.Services;
export const BackInStockRequest = contract.models.BackInStockRequest as Schema<models.BackInStockRequest>;
export type BackInStockRequest = models.BackInStockRequest;
