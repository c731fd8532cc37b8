import { ApiError, exitCodes, TillError, TransportError } from "../../kernel/errors.ts";
import type { Response, Transport } from "../transport/transport.ts";
import { codeFromRedirect, type OauthData, readReturn } from "./login.ts";
import { type Grant, type GrantOptions, isRejection, requestTokens, type Tokens } from "./tokens.ts";

/** The parameters of a login page. */
export interface AuthorizeRequest {
  clientId: string;
  prompt?: "login" | "none" | "consent" | "select_account";
  /** The token of an existing session: the login then needs no interaction. */
  sessionToken?: string;
}

/** Returns the input of the redirect session for a login. */
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
        sessionToken,
      },
      prompt,
    },
  };
}

/**
 * Returns the code that an authorize URL returns without interaction. The URL is requested once; its redirect is not
 * followed, and a page that would post a message to its parent window is parsed instead.
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
      `Failed to get member tokens: the authorize URL responded ${response.status}.`,
      { code: "AUTHORIZE_FAILED", hint: "Start again with: till login" },
    );
  }
  return codeFromRedirect(readReturn(returnedBy(response)), oauth);
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

/** Exchanges the code of a login for tokens. Error messages start with `Failed to get member tokens`. */
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
 * Requests tokens for a member authenticated by another system, with an access token and an API key. Error messages start
 * with `Failed to get member tokens`.
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
    if (isRejection(error) && error.status !== 404) {
      const { message, code, hint } = error;
      throw new TillError(exitCodes.auth, text(message), { code, hint: hint || undefined, cause: error });
    }
    if (error instanceof ApiError) {
      const { message, status, code, requestId, details } = error;
      const hint = status === 404 && "member_id" in grant ? "Check the member ID." : error.hint;
      throw new ApiError(text(message), { status, code, requestId, hint, details });
    }
    if (error instanceof TransportError) {
      const { message, arrived, code, requestId } = error;
      throw new TransportError(text(message), arrived, {
        code,
        hint: "You are not signed in. Start again with: till login",
        requestId,
        cause: error,
      });
    }
    throw error;
  }
}
