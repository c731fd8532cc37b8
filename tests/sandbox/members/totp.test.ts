import fc from "fast-check";
import { expect, test } from "vitest";
import {
  fromBase32,
  matchTotp,
  newTotpSecret,
  toBase32,
  totpCode,
  totpStep,
} from "../../../src/sandbox/members/members.ts";

// RFC 6238, appendix B, SHA-1.
const secret = Buffer.from("12345678901234567890");

test.each([
  ["1970-01-01T00:00:59Z", "94287082"],
  ["2005-03-18T01:58:29Z", "07081804"],
  ["2005-03-18T01:58:31Z", "14050471"],
  ["2009-02-13T23:31:30Z", "89005924"],
  ["2033-05-18T03:33:20Z", "69279037"],
  ["2603-10-11T11:33:20Z", "65353130"],
])("matches the RFC example at %s: %s", (at, code) => {
  expect(totpCode(secret, totpStep(new Date(at)), 8)).toBe(code);
  expect(totpCode(secret, totpStep(new Date(at)))).toBe(code.slice(2));
});

test("base32 round trips in any case and with spaces", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (bytes) => {
      const text = toBase32(bytes);
      expect(fromBase32(text)).toEqual(Buffer.from(bytes));
      expect(fromBase32(` ${text.toLowerCase().replace(/(.{4})/g, "$1 ")}=`)).toEqual(Buffer.from(bytes));
    }),
  );
  expect(toBase32(Buffer.from("foobar"))).toBe("MZXW6YTBOI");
  expect([fromBase32("0189"), fromBase32("")]).toEqual([undefined, undefined]);
  expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
});

test("accepts a code in its time step and the adjacent ones, once", () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date("1970-01-02"), max: new Date("2100-01-01"), noInvalidDate: true }),
      fc.integer({ min: -4, max: 4 }),
      (at, away) => {
        const step = totpStep(at) + away;
        fc.pre(step >= 0);
        const code = totpCode(secret, step);
        const near = [-1, 0, 1].some((shift) => totpCode(secret, Math.max(0, totpStep(at) + shift)) === code);
        expect(matchTotp(secret, code, at) !== undefined).toBe(near);
        const used = matchTotp(secret, code, at);
        if (used !== undefined) {
          const again = matchTotp(secret, code, at, used);
          expect(again === undefined || (totpCode(secret, again) === code && again > used)).toBe(true);
        }
      },
    ),
  );
});
