import type { Json } from "../bulk/journal/step.ts";
import { amountText, type Decimal, decimal, parseAmount } from "../kernel/money.ts";
import { type Discount, exactSalePrice } from "./discount.ts";

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

/** What a buyer pays, and the price before the discount, as the columns of shops with compare-at prices have them. */
export interface SellingPrice {
  price?: string | null;
  compareAt?: string | null;
}

/**
 * Returns the discount of selling prices and each price before it; absent prices stay absent. The platform has no discounts
 * per variant: the discount is an amount or a whole percentage that all have, and undefined if they have different ones.
 */
export function fromSellingPrices(prices: readonly SellingPrice[]): {
  discount: Discount | undefined;
  before: (string | null | undefined)[];
} {
  const reductions = prices.map(({ price, compareAt }): Reduction | undefined => {
    if (typeof price !== "string") return undefined;
    const now = decimal(price);
    const before = parseAmount(compareAt ?? "");
    return { now, before: before?.gt(now) ? before : now };
  });
  const known = reductions.filter((reduction) => reduction !== undefined);
  const amount = sharedAmount(known);
  const discount = amount === undefined ? sharedPercentage(known) : amount;
  const before = prices.map(({ price }, index) => {
    const reduction = discount === undefined ? undefined : reductions[index];
    return reduction ? amountText(reduction.before) : price;
  });
  return { discount, before };
}

/**
 * Sets the prices before the discount of rows with selling prices, and returns their discount. `differ`: what the notice calls discounts
 * that the rows do not share.
 */
export function setPricesBefore(
  rows: readonly SellingPrice[],
  notices: Set<string>,
  differ: string,
): Discount | undefined {
  const { discount, before } = fromSellingPrices(rows);
  if (discount === undefined) notices.add(`not imported: ${differ}`);
  for (const [index, row] of rows.entries()) {
    Object.assign(row, present({ price: before[index] }));
    delete row.compareAt;
  }
  return discount;
}

interface Reduction {
  now: Decimal;
  before: Decimal;
}

function sharedAmount([first, ...others]: readonly Reduction[]): Discount | undefined {
  const off = first === undefined ? decimal("0") : first.before.minus(first.now);
  if (others.some(({ now, before }) => !before.minus(now).eq(off))) return undefined;
  return off.eq("0") ? null : amountText(off);
}

/** Returns the whole percentage by which all prices are reduced. The highest price tells most exactly which one. */
function sharedPercentage(reductions: readonly Reduction[]): Discount | undefined {
  const highest = reductions.reduce((one, other) => (other.before.gt(one.before) ? other : one));
  const off = highest.before.minus(highest.now).times(decimal("100")).div(highest.before);
  const discount = `${amountText(off.round(0, 1))}%`;
  return reductions.every(({ now, before }) => sellingPrice(before, discount).eq(now)) ? discount : undefined;
}

/** Returns the price after a discount, rounded to the decimals of the price and at least two; never below 0. */
export function sellingPrice(before: Decimal, discount: Discount): Decimal {
  const [, digits = ""] = amountText(before).split(".");
  const after = exactSalePrice(before, discount);
  return after.lt("0") ? decimal("0") : after.round(Math.max(2, digits.length), 1);
}

/** Returns the price of a variant after the discount, and the one before it if there is a discount. */
export function pricesToPay(
  { price }: Pick<VariantDraft, "price">,
  { price: productPrice, discount = null }: ProductDraft,
): SellingPrice {
  const before = price ?? productPrice;
  if (!before) return {};
  const now = amountText(sellingPrice(decimal(before), discount));
  return now === before ? { price: now } : { price: now, compareAt: before };
}

/** Returns what is lost of a discount that a file has as prices, from which `read` is read back. */
export function discountLosses({ discount = null }: ProductDraft, read: Discount | undefined): string[] {
  if (discount === null || discount === read) return [];
  if (!discount.endsWith("%")) return ["discounts that exceed a price"];
  return [
    read === undefined
      ? "percentage discounts with fractions (become prices)"
      : "percentage discounts (become amounts)",
  ];
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
