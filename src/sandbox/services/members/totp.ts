import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const period = 30;

/** Generates a shared secret for authenticator apps: 20 random bytes as base32. */
export function newTotpSecret(): string {
  return toBase32(randomBytes(20));
}

/** Encodes bytes as base32 (RFC 4648) without padding. */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => letters[Number.parseInt(five.padEnd(5, "0"), 2)])
    .join("");
}

/** Decodes base32 text in either case, with optional spaces and padding. Returns undefined if it is invalid. */
export function fromBase32(text: string): Buffer | undefined {
  const plain = text.toUpperCase().replaceAll(/[\s=]/g, "");
  if (plain === "" || [...plain].some((letter) => !letters.includes(letter))) return undefined;
  const bits = [...plain].map((letter) => letters.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** Returns the 30-second time step at a time. */
export function totpStep(at: Date): number {
  return Math.floor(at.getTime() / 1000 / period);
}

/** Returns the code of a time step (RFC 6238, RFC 4226, HMAC-SHA-1) with leading zeros. */
export function totpCode(secret: Uint8Array, step: number, digits = 6): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const start = (mac.at(-1) ?? 0) & 0xf;
  const number = mac.readUInt32BE(start) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

/**
 * Returns the time step of a code: the current one, or the one before or after it to allow for clock skew. Returns
 * undefined if the code is wrong or its step is not later than the last used one.
 */
export function matchTotp(
  secret: Uint8Array,
  code: string,
  at: Date,
  lastUsed = Number.NEGATIVE_INFINITY,
): number | undefined {
  const now = totpStep(at);
  return [now - 1, now, now + 1].find((step) => step > lastUsed && sameText(totpCode(secret, step), code));
}

/** Compares two strings in constant time. */
export function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
