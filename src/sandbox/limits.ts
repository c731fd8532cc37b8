import { catalogLimits } from "./catalog/limits.ts";
import { catalogV3Limits } from "./catalog-v3/limits.ts";

/** What the sandbox does not emulate, for `till sandbox status`. A call that is missing altogether answers 501 or 404. */
export const limits: readonly string[] = [
  "Hosts: every host name is answered alike; there is one site, and wix-site-id and wix-account-id are not checked.",
  "Tokens: anonymous and refresh grants only; members, codes, external logins and apps are refused with a clear error.",
  "Permissions: an API key may do everything; finer permissions are not told apart.",
  "Revisions and field masks are stored or ignored as the calls below say, never checked beyond that.",
  "Rate limits: none, unless asked for with a fault.",
  "GraphQL: a small schema of its own, to read products and collections; the version is always alpha.",
  "Redirect sessions: each gets an address here, but the pages behind these addresses are not served.",
  ...catalogLimits,
  ...catalogV3Limits,
];
