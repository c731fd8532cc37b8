import type { Actor } from "../api/endpoint.ts";
import { refusalHints } from "../api/response.ts";
import type { EffectiveProfile } from "../config/effective-profile.ts";
import { ApiError } from "../kernel/errors.ts";

/**
 * Returns a 401 or 403 as a whole sentence, with a hint that fits the identity that made the call. Other errors, and those with
 * a more specific hint, are returned unchanged.
 */
export function explainRefusal(error: unknown, actor: Actor | undefined, profile: EffectiveProfile): unknown {
  if (!(error instanceof ApiError) || actor === undefined || !refusalHints.has(error.hint ?? ""))
    return error;
  const variable = variableOf(actor, profile);
  const { says, hint } =
    error.status === 401 ? rejected(actor, profile, variable) : forbidden(actor, variable);
  // The platform often responds with the name of the status only.
  const isSentence = /\S\s+\S+\s+\S/.test(error.message);
  return error.withHint(hint, isSentence ? error.message : says);
}

/** Returns the variable that holds the credentials: signing in would not help. */
function variableOf(actor: Actor, { secrets }: EffectiveProfile): string | undefined {
  if (secrets.accessToken) return "TILL_ACCESS_TOKEN";
  return secrets.apiKey && actor === "admin" ? "TILL_API_KEY" : undefined;
}

function rejected(actor: Actor, { name, siteId }: EffectiveProfile, variable: string | undefined) {
  if (variable !== undefined) {
    const site =
      siteId === undefined ? ", and set TILL_SITE_ID" : " and that it is for the site in TILL_SITE_ID";
    return {
      says: `The platform does not accept ${variable}.`,
      hint: `The platform rejected ${variable}. Check its value${variable === "TILL_API_KEY" ? site : ""}.`,
    };
  }
  return {
    admin: {
      says: `The platform does not accept the API key of profile "${name}".`,
      hint: `It may be revoked, or be for another site. Store another one: till login --api-key --profile ${name}`,
    },
    staff: {
      says: `The platform does not accept the sign-in of the staff member in profile "${name}".`,
      hint: "Sign in again with: till login --staff <link>",
    },
    member: {
      says: `The platform does not accept the sign-in of the member in profile "${name}".`,
      hint: "Sign in again with: till login",
    },
    visitor: {
      says: `The platform does not accept the visitor of profile "${name}".`,
      hint: "Start a new visitor with: till login --visitor",
    },
  }[actor];
}

function forbidden(actor: Actor, variable: string | undefined) {
  if (variable !== undefined)
    return {
      says: `${variable} is not allowed to do this.`,
      hint:
        variable === "TILL_API_KEY"
          ? "Add the permission to the API key in the dashboard of the platform, or set TILL_API_KEY to another key."
          : "Use an API key (TILL_API_KEY) with --as admin, or set TILL_ACCESS_TOKEN to another token.",
    };
  return {
    admin: {
      says: "The API key is not allowed to do this.",
      hint: "Add the permission to the API key in the dashboard of the platform, or use another key: till login --api-key",
    },
    staff: {
      says: "The staff member is not allowed to do this.",
      hint: "Ask the owner for the scope, then sign in again: till login --staff <link>",
    },
    member: {
      says: "Members are not allowed to do this.",
      hint: "Use an API key with --as admin. To store one: till login --api-key",
    },
    visitor: {
      says: "Visitors are not allowed to do this.",
      hint: "Use another identity with --as admin, or sign in with: till login",
    },
  }[actor];
}
