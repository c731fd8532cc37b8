import type * as z from "zod/mini";
import { bool, date, decimal, enumOf, guid, list, num, obj, readonly, text } from "../../../models/fields.ts";
import { Money } from "../../../models/money.ts";

export const FeeType = enumOf("FEE_ADDED", "FEE_INCLUDED", "FEE_ADDED_AT_CHECKOUT", "NO_FEE");
export const TicketState = enumOf("INCLUDE_HIDDEN_NOT_ON_SALE");

const TicketPricing = obj(
  {
    fixedPrice: Money,
    minPrice: Money,
    pricingOptions: obj({
      options: list(obj({ id: guid(), name: text({ minLength: 1, maxLength: 200 }), price: Money })),
    }),
    pricingType: readonly(enumOf("STANDARD", "DONATION")),
  },
  { oneOf: [["fixedPrice", "minPrice", "pricingOptions"]] },
);

/** A ticket type of an event, for buyers. */
export const TicketDefinition = obj({
  id: guid(),
  price: Money,
  free: bool(),
  name: text(),
  description: text(),
  limitPerCheckout: num({ max: 20 }),
  orderIndex: num(),
  policy: text(),
  dashboard: obj({
    hidden: bool(),
    sold: num(),
    limited: bool(),
    quantity: num(),
    unsold: num(),
    ticketsSold: num(),
    ticketsReserved: num(),
  }),
  eventId: guid(),
  wixFeeConfig: readonly(obj({ type: FeeType })),
  salePeriod: obj({ startDate: date(), endDate: date(), hideNotOnSale: bool() }),
  saleStatus: readonly(enumOf("SALE_SCHEDULED", "SALE_STARTED", "SALE_ENDED")),
  state: list(TicketState),
  pricing: TicketPricing,
});
export interface TicketDefinition extends z.input<typeof TicketDefinition> {}

const label = () => text({ readonly: true });
/** The seat and price of a ticket. */
export const TicketDetails = obj({
  seatId: text({ minLength: 1, maxLength: 36 }),
  sectorName: label(),
  areaName: label(),
  tableName: label(),
  rowNumber: label(),
  seatNumber: label(),
  sectionLabel: label(),
  areaLabel: label(),
  tableLabel: label(),
  rowLabel: label(),
  seatLabel: label(),
  planId: text({ format: "GUID", readonly: true }),
  capacity: num({ min: 1, max: 50 }),
  priceOverride: decimal(),
  pricingOptionId: guid(),
  pricingOptionName: label(),
});
