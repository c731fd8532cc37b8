import { cartLimits } from "../services/cart/limits.ts";
import { sellingLimits } from "../services/commerce-limits.ts";
import { eventLimits } from "../services/events/limits.ts";
import { orderLimits } from "../services/orders/limits.ts";
import { catalogLimits } from "../services/products/v1/limits.ts";
import { catalogV3Limits } from "../services/products/v3/limits.ts";
import { ticketLimits } from "../services/tickets/limits.ts";

/** What the sandbox does not emulate, for `till sandbox status`. A call that is missing altogether answers 501 or 404. */
export const limits: readonly string[] = [
  "Hosts: every host name is answered alike; there is one site, and wix-site-id and wix-account-id are not checked.",
  "Tokens: visitors and members; apps (client_credentials, strip_bound_session) are refused with a clear error.",
  "Logins: one app and one password policy (4 to 100 characters); codes of application errors beside the documented -199xx are the sandbox's own.",
  "Logins: captchas are not solved (sandbox-captcha-ok is the token), pushes are answered by a setting, texts and calls land in the mailbox, and passkeys, recovery codes and other identity providers are not there.",
  "Sign-on: there are no contacts, so mergeExistingContact does nothing; verifyEmail marks the address as verified.",
  "Permissions: an API key may do everything; finer permissions are not told apart.",
  "Revisions and field masks are stored or ignored as the calls below say, never checked beyond that.",
  "Rate limits: none, unless asked for with a fault.",
  "GraphQL: a small schema of its own, to read products and collections (on catalog v3: categories); the version is always alpha.",
  "Pages: login, consent, logout, recovery and the checkout are served; other targets get a page that says where the platform would go.",
  ...catalogLimits,
  ...cartLimits,
  ...catalogV3Limits,
  ...eventLimits,
  ...ticketLimits,
  ...sellingLimits,
  ...orderLimits,
];
