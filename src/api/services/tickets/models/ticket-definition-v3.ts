import type * as z from "zod/mini";
import { ExtendedFields } from "../../../models/catalog-query.ts";
import { bool, date, draft, enumOf, guid, list, num, obj, readonly, text } from "../../../models/fields.ts";
import { Money } from "../../../models/money.ts";
import { Event } from "../../events/models/event.ts";

/** The field groups of ticket definitions. */
export const TicketDefinitionField = enumOf("SALES_DETAILS", "EVENT_DETAILS", "SEATING_DETAILS");

const PricingMethod = obj(
  {
    fixedPrice: Money,
    /** The minimum price; the guest may pay more. */
    guestPrice: Money,
    pricingOptions: obj({
      optionDetails: list(
        obj({ optionId: guid(), name: text({ minLength: 1, maxLength: 200 }), price: Money }),
        { maxSize: 100 },
      ),
    }),
    pricingType: readonly(enumOf("STANDARD", "DONATION")),
    free: readonly(bool()),
  },
  { oneOf: [["fixedPrice", "guestPrice", "pricingOptions"]] },
);

/** A ticket type of an event (v3), for admins. */
export const TicketDefinitionV3 = obj(
  {
    id: readonly(guid()),
    eventId: guid(),
    revision: readonly(text()),
    createdDate: readonly(date()),
    updatedDate: readonly(date()),
    name: text({ minLength: 1, maxLength: 30 }),
    description: text({ maxLength: 500 }),
    policyText: text({ maxLength: 1000 }),
    hidden: bool(),
    limited: readonly(bool()),
    /** The number of tickets; unlimited if absent. */
    initialLimit: num({ min: 0 }),
    actualLimit: readonly(num()),
    pricingMethod: PricingMethod,
    feeType: enumOf("FEE_INCLUDED", "FEE_ADDED_AT_CHECKOUT", "NO_FEE"),
    salePeriod: obj({ startDate: date(), endDate: date(), displayNotOnSale: bool() }),
    saleStatus: readonly(enumOf("SALE_SCHEDULED", "SALE_STARTED", "SALE_ENDED")),
    salesDetails: readonly(
      obj({ unsoldCount: num(), soldCount: num(), reservedCount: num(), soldOut: bool() }),
    ),
    limitPerCheckout: readonly(num({ max: 50 })),
    extendedFields: ExtendedFields,
    /** Title, dates, location, page and status of the event. */
    eventDetails: readonly(draft(Event)),
    seatingDetails: readonly(obj({ places: list(obj({ placeId: text(), label: text() })) })),
  },
  { always: ["id"] },
);
export interface TicketDefinitionV3 extends z.input<typeof TicketDefinitionV3> {}
