import type { Handlers } from "../../../api/endpoint.ts";
import type { checkoutContent as endpoints } from "../../../api/services/checkout/checkout-templates.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import { storeApps } from "../../services/cart/index.ts";

/** The texts of the sandbox's checkout page, in English. The store app has one component, with any ID. */
export const checkoutContent: Handlers<typeof endpoints, Tx> = {
  get(_, { appId, languageCode }) {
    if (!storeApps.includes(appId ?? ""))
      throw new PlatformError(404, "REQUIRED_APP_NOT_INSTALLED", `The app ${appId} is not installed`, {
        appId,
      });
    if (languageCode && !/^en\b/i.test(languageCode)) {
      const message = `There are no texts in the language "${languageCode}", only in English`;
      throw new PlatformError(404, "TRANSLATIONS_NOT_FOUND", message, { languageCode });
    }
    return {
      checkoutContent: {
        continueShoppingLink: "Continue Browsing",
        orderSummary: "Order summary",
        customerDetails: "Customer details",
        reviewAndPlaceOrder: "Review & place order",
        placeOrderButton: "Place Order",
        placeOrderPayButton: "Place Order & Pay",
      },
    };
  },
};
