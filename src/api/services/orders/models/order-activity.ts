import type * as z from "zod/mini";
import { bool, date, enumOf, guid, json, list, map, num, obj, text } from "../../../models/fields.ts";
import { ItemName } from "../../../models/translated-text.ts";
import { OrderPrice } from "./order-price.ts";

const types = [
  "ORDER_PLACED",
  "ORDER_PAID",
  "ORDER_FULFILLED",
  "ORDER_NOT_FULFILLED",
  "ORDER_CANCELED",
  "DOWNLOAD_LINK_SENT",
  "TRACKING_NUMBER_ADDED",
  "TRACKING_NUMBER_EDITED",
  "TRACKING_LINK_ADDED",
  "SHIPPING_CONFIRMATION_EMAIL_SENT",
  "INVOICE_ADDED",
  "INVOICE_REMOVED",
  "INVOICE_SENT",
  "FULFILLER_EMAIL_SENT",
  "SHIPPING_ADDRESS_EDITED",
  "EMAIL_EDITED",
  "PICKUP_READY_EMAIL_SENT",
  "CUSTOM_ACTIVITY",
  "MERCHANT_COMMENT",
  "ORDER_PARTIALLY_PAID",
  "DRAFT_ORDER_CHANGES_APPLIED",
  "SAVED_PAYMENT_METHOD",
  "AUTHORIZED_PAYMENT_CREATED",
  "AUTHORIZED_PAYMENT_CAPTURED",
  "AUTHORIZED_PAYMENT_VOIDED",
  "REFUND_INITIATED",
  "PAYMENT_REFUNDED",
  "PAYMENT_REFUND_FAILED",
  "REFUNDED_AS_STORE_CREDIT",
  "PAYMENT_PENDING",
  "PAYMENT_CANCELED",
  "PAYMENT_DECLINED",
  "ORDER_PENDING",
  "ORDER_REJECTED",
  "RECEIPT_CREATED",
  "RECEIPT_SENT",
  "CHARGEBACK_CREATED",
  "CHARGEBACK_REVERSED",
  "ORDER_REFUNDED",
] as const;
export const ActivityType = enumOf(...types);

const card = { lastFourDigits: text({ maxLength: 4 }), brand: text({ maxLength: 100 }) };
const Authorized = obj({ paymentId: guid(), amount: OrderPrice, ...card });
const Regular = obj({
  regular: obj({ amount: OrderPrice, creditCardDetails: obj(card) }),
  paymentId: guid(),
});
const RefundedPayment = obj({
  regular: obj({ amount: OrderPrice, ...card }),
  giftCard: obj({ giftCardPaymentId: text(), amount: OrderPrice }),
  membership: obj({ membershipId: text() }),
  paymentId: guid(),
  externalRefund: bool(),
});
const Receipt = obj({
  wixReceipt: obj({ receiptId: guid(), displayNumber: text({ maxLength: 40 }) }),
  externalReceipt: obj({ receiptId: text({ maxLength: 100 }), displayNumber: text({ maxLength: 40 }) }),
  paymentId: guid(),
});
const reason = () => text({ maxLength: 200 });
const Item = obj({ id: guid(), name: ItemName, quantity: num() });
const Priced = obj({
  id: guid(),
  name: obj({ original: text(), translated: text() }),
  totalAmount: OrderPrice,
});
const Delivery = obj({ total: OrderPrice, shippingTitle: text({ maxLength: 250 }) });

/** A difference between an order and its draft. */
export const OrderChange = obj({
  lineItemChanged: obj({
    id: guid(),
    name: ItemName,
    quantity: obj({
      originalQuantity: num(),
      newQuantity: num(),
      diff: num(),
      deltaType: enumOf("QUANTITY_INCREASED", "QUANTITY_DECREASED"),
    }),
    price: obj({ originalPrice: OrderPrice, newPrice: OrderPrice }),
  }),
  lineItemAdded: Item,
  lineItemRemoved: Item,
  discountAdded: Priced,
  discountRemoved: Priced,
  additionalFeeAdded: Priced,
  additionalFeeRemoved: Priced,
  totalPriceChanged: obj({ originalTotal: OrderPrice, newTotal: OrderPrice }),
  shippingInformationChanged: obj({ originalShippingInfo: Delivery, newShippingInfo: Delivery }),
});
export interface OrderChange extends z.input<typeof OrderChange> {}

const CustomActivity = obj({ appId: guid(), type: text({ maxLength: 100 }), additionalData: map(text()) });
const MerchantComment = obj({ message: text({ minLength: 1, maxLength: 5000 }) });
const custom = { customActivity: CustomActivity, merchantComment: MerchantComment };

/** An activity that apps and merchants can add to an order's history, in the format of older clients. */
export const PublicActivity = obj(custom, { oneOf: [["customActivity", "merchantComment"]] });

/** One entry of an order's history. */
export const OrderActivity = obj({
  ...custom,
  orderRefunded: obj({ manual: bool(), amount: OrderPrice, reason: reason() }),
  draftOrderChangesApplied: obj({ draftOrderId: text(), reason: reason(), changes: list(OrderChange) }),
  savedPaymentMethod: obj({ name: text(), description: text() }),
  authorizedPaymentCreated: Authorized,
  authorizedPaymentCaptured: Authorized,
  authorizedPaymentVoided: Authorized,
  refundInitiated: obj({
    refundId: guid(),
    amount: OrderPrice,
    payments: list(RefundedPayment),
    reason: reason(),
  }),
  paymentRefunded: obj({ refundId: guid(), payment: RefundedPayment }),
  paymentRefundFailed: obj({ refundId: guid(), payment: RefundedPayment }),
  refundedAsStoreCredit: obj({ amount: OrderPrice, reason: text({ maxLength: 100 }) }),
  paymentPending: Regular,
  paymentCanceled: Regular,
  paymentDeclined: Regular,
  receiptCreated: Receipt,
  receiptSent: Receipt,
  chargebackCreated: json(),
  chargebackReversed: json(),
  id: text({ format: "GUID", readonly: true }),
  authorEmail: text({ format: "EMAIL", readonly: true }),
  createdDate: date(),
  type: ActivityType,
  activityType: ActivityType,
});
export interface OrderActivity extends z.input<typeof OrderActivity> {}
