import { randomUUID } from "node:crypto";
import type { Response } from "../../api/transport/transport.ts";
import type { Authorization } from "../services/members/authorize.ts";
import { solvedCaptcha } from "../services/members/captcha.ts";
import { browserDevice, deviceCookie, type LoggedIn } from "./browser-login.ts";
import { alert, button, field, form } from "./forms.ts";
import { html, type PageVisit, page } from "./page.ts";

/** Options of the login page. */
export interface LoginPageOptions {
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
export function loginPage(
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
        ...(problem !== undefined && { problem }),
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
export function codePage(
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
export function factorPage(
  visit: PageVisit,
  { redirectUri }: Authorization,
  facts: FactorPageOptions,
): Response {
  const {
    stateToken,
    factors,
    factorType = factors[0],
    transaction = visit.form.get("transaction"),
    problem,
  } = facts;
  const choices = factors.map(
    (one) => html`<input type="hidden" name="available" value="${one}">
<p class="choice"><input type="radio" id="${one}" name="factor" value="${one}"${one === factorType && html` checked`}>
<label for="${one}">${factorNames[one] ?? one}</label></p>
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
${factors.some((one) => one !== "PUSH") && proofField(factors, problem)}<p class="choice"><input type="checkbox" id="remember" name="remember" value="yes">
<label for="remember">Do not ask again on this device for 30 days</label></p>
${button("Continue")}`,
)}`,
  });
}

function codeField(label: string, problem: string | undefined, required = true) {
  const attributes = { name: "code", type: "text", autocomplete: "one-time-code", focus: true, required };
  return field(label, { ...attributes, ...(problem !== undefined && { problem }) });
}

/** Returns one field for the proof of any factor; it is masked if the proof can be a password. */
function proofField(factors: readonly string[], problem: string | undefined) {
  if (!factors.includes("PASSWORD")) return codeField("Code", problem, factors.length === 1);
  const attributes = { name: "code", type: "password", autocomplete: "current-password", focus: true };
  return field("Password or code", {
    ...attributes,
    required: false,
    ...(problem !== undefined && { problem }),
  });
}

/** Returns the page that asks the member for consent. */
export function consentPage(
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
export function accountPage(visit: PageVisit, { redirectUri }: Authorization, { email }: LoggedIn): Response {
  return page({
    title: "Choose an account",
    formTargets: formTargets(redirectUri),
    body: form(
      visit,
      html`${step("account")}${button(`Continue as ${email}`, "do", "continue")}${button("Use another account", "do", "other")}`,
    ),
  });
}
