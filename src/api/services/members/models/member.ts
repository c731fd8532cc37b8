import type * as z from "zod/mini";
import { bool, date, enumOf, guid, obj, readonly, text } from "../../../models/fields.ts";

/** What a response contains: PUBLIC (name and picture), EXTENDED (status and dates) or FULL (also the login address). */
export const MemberFieldset = enumOf("PUBLIC", "EXTENDED", "FULL");

/** A member of a site. */
export const Member = obj({
  id: guid(),
  loginEmail: text({ format: "EMAIL" }),
  loginEmailVerified: readonly(bool()),
  status: enumOf("UNKNOWN", "PENDING", "APPROVED", "BLOCKED", "OFFLINE"),
  contactId: guid(),
  contact: obj({ contactId: guid(), firstName: text(), lastName: text() }),
  profile: obj({
    nickname: text(),
    slug: text(),
    title: text(),
    photo: obj({ url: text() }),
  }),
  privacyStatus: enumOf("UNKNOWN", "PRIVATE", "PUBLIC"),
  activityStatus: enumOf("UNKNOWN", "ACTIVE", "MUTED"),
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
});
export interface Member extends z.input<typeof Member> {}
