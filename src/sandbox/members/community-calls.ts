import type { Handlers } from "../../api/endpoint.ts";
import {
  memberAbouts as aboutEndpoints,
  type memberBadges as badgeEndpoints,
  type memberRoleDefinitions as definitionEndpoints,
  type memberCustomFields as fieldEndpoints,
  type memberFollowers as followerEndpoints,
  type MemberAbout,
  type MemberBadge,
  type memberPrivacy as privacyEndpoints,
  memberRoles as roleEndpoints,
} from "../../api/services/members.ts";
import {
  checkRevision,
  type Entity,
  entityKind,
  entityOf,
  insertEntity,
  type Kind,
  newEntity,
  removeEntity,
  replaceEntity,
  type Stored,
  slugOf,
} from "../kernel/entities.ts";
import { seededId } from "../kernel/ids.ts";
import { checkedQuery, findPage, listPage, scan, scanPage } from "../kernel/lists.ts";
import { beforeOf } from "../kernel/regular.ts";
import { invalid, PlatformError, type StoreTx, type Table } from "../kernel/tx.ts";
import {
  allCustomFields,
  customFieldKind,
  newCustomField,
  requireFreeName,
  showCustomField,
} from "./custom-fields.ts";
import { defaultPrivacySetting, memberOf, self } from "./members.ts";

type StoredBadge = Stored<MemberBadge> & { internal: { place: number; memberIds: string[] } };

const badgeKind: Kind<StoredBadge> = {
  ...entityKind<StoredBadge>({ name: "memberBadges" }, "badges.v3", "badge"),
  withoutEvents: true,
};

const showBadge = ({ internal, revision, ...badge }: StoredBadge): MemberBadge => badge;
const badgeOf = (tx: StoreTx, id: string | null | undefined) => entityOf(tx, badgeKind, id ?? "");
const allBadges = (tx: StoreTx): StoredBadge[] =>
  [...tx.each(badgeKind.table)].sort((one, other) => one.internal.place - other.internal.place);

/** Puts documents in an order: those that are named, and then the others. */
function reorder<T extends Entity & { internal: { place: number } }>(
  tx: StoreTx,
  kind: Kind<T>,
  all: readonly T[],
  ids: readonly (string | null)[],
): void {
  const first = ids.map((id) => entityOf(tx, kind, id ?? ""));
  const rest = all.filter(({ id }) => !first.some((one) => one.id === id));
  for (const [index, doc] of [...first, ...rest].entries())
    tx.put(kind.table, doc.id, { ...doc, internal: { ...doc.internal, place: index + 1 } });
}

