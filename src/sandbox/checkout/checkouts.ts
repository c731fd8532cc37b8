import { isDeepStrictEqual } from "node:util";
import type { Checkout, CheckoutLineItem, CheckoutTemplate } from "../../api/services/checkout.ts";
import { isGuid } from "../../kernel/ids.ts";
import { forgetCheckout, watchCheckout } from "../abandoned-checkouts/index.ts";
import {
  describeLine,
  type Estimate,
  estimate,
  type Purchase,
  pairLines,
  priceWriter,
  showEstimate,
  showTax,
  type WritePrice,
} from "../cart/index.ts";
import { type Entity, entityKind, type Kind, nextRevision, once } from "../kernel/entities.ts";
import { emitDomainEvent } from "../kernel/outbox.ts";
import { PlatformError, type StoreTx, type Table, type Tx } from "../kernel/tx.ts";

/** No call of the platform deletes a checkout. The topic `checkout_deleted` is emitted when the sandbox is told to. */
export const checkoutFqdn = "wix.ecom.v1.checkout";

/** A checkout with its price and its public view. Each is calculated on first use and at most once. */
export interface PricedCheckout {
  checkout: StoredCheckout;
  estimated(): Estimate;
  /** What calls return and domain events carry. */
  shown(): Checkout;
}

/** Prices a checkout on first use. Pass `estimated` if the price of the same purchase is known. */
export function pricedCheckout(
  tx: Tx,
  checkout: StoredCheckout,
  estimated = once(() => estimate(tx, checkout)),
): PricedCheckout {
  return { checkout, estimated, shown: once(() => showCheckout(tx, checkout, estimated())) };
}

/** Returns the checkout. Throws PlatformError 404 `CHECKOUT_NOT_FOUND`. */
export function checkoutOf(tx: Tx, id: string | null | undefined): StoredCheckout {
  const checkout = tx.get(checkouts, id ?? "");
  if (checkout) return checkout;
  throw new PlatformError(404, "CHECKOUT_NOT_FOUND", `There is no checkout ${id}`, { checkoutId: id });
}

/** Returns a checkout that can be changed. Throws PlatformError 409 `CHECKOUT_IS_COMPLETE` once it is completed. */
export function openCheckoutOf(tx: Tx, id: string | null | undefined): StoredCheckout {
  const checkout = checkoutOf(tx, id);
  if (!checkout.completed) return checkout;
  const became = checkout.orderId ? `; it became the order ${checkout.orderId}` : "";
  const data = { checkoutId: id, orderId: checkout.orderId };
  throw new PlatformError(409, "CHECKOUT_IS_COMPLETE", `The checkout ${id} is complete${became}`, data);
}

/** Stores a new checkout, emits its event, and starts to watch for its abandonment. */
export function insertCheckout(tx: StoreTx, priced: PricedCheckout): PricedCheckout {
  tx.put(checkouts, priced.checkout.id, priced.checkout);
  emitCheckout(tx, priced, "created");
  return priced;
}

/** Stores a changed checkout and emits its event. Does nothing if nothing changed. */
export function replaceCheckout(
  tx: StoreTx,
  before: StoredCheckout,
  { checkout: changed, estimated }: PricedCheckout,
): PricedCheckout {
  const next = JSON.parse(JSON.stringify(changed)) as StoredCheckout;
  if (isDeepStrictEqual(before, next)) return pricedCheckout(tx, before, estimated);
  const stored = nextRevision(tx, { ...next, revision: before.revision });
  const after = pricedCheckout(tx, stored, estimated);
  tx.put(checkouts, stored.id, stored);
  emitCheckout(tx, after, "updated");
  return after;
}

/** Deletes a checkout, as the platform does with old ones, and emits its event. */
export function removeCheckout(tx: StoreTx, { id }: Pick<StoredCheckout, "id">): void {
  tx.remove(checkouts, id);
  forgetCheckout(tx, id);
  emitDomainEvent(tx, checkoutFqdn, "deleted", id, { deletedEvent: {} });
}

/** Returns the URL of the payment page: the shop's own if there is one, else the sandbox's. */
export function checkoutUrl(tx: StoreTx, checkout: StoredCheckout): string {
  return checkout.overrideCheckoutUrl ?? hostedUrl(tx, checkout);
}

/** Returns the response that sends the browser to a checkout. */
export const redirectToCheckout = (tx: StoreTx, checkout: StoredCheckout) => ({
  body: "",
  statusCode: 302,
  headers: [{ key: "Location", value: checkoutUrl(tx, checkout) }],
});

/** Returns the URL of the sandbox's payment page. */
export function hostedUrl(tx: StoreTx, { id }: Pick<StoredCheckout, "id">): string {
  return `${tx.origin}/__till/pages/checkout?checkoutId=${id}`;
}

function emitCheckout(tx: StoreTx, { checkout, shown }: PricedCheckout, slug: "created" | "updated"): void {
  const entity = shown();
  const body =
    slug === "created" ? { createdEvent: { entity } } : { updatedEvent: { currentEntity: entity } };
  emitDomainEvent(tx, checkoutFqdn, slug, checkout.id, body);
  if (checkout.completed) return;
  const { priceSummary, lineItems, buyerInfo, appliedDiscounts, cartId, currency } = entity;
  watchCheckout(tx, {
    checkoutId: checkout.id,
    cartId: cartId || undefined,
    currency,
    conversionCurrency: currency,
    buyerLanguage: entity.buyerLanguage,
    buyerInfo: buyerInfo ?? {},
    contactDetails: checkout.billingInfo?.contactDetails || undefined,
    totalPrice: priceSummary?.total,
    subtotalPrice: priceSummary?.subtotal,
    checkoutUrl: checkoutUrl(tx, checkout),
    lineItems: (lineItems ?? []).map(({ media, ...line }) => ({ ...line, ...(media && { image: media }) })),
    appliedDiscounts,
    createdDate: checkout.createdDate,
    updatedDate: checkout.updatedDate,
  });
}

