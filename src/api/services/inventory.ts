import { readContract } from "../contract/contract.ts";
import type * as models from "../contract/inventory.gen.ts";
import document from "../contract/inventory.json" with { type: "json" };
import type * as sharedTypes from "../contract/models.gen.ts";
import type { Schema } from "../schema.ts";
import { sharedModels } from "./models.ts";

export type * from "../contract/inventory.gen.ts";
export type * from "../contract/models.gen.ts";

export const contract = readContract(document, sharedModels);

/** The calls of the domain, by service. */
export const { inventory, inventoryItemsV3, storesLocations } =
  contract.services as unknown as models.Services;
export const InventoryItemV3 = sharedModels.models.InventoryItemV3 as Schema<sharedTypes.InventoryItemV3>;
export type InventoryItemV3 = sharedTypes.InventoryItemV3;
export const StockReason = contract.models.StockReason as Schema<models.StockReason>;
export type StockReason = models.StockReason;
