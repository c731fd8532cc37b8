import type * as z from "zod/mini";
import { bool, enumOf, guid, list, num, obj, readonly, text } from "../../../models/fields.ts";
import { CustomLineItem, LineItem } from "../../cart/models/line-item.ts";

/** A checkout that is prepared once and can be started from an address again and again. */
export const CheckoutTemplate = obj({
  id: readonly(guid()),
  status: enumOf("ACTIVE", "INACTIVE"),
  customization: obj({
    webClient: obj({ disabledContinueShoppingButton: bool(), disabledPolicyAgreementCheckbox: bool() }),
    lockedGiftCard: bool(),
    lockedCoupon: bool(),
    disabledManualPayment: bool(),
  }),
  lineItems: list(LineItem, { maxSize: 300 }),
  customLineItems: list(CustomLineItem, { maxSize: 300 }),
  couponCode: text(),
  customContentReference: obj({ appId: guid(), componentId: guid() }),
  externalReference: obj({ appId: guid(), resourceId: text({ minLength: 1, maxLength: 100 }) }),
});
/** A template as it travels (dates as text). */
export interface CheckoutTemplate extends z.input<typeof CheckoutTemplate> {}

/** An answer that sends a browser on. */
export const RedirectResult = obj({
  body: text(),
  statusCode: num(),
  headers: list(obj({ key: text(), value: text() })),
});
