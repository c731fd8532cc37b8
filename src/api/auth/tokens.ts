/** A stored identity of a profile: an anonymous visitor or a signed-in member. */
export type TokenIdentity = "visitor" | "member";

/** How and when the identity signed in. It contains no secrets and is kept by renewals. */
export interface SignedIn {
  /** `browser`, `password`, `registration` … */
  how: string;
  /** Whole epoch seconds. */
  at: number;
  memberId?: string;
  email?: string;
}

/** The tokens of one identity. Times are whole epoch seconds. */
export interface Tokens {
  accessToken: string;
  refreshToken?: string;
  issuedAt: number;
  expiresAt: number;
  signedIn?: SignedIn;
}

/**
 * The store of tokens, shared by all processes of a user. Every change happens under one lock, so that twenty processes
 * with one expired token send one renewal.
 */
export interface TokenStore {
  get(profile: string, identity: TokenIdentity): Promise<Tokens | undefined>;
  /**
   * Calls `change` with the current tokens while holding the lock and stores its result (undefined: removes the tokens).
   * If it throws, nothing is changed.
   */
  update(
    profile: string,
    identity: TokenIdentity,
    change: (current: Tokens | undefined) => Promise<Tokens | undefined>,
    signal?: AbortSignal,
  ): Promise<Tokens | undefined>;
  /** Removes the tokens if they still have this access token; resolves with false if they were replaced. */
  clear(profile: string, identity: TokenIdentity, rejected: string): Promise<boolean>;
}

/** Returns tokens that the platform no longer renews. They are kept, so that a member never becomes a visitor. */
export function endedTokens({ refreshToken: _, ...tokens }: Tokens): Tokens {
  return { ...tokens, expiresAt: tokens.issuedAt };
}

/** Returns whether the tokens are `endedTokens`. */
export const hasEnded = ({ refreshToken, issuedAt, expiresAt }: Tokens): boolean =>
  refreshToken === undefined && expiresAt <= issuedAt;

/** Seconds before expiry at which tokens are renewed; short-lived tokens are renewed after half their lifetime. */
const margin = 60;

/** Returns whether the tokens are due for renewal. */
export function isExpiring({ issuedAt, expiresAt }: Tokens, nowSeconds: number): boolean {
  return nowSeconds >= expiresAt - Math.min(margin, (expiresAt - issuedAt) / 2);
}
