import { sampleSet } from "./sample-set.ts";

const shop = "215238eb-22a5-4c36-9e7b-e7c08025e04e";
const address = { country: "US", subdivision: "US-NY", city: "New York", postalCode: "10001" };
const contactDetails = { firstName: "Ada", lastName: "Lind", phone: "+12025550123" };

/** A visitor's checkout with two mugs, an address, a coupon and a gift card. */
export const checkout = sampleSet({
  async prepare(ask) {
    const filter = { slug: "stoneware-mug" };
    const { products } = await ask("products.query", { query: { filter } });
    const mug = { appId: shop, catalogItemId: products[0].id, options: { options: { Colour: "Oat" } } };
    const lineItems = [{ catalogReference: mug, quantity: 2 }];
    const { cart } = await ask("currentCart.addToCart", { lineItems }, "visitor");
    const options = { channelType: "WEB", shippingAddress: address, email: "ada@example.com" };
    const { checkoutId: id } = await ask("currentCart.createCheckout", options, "visitor");
    const codes = { couponCode: "WELCOME10", giftCardCode: "TILLGIFT50", giftCardRedeemAmount: "5" };
    const { checkout: created } = await ask("checkouts.update", { checkout: { id }, ...codes }, "visitor");
    const token = Buffer.from(JSON.stringify({ checkoutId: id })).toString("base64url");
    return { mug, id, cartId: cart.id, line: created.lineItems[0].id, token };
  },
  samples: {
    "checkouts.create": ({ mug }) => ({
      channelType: "WEB",
      checkoutInfo: { shippingInfo: { shippingDestination: { address, contactDetails } } },
      lineItems: [{ catalogReference: mug, quantity: 1 }],
    }),
    "checkouts.get": ({ id }) => ({ id }),
    "checkouts.getByCartId": ({ cartId }) => ({ id: cartId }),
    "checkouts.getUrl": ({ id }) => ({ id }),
    "checkouts.getPlatformUrl": ({ id }) => ({ id }),
    "checkouts.update": ({ id }) => ({
      checkout: {
        id,
        buyerNote: "Leave it at the door",
        billingInfo: { address, contactDetails },
        customFields: [{ title: "Gift?", value: true }],
      },
      overrideCheckoutUrl: "https://shop.example/pay",
    }),
    "checkouts.removeCoupon": ({ id }) => ({ id }),
    "checkouts.removeGiftCard": ({ id }) => ({ id }),
    "checkouts.removeOverrideUrl": ({ id }) => ({ id }),
    "checkouts.addToCheckout": ({ id, mug }) => ({ id, lineItems: [{ catalogReference: mug, quantity: 1 }] }),
    "checkouts.removeLineItems": ({ id, line }) => ({ id, lineItemIds: [line] }),
    "checkouts.updateLineItemsQuantity": ({ id, line }) => ({ id, lineItems: [{ id: line, quantity: 3 }] }),
    "checkouts.createOrder": ({ id }) => ({ id }),
    "checkouts.createOrderAndCharge": ({ id }) => ({ id, paymentToken: "a-token", delayCapture: true }),
    "checkouts.markAsCompletedAndRedirect": ({ token }) => ({ token }),
    "checkouts.markAsCompleted": ({ id }) => ({ id }),
  },
});
