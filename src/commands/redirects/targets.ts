import type { GivenField } from "../../cli/fields.ts";
import { UsageError } from "../../kernel/errors.ts";
import { nearest } from "../../kernel/text.ts";

/** Members of the request that stand beside the target. */
const beside = ["callbacks", "preferences", "origin"];
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

/** The request that a target stands for. */
export interface RedirectRequest {
  /** The member that fields without a prefix belong to. */
  member: string;
  /** What the target says by itself; flags add to it. */
  base: Record<string, object>;
  /** Said on stderr. */
  note?: string;
}

/** The request for `ecomCheckout`, `ORDERS`, `callbacks` …; `clientId` fills in the app where a target needs one. */
export function redirectRequest(target: string, clientId: string | undefined): RedirectRequest {
  if (sections.includes(target)) return pageRequest("memberAccountPage", { section: target });
  const app = clientId === undefined ? {} : { clientId };
  if (target === "logout") return pageRequest(target, app);
  if (target === "auth") return pageRequest(target, { authRequest: { ...app, ...authDefaults } });
  if (pages.includes(target)) return pageRequest(target, {});
  if (target === "callbacks" || target === "preferences") {
    // The platform wants a page in every session: the one that takes no fields of its own.
    const note = `A session needs a page, and ${target} is none: login is asked for.`;
    return { member: target, base: { login: {}, [target]: {} }, note };
  }
  const known = [...pages, "callbacks", "preferences", ...sections];
  const meant = nearest(target, known);
  throw new UsageError(
    `There is no redirect target "${target}".${meant === undefined ? "" : ` Did you mean ${meant}?`}`,
    { hint: `Targets: ${known.join(", ")}` },
  );
}

const pageRequest = (member: string, fields: object): RedirectRequest => ({
  member,
  base: { [member]: fields },
});

/** What every login of a program that keeps no secret says. */
const authDefaults = {
  responseType: "code",
  responseMode: "fragment",
  scope: "offline_access",
  codeChallengeMethod: "S256",
};

/** A field as the request has it: below the target, unless it stands beside it. */
export function placeField(member: string, field: GivenField): GivenField {
  const [first = ""] = field.path.split(/[.[]/);
  return beside.includes(first) || first === member ? field : { ...field, path: `${member}.${field.path}` };
}

const callbackFields: Record<string, string> = {
  LOGOUT: "callbacks.postFlowUrl",
  CHECKOUT: "callbacks.thankYouPageUrl",
  AUTHORIZE: "auth.authRequest.redirectUri",
};

/** `LOGOUT=https://…` as the field of the request that says so. */
export function callbackField(text: string): GivenField {
  const at = text.indexOf("=");
  const [type, value] = [text.slice(0, at), text.slice(at + 1)];
  const path = Object.hasOwn(callbackFields, type) ? callbackFields[type] : undefined;
  if (path === undefined || at < 1) {
    throw new UsageError(`--callback takes a type and a URL, not "${text}".`, {
      field: "--callback",
      hint: "For example: --callback CHECKOUT=https://shop.example/thanks (or LOGOUT, AUTHORIZE)",
    });
  }
  if (mayComeBackTo(value, type === "AUTHORIZE")) return { path, value, label: `--callback ${type}` };
  throw new UsageError(
    `--callback ${type} takes an address that begins with https:// or http://, not "${value}".`,
    {
      field: "--callback",
      hint: `For example: --callback ${type}=https://shop.example/back`,
    },
  );
}

/** A browser goes there. Only a login may end in an app, whose own scheme has a dot in it (RFC 8252). */
function mayComeBackTo(address: string, isLogin: boolean): boolean {
  const { protocol = "" } = URL.parse(address) ?? {};
  return protocol === "https:" || protocol === "http:" || (isLogin && protocol.includes("."));
}
