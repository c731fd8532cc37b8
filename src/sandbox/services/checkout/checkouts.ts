import { isDeepStrictEqual } from "node:util";
import { emitDomainEvent } from "../../kernel/domain-events.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { PlatformError, type Tx } from "../../kernel/tx.ts";
import { watchCheckout } from "../abandoned-checkouts/index.ts";
import { showCheckout } from "./show.ts";
import { checkouts, type StoredCheckout } from "./tables.ts";

export const checkoutFqdn = "wix.ecom.v1.checkout";

/** The checkout, or PlatformError 404 `CHECKOUT_NOT_FOUND`. */
export function checkoutOf(tx: Tx, id: string | null | undefined): StoredCheckout {
  const checkout = tx.get(checkouts, id ?? "");
  if (checkout) return checkout;
  throw new PlatformError(404, "CHECKOUT_NOT_FOUND", `There is no checkout ${id}`, { checkoutId: id });
}

/** The checkout while it can still be changed; PlatformError 409 `CHECKOUT_IS_COMPLETE` from then on. */
export function openCheckoutOf(tx: Tx, id: string | null | undefined): StoredCheckout {
  const checkout = checkoutOf(tx, id);
  if (!checkout.completed) return checkout;
  const became = checkout.orderId ? `; it became the order ${checkout.orderId}` : "";
  const data = { checkoutId: id, orderId: checkout.orderId };
  throw new PlatformError(409, "CHECKOUT_IS_COMPLETE", `The checkout ${id} is complete${became}`, data);
}

/** Stores a new checkout, tells of it, and watches whether its buyer comes back. */
export function insertCheckout(tx: StoreTx, checkout: StoredCheckout): StoredCheckout {
  tx.put(checkouts, checkout.id, checkout);
  tellOf(tx, checkout, "created");
  return checkout;
}

/** Stores a changed checkout and tells of it; a change that changes nothing is none. */
export function replaceCheckout(
  tx: StoreTx,
  before: StoredCheckout,
  changed: StoredCheckout,
): StoredCheckout {
  const wanted = JSON.parse(JSON.stringify(changed)) as StoredCheckout;
  if (isDeepStrictEqual(before, wanted)) return before;
  const revision = String(Number(before.revision) + 1);
  const after = { ...wanted, revision, updatedDate: tx.now.toISOString() };
  tx.put(checkouts, after.id, after);
  tellOf(tx, after, "updated");
  return after;
}

/** The page where a checkout is paid: the shop's own where it has one, else that of this sandbox. */
export function checkoutUrl(tx: StoreTx, checkout: StoredCheckout): string {
  return checkout.overrideCheckoutUrl ?? hostedUrl(tx, checkout);
}

/** The page of this sandbox where a checkout is paid. */
export function hostedUrl(tx: StoreTx, { id }: Pick<StoredCheckout, "id">): string {
  return `${tx.origin}/__till/pages/checkout?checkoutId=${id}`;
}

function tellOf(tx: StoreTx, checkout: StoredCheckout, slug: "created" | "updated"): void {
  const entity = showCheckout(tx, checkout);
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
