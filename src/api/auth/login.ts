import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { type ApiError, type ExitCode, exitCodes, TillError, UsageError } from "../../kernel/errors.ts";
import {
  type Loopback,
  type LoopbackReply,
  type LoopbackRequest,
  serveLoopback,
} from "../../kernel/http-server.ts";
import { escapeMarkup, sanitizeLine } from "../../kernel/text.ts";
import { valueAt } from "../endpoint.ts";
import type { AuthenticationState } from "../services/members.ts";
import { isRejection } from "./tokens.ts";

/** The state of a login or registration. The captcha states are the platform's; no response leads to them. */
export type LoginFlow =
  | { state: "INITIAL" | "OWNER_APPROVAL_REQUIRED" | "USER_CAPTCHA_REQUIRED" | "SILENT_CAPTCHA_REQUIRED" }
  | { state: "SUCCESS"; sessionToken: string; identity?: AuthenticationState["identity"] }
  | { state: "EMAIL_VERIFICATION_REQUIRED"; stateToken: string }
  | { state: "FAILURE"; error: string; answer?: AuthenticationState };

/** Returns the state after a response of the server; unknown states become a failure with `Unknown _state`. */
export function flowAfter(answer: AuthenticationState): LoginFlow {
  const { state, sessionToken, stateToken, identity } = answer;
  if (state === "SUCCESS" && sessionToken)
    return { state: "SUCCESS", sessionToken, identity: identity || undefined };
  if (state === "REQUIRE_OWNER_APPROVAL") return { state: "OWNER_APPROVAL_REQUIRED" };
  if (state === "REQUIRE_EMAIL_VERIFICATION" && stateToken)
    return { state: "EMAIL_VERIFICATION_REQUIRED", stateToken };
  return { state: "FAILURE", error: "Unknown _state", answer };
}

/** Returns the state token of an email verification. Throws `Unknown _state` in any other state. */
export function verifiable(flow: LoginFlow): string {
  if (flow.state === "EMAIL_VERIFICATION_REQUIRED") return flow.stateToken;
  throw unknownState("no login or registration waits for a verification code", {
    hint: "Log in first; the platform sends a code if it needs one: till login --email <address>",
  });
}

/** Returns the error for a state from which the flow cannot continue. */
export function unknownState(why: string, details: { hint?: string; cause?: unknown } = {}): TillError {
  return new TillError(exitCodes.auth, `Unknown _state: ${why}.`, { code: "UNKNOWN_STATE", ...details });
}

interface Cause {
  code: string;
  exit: ExitCode;
  hint?: string;
}

const missingCaptcha: Cause = {
  code: "missingCaptchaToken",
  exit: exitCodes.auth,
  hint: "The site requires a captcha. Add: --captcha <token>, or --invisible-captcha <token>",
};
const invalidCaptcha: Cause = {
  code: "invalidCaptchaToken",
  exit: exitCodes.auth,
  hint: "A captcha token works once and expires soon: get a new one.",
};

/** The errors of a rejected registration by application code; codes are compared as text. */
const registrationCauses: Readonly<Record<string, Cause>> = {
  "-19971": missingCaptcha,
  "-19970": invalidCaptcha,
  "-19995": {
    code: "emailAlreadyExists",
    exit: exitCodes.conflict,
    hint: "Log in with: till login --email <address>",
  },
};

/** The errors of a rejected login by application code. */
const loginCauses: Readonly<Record<string, Cause>> = {
  "-19971": missingCaptcha,
  "-19970": invalidCaptcha,
  "-19976": {
    code: "invalidPassword",
    exit: exitCodes.auth,
    hint: "Try again, or request a link to set a new password: till account password forgot <address>",
  },
  "-19973": {
    code: "resetPassword",
    exit: exitCodes.auth,
    hint: "Set a new password: till account password forgot <address>",
  },
  MEMBER_BLOCKED: {
    code: "invalidEmail",
    exit: exitCodes.auth,
    hint: "Ask the owner of the site.",
  },
};
const invalidEmail: Cause = {
  code: "invalidEmail",
  exit: exitCodes.auth,
  hint: "Check the address, or register it: till account register --email <address>",
};

