import { bool, date, decimal, enumOf, guid, num, obj, readonly, text } from "../../../models/fields.ts";
import { Money } from "../../../models/money.ts";

const title = () => text({ maxLength: 150 });
const message = () => text({ maxLength: 350 });
const label = () => text({ maxLength: 50 });
const accepted = obj({
  title: title(),
  message: message(),
  addToCalendarActionLabel: label(),
  shareActionLabel: label(),
});
const formId = () => text({ format: "GUID", readonly: true });

const RsvpRegistration = obj({
  responseType: enumOf("YES_ONLY", "YES_AND_NO"),
  limit: num(),
  waitlistEnabled: bool(),
  startDate: date(),
  endDate: date(),
  confirmationMessages: obj({
    positiveConfirmation: accepted,
    waitlistMessages: accepted,
    negativeMessages: obj({ title: title(), shareActionLabel: label() }),
  }),
  formId: formId(),
});

const TicketRegistration = obj({
  guestsAssignedSeparately: bool(),
  ticketLimitPerOrder: num({ max: 50 }),
  stockManagerAppId: guid(),
  currency: text(),
  lowestPrice: readonly(Money),
  highestPrice: readonly(Money),
  soldOut: readonly(bool()),
  taxSettings: obj({
    type: enumOf("INCLUDED_IN_PRICE", "ADDED_AT_CHECKOUT"),
    name: text({ minLength: 1, maxLength: 10 }),
    rate: decimal({ min: 0.001, max: 100, maxScale: 3 }),
    appliedToDonations: bool(),
  }),
  reservationDurationInMinutes: num({ min: 5, max: 30 }),
  gracePeriodInMinutes: num({ max: 120 }),
  confirmationMessages: obj({
    title: title(),
    message: message(),
    downloadTicketsLabel: label(),
    addToCalendarActionLabel: label(),
    shareActionLabel: label(),
  }),
  buyerFormId: formId(),
  ticketHolderFormId: formId(),
  inactiveBuyerFormId: formId(),
  checkoutType: readonly(enumOf("EVENTS_APP", "ECOMM_PLATFORM")),
});

/** The registration of an event: its type, status and settings. */
export const EventRegistration = obj({
  type: readonly(enumOf("RSVP", "TICKETING", "EXTERNAL", "NONE", "RSVP_AND_TICKETING")),
  status: readonly(
    enumOf(
      "UNKNOWN_REGISTRATION_STATUS",
      "CLOSED_AUTOMATICALLY",
      "CLOSED_MANUALLY",
      "OPEN_RSVP",
      "OPEN_RSVP_WAITLIST_ONLY",
      "OPEN_TICKETS",
      "OPEN_EXTERNAL",
      "SCHEDULED_RSVP",
      "OPEN_RSVP_AND_TICKETS",
    ),
  ),
  rsvp: RsvpRegistration,
  tickets: TicketRegistration,
  external: obj({ url: text({ format: "WEB_URL" }) }),
  allowedGuestTypes: enumOf("VISITOR", "MEMBER", "VISITOR_OR_MEMBER"),
  /** Set when the event is created; cannot be changed. */
  initialType: enumOf("RSVP", "TICKETING", "RSVP_AND_TICKETING"),
  registrationPaused: bool(),
  registrationDisabled: bool(),
});
