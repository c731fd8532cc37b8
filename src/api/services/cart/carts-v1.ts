import { endpoint, service } from "../../endpoint.ts";
import { bool, draft, fieldMask, guid, list, num, obj, text } from "../../models/fields.ts";
import { Address } from "../../models/values.ts";
import { MerchantDiscount } from "../discounts/discounts.ts";
import { SelectedShippingOption } from "../shipping/models.ts";
import {
  AddedLineItem,
  Cart,
  CartEstimate,
  ChannelType,
  CustomLineItem,
  LineItem,
  SelectedMemberships,
} from "./models.ts";

const cart = obj({ cart: Cart }, { always: ["cart"] });
const id = guid();

/** Carts v1 by id, which the platform removes on 2027-02-01. */
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
    once: true,
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

const ids = () => list(guid(), { minSize: 1, maxSize: 100 });

/** The cart v1 of the current visitor or member, which the platform removes on 2027-02-01. */
export const currentCart = service("currentCart", {
  get: endpoint("GET /ecom/v1/carts/current", {
    input: obj({}),
    result: cart,
    summary: "Get the current cart",
  }),
  update: endpoint("PATCH /ecom/v1/carts/current", {
    input: obj({
      cartInfo: draft(Cart),
      couponCode: text(),
      // Sent by older clients.
      merchantDiscounts: list(MerchantDiscount),
      lineItems: list(LineItem, { maxSize: 300 }),
      customLineItems: list(CustomLineItem, { maxSize: 300 }),
      cartFieldmask: fieldMask(),
    }),
    result: cart,
    role: "visitor",
    summary: "Update fields or the coupon of the current cart",
  }),
  remove: endpoint("DELETE /ecom/v1/carts/current", {
    input: obj({}),
    result: obj({}),
    role: "visitor",
    summary: "Delete the current cart",
  }),
  addToCart: endpoint("POST /ecom/v1/carts/current/add-to-cart", {
    once: true,
    input: obj({
      lineItems: list(AddedLineItem, { maxSize: 100 }),
      customLineItems: list(CustomLineItem, { maxSize: 100 }),
      businessLocationId: guid(),
    }),
    result: cart,
    role: "visitor",
    summary: "Add items to the current cart, or create the cart",
  }),
  removeLineItems: endpoint("POST /ecom/v1/carts/current/remove-line-items", {
    input: obj({ lineItemIds: ids() }),
    result: cart,
    required: ["lineItemIds"],
    role: "visitor",
    effect: "delete",
    summary: "Remove items from the current cart",
  }),
  createCheckout: endpoint("POST /ecom/v1/carts/current/create-checkout", {
    input: obj({
      channelType: ChannelType,
      shippingAddress: Address,
      billingAddress: Address,
      selectedShippingOption: SelectedShippingOption,
      email: text({ format: "EMAIL" }),
    }),
    result: obj({ checkoutId: text() }),
    role: "visitor",
    summary: "Create a checkout from the current cart",
  }),
  removeCoupon: endpoint("POST /ecom/v1/carts/current/remove-coupon", {
    input: obj({}),
    result: cart,
    role: "visitor",
    effect: "delete",
    summary: "Remove the coupon from the current cart",
  }),
  updateLineItemsQuantity: endpoint("POST /ecom/v1/carts/current/update-line-items-quantity", {
    input: obj({
      lineItems: list(obj({ id: guid(), quantity: num({ min: 1, max: 100000 }) }), {
        minSize: 1,
        maxSize: 100,
      }),
    }),
    result: cart,
    required: ["lineItems"],
    role: "visitor",
    effect: "set",
    summary: "Update item quantities in the current cart",
  }),
  estimateTotals: endpoint("POST /ecom/v1/carts/current/estimate-totals", {
    input: obj({
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
    summary: "Estimate the totals of the current cart",
  }),
});
