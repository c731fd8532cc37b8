import type { WireInput } from "../../../api/endpoint.ts";
import type { redirects } from "../../../api/services/redirects/redirects.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { PlatformError, type Table } from "../../kernel/tx.ts";
import { issueSecret } from "./secrets.ts";

type Request = WireInput<typeof redirects.createRedirectSession>;

/** A redirect session as the store keeps it: what was asked for, and by whom, for the page that it leads to. */
export interface StoredRedirect {
  id: string;
  fullUrl: string;
  target: string;
  request: Request;
  createdDate: string;
  /** The visitor who asked, whose cart the member will find. */
  visitor?: string | undefined;
  /** The login that the asker's token grew from: a logout ends it. */
  session?: string | undefined;
}

export const redirectSessions: Table<StoredRedirect> = { name: "redirect-sessions", columns: {} };

const lifetimeMs = 3_600_000;

/** A redirect session of one kind, or PlatformError: 404 where there is none, 410 where it is older than an hour. */
export function redirectOf(tx: StoreTx, id: string | null, target?: string): StoredRedirect {
  const found = tx.get(redirectSessions, id ?? "");
  if (!found || (target !== undefined && found.target !== target))
    throw new PlatformError(
      404,
      "REDIRECT_SESSION_NOT_FOUND",
      "There is no such redirect session. Ask for a new one.",
    );
  if (tx.now.getTime() - Date.parse(found.createdDate) > lifetimeMs)
    throw new PlatformError(
      410,
      "REDIRECT_SESSION_ENDED",
      "This redirect session is older than an hour. Ask for a new one.",
    );
  return found;
}

/** An authorization request that can be answered. */
export interface Authorization {
  clientId: string;
  /** Empty where the answer travels by message only. */
  redirectUri: string;
  state: string;
  mode: "query" | "fragment" | "web_message";
  codeChallenge: string;
  prompt: string;
  sessionToken: string | undefined;
  visitor: string | undefined;
}

/**
 * What a redirect session asks for. PlatformError 400 where the client or the return address is not to be trusted: then
 * nothing may be sent there.
 */
export function authorizationOf(tx: StoreTx, { request, visitor }: StoredRedirect): Authorization {
  const { authRequest, prompt } = request.auth ?? {};
  const given = authRequest ?? {};
  const mode = (["query", "web_message"] as const).find((one) => one === given.responseMode) ?? "fragment";
  const redirectUri = given.redirectUri ?? "";
  if (given.clientId !== tx.setting("clientId"))
    throw new PlatformError(400, "INVALID_CLIENT", `There is no client "${given.clientId ?? ""}" here.`);
  if (!(mode === "web_message" && redirectUri === "") && !mayReturnTo(tx, redirectUri))
    throw new PlatformError(400, "INVALID_REDIRECT_URI", `A login may not return to "${redirectUri}".`);
  return {
    clientId: given.clientId ?? "",
    redirectUri,
    mode,
    visitor,
    state: given.state ?? "",
    codeChallenge: given.codeChallenge ?? "",
    prompt: prompt ?? given.prompt ?? "login",
    sessionToken: given.sessionToken ?? undefined,
  };
}

/** What is wrong with a request whose sender may be told; undefined where nothing is. */
export function flawOf({ request }: StoredRedirect): OAuthError | undefined {
  const { responseType, codeChallenge, codeChallengeMethod } = request.auth?.authRequest ?? {};
  if (responseType !== "code")
    return { error: "unsupported_response_type", error_description: "The response type must be code" };
  if (codeChallengeMethod !== "S256" || !/^[\w-]{43}$/.test(codeChallenge ?? ""))
    return { error: "invalid_request", error_description: "A code challenge with the method S256 is needed" };
  return undefined;
}

/** An error as an OAuth client reads it. */
export interface OAuthError {
  error: string;
  error_description: string;
}

/** What the client gets: a code for tokens, or an error. */
export type Outcome = { code: string } | OAuthError;

/** The code that a member's login is worth. */
export function issueCode(
  tx: StoreTx,
  { clientId, redirectUri, codeChallenge, visitor }: Authorization,
  login: { memberId: string; session: string },
): Outcome {
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

/** The return address with an outcome and the state, in the query or in the fragment. */
export function returnAddress({ redirectUri, state, mode }: Authorization, outcome: Outcome): string {
  const url = new URL(redirectUri);
  const facts = new URLSearchParams({ ...outcome, state });
  if (mode === "query") for (const [name, value] of facts) url.searchParams.set(name, value);
  else url.hash = facts.toString();
  return url.href;
}

/** Whether a browser may be sent to an address: https, http on this machine, or an app's own scheme. */
export function isSafeReturn(address: string): boolean {
  const url = URL.parse(address);
  if (url === null) return false;
  if (url.protocol === "http:") return isLoopback(url);
  // A private scheme has a dot in it (RFC 8252); `unused:` is what the official SDK says where it wants none.
  return url.protocol === "https:" || url.protocol.includes(".") || url.protocol === "unused:";
}

function mayReturnTo(tx: StoreTx, address: string): boolean {
  if (!isSafeReturn(address)) return false;
  const registered = tx.setting("redirectUris") ?? "any";
  return (
    registered === "any" ||
    registered.split(" ").some((one) => one === address || isSameLoopback(one, address))
  );
}

/** Programs take the port that is free (RFC 8252): on this machine it is not compared. */
function isSameLoopback(registered: string, address: string): boolean {
  const [one, other] = [URL.parse(registered), URL.parse(address)];
  if (!one || !other || !isLoopback(one)) return false;
  one.port = other.port;
  return one.href === other.href;
}

const isLoopback = ({ hostname }: URL) => ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
