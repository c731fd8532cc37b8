import { randomUUID } from "node:crypto";
import type { WireInput } from "../../../api/endpoint.ts";
import type { authentication } from "../../../api/services/members/authentication.ts";
import type { AuthenticationState } from "../../../api/services/members/identity.ts";
import { invalid } from "../../kernel/invalid.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { type Message, sendMessage } from "./mailbox.ts";
import { type Factor, type Member, memberOf, saveMember } from "./members.ts";
import { isPassword } from "./passwords.ts";
import {
  deleteSecret,
  findSecret,
  issueSecret,
  type PendingLogin,
  storeSecret,
  updateSecret,
} from "./secrets.ts";
import { fromBase32, matchTotp, sameText } from "./totp.ts";
import { failedAttempt, newCode, pendingLoginOf } from "./verification.ts";

type Input = WireInput<typeof authentication.verify>;

/** Reads the proof of a factor from the input. */
const proofs: Readonly<Record<Factor, (input: Input) => string | null | undefined>> = {
  PASSWORD: ({ passwordData }) => passwordData?.code,
  SMS: ({ smsData }) => smsData?.code,
  CALL: ({ callData }) => callData?.code,
  EMAIL: ({ emailData }) => emailData?.code,
  TOTP: ({ totpData }) => totpData?.code,
  PUSH: ({ pushData }) => pushData?.transactionId,
};
const dataOf = (factor: string) => `${factor.toLowerCase()}Data`;

/** The channels of the factors that send something. */
const channels: Partial<Record<Factor, { channel: Message["channel"]; to: (member: Member) => string }>> = {
  SMS: { channel: "sms", to: ({ phone }) => phone },
  CALL: { channel: "call", to: ({ phone }) => phone },
  EMAIL: { channel: "email", to: ({ email }) => email },
  PUSH: { channel: "push", to: ({ email }) => email },
};

/** Starts a second factor login and sends the codes of all the member's factors. */
export function requireFactor(tx: StoreTx, member: Member): AuthenticationState {
  const codes = Object.fromEntries(
    member.factors
      .filter((factor) => channels[factor])
      .map((factor) => [factor, sendChallenge(tx, member, factor)]),
  );
  const stateToken = issueSecret(tx, "state", { memberId: member.id, for: "mfa", codes, failures: 0 });
  const { PUSH: transaction } = codes;
  return {
    state: "REQUIRE_MFA",
    stateToken,
    requireMfaData: { availableFactors: availableFactors(member), reason: "USER_SETTINGS" },
    ...(transaction !== undefined && { additionalData: { pushTransactionId: { strValue: transaction } } }),
  };
}

/**
 * Verifies a second factor and returns the member. Without a proof, resends and returns the challenge. Throws
 * PlatformError 403 for a wrong proof; five of them end the login.
 */
export function verifyFactor(
  tx: StoreTx,
  input: Input,
): { member: Member } | { challenge: AuthenticationState } {
  const stateToken = input.stateToken ?? "";
  const login = pendingLoginOf(tx, "mfa", stateToken);
  const member = memberOf(tx, login.memberId);
  const factor = factorOf(member, input);
  const proof = proofs[factor](input);
  if (!proof) return { challenge: resendChallenge(tx, member, factor, stateToken, login) };
  const proved = check(tx, member, factor, proof, login);
  if (!proved) throw failedAttempt(tx, stateToken, login);
  deleteSecret(tx, stateToken);
  return { member: saveMember(tx, member, proved) };
}

/** Exempts a device from the second factor of a member for 30 days. */
export function trustDevice(tx: StoreTx, { id: memberId }: Member, device: string | undefined): void {
  if (device !== undefined) storeSecret(tx, "device", `${memberId} ${device}`, { memberId });
}

/** Returns whether a device is exempt from the second factor of a member. */
export function isTrusted(tx: StoreTx, { id }: Member, device: string | undefined): boolean {
  return device !== undefined && findSecret(tx, "device", `${id} ${device}`) !== undefined;
}

function factorOf(member: Member, input: Input): Factor {
  const factor = member.factors.find((one) => one === input.factorType);
  if (!factor) {
    const values = [...member.factors];
    throw invalid("factorType", "INVALID_ENUM_VALUE", `must be one of: ${values.join(", ")}`, { values });
  }
  const other = Object.keys(proofs).find((one) => one !== factor && proofs[one as Factor](input));
  if (other !== undefined)
    throw invalid(
      dataOf(other),
      "ONE_OF_ALIGNMENT",
      `must not be set for ${factor}, which has ${dataOf(factor)}`,
    );
  return factor;
}

/** Returns the changes to the member if the proof is correct, otherwise undefined. */
function check(
  tx: StoreTx,
  member: Member,
  factor: Factor,
  proof: string,
  login: PendingLogin,
): Partial<Member> | undefined {
  if (factor === "PASSWORD") return isPassword(member.password, proof) ? {} : undefined;
  if (factor === "TOTP") {
    const secret = fromBase32(member.totpSecret);
    const totpUsed = secret && matchTotp(secret, proof, tx.wallTime, member.totpUsed);
    return totpUsed === undefined ? undefined : { totpUsed };
  }
  if (!sameText(login.codes[factor] ?? "", proof)) return undefined;
  return factor === "PUSH" && tx.setting("pushAnswer") !== "approve" ? undefined : {};
}

function resendChallenge(
  tx: StoreTx,
  member: Member,
  factor: Factor,
  stateToken: string,
  login: PendingLogin,
): AuthenticationState {
  const sent = channels[factor];
  const code = sent && sendChallenge(tx, member, factor);
  if (code !== undefined)
    updateSecret(tx, stateToken, { ...login, codes: { ...login.codes, [factor]: code } });
  const hint = sent ? `…${sent.to(member).slice(-4)}` : "";
  return {
    state: "MFA_CHALLENGE",
    stateToken,
    mfaChallengeData: {
      factorType: factor,
      verificationChallengeData: {
        hint,
        ...(factor === "PUSH" && code !== undefined && { pushData: { transactionId: code } }),
      },
      availableFactors: availableFactors(member),
      reason: "USER_SETTINGS",
    },
  };
}

function sendChallenge(tx: StoreTx, member: Member, factor: Factor): string {
  const code = factor === "PUSH" ? randomUUID() : newCode();
  const { channel, to } = channels[factor] ?? { channel: "email", to: ({ email }: Member) => email };
  sendMessage(tx, {
    channel,
    to: to(member),
    subject: "Your login code",
    code,
    text: factor === "PUSH" ? `Confirm your login. Transaction ${code}` : `Your login code is ${code}.`,
  });
  return code;
}

const availableFactors = ({ factors }: Member) =>
  factors.map((factorType) => ({ factorType, factorStatus: "ENABLED" as const }));
