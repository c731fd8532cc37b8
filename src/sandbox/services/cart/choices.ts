import type { LineItem } from "../../../api/services/cart/models.ts";
import { isRecord } from "../../../kernel/json.ts";
import type { Decimal } from "../../../kernel/money.ts";
import { PlatformError } from "../../kernel/tx.ts";
import type { PaymentOption } from "../../pricing/item.ts";

export type DescriptionLine = NonNullable<LineItem["descriptionLines"]>[number];

/** The current catalog data of a line. */
export interface CatalogItem {
  name: string;
  url?: LineItem["url"];
  /** Unit price with modifiers, after the catalog's own discount. */
  price: Decimal;
  /** Unit price before the catalog's own discount, if there is one. */
  fullPrice?: Decimal | undefined;
  image?: LineItem["image"];
  descriptionLines: DescriptionLine[];
  sku?: string | undefined;
  /** Unit weight in the shop's unit. */
  weight?: number | undefined;
  /** PHYSICAL, DIGITAL, GIFT_CARD, SERVICE, or a custom type of the shop. */
  kind: string;
  isCustomKind?: boolean;
  /** The variant of the chosen options, if the product has several. */
  variantId?: string | undefined;
  /** Lines with the same key share their stock. */
  stock: { key: string; inStock: boolean; quantity?: number | undefined };
  collectionIds: readonly string[];
  taxGroupId?: string | undefined;
  paymentOption?: PaymentOption | undefined;
  deposit?: Decimal | undefined;
  subscription?: LineItem["subscriptionOptionInfo"];
  membersOnly?: boolean;
}

/** The chosen options of an item, as storefronts send them. */
export interface ChosenOptions {
  variantId?: string;
  options?: Record<string, string>;
  customTextFields?: Record<string, string>;
  subscriptionOptionId?: string;
}

/** Returns the error for invalid options: PlatformError 400 `INVALID_OPTIONS`. */
export function invalidOptions(message: string, data: object): PlatformError {
  return new PlatformError(400, "INVALID_OPTIONS", message, data);
}

/** Joins texts as in `Oat, Ink or Moss`. */
export const listOf = (texts: readonly string[]) => texts.join(", ").replace(/, ([^,]*)$/, " or $1");

/** Reads the chosen options of a catalog reference and drops values that are not options. */
export function readOptions(given: unknown): ChosenOptions {
  const record = isRecord(given) ? given : {};
  const text = (key: string) => (typeof record[key] === "string" ? record[key] : undefined);
  const { variantId, subscriptionOptionId } = {
    variantId: text("variantId"),
    subscriptionOptionId: text("subscriptionOptionId"),
  };
  return {
    ...(variantId && { variantId }),
    ...(subscriptionOptionId && { subscriptionOptionId }),
    options: textsOf(record.options),
    customTextFields: textsOf(record.customTextFields),
  };
}

function textsOf(given: unknown): Record<string, string> {
  const entries = isRecord(given) ? Object.entries(given) : [];
  return Object.fromEntries(entries.map(([key, value]) => [key, String(value)]));
}
