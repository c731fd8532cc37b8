import type { WireInput } from "../../api/endpoint.ts";
import type {
  CartV2,
  CatalogItemInput,
  CustomItemInput,
  currentCartV2,
  GiftCardInput,
} from "../../api/services/cart.ts";
import { usableCoupon } from "../discounts/index.ts";
import { usableGiftCard } from "../gift-cards/index.ts";
import { once } from "../kernel/entities.ts";
import { emitDomainEvent } from "../kernel/outbox.ts";
import { invalid, PlatformError, type Tx } from "../kernel/tx.ts";
import {
  blankCart,
  changedCart,
  checkAddress,
  checkContact,
  insertCart,
  removeCart,
  replaceCart,
  type SavedCart,
} from "./carts.ts";
import { estimate } from "./estimate.ts";
import { type Added, type AddedItem, addLines, setQuantities } from "./lines.ts";
import type { StoredCartV2, WireCustomItem } from "./tables.ts";
import { couponId, giftCardId, type Strictness, showCartV2, showSummary } from "./v2-view.ts";

type Request<Call extends keyof typeof currentCartV2> = WireInput<(typeof currentCartV2)[Call]>;

// The changes that v2 calls make to a cart. Only `createdCart` stores it.

/** Creates and stores a cart. An empty `owner` means that it is nobody's current cart. */
export function createdCart(tx: Tx, owner: string, request: Request<"create">) {
  const { revision, ...given } = request.cart ?? {};
  let cart: StoredCartV2 = changedCartV2(tx, blankCart(tx, owner), given);
  cart = { ...cart, lines: addLines(tx, cart.lines, toAdded(request)) };
  for (const coupon of request.coupons ?? []) cart = withCoupon(tx, cart, coupon.code);
  for (const card of request.giftCards ?? []) cart = withGiftCard(tx, cart, card);
  if (request.deliveryMethod) cart = withDelivery(tx, cart, request.deliveryMethod);
  return insertCartV2(tx, cart);
}

/** Returns a cart with items added. */
export function withItems(tx: Tx, cart: StoredCartV2, added: AddedV2): StoredCartV2 {
  if (!added.catalogItems?.length && !added.customItems?.length)
    throw new PlatformError(400, "NO_LINE_ITEMS_TO_ADD", "There are no line items to add", {});
  return { ...cart, lines: addLines(tx, cart.lines, toAdded(added)) };
}

/** Returns a cart with changed quantities and memberships of items. */
export function withUpdates(
  tx: Tx,
  cart: StoredCartV2,
  updates: NonNullable<Request<"updateLineItems">["lineItems"]>,
): StoredCartV2 {
  const ids = updates.map(({ lineItemId }) => lineItemId ?? "");
  if (new Set(ids).size < ids.length)
    throw new PlatformError(400, "DUPLICATE_LINE_ITEM_UPDATES", "The same line item is updated twice", {});
  const quantities = updates.flatMap(({ lineItemId, quantity }) =>
    quantity ? [{ id: lineItemId ?? "", quantity: quantity.newQuantity ?? null }] : [],
  );
  const lines = setQuantities(tx, cart.lines, quantities).map((line) => {
    const update = updates.find(({ lineItemId }) => lineItemId === line.id);
    const { existingMembership } = update?.membershipPayment ?? {};
    const chosen = update?.selectedMembership?.newMembership;
    const id = existingMembership?.membershipId ?? chosen?.id;
    const appId = existingMembership?.appId ?? chosen?.appId;
    return id && appId ? { ...line, selectedMembership: { id, appId } } : line;
  });
  return { ...cart, lines };
}

