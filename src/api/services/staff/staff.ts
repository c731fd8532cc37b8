import { endpoint, pagedBy, service, staffScopes } from "../../endpoint.ts";
import { date, enumOf, guid, list, obj, readonly, text } from "../../models/fields.ts";
import { ExtendedFields, PagingMetadata, Query } from "../../models/query.ts";
import type { WireOf } from "../../schema.ts";

const StaffMemberFieldset = enumOf("LOGIN_LINK");

/** A staff member of events; PENDING until the first login. */
export const StaffMember = obj(
  {
    allEvents: obj({}),
    specificEvents: obj({ events: list(guid(), { maxSize: 50 }) }),
    id: readonly(guid()),
    revision: readonly(text()),
    createdDate: readonly(date()),
    updatedDate: readonly(date()),
    name: text({ minLength: 1, maxLength: 120 }),
    status: enumOf("PENDING", "HAS_ACCESS", "ACCESS_PAUSED"),
    extendedFields: ExtendedFields,
    permissions: list(enumOf(...staffScopes), { maxSize: 4 }),
    loginLink: readonly(text({ format: "WEB_URL" })),
  },
  { oneOf: [["allEvents", "specificEvents"]] },
);
export interface StaffMember extends WireOf<typeof StaffMember> {}

const staffMemberId = guid();
const fieldsets = list(StaffMemberFieldset, { maxSize: 3 });
const staffMember = obj({ staffMember: StaffMember });
const token = () => text({ minLength: 1, maxLength: 500 });
/** Calls that need only the token in their input. */
const withToken = {
  result: obj({
    staffMember: StaffMember,
    accessToken: text({ maxLength: 500 }),
    deviceId: text({ maxLength: 100 }),
  }),
  role: "visitor",
  effect: "add",
} as const;

/** Staff members of events, who can check in guests, sell tickets, add guests or read analytics. */
export const eventStaffMembers = service("eventStaffMembers", {
  create: endpoint("POST /events/v1/staff-members", {
    input: staffMember,
    result: staffMember,
    required: ["staffMember.name"],
    summary: "Invite a staff member",
  }),
  get: endpoint("GET /events/v1/staff-members/{staffMemberId}", {
    input: obj({ staffMemberId, fieldsets }),
    result: staffMember,
    role: "admin",
    summary: "Get a staff member",
  }),
  update: endpoint("PATCH /events/v1/staff-members/{staffMember.id}", {
    input: staffMember,
    result: staffMember,
    required: ["staffMember.id", "staffMember.revision"],
    summary: "Update the scopes, events and access of a staff member",
  }),
  remove: endpoint("DELETE /events/v1/staff-members/{staffMemberId}", {
    input: obj({ staffMemberId }),
    result: obj({}),
    summary: "Delete a staff member",
  }),
  query: endpoint("POST /events/v1/staff-members/query", {
    input: obj({ query: Query, fieldsets }),
    result: obj({ staffMembers: list(StaffMember), pagingMetadata: PagingMetadata }),
    ...pagedBy("cursor", "staffMembers", "pagingMetadata", 100),
    role: "admin",
    summary: "List staff members that match a query",
  }),
  join: endpoint("POST /events/v1/staff-members/join", {
    ...withToken,
    input: obj({ joinToken: token() }),
    required: ["joinToken"],
    summary: "Join as a staff member with an invitation (older version)",
  }),
  login: endpoint("POST /events/v1/staff-members/login", {
    ...withToken,
    input: obj({ loginToken: token() }),
    required: ["loginToken"],
    summary: "Log in as a staff member with the token of a login link",
  }),
  access: endpoint("POST /events/v1/staff-members/access", {
    input: obj({ accessToken: token() }),
    result: staffMember,
    required: ["accessToken"],
    role: "visitor",
    effect: "read",
    summary: "Get the staff member of an access token",
  }),
});
