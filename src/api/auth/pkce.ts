import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { UsageError } from "../../kernel/errors.ts";

const alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~";
/** Bytes from here on would make the first letters of the alphabet more likely than the others. */
const fairBytes = 256 - (256 % alphabet.length);

/** A new code verifier of so many characters. Throws UsageError, in the platform's words, unless 43 to 128. */
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

/** The S256 challenge of a verifier: base64url of its SHA-256, without padding. */
export function challengeOf(verifier: string): string {
  return createHash("sha256").update(verifier).digest("base64url");
}

/** Secrets of one login, kept until its answer comes. */
export interface OauthData {
  redirectUri: string;
  codeVerifier: string;
  codeChallenge: string;
  state: string;
}

/** Fresh secrets for one login. The state is the challenge of a second verifier, as the platform's own clients make it. */
export function createOauthData(redirectUri: string): OauthData {
  const codeVerifier = createVerifier();
  return {
    redirectUri,
    codeVerifier,
    codeChallenge: challengeOf(codeVerifier),
    state: challengeOf(createVerifier()),
  };
}

/** Whether two secrets are the same, in a time that does not depend on where they differ. */
export function sameSecret(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
