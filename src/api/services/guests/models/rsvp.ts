import type * as z from "zod/mini";
import { ExtendedFields } from "../../../models/catalog-query.ts";
import { bool, date, enumOf, guid, list, num, obj, readonly, text } from "../../../models/fields.ts";
import { FormResponse } from "../../events/models/form.ts";

/** The field groups of RSVPs. */
export const RsvpField = enumOf("DETAILS", "FORM", "CONTACT_DETAILS");
export const RsvpStatus = enumOf("YES", "NO", "WAITLIST");

/** When a guest was checked in, and by whom. */
export const CheckInDetails = obj({
  checkedIn: bool(),
  checkInDate: date(),
  checkInCanceledDate: date(),
  checkedInBy: guid(),
  checkInCanceledBy: guid(),
  checkedInByStaffMember: guid(),
  checkInCanceledByStaffMember: guid(),
});
const Companion = obj({
  index: num(),
  fullName: text({ maxLength: 101 }),
  checkInDetails: CheckInDetails,
  guestId: num({ min: 1 }),
});

/** A response to an invitation, for one or several guests. */
export const Rsvp = obj(
  {
    id: readonly(guid()),
    revision: readonly(text()),
    eventId: guid(),
    createdDate: readonly(date()),
    updatedDate: readonly(date()),
    memberId: guid(),
    contactId: guid(),
    firstName: text({ minLength: 1, maxLength: 50 }),
    lastName: text({ minLength: 1, maxLength: 50 }),
    email: text({ format: "EMAIL", minLength: 4, maxLength: 255 }),
    form: FormResponse,
    status: RsvpStatus,
    totalGuests: readonly(num()),
    guestList: readonly(obj({ guests: list(Companion) })),
    language: text({ format: "LANGUAGE", readonly: true }),
    locale: text({ readonly: true }),
    fullyCheckedIn: readonly(bool()),
    checkedInGuestCount: readonly(num()),
    additionalGuestDetails: obj({
      guestCount: num({ min: 0, max: 10 }),
      guestNames: list(text({ maxLength: 101 }), { maxSize: 10 }),
    }),
    disableNotifications: bool(),
    onlineConferencingLogin: readonly(obj({ link: text(), password: text() })),
    anonymized: readonly(bool()),
    marketingConsent: bool(),
    extendedFields: ExtendedFields,
  },
  { always: ["id"] },
);
export interface Rsvp extends z.input<typeof Rsvp> {}

/** Rules that an admin may override. */
export const RsvpOptions = obj({
  ignoreLimits: bool(),
  ignoreFormValidation: bool(),
  ignoreResponseStatus: bool(),
  ignoreAdditionalGuestNames: bool(),
});
export interface RsvpOptions extends z.input<typeof RsvpOptions> {}

/** The number of guests per response of an event. */
export const RsvpSummary = obj({
  eventId: guid(),
  yesGuestCount: num(),
  noGuestCount: num(),
  waitlistGuestCount: num(),
  totalRsvpCount: num(),
});
