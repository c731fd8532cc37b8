import { randomUUID } from "node:crypto";
import type { AuthenticationState } from "../../api/services/members.ts";
import type { Response } from "../../api/transport/transport.ts";
import { InvalidInput, PlatformError } from "../kernel/tx.ts";
import {
  type Authorization,
  type AuthorizationResult,
  authorizationOf,
  isAllowedReturn,
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
  registerMember,
  resendVerification,
  sendRecovery,
  recover as setNewPassword,
  solvedCaptcha,
  trustDevice,
  verifyAddress,
  verifyFactor,
} from "../members/login.ts";
import { memberByEmail } from "../members/members.ts";
import { deleteSecret, findSecret } from "../members/secrets.ts";
import { revokeTokensOf } from "../members/tokens.ts";
import {
  browserDevice,
  browserLogin,
  browserVisitor,
  deviceCookie,
  type LoggedIn,
  loggedIn,
  loginCookie,
} from "./browser-login.ts";
import {
  alert,
  button,
  choice,
  closingPage,
  field,
  form,
  formProblem,
  html,
  linkHere,
  linkTo,
  originPath,
  type Page,
  type PageContent,
  type PageVisit,
  type Problem,
  page,
  redirectTo,
  rejectedReturn,
} from "./page.ts";
import { callbacksOf, returnTargets } from "./redirect.ts";

/** What a login is for. */
interface Flow {
  /** Addresses outside this sandbox that the forms can redirect to. */
  targets: readonly string[];
  /** Shows the links to the other pages of the sandbox. */
  withHeader: boolean;
  /** Returns the response once a member is logged in. `cookie` is set after a new login. */
  done(visit: PageVisit, known: LoggedIn, cookie?: string): Response;
}

/** The authorization endpoint of a redirect session: logs a member in and returns to the app with a code. */
export const auth: Page = {
  show(visit) {
    const authorization = requestOf(visit);
    if ("error" in authorization) return authorization.error;
    const { request } = authorization;
    const flow = authorizationFlow(request);
    const given = loggedIn(visit.tx, request.sessionToken);
    const known = given ?? browserLogin(visit);
    if (request.prompt === "none")
      return known ? grant(visit, request, known) : respond(request, loginRequired);
    if (!known) return entrance(visit, flow);
    if (request.prompt === "consent") return consentPage(visit, request, known);
    if (request.prompt === "select_account") return accountPage(visit, flow, known);
    return given ? grant(visit, request, given) : entrance(visit, flow);
  },
  submit(visit) {
    const authorization = requestOf(visit);
    if ("error" in authorization) return authorization.error;
    const { request } = authorization;
    const step = visit.form.get("step");
    if (step === "consent" || step === "account") {
      const known = loggedIn(visit.tx, request.sessionToken) ?? browserLogin(visit);
      const choice = visit.form.get("do");
      if (step === "consent" && choice !== "allow") return respond(request, denied);
      const stays = known && (step === "consent" || choice === "continue");
      return stays ? grant(visit, request, known) : loginPage(visit, authorizationFlow(request));
    }
    return takeStep(visit, authorizationFlow(request));
  },
};

/** The login page of the shop: leads to where the visitor was, to the storefront, or to the account. */
export const login: Page = {
  show(visit) {
    const known = browserLogin(visit);
    return known ? shopFlow(visit).done(visit, known) : entrance(visit, shopFlow(visit));
  },
  submit: (visit) => takeStep(visit, shopFlow(visit)),
};

/** Logs out the browser and the app that created the redirect session, then redirects. */
export const logout: Page = {
  show(visit) {
    const { request, session } = redirectOf(visit.tx, visit.query.get("session"), "logout");
    return logOut(visit, session, request.callbacks?.postFlowUrl ?? "");
  },
};

/**
 * Ends the login of a browser, and another session if it is given, and leads to an address, or without one to a page of this
 * sandbox.
 */
