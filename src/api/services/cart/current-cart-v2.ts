import { endpoint, service } from "../../endpoint.ts";
import { bool, draft, guid, list, obj } from "../../models/fields.ts";
import { CartItemUpdate, CartV2, CouponInput, DeliveryMethodInput, GiftCardInput } from "./models/cart-v2.ts";
import {
  calculatedCart,
  cartItems,
  cartResult,
  estimateOptions,
  formSubmissions,
  wholeCart,
} from "./models/cart-v2-calls.ts";

/** The cart v2 of the current visitor or member. It is its own checkout. */
export const currentCartV2 = service("currentCartV2", {
  create: endpoint("POST /ecom/v2/carts/current", {
    input: obj(wholeCart),
    result: cartResult,
    role: "visitor",
    summary: "Create the current cart",
  }),
  get: endpoint("GET /ecom/v2/carts/current", {
    input: obj({}),
    result: cartResult,
    summary: "Get the current cart",
  }),
  update: endpoint("PATCH /ecom/v2/carts/current", {
    input: obj({ cart: draft(CartV2) }),
    result: cartResult,
    required: ["cart"],
    role: "visitor",
    summary: "Update fields of the current cart",
  }),
  remove: endpoint("DELETE /ecom/v2/carts/current", {
    input: obj({}),
    result: obj({}),
    role: "visitor",
    summary: "Delete the current cart",
  }),
  refresh: endpoint("POST /ecom/v2/carts/current/refresh", {
    input: obj({}),
    result: cartResult,
    role: "visitor",
    effect: "set",
    summary: "Refresh the items of the current cart from the catalog",
  }),
  calculate: endpoint("POST /ecom/v2/carts/current/calculate", {
    input: obj({ refreshCart: bool() }),
    result: calculatedCart,
    effect: "read",
    summary: "Calculate the totals of the current cart and validate it for an order",
  }),
  estimate: endpoint("POST /ecom/v2/carts/current/estimate", {
    input: obj({ ...estimateOptions }),
    result: calculatedCart,
    effect: "read",
    summary: "Estimate the totals of the current cart",
  }),
  addLineItems: endpoint("POST /ecom/v2/carts/current/add-line-items", {
    input: obj({ ...cartItems }),
    result: cartResult,
    role: "visitor",
    summary: "Add items to the current cart",
  }),
  removeLineItems: endpoint("POST /ecom/v2/carts/current/remove-line-items", {
    input: obj({ lineItemIds: list(guid(), { minSize: 1, maxSize: 100 }) }),
    result: cartResult,
    required: ["lineItemIds"],
    role: "visitor",
    effect: "delete",
    summary: "Remove items from the current cart",
  }),
  updateLineItems: endpoint("POST /ecom/v2/carts/current/update-line-items", {
    input: obj({ lineItems: list(CartItemUpdate, { minSize: 1, maxSize: 100 }) }),
    result: cartResult,
    required: ["lineItems"],
    role: "visitor",
    effect: "set",
    summary: "Update quantities and memberships of items in the current cart",
  }),
  addCoupon: endpoint("POST /ecom/v2/carts/current/add-coupon", {
    input: obj({ coupon: CouponInput }),
    result: cartResult,
    required: ["coupon"],
    role: "visitor",
    summary: "Add a coupon to the current cart",
  }),
  removeCoupon: endpoint("POST /ecom/v2/carts/current/remove-coupon", {
    input: obj({ couponId: guid() }),
    result: cartResult,
    required: ["couponId"],
    role: "visitor",
    effect: "delete",
    summary: "Remove a coupon from the current cart",
  }),
  setDeliveryMethod: endpoint("POST /ecom/v2/carts/current/set-delivery-method", {
    input: obj({ deliveryMethod: DeliveryMethodInput }),
    result: cartResult,
    required: ["deliveryMethod"],
    role: "visitor",
    effect: "set",
    summary: "Set the delivery method of the current cart",
  }),
  removeDeliveryMethod: endpoint("POST /ecom/v2/carts/current/remove-delivery-method", {
    input: obj({}),
    result: cartResult,
    role: "visitor",
    effect: "delete",
    summary: "Remove the delivery method from the current cart",
  }),
  addGiftCard: endpoint("POST /ecom/v2/carts/current/add-gift-card", {
    input: obj({ giftCard: GiftCardInput }),
    result: cartResult,
    required: ["giftCard"],
    role: "visitor",
    summary: "Add a gift card to the current cart",
  }),
  removeGiftCard: endpoint("POST /ecom/v2/carts/current/remove-gift-card", {
    input: obj({ giftCardId: guid() }),
    result: cartResult,
    required: ["giftCardId"],
    role: "visitor",
    effect: "delete",
    summary: "Remove a gift card from the current cart",
  }),
  updateFormSubmissions: endpoint("POST /ecom/v2/carts/current/update-forms-submission", {
    input: obj({ formSubmissions }),
    result: cartResult,
    role: "visitor",
    effect: "set",
    summary: "Update the form submissions of the current cart",
  }),
});
