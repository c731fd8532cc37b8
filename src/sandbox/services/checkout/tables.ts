import type { Checkout } from "../../../api/services/checkout/checkouts.ts";
import type { Entity } from "../../kernel/documents/entities.ts";
import type { Table } from "../../kernel/tx.ts";
import type { Purchase } from "../cart/index.ts";

type Kept =
  | "billingInfo"
  | "buyerNote"
  | "buyerLanguage"
  | "createdBy"
  | "customFields"
  | "customSettings"
  | "customContentReference"
  | "externalReference"
  | "extendedFields"
  | "businessLocationId";

/** A stored checkout holds the buyer's choices. Prices are calculated when it is shown. */
export interface StoredCheckout extends Entity, Purchase, Pick<Checkout, Kept> {
  cartId?: string;
  channelType: string;
  buyerInfo: NonNullable<Checkout["buyerInfo"]>;
  shippingDestination?: NonNullable<Checkout["shippingInfo"]>["shippingDestination"];
  purchaseFlowId: string;
  overrideCheckoutUrl?: string;
  completed: boolean;
  /** The order created from it. */
  orderId?: string;
}

export const checkouts: Table<StoredCheckout> = {
  name: "checkouts",
  columns: {
    cartId: { type: "text", value: ({ cartId }) => cartId ?? null },
    updatedDate: { type: "text", value: ({ updatedDate }) => updatedDate },
  },
};