export function logOut(visit: PageVisit, session: string | undefined, next: string, page?: string): Response {
  const { tx } = visit;
  for (const one of [session, browserLogin(visit)?.session]) {
    if (one === undefined) continue;
    deleteSecret(tx, one);
    revokeTokensOf(tx, one);
  }
  const cookie = loginCookie(tx, undefined);
  if (!next) return page ? redirectTo(page, cookie) : closingPage("You are logged out", cookie);
  return isAllowedReturn(tx, next) ? redirectTo(next, cookie) : rejectedReturn(next, cookie);
}

const loginRequired = { error: "login_required", error_description: "No member is logged in" };
const denied = { error: "access_denied", error_description: "The member denied consent" };

/** Returns the authorization request, or the error response for the client. */
function requestOf({ tx, query }: PageVisit): { request: Authorization } | { error: Response } {
  const session = redirectOf(tx, query.get("session"), "auth");
  const request = authorizationOf(tx, session);
  const flaw = requestError(session);
  return flaw ? { error: respond(request, flaw) } : { request };
}

const authorizationFlow = (request: Authorization): Flow => ({
  targets: request.redirectUri === "" ? [] : [request.redirectUri],
  withHeader: false,
  done: (visit, known, cookie) =>
    request.prompt === "consent"
      ? consentPage(visit, request, known, cookie)
      : grant(visit, request, known, cookie),
});

function shopFlow(visit: PageVisit): Flow {
  const { tx, query } = visit;
  const next = query.get("next") ?? "";
  const isOwn = next.startsWith(`${originPath(tx.origin)}/__till/pages/`);
  const { postFlowUrl } = callbacksOf(visit);
  const address = isOwn ? next : postFlowUrl || linkTo(visit, "account");
  const isAllowed = address.startsWith("/") || isAllowedReturn(tx, address);
  return {
    targets: returnTargets(visit),
    withHeader: true,
    done(_visit, { memberId }, cookie) {
      const visitor = browserVisitor(visit);
      // As after a login of the SDK, the member takes over the cart.
      if (cookie !== undefined && visitor) tx.schedule(tx.now, "currentCart.adopt", `${visitor} ${memberId}`);
      return isAllowed ? redirectTo(address, cookie) : rejectedReturn(address, cookie);
    },
  };
}

/** Returns the form that the visitor asked for: login, sign-up or recovery. */
function entrance(visit: PageVisit, flow: Flow): Response {
  const view = visit.query.get("view");
  if (view === "signup") return signUpPage(visit, flow);
  return view === "recover" ? recoveryPage(visit, flow) : loginPage(visit, flow);
}

function takeStep(visit: PageVisit, flow: Flow): Response {
  const name = visit.form.get("step") ?? "";
  const step = Object.hasOwn(steps, name) ? steps[name] : undefined;
  if (step) return step(visit, flow);
  throw new PlatformError(400, "UNKNOWN_STEP", "This form does not belong to this page. Reload the page.");
}

