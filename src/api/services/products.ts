import { readContract } from "../contract/contract.ts";
import type * as sharedTypes from "../contract/models.gen.ts";
import type * as models from "../contract/products.gen.ts";
import document from "../contract/products.json" with { type: "json" };
import type { Schema } from "../schema.ts";
import { sharedModels } from "./models.ts";

export type * from "../contract/models.gen.ts";
export type * from "../contract/products.gen.ts";

export const contract = readContract(document, sharedModels);

/** The calls of the domain, by service. */
export const {
  products,
  catalogVersioning,
  productsV3,
  variantsV3,
  brandsV3,
  customizationsV3,
  infoSectionsV3,
  ribbonsV3,
  promotionsV3,
  productGroupsV3,
  recommendations,
} = contract.services as unknown as models.Services;
export const Amount = contract.models.Amount as Schema<models.Amount>;
export type Amount = models.Amount;
export const AmountV3 = contract.models.AmountV3 as Schema<models.AmountV3>;
export type AmountV3 = models.AmountV3;
export const Brand = contract.models.Brand as Schema<models.Brand>;
export type Brand = models.Brand;
export const Customization = contract.models.Customization as Schema<models.Customization>;
export type Customization = models.Customization;
export const InfoSection = contract.models.InfoSection as Schema<models.InfoSection>;
export type InfoSection = models.InfoSection;
export const Media = sharedModels.models.Media as Schema<sharedTypes.Media>;
export type Media = sharedTypes.Media;
export const Percentage = contract.models.Percentage as Schema<models.Percentage>;
export type Percentage = models.Percentage;
export const PhysicalProduct = contract.models.PhysicalProduct as Schema<models.PhysicalProduct>;
export type PhysicalProduct = models.PhysicalProduct;
export const PriceData = contract.models.PriceData as Schema<models.PriceData>;
export type PriceData = models.PriceData;
export const Product = contract.models.Product as Schema<models.Product>;
export type Product = models.Product;
export const ProductGroup = contract.models.ProductGroup as Schema<models.ProductGroup>;
export type ProductGroup = models.ProductGroup;
export const ProductV3 = contract.models.ProductV3 as Schema<models.ProductV3>;
export type ProductV3 = models.ProductV3;
export const Promotion = contract.models.Promotion as Schema<models.Promotion>;
export type Promotion = models.Promotion;
export const Quantity = sharedModels.models.Quantity as Schema<sharedTypes.Quantity>;
export type Quantity = sharedTypes.Quantity;
export const Ribbon = contract.models.Ribbon as Schema<models.Ribbon>;
export type Ribbon = models.Ribbon;
export const Tags = sharedModels.models.Tags as Schema<sharedTypes.Tags>;
export type Tags = sharedTypes.Tags;

/** The most items of a request that creates or changes products in bulk, summed over its products. */
export const bulkLimits = { products: 100, variants: 1000, options: 100, modifiers: 100, infoSections: 100 };
