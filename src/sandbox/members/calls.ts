import type { Handlers, WireInput } from "../../api/endpoint.ts";
import { members as endpoints, type Member as ShownMember } from "../../api/services/members.ts";
import { bulkResponse, forEachItem, startJob } from "../kernel/bulk.ts";
import { contactIdOf, guidOf } from "../kernel/ids.ts";
import { checkedQuery, findPage } from "../kernel/lists.ts";
import { PlatformError, type StoreTx } from "../kernel/tx.ts";
import { forgetMember } from "./community-calls.ts";
import { customFieldsOf, withCustomFields } from "./custom-fields.ts";
import { newAddress } from "./login.ts";
import {
  addMember,
  endLogins,
  type Member,
  memberByEmail,
  memberOf,
  memberTable,
  type Profile,
  saveMember,
  self,
  shownNickname,
  shownPrivacy,
  shownSlug,
  shownStatus,
} from "./members.ts";

const pageSize = 50;

/** Members of the site. Visitors and members see public members, and themselves. */
export const members: Handlers<typeof endpoints, StoreTx> = {
  getMy: (tx, { fieldsets }) => ({ member: shown(tx, self(tx), fieldsets) }),
  get(tx, { id, fieldsets }) {
    const member = memberOf(tx, id);
    if (isVisible(tx, member)) return { member: shown(tx, member, fieldsets) };
    throw new PlatformError(404, "MEMBER_NOT_FOUND", `There is no public member ${id}`, { id });
  },
  list: (tx, { paging, sorting, fieldsets }) => pageOf(tx, { paging, sorting }, fieldsets),
  query: (tx, { query, fieldsets, search }) => pageOf(tx, query ?? {}, fieldsets, search?.expression ?? ""),
  create(tx, { member: given }) {
    const email = newAddress("member.loginEmail", given.loginEmail);
    if (memberByEmail(tx, email))
      throw new PlatformError(409, "-19995", `There is already a member ${email}`, { email });
    const added = addMember(tx, { email });
    return { member: shown(tx, saveMember(tx, added, changesOf(tx, added, given))) };
  },
  update(tx, { member: given }) {
    const before = changeable(tx, given.id);
    return { member: shown(tx, saveMember(tx, before, changesOf(tx, before, given))) };
  },
  remove(tx, { id }) {
    removeMember(tx, memberOf(tx, id));
    return {};
  },
  removeMy(tx) {
    removeMember(tx, self(tx));
    return {};
  },
  removeAddresses: (tx, { id }) => changed(tx, changeable(tx, id), { addresses: [] }),
  removeEmails: (tx, { id }) => changed(tx, changeable(tx, id), { emails: [] }),
  removePhones: (tx, { id }) => changed(tx, changeable(tx, id), { phones: [] }),
  updateMySlug: (tx, { slug }) => changed(tx, self(tx), { slug: freeSlug(tx, self(tx), slug) }),
  updateSlug(tx, { id, slug }) {
    const member = changeable(tx, id);
    return changed(tx, member, { slug: freeSlug(tx, member, slug) });
  },
  joinCommunity: (tx) => changed(tx, self(tx), { privacyStatus: "PUBLIC" }),
  leaveCommunity: (tx) => changed(tx, self(tx), { privacyStatus: "PRIVATE" }),
  approve: (tx, { id }) => ({ member: shown(tx, approve(tx, memberOf(tx, id))) }),
  block: (tx, { id }) => ({ member: shown(tx, block(tx, memberOf(tx, id))) }),
  disconnect(tx, { id }) {
    const member = memberOf(tx, id);
    endLogins(tx, member.id);
    return { member: shown(tx, saveMember(tx, member, { state: "OFFLINE" })) };
  },
  mute: (tx, { id }) => ({ member: shown(tx, saveMember(tx, memberOf(tx, id), { muted: true })) }),
  unmute: (tx, { id }) => ({ member: shown(tx, saveMember(tx, memberOf(tx, id), { muted: false })) }),
  bulkRemove(tx, { memberIds }) {
    const outcomes = forEachItem(tx, memberIds, (id) => removeMember(tx, memberOf(tx, id)));
    return bulkResponse(outcomes, "item", undefined);
  },
  removeByFilter: (tx, { filter, search }) =>
    startJob(tx, matching(tx, filter, search?.expression ?? ""), (member) => void removeMember(tx, member)),
  approveByFilter: (tx, { filter }) =>
    startJob(tx, matching(tx, filter), (member) => void approve(tx, member)),
  blockByFilter: (tx, { filter }) => startJob(tx, matching(tx, filter), (member) => void block(tx, member)),
};

