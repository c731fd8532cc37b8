import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { UsageError } from "../../kernel/errors.ts";

const alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~";
/** Bytes from this value on are skipped: they would make some characters more likely than others. */
const fairBytes = 256 - (256 % alphabet.length);

/** Returns a new code verifier of `length` characters. Throws the platform's UsageError unless it is 43 to 128. */
export function createVerifier(length = 43): string {
  if (!Number.isInteger(length) || length < 43 || length > 128) {
    throw new UsageError(`Expected a length between 43 and 128. Received ${length}.`);
  }
  let verifier = "";
  while (verifier.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < fairBytes && verifier.length < length) verifier += alphabet[byte % alphabet.length];
    }
  }
  return verifier;
}

/** Returns the S256 challenge of a verifier: its SHA-256 as base64url without padding. */
export function challengeOf(verifier: string): string {
  return createHash("sha256").update(verifier).digest("base64url");
}

/** The secrets of one login, kept until its redirect arrives. */
export interface OauthData {
  redirectUri: string;
  codeVerifier: string;
  codeChallenge: string;
  state: string;
}

/** Returns new secrets for one login. The state is the challenge of a second verifier, as in the platform's own clients. */
export function createOauthData(redirectUri: string): OauthData {
  const codeVerifier = createVerifier();
  return {
    redirectUri,
    codeVerifier,
    codeChallenge: challengeOf(codeVerifier),
    state: challengeOf(createVerifier()),
  };
}

/** Compares two secrets in constant time. */
export function sameSecret(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
