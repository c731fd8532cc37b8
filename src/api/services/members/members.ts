import { endpoint, service } from "../../endpoint.ts";
import { bool, date, enumOf, guid, list, obj, readonly, text } from "../../models/fields.ts";

/** What a response contains: PUBLIC (name and picture), EXTENDED (status and dates) or FULL (also the login address). */
const MemberFieldset = enumOf("PUBLIC", "EXTENDED", "FULL");

/** A member of a site. */
const Member = obj({
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

/** The member who is signed in, as storefronts show it. */
export const members = service("members", {
  getMy: endpoint("GET /members/v1/members/my", {
    input: obj({ fieldsets: list(MemberFieldset, { maxSize: 3 }) }),
    result: obj({ member: Member }),
    role: "member",
    summary: "Get the signed-in member",
  }),
});
