import type * as z from "zod/mini";
import { ExtendedFields } from "../../../models/catalog-query.ts";
import { bool, date, decimal, enumOf, guid, list, num, obj, readonly, text } from "../../../models/fields.ts";
import { Money } from "../../../models/money.ts";

const TagList = obj({ tagIds: list(text({ maxLength: 5 }), { maxSize: 100 }) });
/** The tags of a reservation: public tags, and private ones for admins. */
export const ReservationTags = obj({ privateTags: TagList, tags: TagList });

const TicketLine = obj({
  ticketLineItemId: readonly(guid()),
  eventId: readonly(guid()),
  ticketDefinitionId: guid(),
  quantity: num({ min: 1, max: 50 }),
  ticketInfo: obj({
    seatId: text({ minLength: 1, maxLength: 36 }),
    guestPrice: decimal({ min: 0, maxScale: 4 }),
    pricingOptionId: guid(),
    pricingOptionName: text({ readonly: true }),
    pricingPlan: obj({ orderId: guid(), planId: guid() }),
    priceOverride: decimal({ min: 0, maxScale: 4 }),
  }),
  removedQuantity: readonly(num()),
  policy: readonly(text()),
  ticketName: readonly(text()),
  price: readonly(Money),
  subTotal: readonly(Money),
});

/** A ticket reservation of the reservations service. */
export const TicketHold = obj({
  id: readonly(guid()),
  revision: readonly(text()),
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
  expirationDate: readonly(date()),
  status: readonly(enumOf("PENDING", "CONFIRMED", "CANCELED", "CANCELED_MANUALLY", "EXPIRED")),
  memberId: readonly(guid()),
  visitorId: readonly(guid()),
  tickets: list(TicketLine, { minSize: 1, maxSize: 50 }),
  additionalReservationSettings: obj({
    disableTicketLimitValidation: bool(),
    enableHiddenTicketReservation: bool(),
  }),
  extendedFields: ExtendedFields,
  tags: ReservationTags,
});
export interface TicketHold extends z.input<typeof TicketHold> {}

/** Why a coupon or a plan does not apply. */
export const PromotionErrors = obj({
  error: list(obj({ promotionType: text(), code: text(), message: text() })),
});