/** Returns a member that the caller may change. Throws PlatformError 403 for other members. */
function changeable(tx: StoreTx, id: string | null | undefined): Member {
  const member = memberOf(tx, id);
  if (tx.caller.role === "admin" || member.id === tx.caller.memberId) return member;
  const message = "Members can change themselves only; changing others requires an API key";
  throw new PlatformError(403, "PERMISSION_DENIED", message, { id });
}

const isVisible = ({ caller }: StoreTx, { id, profile, state, pending }: Member): boolean =>
  caller.role === "admin" ||
  id === caller.memberId ||
  (profile.privacyStatus === "PUBLIC" && state === "ACTIVE" && pending.length === 0);

type Fieldsets = readonly (string | null)[] | null | undefined;

/** Shows a member with the fields that the caller asked for and may see: PUBLIC ones by default. */
function shown(tx: StoreTx, member: Member, fieldsets?: Fieldsets): ShownMember {
  const isPermitted = tx.caller.role === "admin" || member.id === tx.caller.memberId;
  const isFull = isPermitted && (fieldsets?.includes("FULL") ?? false);
  return view(tx, member, isFull, isFull || (isPermitted && (fieldsets?.includes("EXTENDED") ?? false)));
}

function view(tx: StoreTx, member: Member, isFull: boolean, isExtended: boolean): ShownMember {
  const { id, email, emailVerified, profile, createdDate, updatedDate } = member;
  const { picture, position } = profile;
  const contactId = contactIdOf(tx, email);
  return {
    id,
    contactId,
    createdDate,
    updatedDate,
    profile: {
      nickname: shownNickname(member),
      slug: shownSlug(member),
      title: member.title || position || undefined,
      photo: member.photo ?? (picture ? { url: picture } : undefined),
      cover: member.cover,
    },
    status: isExtended ? shownStatus(member) : "UNKNOWN",
    privacyStatus: isExtended ? shownPrivacy(member) : "UNKNOWN",
    activityStatus: isExtended ? (member.muted ? "MUTED" : "ACTIVE") : "UNKNOWN",
    loginEmail: isExtended ? email : undefined,
    loginEmailVerified: isFull ? emailVerified : undefined,
    contact: isFull ? contactOf(tx, member, contactId) : undefined,
  };
}

function contactOf(tx: StoreTx, { id, profile }: Member, contactId: string): ShownMember["contact"] {
  const { firstName, lastName, phones, emails, addresses, birthdate, company, position } = profile;
  return {
    contactId,
    firstName: firstName || undefined,
    lastName: lastName || undefined,
    phones: phones ?? [],
    emails: emails ?? [],
    addresses: (addresses ?? []).map(({ address }, index) => {
      const { streetName, streetNumber, formattedAddress, ...rest } = address ?? {};
      const street = streetName ? { name: streetName, number: streetNumber } : undefined;
      return { id: guidOf(id, "address", index), ...rest, streetAddress: street };
    }),
    birthdate: birthdate || undefined,
    company: company || undefined,
    jobTitle: position || undefined,
    customFields: customFieldsOf(tx, profile),
  };
}

/** Returns a slug for a member. Throws PlatformError 409 `SLUG_ALREADY_EXISTS` if another member has it. */
function freeSlug(tx: StoreTx, { id }: Member, slug: string): string {
  const others = tx.query(memberTable, { filter: { "profile.slug": slug, id: { $ne: id } }, limit: 1 });
  if (others.total === 0) return slug;
  throw new PlatformError(409, "SLUG_ALREADY_EXISTS", `The slug "${slug}" is taken`, { slug: slug });
}

type Given = WireInput<(typeof endpoints)["update"]>["member"];

