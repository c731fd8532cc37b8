import type { WireInput } from "../../api/endpoint.ts";
import type { sandboxIdentity as endpoints } from "../../api/services/sandbox/sandbox.ts";
import { changeSetting, listSettings } from "../kernel/settings.ts";
import { invalid, PlatformError, type StoreTx } from "../kernel/tx.ts";
import { removeMember } from "../members/calls.ts";
import { signInMember } from "../members/grants.ts";
import { newAddress } from "../members/login.ts";
import { clearMessages, readMessages } from "../members/mailbox.ts";
import {
  addMember,
  allMembers,
  endLogins,
  type Factor,
  factorTypes,
  fromBase32,
  type Member,
  memberByEmail,
  memberStatus,
  newPassword,
  type PendingReason,
  saveMember,
  totpCode,
  totpStep,
} from "../members/members.ts";
import { type ControlHandlers, operator } from "./control.ts";

type Input = WireInput<(typeof endpoints)["changeMember"]>;

/** Control handlers of settings, mail and members. */
export const identityControl: ControlHandlers<typeof endpoints> = {
  settings: ({ store }) => ({ settings: store.read(operator, listSettings).map((one) => ({ ...one })) }),
  configure({ store }, { name, value }) {
    store.write(operator, (tx) => changeSetting(tx, name ?? "", value ?? ""));
    return {};
  },
  mail: ({ store }, { to, limit }) => ({
    messages: store
      .read(operator, (tx) => readMessages(tx, limit ?? 50, to ?? undefined))
      .map((one) => ({ ...one })),
  }),
  clearMail: ({ store }) => ({ deleted: store.write(operator, clearMessages) }),
  members: ({ store }, { email }) => ({
    members: store.read(operator, (tx) =>
      (email ? [knownMember(tx, email)] : allMembers(tx)).map((member) => viewOf(tx, member)),
    ),
  }),
  changeMember: ({ store }, input) => ({
    member: store.write(operator, (tx) => {
      const action = Object.hasOwn(actions, input.action ?? "") ? actions[input.action ?? ""] : undefined;
      if (!action) {
        const values = Object.keys(actions);
        throw invalid("action", "INVALID_ENUM_VALUE", `must be one of: ${values.join(", ")}`, { values });
      }
      return viewOf(tx, action(tx, input));
    }),
  }),
  signIn: ({ store }, { email }) =>
    store.write(operator, (tx) => {
      const granted = signInMember(tx, knownMember(tx, email).id);
      return {
        accessToken: granted.access_token,
        refreshToken: granted.refresh_token,
        expiresIn: granted.expires_in,
      };
    }),
};

const change =
  (what: (member: Member, input: Input) => Partial<Member>, ends = false) =>
  (tx: StoreTx, input: Input): Member => {
    const member = knownMember(tx, input.email);
    if (ends) endLogins(tx, member.id);
    return saveMember(tx, member, what(member, input));
  };

const approval: PendingReason = "PENDING_ADMIN_APPROVAL_REQUIRED";
const verification: PendingReason = "PENDING_EMAIL_VERIFICATION_REQUIRED";

/** Actions on a member by name. */
const actions: Readonly<Record<string, (tx: StoreTx, input: Input) => Member>> = {
  add(tx, { email, password, factors }) {
    const address = newAddress("email", email);
    if (memberByEmail(tx, address))
      throw new PlatformError(409, "-19995", `There is already a member ${address}`);
    return addMember(tx, {
      email: address,
      emailVerified: true,
      factors: factorsOf(factors),
      password: password ? newPassword("password", password) : undefined,
    });
  },
  approve: change(({ pending }) => ({
    pending: pending.filter((reason) => reason !== approval),
  })),
  pend: change(({ pending }) => ({ pending: [...new Set([...pending, approval])] }), true),
  verify: change(({ pending }) => ({
    emailVerified: true,
    pending: pending.filter((reason) => reason !== verification),
  })),
  unverify: change(
    ({ pending }) => ({ emailVerified: false, pending: [...new Set([...pending, verification])] }),
    true,
  ),
  block: change(() => ({ state: "BLOCKED" }), true),
  offline: change(() => ({ state: "OFFLINE" }), true),
  activate: change(() => ({ state: "ACTIVE" })),
  delete: (tx, { email }) => removeMember(tx, knownMember(tx, email)),
  "reset-password": change(() => ({ mustReset: true })),
  logout: change(() => ({}), true),
  mfa: change((_, { factors }) => ({ factors: factorsOf(factors) })),
};

function knownMember(tx: StoreTx, email: string | null | undefined): Member {
  const member = memberByEmail(tx, email);
  if (!member)
    throw new PlatformError(404, "MEMBER_NOT_FOUND", `There is no member with the address ${email ?? ""}`);
  return member;
}

function factorsOf(given: readonly string[] | null | undefined): Factor[] {
  return (given ?? []).map((name) => {
    const factor = factorTypes.find((factorType) => factorType === name.toUpperCase());
    if (factor) return factor;
    const values = [...factorTypes];
    throw invalid("factors", "INVALID_ENUM_VALUE", `must be one of: ${values.join(", ")}`, { values });
  });
}

function viewOf(tx: StoreTx, member: Member) {
  const { id, email, emailVerified, mustReset, factors, phone, totpSecret, createdDate, pending } = member;
  const uri = `otpauth://totp/till%20sandbox:${encodeURIComponent(email)}?${new URLSearchParams({ secret: totpSecret, issuer: "till sandbox" })}`;
  const code = totpCode(fromBase32(totpSecret) ?? Buffer.alloc(0), totpStep(tx.wallTime));
  return {
    id,
    email,
    emailVerified,
    phone,
    createdDate,
    status: memberStatus(member),
    reasons: [...pending],
    mustResetPassword: mustReset,
    factors: [...factors],
    totp: { secret: totpSecret, uri, code },
  };
}