/** Returns a cart with a coupon. A cart takes one. */
export function withCoupon(tx: Tx, cart: StoredCartV2, code: string | null | undefined): StoredCartV2 {
  const coupon = usableCoupon(tx, code ?? "");
  if (cart.couponCode === coupon.code)
    throw new PlatformError(
      409,
      "COUPON_ALREADY_EXISTS",
      `The coupon ${coupon.code} is on the cart already`,
      {},
    );
  if (cart.couponCode)
    throw new PlatformError(
      409,
      "MAX_COUPONS_PER_CART_EXCEEDED",
      `The cart has the coupon ${cart.couponCode}`,
      {
        max: 1,
      },
    );
  return { ...cart, couponCode: coupon.code };
}

/** Returns a cart without its coupon. */
export function withoutCoupon(tx: Tx, cart: StoredCartV2, id: string | null | undefined): StoredCartV2 {
  const { couponCode, ...after } = cart;
  if (couponCode && couponId(tx, couponCode) === id) return after;
  throw new PlatformError(404, "COUPON_NOT_FOUND_IN_CART", `The cart has no coupon ${id}`, {
    couponId: id,
  });
}

/** Returns a cart with a gift card that can pay. A cart takes one. */
export function withGiftCard(tx: Tx, cart: StoredCartV2, card: GiftCardInput): StoredCartV2 {
  const { code } = usableGiftCard(tx, card.code ?? "", tx.setting("currency"));
  if (cart.giftCard?.code === code)
    throw new PlatformError(409, "GIFT_CARD_ALREADY_EXISTS", "The gift card is already on the cart", {});
  if (cart.giftCard)
    throw new PlatformError(409, "MAX_GIFT_CARDS_PER_CART_EXCEEDED", "The cart already has a gift card", {
      max: 1,
    });
  const amount = card.redeemAmount?.amount;
  return { ...cart, giftCard: { code, amount: amount || undefined } };
}

/** Returns a cart without its gift card. */
export function withoutGiftCard(cart: StoredCartV2, id: string | null | undefined): StoredCartV2 {
  const { giftCard, ...after } = cart;
  if (giftCard && giftCardId(giftCard.code) === id) return after;
  throw new PlatformError(404, "GIFT_CARD_NOT_FOUND_IN_CART", `The cart has no gift card ${id}`, {
    giftCardId: id,
  });
}

/** Returns a cart with a delivery option. Throws PlatformError if it is not offered. */
export function withDelivery(
  tx: Tx,
  cart: StoredCartV2,
  { code, appId }: NonNullable<Request<"setDeliveryMethod">["deliveryMethod"]>,
): StoredCartV2 {
  if (cart.lines.length === 0)
    throw new PlatformError(400, "DELIVERY_METHOD_MISSING_LINE_ITEMS", "The cart is empty", {});
  if (!cart.shippingAddress)
    throw new PlatformError(400, "DELIVERY_METHOD_MISSING_ADDRESS", "The delivery address is missing", {});
  if (!code) throw invalid("deliveryMethod.code", "REQUIRED_FIELD", "must not be empty");
  const after = { ...cart, selectedShippingOption: { code, carrierId: appId || undefined } };
  const { deliveryChosen, deliveryProblem, options } = estimate(tx, after);
  if (deliveryChosen) return after;
  const offered = options.map(({ code, title, carrierId }) => ({ code, title, appId: carrierId }));
  const description = deliveryProblem?.description ?? "The cart has no items to deliver";
  throw new PlatformError(404, "DELIVERY_METHOD_NOT_FOUND", description, { offered });
}

/** Returns a cart and its price summary. */
export function summed(tx: Tx, cart: StoredCartV2, request: Request<"estimate">, usual: Strictness) {
  const { calculateTax, calculateDelivery, calculateAdditionalFees, calculateGiftCards } = request;
  const { giftCard, ...unpaid } = cart;
  const purchase = calculateGiftCards === false ? unpaid : cart;
  const estimated = estimate(tx, purchase, {
    tax: calculateTax ?? true,
    delivery: calculateDelivery ?? true,
    fees: calculateAdditionalFees ?? true,
  });
  const strictness = (request.validationConfig ?? usual) as Strictness;
  return { cart: showCartV2(tx, cart), summary: showSummary(purchase, estimated, strictness) };
}

