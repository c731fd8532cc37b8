import type * as z from "zod/mini";
import { ExtendedFields } from "../../../models/catalog-query.ts";
import { bool, date, decimal, enumOf, guid, list, num, obj, readonly, text } from "../../../models/fields.ts";
import { Money } from "../../../models/money.ts";

const TagList = obj({ tagIds: list(text({ maxLength: 5 }), { maxSize: 100 }) });
/** Marks of a reservation, some of them seen by admins only. */
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

/** Tickets that are held for somebody until the reservation expires, as the reservations service writes them. */
export const HeldTickets = obj({
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
/** Held tickets as they travel (dates as text). */
export interface HeldTickets extends z.input<typeof HeldTickets> {}

/** Why a coupon or a plan gives nothing. */
export const PromotionErrors = obj({
  error: list(obj({ promotionType: text(), code: text(), message: text() })),
});