/** Badges of members, in the order that the site chose. */
export const memberBadges: Handlers<typeof badgeEndpoints, StoreTx> = {
  create(tx, { badge }) {
    const place = (allBadges(tx).at(-1)?.internal.place ?? 0) + 1;
    const created: StoredBadge = {
      permissionsEnabled: false,
      ...badge,
      ...newEntity(tx),
      slug: slugOf(badge.title ?? ""),
      internal: { place, memberIds: [] },
    };
    return { badge: showBadge(insertEntity(tx, badgeKind, created)) };
  },
  update(tx, { badge }) {
    const before = badgeOf(tx, badge.id);
    const { id, createdDate, updatedDate, ...change } = badge;
    return { badge: showBadge(replaceEntity(tx, badgeKind, { ...before, ...change, slug: before.slug })) };
  },
  get: (tx, { id }) => ({ badge: showBadge(badgeOf(tx, id)) }),
  list(tx, { paging }) {
    const { items, metadata } = scanPage(allBadges(tx), { paging });
    return { badges: items.map(showBadge), metadata };
  },
  remove(tx, { id }) {
    removeEntity(tx, badgeKind, badgeOf(tx, id));
    return {};
  },
  reorder(tx, { badgeIds }) {
    reorder(tx, badgeKind, allBadges(tx), badgeIds);
    return { badges: allBadges(tx).map(showBadge) };
  },
  assign(tx, { id, memberIds }) {
    const badge = badgeOf(tx, id);
    const added = memberIds.map((memberId) => memberOf(tx, memberId).id);
    const all = [...new Set([...badge.internal.memberIds, ...added])];
    tx.put(badgeKind.table, badge.id, { ...badge, internal: { ...badge.internal, memberIds: all } });
    return { memberIds: added };
  },
  unassign(tx, { id, memberIds }) {
    const badge = badgeOf(tx, id);
    const left = badge.internal.memberIds.filter((memberId) => !memberIds.includes(memberId));
    tx.put(badgeKind.table, badge.id, { ...badge, internal: { ...badge.internal, memberIds: left } });
    return {};
  },
  members(tx, { id, paging }) {
    const { items, metadata } = scanPage(badgeOf(tx, id).internal.memberIds, { paging });
    return { memberIds: items, metadata };
  },
  ofMembers: (tx, { memberIds }) => ({
    memberBadgeIds: memberIds.map((memberId) => ({
      memberId,
      badgeIds: allBadges(tx)
        .filter(({ internal }) => internal.memberIds.includes(memberId))
        .map(({ id }) => id),
    })),
  }),
  counts: (tx) => ({
    badgeMemberCounts: allBadges(tx).map(({ id, internal }) => ({
      badgeId: id,
      memberCount: internal.memberIds.length,
    })),
  }),
};

const fieldOf = (tx: StoreTx, id: string | null | undefined) => entityOf(tx, customFieldKind, id ?? "");

/** Custom fields of member profiles. */
export const memberCustomFields: Handlers<typeof fieldEndpoints, StoreTx> = {
  create: (tx, { field }) => ({
    field: showCustomField(insertEntity(tx, customFieldKind, newCustomField(tx, field))),
  }),
  get: (tx, { id }) => ({ field: showCustomField(fieldOf(tx, id)) }),
  list(tx, { paging }) {
    const { items, metadata } = scanPage(allCustomFields(tx), { paging });
    return { fields: items.map(showCustomField), metadata };
  },
  update(tx, { field }) {
    const before = beforeOf(tx, customFieldKind, field);
    if (field.fieldType && field.fieldType !== before.fieldType)
      throw invalid("field.fieldType", "OTHER", `cannot be changed from ${before.fieldType}`, {});
    const { name, defaultPrivacy } = field;
    requireFreeName(tx, name ?? "", before);
    const after = {
      ...before,
      name: name || before.name,
      defaultPrivacy: defaultPrivacy ?? before.defaultPrivacy,
    };
    return { field: showCustomField(replaceEntity(tx, customFieldKind, after)) };
  },
  remove(tx, input) {
    removeEntity(tx, customFieldKind, beforeOf(tx, customFieldKind, input));
    return {};
  },
  hide(tx, input) {
    const field = beforeOf(tx, customFieldKind, input);
    replaceEntity(tx, customFieldKind, { ...field, appliesTo: "SELECTED_MEMBERS" });
    return {};
  },
  reorder(tx, { fieldIds, section }) {
    reorder(tx, customFieldKind, allCustomFields(tx), fieldIds);
    return { fields: allCustomFields(tx).map(showCustomField), section: section || undefined };
  },
};

interface StoredRole {
  id: string;
  roleKey: string;
  title: string;
  blockable: boolean;
  revision: string;
  memberIds: string[];
}

const roleTable: Table<StoredRole> = { name: "memberRoles" };

/** Returns a role by its key. Throws PlatformError 404 `ROLE_NOT_FOUND`. */
function roleOf(tx: StoreTx, key: string): StoredRole {
  const role = tx.get(roleTable, key);
  if (role) return role;
  throw new PlatformError(404, "ROLE_NOT_FOUND", `There is no role ${key}`, { roleKey: key });
}

