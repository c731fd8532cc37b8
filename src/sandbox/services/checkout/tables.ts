import type { Checkout } from "../../../api/services/checkout/models/checkout.ts";
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

/** A checkout as the store keeps it: what the buyer chose. What it costs is worked out when it is shown. */
export interface StoredCheckout extends Entity, Purchase, Pick<Checkout, Kept> {
  cartId?: string;
  channelType: string;
  buyerInfo: NonNullable<Checkout["buyerInfo"]>;
  shippingDestination?: NonNullable<Checkout["shippingInfo"]>["shippingDestination"];
  purchaseFlowId: string;
  overrideCheckoutUrl?: string;
  completed: boolean;
  /** The order that it became. */
  orderId?: string;
}

export const checkouts: Table<StoredCheckout> = {
  name: "checkouts",
  columns: {
    cartId: { type: "text", value: ({ cartId }) => cartId ?? null },
    updatedDate: { type: "text", value: ({ updatedDate }) => updatedDate },
  },
};
