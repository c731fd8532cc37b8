import { endpoint, service } from "../../endpoint.ts";
import { bool, bytes, draft, enumOf, guid, list, num, obj, text } from "../../models/fields.ts";
import {
  CartItemUpdate,
  CartSummary,
  CartV2,
  CatalogItemInput,
  CouponInput,
  CustomItemInput,
  DeliveryMethodInput,
  GiftCardInput,
} from "./models-v2.ts";

/** The result of calls that return a cart. */
const cartResult = obj({ cart: CartV2 }, { always: ["cart"] });

/** The result of calls that return a cart and its totals. */
const calculatedCart = obj({ cart: CartV2, summary: CartSummary }, { always: ["cart"] });

/** Catalog items and custom items to add to a cart. */
const cartItems = {
  catalogItems: list(CatalogItemInput, { maxSize: 300 }),
  customItems: list(CustomItemInput, { maxSize: 300 }),
};

/** The input of creating and updating a cart. */
const wholeCart = {
  cart: draft(CartV2),
  ...cartItems,
  coupons: list(CouponInput, { maxSize: 1 }),
  deliveryMethod: DeliveryMethodInput,
  giftCards: list(GiftCardInput, { maxSize: 5 }),
};

/** The parts that an estimate calculates. */
const estimateOptions = {
  refreshCart: bool(),
  validationConfig: enumOf("SKIP_VALIDATIONS", "PRE_CHECKOUT_VALIDATIONS", "CHECKOUT_VALIDATIONS"),
  calculateDelivery: bool(),
  calculateAdditionalFees: bool(),
  calculateTax: bool(),
  calculateGiftCards: bool(),
};

/** Form submissions by form. */
const formSubmissions = list(obj({ id: guid(), formSubmissionId: guid() }), {
  minSize: 1,
  maxSize: 1000,
});

const id = { cartId: guid() };