const rolesOf = (tx: StoreTx, memberId: string) =>
  [...tx.each(roleTable)]
    .filter(({ memberIds }) => memberIds.includes(memberId))
    .map(({ roleKey, title }) => ({ roleKey, title }));

/** Roles of members. */
export const memberRoles: Handlers<typeof roleEndpoints, StoreTx> = {
  get(tx, { memberId }) {
    const { id } = memberOf(tx, memberId);
    if (tx.caller.role !== "admin" && id !== tx.caller.memberId)
      throw new PlatformError(403, "PERMISSION_DENIED", "Members can read their own roles only", {
        memberId,
      });
    return { roles: rolesOf(tx, id) };
  },
  query(tx, { query }) {
    const { filter } = checkedQuery({ filter: query?.filter }, roleEndpoints.query);
    const ids = new Set([...tx.each(roleTable)].flatMap(({ memberIds }) => memberIds));
    const rows = [...ids].map((memberId) => ({ memberId }));
    const found = scan(rows, { filter, limit: rows.length }).items;
    return {
      rolesByMemberId: Object.fromEntries(
        found.map(({ memberId }) => [memberId, { roles: rolesOf(tx, memberId) }]),
      ),
    };
  },
  assign(tx, { memberId, roleKey }) {
    const role = roleOf(tx, roleKey);
    const memberIds = [...new Set([...role.memberIds, memberOf(tx, memberId).id])];
    tx.put(roleTable, role.roleKey, { ...role, memberIds });
    return { roleKey: role.roleKey };
  },
  unassign(tx, { memberId, roleKey }) {
    const role = roleOf(tx, roleKey);
    const memberIds = role.memberIds.filter((id) => id !== memberId);
    tx.put(roleTable, role.roleKey, { ...role, memberIds });
    return { roleKey: role.roleKey };
  },
};

const showRole = ({ memberIds, ...role }: StoredRole) => role;

/** The roles that members can have. */
export const memberRoleDefinitions: Handlers<typeof definitionEndpoints, StoreTx> = {
  create(tx, { roleKey, roleTitle, blockable }) {
    if (tx.get(roleTable, roleKey))
      throw new PlatformError(409, "ROLE_ALREADY_EXISTS", `There is already a role ${roleKey}`, {
        roleKey: roleKey,
      });
    const role: StoredRole = {
      id: tx.newId(),
      roleKey: roleKey,
      title: roleTitle,
      blockable: blockable ?? true,
      revision: "1",
      memberIds: [],
    };
    tx.put(roleTable, roleKey, role);
    return { role: showRole(role) };
  },
  get: (tx, { roleKey }) => ({ role: showRole(roleOf(tx, roleKey)) }),
  list: (tx) => ({ roles: [...tx.each(roleTable)].map(showRole) }),
  update(tx, { key, blockable, revision }) {
    const before = roleOf(tx, key);
    checkRevision({ ...before, createdDate: "", updatedDate: "" }, revision, "role");
    const after = {
      ...before,
      blockable: blockable ?? before.blockable,
      revision: String(Number(before.revision) + 1),
    };
    tx.put(roleTable, after.roleKey, after);
    return { role: showRole(after) };
  },
  remove(tx, { roleKey }) {
    tx.remove(roleTable, roleOf(tx, roleKey).roleKey);
    return {};
  },
};

interface Following {
  from: string;
  to: string;
}

const followingTable: Table<Following> = {
  name: "memberFollowing",
  columns: {
    from: "text",
    to: "text",
  },
};
const keyOf = ({ from, to }: Following) => `${from} ${to}`;
const follows = (tx: StoreTx, from: string, to: string) =>
  tx.get(followingTable, keyOf({ from, to })) !== undefined;

type Paging = { limit?: number | null; cursor?: string | null } | null | undefined;