/** Returns a rejected registration with the error code of its cause; other errors are returned unchanged. */
export function registrationFailure(error: unknown): unknown {
  if (!isRejection(error)) return error;
  const violations = violationsOf(error);
  if (violations) return emailFailure(error, violations) ?? error;
  const cause = registrationCauses[applicationCode(error)];
  return cause === undefined ? error : failure(error, cause);
}

/** Returns a rejected login with the error code of its cause; `invalidEmail` for an unknown cause. */
export function loginFailure(error: unknown): unknown {
  if (!isRejection(error)) return error;
  const violations = violationsOf(error);
  if (violations) return emailFailure(error, violations) ?? error;
  return failure(error, loginCauses[applicationCode(error)] ?? invalidEmail);
}

function violationsOf({ details }: ApiError): unknown[] | undefined {
  const violations = valueAt(details, "validationError.fieldViolations");
  return Array.isArray(violations) && violations.length > 0 ? violations : undefined;
}

/** Returns the server's description of an invalid email address; undefined for other errors. */
function emailFailure(error: ApiError, violations: unknown[]): TillError | undefined {
  const address = violations.find((violation) => valueAt(violation, "data.type") === "EMAIL");
  const description = valueAt(address, "description") ?? error.message;
  const cause = { code: "invalidEmail", exit: exitCodes.usage };
  return address === undefined ? undefined : failure(error, cause, String(description));
}

const applicationCode = ({ details }: ApiError): string =>
  String(valueAt(details, "applicationError.code") ?? "");

function failure(error: ApiError, { code, exit, hint }: Cause, message = error.message): TillError {
  const text = message.includes(code) ? message : `${message} (${code})`;
  return new TillError(exit, text, { code, hint, cause: error });
}

/** Returns the captcha tokens of a request, one entry per kind; empty if none was given. */
export function captchaTokens(tokens: { visible?: string | undefined; invisible?: string | undefined }) {
  const { visible, invisible } = tokens;
  const captchaTokens = [
    ...(visible ? [{ Recaptcha: visible }] : []),
    ...(invisible ? [{ InvisibleRecaptcha: invisible }] : []),
  ];
  return captchaTokens.length === 0 ? {} : { captchaTokens };
}

export interface ListenerOptions {
  /** The ports to try, in order; 0 is any free port. Default: the registered ports. */
  ports?: readonly number[];
  /** Called once per kind of rejected redirect; the listener keeps waiting for the right one. */
  notice(text: string): void;
  onError(error: unknown): void;
  signal?: AbortSignal;
}

/** A server on 127.0.0.1 that waits for the browser to return from the platform's login page. */
export interface LoginListener {
  readonly redirectUri: string;
  /** Resolves with the code of this login; rejects if the platform rejected the login. */
  code(oauth: OauthData): Promise<string>;
  /** Releases the port immediately. */
  close(): Promise<void>;
}

/**
 * Listens on the first free port. It rejects requests for other hosts or from other origins, and ignores redirects with a
 * wrong state: otherwise any web page could end the login. Throws TillError if no port is free.
 */
export async function listenForLogin(options: ListenerOptions): Promise<LoginListener> {
  const { ports = loginPorts, notice, onError, signal } = options;
  const outcome = Promise.withResolvers<string>();
  // The caller may have stopped waiting; the browser shows the error.
  outcome.promise.catch(() => {});
  const noticed = new Set<string>();
  let login: OauthData | undefined;
  let settled = false;

  const settle = (text: string): LoopbackReply => {
    if (login === undefined) return rejectedPage(503, "This login has not started yet.");
    if (settled) return rejectedPage(410, "This login is already complete.");
    try {
      const code = codeFromRedirect(readReturn(text), login);
      settled = true;
      outcome.resolve(code);
      return donePage;
    } catch (error) {
      if (!(error instanceof TillError)) throw error;
      if (error.code === "LOGIN_REFUSED") {
        settled = true;
        outcome.reject(error);
      } else if (!noticed.has(error.message)) {
        noticed.add(error.message);
        notice(`${error.message} It was ignored; till is still waiting for the right one.`);
      }
      return rejectedPage(400, error.message);
    }
  };

  const handler = async ({ method, path, body }: LoopbackRequest): Promise<LoopbackReply> => {
    const [name, query = ""] = path.split(/\?(.*)/s);
    if (name !== loginPath) return rejectedPage(404, "Page not found.");
    if (method === "POST") return settle(body);
    if (method !== "GET") return rejectedPage(405, "Method not allowed. Use GET or POST.");
    return query === "" ? relayPage : settle(query);
  };

  const loopback = await takePort(ports, (port) =>
    serveLoopback({
      port,
      handler,
      onError,
      exactHost: true,
      maxBody: 16_384,
      grace: 250,
      signal,
    }),
  );
  return {
    redirectUri: redirectUri(loopback.port),
    code(oauth) {
      login = oauth;
      return outcome.promise;
    },
    close: loopback.close,
  };
}

