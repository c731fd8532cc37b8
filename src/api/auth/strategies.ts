import { exitCodes, TillError } from "../../kernel/errors.ts";
import type { Actor } from "../endpoint.ts";
import {
  endedTokens,
  type GrantOptions,
  hasEnded,
  isExpiring,
  isRejection,
  requestTokens,
  type TokenIdentity,
  type TokenStore,
  type Tokens,
} from "./tokens.ts";

/** The authentication of one identity. */
export interface Strategy {
  /** Who it is; absent until it is chosen for a call. */
  readonly actor?: Actor;
  /** Returns the headers for one request and renews the token first if necessary. `authorization` is the bare token. */
  headers(signal?: AbortSignal): Promise<Record<string, string>>;
  /** Called after a 401 for this token. Resolves with true if the request should be sent again with new headers. */
  rejected(token: string, signal?: AbortSignal): Promise<boolean>;
}

/** Authenticates with an API key of the site or account, which is never renewed. */
export function apiKey(key: string, siteId?: string, accountId?: string): Strategy {
  const headers = {
    authorization: key,
    ...(siteId !== undefined && { "wix-site-id": siteId }),
    ...(accountId !== undefined && { "wix-account-id": accountId }),
  };
  return fixed(headers);
}

/** Authenticates with a given access token (`TILL_ACCESS_TOKEN`), or with what a function returns. It is never renewed. */
export function accessToken(token: string | (() => Promise<string>)): Strategy {
  if (typeof token === "string") return fixed({ authorization: token });
  return { headers: async () => ({ authorization: await token() }), rejected: async () => false };
}

function fixed(headers: Record<string, string>): Strategy {
  return { headers: async () => headers, rejected: async () => false };
}

/** The source and the store of an identity's tokens. */
export interface TokenOptions extends GrantOptions {
  profile: string;
  clientId: string;
  store: TokenStore;
}

/**
 * Authenticates as an anonymous visitor, created on first use, stored and renewed. If the platform rejects the renewal, a
 * new visitor with an empty cart replaces it, with a notice. Outages are thrown.
 */
export function visitor(options: TokenOptions): Strategy {
  const { clientId, notice } = options;
  const anonymous = (signal?: AbortSignal) =>
    requestTokens({ clientId, grantType: "anonymous" }, options, signal);

  return renewing("visitor", options, async (current, signal) => {
    if (!current?.refreshToken) return anonymous(signal);
    try {
      return await refresh(current.refreshToken, options);
    } catch (error) {
      if (!isRejection(error)) throw error;
      const fresh = await anonymous(signal);
      notice(
        `The visitor's session could not be renewed (${error.message}); a new visitor was started, with an empty cart.`,
      );
      return fresh;
    }
  });
}

/**
 * Authenticates as a signed-in member. If the platform rejects the renewal, this and all later calls fail with exit 4 until
 * the member signs in again or out: never silently as a visitor.
 */
export function member(options: TokenOptions): Strategy {
  return renewing("member", options, async (current) => {
    if (!current?.refreshToken) return current && endedTokens(current);
    try {
      return await refresh(current.refreshToken, options);
    } catch (error) {
      if (isRejection(error)) return endedTokens(current);
      throw error;
    }
  });
}

/** Returns the error (exit 4) of calls after the platform ended a member's sign-in. */
export function signInEnded(profile: string): TillError {
  return new TillError(
    exitCodes.auth,
    `The sign-in of profile "${profile}" has ended: the platform rejected its renewal.`,
    {
      code: "SIGN_IN_ENDED",
      hint: "Sign in with: till login\nOr continue without an account: till logout, or --as visitor",
    },
  );
}

/** A renewal is never aborted: the refresh token may be used up and the new one would be lost. */
const refresh = (refreshToken: string, options: TokenOptions): Promise<Tokens> =>
  requestTokens({ clientId: options.clientId, refreshToken, grantType: "refresh_token" }, options);

type Obtain = (current: Tokens | undefined, signal?: AbortSignal) => Promise<Tokens | undefined>;

/** Returns a strategy that renews stored tokens. `obtain` is called under the store's lock only, and only if no other process has renewed the tokens. */
export function renewing(identity: TokenIdentity, options: TokenOptions, obtain: Obtain): Strategy {
  const { profile, store, now } = options;
  const usable = (tokens: Tokens | undefined, rejected?: string): Tokens | undefined =>
    tokens && tokens.accessToken !== rejected && !isExpiring(tokens, Math.floor(now() / 1000))
      ? tokens
      : undefined;

  async function renew(rejected?: string, signal?: AbortSignal): Promise<Tokens> {
    let attempted = false;
    const tokens = await store.update(
      profile,
      identity,
      async (current) => {
        const renewedByOthers = usable(current, rejected);
        if (renewedByOthers) return renewedByOthers;
        attempted = current !== undefined;
        try {
          const renewed = await obtain(current, signal);
          return renewed && current?.signedIn ? { ...renewed, signedIn: current.signedIn } : renewed;
        } catch (error) {
          // Renewals start early: the old token stays valid while the platform cannot renew it.
          const isStillValid =
            current && current.accessToken !== rejected && now() / 1000 < current.expiresAt;
          if (isStillValid && !isRejection(error) && !signal?.aborted) return current;
          throw error;
        }
      },
      signal,
    );
    if (tokens && !hasEnded(tokens)) return tokens;
    if (attempted) throw signInEnded(profile);
    throw new TillError(exitCodes.auth, `You are not signed in to profile "${profile}".`, {
      hint: "Sign in with: till login",
    });
  }

  return {
    headers: async (signal) => {
      const stored = usable(await store.get(profile, identity));
      const { accessToken } = stored ?? (await renew(undefined, signal));
      return { authorization: accessToken };
    },
    rejected: async (token, signal) => {
      await renew(token, signal);
      return true;
    },
  };
}
