import type { Json } from "../bulk/journal/step.ts";

/** A discount as files and commands write it: a percentage, `15%`, or an amount, `5`; null for none. */
export type Discount = string | null;

/** The stock in a file: a tracked quantity, or only whether the item is in stock. */
export type Stock = { quantity: number } | { inStock: boolean };

/** What buyers who preorder read, and how many they can preorder beyond the stock. Absent parts are left unchanged, null clears one. */
export interface PreorderDraft {
  message?: string | null;
  limit?: number | null;
}

export interface OptionDraft {
  name: string;
  type: "drop_down" | "color";
  /** `value` is the stored value (a color), `description` the displayed name that variants refer to. */
  choices: { value: string; description: string }[];
}

/** The lists of a product to which a row can add, or from which it can take. */
export const commandedLists = ["collections", "tags", "privateTags"] as const;
export type CommandedList = (typeof commandedLists)[number];

/** What a row does to a list: it adds the entries that are missing, or takes entries out. */
export type ListCommand = "merge" | "delete";

/** Amounts are exact decimal text. Absent fields are left unchanged, null clears a field. */
export interface VariantDraft {
  /** Line in the file, 1 is the header. */
  line: number;
  /** Option name -> choice description. */
  choices: Record<string, string>;
  sku?: string | null;
  barcode?: string | null;
  /** The price of the variant (not a surcharge). */
  price?: string | null;
  cost?: string | null;
  weight?: string | null;
  visible?: boolean;
  stock?: Stock;
  /** Null if it cannot be preordered. Only newer Wix files have it. */
  preorder?: PreorderDraft | null;
}

/** The pictures of a choice: positions in the media of its product, from 0. */
export interface ChoiceMedia {
  option: string;
  choice: string;
  media: number[];
}

/** A field that buyers fill in. */
export interface TextField {
  title: string;
  maxLength: number;
  mandatory: boolean;
}

/** A subscription in which a product is sold, as catalog v3 has it, without its id: `{ title, frequency, interval, … }`. */
export type SubscriptionDraft = { [field: string]: Json };

/** The quantity that is sold, and the one that the price per unit is shown for: 250 G, 1 KG. */
export interface UnitPrice {
  totalQuantity: number;
  totalMeasurementUnit: string;
  baseQuantity: number;
  baseMeasurementUnit: string;
}

/**
 * One product as read and written by all file dialects, between the rows of a file and the platform's entities. Amounts are
 * exact decimal text. Absent fields are left unchanged, null clears a field.
 */
export interface ProductDraft {
  /** The product's key in the file; rows with the same key are one product. */
  key: string;
  /** First line of the product in the file, 1 is the header. */
  line: number;
  /** The platform's ID, if the file has it (till dialect). */
  id?: string;
  /** The file marks this product to be deleted. */
  remove?: boolean;
  /** Whether the product must exist, must not exist, or may; default: as the import decides. */
  command?: "update" | "create" | "merge";
  /** What the row does to lists that it does not replace. */
  listCommands?: Partial<Record<CommandedList, ListCommand>>;
  name?: string;
  /** The last part of the address of its page. */
  handle?: string;
  type?: "physical" | "digital";
  description?: string | null;
  sku?: string | null;
  /** That of a product without options. */
  barcode?: string | null;
  price?: string;
  cost?: string | null;
  weight?: string | null;
  visible?: boolean;
  ribbon?: string | null;
  brand?: string | null;
  /** A percentage, `15%`, or an amount, `5`. */
  discount?: Discount;
  /** The price after the discount, null for none. */
  salePrice?: string | null;
  /** Names of collections, in order. */
  collections?: string[];
  /** Media IDs of the platform, or URLs. */
  media?: string[];
  /** The alternative texts of the media, in their order; "" for none. */
  altText?: string[];
  options?: OptionDraft[];
  infoSections?: { title: string; description: string }[];
  customTextFields?: TextField[];
  stock?: Stock;
  /** That of a product without options. */
  preorder?: PreorderDraft | null;
  seoTitle?: string | null;
  seoDescription?: string | null;
  canonical?: string | null;
  noindex?: boolean;
  /** The name or the id of a tax group; once it is planned, the id. */
  taxGroup?: string | null;
  tags?: string[];
  privateTags?: string[];
  subscriptions?: SubscriptionDraft[];
  oneTimePurchase?: boolean;
  /** Texts for search engines, as the platform's steps have them; only snapshots do. */
  seo?: unknown;
  /** From what the price per unit follows; only snapshots and newer Wix files have it. */
  pricePerUnit?: UnitPrice | null;
  /** The pictures of choices, for a new product; only snapshots have them. */
  choiceMedia?: ChoiceMedia[];
  /** The id of the digital file, which only catalog v3 can write, and only in the shop that has the file. */
  digitalFile?: string;
  /** Custom text fields for catalog v3, as those of a snapshot; catalog v1 has no way to write them. */
  textFields?: TextField[];
  variants: VariantDraft[];
}

/** The fields that only some formats have, and what an export in another one says about them. */
const contents: Partial<Record<keyof ProductDraft, string>> = {
  altText: "alternative texts of pictures",
  barcode: "barcodes",
  pricePerUnit: "prices per unit",
  preorder: "preorders",
  seoTitle: "titles for search engines",
  seoDescription: "descriptions for search engines",
  canonical: "canonical addresses",
  noindex: "that search engines leave products out",
  taxGroup: "settings tax groups",
  tags: "tags",
  privateTags: "private tags",
  subscriptions: "subscriptions",
};

/** Returns descriptions of the contents of a draft that a format cannot hold, besides the fields that it carries. */
export function contentLosses(draft: ProductDraft, carried: readonly (keyof ProductDraft)[] = []): string[] {
  const rows: readonly Partial<Record<keyof ProductDraft, unknown>>[] = [draft, ...draft.variants];
  const isEmpty = (value: unknown) => !value || (Array.isArray(value) && value.length === 0);
  return Object.entries(contents).flatMap(([name, what]) => {
    const field = name as keyof ProductDraft;
    return carried.includes(field) || rows.every((row) => isEmpty(row[field])) ? [] : [what];
  });
}

/** Returns the fields that are not undefined; null is kept. */
export function present<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const kept: Partial<T> = {};
  for (const name of Object.keys(fields) as (keyof T)[])
    if (fields[name] !== undefined) kept[name] = fields[name];
  return kept as { [K in keyof T]?: Exclude<T[K], undefined> };
}
