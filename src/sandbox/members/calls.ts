import type { Handlers } from "../../api/endpoint.ts";
import type { members as endpoints } from "../../api/services/members/members.ts";
import { contactIdOf } from "../guests/index.ts";
import type { StoreTx } from "../kernel/store-tx.ts";
import { PlatformError } from "../kernel/tx.ts";
import { type Member, memberOf, statusOf } from "./members.ts";

const statuses: Readonly<Record<string, "APPROVED" | "BLOCKED" | "OFFLINE" | "PENDING">> = {
  ACTIVE: "APPROVED",
  BLOCKED: "BLOCKED",
  OFFLINE: "OFFLINE",
  PENDING: "PENDING",
};

/** The signed-in member. */
export const members: Handlers<typeof endpoints, StoreTx> = {
  getMy(tx, { fieldsets }) {
    if (tx.caller.memberId === undefined) {
      const message = "This call requires a logged-in member; an API key is not enough";
      throw new PlatformError(403, "NO_MEMBER", message);
    }
    const member = memberOf(tx, tx.caller.memberId);
    return { member: show(member, contactIdOf(tx, member.email), fieldsets ?? []) };
  },
};

/** Shows the fields of the largest fieldset, PUBLIC by default. */
function show(member: Member, contactId: string, fieldsets: readonly string[]) {
  const { id, email, emailVerified, profile, createdDate, updatedDate } = member;
  const { firstName, lastName, nickname, slug, picture, position, privacyStatus } = profile;
  const name = nickname || [firstName, lastName].filter(Boolean).join(" ") || (email.split("@")[0] ?? "");
  const isFull = fieldsets.includes("FULL");
  const isExtended = isFull || fieldsets.includes("EXTENDED");
  return {
    id,
    contactId,
    profile: {
      nickname: name,
      slug: slug || name.toLowerCase().replace(/[^a-z0-9]+/g, "-"),
      title: position || undefined,
      photo: picture ? { url: picture } : undefined,
    },
    privacyStatus: privacyStatus === "PUBLIC" ? ("PUBLIC" as const) : ("PRIVATE" as const),
    activityStatus: "ACTIVE" as const,
    ...(isExtended && {
      status: statuses[statusOf(member)] ?? ("UNKNOWN" as const),
      createdDate,
      updatedDate,
    }),
    ...(isFull && {
      loginEmail: email,
      loginEmailVerified: emailVerified,
      contact: { contactId, firstName: firstName || undefined, lastName: lastName || undefined },
    }),
  };
}
