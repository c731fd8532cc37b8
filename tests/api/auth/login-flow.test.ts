import { expect, test } from "vitest";
import {
  captchaTokens,
  flowAfter,
  loginFailure,
  registrationFailure,
  verifiable,
} from "../../../src/api/auth/login-flow.ts";
import { ApiError, TransportError } from "../../../src/kernel/errors.ts";

test("the server's states lead to the states of the flow; every other is Unknown _state", () => {
  expect(flowAfter({ state: "SUCCESS", sessionToken: "s" })).toEqual({ state: "SUCCESS", sessionToken: "s" });
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
    {},
  ])
    expect(flowAfter(answer)).toEqual({ state: "FAILURE", error: "Unknown _state", answer });
});

test("an e-mail is verified only where the flow asks for it", () => {
  expect(verifiable({ state: "EMAIL_VERIFICATION_REQUIRED", stateToken: "t" })).toBe("t");
  for (const state of ["INITIAL", "OWNER_APPROVAL_REQUIRED", "USER_CAPTCHA_REQUIRED"] as const)
    expect(() => verifiable({ state })).toThrow(/^Unknown _state/);
  expect(() => verifiable({ state: "SUCCESS", sessionToken: "s" })).toThrow(/^Unknown _state/);
});

const refused = (code: unknown, status = 400) =>
  new ApiError("Bad: worse", { status, code: String(code), details: { applicationError: { code } } });

test("what a refused login means", () => {
  const meaning = (code: unknown) => loginFailure(refused(code));
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

test("what a refused registration means; the server's message stands where nothing is known", () => {
  const meaning = (code: unknown) => registrationFailure(refused(code));
  expect(meaning("-19971")).toMatchObject({ code: "missingCaptchaToken" });
  expect(meaning("-19970")).toMatchObject({ code: "invalidCaptchaToken" });
  expect(meaning("-19995")).toMatchObject({ code: "emailAlreadyExists", exitCode: 6 });
  const other = refused("-19976");
  expect(registrationFailure(other)).toBe(other);
  const fieldViolations = [
    { field: "loginId.email", description: "is no e-mail address", data: { type: "EMAIL" } },
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
      message: "is no e-mail address (invalidEmail)",
    });
});

test("a bad day of the platform is not blamed on the address", () => {
  for (const error of [
    refused("x", 500),
    refused("x", 429),
    new TransportError("down", "no"),
    new Error("?"),
  ]) {
    expect(loginFailure(error)).toBe(error);
    expect(registrationFailure(error)).toBe(error);
  }
});

test("captcha tokens travel only where they were given, one entry a kind", () => {
  expect(captchaTokens({})).toEqual({});
  expect(captchaTokens({ visible: "" })).toEqual({});
  expect(captchaTokens({ visible: "v" })).toEqual({ captchaTokens: [{ Recaptcha: "v" }] });
  expect(captchaTokens({ visible: "v", invisible: "i" })).toEqual({
    captchaTokens: [{ Recaptcha: "v" }, { InvisibleRecaptcha: "i" }],
  });
});
