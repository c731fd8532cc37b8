import { readContract } from "../contract/contract.ts";
import type * as models from "../contract/models.gen.ts";
import document from "../contract/models.json" with { type: "json" };
import type { Schema } from "../schema.ts";

export type * from "../contract/models.gen.ts";

/** The models that several domains use. */
export const sharedModels = readContract(document);
export const Address = sharedModels.models.Address as Schema<models.Address>;
export type Address = models.Address;
export const CursorPaging = sharedModels.models.CursorPaging as Schema<models.CursorPaging>;
export type CursorPaging = models.CursorPaging;
export const PagingMetadata = sharedModels.models.PagingMetadata as Schema<models.PagingMetadata>;
export type PagingMetadata = models.PagingMetadata;
export const Query = sharedModels.models.Query as Schema<models.Query>;
export type Query = models.Query;
