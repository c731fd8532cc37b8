import { randomInt, randomUUID } from "node:crypto";
import type { WireInput } from "../../api/endpoint.ts";
import type { AuthenticationState, authentication } from "../../api/services/members.ts";
import { violation } from "../../api/violations.ts";
import {
  InvalidInput,
  invalid,
  LastingPlatformError,
  PlatformError,
  type StoreTx,
  type Tx,
} from "../kernel/tx.ts";
import { type Message, sendMessage } from "./mailbox.ts";
import {
  addMember,
  type Factor,
  fromBase32,
  isPassword,
  isSameSecret,
  type Member,
  matchTotp,
  memberByEmail,
  memberIdentity,
  memberOf,
  newPassword,
  type PendingReason,
  type Profile,
  saveMember,
  setPassword,
} from "./members.ts";
import {
  deleteSecret,
  findSecret,
  issueSecret,
  type PendingLogin,
  storeSecret,
  updateSecret,
} from "./secrets.ts";

/** The verified factor, and the device. */
export interface LoginProof {
  /** A second factor was verified, or none is required. */
  factor?: boolean;
  /** The id of the device. */
  device?: string | undefined;
}

/**
 * Returns the login state of a member after the first factor: logged in, or waiting for approval, verification or a second
 * factor. Throws PlatformError 403 if the member is blocked.
 */
export function continueLogin(
  tx: StoreTx,
  member: Member,
  { factor, device }: LoginProof = {},
): AuthenticationState {
  const identity = memberIdentity(member);
  if (member.state === "BLOCKED") throw new PlatformError(403, "MEMBER_BLOCKED", "This member is blocked");
  if (member.state === "OFFLINE") return { state: "STATUS_CHECK", identity };
  if (member.pending.includes("PENDING_EMAIL_VERIFICATION_REQUIRED")) {
    return { state: "REQUIRE_EMAIL_VERIFICATION", stateToken: startVerification(tx, member), identity };
  }
  if (member.pending.length > 0) return { state: "REQUIRE_OWNER_APPROVAL", identity };
  if (!factor && member.factors.length > 0 && !isTrusted(tx, member, device))
    return { ...requireFactor(tx, member), identity };
  return { state: "SUCCESS", sessionToken: issueSecret(tx, "session", { memberId: member.id }), identity };
}

/** Logs a member in by email address and password. */
export function logIn(
  tx: StoreTx,
  email: string | null | undefined,
  password: string | null | undefined,
  device?: string,
): AuthenticationState {
  const member = memberByEmail(tx, email);
  if (!member)
    throw new PlatformError(404, "-19999", `There is no member with the email address ${email ?? ""}`);
  if (member.mustReset || member.password === undefined)
    throw new PlatformError(403, "-19973", "The password must be reset; request a recovery email");
  if (!isPassword(member.password, password ?? ""))
    throw new PlatformError(401, "-19976", "The password is wrong");
  return continueLogin(tx, member, { device });
}

/** Registers a member, who waits for approval or email verification if the settings require it. */
export function registerMember(
  tx: StoreTx,
  email: string | null | undefined,
  password: string | null | undefined,
  profile: Profile | null | undefined,
): AuthenticationState {
  const address = newAddress("loginId.email", email);
  const chosen = newPassword("password", password);
  if (memberByEmail(tx, address))
    throw new PlatformError(409, "-19995", "A member with this email address already exists");
  const pending: PendingReason[] = [
    ...(tx.setting("emailVerification") === "on" ? ["PENDING_EMAIL_VERIFICATION_REQUIRED" as const] : []),
    ...(tx.setting("ownerApproval") === "on" ? ["PENDING_ADMIN_APPROVAL_REQUIRED" as const] : []),
  ];
  return continueLogin(tx, addMember(tx, { email: address, password: chosen, profile, pending }));
}

/** Returns a valid email address. Throws InvalidInput for `field` otherwise. */
export function newAddress(field: string, email: string | null | undefined): string {
  if (email && /^[^\s@]+@[^\s@]+$/.test(email)) return email;
  throw new InvalidInput([violation(field, "FORMAT", "is not a valid email address", { type: "EMAIL" })]);
}

