import type { Response } from "../../api/transport/transport.ts";
import { hour } from "../../kernel/durations.ts";
import type { Caller, StoreTx } from "../kernel/tx.ts";
import {
  isAllowedReturn,
  isSafeRedirect,
  redirectSessions,
  type StoredRedirect,
} from "../members/authorize.ts";
import { browserLogin, browserVisitor, type LoggedIn, loggedIn } from "./browser-login.ts";
import {
  type Html,
  html,
  linkTo,
  type PageVisit,
  redirectRejection,
  redirectTo,
  rejectedReturn,
} from "./page.ts";

/** The redirect session of a visit, whatever its target, or undefined. It ends after an hour. */
export function redirectSessionOf({
  tx,
  query,
}: Pick<PageVisit, "tx" | "query">): StoredRedirect | undefined {
  const found = tx.get(redirectSessions, query.get("session") ?? "");
  if (!found || tx.now.getTime() - Date.parse(found.createdDate) > hour) return undefined;
  return found;
}

/** The targets whose pages decide about the identity themselves. */
const ownIdentity: readonly string[] = ["auth", "login", "logout"];

/** Returns the login that the redirect session maintains: that of the member who created it. */
function maintainedLogin(tx: StoreTx, query: URLSearchParams): LoggedIn | undefined {
  const session = redirectSessionOf({ tx, query });
  if (!session || ownIdentity.includes(session.target)) return undefined;
  const isMaintained = session.request.preferences?.maintainIdentity !== false;
  return isMaintained ? loggedIn(tx, session.session) : undefined;
}

/** Returns the session of a login that the redirect session maintains and the browser does not have yet. */
export function loginToKeep(visit: PageVisit): string | undefined {
  const maintained = maintainedLogin(visit.tx, visit.query)?.session;
  return maintained === browserLogin(visit)?.session ? undefined : maintained;
}

/** Returns the caller of a visit: the member who is logged in, and the visitor of the redirect session or of the browser. */
export function callerOf(tx: StoreTx, visit: Pick<PageVisit, "query" | "cookies">): Caller {
  const login = maintainedLogin(tx, visit.query) ?? browserLogin({ tx, ...visit });
  const visitorId = redirectSessionOf({ tx, ...visit })?.visitor ?? browserVisitor({ tx, ...visit });
  return {
    role: login ? "member" : "visitor",
    ...(login && { memberId: login.memberId }),
    ...(visitorId && { visitorId }),
  };
}

type Callbacks = NonNullable<StoredRedirect["request"]["callbacks"]>;

/** Returns the callbacks of the redirect session. */
export const callbacksOf = (visit: PageVisit): Callbacks => redirectSessionOf(visit)?.request.callbacks ?? {};

/** Returns the addresses outside the sandbox that the forms of a visit can redirect to. */
export const returnTargets = (visit: PageVisit): string[] =>
  Object.values(callbacksOf(visit)).filter(
    (address) => typeof address === "string" && isAllowedReturn(visit.tx, address),
  ) as string[];

/**
 * Returns the redirect to the storefront's thank-you page with parameters, the page (HTTP 403) for one of a domain that is not
 * allowed, or undefined if the redirect session names none or an unsafe one.
 */
export function thankYouRedirect(
  visit: PageVisit,
  parameters: Readonly<Record<string, string>>,
): Response | undefined {
  const address = callbacksOf(visit).thankYouPageUrl;
  if (!address || !isSafeRedirect(address)) return undefined;
  if (!isAllowedReturn(visit.tx, address)) return rejectedReturn(address);
  const url = new URL(address);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return redirectTo(url.href);
}

/** Returns the link that ends a flow: back to the storefront if it gave an address, else to the sandbox's own shop. */
export function wayBack(visit: PageVisit): Html {
  const { thankYouPageUrl, postFlowUrl } = callbacksOf(visit);
  const rejected = [thankYouPageUrl, postFlowUrl].find(
    (address) => address && !isAllowedReturn(visit.tx, address),
  );
  const address = postFlowUrl && isAllowedReturn(visit.tx, postFlowUrl) ? postFlowUrl : undefined;
  return html`${
    rejected &&
    html`<p role="alert">${redirectRejection(rejected)}</p>
`
  }<p class="screen"><a class="button plain" href="${address ?? linkTo(visit, "home")}">Back to the shop</a></p>`;
}

/** Returns the address of the login page that leads back to a path of this sandbox, here by default. */
export function loginLink(visit: PageVisit, next = `${visit.path}?${visit.query}`): string {
  const { loginUrl } = callbacksOf(visit);
  return loginUrl && isAllowedReturn(visit.tx, loginUrl) ? loginUrl : linkTo(visit, "login", { next });
}