/** The forms of a login by step. */
const steps: Readonly<Record<string, (visit: PageVisit, flow: Flow) => Response>> = {
  login(visit, flow) {
    const { tx, form } = visit;
    const email = form.get("email") ?? "";
    const problem = (message: string) => loginPage(visit, flow, { email, problem: message });
    return orShowError(problem, () => {
      checkCaptchaOf(visit);
      const state = logIn(tx, email, form.get("password"), browserDevice(visit));
      return () => advance(visit, flow, state);
    });
  },
  signup(visit, flow) {
    const { tx, form } = visit;
    const [firstName, lastName] = [form.get("firstName")?.trim() ?? "", form.get("lastName")?.trim() ?? ""];
    try {
      const state = tx.attempt(() => {
        checkCaptchaOf(visit);
        const profile = { ...(firstName && { firstName }), ...(lastName && { lastName }) };
        return registerMember(tx, form.get("email")?.trim(), form.get("password"), profile);
      });
      return advance(visit, flow, state);
    } catch (error) {
      return signUpPage(
        visit,
        flow,
        formProblem(error, ({ field }) => field.replace("loginId.", "")),
      );
    }
  },
  recover(visit, flow) {
    const { tx, form } = visit;
    const member = memberByEmail(tx, form.get("email"));
    const back = new URL(linkHere(visit, { view: undefined }), tx.origin).href;
    if (member) sendRecovery(tx, member, "recovery", back);
    return page({
      title: "Check your email",
      visit: headerOf(visit, flow),
      body: html`<p>If there is an account with this address, we sent it a link to set a new password.</p>
${mailHint}<p><a href="${linkHere(visit, { view: undefined })}">Back to the login</a></p>`,
    });
  },
  code(visit, flow) {
    const { tx, form } = visit;
    const stateToken = form.get("stateToken");
    if (form.get("do") === "resend") {
      resendVerification(tx, stateToken);
      return codePage(visit, flow, stateToken ?? "", { notice: "We sent you a new code." });
    }
    return orShowError(
      (problem) => codePage(visit, flow, stateToken ?? "", { problem }),
      () => {
        const member = verifyAddress(tx, stateToken, form.get("code"));
        const state = continueLogin(tx, member, { device: browserDevice(visit) });
        return () => advance(visit, flow, state);
      },
    );
  },
  factor(visit, flow) {
    const { tx, form } = visit;
    const [stateToken, factorType] = [form.get("stateToken") ?? "", form.get("factor") ?? ""];
    const factors = form.getAll("available");
    const data = { [`${factorType.toLowerCase()}Data`]: proofOf(factorType, form) };
    return orShowError(
      (message) => factorPage(visit, flow, { stateToken, factors, factorType, problem: message }),
      () => {
        const proved = verifyFactor(tx, { factorType, stateToken, ...data });
        if ("challenge" in proved)
          throw new PlatformError(400, "CODE_MISSING", "Enter the code that was sent to you.");
        if (form.has("remember")) trustDevice(tx, proved.member, browserDevice(visit));
        const state = continueLogin(tx, proved.member, { factor: true });
        return () => advance(visit, flow, state);
      },
    );
  },
};

function checkCaptchaOf({ tx, form }: PageVisit): void {
  const captcha = form.get("captcha");
  checkCaptcha(tx, captcha === solvedCaptcha ? [{ Recaptcha: captcha, InvisibleRecaptcha: captcha }] : []);
}

function proofOf(factor: string, form: URLSearchParams): object {
  const proof = form.get("code") ?? "";
  return factor === "PUSH" ? { transactionId: form.get("transaction") ?? "" } : { code: proof };
}

