import type { Handlers } from "../../../api/endpoint.ts";
import {
  CheckoutTemplate,
  type checkoutTemplates as endpoints,
} from "../../../api/services/checkout/checkout-templates.ts";
import { bulkResponse, forEachItem } from "../../kernel/documents/bulk.ts";
import { entityOf } from "../../kernel/documents/entities.ts";
import { type RegularResource, regularActions, regularHandlers } from "../../kernel/documents/regular.ts";
import { emitDomainEvent } from "../../kernel/domain-events.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { PlatformError } from "../../kernel/tx.ts";
import { changedCheckout } from "../../services/checkout/change.ts";
import { checkoutUrl, insertCheckout } from "../../services/checkout/checkouts.ts";
import { blankCheckout } from "../../services/checkout/create.ts";
import {
  checkoutTemplateKind as kind,
  type StoredCheckoutTemplate,
} from "../../services/checkout/templates.ts";

const fields = ["id", "status"];

const resource: RegularResource<StoredCheckoutTemplate, "checkoutTemplate", "checkoutTemplates"> = {
  kind,
  one: "checkoutTemplate",
  many: "checkoutTemplates",
  model: CheckoutTemplate,
  fields: { filterable: fields, sortable: fields },
  withoutRevision: true,
  complete(_tx, given, before) {
    if (!given.lineItems?.length && !given.customLineItems?.length) {
      const code = before
        ? "CANNOT_UPDATE_CHECKOUT_TEMPLATE_WITH_EMPTY_ITEMS"
        : "CANNOT_CREATE_CHECKOUT_TEMPLATE_WITHOUT_ITEMS";
      throw new PlatformError(400, code, "A checkout template needs at least one item");
    }
    return { ...given, status: given.status ?? "ACTIVE" };
  },
};
const actions = regularActions(resource);

/** Handlers of checkout templates and of checkouts created from them. */
export const checkoutTemplates: Handlers<typeof endpoints, StoreTx> = {
  ...regularHandlers(resource),
  bulkCreate(tx, { checkoutTemplates, returnEntity }) {
    const results = forEachItem(tx, checkoutTemplates ?? [], (template) => actions.create(tx, template));
    return bulkResponse(results, "item", returnEntity ? (template) => template : undefined);
  },
  createCheckout(tx, { checkoutTemplateId }) {
    const { id, purchaseFlowId, url } = start(tx, checkoutTemplateId);
    return { checkoutId: id, checkoutUrl: url, purchaseFlowId };
  },
  createAndRedirect: (tx, { checkoutTemplateId }) => ({
    body: "",
    statusCode: 302,
    headers: [{ key: "Location", value: start(tx, checkoutTemplateId).url }],
  }),
};

function start(tx: StoreTx, templateId: string | null | undefined) {
  const template = entityOf(tx, kind, templateId ?? "");
  if (template.status !== "ACTIVE") {
    const message = "This checkout template is inactive";
    throw new PlatformError(428, "CANNOT_CREATE_CHECKOUT_FROM_INACTIVE_TEMPLATE", message, {
      id: template.id,
    });
  }
  const { lineItems, customLineItems, couponCode } = template;
  const blank = blankCheckout(tx, { channelType: "WEB" });
  const priced = changedCheckout(tx, blank, { lineItems, customLineItems, couponCode });
  const { checkout } = insertCheckout(tx, priced);
  const body = { checkoutTemplateId: template.id, checkoutId: checkout.id };
  emitDomainEvent(tx, kind.fqdn, "used", template.id, { actionEvent: { body } });
  return { id: checkout.id, purchaseFlowId: checkout.purchaseFlowId, url: checkoutUrl(tx, checkout) };
}
