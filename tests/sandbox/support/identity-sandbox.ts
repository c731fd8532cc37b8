import { createHash, randomBytes } from "node:crypto";
import { defaults } from "../../../src/sandbox/kernel/defaults.ts";
import { type JsonResponse, openTestShop, type TestShop } from "../../support/test-shop.ts";

type Json = ReturnType<JSON["parse"]>;

export const iam = "/_api/iam";
export const base = "http://127.0.0.1:4010";

/** The demo shop and its members, called as a visitor. */
export interface IdentitySandbox extends Omit<TestShop, "ask"> {
  set(name: string, value: string): Promise<void>;
  /** Sends a request, as the visitor by default. */
  ask(path: string, body?: object, authorization?: string): Promise<JsonResponse>;
  get(path: string, authorization?: string): Promise<JsonResponse>;
  /** Returns the newest message to an address. */
  mailTo(address: string): Promise<Json>;
  logIn(email: string, password?: string): Promise<JsonResponse>;
  /** Returns tokens of a member by a direct login, as the official SDK does it. */
  tokensOf(email: string): Promise<Json>;
  grant(body: object, authorization?: string): Promise<JsonResponse>;
  visitor: string;
}

export const password = "till-demo-1";

export async function openIdentitySandbox(): Promise<IdentitySandbox> {
  const { ask: request, ...shop } = openTestShop({ origin: base, now: "2026-03-01T08:00:00.000Z" });
  const { authorization: visitor } = await shop.newVisitor();
  const sandbox: IdentitySandbox = {
    ...shop,
    visitor,
    grant: (body, authorization = "") => request("POST", "/oauth2/token", body, { authorization }),
    set: async (name, value) => void (await shop.control("POST", "settings", { name, value })),
    ask: (path, sent = {}, authorization = visitor) => request("POST", path, sent, { authorization }),
    get: (path, authorization = visitor) => request("GET", path, undefined, { authorization }),
    mailTo: async (address) =>
      (await shop.control("GET", `mail?to=${encodeURIComponent(address)}`)).messages[0],
    logIn: (email, given = password) =>
      sandbox.ask(`${iam}/authentication/v2/login`, { loginId: { email }, password: given }),
    async tokensOf(email) {
      const { sessionToken } = (await sandbox.logIn(email)).body;
      const { verifier, location } = await authorize(sandbox, { sessionToken, prompt: "none" });
      const code = new URL(location).searchParams.get("code");
      return (await sandbox.grant(codeGrant(code ?? "", verifier))).body;
    },
  };
  return sandbox;
}

export const callback = "http://127.0.0.1:9876/callback";

export const codeGrant = (code: string, codeVerifier: string, more: object = {}) => ({
  clientId: defaults.clientId,
  grantType: "authorization_code",
  redirectUri: callback,
  code,
  codeVerifier,
  ...more,
});

export function pkce() {
  const verifier = randomBytes(32).toString("base64url");
  return { verifier, challenge: createHash("sha256").update(verifier).digest("base64url") };
}

/** Returns an authorization request with a code challenge. */
export const authRequest = (
  redirectUri: string,
  codeChallenge: string,
  request: Readonly<Record<string, string | undefined>>,
) => ({
  redirectUri,
  clientId: defaults.clientId,
  codeChallenge,
  state: "st4te",
  codeChallengeMethod: "S256",
  responseMode: "query",
  responseType: "code",
  scope: "offline_access",
  ...request,
});

/** Sends an authorization request with a new code challenge. */
export async function authorize(
  sandbox: Pick<IdentitySandbox, "ask" | "send">,
  { prompt = "login", cookie = "", ...request }: Record<string, string> = {},
) {
  const { verifier, challenge } = pkce();
  const { body } = await sandbox.ask("/_api/redirects-api/v1/redirect-session", {
    auth: {
      prompt,
      authRequest: authRequest(callback, challenge, request),
    },
  });
  const url: string = body.redirectSession.fullUrl;
  const answer = await sandbox.send({
    method: "GET",
    url,
    headers: { cookie },
    effect: "read",
    name: "test",
  });
  return { url, verifier, answer, location: answer.headers.location ?? "" };
}
