import { isDeepStrictEqual } from "node:util";
import type { Checkout } from "../../../api/services/checkout/checkouts.ts";
import { nextRevision } from "../../kernel/documents/entities.ts";
import { emitDomainEvent } from "../../kernel/domain-events.ts";
import { once } from "../../kernel/once.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import { watchCheckout } from "../abandoned-checkouts/index.ts";
import { type Estimate, estimate } from "../cart/index.ts";
import { showCheckout } from "./show.ts";
import { checkouts, type StoredCheckout } from "./tables.ts";

/** Nothing deletes a checkout, not even on the platform, so its topic `checkout_deleted` is never emitted. */
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

/** Returns the URL of the payment page: the shop's own if there is one, else the sandbox's. */
export function checkoutUrl(tx: StoreTx, checkout: StoredCheckout): string {
  return checkout.overrideCheckoutUrl ?? hostedUrl(tx, checkout);
}

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
    ...(cartId && { cartId }),
    currency,
    conversionCurrency: currency,
    buyerLanguage: entity.buyerLanguage,
    buyerInfo: buyerInfo ?? {},
    ...(checkout.billingInfo?.contactDetails && { contactDetails: checkout.billingInfo.contactDetails }),
    totalPrice: priceSummary?.total,
    subtotalPrice: priceSummary?.subtotal,
    checkoutUrl: checkoutUrl(tx, checkout),
    lineItems: (lineItems ?? []).map(({ media, ...line }) => ({ ...line, ...(media && { image: media }) })),
    appliedDiscounts,
    createdDate: checkout.createdDate,
    updatedDate: checkout.updatedDate,
  });
}
