import type { InventoryItemV3 } from "../../../api/services/inventory.ts";
import type {
  AmountV3,
  Brand,
  Customization,
  CustomizationChoice,
  InfoSection,
  ModifierV3,
  OptionChoiceV3,
  OptionV3,
  ProductMediaV3,
  ProductV3,
  ReadOnlyVariant,
  Ribbon,
  VariantChoice,
  VariantV3,
} from "../../../api/services/products.ts";
import type { Entity, Kind, Stored } from "../../kernel/entities.ts";
import type { Table } from "../../kernel/tx.ts";

export interface StoredBrand extends Stored<Brand> {
  name: string;
}
export interface StoredRibbon extends Stored<Ribbon> {
  name: string;
}
export interface StoredInfoSection extends Stored<InfoSection> {
  uniqueName: string;
  title: string;
}
export interface StoredChoice extends CustomizationChoice {
  id: string;
  name: string;
  key: string;
  choiceType: string;
}
export interface StoredCustomization extends Stored<Customization> {
  name: string;
  key: string;
  customizationType: string;
  customizationRenderType: string;
  choicesSettings?: { choices: StoredChoice[]; sortOrder?: string };
}

export interface StoredProductChoice extends OptionChoiceV3 {
  choiceId: string;
  choiceType: string;
  key: string;
  name: string;
  /** Set for choices of modifiers. */
  addedPrice?: string | null;
}
export interface StoredOptionV3 extends OptionV3 {
  id: string;
  name: string;
  optionRenderType: string;
  choicesSettings: { choices: StoredProductChoice[] };
}
export interface StoredModifier extends ModifierV3 {
  id: string;
  name: string;
  choicesSettings?: { choices: StoredProductChoice[] };
}

export interface StoredVariantChoice extends VariantChoice {
  optionChoiceIds: { optionId: string; choiceId: string };
  optionChoiceNames: { optionName: string; choiceName: string; renderType: string };
}
export type StoredAmount = AmountV3 & { amount: string };
export interface StoredVariantV3 extends VariantV3 {
  id: string;
  visible: boolean;
  choices: StoredVariantChoice[];
  price: { actualPrice: StoredAmount; compareAtPrice?: StoredAmount };
  inventoryStatus: { inStock: boolean; preorderEnabled: boolean };
}

/** A stored product: the complete API document, plus what searches read. */
export interface StoredProductV3 extends Stored<ProductV3> {
  name: string;
  slug: string;
  handle: string;
  productType: string;
  visible: boolean;
  options: StoredOptionV3[];
  modifiers: StoredModifier[];
  variantsInfo: { variants: StoredVariantV3[] };
  media: { main?: ProductMediaV3; itemsInfo: { items: ProductMediaV3[] } };
  infoSections: { id: string; uniqueName: string }[];
  /** The ids of the categories that filters find it by. */
  searchedCategories: { direct: string[]; all: string[] };
  /** The text that free-text search matches. */
  searchText: string;
}

/** A row of the store-wide list of variants. */
export interface StoredVariantRow extends ReadOnlyVariant {
  id: string;
  searchText: string;
}

export interface StoredItem extends Stored<InventoryItemV3> {
  variantId: string;
  locationId: string;
  productId: string;
  trackQuantity: boolean;
  availabilityStatus: string;
  searchText: string;
}

const dates = {
  createdDate: "text",
  updatedDate: "text",
} as const;

export const brands: Table<StoredBrand> = {
  name: "v3-brands",
  columns: { name: "text", ...dates },
};
export const ribbons: Table<StoredRibbon> = {
  name: "v3-ribbons",
  columns: { name: "text", ...dates },
};
export const infoSections: Table<StoredInfoSection> = {
  name: "v3-info-sections",
  columns: {
    uniqueName: { type: "text", unique: true },
    title: "text",
    ...dates,
  },
};
export const customizations: Table<StoredCustomization> = {
  name: "v3-customizations",
  columns: { name: "text", ...dates },
};
export const products: Table<StoredProductV3> = {
  name: "v3-products",
  columns: {
    slug: { type: "text", unique: true },
    handle: "text",
    name: "text",
    visible: "number",
    "brand.id": "text",
    "actualPriceRange.minValue.amount": "number",
    "actualPriceRange.maxValue.amount": "number",
    "compareAtPriceRange.minValue.amount": "number",
    "compareAtPriceRange.maxValue.amount": "number",
    ...dates,
  },
};
export const variantRows: Table<StoredVariantRow> = {
  name: "v3-variants",
  columns: {
    "productData.productId": "text",
    "productData.name": "text",
    "productData.updatedDate": "text",
    sku: "text",
    barcode: "text",
    "price.actualPrice.amount": "number",
    "price.compareAtPrice.amount": "number",
  },
};
export const items: Table<StoredItem> = {
  name: "v3-inventory-items",
  columns: {
    /** One item for a variant at a location. */
    place: { type: "text", unique: true, value: (doc) => `${doc.variantId}@${doc.locationId}` },
    variantId: "text",
    productId: "text",
    locationId: "text",
    "product.name": "text",
    inStock: { type: "number", value: (doc) => Number(doc.inStock ?? (doc.quantity ?? 0) > 0) },
    ...dates,
  },
};

function kind<T extends Entity>(
  table: Table<T>,
  name: string,
  show: (doc: T) => object = (doc) => doc,
): Kind<T> {
  return { table, fqdn: `wix.stores.catalog.v3.${name.replaceAll(" ", "_")}`, name, show };
}

export const brandKind: Kind<StoredBrand> = { ...kind(brands, "brand"), deletedWithoutEntity: true };
export const ribbonKind: Kind<StoredRibbon> = kind(ribbons, "ribbon");
export const infoSectionKind: Kind<StoredInfoSection> = {
  ...kind(infoSections, "info section"),
  deletedWithoutEntity: true,
};
export const customizationKind: Kind<StoredCustomization> = kind(customizations, "customization");
export const itemKind: Kind<StoredItem> = kind(items, "inventory item", showInventoryItem);
export const productKind: Kind<StoredProductV3> = kind(
  products,
  "product",
  ({ searchText, searchedCategories, ...product }) => product,
);

/** Returns an inventory item in API form. */
export function showInventoryItem({ searchText, ...item }: StoredItem): InventoryItemV3 {
  return item;
}