/** Returns a cart with form submissions. */
export function withForms(
  cart: StoredCartV2,
  forms: readonly { id?: string | null; formSubmissionId?: string | null }[],
): StoredCartV2 {
  const formSubmissions = forms.map(({ id, formSubmissionId }) => ({
    id: id || undefined,
    formSubmissionId: formSubmissionId || undefined,
  }));
  return { ...cart, formSubmissions };
}

/** The items that a v2 call adds to a cart. */
export type AddedV2 = WireInput<(typeof currentCartV2)["addLineItems"]>;

/** Returns added items in the stored format. */
function toAdded({ catalogItems, customItems }: AddedV2): Added {
  return {
    lineItems: (catalogItems ?? []).map(itemOf),
    customLineItems: (customItems ?? []).map(toCustomItem),
  };
}

function itemOf(item: CatalogItemInput): AddedItem {
  const { catalogReference, quantity, catalogOverrideFields: fields, membershipPayment } = item;
  const { existingMembership } = membershipPayment ?? {};
  const membership = existingMembership
    ? { id: existingMembership.membershipId ?? "", appId: existingMembership.appId ?? "" }
    : item.selectedMembership;
  const { name, salePrice, ...rest } = fields ?? {};
  return {
    catalogReference: catalogReference ?? null,
    quantity: quantity ?? null,
    catalogOverrideFields: fields
      ? {
          ...rest,
          ...(name && { productName: name }),
          ...(salePrice && { price: salePrice }),
        }
      : undefined,
    selectedMembership: membership ? { id: membership.id ?? "", appId: membership.appId ?? "" } : undefined,
    extendedFields: item.extendedFields || undefined,
  };
}

function toCustomItem(item: CustomItemInput): WireCustomItem {
  const { name, quantityInfo, pricing, source, attributes, taxConfig, paymentConfig } = item;
  const { image, ...described } = attributes ?? {};
  const { price, fullPrice, priceDescription, priceUndetermined } = pricing ?? {};
  const { depositAmount, paymentOption } = paymentConfig ?? {};
  return withoutNulls({
    ...described,
    productName: name,
    quantity: quantityInfo?.requestedQuantity ?? 1,
    quantityAvailable: quantityInfo?.availableQuantity,
    fixedQuantity: quantityInfo?.fixedQuantity,
    price: price?.amount ?? "0",
    fullPrice: fullPrice?.amount,
    priceDescription,
    priceUndetermined,
    itemType: attributes?.itemType ?? { preset: "PHYSICAL" },
    media: image,
    catalogReference: source?.catalogReference,
    rootCatalogItemId: source?.rootCatalogItemId,
    inventoryAppId: source?.inventoryAppId,
    taxGroupId: taxConfig?.taxGroupId,
    taxableAddress: taxConfig?.taxableAddress,
    depositAmount: depositAmount?.amount,
    paymentOption,
    deliveryProfileId: item.deliveryConfig?.deliveryProfileId,
  });
}

function withoutNulls(item: WireCustomItem): WireCustomItem {
  return Object.fromEntries(
    Object.entries(item).filter(([, value]) => value !== null && value !== undefined),
  ) as WireCustomItem;
}

