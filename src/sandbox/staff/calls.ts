import type { Handlers } from "../../api/endpoint.ts";
import { eventStaffMembers as endpoints, type StaffMember } from "../../api/services/staff.ts";
import { eventOf, eventsPage } from "../events/index.ts";
import { siteUrlOf } from "../kernel/defaults.ts";
import { insertEntity, newEntity, removeEntity, replaceEntity, requiredName } from "../kernel/entities.ts";
import { beforeOf } from "../kernel/regular.ts";
import type { Tx } from "../kernel/tx.ts";
import {
  requireStaff,
  type StoredStaff,
  staffByAccessToken,
  staffByLoginToken,
  staffKind,
  staffOf,
  staffStatus,
} from "./index.ts";

/** Staff members. They are invited with a login link and get access when they first use it. */
export const eventStaffMembers: Handlers<typeof endpoints, Tx> = {
  create(tx, { staffMember }) {
    const { name, permissions, extendedFields } = staffMember;
    const created: StoredStaff = {
      ...newEntity(tx),
      ...eventScopeOf(tx, staffMember),
      name: requiredName("staffMember.name", name),
      status: "PENDING",
      permissions: [...new Set(permissions ?? [])],
      extendedFields: extendedFields || undefined,
      internal: { loginToken: tx.newId(), accessTokens: [] },
    };
    return { staffMember: show(tx, insertEntity(tx, staffKind, created), ["LOGIN_LINK"]) };
  },
  get: (tx, { staffMemberId, fieldsets }) => ({
    staffMember: show(tx, staffOf(tx, staffMemberId), fieldsets),
  }),
  update(tx, { staffMember }) {
    const before = beforeOf(tx, staffKind, staffMember);
    const { name, status, permissions, extendedFields, allEvents, specificEvents } = staffMember;
    const { allEvents: _, specificEvents: __, ...rest } = before;
    const changesEvents = allEvents || specificEvents;
    const after: StoredStaff = {
      ...(changesEvents ? { ...rest, ...eventScopeOf(tx, staffMember) } : before),
      ...(name !== undefined && { name: requiredName("staffMember.name", name) }),
      ...(status && withStatus(before, staffStatus(before, status))),
      ...(permissions !== undefined && { permissions: [...new Set(permissions ?? [])] }),
      ...(extendedFields && { extendedFields }),
    };
    return { staffMember: show(tx, replaceEntity(tx, staffKind, after), undefined) };
  },
  remove(tx, { staffMemberId }) {
    removeEntity(tx, staffKind, staffOf(tx, staffMemberId));
    return {};
  },
  query(tx, { query, fieldsets }) {
    const { items, pagingMetadata } = eventsPage(tx, staffKind.table, query, endpoints.query);
    return { staffMembers: items.map((item) => show(tx, item, fieldsets)), pagingMetadata };
  },
  join: (tx, { joinToken }) => signIn(tx, joinToken),
  login: (tx, { loginToken }) => signIn(tx, loginToken),
  access: (tx, { accessToken }) => ({
    staffMember: show(tx, requireStaff(staffByAccessToken(tx, accessToken)), undefined),
  }),
};

/** Returns the new status with the status before a pause. */
function withStatus({ status: old, internal }: StoredStaff, status: StoredStaff["status"]) {
  const { pausedFrom, ...rest } = internal;
  if (status !== "ACCESS_PAUSED") return { status, internal: rest };
  return { status, internal: old === status ? internal : { ...rest, pausedFrom: old } };
}

type Fieldsets = readonly (string | null)[] | null | undefined;

function show(tx: Tx, member: StoredStaff, fieldsets: Fieldsets): StaffMember {
  const { internal, ...shown } = member;
  if (!fieldsets?.includes("LOGIN_LINK")) return shown;
  const site = siteUrlOf(tx);
  const loginLink = new URL(`/events-staff/login?token=${internal.loginToken}`, site).href;
  return { ...shown, loginLink };
}

/** Returns the staff member's events; all events by default. */
function eventScopeOf(
  tx: Tx,
  { specificEvents }: StaffMember,
): Pick<StaffMember, "allEvents" | "specificEvents"> {
  if (!specificEvents) return { allEvents: {} };
  return { specificEvents: { events: (specificEvents.events ?? []).map((id) => eventOf(tx, id).id) } };
}

function signIn(tx: Tx, token: string) {
  const before = staffByLoginToken(tx, token);
  const accessToken = tx.newId();
  const deviceId = tx.newId();
  const accessTokens = [...before.internal.accessTokens, accessToken];
  const after: StoredStaff = {
    ...before,
    status: "HAS_ACCESS",
    internal: { ...before.internal, accessTokens },
  };
  const isFirst = before.status === "PENDING";
  if (!isFirst) tx.put(staffKind.table, after.id, after);
  const member = isFirst ? replaceEntity(tx, staffKind, after) : after;
  return { staffMember: show(tx, member, undefined), accessToken, deviceId };
}
