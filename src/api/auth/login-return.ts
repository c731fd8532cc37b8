import { exitCodes, TillError } from "../../kernel/errors.ts";
import { sanitiseLine } from "../../kernel/text.ts";
import { type OauthData, sameSecret } from "./pkce.ts";

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
  const values = parts.find((one) => one.has("code") || one.has("error") || one.has("state")) ?? parts[0];
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
 * error, sanitised for a terminal.
 */
export function codeOf(
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
  const plain = sanitiseLine(text);
  return plain.length > 300 ? `${plain.slice(0, 300)}…` : plain;
}