/** Returns the next page of a login, or what follows it. */
function advance(visit: PageVisit, flow: Flow, state: AuthenticationState): Response {
  const { tx } = visit;
  const stateToken = state.stateToken ?? "";
  switch (state.state) {
    case "SUCCESS": {
      const known = loggedIn(tx, state.sessionToken);
      if (!known) throw new PlatformError(403, "MEMBER_NOT_ACTIVE", "The member is not active.");
      return flow.done(visit, known, loginCookie(tx, known.session));
    }
    case "REQUIRE_EMAIL_VERIFICATION":
      return codePage(visit, flow, stateToken);
    case "REQUIRE_MFA": {
      const factors = state.requireMfaData?.availableFactors?.map(({ factorType }) => factorType ?? "") ?? [];
      const transaction = state.additionalData?.pushTransactionId?.strValue ?? undefined;
      return factorPage(visit, flow, { stateToken, factors, transaction });
    }
    case "REQUIRE_OWNER_APPROVAL":
      return page({
        title: "Waiting for approval",
        visit: headerOf(visit, flow),
        body: html`<p>The shop owner must approve your membership first. You can close this window.</p>
<p class="small soft">In this sandbox, approve it with: <code>till sandbox members approve EMAIL</code></p>`,
      });
    default:
      return page({
        title: "Login not possible",
        visit: headerOf(visit, flow),
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

const step = (name: string) => html`<input type="hidden" name="step" value="${name}">
`;

const mailHint = html`<p class="small soft">In this sandbox, see it with: <code>till sandbox mail</code></p>
`;

const headerOf = (visit: PageVisit, { withHeader }: Flow) => (withHeader ? visit : undefined);

/** Returns a page of a flow with a form; its status is that of a rejection if there is a problem. */
function flowPage(
  visit: PageVisit,
  flow: Flow,
  content: Pick<PageContent, "title" | "body" | "cookie" | "problem"> & { rejected?: boolean },
): Response {
  const { rejected = content.problem !== undefined, ...shown } = content;
  return page({
    ...shown,
    visit: headerOf(visit, flow),
    status: rejected ? 403 : 200,
    formTargets: flow.targets,
  });
}

const captchaField = ({ tx }: PageVisit) =>
  tx.setting("captcha") !== "off" &&
  choice({
    type: "checkbox",
    id: "captcha",
    name: "captcha",
    value: solvedCaptcha,
    label: "I am not a robot",
  });

/** Returns the cookie that identifies a new device. */
const newDevice = (visit: PageVisit) =>
  browserDevice(visit) === undefined ? deviceCookie(visit.tx, randomUUID()) : undefined;

/** Returns the page that asks for email and password. */
function loginPage(
  visit: PageVisit,
  flow: Flow,
  { email = "", problem }: { email?: string; problem?: string } = {},
): Response {
  return flowPage(visit, flow, {
    title: "Log in",
    problem,
    cookie: newDevice(visit),
    body: html`${form(
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
      })}${captchaField(visit)}${button("Log in")}`,
    )}
<p class="small"><a href="${linkHere(visit, { view: "recover" })}">Forgot your password?</a></p>
<p class="small">New here? <a href="${linkHere(visit, { view: "signup" })}">Sign up</a></p>`,
  });
}

/** Returns the page that registers a member. */
function signUpPage(visit: PageVisit, flow: Flow, problem?: Problem): Response {
  const { form: sent } = visit;
  const text = (label: string, name: string, autocomplete: string) =>
    field(label, { name, autocomplete, value: sent.get(name) ?? "", required: false, problems: problem });
  return flowPage(visit, flow, {
    title: "Sign up",
    problem,
    cookie: newDevice(visit),
    body: html`${form(
      visit,
      html`${step("signup")}<div class="pair"><div>${text("First name", "firstName", "given-name")}</div>
<div>${text("Last name", "lastName", "family-name")}</div></div>
${field("Email", {
  name: "email",
  type: "email",
  autocomplete: "username",
  value: sent.get("email") ?? "",
  problems: problem,
})}${field("Password", {
  name: "password",
  type: "password",
  autocomplete: "new-password",
  hint: "At least 4 characters",
  problems: problem,
})}${captchaField(visit)}${button("Sign up")}`,
    )}
<p class="small">Do you have an account? <a href="${linkHere(visit, { view: undefined })}">Log in</a></p>`,
  });
}

/** Returns the page that sends a link to set a new password. */
function recoveryPage(visit: PageVisit, flow: Flow): Response {
  return flowPage(visit, flow, {
    title: "Reset your password",
    body: html`${form(
      visit,
      html`${step("recover")}<p>Enter your email address. We send you a link to set a new password.</p>
${field("Email", { name: "email", type: "email", autocomplete: "username", focus: true })}${button("Send link")}`,
    )}
<p class="small"><a href="${linkHere(visit, { view: undefined })}">Back to the login</a></p>`,
  });
}

/** Returns the page that asks for the email verification code. */
function codePage(
  visit: PageVisit,
  flow: Flow,
  stateToken: string,
  { problem, notice }: { problem?: string; notice?: string } = {},
): Response {
  const token = html`${step("code")}<input type="hidden" name="stateToken" value="${stateToken}">
`;
  return flowPage(visit, flow, {
    title: "Verify your email address",
    rejected: problem !== undefined,
    body: html`<p>We sent you a code. In this sandbox, see it with: till sandbox mail</p>
${
  notice &&
  html`<p class="notice" role="status">${notice}</p>
`
}${alert(problem)}${form(visit, html`${token}${codeField("Code", problem)}${button("Continue")}`)}
${form(visit, html`${token}<p class="small">Nothing arrived? ${button("Send a new code", "do", "resend", "link")}</p>`, "bare")}`,
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
function factorPage(visit: PageVisit, flow: Flow, facts: FactorPageOptions): Response {
  const {
    stateToken,
    factors,
    factorType = factors[0],
    transaction = visit.form.get("transaction"),
    problem,
  } = facts;
  const choices = factors.map(
    (factor) => html`<input type="hidden" name="available" value="${factor}">
${choice({
  id: factor,
  name: "factor",
  value: factor,
  label: factorNames[factor] ?? factor,
  checked: factor === factorType,
})}`,
  );
  return flowPage(visit, flow, {
    title: "Two-step verification",
    rejected: problem !== undefined,
    body: html`<p>In this sandbox, see the codes with: till sandbox mail</p>
${alert(problem)}${form(
  visit,
  html`${step("factor")}<input type="hidden" name="stateToken" value="${stateToken}">
<input type="hidden" name="transaction" value="${transaction ?? ""}">
<fieldset><legend>Choose how to verify your identity</legend>
${choices}</fieldset>
${factors.some((factor) => factor !== "PUSH") && proofField(factors, problem)}${choice({
  type: "checkbox",
  id: "remember",
  name: "remember",
  value: "yes",
  label: "Do not ask again on this device for 30 days",
})}${button("Continue")}`,
)}`,
  });
}

function codeField(label: string, problem: string | undefined, required = true) {
  const attributes = { name: "code", type: "text", autocomplete: "one-time-code", focus: true, required };
  return field(label, { ...attributes, marked: false, problem });
}

/** Returns one field for the proof of any factor; it is masked if the proof can be a password. */
function proofField(factors: readonly string[], problem: string | undefined) {
  if (!factors.includes("PASSWORD")) return codeField("Code", problem, factors.length === 1);
  const attributes = { name: "code", type: "password", autocomplete: "current-password", focus: true };
  return field("Password or code", {
    ...attributes,
    required: false,
    marked: false,
    problem,
  });
}

/** Returns the page that asks the member for consent. */
function consentPage(
  visit: PageVisit,
  request: Authorization,
  { email }: LoggedIn,
  cookie?: string,
): Response {
  const { clientId } = request;
  return flowPage(visit, authorizationFlow(request), {
    title: "Allow this app?",
    cookie,
    body: html`<p>You are logged in as <strong>${email}</strong>.</p>
<p>The app ${clientId} wants to act on your behalf in this shop, even while you are away.</p>
${form(visit, html`${step("consent")}${button("Allow", "do", "allow")}${button("Deny", "do", "refuse", "plain")}`)}`,
  });
}

/** Returns the page that asks whether to continue with the current login. */
function accountPage(visit: PageVisit, flow: Flow, { email }: LoggedIn): Response {
  return flowPage(visit, flow, {
    title: "Choose an account",
    body: form(
      visit,
      html`${step("account")}${button(`Continue as ${email}`, "do", "continue")}${button("Use another account", "do", "other", "plain")}`,
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
      const next = isSafeRedirect(returnTo) ? returnTo : linkTo(visit, "login");
      return page({
        title: "Your password was changed",
        body: html`<p>You can now log in with your new password.</p>
<p><a class="button" href="${next}">Continue</a></p>`,
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
    problem,
    body: html`${form(
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
