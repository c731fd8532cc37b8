import { endpoint, service } from "../../endpoint.ts";
import { guid, obj, readonly, text } from "../../models/fields.ts";

const label = (maxLength: number) => readonly(text({ minLength: 1, maxLength }));

/** The texts of the checkout page that an app provides. */
export const checkoutContent = service("checkoutContent", {
  get: endpoint("GET /ecom/v1/checkout-content/{appId}/{componentId}", {
    input: obj({ appId: guid(), componentId: guid(), languageCode: text({ minLength: 1, maxLength: 20 }) }),
    result: obj({
      checkoutContent: obj({
        continueShoppingLink: label(30),
        orderSummary: label(30),
        customerDetails: label(30),
        reviewAndPlaceOrder: label(50),
        placeOrderButton: label(50),
        placeOrderPayButton: label(50),
      }),
    }),
    summary: "Get the texts of the checkout page",
  }),
});
