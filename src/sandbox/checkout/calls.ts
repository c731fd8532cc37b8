import type { Handlers } from "../../api/endpoint.ts";
import {
  type checkoutContent as contentEndpoints,
  checkoutTemplates as templateEndpoints,
} from "../../api/services/checkout.ts";
import { storeApps } from "../cart/index.ts";
import { bulkResponse, forEachItem } from "../kernel/bulk.ts";
import { entityOf } from "../kernel/entities.ts";
import { emitDomainEvent } from "../kernel/outbox.ts";
import { type RegularResource, regularActions, regularHandlers } from "../kernel/regular.ts";
import { PlatformError, type StoreTx, type Tx } from "../kernel/tx.ts";
import { blankCheckout, changedCheckout } from "./change.ts";
import {
  checkoutTemplateKind,
  checkoutUrl,
  insertCheckout,
  type StoredCheckoutTemplate,
} from "./checkouts.ts";

const templateResource: RegularResource<StoredCheckoutTemplate, typeof templateEndpoints> = {
  kind: checkoutTemplateKind,
  calls: templateEndpoints,
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
const templateActions = regularActions(templateResource);

/** Handlers of checkout templates and of checkouts created from them. */
export const checkoutTemplates: Handlers<typeof templateEndpoints, StoreTx> = {
  ...regularHandlers(templateResource),
  bulkCreate(tx, { checkoutTemplates, returnEntity }) {
    const results = forEachItem(tx, checkoutTemplates, (template) => templateActions.create(tx, template));
    return bulkResponse(results, "item", returnEntity ? (template) => template : undefined);
  },
  createCheckout(tx, { checkoutTemplateId }) {
    const { id, purchaseFlowId, url } = startTemplate(tx, checkoutTemplateId);
    return { checkoutId: id, checkoutUrl: url, purchaseFlowId };
  },
  createAndRedirect: (tx, { checkoutTemplateId }) => ({
    body: "",
    statusCode: 302,
    headers: [{ key: "Location", value: startTemplate(tx, checkoutTemplateId).url }],
  }),
};

function startTemplate(tx: StoreTx, templateId: string) {
  const template = entityOf(tx, checkoutTemplateKind, templateId);
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
  emitDomainEvent(tx, checkoutTemplateKind.fqdn, "used", template.id, { actionEvent: { body } });
  return { id: checkout.id, purchaseFlowId: checkout.purchaseFlowId, url: checkoutUrl(tx, checkout) };
}

/** The texts of the sandbox's checkout page, in English. The store app has one component, with any ID. */
export const checkoutContent: Handlers<typeof contentEndpoints, Tx> = {
  get(_, { appId, languageCode }) {
    if (!storeApps.includes(appId))
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
