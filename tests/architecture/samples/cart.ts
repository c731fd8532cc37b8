import { sampleSet } from "./sample-set.ts";

const shop = "215238eb-22a5-4c36-9e7b-e7c08025e04e";
const address = { country: "US", subdivision: "US-NY", city: "New York", postalCode: "10001" };
const engraving = {
  productName: { original: "Engraving" },
  price: "4.50",
  quantity: 1,
  itemType: { preset: "SERVICE" },
};

/** Cart v1: the visitor's current cart with two mugs and an engraving, and a cart without an owner. */
export const cart = sampleSet({
  async prepare(ask) {
    const filter = { slug: "stoneware-mug" };
    const { products } = await ask("products.query", { query: { filter } });
    const mug = {
      appId: shop,
      catalogItemId: products[0].id,
      options: { options: { Colour: "Oat" } },
    };
    const items = { lineItems: [{ catalogReference: mug, quantity: 2 }], customLineItems: [engraving] };
    const { cart: current } = await ask("currentCart.addToCart", items, "visitor");
    await ask("currentCart.update", { couponCode: "WELCOME10" }, "visitor");
    const { cart: other } = await ask("carts.create", { ...items, cartInfo: {}, couponCode: "WELCOME10" });
    const { checkoutId } = await ask("carts.createCheckout", { id: other.id, channelType: "WEB" });
    const ids = (one: typeof current) => one.lineItems.map((line: { id: string }) => line.id);
    return { mug, current: ids(current), other: other.id, lines: ids(other), checkoutId };
  },
  samples: {
    "currentCart.get": () => ({}),
    "currentCart.update": () => ({
      cartInfo: {
        buyerNote: "Ring twice",
        contactInfo: { address: { ...address, geocode: { latitude: 40.7, longitude: -74 } } },
      },
    }),
    "currentCart.remove": () => ({}),
    "currentCart.addToCart": ({ mug }) => ({ lineItems: [{ catalogReference: mug, quantity: 1 }] }),
    "currentCart.removeLineItems": ({ current: [line] }) => ({ lineItemIds: [line] }),
    "currentCart.createCheckout": () => ({
      channelType: "WEB",
      shippingAddress: address,
      email: "ada@example.com",
    }),
    "currentCart.removeCoupon": () => ({}),
    "currentCart.updateLineItemsQuantity": ({ current: [id] }) => ({ lineItems: [{ id, quantity: 3 }] }),
    "currentCart.estimateTotals": () => ({ shippingAddress: address, calculateTax: true }),
    "carts.create": ({ mug }) => ({
      cartInfo: { buyerNote: "A gift" },
      lineItems: [{ catalogReference: mug, quantity: 1 }],
    }),
    "carts.update": ({ other }) => ({ cartInfo: { id: other, buyerNote: "A gift" } }),
    "carts.get": ({ other }) => ({ id: other }),
    "carts.getByCheckoutId": ({ checkoutId }) => ({ id: checkoutId }),
    "carts.addToCart": ({ other }) => ({ id: other, customLineItems: [engraving] }),
    "carts.removeLineItems": ({ other, lines: [line] }) => ({ id: other, lineItemIds: [line] }),
    "carts.createCheckout": ({ other }) => ({ id: other, channelType: "WEB", billingAddress: address }),
    "carts.removeCoupon": ({ other }) => ({ id: other }),
    "carts.updateLineItemsQuantity": ({ other, lines: [id] }) => ({
      id: other,
      lineItems: [{ id, quantity: 5 }],
    }),
    "carts.estimateTotals": ({ other }) => ({ id: other, shippingAddress: address, calculateTax: false }),
    "carts.remove": ({ other }) => ({ id: other }),
    "carts.removeBusinessLocation": ({ other }) => ({ id: other }),
    "totals.calculate": ({ mug }) => ({
      lineItems: [{ id: "1", quantity: 2, price: "24", productName: "Mug", catalogReference: mug }],
      couponCode: "WELCOME10",
      giftCardCode: "TILLGIFT50",
      shippingAddress: address,
      additionalFees: [{ code: "wrap", name: "Gift wrap", price: "3" }],
    }),
  },
});
