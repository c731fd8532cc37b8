import type { CartV2 } from "../../../../api/services/cart/models-v2.ts";
import type { StoredCart } from "../../../services/cart/tables.ts";

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
