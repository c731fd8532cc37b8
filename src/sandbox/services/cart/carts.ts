import { isDeepStrictEqual } from "node:util";
import type { Cart } from "../../../api/services/cart/models/cart.ts";
import { newEntity, nextRevision } from "../../kernel/documents/entities.ts";
import { emitDomainEvent } from "../../kernel/domain-events.ts";
import { once } from "../../kernel/once.ts";
import { type Caller, PlatformError, type Tx } from "../../kernel/tx.ts";
import { carts, type StoredCart, type StoredLine } from "./tables.ts";
import { showCart } from "./view/cart.ts";

const fqdn = "wix.ecom.v1.cart";

/** Whose cart a caller has: the member's, else the visitor's, else that of the shop's own user. */
export function ownerOf({ memberId, visitorId }: Caller): string {
  if (memberId) return memberOwner(memberId);
  return visitorId ? visitorOwner(visitorId) : "user:owner";
}
const memberOwner = (id: string) => `member:${id}`;
const visitorOwner = (id: string) => `visitor:${id}`;

/** The caller's cart, where there is one. */
export function currentCartIfAny(tx: Tx): StoredCart | undefined {
  return tx.findBy(carts, "owner", ownerOf(tx.caller));
}

/** The caller's cart, or PlatformError 404 `OWNED_CART_NOT_FOUND`. */
export function currentCart(tx: Tx): StoredCart {
  const cart = currentCartIfAny(tx);
  if (cart) return cart;
  const message = "There is no current cart; adding an item starts one";
  throw new PlatformError(404, "OWNED_CART_NOT_FOUND", message, {});
}

/** A cart by its id, or PlatformError 404 `CART_NOT_FOUND`. */
export function cartOf(tx: Tx, id: string | null | undefined): StoredCart {
  const cart = tx.get(carts, id ?? "");
  if (cart) return cart;
  throw new PlatformError(404, "CART_NOT_FOUND", `There is no cart ${id}`, { cartId: id });
}

/** A new cart without anything in it, not stored. `owner` is empty where it is nobody's current one. */
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

/** A stored cart with its public view, which is priced on first use, and at most once. */
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

/** Stores a changed cart as its next revision and tells of it; a change that changes nothing is none. */
export function replaceCart(tx: Tx, before: StoredCart, changed: StoredCart): SavedCart {
  // As JSON, because that is how `before` came from the store: no undefined members.
  const wanted = JSON.parse(JSON.stringify(changed)) as StoredCart;
  if (isDeepStrictEqual(before, wanted)) return savedCart(tx, before);
  const after = savedCart(tx, nextRevision(tx, { ...wanted, revision: before.revision }));
  tx.put(carts, before.id, after.cart);
  emitDomainEvent(tx, fqdn, "updated", before.id, { updatedEvent: { currentEntity: after.shown() } });
  return after;
}

/** Forgets a cart and tells of it. */
export function removeCart(tx: Tx, { id }: StoredCart): void {
  tx.remove(carts, id);
  emitDomainEvent(tx, fqdn, "deleted", id, { deletedEvent: {} });
}

/**
 * Gives the cart of a visitor to the member that they turned out to be. A member who has a cart already gets what is
 * in the visitor's cart on top; equal items become more of one line. Nothing happens where the visitor has none.
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
    lines: joined(owned.lines, cart.lines),
  });
}

function joined(lines: readonly StoredLine[], added: readonly StoredLine[]): StoredLine[] {
  const after = lines.map((line) => ({ ...line }));
  for (const line of added) {
    const same = line.custom
      ? undefined
      : after.find((one) => isDeepStrictEqual(choiceOf(one), choiceOf(line)));
    if (same) same.quantity += line.quantity;
    else after.push(line);
  }
  return after;
}

const choiceOf = ({ id: _, quantity: __, seen: ___, ...choice }: StoredLine) => choice;
