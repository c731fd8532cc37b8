import { isDeepStrictEqual } from "node:util";
import type { Cart } from "../../api/services/cart.ts";
import type { MerchantDiscount } from "../../api/services/discounts.ts";
import type { Address, AddressWithContact } from "../../api/services/models.ts";
import { usableCoupon } from "../discounts/index.ts";
import { newEntity, nextRevision, once } from "../kernel/entities.ts";
import { emitDomainEvent } from "../kernel/outbox.ts";
import { type Caller, invalid, PlatformError, type Tx } from "../kernel/tx.ts";
import { isTaxId } from "../pricing/tax.ts";
import { type AddedItem, type Availability, addLines, mergeLines } from "./lines.ts";
import {
  carts,
  type StoredCart,
  type StoredLine,
  type StoredReduction,
  type WireCustomItem,
} from "./tables.ts";
import { showCart } from "./view.ts";

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
export function currentCartOf(tx: Tx): StoredCart {
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
    memberId: memberId || undefined,
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
    couponCode: couponCode || owned.couponCode,
    lines: mergeLines(owned.lines, cart.lines),
  });
}

/** The input of a cart update. Lists replace the existing ones; an empty coupon code removes the coupon. */
export interface CartChange {
  cartInfo?: Partial<Cart> | null | undefined;
  couponCode?: string | null | undefined;
  merchantDiscounts?: readonly MerchantDiscount[] | null | undefined;
  lineItems?: readonly AddedItem[] | null | undefined;
  customLineItems?: readonly WireCustomItem[] | null | undefined;
  /** Comma-separated paths below `cartInfo`. Only these change; those without a value are cleared. */
  cartFieldmask?: string | null | undefined;
}

const writableCart = [
  "buyerNote",
  "contactInfo",
  "overrideCheckoutUrl",
  "selectedShippingOption",
  "extendedFields",
  "businessLocationId",
  "buyerLanguage",
] as const;

/** Returns the cart after an update, not stored. */
export function changedCart(tx: Tx, before: StoredCart, change: CartChange): StoredCart {
  const { cartInfo, couponCode, merchantDiscounts } = change;
  if (cartInfo?.revision && cartInfo.revision !== before.revision) {
    const message = `The cart was changed: its revision is ${before.revision}, not ${cartInfo.revision}`;
    throw new PlatformError(409, "REVISION_MISMATCH", message, { currentRevision: before.revision });
  }
  const after = withInfo(before, cartInfo ?? {}, change.cartFieldmask);
  if (couponCode === "") delete after.couponCode;
  else if (couponCode) after.couponCode = usableCoupon(tx, couponCode).code;
  if (merchantDiscounts) {
    rejectBuyerDiscounts(tx, merchantDiscounts);
    after.merchantDiscounts = merchantDiscounts.map(reductionOf);
  }
  after.lines = replacedLines(tx, before.lines, change, "reported");
  return after;
}

function withInfo(before: StoredCart, info: Partial<Cart>, mask: string | null | undefined): StoredCart {
  const named = mask
    ? new Set(
        mask.split(",").map(
          (path) =>
            path
              .trim()
              .replace(/^cart(Info)?\./, "")
              .split(".")[0],
        ),
      )
    : undefined;
  checkContact("cartInfo.contactInfo", info.contactInfo);
  const after: StoredCart = { ...before };
  const changed = writableCart.filter((key) => (named ? named.has(key) : info[key] !== undefined));
  for (const key of changed) Object.assign(after, { [key]: info[key] ?? undefined });
  if (changed.includes("contactInfo")) {
    const address = info.contactInfo?.address ?? undefined;
    Object.assign(after, { shippingAddress: address });
  }
  const { email, contactId } = info.buyerInfo ?? {};
  if (named ? named.has("buyerInfo") : info.buyerInfo)
    after.buyerInfo = {
      ...before.buyerInfo,
      email: email || before.buyerInfo.email,
      contactId: contactId || before.buyerInfo.contactId,
    };
  return after;
}

/** Throws PlatformError 403 if a buyer sets merchant discounts. */
function rejectBuyerDiscounts(tx: Tx, discounts: readonly object[]): void {
  if (tx.caller.role === "admin" || discounts.length === 0) return;
  const message = "merchantDiscounts requires permission to manage the shop";
  throw new PlatformError(403, "PERMISSION_DENIED", message, {});
}

/** Returns a merchant discount as it is stored. Throws InvalidInput if it has neither amount nor percentage. */
function reductionOf(given: MerchantDiscount, index = 0): StoredReduction {
  const amount = given.amount?.amount;
  if (!amount && !given.percentage)
    throw invalid(`merchantDiscounts[${index}].amount`, "REQUIRED_ONE_OF_FIELD", "or percentage must be set");
  return amount ? { amount } : { percentage: given.percentage ?? 0 };
}

/** Replaces catalog lines, custom lines or both. Lines of an item that stays keep their IDs. */
export function replacedLines(
  tx: Tx,
  before: readonly StoredLine[],
  change: Pick<CartChange, "lineItems" | "customLineItems">,
  availability: Availability = "required",
) {
  const { lineItems, customLineItems } = change;
  if (!lineItems && !customLineItems) return [...before];
  const remaining = before.filter((line) => (line.custom ? !customLineItems : !lineItems));
  const added = { lineItems: lineItems ?? [], customLineItems: customLineItems ?? [] };
  const after = addLines(tx, remaining, added, availability);
  const free = before.filter(({ id }) => !after.some((line) => line.id === id));
  return after.map((line) => {
    const index = free.findIndex((one) => isSameItem(one, line));
    const [known] = index === -1 || before.includes(line) ? [] : free.splice(index, 1);
    return known ? { ...line, id: known.id } : line;
  });
}

const isSameItem = (one: StoredLine, other: StoredLine) =>
  isDeepStrictEqual(one.catalogReference, other.catalogReference) &&
  isDeepStrictEqual(one.custom?.productName, other.custom?.productName);

type Contact = AddressWithContact;

/** Throws InvalidInput for an invalid address or a tax ID with wrong check digits. */
export function checkContact(field: string, contact: Contact | null | undefined): void {
  checkAddress(`${field}.address`, contact?.address);
  const { id, type: given } = contact?.contactDetails?.vatId ?? {};
  const type = (["CPF", "CNPJ"] as const).find((one) => one === given);
  if (!id || !type || isTaxId(type, id)) return;
  const length = type === "CPF" ? 11 : 14;
  throw invalid(
    `${field}.contactDetails.vatId.id`,
    "FORMAT",
    `is not a valid ${type}: it needs ${length} digits, the last two of which are check digits`,
    { type },
  );
}

/** Throws InvalidInput for coordinates out of range or an address without a country. */
export function checkAddress(field: string, address: Address | null | undefined): void {
  if (!address) return;
  const { country, city, postalCode, addressLine, geocode } = address;
  if (!country && (city || postalCode || addressLine))
    throw invalid(`${field}.country`, "REQUIRED_FIELD", "must not be empty");
  const within = (value: number | null | undefined, most: number) => Math.abs(value ?? 0) <= most;
  if (!within(geocode?.latitude, 90))
    throw invalid(`${field}.geocode.latitude`, "MAX", "must be from -90 to 90", { threshold: 90 });
  if (!within(geocode?.longitude, 180))
    throw invalid(`${field}.geocode.longitude`, "MAX", "must be from -180 to 180", { threshold: 180 });
}
