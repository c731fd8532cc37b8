import { endpoint, service } from "../../endpoint.ts";
import { obj, text } from "../../models/fields.ts";
import {
  RedirectCallbacks,
  RedirectPreferences,
  RedirectSession,
  redirectTargets,
} from "./models/redirect.ts";

/** Redirects to hosted pages: login, checkout, bookings, account. */
export const redirects = service("redirects", {
  createRedirectSession: endpoint("POST /_api/redirects-api/v1/redirect-session", {
    alternatives: ["/redirect-session/v1/redirect-session", "/headless/v1/redirect-session"],
    input: obj({
      ...redirectTargets,
      callbacks: RedirectCallbacks,
      preferences: RedirectPreferences,
      origin: text({ maxLength: 2048 }),
    }),
    result: obj({ redirectSession: RedirectSession }),
    requiredOneOf: [Object.keys(redirectTargets)],
    role: "visitor",
    summary: "Get the URL of a hosted page",
  }),
});
