import type * as z from "zod/mini";
import { ContactDetails } from "../../../models/address.ts";
import { date, enumOf, guid, list, num, obj, text } from "../../../models/fields.ts";
import { currency, MultiCurrencyPrice } from "../../../models/money.ts";
import { LineItem } from "../../cart/models/line-item.ts";
import { AppliedDiscount } from "../../discounts/models/discount.ts";

export const AbandonedStatus = enumOf("ABANDONED", "RECOVERED");

/** The activities to recover an abandoned checkout. */
export const RecoveryActivity = enumOf(
  "SCHEDULED",
  "EMAIL_SENT",
  "EMAIL_NOT_SENT",
  "NOTIFICATION_SENT",
  "TASK_CREATED",
  "AUTOMATION_SKIPPED",
);

/** An abandoned checkout and the activities to recover it. */
export const AbandonedCheckout = obj({
  id: guid(),
  createdDate: date(),
  updatedDate: date(),
  checkoutId: guid(),
  cartId: guid(),
  status: AbandonedStatus,
  buyerLanguage: text(),
  buyerInfo: obj(
    {
      visitorId: guid(),
      memberId: guid(),
      userId: guid(),
      contactId: guid(),
      email: text({ maxLength: 50, format: "EMAIL" }),
    },
    { oneOf: [["visitorId", "memberId", "userId"]] },
  ),
  contactDetails: ContactDetails,
  currency: currency(),
  conversionCurrency: currency(),
  totalPrice: MultiCurrencyPrice,
  subtotalPrice: MultiCurrencyPrice,
  activities: list(obj({ createdDate: date(), type: RecoveryActivity }), { maxSize: 20, readonly: true }),
  checkoutRecoveredDate: date(),
  checkoutUrl: text({ format: "WEB_URL" }),
  lineItems: list(LineItem, { minSize: 1, maxSize: 300, readonly: true }),
  appliedDiscounts: list(AppliedDiscount, { maxSize: 100, readonly: true }),
});
export interface AbandonedCheckout extends z.input<typeof AbandonedCheckout> {}

/** A metric of abandoned checkouts over a period. */
export const RecoveryMetric = enumOf(
  "RECOVERABLE_VALUE",
  "RECOVERABLE_CHECKOUT_COUNT",
  "AVERAGE_RECOVERABLE_CHECKOUT_VALUE",
  "RECOVERED_VALUE",
  "RECOVERED_CHECKOUT_COUNT",
  "RECOVERY_RATE",
);
export const RecoveryFigures = obj({
  currency: currency(),
  recoverableValue: text(),
  recoverableCheckoutCount: num(),
  averageRecoverableCheckoutValue: text(),
  recoveredValue: text(),
  recoveredCheckoutCount: num(),
  recoveryRate: num(),
});
