import { randomUUID } from "node:crypto";
import type { Response } from "../../api/transport/transport.ts";
import type { Authorization } from "../services/members/authorize.ts";
import { solvedCaptcha } from "../services/members/captcha.ts";
import { browserDevice, deviceCookie, type LoggedIn } from "./browser-login.ts";
import { alert, button, field, form } from "./forms.ts";
import { html, type PageVisit, page } from "./page.ts";

/** What the login page is shown with. */
export interface LoginFacts {
  redirectUri: string;
  captcha: boolean;
  email?: string;
  wrong?: string;
}

const step = (name: string) => html`<input type="hidden" name="step" value="${name}">
`;

/** Where the forms of a login lead on to. */
const leadsTo = (redirectUri: string) => (redirectUri === "" ? [] : [redirectUri]);

/** Asks for address and password. */
export function loginPage(
  visit: PageVisit,
  { redirectUri, captcha, email = "", wrong }: LoginFacts,
): Response {
  const isNew = browserDevice(visit) === undefined;
  return page({
    title: "Log in",
    status: wrong === undefined ? 200 : 403,
    leadsTo: leadsTo(redirectUri),
    cookie: isNew ? deviceCookie(visit.tx, randomUUID()) : undefined,
    body: html`${alert(wrong)}${form(
      visit,
      html`${step("login")}${field("E-mail", {
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
        ...(wrong !== undefined && { wrong }),
      })}${
        captcha &&
        html`<p class="choice"><input type="checkbox" id="captcha" name="captcha" value="${solvedCaptcha}">
<label for="captcha">I am not a robot</label></p>
`
      }${button("Log in")}`,
    )}`,
  });
}

/** Asks for the code that proves the address. */
export function codePage(
  visit: PageVisit,
  { redirectUri }: Authorization,
  stateToken: string,
  wrong?: string,
): Response {
  return page({
    title: "Verify your e-mail address",
    status: wrong === undefined ? 200 : 403,
    leadsTo: leadsTo(redirectUri),
    body: html`<p>A code was sent to you. On this sandbox it is in: till sandbox mail</p>
${alert(wrong)}${form(
  visit,
  html`${step("code")}<input type="hidden" name="stateToken" value="${stateToken}">
${codeField("Code", wrong)}${button("Continue")}`,
)}`,
  });
}

/** What the page for the second factor is shown with. */
export interface FactorFacts {
  stateToken: string;
  factors: readonly string[];
  factorType?: string;
  transaction?: string | undefined;
  wrong?: string;
}

const factorNames: Readonly<Record<string, string>> = {
  PASSWORD: "Your password once more",
  SMS: "A code by text message",
  CALL: "A code by phone call",
  EMAIL: "A code by e-mail",
  TOTP: "A code from your authenticator app",
  PUSH: "A question on your phone",
};

/** Asks for the second factor. */
export function factorPage(visit: PageVisit, { redirectUri }: Authorization, facts: FactorFacts): Response {
  const {
    stateToken,
    factors,
    factorType = factors[0],
    transaction = visit.form.get("transaction"),
    wrong,
  } = facts;
  const choices = factors.map(
    (one) => html`<input type="hidden" name="available" value="${one}">
<p class="choice"><input type="radio" id="${one}" name="factor" value="${one}"${one === factorType && html` checked`}>
<label for="${one}">${factorNames[one] ?? one}</label></p>
`,
  );
  return page({
    title: "One more step",
    status: wrong === undefined ? 200 : 403,
    leadsTo: leadsTo(redirectUri),
    body: html`<p>Codes that were sent are in: till sandbox mail</p>
${alert(wrong)}${form(
  visit,
  html`${step("factor")}<input type="hidden" name="stateToken" value="${stateToken}">
<input type="hidden" name="transaction" value="${transaction ?? ""}">
<fieldset><legend>How do you prove that it is you?</legend>
${choices}</fieldset>
${factors.some((one) => one !== "PUSH") && proofField(factors, wrong)}<p class="choice"><input type="checkbox" id="remember" name="remember" value="yes">
<label for="remember">Do not ask again on this device for 30 days</label></p>
${button("Continue")}`,
)}`,
  });
}

function codeField(label: string, wrong: string | undefined, required = true) {
  const attributes = { name: "code", type: "text", autocomplete: "one-time-code", focus: true, required };
  return field(label, { ...attributes, ...(wrong !== undefined && { wrong }) });
}

/** One field for the proof of any factor; what may be a password is not shown. */
function proofField(factors: readonly string[], wrong: string | undefined) {
  if (!factors.includes("PASSWORD")) return codeField("Code", wrong, factors.length === 1);
  const attributes = { name: "code", type: "password", autocomplete: "current-password", focus: true };
  return field("Password or code", { ...attributes, required: false, ...(wrong !== undefined && { wrong }) });
}

/** Asks whether the app may act for the member. */
export function consentPage(
  visit: PageVisit,
  { clientId, redirectUri }: Authorization,
  { email }: LoggedIn,
  cookie?: string,
): Response {
  return page({
    title: "Allow this app?",
    leadsTo: leadsTo(redirectUri),
    cookie,
    body: html`<p>You are logged in as <strong>${email}</strong>.</p>
<p>The app ${clientId} wants to act for you in this shop, also while you are away.</p>
${form(visit, html`${step("consent")}${button("Allow", "do", "allow")}${button("Refuse", "do", "refuse")}`)}`,
  });
}

/** Asks whether to go on as who is logged in. */
export function accountPage(visit: PageVisit, { redirectUri }: Authorization, { email }: LoggedIn): Response {
  return page({
    title: "Choose an account",
    leadsTo: leadsTo(redirectUri),
    body: form(
      visit,
      html`${step("account")}${button(`Continue as ${email}`, "do", "continue")}${button("Use another account", "do", "other")}`,
    ),
  });
}
