import { endpoint, service } from "../../endpoint.ts";
import { plainBulkResults } from "../../models/errors.ts";
import {
  bool,
  date,
  draft,
  enumOf,
  guid,
  json,
  list,
  map,
  num,
  obj,
  readonly,
  text,
} from "../../models/fields.ts";
import { Filter, Paging, PagingMetadata, StartedJob } from "../../models/query.ts";
import type { WireOf } from "../../schema.ts";

/** What a response contains: PUBLIC (name and picture), EXTENDED (status and login address) or FULL (also the contact). */
const MemberFieldset = enumOf("PUBLIC", "EXTENDED", "FULL");

const MemberImage = obj({
  id: text(),
  url: text(),
  height: num(),
  width: num(),
  offsetX: num(),
  offsetY: num(),
});
const MemberAddress = obj(
  {
    id: readonly(guid()),
    streetAddress: obj({ number: text({ maxLength: 100 }), name: text({ maxLength: 200 }) }),
    addressLine: text({ maxLength: 200 }),
    addressLine2: text(),
    city: text(),
    subdivision: text(),
    country: text({ format: "COUNTRY" }),
    postalCode: text(),
  },
  { oneOf: [["streetAddress", "addressLine"]] },
);

/** The contact of a member. */
const MemberContact = obj({
  /** The same as the one of the member; older releases have it here. */
  contactId: readonly(guid()),
  firstName: text(),
  lastName: text(),
  phones: list(text()),
  emails: list(text({ format: "EMAIL" })),
  addresses: list(MemberAddress),
  birthdate: text({ maxLength: 100 }),
  company: text({ maxLength: 100 }),
  jobTitle: text({ maxLength: 100 }),
  customFields: map(obj({ name: text(), value: json() })),
});

/** A member of a site. */
export const Member = obj(
  {
    id: readonly(guid()),
    loginEmail: text({ format: "EMAIL" }),
    loginEmailVerified: readonly(bool()),
    status: readonly(enumOf("UNKNOWN", "PENDING", "APPROVED", "BLOCKED", "OFFLINE")),
    contactId: readonly(guid()),
    contact: MemberContact,
    profile: obj({
      nickname: text(),
      slug: text({ readonly: true }),
      title: text(),
      photo: MemberImage,
      cover: MemberImage,
    }),
    privacyStatus: enumOf("UNKNOWN", "PRIVATE", "PUBLIC"),
    activityStatus: readonly(enumOf("UNKNOWN", "ACTIVE", "MUTED")),
    createdDate: readonly(date()),
    updatedDate: readonly(date()),
    lastLoginDate: readonly(date()),
  },
  { always: ["id"] },
);
export interface Member extends WireOf<typeof Member> {}

const id = guid();
const fieldsets = list(MemberFieldset, { maxSize: 3 });
const sorting = list(obj({ fieldName: text(), order: enumOf("ASC", "DESC") }));
const search = obj({ expression: text(), fields: list(text()) });
const member = obj({ member: Member }, { always: ["member"] });
const page = obj({ members: list(Member), metadata: PagingMetadata });

/** A call that changes a member and returns it. `self`: members may change themselves. */
const act = (summary: string, self = false) =>
  ({ input: obj({ id }), result: member, effect: "set", role: self ? "member" : "admin", summary }) as const;