function followPage(tx: StoreTx, side: "from" | "to", memberId: string, paging: Paging) {
  const other = side === "from" ? "to" : "from";
  const { items, metadata } = findPage(tx, followingTable, {
    filter: { [side]: memberId },
    cursorPaging: paging ?? {},
  });
  const cursors = metadata.cursors ?? {};
  return {
    memberIds: items.map((one) => one[other]),
    pagingMetadata: { count: items.length, cursors, hasNext: cursors.next !== undefined },
  };
}

const connectionsOf = (tx: StoreTx, memberId: string, ids: readonly (string | null)[]) => ({
  connectedMembers: ids.map((id) => ({
    connectedMemberId: id ?? "",
    followedByMember: follows(tx, memberId, id ?? ""),
    followingMember: follows(tx, id ?? "", memberId),
  })),
});

/** Who follows whom. */
export const memberFollowers: Handlers<typeof followerEndpoints, StoreTx> = {
  follow(tx, { memberId }) {
    const following = { from: self(tx).id, to: memberOf(tx, memberId).id };
    if (following.from === following.to)
      throw new PlatformError(400, "SELF_FOLLOWING_FORBIDDEN", "Members cannot follow themselves", {
        memberId,
      });
    tx.put(followingTable, keyOf(following), following);
    return {};
  },
  unfollow(tx, { memberId }) {
    tx.remove(followingTable, keyOf({ from: self(tx).id, to: memberId }));
    return {};
  },
  myFollowers: (tx, { paging }) => followPage(tx, "to", self(tx).id, paging),
  myFollowing: (tx, { paging }) => followPage(tx, "from", self(tx).id, paging),
  followers: (tx, { memberId, paging }) => followPage(tx, "to", memberOf(tx, memberId).id, paging),
  following: (tx, { memberId, paging }) => followPage(tx, "from", memberOf(tx, memberId).id, paging),
  myConnections: (tx, { connectedMemberIds }) => connectionsOf(tx, self(tx).id, connectedMemberIds),
  connections: (tx, { memberId, connectedMemberIds }) =>
    connectionsOf(tx, memberOf(tx, memberId).id, connectedMemberIds),
};

/** Takes badges, roles, followers and the about page from a member who is deleted. */
export function forgetMember(tx: StoreTx, memberId: string): void {
  const others = (ids: readonly string[]) => ids.filter((id) => id !== memberId);
  for (const badge of tx.each(badgeKind.table)) {
    const memberIds = others(badge.internal.memberIds);
    tx.put(badgeKind.table, badge.id, { ...badge, internal: { ...badge.internal, memberIds } });
  }
  for (const role of tx.each(roleTable))
    tx.put(roleTable, role.roleKey, { ...role, memberIds: others(role.memberIds) });
  for (const one of tx.each(followingTable, { $or: [{ from: memberId }, { to: memberId }] }))
    tx.remove(followingTable, keyOf(one));
  const about = tx.findBy(aboutKind.table, "memberId", memberId);
  if (about) removeEntity(tx, aboutKind, about);
}

type StoredAbout = Stored<MemberAbout, "memberId">;

const aboutKind: Kind<StoredAbout> = {
  ...entityKind<StoredAbout>(
    {
      name: "memberAbouts",
      columns: { memberId: { type: "text", unique: true } },
    },
    "members.v2",
    "member about",
  ),
  withoutEvents: true,
};

const showAbout = ({ id, revision, memberId, content }: StoredAbout): MemberAbout => ({
  id,
  revision,
  memberId,
  content,
});

/** Returns an about page that the caller may change. Throws PlatformError 403 for the page of another member. */
function ownAbout(tx: StoreTx, id: string | null | undefined): StoredAbout {
  const about = entityOf(tx, aboutKind, id ?? "");
  requireOwner(tx, about.memberId);
  return about;
}

