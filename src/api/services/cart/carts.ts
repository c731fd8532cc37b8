import { endpoint, service } from "../../endpoint.ts";
import { Address } from "../../models/address.ts";
import { bool, draft, fieldMask, guid, list, num, obj, text } from "../../models/fields.ts";
import { SelectedShippingOption } from "../shipping/models/shipping.ts";
import { Cart, ChannelType } from "./models/cart.ts";
import { CartEstimate } from "./models/cart-estimate.ts";
import { AddedLineItem, CustomLineItem, LineItem } from "./models/line-item.ts";
import { SelectedMemberships } from "./models/membership.ts";

const cart = obj({ cart: Cart }, { always: ["cart"] });
const id = guid();

/** Carts v1 by id. */
export const carts = service("carts", {
  create: endpoint("POST /ecom/v1/carts", {
    input: obj({
      cartInfo: draft(Cart),
      couponCode: text(),
      lineItems: list(AddedLineItem, { maxSize: 300 }),
      customLineItems: list(CustomLineItem, { maxSize: 300 }),
    }),
    result: cart,
    role: "visitor",
    summary: "Create a cart",
  }),
  update: endpoint("PATCH /ecom/v1/carts/{cartInfo.id}", {
    input: obj({
      cartInfo: draft(Cart),
      couponCode: text(),
      lineItems: list(LineItem, { maxSize: 300 }),
      customLineItems: list(CustomLineItem, { maxSize: 300 }),
      cartFieldmask: fieldMask(),
    }),
    result: cart,
    role: "visitor",
    summary: "Update fields or the coupon of a cart",
  }),
  get: endpoint("GET /ecom/v1/carts/{id}", {
    input: obj({ id, refreshOverride: bool() }),
    result: cart,
    summary: "Get a cart by ID",
  }),
  getByCheckoutId: endpoint("GET /ecom/v1/carts/by-checkout-id/{id}", {
    input: obj({ id }),
    result: cart,
    summary: "Get the cart of a checkout",
  }),
  addToCart: endpoint("POST /ecom/v1/carts/{id}/add-to-cart", {
    input: obj({
      id,
      lineItems: list(AddedLineItem, { maxSize: 100 }),
      customLineItems: list(CustomLineItem, { maxSize: 100 }),
      businessLocationId: guid(),
    }),
    result: cart,
    role: "visitor",
    summary: "Add items to a cart",
  }),
  removeLineItems: endpoint("POST /ecom/v1/carts/{id}/remove-line-items", {
    input: obj({ id, lineItemIds: list(guid(), { minSize: 1, maxSize: 100 }) }),
    result: cart,
    required: ["id", "lineItemIds"],
    role: "visitor",
    effect: "delete",
    summary: "Remove items from a cart",
  }),
  createCheckout: endpoint("POST /ecom/v1/carts/{id}/create-checkout", {
    input: obj({
      id,
      channelType: ChannelType,
      shippingAddress: Address,
      billingAddress: Address,
      selectedShippingOption: SelectedShippingOption,
      email: text({ format: "EMAIL" }),
    }),
    result: obj({ checkoutId: text() }),
    role: "visitor",
    summary: "Create a checkout from a cart, or update its checkout",
  }),
  removeCoupon: endpoint("POST /ecom/v1/carts/{id}/remove-coupon", {
    input: obj({ id }),
    result: cart,
    role: "visitor",
    effect: "delete",
    summary: "Remove the coupon from a cart",
  }),
  updateLineItemsQuantity: endpoint("POST /ecom/v1/carts/{id}/update-line-items-quantity", {
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
  estimateTotals: endpoint("POST /ecom/v1/carts/{id}/estimate-totals", {
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
    effect: "read",
    summary: "Estimate the totals of a cart",
  }),
  remove: endpoint("DELETE /ecom/v1/carts/{id}", {
    input: obj({ id }),
    result: obj({}),
    role: "visitor",
    summary: "Delete a cart",
  }),
  removeBusinessLocation: endpoint("POST /ecom/v1/carts/{id}/remove-business-location", {
    input: obj({ id }),
    result: cart,
    role: "visitor",
    effect: "delete",
    summary: "Remove the business location from a cart",
  }),
});
