import { isDeepStrictEqual } from "node:util";
import type { Cart } from "../../../api/services/cart/models.ts";
import { newEntity, nextRevision } from "../../kernel/documents/entities.ts";
import { emitDomainEvent } from "../../kernel/domain-events.ts";
import { once } from "../../kernel/once.ts";
import { type Caller, PlatformError, type Tx } from "../../kernel/tx.ts";
import { mergeLines } from "./lines.ts";
import { carts, type StoredCart } from "./tables.ts";
import { showCart } from "./view/cart.ts";

const fqdn = "wix.ecom.v1.cart";

/** Returns the owner of a caller's cart: the member, else the visitor, else the shop's own user. */
export function ownerOf({ memberId, visitorId }: Caller): string {
  if (memberId) return memberOwner(memberId);
  return visitorId ? visitorOwner(visitorId) : "user:owner";
}
const memberOwner = (id: string) => `member:${id}`;
const visitorOwner = (id: string) => `visitor:${id}`;

/** Returns the caller's cart, or undefined if there is none. */
export function currentCartIfAny(tx: Tx): StoredCart | undefined {
  return tx.findBy(carts, "owner", ownerOf(tx.caller));
}

/** Returns the caller's cart. Throws PlatformError 404 `OWNED_CART_NOT_FOUND`. */
export function currentCart(tx: Tx): StoredCart {
  const cart = currentCartIfAny(tx);
  if (cart) return cart;
  const message = "There is no current cart. Add an item to create one";
  throw new PlatformError(404, "OWNED_CART_NOT_FOUND", message, {});
}

/** Returns a cart by ID. Throws PlatformError 404 `CART_NOT_FOUND`. */
export function cartOf(tx: Tx, id: string | null | undefined): StoredCart {
  const cart = tx.get(carts, id ?? "");
  if (cart) return cart;
  throw new PlatformError(404, "CART_NOT_FOUND", `There is no cart ${id}`, { cartId: id });
}

/** Returns an empty cart, not stored. An empty `owner` means that it is nobody's current cart. */
export function blankCart(tx: Tx, owner: string): StoredCart {
  const { memberId, visitorId } = tx.caller;
  return {
    ...newEntity(tx),
    owner,
    lines: [],
    merchantDiscounts: [],
    memberships: [],
    buyerInfo: memberId ? { memberId } : visitorId ? { visitorId } : {},
    ...(memberId && { memberId }),
    purchaseFlowId: tx.newId(),
  };
}

/** A stored cart with its public view, which is priced on first use and at most once. */
export interface SavedCart<Stored extends StoredCart = StoredCart, Shown = Cart> {
  cart: Stored;
  /** What calls return and domain events carry. */
  shown(): Shown;
}

const savedCart = (tx: Tx, cart: StoredCart): SavedCart => ({ cart, shown: once(() => showCart(tx, cart)) });

/** Stores a new cart and emits its event. */
export function insertCart(tx: Tx, cart: StoredCart): SavedCart {
  const saved = savedCart(tx, cart);
  tx.put(carts, cart.id, cart);
  emitDomainEvent(tx, fqdn, "created", cart.id, { createdEvent: { entity: saved.shown() } });
  return saved;
}

/** Stores a changed cart as its next revision and emits its event. Does nothing if nothing changed. */
export function replaceCart(tx: Tx, before: StoredCart, changed: StoredCart): SavedCart {
  // JSON drops undefined members, which `before` does not have either.
  const next = JSON.parse(JSON.stringify(changed)) as StoredCart;
  if (isDeepStrictEqual(before, next)) return savedCart(tx, before);
  const after = savedCart(tx, nextRevision(tx, { ...next, revision: before.revision }));
  tx.put(carts, before.id, after.cart);
  emitDomainEvent(tx, fqdn, "updated", before.id, { updatedEvent: { currentEntity: after.shown() } });
  return after;
}

/** Removes a cart and emits its event. */
export function removeCart(tx: Tx, { id }: StoredCart): void {
  tx.remove(carts, id);
  emitDomainEvent(tx, fqdn, "deleted", id, { deletedEvent: {} });
}

/**
 * Moves a visitor's cart to the member who logged in. If the member has a cart, the items are added to it, and equal
 * items are merged. Does nothing if the visitor has no cart.
 */
export function adoptCart(tx: Tx, visitorId: string, memberId: string): void {
  const cart = tx.findBy(carts, "owner", visitorOwner(visitorId));
  if (!cart) return;
  const owned = tx.findBy(carts, "owner", memberOwner(memberId));
  const { visitorId: _, ...buyerInfo } = cart.buyerInfo;
  if (!owned) {
    replaceCart(tx, cart, {
      ...cart,
      owner: memberOwner(memberId),
      memberId,
      buyerInfo: { ...buyerInfo, memberId },
    });
    return;
  }
  removeCart(tx, cart);
  const couponCode = owned.couponCode ?? cart.couponCode;
  replaceCart(tx, owned, {
    ...owned,
    ...(couponCode && { couponCode }),
    lines: mergeLines(owned.lines, cart.lines),
  });
}
