import { randomUUID } from "node:crypto";
import type { AuthenticationState } from "../../api/services/members/identity.ts";
import type { Response } from "../../api/transport/transport.ts";
import { InvalidInput, PlatformError } from "../kernel/tx.ts";
import {
  type Authorization,
  type AuthorizationResult,
  authorizationOf,
  isSafeRedirect,
  issueCode,
  redirectOf,
  redirectWith,
  requestError,
} from "../members/authorize.ts";
import {
  checkCaptcha,
  continueLogin,
  logIn,
  recover as setNewPassword,
  solvedCaptcha,
  trustDevice,
  verifyAddress,
  verifyFactor,
} from "../members/login.ts";
import { findSecret } from "../members/secrets.ts";
import {
  browserDevice,
  browserLogin,
  deviceCookie,
  type LoggedIn,
  loggedIn,
  loginCookie,
} from "./browser-login.ts";
import { alert, button, field, form, html, type Page, type PageVisit, page, redirectTo } from "./page.ts";

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

/** Options of the login page. */
interface LoginPageOptions {
  redirectUri: string;
  captcha: boolean;
  email?: string;
  problem?: string;
}

const step = (name: string) => html`<input type="hidden" name="step" value="${name}">
`;

/** Returns the origins that the login forms can redirect to. */
const formTargets = (redirectUri: string) => (redirectUri === "" ? [] : [redirectUri]);

/** Returns the page that asks for email and password. */
function loginPage(
  visit: PageVisit,
  { redirectUri, captcha, email = "", problem }: LoginPageOptions,
): Response {
  const isNew = browserDevice(visit) === undefined;
  return page({
    title: "Log in",
    status: problem === undefined ? 200 : 403,
    formTargets: formTargets(redirectUri),
    cookie: isNew ? deviceCookie(visit.tx, randomUUID()) : undefined,
    body: html`${alert(problem)}${form(
      visit,
      html`${step("login")}${field("Email", {
        name: "email",
        type: "email",
        autocomplete: "username",
        value: email,
        focus: email === "",
      })}${field("Password", {
        name: "password",
        type: "password",
        autocomplete: "current-password",
        focus: email !== "",
        problem,
      })}${
        captcha &&
        html`<p class="choice"><input type="checkbox" id="captcha" name="captcha" value="${solvedCaptcha}">
<label for="captcha">I am not a robot</label></p>
`
      }${button("Log in")}`,
    )}`,
  });
}

/** Returns the page that asks for the email verification code. */
function codePage(
  visit: PageVisit,
  { redirectUri }: Authorization,
  stateToken: string,
  problem?: string,
): Response {
  return page({
    title: "Verify your email address",
    status: problem === undefined ? 200 : 403,
    formTargets: formTargets(redirectUri),
    body: html`<p>We sent you a code. In this sandbox, see it with: till sandbox mail</p>
${alert(problem)}${form(
  visit,
  html`${step("code")}<input type="hidden" name="stateToken" value="${stateToken}">
${codeField("Code", problem)}${button("Continue")}`,
)}`,
  });
}

/** Options of the second factor page. */
export interface FactorPageOptions {
  stateToken: string;
  factors: readonly string[];
  factorType?: string;
  transaction?: string | undefined;
  problem?: string;
}

const factorNames: Readonly<Record<string, string>> = {
  PASSWORD: "Password",
  SMS: "Code by text message",
  CALL: "Code by phone call",
  EMAIL: "Code by email",
  TOTP: "Code from your authenticator app",
  PUSH: "Push notification on your phone",
};

