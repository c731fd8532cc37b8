import { endpoint } from "../../endpoint.ts";
import { guid, list, obj, text } from "../../models/fields.ts";
import { PagingMetadata, Query } from "../../models/query.ts";
import { StaffMember, StaffMemberFieldset } from "./models/staff-member.ts";

const staffMemberId = guid();
const fieldsets = list(StaffMemberFieldset, { maxSize: 3 });
const staffMember = obj({ staffMember: StaffMember });
const token = () => text({ minLength: 1, maxLength: 500 });
/** Those who come in have nothing but their token. */
const comingIn = {
  method: "POST",
  result: obj({
    staffMember: StaffMember,
    accessToken: text({ maxLength: 500 }),
    deviceId: text({ maxLength: 100 }),
  }),
  role: "visitor",
  effect: "add",
} as const;

/** Staff members of events: who may check in guests, sell tickets, add guests or read analytics. */
export const eventStaffMembers = {
  create: endpoint({
    method: "POST",
    path: "/v1/staff-members",
    public: "/events/v1/staff-members",
    input: staffMember,
    result: staffMember,
    required: ["staffMember.name"],
    summary: "Invite a staff member",
  }),
  get: endpoint({
    method: "GET",
    path: "/v1/staff-members/{staffMemberId}",
    public: "/events/v1/staff-members/{staffMemberId}",
    input: obj({ staffMemberId, fieldsets }),
    result: staffMember,
    required: ["staffMemberId"],
    role: "admin",
    summary: "Get a staff member",
  }),
  update: endpoint({
    method: "PATCH",
    path: "/v1/staff-members/{staffMember.id}",
    public: "/events/v1/staff-members/{staffMember.id}",
    input: staffMember,
    result: staffMember,
    required: ["staffMember.id", "staffMember.revision"],
    summary: "Update the scopes, events and access of a staff member",
  }),
  remove: endpoint({
    method: "DELETE",
    path: "/v1/staff-members/{staffMemberId}",
    public: "/events/v1/staff-members/{staffMemberId}",
    input: obj({ staffMemberId }),
    result: obj({}),
    required: ["staffMemberId"],
    summary: "Delete a staff member",
  }),
  query: endpoint({
    method: "POST",
    path: "/v1/staff-members/query",
    public: "/events/v1/staff-members/query",
    input: obj({ query: Query, fieldsets }),
    result: obj({ staffMembers: list(StaffMember), pagingMetadata: PagingMetadata }),
    paging: "cursor",
    items: "staffMembers",
    metadata: "pagingMetadata",
    limitMax: 100,
    role: "admin",
    summary: "List staff members that match a query",
  }),
  join: endpoint({
    ...comingIn,
    path: "/v1/staff-members/join",
    public: "/events/v1/staff-members/join",
    input: obj({ joinToken: token() }),
    required: ["joinToken"],
    summary: "Join as a staff member with an invitation (older version)",
  }),
  login: endpoint({
    ...comingIn,
    path: "/v1/staff-members/login",
    public: "/events/v1/staff-members/login",
    input: obj({ loginToken: token() }),
    required: ["loginToken"],
    summary: "Log in as a staff member with the token of a login link",
  }),
  access: endpoint({
    method: "POST",
    path: "/v1/staff-members/access",
    public: "/events/v1/staff-members/access",
    input: obj({ accessToken: token() }),
    result: staffMember,
    required: ["accessToken"],
    role: "visitor",
    effect: "read",
    summary: "Get the staff member of an access token",
  }),
};
