import { randomBytes, scryptSync, timingSafeEqual } from "node:crypto";
import { invalid } from "../../kernel/invalid.ts";

const minLength = 4;
const maxLength = 100;
// Deliberately cheap: sandbox passwords protect nothing real.
const cost = { N: 1024, r: 8, p: 1 };

/** Hashes a password with scrypt and a random salt. */
export function hashPassword(password: string): string {
  const salt = randomBytes(12);
  return `${salt.toString("base64url")}.${scryptSync(password, salt, 24, cost).toString("base64url")}`;
}

/** Returns whether a password matches a hash. False without a hash. */
export function isPassword(stored: string | undefined, password: string): boolean {
  const [salt = "", key = ""] = (stored ?? "").split(".");
  const expected = Buffer.from(key, "base64url");
  const given = scryptSync(password, Buffer.from(salt, "base64url"), 24, cost);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** Returns a valid new password of 4 to 100 characters. Throws InvalidInput for `field` otherwise. */
export function newPassword(field: string, password: string | null | undefined): string {
  if (!password) throw invalid(field, "REQUIRED_FIELD", "must not be empty");
  const { length } = password;
  if (length < minLength)
    throw invalid(field, "MIN_LENGTH", `has length ${length}, expected ${minLength} or more`, {
      threshold: minLength,
    });
  if (length > maxLength)
    throw invalid(field, "MAX_LENGTH", `has length ${length}, expected ${maxLength} or less`, {
      threshold: maxLength,
    });
  return password;
}