async function takePort(
  ports: readonly number[],
  serve: (port: number) => Promise<Loopback>,
): Promise<Loopback> {
  for (const port of ports) {
    try {
      return await serve(port);
    } catch (error) {
      if (!(error instanceof TillError) || error.code !== "PORT_UNAVAILABLE") throw error;
    }
  }
  throw new TillError(
    exitCodes.conflict,
    `No free port for the browser's redirect: ${ports.join(", ")} are in use by other programs.`,
    {
      code: "PORT_UNAVAILABLE",
      hint: "Paste the redirect URL instead: till login --no-browser. Or use another registered port: --port <n>",
    },
  );
}

/** The time limit of a login in milliseconds. */
const loginTimeout = 120_000;

/** Resolves with the code. Throws the reason of `signal` if it aborts, and TillError after the time limit. */
export async function awaitCode(
  sources: readonly Promise<string>[],
  { timeout = loginTimeout, signal }: { timeout?: number; signal?: AbortSignal },
): Promise<string> {
  signal?.throwIfAborted();
  const ended = Promise.withResolvers<never>();
  const onAbort = () => ended.reject(signal?.reason);
  signal?.addEventListener("abort", onAbort, { once: true });
  const timer = setTimeout(() => {
    const seconds = Math.round(timeout / 1000);
    const details = { code: "LOGIN_TIMED_OUT", hint: "Start again with: till login" };
    ended.reject(
      new TillError(exitCodes.auth, `OAuth flow timed out: no response within ${seconds} s.`, details),
    );
  }, timeout);
  try {
    return await Promise.race([...sources, ended.promise]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}

/** The parameters of a login redirect. A parameter that occurs twice is treated as missing. */
export interface LoginReturn {
  code: string | undefined;
  state: string | undefined;
  error: string | undefined;
  errorDescription: string | undefined;
}

/**
 * Parses a URL, or only its query or fragment. The parameters are either all in the query or all in the fragment.
 */
export function readReturn(text: string): LoginReturn {
  const clean = text.trim();
  const [before = "", fragment = ""] = clean.split(/#(.*)/s);
  const query = before.includes("?") ? before.slice(before.indexOf("?") + 1) : before;
  const parts = [new URLSearchParams(fragment), new URLSearchParams(query)];
  const values = parts.find((part) => part.has("code") || part.has("error") || part.has("state")) ?? parts[0];
  const once = (name: string): string | undefined => {
    const [first, ...others] = values?.getAll(name) ?? [];
    return first === "" || others.length > 0 ? undefined : first;
  };
  return {
    code: once("code"),
    state: once("state"),
    error: once("error"),
    errorDescription: once("error_description"),
  };
}

const again = "Start again with: till login";

/**
 * Returns the code of a login redirect. Throws TillError: `Missing code or _state`, `Invalid _state`, or the platform's
 * error, sanitized for a terminal.
 */
export function codeFromRedirect(
  { code, state, error, errorDescription }: LoginReturn,
  { state: own }: OauthData,
): string {
  if (state === undefined || (code === undefined && error === undefined)) {
    const details = { code: "MISSING_CODE_OR_STATE", hint: again };
    throw new TillError(
      exitCodes.auth,
      "Missing code or _state: the redirect has no code or no state.",
      details,
    );
  }
  if (!sameSecret(state, own)) {
    const details = { code: "INVALID_STATE", hint: again };
    throw new TillError(exitCodes.auth, "Invalid _state: the redirect belongs to another login.", details);
  }
  if (code !== undefined && error === undefined) return code;
  const reasons = [error, errorDescription].flatMap((one) => (one === undefined ? [] : shorten(one)));
  throw new TillError(exitCodes.auth, `The login was rejected: ${reasons.join(": ")}`, {
    code: "LOGIN_REFUSED",
    hint: again,
  });
}

/** The redirect is untrusted: an attacker's page may have created it. */
function shorten(text: string): string {
  const plain = sanitizeLine(text);
  return plain.length > 300 ? `${plain.slice(0, 300)}…` : plain;
}

type Page = Exclude<LoopbackReply, "cut">;

const style = `body{font:1.1rem/1.5 system-ui,sans-serif;max-width:36rem;margin:15vh auto;padding:0 1.5rem;color:#1c1c1c;background:#fff}
h1{font-size:1.5rem}@media(prefers-color-scheme:dark){body{color:#eee;background:#1c1c1c}}`;

/** Posts the URL fragment, which browsers do not send, to the listener and shows its response. */
const relay = `const fragment=location.hash.slice(1);history.replaceState(null,"",location.pathname);
fetch(location.pathname,{method:"POST",body:fragment,headers:{"content-type":"text/plain"}})
.then(async(response)=>{const page=new DOMParser().parseFromString(await response.text(),"text/html");
document.title=page.title;document.querySelector("main").replaceWith(page.querySelector("main"))})
.catch(()=>{document.querySelector("p").textContent="till is no longer running. Go back to the terminal and start again."})`;

/** Shown while the fragment is posted. */
const relayPage: Page = page(
  200,
  "Signing in",
  "One moment: till is signing you in.",
  `<noscript><p>This page needs JavaScript. Copy its full URL and paste it into the terminal when asked; if the terminal does not ask, start again with: till login --no-browser</p></noscript>`,
  relay,
);

/** Shown when the login has its code. */
const donePage: Page = page(200, "Almost done", "You can close this window and return to the terminal.");

/** Shown for a rejected redirect. `text` is untrusted. */
const rejectedPage = (status: number, text: string): Page => page(status, "Not signed in", text);

function page(status: number, title: string, text: string, more = "", script = ""): Page {
  const policy = [
    "default-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    `style-src ${hashOf(style)}`,
    ...(script === "" ? [] : [`script-src ${hashOf(script)}`, "connect-src 'self'"]),
  ];
  return {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy.join("; "),
      "referrer-policy": "no-referrer",
      connection: "close",
    },
    body: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} - till</title><style>${style}</style></head>
<body><main aria-live="polite"><h1>${title}</h1><p>${escapeMarkup(text)}</p>${more}</main>${script === "" ? "" : `<script>${script}</script>`}</body>
</html>
`,
  };
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

const alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~";
/** Bytes from this value on are skipped: they would make some characters more likely than others. */
const fairBytes = 256 - (256 % alphabet.length);

/** Returns a new code verifier of `length` characters. Throws the platform's UsageError unless it is 43 to 128. */
export function createVerifier(length = 43): string {
  if (!Number.isInteger(length) || length < 43 || length > 128) {
    throw new UsageError(`Expected a length between 43 and 128. Received ${length}.`);
  }
  let verifier = "";
  while (verifier.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < fairBytes && verifier.length < length) verifier += alphabet[byte % alphabet.length];
    }
  }
  return verifier;
}

/** Returns the S256 challenge of a verifier: its SHA-256 as base64url without padding. */
export function challengeOf(verifier: string): string {
  return createHash("sha256").update(verifier).digest("base64url");
}

/** The secrets of one login, kept until its redirect arrives. */
export interface OauthData {
  redirectUri: string;
  codeVerifier: string;
  codeChallenge: string;
  state: string;
}

/** Returns new secrets for one login. The state is the challenge of a second verifier, as in the platform's own clients. */
export function createOauthData(redirectUri: string): OauthData {
  const codeVerifier = createVerifier();
  return {
    redirectUri,
    codeVerifier,
    codeChallenge: challengeOf(codeVerifier),
    state: challengeOf(createVerifier()),
  };
}

/** Compares two secrets in constant time. */
export function sameSecret(first: string, second: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(first), digest(second));
}

/** The local ports for login redirects, in the order they are tried. */
export const loginPorts = [17580, 17581, 17582] as const;

/** The path of login redirects. */
const loginPath = "/callback";

/** Returns the redirect URI for a port. */
const redirectUri = (port: number): string => `http://127.0.0.1:${port}${loginPath}`;

/** The redirect URIs to register with the OAuth app of a hosted site. */
export const redirectUris: readonly string[] = loginPorts.map(redirectUri);
