import type { GivenField } from "../../cli/fields.ts";
import { UsageError } from "../../kernel/errors.ts";
import { nearest } from "../../kernel/text.ts";

/** Request fields next to the target. */
const topLevelFields = ["callbacks", "preferences", "origin"];
const sections = ["ACCOUNT_INFO", "BOOKINGS", "ORDERS", "SUBSCRIPTIONS", "EVENTS"];
const pages = [
  "bookingsCheckout",
  "ecomCheckout",
  "eventsCheckout",
  "paidPlansCheckout",
  "login",
  "logout",
  "auth",
  "storesProduct",
  "bookingsBook",
  "memberAccountPage",
  "ecomOrderPaymentRequest",
];

/** The redirect request of a target. */
export interface RedirectRequest {
  /** The request field that unqualified fields belong to. */
  member: string;
  /** The initial request; flags add to it. */
  base: Record<string, object>;
  /** A notice for stderr. */
  note?: string;
}

/** Returns the request for a target such as `ecomCheckout`, `ORDERS` or `callbacks`. `clientId` is used by login and logout. */
export function redirectRequest(target: string, clientId: string | undefined): RedirectRequest {
  if (sections.includes(target)) return pageRequest("memberAccountPage", { section: target });
  const app = clientId === undefined ? {} : { clientId };
  if (target === "logout") return pageRequest(target, app);
  if (target === "auth") return pageRequest(target, { authRequest: { ...app, ...publicClientDefaults } });
  if (pages.includes(target)) return pageRequest(target, {});
  if (target === "callbacks" || target === "preferences") {
    // Every session needs a page; login is the only one without fields.
    const note = `${target} is not a page; using the login page.`;
    return { member: target, base: { login: {}, [target]: {} }, note };
  }
  const targets = [...pages, "callbacks", "preferences", ...sections];
  const closest = nearest(target, targets);
  throw new UsageError(
    `Unknown redirect target "${target}".${closest === undefined ? "" : ` Did you mean ${closest}?`}`,
    { hint: `Targets: ${targets.join(", ")}` },
  );
}

const pageRequest = (member: string, fields: object): RedirectRequest => ({
  member,
  base: { [member]: fields },
});

/** OAuth parameters of a public client. */
const publicClientDefaults = {
  responseType: "code",
  responseMode: "fragment",
  scope: "offline_access",
  codeChallengeMethod: "S256",
};

/** Prefixes a field with the target unless it is a top-level field. */
export function qualifyField(member: string, field: GivenField): GivenField {
  const [first = ""] = field.path.split(/[.[]/);
  return topLevelFields.includes(first) || first === member
    ? field
    : { ...field, path: `${member}.${field.path}` };
}

const callbackFields: Record<string, string> = {
  LOGOUT: "callbacks.postFlowUrl",
  CHECKOUT: "callbacks.thankYouPageUrl",
  AUTHORIZE: "auth.authRequest.redirectUri",
};

/** Converts `LOGOUT=https://…` to its request field. Throws UsageError for an unknown type or an invalid URL. */
export function callbackField(text: string): GivenField {
  const at = text.indexOf("=");
  const [type, value] = [text.slice(0, at), text.slice(at + 1)];
  const path = Object.hasOwn(callbackFields, type) ? callbackFields[type] : undefined;
  if (path === undefined || at < 1) {
    throw new UsageError(`Invalid value "${text}" for --callback: expected TYPE=URL.`, {
      field: "--callback",
      hint: "Example: --callback CHECKOUT=https://shop.example/thanks (or LOGOUT, AUTHORIZE)",
    });
  }
  if (isAllowedCallback(value, type === "AUTHORIZE")) return { path, value, label: `--callback ${type}` };
  throw new UsageError(
    `Invalid value "${value}" for --callback ${type}: expected an https:// or http:// URL.`,
    {
      field: "--callback",
      hint: `Example: --callback ${type}=https://shop.example/back`,
    },
  );
}

/** Checks the scheme of a callback URL. A login may also return to an app scheme, which contains a dot (RFC 8252). */
function isAllowedCallback(address: string, isLogin: boolean): boolean {
  const { protocol = "" } = URL.parse(address) ?? {};
  return protocol === "https:" || protocol === "http:" || (isLogin && protocol.includes("."));
}
