import type { AuthenticationState } from "../../api/services/members/identity.ts";
import type { Response } from "../../api/transport/transport.ts";
import { InvalidInput } from "../kernel/invalid.ts";
import { PlatformError } from "../kernel/tx.ts";
import {
  type Authorization,
  type AuthorizationResult,
  authorizationOf,
  issueCode,
  redirectOf,
  redirectWith,
  requestError,
} from "../services/members/authorize.ts";
import { checkCaptcha, solvedCaptcha } from "../services/members/captcha.ts";
import { continueLogin, logIn } from "../services/members/login.ts";
import { trustDevice, verifyFactor } from "../services/members/mfa.ts";
import { verifyAddress } from "../services/members/verification.ts";
import {
  accountPage,
  codePage,
  consentPage,
  factorPage,
  type LoginPageOptions,
  loginPage,
} from "./auth-steps.ts";
import { browserDevice, browserLogin, type LoggedIn, loggedIn, loginCookie } from "./browser-login.ts";
import { html, type Page, type PageVisit, page, redirectTo } from "./page.ts";

/** The authorization endpoint of a redirect session: logs a member in and returns to the app with a code. */
export const auth: Page = {
  show(visit) {
    const authorization = requestOf(visit);
    if ("error" in authorization) return authorization.error;
    const { request } = authorization;
    const given = loggedIn(visit.tx, request.sessionToken);
    const known = given ?? browserLogin(visit);
    if (request.prompt === "none")
      return known ? grant(visit, request, known) : respond(request, loginRequired);
    if (!known) return loginPage(visit, factsOf(visit, request));
    if (request.prompt === "consent") return consentPage(visit, request, known);
    if (request.prompt === "select_account") return accountPage(visit, request, known);
    return given ? grant(visit, request, given) : loginPage(visit, factsOf(visit, request));
  },
  submit(visit) {
    const authorization = requestOf(visit);
    if ("error" in authorization) return authorization.error;
    const { form } = visit;
    const step = steps[form.get("step") ?? ""];
    if (!step)
      throw new PlatformError(
        400,
        "UNKNOWN_STEP",
        "This form does not belong to this page. Reload the page.",
      );
    return step(visit, authorization.request);
  },
};

const loginRequired = { error: "login_required", error_description: "No member is logged in" };
const denied = { error: "access_denied", error_description: "The member denied consent" };

/** Returns the authorization request, or the error response for the client. */
function requestOf({ tx, query }: PageVisit): { request: Authorization } | { error: Response } {
  const session = redirectOf(tx, query.get("session"), "auth");
  const request = authorizationOf(tx, session);
  const flaw = requestError(session);
  return flaw ? { error: respond(request, flaw) } : { request };
}

/** The forms of the page by step. */
const steps: Readonly<Record<string, (visit: PageVisit, request: Authorization) => Response>> = {
  login(visit, request) {
    const { tx, form } = visit;
    const email = form.get("email") ?? "";
    const problem = (message: string) =>
      loginPage(visit, { ...factsOf(visit, request), email, problem: message });
    return orShowError(problem, () => {
      const captcha = form.get("captcha");
      checkCaptcha(
        tx,
        captcha === solvedCaptcha ? [{ Recaptcha: captcha, InvisibleRecaptcha: captcha }] : [],
      );
      const state = logIn(tx, email, form.get("password"), browserDevice(visit));
      return () => advance(visit, request, state);
    });
  },
  code(visit, request) {
    const { tx, form } = visit;
    const stateToken = form.get("stateToken");
    return orShowError(
      (message) => codePage(visit, request, stateToken ?? "", message),
      () => {
        const member = verifyAddress(tx, stateToken, form.get("code"));
        const state = continueLogin(tx, member, { device: browserDevice(visit) });
        return () => advance(visit, request, state);
      },
    );
  },
  factor(visit, request) {
    const { tx, form } = visit;
    const [stateToken, factorType] = [form.get("stateToken") ?? "", form.get("factor") ?? ""];
    const factors = form.getAll("available");
    const data = { [`${factorType.toLowerCase()}Data`]: proofOf(factorType, form) };
    return orShowError(
      (message) => factorPage(visit, request, { stateToken, factors, factorType, problem: message }),
      () => {
        const proved = verifyFactor(tx, { factorType, stateToken, ...data });
        if ("challenge" in proved)
          throw new PlatformError(400, "CODE_MISSING", "Enter the code that was sent to you.");
        if (form.has("remember")) trustDevice(tx, proved.member, browserDevice(visit));
        const state = continueLogin(tx, proved.member, { factor: true });
        return () => advance(visit, request, state);
      },
    );
  },
  consent(visit, request) {
    if (visit.form.get("do") !== "allow") return respond(request, denied);
    return withLogin(visit, request, (known) => grant(visit, request, known));
  },
  account(visit, request) {
    if (visit.form.get("do") !== "continue") return loginPage(visit, factsOf(visit, request));
    return withLogin(visit, request, (known) => grant(visit, request, known));
  },
};

