import { endpoint, service } from "../../endpoint.ts";
import { bool, date, draft, enumOf, guid, list, map, num, obj, readonly, text } from "../../models/fields.ts";
import { CursorMetadata, catalogQuery, cursorPaging, Paging, PagingMetadata } from "../../models/query.ts";
import { RichContent } from "../../models/rich-content.ts";
import type { WireOf } from "../../schema.ts";

const id = guid();
const memberId = guid();
const color = () => text({ maxLength: 7 });

/** A label of members, such as "Vendor". */
export const MemberBadge = obj(
  {
    id: readonly(guid()),
    title: text({ minLength: 1, maxLength: 50 }),
    description: text({ maxLength: 1500 }),
    backgroundColor: color(),
    textColor: color(),
    icon: text(),
    permissionsEnabled: bool(),
    slug: readonly(text()),
    createdDate: readonly(date()),
    updatedDate: readonly(date()),
  },
  { always: ["id"] },
);
export interface MemberBadge extends WireOf<typeof MemberBadge> {}

const badge = obj({ badge: MemberBadge }, { always: ["badge"] });
const memberIds = list(guid(), { minSize: 1, maxSize: 100 });

/** Badges of members (v3). */
export const memberBadges = service("memberBadges", {
  create: endpoint("POST /members/v3/badges", {
    input: obj({ badge: draft(MemberBadge) }),
    result: badge,
    required: ["badge.title"],
    summary: "Create a badge for members",
  }),
  update: endpoint("PATCH /members/v3/badges/{badge.id}", {
    input: obj({ badge: draft(MemberBadge) }),
    result: badge,
    summary: "Update a badge",
  }),
  get: endpoint("GET /members/v3/badges/{id}", { input: obj({ id }), result: badge, summary: "Get a badge" }),
  list: endpoint("GET /members/v3/badges", {
    input: obj({ paging: Paging }),
    result: obj({ badges: list(MemberBadge), metadata: PagingMetadata }),
    summary: "List badges in their order",
  }),
  remove: endpoint("DELETE /members/v3/badges/{id}", {
    input: obj({ id }),
    result: obj({}),
    summary: "Delete a badge, and take it from its members",
  }),
  reorder: endpoint("PATCH /members/v3/badges/order", {
    input: obj({ badgeIds: list(guid(), { minSize: 1 }) }),
    result: obj({ badges: list(MemberBadge) }),
    required: ["badgeIds"],
    summary: "Change the order of the badges",
  }),
  assign: endpoint("POST /members/v3/badges/{id}/members", {
    input: obj({ id, memberIds }),
    result: obj({ memberIds: list(guid()) }),
    required: ["id", "memberIds"],
    effect: "set",
    summary: "Assign a badge to members",
  }),
  unassign: endpoint("DELETE /members/v3/badges/{id}/members", {
    input: obj({ id, memberIds }),
    result: obj({}),
    required: ["id", "memberIds"],
    summary: "Take a badge from members",
  }),
  members: endpoint("GET /members/v3/badges/{id}/members", {
    input: obj({ id, paging: Paging }),
    result: obj({ memberIds: list(guid()), metadata: PagingMetadata }),
    summary: "List the members with a badge",
  }),
  ofMembers: endpoint("POST /members/v3/badges/members", {
    input: obj({ memberIds }),
    result: obj({ memberBadgeIds: list(obj({ memberId: guid(), badgeIds: list(guid()) })) }),
    required: ["memberIds"],
    effect: "read",
    role: "visitor",
    summary: "List the badges of members",
  }),
  counts: endpoint("GET /members/v3/badges/members/count", {
    input: obj({}),
    result: obj({ badgeMemberCounts: list(obj({ badgeId: guid(), memberCount: num() })) }),
    summary: "Count the members of each badge",
  }),
});

/** A field of member profiles that the site defined. */
export const MemberCustomField = obj(
  {
    id: readonly(guid()),
    name: text({ minLength: 1, maxLength: 150 }),
    key: readonly(text()),
    defaultPrivacy: enumOf("UNKNOWN", "PUBLIC", "PRIVATE"),
    fieldType: enumOf("UNKNOWN", "TEXT", "NUMBER", "DATE", "URL", "SOCIAL"),
    socialType: text(),
    fieldOrigin: readonly(enumOf("UNKNOWN", "CUSTOM", "CONTACT", "SYSTEM")),
    appliesTo: readonly(enumOf("ALL_MEMBERS", "SELECTED_MEMBERS")),
    section: readonly(enumOf("GENERAL", "SOCIAL", "DISPLAY_INFO", "ADDRESS")),
    createdDate: readonly(date()),
    updatedDate: readonly(date()),
    revision: text(),
  },
  { always: ["id"] },
);
export interface MemberCustomField extends WireOf<typeof MemberCustomField> {}

const field = obj({ field: MemberCustomField }, { always: ["field"] });
const revised = { input: obj({ id, revision: text() }), required: ["id", "revision"], result: obj({}) };