/** Returns the public view of a checkout at a given price. */
function showCheckout(tx: Tx, checkout: StoredCheckout, estimated: Estimate): Checkout {
  const write = priceWriter(tx);
  const { shippingInfo, membershipOptions, taxSummary, ...shown } = showEstimate(checkout, estimated, write);
  const { shippingDestination, memberships, lines, ...stored } = checkout;
  return {
    id: checkout.id,
    lineItems: pairLines(estimated).map((pair) => showLine(pair, estimated.currency, write)),
    billingInfo: stored.billingInfo || undefined,
    shippingInfo: { shippingDestination: shippingDestination || undefined, ...shippingInfo },
    buyerNote: stored.buyerNote || undefined,
    buyerInfo: stored.buyerInfo,
    conversionCurrency: estimated.currency,
    paymentCurrency: estimated.currency,
    ...shown,
    taxSummary,
    customFields: stored.customFields ?? [],
    channelType: stored.channelType,
    siteLanguage: "en",
    buyerLanguage: stored.buyerLanguage ?? "en",
    completed: stored.completed,
    taxIncludedInPrice: estimated.taxIncluded,
    ...(stored.createdBy && { createdBy: stored.createdBy }),
    createdDate: stored.createdDate,
    updatedDate: stored.updatedDate,
    membershipOptions: {
      eligibleMemberships: membershipOptions?.eligibleMemberships ?? [],
      invalidMemberships: membershipOptions?.invalidMemberships ?? [],
      selectedMemberships: { memberships: checkout.memberships },
    },
    ...(stored.cartId && { cartId: stored.cartId }),
    ...(stored.extendedFields && { extendedFields: stored.extendedFields }),
    purchaseFlowId: stored.purchaseFlowId,
    ...(stored.customSettings && { customSettings: stored.customSettings }),
    ...(stored.customContentReference && { customContentReference: stored.customContentReference }),
    ...(stored.externalReference && { externalReference: stored.externalReference }),
    ...(stored.businessLocationId && { businessLocationId: stored.businessLocationId }),
    ...(stored.taxExemptGroupId && { taxExemptGroupId: stored.taxExemptGroupId }),
  };
}

function showLine(
  pair: ReturnType<typeof pairLines>[number],
  currency: string,
  write: WritePrice,
): CheckoutLineItem {
  const [{ catalogItem }, { taxed, total, discount }] = pair;
  return {
    ...describeLine(pair, currency, write),
    totalPriceAfterTax: write(total),
    totalPriceBeforeTax: write(taxed.taxable),
    taxDetails: showTax(taxed, write),
    discount: write(discount),
    media: catalogItem.image || undefined,
  };
}

type Kept =
  | "billingInfo"
  | "buyerNote"
  | "buyerLanguage"
  | "createdBy"
  | "customFields"
  | "customSettings"
  | "customContentReference"
  | "externalReference"
  | "extendedFields"
  | "businessLocationId";

/** A stored checkout holds the buyer's choices. Prices are calculated when it is shown. */
export interface StoredCheckout extends Entity, Purchase, Pick<Checkout, Kept> {
  cartId?: string;
  channelType: string;
  buyerInfo: NonNullable<Checkout["buyerInfo"]>;
  shippingDestination?: NonNullable<Checkout["shippingInfo"]>["shippingDestination"];
  purchaseFlowId: string;
  overrideCheckoutUrl?: string;
  completed: boolean;
  /** The order created from it. */
  orderId?: string;
}

export const checkouts: Table<StoredCheckout> = {
  name: "checkouts",
  columns: {
    cartId: "text",
    updatedDate: "text",
  },
};

/**
 * Returns the checkout ID in the token of an external payment page. The platform's tokens are sealed; the sandbox's
 * are base64url of JSON with a `checkoutId`. Throws PlatformError 401 `UNAUTHENTICATED_TOKEN` for anything else.
 */
export function checkoutOfToken(token: string): string {
  const id = read(Buffer.from(token, "base64url").toString("utf8"));
  if (id !== undefined) return id;
  throw new PlatformError(
    401,
    "UNAUTHENTICATED_TOKEN",
    "The token does not belong to a checkout of this shop",
    {},
  );
}

function read(text: string): string | undefined {
  const id = /^\{"checkoutId":"([^"]+)"\}$/.exec(text)?.[1];
  return id !== undefined && isGuid(id) ? id : undefined;
}

export type StoredCheckoutTemplate = CheckoutTemplate & Entity;

export const checkoutTemplates: Table<StoredCheckoutTemplate> = { name: "checkoutTemplates" };

/** Templates have no revision and no dates in the API. */
export const checkoutTemplateKind: Kind<StoredCheckoutTemplate> = {
  ...entityKind(checkoutTemplates, "ecom.v1", "checkout template"),
  show: ({ revision, createdDate, updatedDate, ...template }) => template,
};
