import { ApiError, exitCodes, TillError, TransportError } from "../../kernel/errors.ts";
import type { Response, Transport } from "../transport/transport.ts";
import { type Grant, type GrantOptions, isRefused, requestTokens } from "./grants.ts";
import { codeOf, readReturn } from "./login-return.ts";
import type { OauthData } from "./pkce.ts";
import type { Tokens } from "./tokens.ts";

/** What a login page is asked for. */
export interface AuthorizeRequest {
  clientId: string;
  prompt?: "login" | "none" | "consent" | "select_account";
  /** Of a login that was made already: then nobody has to be asked. */
  sessionToken?: string;
}

/** The input of the redirect session that leads to the authorize address of a login. */
export function authorizeInput(
  oauth: OauthData,
  { clientId, prompt = "login", sessionToken }: AuthorizeRequest,
) {
  const { redirectUri, codeChallenge, state } = oauth;
  return {
    auth: {
      authRequest: {
        redirectUri,
        clientId,
        codeChallenge,
        codeChallengeMethod: "S256",
        responseMode: "fragment",
        responseType: "code",
        scope: "offline_access",
        state,
        ...(sessionToken !== undefined && { sessionToken }),
      },
      prompt,
    },
  };
}

/**
 * The code that an authorize address answers with where nobody has to be asked. It is asked once, and its answer is
 * read and not followed: a redirect, or the page that would post a message to the window around it.
 */
export async function askForCode(
  send: Transport,
  address: string,
  oauth: OauthData,
  signal?: AbortSignal,
): Promise<string> {
  const headers = { accept: "text/html" };
  const name = "oauth2.authorize";
  const sent = { method: "GET" as const, url: address, headers, effect: "add" as const, name };
  const response = await send(signal === undefined ? sent : { ...sent, signal });
  if (response.status >= 400) {
    throw new TillError(
      response.status >= 500 ? exitCodes.unavailable : exitCodes.auth,
      `Failed to get member tokens: the authorize address answered ${response.status}.`,
      { code: "AUTHORIZE_FAILED", hint: "Start again with: till login" },
    );
  }
  return codeOf(readReturn(returnedBy(response)), oauth);
}

function returnedBy({ headers, body }: Response): string {
  if (headers.location !== undefined) return headers.location;
  const member = (name: string) =>
    new RegExp(`["']?\\b${name}["']?\\s*:\\s*["']([\\w.~+/=-]+)["']`).exec(body)?.[1];
  const found = new URLSearchParams();
  for (const name of ["code", "state", "error"]) {
    const value = member(name);
    if (value !== undefined) found.set(name, value);
  }
  return String(found);
}

/** Tokens for the code of a login. Failures begin with `Failed to get member tokens`. */
export async function exchangeCode(
  code: string,
  { redirectUri, codeVerifier }: OauthData,
  clientId: string,
  options: GrantOptions,
  signal?: AbortSignal,
): Promise<Tokens> {
  const grant = { clientId, grantType: "authorization_code" as const, redirectUri, code, codeVerifier };
  return await memberTokens(grant, options, signal);
}

/**
 * Tokens for a member whom another system has checked: an access token and a credential (an API key) together vouch
 * for it. Failures begin with `Failed to get member tokens`.
 */
export async function externalLogin(
  memberId: string,
  { accessToken, credential }: { accessToken: string; credential: string },
  options: GrantOptions,
  signal?: AbortSignal,
): Promise<Tokens> {
  const grant = {
    grant_type: "authorized_client" as const,
    scope: "offline_access" as const,
    member_id: memberId,
  };
  return await memberTokens(grant, options, signal, `${accessToken},${credential}`);
}

async function memberTokens(
  grant: Grant,
  options: GrantOptions,
  signal?: AbortSignal,
  authorization?: string,
): Promise<Tokens> {
  try {
    return await requestTokens(grant, options, signal, authorization);
  } catch (error) {
    const text = (message: string) => `Failed to get member tokens: ${message}`;
    if (isRefused(error) && error.status !== 404) {
      const { message, code, hint } = error;
      throw new TillError(exitCodes.auth, text(message), { code, ...(hint && { hint }), cause: error });
    }
    if (error instanceof ApiError) {
      const { message, status, code, requestId, details } = error;
      const hint = status === 404 && "member_id" in grant ? "Check the id of the member." : error.hint;
      throw new ApiError(text(message), { status, code, requestId, hint, details });
    }
    if (error instanceof TransportError) {
      const { message, arrived, code, requestId } = error;
      throw new TransportError(text(message), arrived, {
        code,
        hint: "Nobody was signed in. Start again with: till login",
        ...(requestId !== undefined && { requestId }),
        cause: error,
      });
    }
    throw error;
  }
}
