import type { Cart, CartV2, CustomLineItem, LineItem, SelectedMemberships } from "../../api/services/cart.ts";
import type { Address } from "../../api/services/models.ts";
import type { Entity } from "../kernel/entities.ts";
import type { Table } from "../kernel/tx.ts";
import type { Membership } from "../pricing/memberships.ts";

export type WireCustomItem = CustomLineItem;
type Selected = NonNullable<SelectedMemberships["memberships"]>[number];

/** The name and price of a line when it was last looked up, shown once its product is deleted. */
export interface Seen {
  name: string;
  /** Decimal text. */
  price: string;
}

/** A stored line holds the buyer's choices. Name, price and stock are looked up when it is shown. */
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
  /** The data of an item that is in no catalog. */
  custom?: WireCustomItem;
  seen: Seen;
}

export interface StoredReduction {
  /** Decimal text. */
  amount?: string;
  percentage?: number;
  lineItemIds?: string[];
}

/** The code of a gift card that pays; `amount` limits how much is taken from it. */
export interface ChosenGiftCard {
  code: string;
  amount?: string;
}

/** A fee that the merchant added. Amounts are decimal text. */
export interface ManualFee {
  code: string;
  name: string;
  price: string;
  lineItemIds?: string[];
}

/** The common part of a cart and a checkout: everything that their price depends on. */
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
  /** Identifies the purchase from cart to order. A chosen tip belongs to it. */
  purchaseFlowId?: string;
}

/** A stored cart. */
export interface StoredCart extends Entity, Purchase {
  /** The owner of a current cart: `visitor:…`, `member:…` or `user:…`; empty for other carts. */
  owner: string;
  buyerInfo: NonNullable<Cart["buyerInfo"]>;
  contactInfo?: Cart["contactInfo"];
  buyerNote?: string;
  buyerLanguage?: string;
  overrideCheckoutUrl?: string;
  extendedFields?: Cart["extendedFields"];
  businessLocationId?: string;
  purchaseFlowId: string;
  /** The checkout that was created from this cart. */
  checkoutId?: string;
}

export const carts: Table<StoredCart> = {
  name: "carts",
  columns: {
    owner: { type: "text", unique: true, value: ({ owner }) => owner || null },
    checkoutId: "text",
    updatedDate: "text",
  },
};

/** A fee that an app of the shop adds to an order, or to each line of certain products. */
export interface PluginFee {
  id: string;
  code: string;
  name: string;
  /** Decimal text. */
  price: string;
  /** ITEM: once per line of these products, or of all products if there are none. */
  source: "SERVICE_PLUGIN" | "ITEM";
  productIds?: string[] | undefined;
}

export const pluginFees: Table<PluginFee> = { name: "pluginFees" };

/** The pricing plans of members. */
export const memberships: Table<Membership> = {
  name: "memberships",
  columns: { memberId: "text" },
};

/** A stored cart with the fields that only v2 has. Both versions share one cart. */
export interface StoredCartV2 extends StoredCart {
  billingContact?: NonNullable<CartV2["paymentInfo"]>["billingContact"];
  channelType?: string;
  customContentReference?: NonNullable<CartV2["source"]>["customContentReference"];
  demo?: boolean;
  /** The submitted forms as they were given. */
  formSubmissions?: { id?: string; formSubmissionId?: string }[];
  /** The order created from the cart, which is stored as its checkout. */
  orderId?: string;
  ordered?: true;
}