function requireOwner(tx: StoreTx, memberId: string): void {
  if (tx.caller.role === "admin" || tx.caller.memberId === memberId) return;
  throw new PlatformError(403, "PERMISSION_DENIED", "Members can change their own page only", { memberId });
}

/** What members write about themselves. */
export const memberAbouts: Handlers<typeof aboutEndpoints, StoreTx> = {
  create(tx, { memberAbout }) {
    const { id: memberId } = memberOf(tx, memberAbout.memberId);
    requireOwner(tx, memberId);
    const content = memberAbout.content ?? undefined;
    const created = { ...newEntity(tx), memberId, content };
    return { memberAbout: showAbout(insertEntity(tx, aboutKind, created)) };
  },
  update(tx, { memberAbout }) {
    const before = ownAbout(tx, memberAbout.id);
    checkRevision(before, memberAbout.revision, aboutKind.name);
    const after = { ...before, content: memberAbout.content ?? before.content };
    return { memberAbout: showAbout(replaceEntity(tx, aboutKind, after)) };
  },
  getMy(tx) {
    const { id } = self(tx);
    const about = tx.findBy(aboutKind.table, "memberId", id);
    if (about) return { memberAbout: showAbout(about) };
    const message = `The member ${id} has no about page`;
    throw new PlatformError(404, "MEMBER_ABOUT_NOT_FOUND", message, { memberId: id });
  },
  get: (tx, { id }) => ({ memberAbout: showAbout(entityOf(tx, aboutKind, id)) }),
  remove(tx, { id }) {
    removeEntity(tx, aboutKind, ownAbout(tx, id));
    return {};
  },
  query(tx, { query }) {
    const { items, pagingMetadata } = listPage(tx, aboutKind.table, query, aboutEndpoints.query);
    return { memberAbouts: items.map(showAbout), metadata: pagingMetadata };
  },
};

const privacySettings = "memberPrivacySettings";

/** Returns a setting of this service, stored as JSON in the settings of the sandbox. */
function settingOf<T extends object>(tx: StoreTx, name: string, standard: T): T & { revision: string } {
  return { revision: "1", ...standard, ...JSON.parse(tx.setting(name) ?? "{}") };
}

function changeSetting<T extends object>(
  tx: StoreTx,
  name: string,
  before: T & { revision: string },
  change: object,
): T {
  const after = { ...before, ...change, revision: String(Number(before.revision) + 1) };
  tx.setSetting(name, JSON.stringify(after));
  return after;
}

const idOf = (tx: StoreTx) => seededId(tx, "members of the site");
const defaultOf = (tx: StoreTx) =>
  settingOf(tx, defaultPrivacySetting, { id: idOf(tx), defaultPrivacy: "PRIVATE" as "PRIVATE" | "PUBLIC" });
const privacyOf = (tx: StoreTx) =>
  settingOf(tx, privacySettings, {
    id: idOf(tx),
    publicMemberVisibility: "VISIBLE_TO_ALL" as const,
    publicMemberCandidates: "ANYONE" as const,
  });

/** Whether new profiles are public, and who sees public ones. */
export const memberPrivacy: Handlers<typeof privacyEndpoints, StoreTx> = {
  getDefault: (tx) => ({ defaultPrivacy: defaultOf(tx) }),
  setDefault: (tx, { defaultPrivacy: given }) => ({
    defaultPrivacy: changeSetting(tx, defaultPrivacySetting, defaultOf(tx), {
      defaultPrivacy: given.defaultPrivacy,
    }),
  }),
  get: (tx) => ({ memberPrivacySettings: privacyOf(tx) }),
  set(tx, { memberPrivacySettings: given }) {
    const { publicMemberVisibility, publicMemberCandidates } = { ...privacyOf(tx), ...given };
    const change = { publicMemberVisibility, publicMemberCandidates, updatedDate: tx.now.toISOString() };
    return { memberPrivacySettings: changeSetting(tx, privacySettings, privacyOf(tx), change) };
  },
};
