import { emitDomainEvent } from "../../../kernel/domain-events.ts";
import type { Tx } from "../../../kernel/tx.ts";
import { insertCart, removeCart, replaceCart } from "../../../services/cart/carts.ts";
import { estimate } from "../../../services/cart/estimate.ts";
import { showCartV2 } from "./show.ts";
import { showSummary } from "./summary.ts";
import type { StoredCartV2 } from "./tables.ts";

const fqdn = "wix.ecom.v2.cart";

// What the calls of the second generation do to a cart is told in its words, too; those of the first tell in theirs alone.

/** Stores a new cart and tells of it in both generations' words. */
export function insertCartV2(tx: Tx, cart: StoredCartV2): StoredCartV2 {
  const after = insertCart(tx, cart);
  emitDomainEvent(tx, fqdn, "created", after.id, { createdEvent: { entity: showCartV2(tx, after) } });
  return after;
}

/** Stores a changed cart and tells of it in both generations' words; a change that changes nothing is none. */
export function replaceCartV2(tx: Tx, before: StoredCartV2, changed: StoredCartV2): StoredCartV2 {
  const after: StoredCartV2 = replaceCart(tx, before, changed);
  if (after !== before) tellUpdated(tx, after);
  return after;
}

/** Forgets a cart and tells of it in both generations' words. */
export function removeCartV2(tx: Tx, cart: StoredCartV2): void {
  const deletedEntity = showCartV2(tx, cart);
  removeCart(tx, cart);
  emitDomainEvent(tx, fqdn, "deleted", cart.id, { deletedEvent: { deletedEntity } });
}

/** Tells that a cart is another one now: changed, or ordered. */
export function tellUpdated(tx: Tx, cart: StoredCartV2): void {
  const updatedEvent = { currentEntity: showCartV2(tx, cart) };
  emitDomainEvent(tx, fqdn, "updated", cart.id, { updatedEvent });
}

/** Tells what a cart comes to, now that it counts. */
export function tellCalculated(tx: Tx, cart: StoredCartV2): void {
  const body = showSummary(cart, estimate(tx, cart), "CHECKOUT_VALIDATIONS");
  emitDomainEvent(tx, fqdn, "calculated", cart.id, { actionEvent: { body } });
}
