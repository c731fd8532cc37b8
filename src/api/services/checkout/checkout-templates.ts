import { endpoint, service } from "../../endpoint.ts";
import { bulkResults } from "../../models/bulk.ts";
import { bool, guid, list, obj, text } from "../../models/fields.ts";
import { genericEndpoints } from "../generic.ts";
import { CheckoutTemplate, RedirectResult } from "./models/checkout-template.ts";

const used = obj({ checkoutTemplateId: guid(), siteId: guid() });

/** Checkout templates: prepared checkouts that a URL starts, for example from a button on another site. */
export const checkoutTemplates = service("checkoutTemplates", {
  ...genericEndpoints({
    name: ["checkout template", "checkout templates"],
    one: "checkoutTemplate",
    many: "checkoutTemplates",
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
