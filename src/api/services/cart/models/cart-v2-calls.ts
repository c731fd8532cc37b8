import { bool, draft, enumOf, guid, list, obj } from "../../../models/fields.ts";
import {
  CartV2,
  CatalogItemInput,
  CouponInput,
  CustomItemInput,
  DeliveryMethodInput,
  GiftCardInput,
} from "./cart-v2.ts";
import { CartSummary } from "./cart-v2-summary.ts";

/** The result of calls that return a cart. */
export const cartResult = obj({ cart: CartV2 }, { always: ["cart"] });

/** The result of calls that return a cart and its totals. */
export const calculatedCart = obj({ cart: CartV2, summary: CartSummary }, { always: ["cart"] });

/** Catalog items and custom items to add to a cart. */
export const cartItems = {
  catalogItems: list(CatalogItemInput, { maxSize: 300 }),
  customItems: list(CustomItemInput, { maxSize: 300 }),
};

/** The input of creating and updating a cart. */
export const wholeCart = {
  cart: draft(CartV2),
  ...cartItems,
  coupons: list(CouponInput, { maxSize: 1 }),
  deliveryMethod: DeliveryMethodInput,
  giftCards: list(GiftCardInput, { maxSize: 5 }),
};

/** The parts that an estimate calculates. */
export const estimateOptions = {
  refreshCart: bool(),
  validationConfig: enumOf("SKIP_VALIDATIONS", "PRE_CHECKOUT_VALIDATIONS", "CHECKOUT_VALIDATIONS"),
  calculateDelivery: bool(),
  calculateAdditionalFees: bool(),
  calculateTax: bool(),
  calculateGiftCards: bool(),
};

/** Form submissions by form. */
export const formSubmissions = list(obj({ id: guid(), formSubmissionId: guid() }), {
  minSize: 1,
  maxSize: 1000,
});
