import type * as z from "zod/mini";
import { bool, enumOf, guid, list, num, obj, readonly, text } from "../../../models/fields.ts";
import { CustomLineItem, LineItem } from "../../cart/models/line-item.ts";

/** A prepared checkout that a URL can start any number of times. */
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
export interface CheckoutTemplate extends z.input<typeof CheckoutTemplate> {}

/** A redirect response for a browser. */
export const RedirectResult = obj({
  body: text(),
  statusCode: num(),
  headers: list(obj({ key: text(), value: text() })),
});