/** Custom fields of member profiles. */
export const memberCustomFields = service("memberCustomFields", {
  create: endpoint("POST /members/v1/custom-fields", {
    input: obj({ field: draft(MemberCustomField) }),
    result: field,
    required: ["field.name"],
    summary: "Create a custom field",
  }),
  get: endpoint("GET /members/v1/custom-fields/{id}", {
    input: obj({ id }),
    result: field,
    summary: "Get a custom field",
  }),
  list: endpoint("GET /members/v1/custom-fields", {
    input: obj({ paging: Paging }),
    result: obj({ fields: list(MemberCustomField), metadata: PagingMetadata }),
    summary: "List custom fields in their order",
  }),
  update: endpoint("PATCH /members/v1/custom-fields/{field.id}", {
    input: obj({ field: draft(MemberCustomField) }),
    result: field,
    required: ["field.id", "field.revision"],
    summary: "Update a custom field (requires its revision)",
  }),
  remove: endpoint("DELETE /members/v1/custom-fields/{id}", { ...revised, summary: "Delete a custom field" }),
  hide: endpoint("POST /members/v1/custom-fields/{id}/hide", {
    ...revised,
    effect: "set",
    summary: "Hide a custom field from the profiles",
  }),
  reorder: endpoint("POST /members/v1/custom-fields/order", {
    input: obj({ fieldIds: list(guid(), { minSize: 1, maxSize: 100 }), section: text() }),
    result: obj({ fields: list(MemberCustomField), section: text() }),
    required: ["fieldIds"],
    effect: "set",
    summary: "Change the order of the custom fields",
  }),
});

const Role = obj({ roleKey: text(), title: text() });
const roleKey = text({ minLength: 1, maxLength: 100 });
const assignment = {
  input: obj({ memberId, roleKey }),
  required: ["memberId", "roleKey"],
  result: obj({ roleKey: text() }),
};

/** Roles of members, which pages of a site can require. */
export const memberRoles = service("memberRoles", {
  get: endpoint("GET /members/v1/roles/members/{memberId}", {
    input: obj({ memberId }),
    result: obj({ roles: list(Role) }),
    role: "member",
    summary: "List the roles of a member",
  }),
  query: endpoint("POST /members/v1/roles/members/query", {
    input: obj({ query: catalogQuery(100) }),
    result: obj({ rolesByMemberId: map(obj({ roles: list(Role) })) }),
    role: "admin",
    summary: "List the roles of members that match a query",
  }),
  assign: endpoint("POST /members/v1/roles/members/{memberId}", {
    ...assignment,
    effect: "set",
    summary: "Assign a role to a member",
  }),
  unassign: endpoint("DELETE /members/v1/roles/members/{memberId}", {
    ...assignment,
    summary: "Take a role from a member",
  }),
});

const RoleDefinition = obj({
  id: readonly(guid()),
  roleKey: text(),
  title: text(),
  blockable: bool(),
  revision: text(),
});
const role = obj({ role: RoleDefinition });

/** The roles that members can have. */
export const memberRoleDefinitions = service("memberRoleDefinitions", {
  create: endpoint("POST /members/v1/roles/definitions", {
    input: obj({ roleKey, roleTitle: text({ minLength: 1, maxLength: 100 }), blockable: bool() }),
    result: role,
    required: ["roleKey", "roleTitle"],
    summary: "Define a role for members",
  }),
  get: endpoint("GET /members/v1/roles/definitions/{roleKey}", {
    input: obj({ roleKey }),
    result: role,
    role: "admin",
    summary: "Get the definition of a role",
  }),
  list: endpoint("GET /members/v1/roles/definitions", {
    input: obj({}),
    result: obj({ roles: list(RoleDefinition) }),
    role: "admin",
    summary: "List the roles that members can have",
  }),
  update: endpoint("PATCH /members/v1/roles/definitions/{key}", {
    input: obj({ key: roleKey, blockable: bool(), revision: text() }),
    result: role,
    required: ["key", "revision"],
    summary: "Update the definition of a role",
  }),
  remove: endpoint("DELETE /members/v1/roles/definitions/{roleKey}", {
    input: obj({ roleKey }),
    result: obj({}),
    summary: "Delete a role, and take it from its members",
  }),
});

const followPage = {
  result: obj({ memberIds: list(guid()), pagingMetadata: CursorMetadata }),
  role: "member",
} as const;
const paging = cursorPaging(100);
const connectedMemberIds = list(guid(), { minSize: 1, maxSize: 100 });
const connections = obj({
  connectedMembers: list(
    obj({ connectedMemberId: guid(), followedByMember: bool(), followingMember: bool() }),
  ),
});

