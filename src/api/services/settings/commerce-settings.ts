import type * as z from "zod/mini";
import { endpoint, service } from "../../endpoint.ts";
import { bool, enumOf, json, list, obj } from "../../models/fields.ts";
import { CheckoutSettings } from "./models/checkout-settings.ts";

const settings = obj({ checkoutSettings: CheckoutSettings });

/** The settings of the checkout page. */
export const checkoutSettings = service("checkoutSettings", {
  get: endpoint("GET /ecom/v1/checkout-settings", {
    input: obj({}),
    result: settings,
    role: "admin",
    summary: "Get the checkout settings",
  }),
  update: endpoint("PATCH /ecom/v1/checkout-settings", {
    input: settings,
    result: settings,
    required: ["checkoutSettings"],
    summary: "Update the checkout settings",
  }),
});

/** The parts of the settings. */
const Part = enumOf(
  "ADDITIONAL_FEES_SERVICE_PLUGIN",
  "VALIDATIONS_SERVICE_PLUGIN",
  "TAX",
  "DISCOUNT_RULES",
  "CHECKOUT",
  "DELIVERY",
  "PREMIUM_SITE",
  "BUSINESS_INFO",
  "PURCHASE_RECOMMENDATIONS_SERVICE_PLUGIN",
);
/** The commerce features of a site. Parts that the sandbox does not have are free-form. */
export const EcommerceSettings = obj({
  additionalFeesServicePlugin: json(),
  validationsServicePlugin: json(),
  purchaseRecommendationsServicePlugin: json(),
  tax: obj({ configured: bool(), taxIncludedInItemPrices: bool() }),
  discountRules: obj({ active: bool() }),
  checkout: CheckoutSettings,
  delivery: json(),
  premiumSite: bool(),
  businessInfo: json(),
});
export interface EcommerceSettings extends z.input<typeof EcommerceSettings> {}

/** The commerce features of a site. */
export const ecommerceSettings = service("ecommerceSettings", {
  get: endpoint("GET /_api/ecommerce-settings/v1/ecommerce-settings", {
    input: obj({ fields: list(Part, { minSize: 1, maxSize: 25 }) }),
    result: obj({ ecommerceSettings: EcommerceSettings, errors: list(obj({ requestedField: Part })) }),
    required: ["fields"],
    role: "admin",
    summary: "Show which commerce features the site has set up",
  }),
});
