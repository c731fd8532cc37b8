import { endpoint, service } from "../../endpoint.ts";
import { bool, date, enumOf, fieldMask, guid, json, list, obj, readonly, text } from "../../models/fields.ts";
import {
  AuthenticationState,
  CaptchaToken,
  EmailRedirect,
  FactorType,
  Identity,
  IdentityProfile,
  LoginId,
  RawResponse,
} from "./identity.ts";

const code = () => obj({ code: text() });

const SignOnPolicy = obj({
  id: readonly(guid()),
  revision: readonly(text()),
  createdDate: readonly(date()),
  updatedDate: readonly(date()),
  requireOwnerApproval: bool(),
  requireEmailVerification: bool(),
});
const signOnPolicy = obj({ signOnPolicy: SignOnPolicy }, { always: ["signOnPolicy"] });

/** What new members wait for. */
export const signOnPolicies = service("signOnPolicies", {
  get: endpoint("GET /iam/signon/v1/sign-on-policies", {
    input: obj({}),
    result: signOnPolicy,
    role: "admin",
    summary: "Get what new members of the site wait for",
  }),
  update: endpoint("PATCH /iam/signon/v1/sign-on-policies", {
    input: obj({ signOnPolicy: SignOnPolicy, fieldMask: fieldMask() }),
    result: signOnPolicy,
    required: ["signOnPolicy"],
    summary: "Change what new members of the site wait for",
  }),
});

/** Registration, login and logout of members. The calls before a login need a visitor only. */
export const authentication = service("authentication", {
  register: endpoint("POST /_api/iam/authentication/v2/register", {
    alternatives: ["/iam/authentication/v2/register"],
    input: obj({
      loginId: LoginId,
      password: text(),
      profile: IdentityProfile,
      captchaTokens: list(CaptchaToken),
      clientMetaData: json(),
    }),
    result: AuthenticationState,
    required: ["loginId"],
    role: "visitor",
    summary: "Register a member by email and password",
  }),
  login: endpoint("POST /_api/iam/authentication/v2/login", {
    alternatives: ["/iam/authentication/v2/login"],
    input: obj({
      // Not validated: an invalid address is an unknown member, not a field violation.
      loginId: obj({ email: text() }),
      password: text(),
      captchaTokens: list(CaptchaToken),
      clientMetaData: json(),
      webauthn: obj({ challengeId: guid(), credential: text({ maxLength: 3000 }) }),
      emailOtp: obj({ code: text({ minLength: 1, maxLength: 100 }) }),
      stateToken: text({ maxLength: 1000 }),
    }),
    result: AuthenticationState,
    required: ["loginId"],
    role: "visitor",
    effect: "set",
    summary: "Log in a member by email and password",
  }),
  changePassword: endpoint("POST /_api/iam/authentication/v2/change-password", {
    alternatives: ["/iam/authentication/v2/change-password"],
    input: obj({ newPassword: text() }),
    result: obj({}),
    required: ["newPassword"],
    role: "member",
    effect: "set",
    summary: "Change the password of the current member",
  }),
  callback: endpoint("GET /_api/iam/authentication/v1/callback", {
    input: obj({ state: text(), sessionToken: text() }),
    result: RawResponse,
    role: "visitor",
    effect: "set",
    summary: "Handle the return from a login page (older clients)",
  }),
  signOn: endpoint("POST /_api/iam/authentication/v2/sign-on", {
    alternatives: ["/iam/authentication/v2/sign-on"],
    input: obj({
      loginId: LoginId,
      profile: IdentityProfile,
      verifyEmail: bool(),
      mergeExistingContact: bool(),
    }),
    result: obj({ sessionToken: text(), identity: Identity }),
    required: ["loginId"],
    effect: "set",
    summary: "Log in or register a member from an external identity system",
  }),
  logout: endpoint("GET /_api/iam/authentication/v1/logout", {
    alternatives: ["/iam/authentication/v1/logout"],
    input: obj({ postLogoutRedirectUri: text({ format: "WEB_URL" }), clientId: guid() }),
    result: RawResponse,
    role: "visitor",
    effect: "set",
    summary: "Log out a member",
  }),
  verify: endpoint("POST /_api/iam/authentication/v2/{factorType}/verify", {
    input: obj(
      {
        factorType: FactorType,
        stateToken: text(),
        rememberThisDevice: bool(),
        smsData: code(),
        callData: code(),
        emailData: code(),
        totpData: code(),
        pushData: obj({ transactionId: text() }),
        // The platform documents no field for PASSWORD; the sandbox uses this one.
        passwordData: code(),
      },
      { oneOf: [["smsData", "callData", "emailData", "totpData", "pushData", "passwordData"]] },
    ),
    result: AuthenticationState,
    role: "visitor",
    summary: "Verify a second factor during login (older clients)",
  }),
  validateEmail: endpoint("POST /_api/iam/authentication/v2/validate-email", {
    alternatives: ["/iam/authentication/v2/validate-email"],
    input: obj({ email: text({ maxLength: 254 }) }),
    result: obj({
      valid: bool(),
      failure: obj({
        reason: enumOf(
          "UNKNOWN_REASON",
          "EMAIL_ADDRESS_BOUNCED",
          "EMAIL_DOMAIN_MISSING_DNS_RECORDS",
          "EMAIL_DOMAIN_FORMAT_INVALID",
          "EMAIL_DOMAIN_PERMANENTLY_BLACKLISTED",
        ),
      }),
      formatInvalid: bool(),
    }),
    required: ["email"],
    effect: "read",
    role: "visitor",
    summary: "Check whether an email address can be used for registration",
  }),
});

