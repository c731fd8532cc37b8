import { endpoint, service } from "../../endpoint.ts";
import { bulkResults } from "../../models/errors.ts";
import { bool, enumOf, guid, list, num, obj, readonly, text } from "../../models/fields.ts";
import type { WireOf } from "../../schema.ts";
import { CustomLineItem, lineItemShape } from "../cart/models.ts";
import { genericEndpoints } from "../generic.ts";

/** An item of a template; those of its checkouts have ids. */
const TemplateLineItem = obj(lineItemShape, { required: ["catalogReference"] });
export interface TemplateLineItem extends WireOf<typeof TemplateLineItem> {}

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

/** A prepared checkout that a URL can start any number of times. */
export const CheckoutTemplate = obj({
  id: readonly(guid()),
  status: enumOf("ACTIVE", "INACTIVE"),
  customization: obj({
    webClient: obj({ disabledContinueShoppingButton: bool(), disabledPolicyAgreementCheckbox: bool() }),
    lockedGiftCard: bool(),
    lockedCoupon: bool(),
    disabledManualPayment: bool(),
  }),
  lineItems: list(TemplateLineItem, { maxSize: 300 }),
  customLineItems: list(CustomLineItem, { maxSize: 300 }),
  couponCode: text(),
  customContentReference: obj({ appId: guid(), componentId: guid() }),
  externalReference: obj({ appId: guid(), resourceId: text({ minLength: 1, maxLength: 100 }) }),
});
export interface CheckoutTemplate extends WireOf<typeof CheckoutTemplate> {}

/** A redirect response for a browser. */
export const RedirectResult = obj({
  body: text(),
  statusCode: num(),
  headers: list(obj({ key: text(), value: text() })),
});

const used = obj({ checkoutTemplateId: guid(), siteId: guid() });

/** Checkout templates: prepared checkouts that a URL starts, for example from a button on another site. */
export const checkoutTemplates = service("checkoutTemplates", {
  ...genericEndpoints({
    name: ["checkout template", "checkout templates"],
    entityKey: "checkoutTemplate",
    listKey: "checkoutTemplates",
    model: CheckoutTemplate,
    path: "/ecom/v1/checkout-templates",
    unrevised: true,
  }),
  bulkCreate: endpoint("POST /v1/bulk/checkout-templates/create", {
    input: obj({
      checkoutTemplates: list(CheckoutTemplate, { minSize: 1, maxSize: 100 }),
      returnEntity: bool(),
    }),
    result: bulkResults("item", CheckoutTemplate),
    required: ["checkoutTemplates"],
    summary: "Create up to 100 checkout templates (sandbox only)",
  }),
  createCheckout: endpoint(
    "POST /ecom/v1/checkout-templates/{checkoutTemplateId}/create-checkout-from-template",
    {
      input: used,
      result: obj({ checkoutId: guid(), checkoutUrl: text(), purchaseFlowId: guid() }),
      required: ["checkoutTemplateId", "siteId"],
      role: "visitor",
      summary: "Create a checkout from a template",
    },
  ),
  createAndRedirect: endpoint(
    "GET /ecom/v1/checkout-templates/{checkoutTemplateId}/create-and-redirect-to-checkout",
    {
      input: used,
      result: RedirectResult,
      required: ["checkoutTemplateId", "siteId"],
      role: "visitor",
      effect: "add",
      summary: "Create a checkout from a template and redirect to it",
    },
  ),
});