/** Returns the page that asks for the second factor. */
function factorPage(visit: PageVisit, { redirectUri }: Authorization, facts: FactorPageOptions): Response {
  const {
    stateToken,
    factors,
    factorType = factors[0],
    transaction = visit.form.get("transaction"),
    problem,
  } = facts;
  const choices = factors.map(
    (factor) => html`<input type="hidden" name="available" value="${factor}">
<p class="choice"><input type="radio" id="${factor}" name="factor" value="${factor}"${factor === factorType && html` checked`}>
<label for="${factor}">${factorNames[factor] ?? factor}</label></p>
`,
  );
  return page({
    title: "Two-step verification",
    status: problem === undefined ? 200 : 403,
    formTargets: formTargets(redirectUri),
    body: html`<p>In this sandbox, see the codes with: till sandbox mail</p>
${alert(problem)}${form(
  visit,
  html`${step("factor")}<input type="hidden" name="stateToken" value="${stateToken}">
<input type="hidden" name="transaction" value="${transaction ?? ""}">
<fieldset><legend>Choose how to verify your identity</legend>
${choices}</fieldset>
${factors.some((factor) => factor !== "PUSH") && proofField(factors, problem)}<p class="choice"><input type="checkbox" id="remember" name="remember" value="yes">
<label for="remember">Do not ask again on this device for 30 days</label></p>
${button("Continue")}`,
)}`,
  });
}

function codeField(label: string, problem: string | undefined, required = true) {
  const attributes = { name: "code", type: "text", autocomplete: "one-time-code", focus: true, required };
  return field(label, { ...attributes, problem });
}

/** Returns one field for the proof of any factor; it is masked if the proof can be a password. */
function proofField(factors: readonly string[], problem: string | undefined) {
  if (!factors.includes("PASSWORD")) return codeField("Code", problem, factors.length === 1);
  const attributes = { name: "code", type: "password", autocomplete: "current-password", focus: true };
  return field("Password or code", {
    ...attributes,
    required: false,
    problem,
  });
}

/** Returns the page that asks the member for consent. */
function consentPage(
  visit: PageVisit,
  { clientId, redirectUri }: Authorization,
  { email }: LoggedIn,
  cookie?: string,
): Response {
  return page({
    title: "Allow this app?",
    formTargets: formTargets(redirectUri),
    cookie,
    body: html`<p>You are logged in as <strong>${email}</strong>.</p>
<p>The app ${clientId} wants to act on your behalf in this shop, even while you are away.</p>
${form(visit, html`${step("consent")}${button("Allow", "do", "allow")}${button("Deny", "do", "refuse")}`)}`,
  });
}

/** Returns the page that asks whether to continue with the current login. */
function accountPage(visit: PageVisit, { redirectUri }: Authorization, { email }: LoggedIn): Response {
  return page({
    title: "Choose an account",
    formTargets: formTargets(redirectUri),
    body: form(
      visit,
      html`${step("account")}${button(`Continue as ${email}`, "do", "continue")}${button("Use another account", "do", "other")}`,
    ),
  });
}

/** The page that the link of a recovery email opens: sets a new password. */
export const recover: Page = {
  show: (visit) => passwordPage(visit),
  submit(visit) {
    const { tx, query, form: sent } = visit;
    try {
      const { returnTo = "" } = setNewPassword(tx, query.get("recoveryToken"), sent.get("password"));
      const next = isSafeRedirect(returnTo) && html`<p><a href="${returnTo}">Continue</a></p>`;
      return page({
        title: "Your password was changed",
        body: html`<p>You can now log in with your new password.</p>${next}`,
      });
    } catch (error) {
      if (error instanceof InvalidInput) return passwordPage(visit, `${error.message}.`);
      throw error;
    }
  },
};

function passwordPage(visit: PageVisit, problem?: string): Response {
  if (!findSecret(visit.tx, "recovery", visit.query.get("recoveryToken")))
    throw new PlatformError(
      403,
      "INVALID_RECOVERY_TOKEN",
      "This link was already used or has expired. Request a new one.",
    );
  return page({
    title: "Set a new password",
    status: problem === undefined ? 200 : 400,
    body: html`${alert(problem)}${form(
      visit,
      html`${field("New password", {
        name: "password",
        type: "password",
        autocomplete: "new-password",
        focus: true,
        problem,
      })}${button("Set password")}`,
    )}`,
  });
}