/** Members of a site, their profiles and contacts. */
export const members = service("members", {
  getMy: endpoint("GET /members/v1/members/my", {
    input: obj({ fieldsets }),
    result: member,
    role: "member",
    summary: "Get the signed-in member",
  }),
  get: endpoint("GET /members/v1/members/{id}", {
    input: obj({ id, fieldsets }),
    result: member,
    summary: "Get a member",
  }),
  list: endpoint("GET /members/v1/members", {
    input: obj({ paging: Paging, fieldsets, sorting }),
    result: page,
    summary: "List members",
  }),
  query: endpoint("POST /members/v1/members/query", {
    input: obj({ query: obj({ filter: Filter, paging: Paging, sorting }), fieldsets, search }),
    result: page,
    summary: "List members that match a query",
  }),
  create: endpoint("POST /members/v1/members", {
    input: obj({ member: draft(Member) }),
    result: member,
    required: ["member.loginEmail"],
    summary: "Create a member without a password",
  }),
  update: endpoint("PATCH /members/v1/members/{member.id}", {
    input: obj({ member: draft(Member) }),
    result: member,
    role: "member",
    summary: "Update the profile and contact of a member",
  }),
  remove: endpoint("DELETE /members/v1/members/{id}", {
    input: obj({ id }),
    result: obj({}),
    summary: "Delete a member",
  }),
  removeMy: endpoint("DELETE /members/v1/members/my", {
    input: obj({ contentAssigneeId: guid() }),
    result: obj({}),
    role: "member",
    summary: "Delete the signed-in member",
  }),
  removeAddresses: endpoint("DELETE /members/v1/members/{id}/addresses", {
    ...act("Delete all addresses of a member", true),
    effect: "delete",
  }),
  removeEmails: endpoint("DELETE /members/v1/members/{id}/emails", {
    ...act("Delete all email addresses of a member, except the login address", true),
    effect: "delete",
  }),
  removePhones: endpoint("DELETE /members/v1/members/{id}/phones", {
    ...act("Delete all phone numbers of a member", true),
    effect: "delete",
  }),
  updateMySlug: endpoint("POST /members/v1/members/my/slug", {
    input: obj({ slug: text({ minLength: 1, maxLength: 255 }) }),
    result: member,
    required: ["slug"],
    role: "member",
    effect: "set",
    summary: "Change the slug of the signed-in member",
  }),
  updateSlug: endpoint("POST /members/v1/members/{id}/slug", {
    input: obj({ id, slug: text({ minLength: 1, maxLength: 255 }) }),
    result: member,
    required: ["id", "slug"],
    role: "member",
    effect: "set",
    summary: "Change the slug of a member",
  }),
  joinCommunity: endpoint("POST /members/v1/members/join-community", {
    input: obj({}),
    result: member,
    role: "member",
    effect: "set",
    summary: "Make the profile of the signed-in member public",
  }),
  leaveCommunity: endpoint("POST /members/v1/members/leave-community", {
    input: obj({}),
    result: member,
    role: "member",
    effect: "set",
    summary: "Make the profile of the signed-in member private",
  }),
  approve: endpoint("POST /members/v1/members/{id}/approve", act("Approve or unblock a member")),
  block: endpoint("POST /members/v1/members/{id}/block", act("Block a member")),
  disconnect: endpoint(
    "POST /members/v1/members/{id}/disconnect",
    act("Take the access of a member away for good, without deleting them"),
  ),
  mute: endpoint("POST /members/v1/members/{id}/mute", act("Mute a member")),
  unmute: endpoint("POST /members/v1/members/{id}/unmute", act("Unmute a member")),
  bulkRemove: endpoint("POST /members/v1/members/bulk/delete", {
    input: obj({ memberIds: list(guid(), { minSize: 1, maxSize: 100 }) }),
    result: plainBulkResults,
    required: ["memberIds"],
    effect: "delete",
    summary: "Delete up to 100 members",
  }),
  removeByFilter: endpoint("POST /members/v1/members/bulk/delete-by-filter", {
    input: obj({ filter: Filter, contentAssigneeId: guid(), search }),
    result: StartedJob,
    required: ["filter"],
    effect: "delete",
    summary: "Delete all members that match a filter",
  }),
  approveByFilter: endpoint("POST /members/v1/members/bulk/approve-by-filter", {
    input: obj({ filter: Filter }),
    result: StartedJob,
    required: ["filter"],
    effect: "set",
    summary: "Approve all members that match a filter",
  }),
  blockByFilter: endpoint("POST /members/v1/members/bulk/block-by-filter", {
    input: obj({ filter: Filter }),
    result: StartedJob,
    required: ["filter"],
    effect: "set",
    summary: "Block all members that match a filter",
  }),
});