const language = () => text({ format: "LANGUAGE" });

/** Password recovery. A recovery token works once, so no call is sent twice. */
export const recovery = service("recovery", {
  sendEmail: endpoint("POST /_api/iam/recovery/v1/send-email", {
    input: obj({ email: text({ format: "EMAIL" }), language: language(), redirect: EmailRedirect }),
    result: obj({}),
    required: ["email"],
    role: "visitor",
    summary: "Send a password recovery email",
  }),
  activationEmail: endpoint("POST /_api/iam/recovery/v1/activation-email", {
    input: obj({
      identityId: guid(),
      emailOptions: obj({ language: language(), redirect: EmailRedirect }),
    }),
    result: obj({}),
    required: ["identityId"],
    summary: "Send an account activation email",
  }),
  recover: endpoint("POST /_api/iam/recovery/v1/recover", {
    input: obj({ recoveryToken: text(), password: text() }),
    result: AuthenticationState,
    required: ["recoveryToken"],
    role: "visitor",
    summary: "Set a new password with a recovery token",
  }),
});

/** Email verification. A code works once, so no call is sent twice. */
export const verification = service("verification", {
  start: endpoint("POST /_api/iam/verification/v1/start", {
    path: "/v1/Start",
    alternatives: ["/_api/iam/verification/v1/Start"],
    input: obj({ identityId: guid(), target: enumOf("EMAIL") }),
    result: obj({ verificationId: text() }),
    role: "member",
    summary: "Send a verification code",
  }),
  verify: endpoint("POST /_api/iam/verification/v1/auth/verify", {
    input: obj({ code: text({ minLength: 6, maxLength: 6 }), stateToken: text() }),
    result: AuthenticationState,
    required: ["code", "stateToken"],
    role: "visitor",
    summary: "Verify the code of a login or registration",
  }),
  resend: endpoint("POST /_api/iam/verification/v1/auth/resend", {
    input: obj({ stateToken: text() }),
    result: AuthenticationState,
    required: ["stateToken"],
    role: "visitor",
    summary: "Resend the code of a login or registration (older clients)",
  }),
});