/** Who follows whom among the members. */
export const memberFollowers = service("memberFollowers", {
  follow: endpoint("POST /members/v3/followers/{memberId}", {
    input: obj({ memberId }),
    result: obj({}),
    role: "member",
    effect: "set",
    summary: "Follow a member",
  }),
  unfollow: endpoint("DELETE /members/v3/followers/{memberId}", {
    input: obj({ memberId }),
    result: obj({}),
    role: "member",
    summary: "Stop following a member",
  }),
  myFollowers: endpoint("GET /members/v3/followers/my", {
    ...followPage,
    input: obj({ paging }),
    summary: "List the followers of the signed-in member",
  }),
  myFollowing: endpoint("GET /members/v3/followers/my/following", {
    ...followPage,
    input: obj({ paging }),
    summary: "List the members that the signed-in member follows",
  }),
  followers: endpoint("GET /members/v3/followers/{memberId}", {
    ...followPage,
    input: obj({ memberId, paging }),
    summary: "List the followers of a member",
  }),
  following: endpoint("GET /members/v3/followers/{memberId}/following", {
    ...followPage,
    input: obj({ memberId, paging }),
    summary: "List the members that a member follows",
  }),
  myConnections: endpoint("POST /members/v3/followers/my/connections", {
    input: obj({ connectedMemberIds }),
    result: connections,
    required: ["connectedMemberIds"],
    role: "member",
    effect: "read",
    summary: "Tell whom of some members the signed-in member follows, and who follows back",
  }),
  connections: endpoint("POST /members/v3/followers/{memberId}/connections", {
    input: obj({ connectedMemberIds, memberId }),
    result: connections,
    required: ["connectedMemberIds", "memberId"],
    role: "member",
    effect: "read",
    summary: "Tell whom of some members a member follows, and who follows back",
  }),
});

const About = obj(
  { id: readonly(guid()), revision: text(), memberId: guid(), content: RichContent },
  { always: ["id"] },
);
export interface MemberAbout extends WireOf<typeof About> {}
const about = obj({ memberAbout: About }, { always: ["memberAbout"] });

/** What members write about themselves. */
export const memberAbouts = service("memberAbouts", {
  create: endpoint("POST /members/v2/abouts", {
    input: obj({ memberAbout: draft(About) }),
    result: about,
    required: ["memberAbout.memberId"],
    role: "member",
    summary: "Write the about page of a member",
  }),
  update: endpoint("PATCH /members/v2/abouts/{memberAbout.id}", {
    input: obj({ memberAbout: draft(About) }),
    result: about,
    required: ["memberAbout.id", "memberAbout.revision"],
    role: "member",
    summary: "Change the about page of a member (requires its revision)",
  }),
  getMy: endpoint("GET /members/v2/abouts/my", {
    input: obj({}),
    result: about,
    role: "member",
    summary: "Get the about page of the signed-in member",
  }),
  get: endpoint("GET /members/v2/abouts/{id}", {
    input: obj({ id }),
    result: about,
    summary: "Get an about page",
  }),
  remove: endpoint("DELETE /members/v2/abouts/{id}", {
    input: obj({ id }),
    result: obj({}),
    role: "member",
    summary: "Delete an about page",
  }),
  query: endpoint("POST /members/v2/abouts/query", {
    input: obj({ query: catalogQuery(100) }),
    result: obj({ memberAbouts: list(About), metadata: CursorMetadata }),
    summary: "List about pages that match a query",
  }),
});

const DefaultPrivacy = obj({
  id: readonly(guid()),
  defaultPrivacy: enumOf("PRIVATE", "PUBLIC"),
  revision: text(),
});
const PrivacySettings = obj({
  id: readonly(guid()),
  publicMemberVisibility: enumOf("UNKNOWN", "VISIBLE_TO_MEMBERS_ONLY", "VISIBLE_TO_ALL"),
  publicMemberCandidates: enumOf("UNKNOWN", "NO_ONE", "ANYONE"),
  revision: text(),
  updatedDate: readonly(date()),
});
const defaultPrivacy = obj({ defaultPrivacy: DefaultPrivacy });
const memberPrivacySettings = obj({ memberPrivacySettings: PrivacySettings });

/** Whether the profiles of new members are public, and who sees public ones. */
export const memberPrivacy = service("memberPrivacy", {
  getDefault: endpoint("GET /members/v1/default-privacy-status", {
    input: obj({}),
    result: defaultPrivacy,
    summary: "Show whether the profiles of new members are public",
  }),
  setDefault: endpoint("PATCH /members/v1/default-privacy-status", {
    input: defaultPrivacy,
    result: defaultPrivacy,
    required: ["defaultPrivacy.defaultPrivacy"],
    summary: "Make the profiles of new members public or private",
  }),
  get: endpoint("GET /members/v1/privacy-settings", {
    input: obj({}),
    result: memberPrivacySettings,
    summary: "Show who sees public profiles",
  }),
  set: endpoint("POST /members/v1/privacy-settings", {
    input: memberPrivacySettings,
    result: memberPrivacySettings,
    required: ["memberPrivacySettings"],
    effect: "set",
    summary: "Change who sees public profiles",
  }),
});
