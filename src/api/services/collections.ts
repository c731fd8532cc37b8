import type * as models from "../contract/collections.gen.ts";
import document from "../contract/collections.json" with { type: "json" };
import { readContract } from "../contract/contract.ts";
import type * as sharedTypes from "../contract/models.gen.ts";
import type { Schema } from "../schema.ts";
import { sharedModels } from "./models.ts";

export type * from "../contract/collections.gen.ts";
export type * from "../contract/models.gen.ts";

export const contract = readContract(document, sharedModels);

/** The calls of the domain, by service. */
export const { collections, storeCategories } = contract.services as unknown as models.Services;
export const Category = contract.models.Category as Schema<models.Category>;
export type Category = models.Category;
export const CategoryItem = contract.models.CategoryItem as Schema<models.CategoryItem>;
export type CategoryItem = models.CategoryItem;
export const Collection = contract.models.Collection as Schema<models.Collection>;
export type Collection = models.Collection;
export const TreeReference = sharedModels.models.TreeReference as Schema<sharedTypes.TreeReference>;
export type TreeReference = sharedTypes.TreeReference;

/** The category tree of products. */
export const storesTree = { appNamespace: "@wix/stores" };
