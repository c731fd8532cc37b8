import type { CartV2 } from "../../../../api/services/cart/models-v2.ts";
import { emitDomainEvent } from "../../../kernel/domain-events.ts";
import { once } from "../../../kernel/once.ts";
import type { Tx } from "../../../kernel/tx.ts";
import { insertCart, removeCart, replaceCart, type SavedCart } from "../../../services/cart/carts.ts";
import { estimate } from "../../../services/cart/estimate.ts";
import { showCartV2 } from "./show.ts";
import { showSummary } from "./summary.ts";
import type { StoredCartV2 } from "./tables.ts";

const fqdn = "wix.ecom.v2.cart";

type SavedCartV2 = SavedCart<StoredCartV2, CartV2>;

/** Returns a stored cart with its v2 view, which is priced on first use, and at most once. */
export const savedCartV2 = (tx: Tx, cart: StoredCartV2): SavedCartV2 => ({
  cart,
  shown: once(() => showCartV2(tx, cart)),
});

// Calls of v2 emit the events of both generations; calls of v1 emit those of v1 only.

/** Stores a new cart and emits the events of both generations. */
export function insertCartV2(tx: Tx, cart: StoredCartV2): SavedCartV2 {
  const saved = savedCartV2(tx, insertCart(tx, cart).cart);
  emitDomainEvent(tx, fqdn, "created", cart.id, { createdEvent: { entity: saved.shown() } });
  return saved;
}

/** Stores a changed cart and emits the events of both generations. Does nothing if nothing changed. */
export function replaceCartV2(tx: Tx, before: StoredCartV2, changed: StoredCartV2): SavedCartV2 {
  const saved = savedCartV2(tx, replaceCart(tx, before, changed).cart);
  if (saved.cart !== before) emitUpdated(tx, saved);
  return saved;
}

/** Removes a cart and emits the events of both generations. */
export function removeCartV2(tx: Tx, cart: StoredCartV2): void {
  const deletedEntity = showCartV2(tx, cart);
  removeCart(tx, cart);
  emitDomainEvent(tx, fqdn, "deleted", cart.id, { deletedEvent: { deletedEntity } });
}

/** Emits the event of a cart that was changed or ordered. */
export function emitUpdated(tx: Tx, { cart, shown }: SavedCartV2): void {
  emitDomainEvent(tx, fqdn, "updated", cart.id, { updatedEvent: { currentEntity: shown() } });
}

/** Emits the event with the total of a cart that is checked out. */
export function emitCalculated(tx: Tx, cart: StoredCartV2): void {
  const body = showSummary(cart, estimate(tx, cart), "CHECKOUT_VALIDATIONS");
  emitDomainEvent(tx, fqdn, "calculated", cart.id, { actionEvent: { body } });
}