function proofOf(factor: string, form: URLSearchParams): object {
  const proof = form.get("code") ?? "";
  return factor === "PUSH" ? { transactionId: form.get("transaction") ?? "" } : { code: proof };
}

/** Returns the next page of a login, or the redirect back to the app. */
function advance(visit: PageVisit, request: Authorization, state: AuthenticationState): Response {
  const { tx } = visit;
  const stateToken = state.stateToken ?? "";
  switch (state.state) {
    case "SUCCESS": {
      const known = loggedIn(tx, state.sessionToken);
      if (!known) throw new PlatformError(403, "MEMBER_NOT_ACTIVE", "The member is not active.");
      const cookie = loginCookie(tx, known.session);
      return request.prompt === "consent"
        ? consentPage(visit, request, known, cookie)
        : grant(visit, request, known, cookie);
    }
    case "REQUIRE_EMAIL_VERIFICATION":
      return codePage(visit, request, stateToken);
    case "REQUIRE_MFA": {
      const factors = state.requireMfaData?.availableFactors?.map(({ factorType }) => factorType ?? "") ?? [];
      const transaction = state.additionalData?.pushTransactionId?.strValue ?? undefined;
      return factorPage(visit, request, { stateToken, factors, transaction });
    }
    case "REQUIRE_OWNER_APPROVAL":
      return page({
        title: "Waiting for approval",
        body: html`<p>The shop owner must approve your membership first. You can close this window.</p>`,
      });
    default:
      return page({
        title: "Login not possible",
        body: html`<p>This member cannot log in at the moment (${state.state}).</p>`,
      });
  }
}

/** Runs a step. Shows an InvalidInput or PlatformError on the page so that the user can try again. */
function orShowError(problem: (message: string) => Response, work: () => () => Response): Response {
  let next: () => Response;
  try {
    next = work();
  } catch (error) {
    if (error instanceof PlatformError) return problem(`${error.message}.`);
    if (error instanceof InvalidInput) return problem(`${error.message}.`);
    throw error;
  }
  return next();
}

function withLogin(visit: PageVisit, request: Authorization, next: (known: LoggedIn) => Response): Response {
  const known = loggedIn(visit.tx, request.sessionToken) ?? browserLogin(visit);
  return known ? next(known) : loginPage(visit, factsOf(visit, request));
}

function factsOf({ tx }: PageVisit, { redirectUri }: Authorization): LoginPageOptions {
  return { redirectUri, captcha: tx.setting("captcha") !== "off" };
}

function grant({ tx }: PageVisit, request: Authorization, known: LoggedIn, cookie?: string): Response {
  const { memberId, session } = known;
  return respond(request, issueCode(tx, request, { memberId, session }), cookie);
}

/** Sends the outcome to the client in the requested response mode. */
function respond(request: Authorization, outcome: AuthorizationResult, cookie?: string): Response {
  if (request.mode !== "web_message") return redirectTo(redirectWith(request, outcome), cookie);
  const message = JSON.stringify({ ...outcome, state: request.state });
  // Without a redirect URI only a local page that embeds this one in a frame gets the message.
  const target = request.redirectUri === "" ? "*" : new URL(request.redirectUri).origin;
  return page({
    title: "code" in outcome ? "Logged in" : "Not logged in",
    framed: true,
    cookie,
    script: postMessageScript,
    body: html`<p id="message" data-message="${message}" data-target="${target}">You can close this window.</p>`,
  });
}

const postMessageScript = `
const { message, target } = document.getElementById("message").dataset;
const other = target === "*" ? window.parent : window.opener ?? window.parent;
if (other !== window) other.postMessage(JSON.parse(message), target);
`;
