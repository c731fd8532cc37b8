import type { Handlers } from "../../api/endpoint.ts";
import type { checkoutTemplates as endpoints } from "../../api/endpoints/checkout-templates.ts";
import { CheckoutTemplate } from "../../api/models/checkout-template.ts";
import { regularCalls } from "../crud/regular.ts";
import { checkoutTemplateKind as kind } from "../selling/kinds.ts";
import { Refusal, type Tx } from "../tx.ts";

const fields = ["id", "status"];

/** Prepared checkouts. */
export const checkoutTemplates: Omit<
  Handlers<typeof endpoints, Tx>,
  "createCheckout" | "createAndRedirect"
> = regularCalls({
  kind,
  one: "checkoutTemplate",
  many: "checkoutTemplates",
  model: CheckoutTemplate,
  fields: { filterable: fields, sortable: fields },
  unrevised: true,
  settle(_tx, given, before) {
    if (!given.lineItems?.length && !given.customLineItems?.length) {
      const code = before
        ? "CANNOT_UPDATE_CHECKOUT_TEMPLATE_WITH_EMPTY_ITEMS"
        : "CANNOT_CREATE_CHECKOUT_TEMPLATE_WITHOUT_ITEMS";
      throw new Refusal(400, code, "A checkout template needs at least one item");
    }
    return { ...given, status: given.status ?? "ACTIVE" };
  },
});