type FactorInput = WireInput<typeof authentication.verify>;

/** Reads the proof of a factor from the input. */
const proofs: Readonly<Record<Factor, (input: FactorInput) => string | null | undefined>> = {
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
function requireFactor(tx: StoreTx, member: Member): AuthenticationState {
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
    additionalData: transaction === undefined ? undefined : { pushTransactionId: { strValue: transaction } },
  };
}

/**
 * Verifies a second factor and returns the member. Without a proof, resends and returns the challenge. Throws
 * PlatformError 403 for a wrong proof; five of them end the login.
 */
export function verifyFactor(
  tx: StoreTx,
  input: FactorInput,
): { member: Member } | { challenge: AuthenticationState } {
  const stateToken = input.stateToken ?? "";
  const login = pendingLoginOf(tx, "mfa", stateToken);
  const member = memberOf(tx, login.memberId);
  const factor = factorOf(member, input);
  const proof = proofs[factor](input);
  if (!proof) return { challenge: resendChallenge(tx, member, factor, stateToken, login) };
  const proved = checkProof(tx, member, factor, proof, login);
  if (!proved) throw failedAttempt(tx, stateToken, login);
  deleteSecret(tx, stateToken);
  return { member: saveMember(tx, member, proved) };
}

/** Exempts a device from the second factor of a member for 30 days. */
export function trustDevice(tx: StoreTx, { id: memberId }: Member, device: string | undefined): void {
  if (device !== undefined) storeSecret(tx, "device", `${memberId} ${device}`, { memberId });
}

/** Returns whether a device is exempt from the second factor of a member. */
function isTrusted(tx: StoreTx, { id }: Member, device: string | undefined): boolean {
  return device !== undefined && findSecret(tx, "device", `${id} ${device}`) !== undefined;
}

