import { ApiError, TransportError } from "../../kernel/errors.ts";
import { redact } from "../../kernel/text.ts";
import { hintWhenUnknown, requestIdOf } from "../response.ts";
import type { Effect, Response, Transport } from "../transport/transport.ts";
import type { Tokens } from "./tokens.ts";

/** What the token endpoint is asked for, as it travels. */
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
  /** A member whom another system has checked; it needs an Authorization of its own. */
  | { grant_type: "authorized_client"; scope: "offline_access"; member_id: string };

/** How the token endpoint is reached, and who is told of oddities. */
export interface GrantOptions {
  send: Transport;
  baseUrl: string;
  /** Milliseconds since the epoch. */
  now(): number;
  notice(message: string): void;
}

/** A token whose life the platform does not tell is used for this many seconds. */
const shortLife = 60;

/**
 * Asks for tokens. Any answer but a 200 throws ApiError; its text begins with `something went wrong`.
 * Where the answer has no refresh token, the one that was used is kept.
 */
export async function requestTokens(
  grant: Grant,
  options: GrantOptions,
  signal?: AbortSignal,
  authorization?: string,
): Promise<Tokens> {
  const { send, baseUrl, now, notice } = options;
  // A refresh token or a code works once: a lost answer must not be followed by a second try. An anonymous visitor is
  // as good as the next: asking for one is no more than reading.
  const effect: Effect = "grantType" in grant && grant.grantType === "anonymous" ? "read" : "add";
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
    name: "oauth2.token",
    ...(signal && { signal }),
  });
  if (response.status !== 200) throw failed(response);
  const answer = parse(response.body);
  const { access_token: accessToken, refresh_token: refreshToken, expires_in: expiresIn } = answer ?? {};
  if (typeof accessToken !== "string" || accessToken === "") {
    const requestId = requestIdOf(response);
    throw new TransportError("The token endpoint answered 200 without an access token.", "maybe", {
      hint: hintWhenUnknown({ effect }),
      ...(requestId !== undefined && { requestId }),
    });
  }
  const issuedAt = Math.floor(now() / 1000);
  const kept = typeof refreshToken === "string" && refreshToken !== "" ? refreshToken : usedToken(grant);
  return {
    accessToken,
    ...(kept !== undefined && { refreshToken: kept }),
    issuedAt,
    expiresAt: issuedAt + lifeOf(expiresIn, notice),
  };
}

/** Whether a failure of the token endpoint means that the grant itself is dead (and not that it is a bad day). */
export function isRefused(error: unknown): error is ApiError {
  return (
    error instanceof ApiError &&
    error.status >= 400 &&
    error.status < 500 &&
    ![408, 425, 429].includes(error.status)
  );
}

const usedToken = (grant: Grant): string | undefined =>
  "refreshToken" in grant ? grant.refreshToken : undefined;

/** Ten years: what is longer is no life of a token. */
const longestLife = 315_360_000;

function lifeOf(expiresIn: unknown, notice: (message: string) => void): number {
  const seconds =
    typeof expiresIn === "number" || typeof expiresIn === "string" ? Number(expiresIn) : Number.NaN;
  if (seconds > 0 && seconds <= longestLife) return Math.max(1, Math.floor(seconds));
  const told = expiresIn === undefined ? "nothing" : JSON.stringify(expiresIn);
  notice(
    `The token endpoint said ${told} about how long the token lives (expires_in); it is used for ${shortLife} s.`,
  );
  return shortLife;
}

function failed(response: Response): ApiError {
  const { status } = response;
  const requestId = requestIdOf(response);
  const body = parse(response.body);
  const said = [body?.error_description, body?.message, body?.error].find((text) => typeof text === "string");
  const cause = `the token endpoint answered ${status}${said === undefined ? "" : ` (${redact(String(said))})`}`;
  const request = requestId === undefined ? "" : `, request ${requestId}`;
  return new ApiError(`something went wrong: ${cause}${request}`, {
    status,
    code: typeof body?.error === "string" ? body.error.toUpperCase() : "TOKEN_ENDPOINT",
    requestId,
    hint: status < 500 ? "Check the client id of the profile, or sign in again with: till login" : undefined,
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
