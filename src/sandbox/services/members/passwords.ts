import { randomBytes, scryptSync, timingSafeEqual } from "node:crypto";
import { invalid } from "../../kernel/invalid.ts";

const shortest = 4;
const longest = 100;
// Cheap on purpose: these passwords guard a shop that is not there.
const cost = { N: 1024, r: 8, p: 1 };

/** A password as it is kept: scrypt, with a salt of its own. */
export function hashPassword(password: string): string {
  const salt = randomBytes(12);
  return `${salt.toString("base64url")}.${scryptSync(password, salt, 24, cost).toString("base64url")}`;
}

/** Whether a password is the one that was kept. False where there is none. */
export function isPassword(kept: string | undefined, password: string): boolean {
  const [salt = "", key = ""] = (kept ?? "").split(".");
  const known = Buffer.from(key, "base64url");
  const given = scryptSync(password, Buffer.from(salt, "base64url"), 24, cost);
  return known.length === given.length && timingSafeEqual(known, given);
}

/** A new password that may be taken, or InvalidInput for `field`: 4 to 100 characters. */
export function newPassword(field: string, password: string | null | undefined): string {
  if (!password) throw invalid(field, "REQUIRED_FIELD", "must not be empty");
  const { length } = password;
  if (length < shortest)
    throw invalid(field, "MIN_LENGTH", `has length ${length}, expected ${shortest} or more`, {
      threshold: shortest,
    });
  if (length > longest)
    throw invalid(field, "MAX_LENGTH", `has length ${length}, expected ${longest} or less`, {
      threshold: longest,
    });
  return password;
}
