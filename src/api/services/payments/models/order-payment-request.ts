import type * as z from "zod/mini";
import { date, enumOf, guid, list, num, obj, readonly, text } from "../../../models/fields.ts";
import { currency } from "../../../models/money.ts";
import { ExtendedFields } from "../../cart/models/line-item.ts";
import { OrderPrice } from "../../orders/models/order-price.ts";

const ActionLink = obj({ label: text({ minLength: 1, maxLength: 100 }), url: text({ format: "WEB_URL" }) });

/** A payment link for an order or a part of it. */
export const OrderPaymentRequest = obj({
  id: guid(),
  source: obj({ appId: guid(), externalId: text({ minLength: 1, maxLength: 100 }) }),
  status: readonly(enumOf("UNPAID", "PAID", "EXPIRED", "VOIDED")),
  orderId: guid(),
  orderNumber: text({ maxLength: 100, readonly: true }),
  amount: OrderPrice,
  currency: readonly(currency()),
  paymentGatewayOrderId: text({ maxLength: 100, readonly: true }),
  title: text({ minLength: 1, maxLength: 200 }),
  description: text({ maxLength: 300 }),
  expirationDate: date(),
  extendedFields: ExtendedFields,
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
  image: obj({
    id: text({ maxLength: 200 }),
    height: readonly(num()),
    width: readonly(num()),
    altText: text({ maxLength: 200 }),
    filename: text({ maxLength: 200, readonly: true }),
  }),
  blockedPaymentMethods: list(enumOf("MANUAL"), { maxSize: 1 }),
  actionLinks: obj({ general: list(ActionLink, { maxSize: 1 }), error: ActionLink }),
});
export interface OrderPaymentRequest extends z.input<typeof OrderPaymentRequest> {}
