import type { CartV2 } from "../../../../api/services/cart/models/cart-v2.ts";
import type { StoredCart } from "../../../services/cart/tables.ts";

/** A cart as the store keeps it, with what only its second generation says. Both generations share one cart. */
export interface StoredCartV2 extends StoredCart {
  billingContact?: NonNullable<CartV2["paymentInfo"]>["billingContact"];
  channelType?: string;
  customContentReference?: NonNullable<CartV2["source"]>["customContentReference"];
  demo?: boolean;
  /** The forms that were filled in, as they were named. */
  formSubmissions?: { id?: string; formSubmissionId?: string }[];
  /** The order that it became: it is kept as the checkout that led there. */
  orderId?: string;
  ordered?: true;
}
