import { sampleSet } from "./sample-set.ts";

const shop = "215238eb-22a5-4c36-9e7b-e7c08025e04e";
const address = { country: "US", subdivision: "US-NY", city: "New York", postalCode: "10001" };
const engraving = {
  name: { original: "Engraving" },
  quantityInfo: { requestedQuantity: 1 },
  pricing: { price: { amount: "4.50" } },
  attributes: { itemType: { preset: "SERVICE" } },
};
const forms = [{ id: "aaaaaaaa-0000-4000-8000-000000000001" }];
const oneMore = (lineItemId: string | undefined) => [{ lineItemId, quantity: { newQuantity: 3 } }];

/** Cart v2: the visitor's current cart and a cart without an owner, both delivered to New York. */
export const cartV2 = sampleSet({
  async prepare(ask) {
    const filter = { slug: "stoneware-mug" };
    const { products } = await ask("products.query", { query: { filter } });
    const mug = { appId: shop, catalogItemId: products[0].id, options: { options: { Colour: "Oat" } } };
    const options = {
      catalogItems: [{ catalogReference: mug, quantity: 2 }],
      customItems: [engraving],
      coupons: [{ code: "WELCOME10" }],
      giftCards: [{ code: "TILLGIFT50" }],
      cart: { deliveryInfo: { address } },
    };
    const { cart: current } = await ask("currentCartV2.create", options, "visitor");
    const { cart: other } = await ask("cartsV2.create", options);
    const bare = { catalogItems: options.catalogItems, cart: { deliveryInfo: { address } } };
    const { cart: plain } = await ask("cartsV2.create", bare);
    const ids = (one: typeof current) => one.lineItems.map((line: { id: string }) => line.id);
    const { shippingOptions } = await ask("shippingOptions.query", { query: {} });
    const standard = shippingOptions.find(({ title }: { title: string }) => title === "Standard");
    return {
      mug,
      line: ids(current)[0],
      otherLine: ids(other)[0],
      other: other.id,
      plain: plain.id,
      couponId: current.coupons[0].id,
      giftCardId: current.paymentInfo.giftCards[0].id,
      code: standard.id,
    };
  },
  samples: {
    "currentCartV2.create": ({ mug }) => ({ catalogItems: [{ catalogReference: mug, quantity: 1 }] }),
    "currentCartV2.get": () => ({}),
    "currentCartV2.update": () => ({
      cart: { note: "Ring twice", customerInfo: { firstName: "Ada", email: "ada@example.com" } },
    }),
    "currentCartV2.remove": () => ({}),
    "currentCartV2.refresh": () => ({}),
    "currentCartV2.calculate": () => ({ refreshCart: true }),
    "currentCartV2.estimate": () => ({ calculateTax: true, validationConfig: "CHECKOUT_VALIDATIONS" }),
    "currentCartV2.addLineItems": () => ({ customItems: [engraving] }),
    "currentCartV2.removeLineItems": ({ line }) => ({ lineItemIds: [line] }),
    "currentCartV2.updateLineItems": ({ line }) => ({ lineItems: oneMore(line) }),
    "currentCartV2.removeCoupon": ({ couponId }) => ({ couponId }),
    "currentCartV2.setDeliveryMethod": ({ code }) => ({ deliveryMethod: { code } }),
    "currentCartV2.removeDeliveryMethod": () => ({}),
    "currentCartV2.removeGiftCard": ({ giftCardId }) => ({ giftCardId }),
    "currentCartV2.updateFormSubmissions": () => ({ formSubmissions: forms }),
    "cartsV2.create": ({ mug }) => ({ catalogItems: [{ catalogReference: mug, quantity: 1 }] }),
    "cartsV2.get": ({ other }) => ({ cartId: other }),
    "cartsV2.update": ({ other }) => ({ cart: { id: other, note: "A gift" } }),
    "cartsV2.remove": ({ other }) => ({ cartId: other }),
    "cartsV2.refresh": ({ other }) => ({ cartId: other }),
    "cartsV2.calculate": ({ other }) => ({ cartId: other }),
    "cartsV2.estimate": ({ other }) => ({ cartId: other, calculateDelivery: false }),
    "cartsV2.checkoutUrl": ({ other }) => ({ cartId: other }),
    "cartsV2.placeOrder": ({ other }) => ({ cartId: other }),
    "cartsV2.markAsCompleted": ({ other }) => ({ cartId: other }),
    "cartsV2.asyncCompletion": ({ other }) => ({
      token: Buffer.from(JSON.stringify({ checkoutId: other })).toString("base64url"),
    }),
    "cartsV2.addLineItems": ({ other, mug }) => ({
      cartId: other,
      catalogItems: [{ catalogReference: mug, quantity: 1 }],
    }),
    "cartsV2.removeLineItems": ({ other, otherLine }) => ({ cartId: other, lineItemIds: [otherLine] }),
    "cartsV2.updateLineItems": ({ other, otherLine }) => ({ cartId: other, lineItems: oneMore(otherLine) }),
    "cartsV2.addCoupon": ({ plain }) => ({ cartId: plain, coupon: { code: "WELCOME10" } }),
    "cartsV2.removeCoupon": ({ other, couponId }) => ({ cartId: other, couponId }),
    "cartsV2.setDeliveryMethod": ({ other, code }) => ({ cartId: other, deliveryMethod: { code } }),
    "cartsV2.removeDeliveryMethod": ({ other }) => ({ cartId: other }),
    "cartsV2.addGiftCard": ({ plain }) => ({ cartId: plain, giftCard: { code: "TILLGIFT50" } }),
    "cartsV2.removeGiftCard": ({ other, giftCardId }) => ({ cartId: other, giftCardId }),
    "cartsV2.updateFormSubmissions": ({ other }) => ({ cartId: other, formSubmissions: forms }),
  },
});

/** A current cart without codes. */
export const cartV2Codes = sampleSet({
  async prepare(ask) {
    await ask("currentCartV2.create", { customItems: [engraving] }, "visitor");
    return {};
  },
  samples: {
    "currentCartV2.addCoupon": () => ({ coupon: { code: "WELCOME10" } }),
    "currentCartV2.addGiftCard": () => ({ giftCard: { code: "TILLGIFT50" } }),
  },
});
