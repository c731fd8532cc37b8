import { expect, test } from "vitest";
import { effectiveProfile } from "../../src/config/effective-profile.ts";
import { pathsFor } from "../../src/config/paths.ts";
import { explainRefusal } from "../../src/context/identities.ts";
import { ApiError } from "../../src/kernel/errors.ts";

const hints = {
  401: "Sign in again with: till login",
  403: "The active identity is not allowed to do this. See: till whoami",
};

function refused(status: 401 | 403, message: string, hint: string = hints[status]): ApiError {
  return new ApiError(message, { status, code: "X", requestId: "r1", hint });
}

const profileOf = (variables: Record<string, string> = {}) => ({
  ...effectiveProfile({}, variables, {}, pathsFor({}, "linux")),
  name: "main",
});

test.each([
  ["admin", 401, 'The platform does not accept the API key of profile "main".', /--api-key --profile main/],
  ["member", 401, 'The platform does not accept the sign-in of the member in profile "main".', /till login$/],
  ["visitor", 401, 'The platform does not accept the visitor of profile "main".', /till login --visitor$/],
  ["staff", 401, /does not accept the sign-in of the staff member/, /till login --staff <link>$/],
  ["admin", 403, "The API key is not allowed to do this.", /Add the permission to the API key/],
  ["member", 403, "Members are not allowed to do this.", /--as admin/],
  ["visitor", 403, "Visitors are not allowed to do this.", /till login$/],
  ["staff", 403, "The staff member is not allowed to do this.", /^Ask the owner for the scope/],
] as const)("%s, %d: is a whole sentence with the right hint", (actor, status, message, hint) => {
  const text = status === 401 ? "Unauthorized" : "Forbidden";
  expect(explainRefusal(refused(status, text), actor, profileOf())).toMatchObject({
    message: expect.stringMatching(message),
    hint: expect.stringMatching(hint),
    requestId: "r1",
  });
});

test("credentials from the environment are named by their variable", () => {
  const profile = profileOf({ TILL_API_KEY: "k", TILL_SITE_ID: "s" });
  expect(explainRefusal(refused(401, "Unauthorized"), "admin", profile)).toMatchObject({
    message: "The platform does not accept TILL_API_KEY.",
    hint: "The platform rejected TILL_API_KEY. Check its value and that it is for the site in TILL_SITE_ID.",
  });
});

test("a rejected key that a command has printed cannot be replaced by signing in", () => {
  expect(explainRefusal(refused(401, "No"), "admin", profileOf(), "op read key")).toMatchObject({
    hint: expect.stringContaining("setting credentialCommand prints"),
  });
});

test.each([
  [{ TILL_API_KEY: "k", TILL_SITE_ID: "s" }, 401, /for the site in TILL_SITE_ID\.$/],
  [{ TILL_API_KEY: "k" }, 401, /Check its value, and set TILL_SITE_ID\.$/],
  [{ TILL_API_KEY: "k", TILL_SITE_ID: "s" }, 403, /or set TILL_API_KEY to another key\.$/],
  [{ TILL_ACCESS_TOKEN: "t" }, 401, /The platform rejected TILL_ACCESS_TOKEN\. Check its value\.$/],
  [{ TILL_ACCESS_TOKEN: "t" }, 403, /with --as admin, or set TILL_ACCESS_TOKEN to another token\.$/],
] as const)("%j, %d: signing in is not advised", (variables, status, hint) => {
  for (const actor of "TILL_API_KEY" in variables ? (["admin"] as const) : (["member", "visitor"] as const)) {
    const error = explainRefusal(refused(status, "No"), actor, profileOf({ ...variables }));
    expect(error).toMatchObject({ hint: expect.stringMatching(hint) });
    expect((error as ApiError).hint).not.toContain("till login");
  }
});

test("sentences of the platform and specific hints stay", () => {
  const sentence = "merchantDiscounts requires permission to manage the shop";
  expect(explainRefusal(refused(403, sentence), "visitor", profileOf())).toMatchObject({
    message: sentence,
    hint: expect.stringContaining("--as admin"),
  });
  const specific = refused(403, "Forbidden", "Void the payment first");
  expect(explainRefusal(specific, "visitor", profileOf())).toBe(specific);
  const missing = new ApiError("Not found", { status: 404, code: "NOT_FOUND" });
  expect(explainRefusal(missing, "admin", profileOf())).toBe(missing);
});
