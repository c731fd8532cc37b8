import type { WireInput } from "../../api/endpoint.ts";
import type { redirects } from "../../api/services/redirects.ts";
import { hour } from "../../kernel/durations.ts";
import { isLoopback } from "../../kernel/loopback.ts";
import { PlatformError, type StoreTx, type Table } from "../kernel/tx.ts";
import { issueSecret } from "./secrets.ts";

type Request = WireInput<typeof redirects.createRedirectSession>;

/** A stored redirect session. */
export interface StoredRedirect {
  id: string;
  fullUrl: string;
  target: string;
  request: Request;
  createdDate: string;
  /** The visitor who created it. The member takes over their cart. */
  visitor?: string | undefined;
  /** The login session of the creator's token, which a logout ends. */
  session?: string | undefined;
  /** The session that replaced it when its URL was opened; empty for one that replaces another. Absent if it may open again. */
  next?: string;
}

export const redirectSessions: Table<StoredRedirect> = { name: "redirect-sessions" };

const lifetimeMs = hour;

/** Returns a redirect session. Throws PlatformError 404 if it does not exist or has another target, 410 after an hour. */
export function redirectOf(tx: StoreTx, id: string | null, target?: string): StoredRedirect {
  const found = tx.get(redirectSessions, id ?? "");
  if (!found || (target !== undefined && found.target !== target))
    throw new PlatformError(
      404,
      "REDIRECT_SESSION_NOT_FOUND",
      "The redirect session does not exist. Create a new one.",
    );
  if (tx.now.getTime() - Date.parse(found.createdDate) > lifetimeMs)
    throw new PlatformError(
      410,
      "REDIRECT_SESSION_ENDED",
      "The redirect session is older than an hour. Create a new one.",
    );
  return found;
}

/**
 * Returns the session with which a page that is opened by the URL of a redirect session continues, if that URL opens once, else
 * undefined. Throws PlatformError 410 the second time: the platform's documentation calls the URL single-use and does not say
 * how it answers.
 */
export function openOnce(tx: StoreTx, id: string | null): string | undefined {
  const found = tx.get(redirectSessions, id ?? "");
  if (!found || found.next === "" || tx.setting("redirectSessions") !== "once") return undefined;
  if (found.next !== undefined)
    throw new PlatformError(
      410,
      "REDIRECT_SESSION_ENDED",
      "The redirect session was used. Create a new one.",
    );
  const next = tx.newId();
  tx.put(redirectSessions, next, { ...found, id: next, next: "" });
  tx.put(redirectSessions, found.id, { ...found, next });
  return next;
}

/** A valid authorization request. */
export interface Authorization {
  clientId: string;
  /** Empty if the result is sent by web message only. */
  redirectUri: string;
  state: string;
  mode: "query" | "fragment" | "web_message";
  codeChallenge: string;
  prompt: string;
  sessionToken: string | undefined;
  visitor: string | undefined;
}

/**
 * Returns the authorization request of a redirect session. Throws PlatformError 400 if the client or the redirect URI is
 * not allowed; then nothing must be sent to the redirect URI.
 */
export function authorizationOf(tx: StoreTx, { request, visitor }: StoredRedirect): Authorization {
  const { authRequest, prompt } = request.auth ?? {};
  const auth = authRequest ?? {};
  const mode = (["query", "web_message"] as const).find((one) => one === auth.responseMode) ?? "fragment";
  const redirectUri = auth.redirectUri ?? "";
  if (auth.clientId !== tx.setting("clientId"))
    throw new PlatformError(400, "INVALID_CLIENT", `Unknown client "${auth.clientId ?? ""}".`);
  if (!(mode === "web_message" && redirectUri === "") && !isAllowedRedirect(tx, redirectUri))
    throw new PlatformError(400, "INVALID_REDIRECT_URI", `"${redirectUri}" is not an allowed redirect URI.`);
  return {
    clientId: auth.clientId ?? "",
    redirectUri,
    mode,
    visitor,
    state: auth.state ?? "",
    codeChallenge: auth.codeChallenge ?? "",
    prompt: prompt ?? auth.prompt ?? "login",
    sessionToken: auth.sessionToken ?? undefined,
  };
}

/** Returns the error to send to the redirect URI for an invalid request, or undefined if it is valid. */
export function requestError({ request }: StoredRedirect): OAuthError | undefined {
  const { responseType, codeChallenge, codeChallengeMethod } = request.auth?.authRequest ?? {};
  if (responseType !== "code")
    return { error: "unsupported_response_type", error_description: "The response type must be code" };
  if (codeChallengeMethod !== "S256" || !/^[\w-]{43}$/.test(codeChallenge ?? ""))
    return {
      error: "invalid_request",
      error_description: "A code challenge with the method S256 is required",
    };
  return undefined;
}

/** An OAuth error response. */
export interface OAuthError {
  error: string;
  error_description: string;
}

/** The result for the client: an authorization code or an error. */
export type AuthorizationResult = { code: string } | OAuthError;

/** Issues an authorization code for a member's login. */
export function issueCode(
  tx: StoreTx,
  { clientId, redirectUri, codeChallenge, visitor }: Authorization,
  login: { memberId: string; session: string },
): AuthorizationResult {
  const code = issueSecret(tx, "code", {
    clientId,
    redirectUri,
    codeChallenge,
    visitor,
    used: false,
    ...login,
  });
  return { code };
}

/** Returns the redirect URI with the result and the state in the query or the fragment. */
export function redirectWith(
  { redirectUri, state, mode }: Authorization,
  result: AuthorizationResult,
): string {
  const url = new URL(redirectUri);
  const params = new URLSearchParams({ ...result, state });
  if (mode === "query") for (const [name, value] of params) url.searchParams.set(name, value);
  else url.hash = params.toString();
  return url.href;
}

/** Returns whether browsers may be redirected to an address: https, http on this computer, or a private scheme. */
export function isSafeRedirect(address: string): boolean {
  const url = URL.parse(address);
  if (url === null) return false;
  if (url.protocol === "http:") return isLoopback(url.hostname);
  // A private scheme contains a dot (RFC 8252); the official SDK sends `unused:` for no redirect.
  return url.protocol === "https:" || url.protocol.includes(".") || url.protocol === "unused:";
}

/** Returns whether buyers may return to an address: a safe one of an allowed domain, or of an app. */
export function isAllowedReturn(tx: StoreTx, address: string): boolean {
  if (!isSafeRedirect(address)) return false;
  const domains = tx.setting("redirectDomains");
  const { protocol, hostname } = new URL(address);
  if (domains === "any" || !protocol.startsWith("http")) return true;
  const host = isLoopback(hostname) ? "localhost" : hostname;
  return domains.split(" ").some((domain) => host === domain || host.endsWith(`.${domain}`));
}

function isAllowedRedirect(tx: StoreTx, address: string): boolean {
  if (!isSafeRedirect(address)) return false;
  const registered = tx.setting("redirectUris");
  return (
    registered === "any" ||
    registered.split(" ").some((one) => one === address || isSameLoopback(one, address))
  );
}

/** Returns whether two loopback addresses are equal except for the port, which varies (RFC 8252). */
function isSameLoopback(registered: string, address: string): boolean {
  const [one, other] = [URL.parse(registered), URL.parse(address)];
  if (!one || !other || !isLoopback(one.hostname)) return false;
  one.port = other.port;
  return one.href === other.href;
}
