import { expect, test } from "vitest";
import {
  captchaTokens,
  flowAfter,
  loginFailure,
  registrationFailure,
  verifiable,
} from "../../../src/api/auth/login.ts";
import { ApiError, TransportError } from "../../../src/kernel/errors.ts";

test("maps the states of the server to those of the flow; others are Unknown _state", () => {
  expect(flowAfter({ state: "SUCCESS", sessionToken: "s" })).toEqual({ state: "SUCCESS", sessionToken: "s" });
  const identity = { id: "i1" };
  expect(flowAfter({ state: "SUCCESS", sessionToken: "s", identity })).toMatchObject({ identity });
  expect(flowAfter({ state: "REQUIRE_OWNER_APPROVAL" })).toEqual({ state: "OWNER_APPROVAL_REQUIRED" });
  expect(flowAfter({ state: "REQUIRE_EMAIL_VERIFICATION", stateToken: "t" })).toEqual({
    state: "EMAIL_VERIFICATION_REQUIRED",
    stateToken: "t",
  });
  for (const answer of [
    { state: "REQUIRE_MFA", stateToken: "t" },
    { state: "STATUS_CHECK" },
    { state: "REQUIRE_MISSING_FIELDS" },
    { state: "NEW_ONE" },
    { state: "SUCCESS" },
    { state: "REQUIRE_EMAIL_VERIFICATION" },
    { state: "REQUIRE_MFA", sessionToken: "s" },
    {},
  ])
    expect(flowAfter(answer)).toEqual({ state: "FAILURE", error: "Unknown _state", answer });
});

test("verifies an email only if the flow requires it", () => {
  expect(verifiable({ state: "EMAIL_VERIFICATION_REQUIRED", stateToken: "t" })).toBe("t");
  for (const state of [
    "INITIAL",
    "OWNER_APPROVAL_REQUIRED",
    "USER_CAPTCHA_REQUIRED",
    "SILENT_CAPTCHA_REQUIRED",
  ] as const)
    expect(() => verifiable({ state })).toThrow(/^Unknown _state/);
  expect(() => verifiable({ state: "SUCCESS", sessionToken: "s" })).toThrow(
    expect.objectContaining({
      exitCode: 4,
      code: "UNKNOWN_STATE",
      message: "Unknown _state: no login or registration waits for a verification code.",
      hint: expect.stringContaining("till login --email"),
    }),
  );
});

const rejected = (code: unknown, status = 400) =>
  new ApiError("Bad: worse", { status, code: String(code), details: { applicationError: { code } } });

test("maps rejected logins to errors", () => {
  const meaning = (code: unknown) => loginFailure(rejected(code));
  expect(meaning("-19971")).toMatchObject({ code: "missingCaptchaToken", exitCode: 4 });
  expect(meaning("-19970")).toMatchObject({ code: "invalidCaptchaToken", exitCode: 4 });
  expect(meaning("-19976")).toMatchObject({ code: "invalidPassword", exitCode: 4 });
  expect(meaning("-19973")).toMatchObject({ code: "resetPassword", exitCode: 4 });
  expect(meaning("MEMBER_BLOCKED")).toMatchObject({
    code: "invalidEmail",
    exitCode: 4,
    hint: "Ask the owner of the site.",
  });
  for (const other of ["-19995", "-1", undefined, "INVALID", -19976.5])
    expect(meaning(other)).toMatchObject({
      code: "invalidEmail",
      exitCode: 4,
      message: "Bad: worse (invalidEmail)",
    });
});

test("maps rejected registrations to errors, with the server's message for unknown codes", () => {
  const meaning = (code: unknown) => registrationFailure(rejected(code));
  expect(meaning("-19971")).toMatchObject({ code: "missingCaptchaToken" });
  expect(meaning("-19970")).toMatchObject({ code: "invalidCaptchaToken" });
  expect(meaning("-19995")).toMatchObject({ code: "emailAlreadyExists", exitCode: 6 });
  const other = rejected("-19976");
  expect(registrationFailure(other)).toBe(other);
  const fieldViolations = [
    { field: "loginId.email", description: "is not an email address", data: { type: "EMAIL" } },
  ];
  const violated = new ApiError("INVALID_ARGUMENT", {
    status: 400,
    code: "INVALID_ARGUMENT",
    details: { validationError: { fieldViolations } },
  });
  for (const read of [registrationFailure, loginFailure])
    expect(read(violated)).toMatchObject({
      code: "invalidEmail",
      exitCode: 2,
      message: "is not an email address (invalidEmail)",
    });
});

test("a violation of another field is not about the address", () => {
  const fieldViolations = [{ field: "profile.nickname", description: "is too long" }];
  const violated = new ApiError("INVALID_ARGUMENT", {
    status: 400,
    code: "INVALID_ARGUMENT",
    details: { validationError: { fieldViolations } },
  });
  for (const read of [registrationFailure, loginFailure]) expect(read(violated)).toBe(violated);
  const none = new ApiError("Bad", {
    status: 400,
    code: "X",
    details: { validationError: { fieldViolations: [] } },
  });
  expect(loginFailure(none)).toMatchObject({ code: "invalidEmail", exitCode: 4 });
  expect(registrationFailure(none)).toBe(none);
});

test("does not report platform errors as invalid emails", () => {
  for (const error of [
    rejected("x", 500),
    rejected("x", 429),
    new TransportError("down", "no"),
    new Error("?"),
  ]) {
    expect(loginFailure(error)).toBe(error);
    expect(registrationFailure(error)).toBe(error);
  }
});

test("sends only the given captcha tokens, one entry per kind", () => {
  expect(captchaTokens({})).toEqual({});
  expect(captchaTokens({ visible: "" })).toEqual({});
  expect(captchaTokens({ visible: "v" })).toEqual({ captchaTokens: [{ Recaptcha: "v" }] });
  expect(captchaTokens({ visible: "v", invisible: "i" })).toEqual({
    captchaTokens: [{ Recaptcha: "v" }, { InvisibleRecaptcha: "i" }],
  });
});
