import fc from "fast-check";
import { expect, test } from "vitest";
import { codeFromRedirect, createOauthData, readReturn } from "../../../src/api/auth/login.ts";

const here = "http://127.0.0.1:17580/callback";
const nothing = { code: undefined, state: undefined, error: undefined, errorDescription: undefined };

test("parses the query or the fragment of a URL, or either alone", () => {
  const answer = { ...nothing, code: "c+/=", state: "s" };
  const text = String(new URLSearchParams({ code: "c+/=", state: "s" }));
  for (const form of [
    `${here}?${text}`,
    `${here}#${text}`,
    `#${text}`,
    `?${text}`,
    text,
    `  ${here}#${text}\n`,
  ])
    expect(readReturn(form), form).toEqual(answer);
});

test("finds an error or a state without a code, in the query or the fragment", () => {
  for (const mark of ["?", "#"]) {
    expect(readReturn(`${here}${mark}error=denied`)).toEqual({ ...nothing, error: "denied" });
    expect(readReturn(`${here}${mark}state=s`)).toEqual({ ...nothing, state: "s" });
    expect(readReturn(`${here}${mark}code=c`)).toEqual({ ...nothing, code: "c" });
    expect(readReturn(`${here}${mark}error=denied&error_description=No.`)).toMatchObject({
      errorDescription: "No.",
    });
  }
  // A browser may add a fragment of its own to a redirect with a query.
  expect(readReturn(`${here}?code=c&state=s#top`)).toEqual({ ...nothing, code: "c", state: "s" });
});

test("treats missing, empty and repeated parameters as absent", () => {
  expect(readReturn("")).toEqual(nothing);
  expect(readReturn(here)).toEqual(nothing);
  expect(readReturn(`${here}?code=&state=`)).toEqual(nothing);
  expect(readReturn(`${here}?code=a&state=s&state=t`)).toEqual({ ...nothing, code: "a" });
  // The platform never splits the parameters between query and fragment.
  expect(readReturn(`${here}?code=a#state=s`)).toEqual({ ...nothing, state: "s" });
});

test("parses any text and never returns an empty value", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const values = Object.values(readReturn(text));
      expect(values).toHaveLength(4);
      expect(values).not.toContain("");
    }),
  );
});

const login = createOauthData(here);
const returned = (fields: Partial<typeof nothing> | Record<string, string>) =>
  codeFromRedirect({ ...nothing, state: login.state, ...fields }, login);

test("returns the code if the state belongs to this login", () => {
  expect(returned({ code: "c" })).toBe("c");
  expect(returned({ code: "x".repeat(2000) })).toHaveLength(2000);
});

test("reports a missing code or state and a wrong state with the messages of the specification", () => {
  expect(() => returned({})).toThrow(/^Missing code or _state/);
  expect(() => codeFromRedirect({ ...nothing, code: "c" }, login)).toThrow(/^Missing code or _state/);
  expect(() => codeFromRedirect({ ...nothing, error: "access_denied" }, login)).toThrow(
    /^Missing code or _state/,
  );
  for (const state of [login.state.slice(1), `${login.state}x`, login.codeChallenge])
    expect(() => returned({ code: "c", state })).toThrow(/^Invalid _state/);
});

test("an error of the platform ends the login, shortened and sanitized", () => {
  const hostile = `no\u001b]52;c;ZXZpbA==\u0007\u202e\r\nerror: all good ${"x".repeat(1000)}`;
  const error = (() => {
    try {
      return returned({ error: "access_denied", errorDescription: hostile });
    } catch (thrown) {
      return thrown as Error;
    }
  })() as Error;
  expect(error).toMatchObject({ code: "LOGIN_REFUSED", exitCode: 4 });
  expect(error.message).toMatch(/^The login was rejected: access_denied: no/);
  expect(error.message).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e]/);
  expect(error.message.length).toBeLessThan(400);
  const whole = "y".repeat(300);
  expect(() => returned({ error: whole })).toThrow(`The login was rejected: ${whole}`);
  expect(() => returned({ error: `${whole}y` })).toThrow(`The login was rejected: ${whole}…`);
  // An error together with a code is an error.
  expect(() => returned({ code: "c", error: "server_error" })).toThrow(/rejected: server_error$/);
});
