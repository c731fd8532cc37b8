/** What a file says about stock. Either a number that is tracked, or only whether there is any. */
export type Inventory = { quantity: number } | { inStock: boolean };

export interface OptionDraft {
  name: string;
  type: "drop_down" | "color";
  /** `value` is what is stored (a colour), `description` what people read and variants refer to. */
  choices: { value: string; description: string }[];
}

/** Amounts are exact decimal text. A field that is absent is left alone, null clears it. */
export interface VariantDraft {
  /** Line in the file, 1 is the header. */
  line: number;
  /** Option name -> choice description. */
  choices: Record<string, string>;
  sku?: string | null;
  /** The variant's own price (not a surcharge). */
  price?: string | null;
  cost?: string | null;
  weight?: string | null;
  visible?: boolean;
  inventory?: Inventory;
}

/**
 * One product as every file dialect reads and writes it, between a file's rows and the platform's entities.
 * Amounts are exact decimal text. A field that is absent is left alone, null clears it.
 */
export interface ProductDraft {
  /** The file's own key for the product; rows of one handle make one product. */
  handle: string;
  /** First line of the product in the file, 1 is the header. */
  line: number;
  /** The platform's id, where the file carries it (till dialect). */
  id?: string;
  /** The file asks explicitly for this product to be deleted. */
  remove?: boolean;
  name?: string;
  slug?: string;
  productType?: "physical" | "digital";
  description?: string | null;
  sku?: string | null;
  price?: string;
  cost?: string | null;
  weight?: string | null;
  visible?: boolean;
  ribbon?: string | null;
  brand?: string | null;
  discount?: { type: "NONE" | "AMOUNT" | "PERCENT"; value: string };
  /** Names of collections, in order. */
  collections?: string[];
  /** Media ids of the platform, or URLs. */
  media?: string[];
  options?: OptionDraft[];
  infoSections?: { title: string; description: string }[];
  customTextFields?: { title: string; maxLength: number; mandatory: boolean }[];
  inventory?: Inventory;
  variants: VariantDraft[];
}
