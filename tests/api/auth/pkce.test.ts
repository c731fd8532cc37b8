import fc from "fast-check";
import { expect, test } from "vitest";
import { challengeOf, createOauthData, createVerifier, sameSecret } from "../../../src/api/auth/login.ts";

test("a verifier has 43 allowed characters, or the given number from 43 to 128", () => {
  expect(createVerifier()).toMatch(/^[A-Za-z0-9\-._~]{43}$/);
  fc.assert(
    fc.property(fc.integer({ min: 43, max: 128 }), (length) => {
      expect(createVerifier(length)).toMatch(new RegExp(`^[A-Za-z0-9\\-._~]{${length}}$`));
    }),
  );
});

test("rejects other lengths with the platform's message", () => {
  for (const length of [0, 42, 129, -1, 43.5, Number.NaN]) {
    expect(() => createVerifier(length)).toThrow(
      expect.objectContaining({
        message: `Expected a length between 43 and 128. Received ${length}.`,
        exitCode: 2,
      }),
    );
  }
});

test("uses all allowed characters equally often", () => {
  const counts = new Map<string, number>();
  for (let round = 0; round < 1_000; round += 1) {
    for (const character of createVerifier(128)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  expect(counts.size).toBe(66);
  const expected = 128_000 / 66;
  // Bytes modulo 66 would make the first 58 characters a third more likely.
  for (const count of counts.values()) expect(Math.abs(count - expected) / expected).toBeLessThan(0.15);
});

test("computes the challenge of the sample in RFC 7636", () => {
  expect(challengeOf("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")).toBe(
    "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
  );
});

test("each login has its own secrets", () => {
  const [one, other] = [createOauthData("http://127.0.0.1:1/"), createOauthData("http://127.0.0.1:1/")];
  expect(one.codeChallenge).toBe(challengeOf(one.codeVerifier));
  expect(one.state).toMatch(/^[\w-]{43}$/);
  const secrets = [one.state, one.codeVerifier, other.state, other.codeVerifier, one.codeChallenge];
  expect(new Set(secrets).size).toBe(5);
});

test("sameSecret compares all characters", () => {
  expect(sameSecret("abc", "abc")).toBe(true);
  for (const other of ["abd", "ab", "abcd", "", "ABC"]) expect(sameSecret("abc", other)).toBe(false);
});
