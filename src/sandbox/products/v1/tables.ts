import type { InventoryItem } from "../../../api/services/inventory.ts";
import type {
  Choice,
  CostAndProfitData,
  Dimensions,
  MediaItem,
  PriceData,
  Product,
  ProductOption,
  Stock,
  Variant,
  VariantData,
  VariantStock as VariantStockModel,
} from "../../../api/services/products.ts";
import type { Table } from "../../kernel/tx.ts";

export type WirePrice = PriceData;
export type WireCost = CostAndProfitData;
export type WireOption = ProductOption;
export type WireChoice = Choice;
export type WireMedia = MediaItem;
export type WireVariantData = VariantData;

/** The id of the only variant of products whose variants are not managed. */
export const defaultVariantId = "00000000-0000-0000-0000-000000000000";

/** The overrides of a variant. Absent values come from the product. */
export interface VariantOwn {
  price?: number;
  cost?: number;
  weight?: number;
  sku?: string;
  visible?: boolean;
  productDimensions?: Dimensions;
  packageDimensions?: Dimensions;
}

/** `quantity` is set if and only if it is tracked. */
export interface VariantStock extends VariantStockModel {
  trackQuantity: boolean;
  quantity?: number;
  inStock: boolean;
}

/** A variant without derived prices. */
export interface VariantSlot extends Variant {
  id: string;
  choices: Record<string, string>;
  stock: VariantStock;
}

export interface StoredVariant extends VariantSlot {
  variant: WireVariantData;
}

export interface StoredOption extends WireOption {
  name: string;
  optionType: string;
  choices: (WireChoice & { value: string; description: string })[];
}

/** The merchant's data of a product, from which the rest of the document derives. */
export interface ProductFacts extends Product {
  id: string;
  name: string;
  slug: string;
  visible: boolean;
  productType: string;
  priceData: WirePrice & { price: number };
  discount: { type: string; value: number };
  manageVariants: boolean;
  productOptions: StoredOption[];
  media: { mainMedia?: WireMedia; items: WireMedia[] };
  collectionIds: string[];
  variants: VariantSlot[];
  numericId: string;
  lastUpdated: string;
  createdDate: string;
  /** Never returned by the API: variant overrides and pre-order settings. */
  internal: {
    own: Record<string, VariantOwn>;
    preorderInfo?: InventoryItem["preorderInfo"];
    /** The values and descriptions of choices by option, which filters by `options.<name>` read. */
    choices?: Record<string, string[]>;
  };
}

/** A stored product: the complete API document plus `internal` fields, which the API never returns. */
export interface StoredProduct extends ProductFacts {
  variants: StoredVariant[];
  inventoryItemId: string;
  stock: Stock & { trackInventory: boolean; inStock: boolean };
}

export const products: Table<StoredProduct> = {
  name: "products",
  columns: {
    slug: { type: "text", unique: true },
    name: "text",
    sku: "text",
    numericId: "text",
    "priceData.price": "number",
    productType: "text",
    visible: { type: "number", value: (doc) => (doc.visible ? 1 : 0) },
    brand: "text",
    lastUpdated: "text",
    inventoryItemId: "text",
  },
};
