import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const period = 30;

/** A new shared secret: 20 random bytes as base32, as authenticator apps take it. */
export function newTotpSecret(): string {
  return toBase32(randomBytes(20));
}

/** Bytes as base32 (RFC 4648) without padding. */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => letters[Number.parseInt(five.padEnd(5, "0"), 2)])
    .join("");
}

/** The bytes of base32 text; letters of either case, spaces and padding allowed. Undefined where it is none. */
export function fromBase32(text: string): Buffer | undefined {
  const plain = text.toUpperCase().replaceAll(/[\s=]/g, "");
  if (plain === "" || [...plain].some((letter) => !letters.includes(letter))) return undefined;
  const bits = [...plain].map((letter) => letters.indexOf(letter).toString(2).padStart(5, "0")).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The number of the 30 seconds that a moment lies in, which is what a code is made from. */
export function totpStep(at: Date): number {
  return Math.floor(at.getTime() / 1000 / period);
}

/** The code of a step (RFC 6238 over RFC 4226, HMAC-SHA-1), with leading zeros. */
export function totpCode(secret: Uint8Array, step: number, digits = 6): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const start = (mac.at(-1) ?? 0) & 0xf;
  const number = mac.readUInt32BE(start) & 0x7fff_ffff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

/**
 * The step that a code belongs to: this one, or the one before or after it, for clocks that differ. Undefined where the
 * code is wrong, or of a step that is not later than the last one used: a code serves once.
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

/** Compares in constant time. */
export function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
