import { endpoint } from "../../endpoint.ts";
import { Address } from "../../models/address.ts";
import { bool, fieldMask, guid, list, num, obj, text } from "../../models/fields.ts";
import { SelectedShippingOption } from "../shipping/models/shipping.ts";
import { Cart, ChannelType } from "./models/cart.ts";
import { CartEstimate } from "./models/cart-estimate.ts";
import { AddedLineItem, CustomLineItem, LineItem } from "./models/line-item.ts";
import { SelectedMemberships } from "./models/membership.ts";

const cart = obj({ cart: Cart });
const id = guid();

/** Carts by their id, whoever's they are. */
export const carts = {
  create: endpoint({
    method: "POST",
    path: "/v1/carts",
    public: "/ecom/v1/carts",
    input: obj({
      cartInfo: Cart,
      couponCode: text(),
      lineItems: list(AddedLineItem, { maxSize: 300 }),
      customLineItems: list(CustomLineItem, { maxSize: 300 }),
    }),
    result: cart,
    role: "visitor",
    summary: "Create a cart",
  }),
  update: endpoint({
    method: "PATCH",
    path: "/v1/carts/{cartInfo.id}",
    public: "/ecom/v1/carts/{cartInfo.id}",
    input: obj({
      cartInfo: Cart,
      couponCode: text(),
      lineItems: list(LineItem, { maxSize: 300 }),
      customLineItems: list(CustomLineItem, { maxSize: 300 }),
      cartFieldmask: fieldMask(),
    }),
    result: cart,
    required: ["cartInfo.id"],
    role: "visitor",
    summary: "Update fields or the coupon of a cart",
  }),
  get: endpoint({
    method: "GET",
    path: "/v1/carts/{id}",
    public: "/ecom/v1/carts/{id}",
    input: obj({ id, refreshOverride: bool() }),
    result: cart,
    required: ["id"],
    summary: "Get a cart by ID",
  }),
  getByCheckoutId: endpoint({
    method: "GET",
    path: "/v1/carts/by-checkout-id/{id}",
    public: "/ecom/v1/carts/by-checkout-id/{id}",
    input: obj({ id }),
    result: cart,
    required: ["id"],
    summary: "Get the cart of a checkout",
  }),
  addToCart: endpoint({
    method: "POST",
    path: "/v1/carts/{id}/add-to-cart",
    public: "/ecom/v1/carts/{id}/add-to-cart",
    input: obj({
      id,
      lineItems: list(AddedLineItem, { maxSize: 100 }),
      customLineItems: list(CustomLineItem, { maxSize: 100 }),
      businessLocationId: guid(),
    }),
    result: cart,
    required: ["id"],
    role: "visitor",
    summary: "Add items to a cart",
  }),
  removeLineItems: endpoint({
    method: "POST",
    path: "/v1/carts/{id}/remove-line-items",
    public: "/ecom/v1/carts/{id}/remove-line-items",
    input: obj({ id, lineItemIds: list(guid(), { minSize: 1, maxSize: 100 }) }),
    result: cart,
    required: ["id", "lineItemIds"],
    role: "visitor",
    effect: "delete",
    summary: "Remove items from a cart",
  }),
  createCheckout: endpoint({
    method: "POST",
    path: "/v1/carts/{id}/create-checkout",
    public: "/ecom/v1/carts/{id}/create-checkout",
    input: obj({
      id,
      channelType: ChannelType,
      shippingAddress: Address,
      billingAddress: Address,
      selectedShippingOption: SelectedShippingOption,
      email: text({ format: "EMAIL" }),
    }),
    result: obj({ checkoutId: text() }),
    required: ["id"],
    role: "visitor",
    summary: "Create a checkout from a cart, or update its checkout",
  }),
  removeCoupon: endpoint({
    method: "POST",
    path: "/v1/carts/{id}/remove-coupon",
    public: "/ecom/v1/carts/{id}/remove-coupon",
    input: obj({ id }),
    result: cart,
    required: ["id"],
    role: "visitor",
    effect: "delete",
    summary: "Remove the coupon from a cart",
  }),
  updateLineItemsQuantity: endpoint({
    method: "POST",
    path: "/v1/carts/{id}/update-line-items-quantity",
    public: "/ecom/v1/carts/{id}/update-line-items-quantity",
    input: obj({
      id,
      lineItems: list(obj({ id: guid(), quantity: num({ min: 1, max: 100000 }) }), {
        minSize: 1,
        maxSize: 100,
      }),
    }),
    result: cart,
    required: ["id", "lineItems"],
    role: "visitor",
    effect: "set",
    summary: "Update item quantities in a cart",
  }),
  estimateTotals: endpoint({
    method: "POST",
    path: "/v1/carts/{id}/estimate-totals",
    public: "/ecom/v1/carts/{id}/estimate-totals",
    input: obj({
      id,
      selectedShippingOption: SelectedShippingOption,
      shippingAddress: Address,
      billingAddress: Address,
      selectedMemberships: SelectedMemberships,
      calculateTax: bool(),
      calculateShipping: bool(),
      calculateAdditionalFees: bool(),
    }),
    result: CartEstimate,
    required: ["id"],
    effect: "read",
    summary: "Estimate the totals of a cart",
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/v1/carts/{id}",
    public: "/ecom/v1/carts/{id}",
    input: obj({ id }),
    result: obj({}),
    required: ["id"],
    role: "visitor",
    summary: "Delete a cart",
  }),
  removeBusinessLocation: endpoint({
    method: "POST",
    path: "/v1/carts/{id}/remove-business-location",
    public: "/ecom/v1/carts/{id}/remove-business-location",
    input: obj({ id }),
    result: cart,
    required: ["id"],
    role: "visitor",
    effect: "delete",
    summary: "Remove the business location from a cart",
  }),
};
