import { bool, enumOf, guid, list, obj } from "../../../models/fields.ts";
import {
  CartV2,
  CatalogItemInput,
  CouponInput,
  CustomItemInput,
  DeliveryMethodInput,
  GiftCardInput,
} from "./cart-v2.ts";
import { CartSummary } from "./cart-v2-summary.ts";

/** What answers with a cart alone. */
export const cartResult = obj({ cart: CartV2 });

/** What answers with a cart and what it comes to. */
export const summedCart = obj({ cart: CartV2, summary: CartSummary });

/** Items of the catalog and items of no catalog, as they are put in. */
export const cartItems = {
  catalogItems: list(CatalogItemInput, { maxSize: 300 }),
  customItems: list(CustomItemInput, { maxSize: 300 }),
};

/** All that a cart is made or changed with. */
export const wholeCart = {
  cart: CartV2,
  ...cartItems,
  coupons: list(CouponInput, { maxSize: 1 }),
  deliveryMethod: DeliveryMethodInput,
  giftCards: list(GiftCardInput, { maxSize: 5 }),
};

/** What an estimate is to work out. */
export const estimateWishes = {
  refreshCart: bool(),
  validationConfig: enumOf("SKIP_VALIDATIONS", "PRE_CHECKOUT_VALIDATIONS", "CHECKOUT_VALIDATIONS"),
  calculateDelivery: bool(),
  calculateAdditionalFees: bool(),
  calculateTax: bool(),
  calculateGiftCards: bool(),
};

/** Filled-in forms, by the form. */
export const formSubmissions = list(obj({ id: guid(), formSubmissionId: guid() }), {
  minSize: 1,
  maxSize: 1000,
});
