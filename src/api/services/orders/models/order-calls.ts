import { CatalogReference } from "../../../models/catalog-reference.ts";
import { bool, enumOf, guid, json, list, num, obj, text } from "../../../models/fields.ts";
import { CursorPaging, Filter, Sorting } from "../../../models/query.ts";
import { translatedText } from "../../../models/translated-text.ts";
import { OwnerApps } from "./order.ts";

/** The search object of orders. */
export const OrderSearch = obj({
  cursorPaging: CursorPaging,
  filter: Filter,
  sort: list(Sorting, { maxSize: 4 }),
});
/** Whether the remaining balance of an order can be collected. */
export const Collectability = enumOf(
  "UNKNOWN",
  "COLLECTABLE",
  "NONCOLLECTABLE_ORDER_IS_CANCELLED",
  "NONCOLLECTABLE_ORDER_IS_PAID",
  "NONCOLLECTABLE_MISSING_PAYMENT_METHOD",
  "NONCOLLECTABLE_ORDER_IS_PENDING",
  "NONCOLLECTABLE_ORDER_IS_REJECTED",
  "NONCOLLECTABLE_ORDER_HAS_SUBSCRIPTIONS",
  "NONCOLLECTABLE_ORDER_HAS_CHARGEBACKS",
  "NONCOLLECTABLE_SUBSCRIPTION_CYCLE_ALREADY_PASSED",
  "NONCOLLECTABLE_ORDER_HAS_UNSUPPORTED_SUBSCRIPTION",
  "NONCOLLECTABLE_CUSTOM_AMOUNT_NOT_SUPPORTED",
);
/** How an order that is created by API is approved and notified. */
export const CreationSettings = obj(
  {
    editableByEveryone: bool(),
    editableByOwnerApps: OwnerApps,
    orderApprovalStrategy: enumOf("DEFAULT", "PAYMENT_RECEIVED", "PAYMENT_METHOD_SAVED"),
    notifications: obj({ sendNotificationToBuyer: bool(), sendNotificationsToBusiness: bool() }),
  },
  { oneOf: [["editableByEveryone", "editableByOwnerApps"]] },
);
/** A membership charge for an item, in the format of older services. */
export const ChargedMembership = obj(
  {
    membershipId: text({ minLength: 1, maxLength: 100 }),
    appId: guid(),
    membershipName: translatedText({ maxLength: 100 }),
    membershipAdditionalData: json(),
    catalogReference: CatalogReference,
    rootCatalogItemId: text({ minLength: 1, maxLength: 36 }),
    lineItemId: text({ minLength: 1, maxLength: 100 }),
  },
  { required: ["membershipId", "appId", "membershipName"] },
);
/** The items of a refund, in the format of older services. */
export const LegacyRefundDetails = obj({
  items: list(obj({ lineItemId: guid(), quantity: num({ min: 1, max: 100000 }) }), { maxSize: 300 }),
  shippingIncluded: bool(),
  reason: text({ maxLength: 200 }),
});
