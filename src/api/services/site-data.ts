import { readContract } from "../contract/contract.ts";
import type * as models from "../contract/site-data.gen.ts";
import document from "../contract/site-data.json" with { type: "json" };
import type { Schema } from "../schema.ts";
import { sharedModels } from "./models.ts";

export type * from "../contract/models.gen.ts";
export type * from "../contract/site-data.gen.ts";

export const contract = readContract(document, sharedModels);

/** The calls of the domain, by service. */
export const { dataItems, dataCollections } = contract.services as unknown as models.Services;
export const DataCollection = contract.models.DataCollection as Schema<models.DataCollection>;
export type DataCollection = models.DataCollection;

/** The types of fields that a collection can declare. */
export type FieldType = NonNullable<models.DataField["type"]>;
/** All of them. */
export const fieldTypes = (contract.models.DataField?.properties?.type?.enum ?? []) as readonly FieldType[];
