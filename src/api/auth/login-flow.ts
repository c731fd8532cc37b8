import { ApiError, type ExitCode, exitCodes, TillError } from "../../kernel/errors.ts";
import { valueAt } from "../endpoint.ts";
import type { AuthenticationState } from "../services/members/models/identity.ts";

/** The state of a login or registration. The captcha states are the platform's; no response leads to them. */
export type LoginFlow =
  | { state: "INITIAL" | "OWNER_APPROVAL_REQUIRED" | "USER_CAPTCHA_REQUIRED" | "SILENT_CAPTCHA_REQUIRED" }
  | { state: "SUCCESS"; sessionToken: string; identity?: AuthenticationState["identity"] }
  | { state: "EMAIL_VERIFICATION_REQUIRED"; stateToken: string }
  | { state: "FAILURE"; error: string; answer?: AuthenticationState };

/** Returns the state after a response of the server; unknown states become a failure with `Unknown _state`. */
export function flowAfter(answer: AuthenticationState): LoginFlow {
  const { state, sessionToken, stateToken, identity } = answer;
  if (state === "SUCCESS" && sessionToken)
    return { state: "SUCCESS", sessionToken, ...(identity && { identity }) };
  if (state === "REQUIRE_OWNER_APPROVAL") return { state: "OWNER_APPROVAL_REQUIRED" };
  if (state === "REQUIRE_EMAIL_VERIFICATION" && stateToken)
    return { state: "EMAIL_VERIFICATION_REQUIRED", stateToken };
  return { state: "FAILURE", error: "Unknown _state", answer };
}

/** Returns the state token of an email verification. Throws `Unknown _state` in any other state. */
export function verifiable(flow: LoginFlow): string {
  if (flow.state === "EMAIL_VERIFICATION_REQUIRED") return flow.stateToken;
  throw unknownState("no login or registration waits for a verification code", {
    hint: "Log in first; the platform sends a code if it needs one: till login --email <address>",
  });
}

/** Returns the error for a state from which the flow cannot continue. */
export function unknownState(why: string, details: { hint?: string; cause?: unknown } = {}): TillError {
  return new TillError(exitCodes.auth, `Unknown _state: ${why}.`, { code: "UNKNOWN_STATE", ...details });
}

interface Cause {
  code: string;
  exit: ExitCode;
  hint?: string;
}

const missingCaptcha: Cause = {
  code: "missingCaptchaToken",
  exit: exitCodes.auth,
  hint: "The site requires a captcha. Add: --captcha <token>, or --invisible-captcha <token>",
};
const invalidCaptcha: Cause = {
  code: "invalidCaptchaToken",
  exit: exitCodes.auth,
  hint: "A captcha token works once and expires soon: get a new one.",
};

/** The errors of a rejected registration by application code; codes are compared as text. */
const registrationCauses: Readonly<Record<string, Cause>> = {
  "-19971": missingCaptcha,
  "-19970": invalidCaptcha,
  "-19995": {
    code: "emailAlreadyExists",
    exit: exitCodes.conflict,
    hint: "Log in with: till login --email <address>",
  },
};

/** The errors of a rejected login by application code. */
const loginCauses: Readonly<Record<string, Cause>> = {
  "-19971": missingCaptcha,
  "-19970": invalidCaptcha,
  "-19976": {
    code: "invalidPassword",
    exit: exitCodes.auth,
    hint: "Try again, or request a link to set a new password: till password forgot <address>",
  },
  "-19973": {
    code: "resetPassword",
    exit: exitCodes.auth,
    hint: "Set a new password: till password forgot <address>",
  },
  MEMBER_BLOCKED: {
    code: "invalidEmail",
    exit: exitCodes.auth,
    hint: "Ask the owner of the site.",
  },
};
const invalidEmail: Cause = {
  code: "invalidEmail",
  exit: exitCodes.auth,
  hint: "Check the address, or register it: till register --email <address>",
};

/** Returns a rejected registration with the error code of its cause; other errors are returned unchanged. */
export function registrationFailure(error: unknown): unknown {
  if (!isPlatformError(error)) return error;
  const violations = violationsOf(error);
  if (violations) return emailFailure(error, violations) ?? error;
  const cause = registrationCauses[applicationCode(error)];
  return cause === undefined ? error : failure(error, cause);
}

/** Returns a rejected login with the error code of its cause; `invalidEmail` for an unknown cause. */
export function loginFailure(error: unknown): unknown {
  if (!isPlatformError(error)) return error;
  const violations = violationsOf(error);
  if (violations) return emailFailure(error, violations) ?? error;
  return failure(error, loginCauses[applicationCode(error)] ?? invalidEmail);
}

function violationsOf({ details }: ApiError): unknown[] | undefined {
  const violations = valueAt(details, "validationError.fieldViolations");
  return Array.isArray(violations) && violations.length > 0 ? violations : undefined;
}

/** Returns the server's description of an invalid email address; undefined for other errors. */
function emailFailure(error: ApiError, violations: unknown[]): TillError | undefined {
  const address = violations.find((one) => valueAt(one, "data.type") === "EMAIL");
  const description = valueAt(address, "description") ?? error.message;
  const cause = { code: "invalidEmail", exit: exitCodes.usage };
  return address === undefined ? undefined : failure(error, cause, String(description));
}

/** Returns whether an error is an outage or rate limiting, not an invalid email address. */
function isPlatformError(error: unknown): error is ApiError {
  return (
    error instanceof ApiError &&
    error.status >= 400 &&
    error.status < 500 &&
    ![408, 425, 429].includes(error.status)
  );
}

const applicationCode = ({ details }: ApiError): string =>
  String(valueAt(details, "applicationError.code") ?? "");

function failure(error: ApiError, { code, exit, hint }: Cause, message = error.message): TillError {
  const text = message.includes(code) ? message : `${message} (${code})`;
  return new TillError(exit, text, { code, ...(hint !== undefined && { hint }), cause: error });
}

/** Returns the captcha tokens of a request, one entry per kind; empty if none was given. */
export function captchaTokens(tokens: { visible?: string | undefined; invisible?: string | undefined }) {
  const { visible, invisible } = tokens;
  const captchaTokens = [
    ...(visible ? [{ Recaptcha: visible }] : []),
    ...(invisible ? [{ InvisibleRecaptcha: invisible }] : []),
  ];
  return captchaTokens.length === 0 ? {} : { captchaTokens };
}