/** Carts v2 by id. A cart is its own checkout. */
export const cartsV2 = service("cartsV2", {
  create: endpoint("POST /ecom/v2/carts", {
    input: obj(wholeCart),
    result: cartResult,
    role: "visitor",
    summary: "Create a cart",
  }),
  get: endpoint("GET /ecom/v2/carts/{cartId}", {
    input: obj({ ...id }),
    result: cartResult,
    summary: "Get a cart",
  }),
  update: endpoint("PATCH /ecom/v2/carts/{cart.id}", {
    input: obj({ cart: draft(CartV2) }),
    result: cartResult,
    role: "visitor",
    summary: "Update fields of a cart",
  }),
  remove: endpoint("DELETE /ecom/v2/carts/{cartId}", {
    input: obj({ ...id }),
    result: obj({}),
    role: "visitor",
    summary: "Delete a cart",
  }),
  refresh: endpoint("POST /ecom/v2/carts/{cartId}/refresh", {
    input: obj({ ...id }),
    result: cartResult,
    role: "visitor",
    effect: "set",
    summary: "Refresh the items of a cart from the catalog",
  }),
  calculate: endpoint("POST /ecom/v2/carts/{cartId}/calculate", {
    input: obj({ ...id, refreshCart: bool() }),
    result: calculatedCart,
    effect: "read",
    summary: "Calculate the totals of a cart and validate it for an order",
  }),
  estimate: endpoint("POST /ecom/v2/carts/{cartId}/estimate", {
    input: obj({ ...id, ...estimateOptions }),
    result: calculatedCart,
    effect: "read",
    summary: "Estimate the totals of a cart",
  }),
  checkoutUrl: endpoint("POST /ecom/v2/carts/{cartId}/get-checkout-url", {
    input: obj({ ...id, currencyCode: text({ format: "CURRENCY" }) }),
    result: obj({ checkoutUrl: text({ format: "WEB_URL" }) }),
    role: "visitor",
    effect: "set",
    summary: "Get the checkout page URL of a cart",
  }),
  placeOrder: endpoint("POST /ecom/v2/carts/{cartId}/place-order", {
    input: obj({
      ...id,
      priceVerificationToken: text({ maxLength: 3000 }),
      savePaymentMethod: bool(),
      delayCapture: bool(),
    }),
    result: obj({ orderId: guid(), paymentGatewayOrderId: text({ maxLength: 50 }), completed: bool() }),
    role: "visitor",
    effect: "money",
    summary: "Place an order from a cart and start its payment",
  }),
  markAsCompleted: endpoint("POST /ecom/v2/carts/{cartId}/mark-cart-as-completed", {
    input: obj({ ...id, orderId: guid() }),
    result: cartResult,
    role: "visitor",
    effect: "set",
    summary: "Mark a cart as completed after an external payment",
  }),
  asyncCompletion: endpoint("GET /ecom/v2/carts/handle-async-checkout-completion", {
    input: obj({ token: text({ maxLength: 4096 }) }),
    result: obj({ body: bytes(), statusCode: num(), headers: list(obj({ key: text(), value: text() })) }),
    required: ["token"],
    role: "visitor",
    effect: "set",
    summary: "Mark the cart of a token as completed and redirect to the next page",
  }),
  addLineItems: endpoint("POST /ecom/v2/carts/{cartId}/add-line-items", {
    once: true,
    input: obj({ ...id, ...cartItems }),
    result: cartResult,
    role: "visitor",
    summary: "Add items to a cart",
  }),
  removeLineItems: endpoint("POST /ecom/v2/carts/{cartId}/remove-line-items", {
    input: obj({ ...id, lineItemIds: list(guid(), { minSize: 1, maxSize: 100 }) }),
    result: cartResult,
    required: ["cartId", "lineItemIds"],
    role: "visitor",
    effect: "delete",
    summary: "Remove items from a cart",
  }),
  updateLineItems: endpoint("POST /ecom/v2/carts/{cartId}/update-line-items", {
    input: obj({ ...id, lineItems: list(CartItemUpdate, { minSize: 1, maxSize: 300 }) }),
    result: cartResult,
    required: ["cartId", "lineItems"],
    role: "visitor",
    effect: "set",
    summary: "Update quantities and memberships of items in a cart",
  }),
  addCoupon: endpoint("POST /ecom/v2/carts/{cartId}/add-coupon", {
    input: obj({ ...id, coupon: CouponInput }),
    result: cartResult,
    required: ["cartId", "coupon"],
    role: "visitor",
    summary: "Add a coupon to a cart",
  }),
  removeCoupon: endpoint("POST /ecom/v2/carts/{cartId}/remove-coupon", {
    input: obj({ ...id, couponId: guid() }),
    result: cartResult,
    required: ["cartId", "couponId"],
    role: "visitor",
    effect: "delete",
    summary: "Remove a coupon from a cart",
  }),
  setDeliveryMethod: endpoint("POST /ecom/v2/carts/{cartId}/set-delivery-method", {
    input: obj({ ...id, deliveryMethod: DeliveryMethodInput }),
    result: cartResult,
    required: ["cartId", "deliveryMethod"],
    role: "visitor",
    effect: "set",
    summary: "Set the delivery method of a cart",
  }),
  removeDeliveryMethod: endpoint("POST /ecom/v2/carts/{cartId}/remove-delivery-method", {
    input: obj({ ...id }),
    result: cartResult,
    role: "visitor",
    effect: "delete",
    summary: "Remove the delivery method from a cart",
  }),
  addGiftCard: endpoint("POST /ecom/v2/carts/{cartId}/add-gift-card", {
    input: obj({ ...id, giftCard: GiftCardInput }),
    result: cartResult,
    required: ["cartId", "giftCard"],
    role: "visitor",
    summary: "Add a gift card to a cart",
  }),
  removeGiftCard: endpoint("POST /ecom/v2/carts/{cartId}/remove-gift-card", {
    input: obj({ ...id, giftCardId: guid() }),
    result: cartResult,
    required: ["cartId", "giftCardId"],
    role: "visitor",
    effect: "delete",
    summary: "Remove a gift card from a cart",
  }),
  updateFormSubmissions: endpoint("POST /ecom/v2/carts/{cartId}/update-forms-submission", {
    input: obj({ ...id, formSubmissions }),
    result: cartResult,
    role: "visitor",
    effect: "set",
    summary: "Update the form submissions of a cart",
  }),
});

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
    once: true,
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
