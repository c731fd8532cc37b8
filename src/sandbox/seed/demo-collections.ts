import type { Product } from "../../api/services/products/products.ts";
import type { VariantOwn } from "../services/products/v1/tables.ts";

type MerchantField =
  | "additionalInfoSections"
  | "brand"
  | "customTextFields"
  | "description"
  | "digitalFile"
  | "discount"
  | "pricePerUnitData"
  | "productType"
  | "ribbon"
  | "sku"
  | "visible"
  | "weight";

/** A product of the demo shop. Amounts are in the shop's currency. */
export interface DemoProduct extends Pick<Product, MerchantField> {
  name: string;
  slug: string;
  amount: number;
  cost?: number;
  /** Slugs of collections. */
  collections: readonly string[];
  /** File names of pictures; the first is the main picture. */
  pictures: readonly string[];
  /** Units per variant in the order of the choices; a boolean means untracked stock, in stock or not. */
  units: number | boolean | readonly number[];
  /** Choices by option name. Colours are written `#hex name`. */
  options?: Readonly<Record<string, readonly string[]>>;
  /** Overrides per variant, in the order of the choices. */
  variants?: readonly VariantOwn[];
  /** Days since it was created. */
  age: number;
}

/** A collection of the demo shop. */
export type DemoCollection = { name: string; slug: string; description: string };

export const demoCollections: readonly DemoCollection[] = [
  {
    name: "Tableware",
    slug: "tableware",
    description: "Stoneware and porcelain, thrown and glazed by hand.",
  },
  { name: "Textiles", slug: "textiles", description: "Linen, wool and cotton for table, sofa and kitchen." },
  { name: "Coffee", slug: "coffee", description: "Roasted on Tuesdays, shipped on Wednesdays." },
  { name: "Brewing gear", slug: "brewing-gear", description: "Everything between the bean and the cup." },
  { name: "Gifts under 25", slug: "gifts-under-25", description: "Small things that travel well." },
];
