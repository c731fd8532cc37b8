/** Which of a profile's stored identities: an anonymous visitor, or a person who logged in. */
export type TokenIdentity = "visitor" | "member";

/** How an identity came to be, for people; never a secret. It stays through renewals. */
export interface SignedIn {
  /** `browser`, `password`, `registration` … */
  how: string;
  /** Whole epoch seconds. */
  at: number;
  memberId?: string;
  email?: string;
}

/** What one identity holds. Times are whole epoch seconds. */
export interface Tokens {
  accessToken: string;
  refreshToken?: string;
  issuedAt: number;
  expiresAt: number;
  signedIn?: SignedIn;
}

/**
 * Where tokens live, shared by all processes of a user. Every change happens under one lock, so that twenty
 * processes with one expired token make one renewal.
 */
export interface TokenStore {
  get(profile: string, identity: TokenIdentity): Promise<Tokens | undefined>;
  /**
   * Calls `change` with the tokens as they are now, while holding the lock, and keeps what it resolves with
   * (undefined: removes them). When it throws, nothing is changed.
   */
  update(
    profile: string,
    identity: TokenIdentity,
    change: (current: Tokens | undefined) => Promise<Tokens | undefined>,
    signal?: AbortSignal,
  ): Promise<Tokens | undefined>;
  /** Removes the tokens if the access token is still this one; false where another has taken its place. */
  clear(profile: string, identity: TokenIdentity, rejected: string): Promise<boolean>;
}

/** Tokens that the platform does not renew any more: they stay, so that a person who signed in stays that person. */
export function endedTokens({ refreshToken: _, ...tokens }: Tokens): Tokens {
  return { ...tokens, expiresAt: tokens.issuedAt };
}

/** Whether these are `endedTokens`. */
export const hasEnded = ({ refreshToken, issuedAt, expiresAt }: Tokens): boolean =>
  refreshToken === undefined && expiresAt <= issuedAt;

/** Seconds before the end at which tokens are renewed; half of the life of tokens that live less than twice that. */
const margin = 60;

/** Whether it is time to renew. */
export function isExpiring({ issuedAt, expiresAt }: Tokens, nowSeconds: number): boolean {
  return nowSeconds >= expiresAt - Math.min(margin, (expiresAt - issuedAt) / 2);
}