/** Returns the changes of a request. Absent fields stay, an empty text clears a field, and empty lists have no effect. */
function changesOf(tx: StoreTx, before: Member, given: Given): Partial<Member> {
  const { profile, contact, privacyStatus } = given;
  const { photo, cover, title, nickname } = profile ?? {};
  const { firstName, lastName, birthdate, company, jobTitle, phones, emails, addresses } = contact ?? {};
  const known = before.profile;
  const texts = { nickname, firstName, lastName, birthdate, company, position: jobTitle };
  const written = Object.entries(texts).filter(([, value]) => value != null);
  return {
    title: title ?? before.title,
    photo: photo ?? before.photo,
    cover: cover ?? before.cover,
    profile: withCustomFields(
      tx,
      {
        ...known,
        ...(Object.fromEntries(written) as Profile),
        ...(phones?.length && { phones: phones as string[] }),
        ...(emails?.length && { emails: emails as string[] }),
        ...(addresses?.length && { addresses: addresses.map(storedAddress) }),
        privacyStatus: privacyStatus && privacyStatus !== "UNKNOWN" ? privacyStatus : known.privacyStatus,
      },
      contact?.customFields,
    ),
  };
}

type Address = NonNullable<NonNullable<NonNullable<Given>["contact"]>["addresses"]>[number];

function storedAddress({ id, streetAddress, ...address }: Address) {
  const street = streetAddress
    ? { streetName: streetAddress.name, streetNumber: streetAddress.number }
    : undefined;
  return { address: { ...address, ...street } };
}

function changed(tx: StoreTx, member: Member, change: Partial<Profile>) {
  return { member: shown(tx, saveMember(tx, member, { profile: { ...member.profile, ...change } })) };
}

function approve(tx: StoreTx, member: Member): Member {
  const pending = member.pending.filter((reason) => reason !== "PENDING_ADMIN_APPROVAL_REQUIRED");
  return saveMember(tx, member, { state: "ACTIVE", pending });
}

/** Blocks a member and ends their logins. */
function block(tx: StoreTx, member: Member): Member {
  endLogins(tx, member.id);
  return saveMember(tx, member, { state: "BLOCKED" });
}

/** Deletes a member, and what others keep of them; ends their logins. */
export function removeMember(tx: StoreTx, member: Member): Member {
  endLogins(tx, member.id);
  forgetMember(tx, member.id);
  return saveMember(tx, member, { state: "DELETED" });
}

/** Returns the filter for members that the caller sees and that have all words of a text in their names or address. */
function scopeOf({ caller }: StoreTx, phrase: string): object {
  const isPublic = { privacyStatus: "PUBLIC", status: "APPROVED" };
  const words = phrase.toLowerCase().split(/\s+/).filter(Boolean);
  return {
    $and: [
      { state: { $ne: "DELETED" } },
      ...(caller.role === "admin" ? [] : [{ $or: [isPublic, { id: caller.memberId ?? "" }] }]),
      ...words.map((word) => ({ searchText: { $contains: word } })),
    ],
  };
}

/** Returns the members that match a filter and a text. */
function matching(tx: StoreTx, filter: unknown, phrase = ""): Member[] {
  const checked = checkedQuery({ filter }, endpoints.query).filter;
  return [...tx.each(memberTable, { $and: [checked, scopeOf(tx, phrase)] })];
}

type ListQuery = NonNullable<WireInput<(typeof endpoints)["query"]>["query"]>;

function pageOf(tx: StoreTx, { filter, paging, sorting }: ListQuery, fieldsets: Fieldsets, phrase = "") {
  const checked = checkedQuery({ filter, sort: sorting }, endpoints.query);
  const { limit, offset } = paging ?? {};
  const sort = checked.sort?.length
    ? checked.sort
    : [{ fieldName: "createdDate" }, { fieldName: "loginEmail" }];
  const page = { filter: checked.filter, sort, paging: { limit: limit ?? pageSize, offset } };
  const { items, metadata } = findPage(tx, memberTable, page, scopeOf(tx, phrase));
  return { members: items.map((member) => shown(tx, member, fieldsets)), metadata };
}
