import type { AuthenticationState } from "../../api/services/members/models/identity.ts";
import type { Response } from "../../api/transport/transport.ts";
import { InvalidInput } from "../kernel/invalid.ts";
import { PlatformError } from "../kernel/tx.ts";
import {
  type Authorization,
  authorizationOf,
  flawOf,
  issueCode,
  type Outcome,
  redirectOf,
  returnAddress,
} from "../services/members/authorize.ts";
import { checkCaptcha, solvedCaptcha } from "../services/members/captcha.ts";
import { logIn, proceed } from "../services/members/login.ts";
import { proveFactor, trustDevice } from "../services/members/mfa.ts";
import { proveAddress } from "../services/members/verification.ts";
import { accountPage, codePage, consentPage, factorPage, type LoginFacts, loginPage } from "./auth-steps.ts";
import { browserDevice, browserLogin, type LoggedIn, loggedIn, loginCookie } from "./browser-login.ts";
import { html, type Page, type PageVisit, page, sendTo } from "./page.ts";

/** Where a browser logs a member in and comes back with a code: the authorization endpoint of a redirect session. */
export const auth: Page = {
  show(visit) {
    const asked = askedIn(visit);
    if ("error" in asked) return asked.error;
    const { request } = asked;
    const given = loggedIn(visit.tx, request.sessionToken);
    const known = given ?? browserLogin(visit);
    if (request.prompt === "none")
      return known ? grant(visit, request, known) : answer(request, loginRequired);
    if (!known) return loginPage(visit, factsOf(visit, request));
    if (request.prompt === "consent") return consentPage(visit, request, known);
    if (request.prompt === "select_account") return accountPage(visit, request, known);
    return given ? grant(visit, request, given) : loginPage(visit, factsOf(visit, request));
  },
  submit(visit) {
    const asked = askedIn(visit);
    if ("error" in asked) return asked.error;
    const { form } = visit;
    const step = steps[form.get("step") ?? ""];
    if (!step)
      throw new PlatformError(400, "UNKNOWN_STEP", "This form is none of this page. Open the page again.");
    return step(visit, asked.request);
  },
};

const loginRequired = { error: "login_required", error_description: "Nobody is logged in" };
const denied = { error: "access_denied", error_description: "The member did not agree" };

/** What is asked for, or the error that the client gets at once. */
function askedIn({ tx, query }: PageVisit): { request: Authorization } | { error: Response } {
  const session = redirectOf(tx, query.get("session"), "auth");
  const request = authorizationOf(tx, session);
  const flaw = flawOf(session);
  return flaw ? { error: answer(request, flaw) } : { request };
}

/** What each form of the page does. */
const steps: Readonly<Record<string, (visit: PageVisit, request: Authorization) => Response>> = {
  login(visit, request) {
    const { tx, form } = visit;
    const email = form.get("email") ?? "";
    const wrong = (message: string) =>
      loginPage(visit, { ...factsOf(visit, request), email, wrong: message });
    return orRefused(wrong, () => {
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
    return orRefused(
      (message) => codePage(visit, request, stateToken ?? "", message),
      () => {
        const member = proveAddress(tx, stateToken, form.get("code"));
        const state = proceed(tx, member, { device: browserDevice(visit) });
        return () => advance(visit, request, state);
      },
    );
  },
  factor(visit, request) {
    const { tx, form } = visit;
    const [stateToken, factorType] = [form.get("stateToken") ?? "", form.get("factor") ?? ""];
    const factors = form.getAll("available");
    const data = { [`${factorType.toLowerCase()}Data`]: proofOf(factorType, form) };
    return orRefused(
      (message) => factorPage(visit, request, { stateToken, factors, factorType, wrong: message }),
      () => {
        const proved = proveFactor(tx, { factorType, stateToken, ...data });
        if ("challenge" in proved)
          throw new PlatformError(400, "CODE_MISSING", "Type the code that you were sent.");
        if (form.has("remember")) trustDevice(tx, proved.member, browserDevice(visit));
        const state = proceed(tx, proved.member, { factor: true });
        return () => advance(visit, request, state);
      },
    );
  },
  consent(visit, request) {
    if (visit.form.get("do") !== "allow") return answer(request, denied);
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

/** The next page (or the return) for where a login stands. */
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
        body: html`<p>The owner of the shop must approve your membership first. You can close this window.</p>`,
      });
    default:
      return page({
        title: "Not now",
        body: html`<p>This member cannot log in at the moment (${state.state}).</p>`,
      });
  }
}

/** Runs a step; what the platform would refuse is shown on the page instead, and the person may try again. */
function orRefused(wrong: (message: string) => Response, work: () => () => Response): Response {
  let next: () => Response;
  try {
    next = work();
  } catch (error) {
    if (error instanceof PlatformError) return wrong(`${error.message}.`);
    if (error instanceof InvalidInput) return wrong(`${error.message}.`);
    throw error;
  }
  return next();
}

function withLogin(visit: PageVisit, request: Authorization, next: (known: LoggedIn) => Response): Response {
  const known = loggedIn(visit.tx, request.sessionToken) ?? browserLogin(visit);
  return known ? next(known) : loginPage(visit, factsOf(visit, request));
}

function factsOf({ tx }: PageVisit, { redirectUri }: Authorization): LoginFacts {
  return { redirectUri, captcha: tx.setting("captcha") !== "off" };
}

function grant({ tx }: PageVisit, request: Authorization, known: LoggedIn, cookie?: string): Response {
  const { memberId, session } = known;
  return answer(request, issueCode(tx, request, { memberId, session }), cookie);
}

/** Gives the client its outcome in the way that it asked for. */
function answer(request: Authorization, outcome: Outcome, cookie?: string): Response {
  if (request.mode !== "web_message") return sendTo(returnAddress(request, outcome), cookie);
  const message = JSON.stringify({ ...outcome, state: request.state });
  // Without a return address only a page of this machine that holds this one in a frame is told.
  const target = request.redirectUri === "" ? "*" : new URL(request.redirectUri).origin;
  return page({
    title: "code" in outcome ? "Logged in" : "Not logged in",
    framed: true,
    cookie,
    script: tellOpener,
    body: html`<p id="message" data-message="${message}" data-target="${target}">You can close this window.</p>`,
  });
}

const tellOpener = `
const { message, target } = document.getElementById("message").dataset;
const other = target === "*" ? window.parent : window.opener ?? window.parent;
if (other !== window) other.postMessage(JSON.parse(message), target);
`;
