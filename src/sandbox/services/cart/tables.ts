import type * as z from "zod/mini";
import type { Address } from "../../../api/models/address.ts";
import type { Cart } from "../../../api/services/cart/models/cart.ts";
import type { CustomLineItem, LineItem } from "../../../api/services/cart/models/line-item.ts";
import type { SelectedMemberships } from "../../../api/services/cart/models/membership.ts";
import type { Entity } from "../../kernel/documents/entities.ts";
import type { Table } from "../../kernel/tx.ts";
import type { Membership } from "../../pricing/memberships.ts";

export type WireCustomItem = z.input<typeof CustomLineItem>;
type Selected = NonNullable<z.input<typeof SelectedMemberships>["memberships"]>[number];

/** What a line was when it was last looked up, shown after its product is deleted. */
export interface Seen {
  name: string;
  /** Decimal text. */
  price: string;
}

/** A line as the store keeps it: what the buyer chose. Name, price and stock are looked up when it is shown. */
export interface StoredLine
  extends Pick<
    LineItem,
    | "catalogReference"
    | "catalogOverrideFields"
    | "selectedMembership"
    | "taxableAddress"
    | "extendedFields"
    | "serviceProperties"
    | "subscriptionOptionInfo"
  > {
  id: string;
  quantity: number;
  /** Of an item that no catalog knows: all that it says of itself. */
  custom?: WireCustomItem;
  seen: Seen;
}

export interface StoredReduction {
  /** Decimal text. */
  amount?: string;
  percentage?: number;
  lineItemIds?: string[];
}

/** A gift card that pays, by its code; `amount` is the most that the buyer wants to take from it. */
export interface ChosenGiftCard {
  code: string;
  amount?: string;
}

/** A fee that was put on by hand. Amounts are decimal text. */
export interface ManualFee {
  code: string;
  name: string;
  price: string;
  lineItemIds?: string[];
}

/** What a cart and a checkout have in common: all that their price depends on. */
export interface Purchase {
  lines: StoredLine[];
  couponCode?: string;
  merchantDiscounts: StoredReduction[];
  giftCard?: ChosenGiftCard;
  memberships: Selected[];
  selectedShippingOption?: { carrierId?: string; code: string };
  shippingAddress?: Address;
  billingAddress?: Address;
  manualFees?: ManualFee[];
  memberId?: string;
  taxExemptGroupId?: string;
  /** The way from the cart to the order: a tip is chosen for it. */
  purchaseFlowId?: string;
}

/** A cart as the store keeps it. */
export interface StoredCart extends Entity, Purchase {
  /** Whose current cart it is: `visitor:…`, `member:…` or `user:…`; nobody's where empty. */
  owner: string;
  buyerInfo: NonNullable<Cart["buyerInfo"]>;
  contactInfo?: Cart["contactInfo"];
  buyerNote?: string;
  buyerLanguage?: string;
  overrideCheckoutUrl?: string;
  extendedFields?: Cart["extendedFields"];
  businessLocationId?: string;
  purchaseFlowId: string;
  /** The checkout that was made from it. */
  checkoutId?: string;
}

export const carts: Table<StoredCart> = {
  name: "carts",
  columns: {
    owner: { type: "text", unique: true, value: ({ owner }) => owner || null },
    checkoutId: { type: "text", value: ({ checkoutId }) => checkoutId ?? null },
    updatedDate: { type: "text", value: ({ updatedDate }) => updatedDate },
  },
};

/** What an app of the shop charges beside the prices: for a whole order, or for each line of some products. */
export interface PluginFee {
  id: string;
  code: string;
  name: string;
  /** Decimal text. */
  price: string;
  /** ITEM: once for each line of these products (all where there are none). */
  source: "SERVICE_PLUGIN" | "ITEM";
  productIds?: string[] | undefined;
}

export const pluginFees: Table<PluginFee> = { name: "pluginFees", columns: {} };

/** The plans that members have. */
export const memberships: Table<Membership> = {
  name: "memberships",
  columns: { memberId: { type: "text", value: ({ memberId }) => memberId } },
};
