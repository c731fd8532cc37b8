import { ApiError, TransportError } from "../../kernel/errors.ts";
import { redact } from "../../kernel/text.ts";
import { hintWhenUnknown, requestIdOf } from "../response.ts";
import type { Effect, Response, Transport } from "../transport/transport.ts";

/** A stored identity of a profile whose tokens are renewed: an anonymous visitor, a signed-in member, or an app on the site. */
export type TokenIdentity = "visitor" | "member" | "app";

/** How and when the identity signed in. It contains no secrets and is kept by renewals. */
export interface SignedIn {
  /** `browser`, `password`, `registration` … */
  how: string;
  /** Whole epoch seconds. */
  at: number;
  memberId?: string;
  email?: string;
  /** The ID of the app, and of its instance on the site. */
  app?: { id: string; instance: string };
}

/** The tokens of one identity. Times are whole epoch seconds. The refresh token of an app is its secret. */
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
export function endedTokens({ refreshToken, ...tokens }: Tokens): Tokens {
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

/** The body of a token request. */
export type Grant =
  | { clientId: string; grantType: "anonymous" }
  | { clientId: string; refreshToken: string; grantType: "refresh_token" }
  | {
      clientId: string;
      grantType: "authorization_code";
      redirectUri?: string;
      code: string;
      codeVerifier: string;
    }
  /** A member authenticated by another system; requires its own Authorization header. */
  | { grant_type: "authorized_client"; scope: "offline_access"; member_id: string }
  /** An app on a site where it is installed. */
  | { grant_type: "client_credentials"; client_id: string; client_secret: string; instance_id: string };

/** The transport, the clock and the notice function of token requests. */
export interface GrantOptions {
  send: Transport;
  baseUrl: string;
  /** Milliseconds since the epoch. */
  now(): number;
  notice(message: string): void;
}

/** The lifetime in seconds of a token without `expires_in`. */
const defaultLifetime = 60;

/**
 * Requests tokens. Throws ApiError with a message that starts with `something went wrong` for any status but 200. If the
 * response has no refresh token, the one in the request is kept.
 */
export async function requestTokens(
  grant: Grant,
  options: GrantOptions,
  signal?: AbortSignal,
  authorization?: string,
): Promise<Tokens> {
  const { send, baseUrl, now, notice } = options;
  // A refresh token or a code works once, so a lost response must not be followed by a retry. Anonymous visitors and tokens of
  // an app are interchangeable: requesting one is like reading.
  const isAnonymous = "grantType" in grant && grant.grantType === "anonymous";
  const effect: Effect = isAnonymous || "client_secret" in grant ? "read" : "add";
  const response = await send({
    method: "POST",
    url: `${baseUrl.replace(/\/+$/, "")}/oauth2/token`,
    headers: {
      accept: "application/json",
      "content-type": "application/json",
      ...(authorization !== undefined && { authorization }),
    },
    body: JSON.stringify(grant),
    effect,
    name: "oauth.token",
    signal,
  });
  if (response.status !== 200) throw failed(response);
  const body = parse(response.body);
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: expiresIn } = body ?? {};
  if (typeof accessToken !== "string" || accessToken === "") {
    const requestId = requestIdOf(response);
    throw new TransportError("The token endpoint responded 200 without an access token.", "maybe", {
      hint: hintWhenUnknown({ effect }),
      requestId,
    });
  }
  const issuedAt = Math.floor(now() / 1000);
  const nextRefreshToken =
    typeof refreshToken === "string" && refreshToken !== "" ? refreshToken : usedToken(grant);
  return {
    accessToken,
    refreshToken: nextRefreshToken,
    issuedAt,
    expiresAt: issuedAt + lifetimeOf(expiresIn, notice),
  };
}

/** Returns whether the platform rejected what was sent, such as a grant or a password, and is not down or rate limiting. */
export function isRejection(error: unknown): error is ApiError {
  return (
    error instanceof ApiError &&
    error.status >= 400 &&
    error.status < 500 &&
    ![408, 425, 429].includes(error.status)
  );
}

const usedToken = (grant: Grant): string | undefined =>
  "refreshToken" in grant ? grant.refreshToken : "client_secret" in grant ? grant.client_secret : undefined;

/** Ten years: a longer lifetime is invalid. */
const maxLifetime = 315_360_000;

function lifetimeOf(expiresIn: unknown, notice: (message: string) => void): number {
  const seconds =
    typeof expiresIn === "number" || typeof expiresIn === "string" ? Number(expiresIn) : Number.NaN;
  if (seconds > 0 && seconds <= maxLifetime) return Math.max(1, Math.floor(seconds));
  const returned = expiresIn === undefined ? "nothing" : JSON.stringify(expiresIn);
  notice(
    `The token endpoint returned ${returned} as lifetime of the token (expires_in); till uses it for ${defaultLifetime} s.`,
  );
  return defaultLifetime;
}

function failed(response: Response): ApiError {
  const { status } = response;
  const requestId = requestIdOf(response);
  const body = parse(response.body);
  const reason = [body?.error_description, body?.message, body?.error].find(
    (text) => typeof text === "string",
  );
  const cause = `the token endpoint responded ${status}${reason === undefined ? "" : ` (${redact(String(reason))})`}`;
  const request = requestId === undefined ? "" : `, request ${requestId}`;
  return new ApiError(`something went wrong: ${cause}${request}`, {
    status,
    code: typeof body?.error === "string" ? body.error.toUpperCase() : "TOKEN_ENDPOINT",
    requestId,
    hint: status < 500 ? "Check the client ID of the profile, or sign in again with: till login" : undefined,
  });
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