function factorOf(member: Member, input: FactorInput): Factor {
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
function checkProof(
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
  if (!isSameSecret(login.codes[factor] ?? "", proof)) return undefined;
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
        pushData: factor === "PUSH" && code !== undefined ? { transactionId: code } : undefined,
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

/** Failed attempts after which a pending login ends. */
const maxCodeAttempts = 5;

/** Generates a six-digit code. */
const newCode = (): string => String(randomInt(1_000_000)).padStart(6, "0");

/** Sends a member a verification code and returns the state token to submit it with. */
export function startVerification(tx: StoreTx, member: Member): string {
  const code = newCode();
  sendCode(tx, member, code);
  return issueSecret(tx, "state", {
    memberId: member.id,
    for: "verification",
    codes: { EMAIL: code },
    failures: 0,
  });
}

/** Sends a new code, which replaces the previous one. */
export function resendVerification(tx: StoreTx, stateToken: string | null | undefined): Member {
  const login = pendingLoginOf(tx, "verification", stateToken);
  const member = memberOf(tx, login.memberId);
  const code = newCode();
  sendCode(tx, member, code);
  updateSecret(tx, stateToken ?? "", { ...login, codes: { EMAIL: code } });
  return member;
}

/** Verifies a member's address with a code. Throws PlatformError 403 for a wrong code; five of them end the state token. */
export function verifyAddress(
  tx: StoreTx,
  stateToken: string | null | undefined,
  code: string | null | undefined,
): Member {
  const login = pendingLoginOf(tx, "verification", stateToken);
  if (!isSameSecret(login.codes.EMAIL ?? "", code ?? "")) throw failedAttempt(tx, stateToken ?? "", login);
  deleteSecret(tx, stateToken ?? "");
  const member = memberOf(tx, login.memberId);
  const pending = member.pending.filter((reason) => reason !== "PENDING_EMAIL_VERIFICATION_REQUIRED");
  return saveMember(tx, member, { emailVerified: true, pending });
}

/** Returns the pending login of a state token. Throws PlatformError 403 if it is invalid. */
function pendingLoginOf(
  tx: StoreTx,
  purpose: PendingLogin["for"],
  stateToken: string | null | undefined,
): PendingLogin {
  const login = findSecret(tx, "state", stateToken);
  if (login?.for === purpose) return login;
  throw new PlatformError(
    403,
    "INVALID_STATE_TOKEN",
    "The state token is unknown or has expired; log in again",
  );
}

/** Counts a failed attempt and returns the error with the number of attempts left. */
function failedAttempt(tx: StoreTx, stateToken: string, login: PendingLogin): LastingPlatformError {
  const left = maxCodeAttempts - login.failures - 1;
  if (left > 0) updateSecret(tx, stateToken, { ...login, failures: login.failures + 1 });
  else deleteSecret(tx, stateToken);
  const rest = left > 0 ? `${left} more ${left === 1 ? "try" : "tries"}` : "log in again";
  return new LastingPlatformError(
    403,
    "VERIFICATION_FAILED",
    `The code is wrong or was already used; ${rest}`,
    {
      left,
    },
  );
}

function sendCode(tx: StoreTx, { email }: Member, code: string): void {
  sendMessage(tx, {
    channel: "email",
    to: email,
    subject: "Verify your email address",
    text: `Your verification code is ${code}.`,
    code,
  });
}

const recoverySubjects = { recovery: "Set a new password", activation: "Activate your account" };

/** Sends a member a link to the page that sets a password, which then redirects to `returnTo`. */
export function sendRecovery(
  tx: StoreTx,
  { id: memberId, email }: Member,
  kind: keyof typeof recoverySubjects,
  returnTo: string | undefined,
): void {
  const token = issueSecret(tx, "recovery", { memberId, returnTo });
  const link = `${tx.origin}/__till/pages/recover?${new URLSearchParams({ recoveryToken: token })}`;
  const subject = recoverySubjects[kind];
  sendMessage(tx, { channel: "email", to: email, subject, text: `${subject}: ${link}`, link, token });
}

/** Sets a member's password with a recovery token. Ends the token and all logins. */
export function recover(
  tx: StoreTx,
  recoveryToken: string | null | undefined,
  password: string | null | undefined,
): { member: Member; returnTo: string | undefined } {
  const found = findSecret(tx, "recovery", recoveryToken);
  if (!found)
    throw new PlatformError(
      403,
      "INVALID_RECOVERY_TOKEN",
      "The recovery token is unknown, was already used, or has expired",
    );
  const chosen = newPassword("password", password);
  deleteSecret(tx, recoveryToken ?? "");
  return { member: setPassword(tx, memberOf(tx, found.memberId), chosen), returnTo: found.returnTo };
}

/** The only valid captcha token in the sandbox. */
export const solvedCaptcha = "sandbox-captcha-ok";

type CaptchaTokens = WireInput<typeof authentication.login>["captchaTokens"];

/** The accepted kinds of tokens by value of the setting `captcha`. */
const captchaKinds: Readonly<Record<string, readonly string[]>> = {
  any: ["Recaptcha", "InvisibleRecaptcha", "NoCaptcha", "recaptchaForClientSiteKey"],
  visible: ["Recaptcha", "NoCaptcha", "recaptchaForClientSiteKey"],
  invisible: ["InvisibleRecaptcha"],
};

/** Throws PlatformError 400 for an invalid captcha token (-19970) or a missing required one (-19971). */
export function checkCaptcha(tx: Tx, tokens: CaptchaTokens): void {
  const given = (tokens ?? []).flatMap((one) =>
    Object.entries(one).flatMap(([kind, value]) => {
      const token =
        typeof value === "object" && value !== null
          ? Object.entries(value).find(([key]) => key === "token")?.[1]
          : value;
      return typeof token === "string" && token !== "" ? [{ kind, token }] : [];
    }),
  );
  if (given.some(({ token }) => token !== solvedCaptcha))
    throw new PlatformError(
      400,
      "-19970",
      "The captcha token is not valid (the sandbox accepts sandbox-captcha-ok)",
    );
  const required = captchaKinds[tx.setting("captcha")];
  if (!required || given.some(({ kind }) => required.includes(kind))) return;
  throw new PlatformError(400, "-19971", "A captcha token is missing", { captcha: required[0] });
}
