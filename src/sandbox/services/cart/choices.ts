import type { LineItem } from "../../../api/services/cart/models/line-item.ts";
import type { Decimal } from "../../../kernel/money.ts";
import { PlatformError } from "../../kernel/tx.ts";
import type { PaymentOption } from "../../pricing/item.ts";

export type DescriptionLine = NonNullable<LineItem["descriptionLines"]>[number];

/** What a line is, as its catalog has it now. */
export interface CatalogItem {
  name: string;
  url?: LineItem["url"];
  /** For one, with what its modifiers add, after the catalog's own discount. */
  price: Decimal;
  /** Before the catalog's own discount, where it has one. */
  fullPrice?: Decimal | undefined;
  image?: LineItem["image"];
  descriptionLines: DescriptionLine[];
  sku?: string | undefined;
  /** Of one, in the shop's unit. */
  weight?: number | undefined;
  /** PHYSICAL, DIGITAL, GIFT_CARD, SERVICE, or a shop's own kind. */
  kind: string;
  isCustomKind?: boolean;
  /** The variant that the choices mean, of a product that has several. */
  variantId?: string | undefined;
  /** Several lines with one key share a stock. */
  stock: { key: string; inStock: boolean; quantity?: number | undefined };
  collectionIds: readonly string[];
  taxGroupId?: string | undefined;
  paymentOption?: PaymentOption | undefined;
  deposit?: Decimal | undefined;
  subscription?: LineItem["subscriptionOptionInfo"];
  membersOnly?: boolean;
}

/** How a storefront names the choices of an item. */
export interface ChosenOptions {
  variantId?: string;
  options?: Record<string, string>;
  customTextFields?: Record<string, string>;
  subscriptionOptionId?: string;
}

/** Refuses choices, saying what there is to choose from. */
export function rejectOptions(message: string, data: object): PlatformError {
  return new PlatformError(400, "INVALID_OPTIONS", message, data);
}

/** `Oat, Ink or Moss`. */
export const listOf = (words: readonly string[]) => words.join(", ").replace(/, ([^,]*)$/, " or $1");

/** The choices in a reference's options; what cannot be one is left out. */
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

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
