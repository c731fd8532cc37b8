import { endpoint, service } from "../../endpoint.ts";
import { bool, date, enumOf, fieldMask, json, list, num, obj, readonly, text } from "../../models/fields.ts";
import { Image } from "../../models/values.ts";
import type { WireOf } from "../../schema.ts";

const policy = { visible: bool(), content: text() };
const fill = () => obj({ color: text(), image: Image }, { oneOf: [["color", "image"]] });

/** The fields, policies and appearance of the checkout page. */
export const CheckoutSettings = obj({
  checkoutPolicies: obj({
    termsAndConditions: obj(policy),
    privacyPolicy: obj(policy),
    returnPolicy: obj(policy),
    digitalItemPolicy: obj(policy),
    contactUs: obj(policy),
    customPolicy: obj({ ...policy, title: text() }),
  }),
  checkoutFields: obj({
    subscriptionCheckbox: obj({ visible: bool(), checkedByDefault: bool(), splitByChannel: bool() }),
    policyAgreementCheckbox: obj({ visible: bool(), checkedByDefault: bool() }),
    giftCardRedeemEnabled: bool(),
    mitEnabled: bool(),
    delayCaptureEnabled: bool(),
    captureBeforeExpiryEnabled: bool(),
  }),
  checkoutBrand: obj({
    header: obj({
      text: text({ maxLength: 55 }),
      textColor: text(),
      logo: obj({ size: enumOf("SMALL", "MEDIUM", "LARGE"), image: Image }),
      alignment: enumOf("SIDE", "CENTER"),
      displayCheckoutLabel: bool(),
      continueShopping: obj({ hidden: bool(), displayType: enumOf("TEXT", "ICON") }),
      backgroundFill: fill(),
      dividerColor: text(),
    }),
    mainSection: obj({
      formBackgroundFill: fill(),
      summaryBackgroundFill: fill(),
      dividerColor: text(),
      tintedBoxColor: text(),
      expressButtonsCornerRadius: enumOf("RECTANGLE", "PILL"),
      cornerRadius: num({ max: 100 }),
    }),
    footer: obj({ backgroundFill: fill(), dividerColor: text() }),
    global: obj({ selectionColor: text(), placeOrderButtonColor: text(), buttonColor: text() }),
  }),
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
  checkoutBillingFields: enumOf("All_FIELDS", "MINIMUM_REQUIRED_FIELDS"),
});
export interface CheckoutSettings extends WireOf<typeof CheckoutSettings> {}

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
export interface EcommerceSettings extends WireOf<typeof EcommerceSettings> {}

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

/** The order settings: when stock is reduced, and whether invoices are created. */
export const OrdersSettings = obj({
  inventoryUpdateTrigger: enumOf("ON_ORDER_PAID", "ON_ORDER_PLACED"),
  createInvoice: bool(),
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
  autoGenerateInvoiceOnPaidOrder: bool(),
});
export interface OrdersSettings extends WireOf<typeof OrdersSettings> {}

/** The order settings of a shop. */
export const ordersSettings = service("ordersSettings", {
  get: endpoint("GET /ecom/v1/orders-settings", {
    input: obj({}),
    result: obj({ ordersSettings: OrdersSettings }),
    role: "admin",
    summary: "Get the order settings",
  }),
  update: endpoint("PATCH /ecom/v1/orders-settings", {
    input: obj({ ordersSettings: OrdersSettings, fieldMask: fieldMask() }),
    result: obj({ ordersSettings: OrdersSettings }),
    required: ["ordersSettings"],
    summary: "Update the order settings",
  }),
});

/** Name, language, currency and address of the business. */
const SiteProperties = obj({
  language: text(),
  locale: obj({ languageCode: text(), country: text() }),
  paymentCurrency: text({ format: "CURRENCY" }),
  timeZone: text(),
  email: text({ format: "EMAIL" }),
  phone: text(),
  siteDisplayName: text(),
  businessName: text(),
  description: text(),
  address: obj({
    street: text(),
    city: text(),
    country: text(),
    state: text(),
    zip: text(),
    isPhysical: bool(),
  }),
  categories: obj({ primary: text(), secondary: list(text()) }),
  businessSchedule: json(),
  multilingual: obj({
    supportedLanguages: list(
      obj({
        languageCode: text(),
        locale: obj({ languageCode: text(), country: text() }),
        isPrimary: bool(),
      }),
    ),
    autoRedirect: bool(),
  }),
  consentPolicy: json(),
});

/** What a site says about its business. */
export const siteProperties = service("siteProperties", {
  get: endpoint("GET /site-properties/v4/properties", {
    input: obj({ fields: list(text()) }),
    result: obj({ version: text(), properties: SiteProperties }, { always: ["properties"] }),
    summary: "Get name, language, currency, time zone and address of the business",
  }),
});