/** Returns a cart with the given fields changed, not stored. */
export function changedCartV2(tx: Tx, before: StoredCartV2, given: Partial<CartV2>): StoredCartV2 {
  const { source, businessInfo, customerInfo, deliveryInfo, taxInfo, paymentInfo } = given;
  const { billingAddress, billingContact } = paymentInfo ?? {};
  checkAddress("cart.paymentInfo.billingAddress", billingAddress);
  checkContact("cart.paymentInfo", billingContact ? { contactDetails: billingContact } : undefined);
  const contactInfo = contactOf(before, customerInfo, deliveryInfo?.address);
  const cartInfo = {
    revision: given.revision || undefined,
    buyerNote: given.note,
    contactInfo,
    buyerInfo: customerInfo?.email ? { email: customerInfo.email } : undefined,
    overrideCheckoutUrl: given.customCheckoutUrl,
    extendedFields: given.extendedFields,
    businessLocationId: businessInfo?.locationId || undefined,
  };
  const after: StoredCartV2 = changedCart(tx, before, { cartInfo });
  return {
    ...after,
    channelType: source?.channelType || after.channelType,
    customContentReference: source?.customContentReference || after.customContentReference,
    taxExemptGroupId: taxInfo?.taxExemptGroupId || after.taxExemptGroupId,
    billingAddress: billingAddress || after.billingAddress,
    ...(billingContact && { billingContact: { ...before.billingContact, ...billingContact } }),
    ...(typeof given.demo === "boolean" && { demo: given.demo }),
  };
}

type Contact = NonNullable<StoredCartV2["contactInfo"]>;

/** Returns the v1 contact of a v2 cart. V2 separates the customer from the delivery address. */
function contactOf(
  { contactInfo }: StoredCartV2,
  customer: CartV2["customerInfo"],
  address: Contact["address"],
): Contact | undefined {
  const { firstName, lastName, phone, company, vatId } = customer ?? {};
  const given = Object.fromEntries(
    Object.entries({ firstName, lastName, phone, company, vatId }).filter(([, value]) => value !== undefined),
  );
  const hasContact = Object.keys(given).length > 0;
  if (!hasContact && address === undefined) return undefined;
  return {
    ...contactInfo,
    address: address ?? contactInfo?.address,
    ...(hasContact && { contactDetails: { ...contactInfo?.contactDetails, ...given } }),
  };
}

const fqdn = "wix.ecom.v2.cart";

type SavedCartV2 = SavedCart<StoredCartV2, CartV2>;

/** Returns a stored cart with its v2 view, which is priced on first use, and at most once. */
export const savedCartV2 = (tx: Tx, cart: StoredCartV2): SavedCartV2 => ({
  cart,
  shown: once(() => showCartV2(tx, cart)),
});

// Calls of v2 emit the events of both generations; calls of v1 emit those of v1 only.

/** Stores a new cart and emits the events of both generations. */
function insertCartV2(tx: Tx, cart: StoredCartV2): SavedCartV2 {
  const saved = savedCartV2(tx, insertCart(tx, cart).cart);
  emitDomainEvent(tx, fqdn, "created", cart.id, { createdEvent: { entity: saved.shown() } });
  return saved;
}

/** Stores a changed cart and emits the events of both generations. Does nothing if nothing changed. */
export function replaceCartV2(tx: Tx, before: StoredCartV2, changed: StoredCartV2): SavedCartV2 {
  const saved = savedCartV2(tx, replaceCart(tx, before, changed).cart);
  if (saved.cart !== before) emitCartUpdated(tx, saved);
  return saved;
}

/** Removes a cart and emits the events of both generations. */
export function removeCartV2(tx: Tx, cart: StoredCartV2): void {
  const deletedEntity = showCartV2(tx, cart);
  removeCart(tx, cart);
  emitDomainEvent(tx, fqdn, "deleted", cart.id, { deletedEvent: { deletedEntity } });
}

/** Emits the event of a cart that was changed or ordered. */
export function emitCartUpdated(tx: Tx, { cart, shown }: SavedCartV2): void {
  emitDomainEvent(tx, fqdn, "updated", cart.id, { updatedEvent: { currentEntity: shown() } });
}

/** Emits the event with the total of a cart that is checked out. */
export function emitCalculated(tx: Tx, cart: StoredCartV2): void {
  const body = showSummary(cart, estimate(tx, cart), "CHECKOUT_VALIDATIONS");
  emitDomainEvent(tx, fqdn, "calculated", cart.id, { actionEvent: { body } });
}
