import { exitCodes, TillError } from "../../kernel/errors.ts";
import { type GrantOptions, isRefused, requestTokens } from "./grants.ts";
import {
  endedTokens,
  hasEnded,
  isExpiring,
  type TokenIdentity,
  type TokenStore,
  type Tokens,
} from "./tokens.ts";

/** How one identity proves itself. */
export interface Strategy {
  /** The headers for one request, renewed first where that is due. `authorization` is the bare token. */
  headers(signal?: AbortSignal): Promise<Record<string, string>>;
  /** Told that the platform answered 401 to this token; true where new headers are worth one more try. */
  rejected(token: string, signal?: AbortSignal): Promise<boolean>;
}

/** An API key of the site or account: never renewed. */
export function apiKey(key: string, siteId?: string, accountId?: string): Strategy {
  const headers = {
    authorization: key,
    ...(siteId !== undefined && { "wix-site-id": siteId }),
    ...(accountId !== undefined && { "wix-account-id": accountId }),
  };
  return fixed(headers);
}

/** An access token that was handed in (`TILL_ACCESS_TOKEN`): used as it is until it is refused. */
export function accessToken(token: string): Strategy {
  return fixed({ authorization: token });
}

function fixed(headers: Record<string, string>): Strategy {
  return { headers: async () => headers, rejected: async () => false };
}

/** Where an identity's tokens come from and are kept. */
export interface TokenOptions extends GrantOptions {
  profile: string;
  clientId: string;
  store: TokenStore;
}

/**
 * An anonymous visitor: made on first use, kept, renewed. Where the platform refuses the renewal a new visitor
 * takes its place (with an empty cart), and `notice` says so; a mere outage is thrown instead.
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
      if (!isRefused(error)) throw error;
      const fresh = await anonymous(signal);
      notice(
        `The visitor's session could not be renewed (${error.message}); a new visitor was started, with an empty cart.`,
      );
      return fresh;
    }
  });
}

/**
 * A person who logged in. Where the renewal is refused this call and all that follow fail with exit 4, until the person
 * logs in again or out: never silently a visitor.
 */
export function member(options: TokenOptions): Strategy {
  return renewing("member", options, async (current) => {
    if (!current?.refreshToken) return current && endedTokens(current);
    try {
      return await refresh(current.refreshToken, options);
    } catch (error) {
      if (isRefused(error)) return endedTokens(current);
      throw error;
    }
  });
}

/** The error (exit 4) of every call after the platform ended a member's sign-in. */
export function signInEnded(profile: string): TillError {
  return new TillError(
    exitCodes.auth,
    `The sign-in of profile "${profile}" has ended: the platform refused to renew it.`,
    {
      code: "SIGN_IN_ENDED",
      hint: "Sign in with: till login\nOr continue without an account: till logout, or --as visitor",
    },
  );
}

/** Not to be stopped half-way: the refresh token may be used up, and its successor would be lost. */
const refresh = (refreshToken: string, options: TokenOptions): Promise<Tokens> =>
  requestTokens({ clientId: options.clientId, refreshToken, grantType: "refresh_token" }, options);

type Obtain = (current: Tokens | undefined, signal?: AbortSignal) => Promise<Tokens | undefined>;

/** `obtain` is called under the store's lock only, and only when nobody else has renewed in the meantime. */
function renewing(identity: TokenIdentity, options: TokenOptions, obtain: Obtain): Strategy {
  const { profile, store, now } = options;
  const usable = (tokens: Tokens | undefined, rejected?: string): Tokens | undefined =>
    tokens && tokens.accessToken !== rejected && !isExpiring(tokens, Math.floor(now() / 1000))
      ? tokens
      : undefined;

  async function renew(rejected?: string, signal?: AbortSignal): Promise<Tokens> {
    let asked = false;
    const tokens = await store.update(
      profile,
      identity,
      async (current) => {
        const renewedByOthers = usable(current, rejected);
        if (renewedByOthers) return renewedByOthers;
        asked = current !== undefined;
        try {
          const renewed = await obtain(current, signal);
          return renewed && current?.signedIn ? { ...renewed, signedIn: current.signedIn } : renewed;
        } catch (error) {
          // Renewals begin early: while the platform cannot renew, the old token is good to its end.
          const stillGood = current && current.accessToken !== rejected && now() / 1000 < current.expiresAt;
          if (stillGood && !isRefused(error) && !signal?.aborted) return current;
          throw error;
        }
      },
      signal,
    );
    if (tokens && !hasEnded(tokens)) return tokens;
    if (asked) throw signInEnded(profile);
    throw new TillError(exitCodes.auth, `Nobody is signed in to profile "${profile}".`, {
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
