import { hash } from "node:crypto";
import type { Checkout } from "../../api/services/checkout.ts";
import type { Response } from "../../api/transport/transport.ts";
import { escapeMarkup } from "../../kernel/text.ts";
import { InvalidInput, PlatformError, type StoreTx } from "../kernel/tx.ts";
import { consumeSecret, issueSecret } from "../members/secrets.ts";
import { style } from "./style.ts";

/** Escaped HTML. Only `html` creates it. */
class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type { Html };

export type Part = Html | string | number | false | null | undefined | readonly Part[];

/** Builds HTML from a template. Values are escaped unless they are HTML; undefined, null and false are omitted. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(texts.map((text, index) => text + render(parts[index])).join(""));
}

function render(part: Part): string {
  if (part === undefined || part === null || part === false) return "";
  if (part instanceof Html) return part.text;
  if (typeof part === "object") return part.map(render).join("");
  return escapeMarkup(String(part));
}

/** The content of a page. */
export interface PageContent {
  /** The heading and the window title. */
  title: string;
  /** The content below the heading. */
  body: Html;
  /** Adds the links to the other pages. Absent for pages that can be shown in a frame or a closed window. */
  visit?: PageVisit | undefined;
  /** Two columns where there is room. */
  wide?: boolean;
  /** Default: 400 with a problem, else 200. */
  status?: number;
  /** Why a form was not accepted, above the body. */
  problem?: string | Problem | undefined;
  /** Addresses outside this sandbox that the page's forms can redirect to. */
  formTargets?: readonly string[];
  /** A constant script. */
  script?: string;
  /** Local pages can embed it in a frame. */
  framed?: boolean;
  cookie?: string | undefined;
}

const sha = (text: string) => `'sha256-${hash("sha256", text, "base64")}'`;

/** Returns a page as a response: self-contained HTML with a strict content security policy. */
export function page(content: PageContent): Response {
  const { title, body, visit, wide = false, formTargets = [], problem, cookie } = content;
  const { script, framed = false, status = problem === undefined ? 200 : 400 } = content;
  const policy = [
    "default-src 'none'",
    `style-src ${sha(style)}`,
    ...(script === undefined ? [] : [`script-src ${sha(script)}`]),
    `form-action ${["'self'", ...new Set(formTargets.map(sourceOf))].join(" ")}`,
    `frame-ancestors ${framed ? "http://localhost:* http://127.0.0.1:* https://localhost:*" : "'none'"}`,
    "base-uri 'none'",
    ...(visit ? ["img-src 'self'"] : []),
  ].join("; ");
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} - till sandbox</title>
<style>${new Html(style)}</style>
</head>
<body>
${visit && pageHeader(visit)}<main id="main"${wide && html` class="wide"`}>
<h1>${title}</h1>
${alert(problem)}${body}
</main>
<footer><p>This is a till sandbox on your computer, not Wix.</p></footer>
${script !== undefined && new Html(`<script>${script}</script>`)}
</body>
</html>
`;
  return {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      // Not "no-referrer": forms would be sent with the origin "null".
      "referrer-policy": "same-origin",
      "cache-control": "no-store",
      ...(cookie !== undefined && { "set-cookie": cookie }),
    },
    body: document.text,
  };
}

function pageHeader(visit: PageVisit): Html {
  const { path, query, tx } = visit;
  const next = path.endsWith("/login") ? query.get("next") : `${path}?${query}`;
  const links = [
    ["Shop", linkTo(visit, "home")],
    ["Cart", linkTo(visit, "cart")],
    tx.caller.memberId === undefined
      ? ["Log in", linkTo(visit, "login", { next })]
      : ["Account", linkTo(visit, "account")],
  ].map(([label, address = ""]) => {
    const isHere = address.startsWith(path);
    return html`<li><a href="${address}"${isHere && html` aria-current="page"`}>${label}</a></li>`;
  });
  return html`<a class="skip" href="#main">Skip to the content</a>
<header><div><a class="brand" href="${linkTo(visit, "home")}">Sandbox shop</a>
<nav aria-label="Shop"><ul>${links}</ul></nav></div></header>
`;
}

/** Returns the CSP source of an address: its origin, or its scheme for app links. */
function sourceOf(address: string): string {
  const { protocol, origin } = new URL(address);
  return protocol === "http:" || protocol === "https:" ? origin : protocol;
}

/** Returns the path of a sandbox's URL, without a slash at the end: a branch has one. */
export function originPath(origin: string): string {
  return new URL(origin).pathname.replace(/\/$/, "");
}

/** Redirects the browser with GET. */
export function redirectTo(address: string, cookie?: string): Response {
  const headers = {
    location: address,
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    ...(cookie !== undefined && { "set-cookie": cookie }),
  };
  return { status: 303, headers, body: "" };
}

/** Returns an error page. */
export function errorPage(status: number, title: string, message: string, visit?: PageVisit): Response {
  return page({ status, title, visit, body: html`<p role="alert">${message}</p>` });
}

/** Returns a final page that can be closed. */
export function closingPage(title: string, cookie?: string): Response {
  return page({ title, cookie, body: html`<p>You can close this window.</p>` });
}

/** Returns the page (HTTP 403) for a way back that is not allowed, such as http of a host, as on the live platform. */
export function rejectedReturn(address: string, cookie?: string): Response {
  const body = html`<p role="alert">${redirectRejection(address)}</p>`;
  return page({ status: 403, title: "Forbidden", cookie, body });
}

/** Explains why browsers are not redirected to an address. */
export const redirectRejection = (address: string): string =>
  `${address} is not an allowed redirect domain. Use https, or http on this computer, and a domain of the setting redirectDomains.`;

/** A request for a page, in its own write transaction, whose caller is the member or visitor of the browser. */
export interface PageVisit {
  tx: StoreTx;
  /** The page's path, which its forms post to. */
  path: string;
  query: URLSearchParams;
  /** The submitted form; empty for GET. */
  form: URLSearchParams;
  cookies: ReadonlyMap<string, string>;
}

/** A page and its forms. A thrown PlatformError becomes an error page. */
export interface Page {
  show(visit: PageVisit): Response;
  /** Handles a submitted form whose one-time token is valid. Absent if the page has no form. */
  submit?(visit: PageVisit): Response;
  /** A form that is submitted again leads to the page itself, which shows what became of the first submission. */
  showsOutcome?: true;
}

type Parameters = Readonly<Record<string, string | null | undefined>>;

/** Returns the path of another page. The redirect session with its callbacks stays. */
export function linkTo({ path, query }: PageVisit, name: string, parameters: Parameters = {}): string {
  const search = searchOf({ session: query.get("session"), ...parameters });
  return `${path.slice(0, path.lastIndexOf("/"))}/${name}${search && `?${search}`}`;
}

/** Returns the path of this page with other query parameters; those that are undefined are removed. */
export function linkHere({ path, query }: PageVisit, parameters: Parameters): string {
  const search = searchOf({ ...Object.fromEntries(query), ...parameters });
  return path + (search && `?${search}`);
}

function searchOf(parameters: Parameters): string {
  const set = Object.entries(parameters).flatMap(([name, value]) =>
    value ? [[name, value] as [string, string]] : [],
  );
  return new URLSearchParams(set).toString();
}

/** Returns a form that posts to its own page. It can be submitted once. */
export function form({ tx, path, query }: PageVisit, fields: Html, className?: string): Html {
  const token = issueSecret(tx, "form", { path: path });
  const action = `${path}?${query}`;
  return html`<form method="post" action="${action}"${className !== undefined && html` class="${className}"`}>
<input type="hidden" name="form" value="${token}">
${fields}
</form>`;
}

/** Uses up the token of a submitted form. Returns false if it was already submitted or is not from this sandbox. */
export function takeForm({ tx, path, form: sent }: PageVisit): boolean {
  return consumeSecret(tx, "form", sent.get("form"))?.path === path;
}

/** Why a form was not accepted: a message, and messages for single fields by name. */
export interface Problem {
  message: string;
  fields?: Readonly<Record<string, string>>;
}

/**
 * Returns why a form was not accepted. `fieldOf` names the form field of a violation. Throws any error that is not about the
 * input again.
 */
export function formProblem(
  error: unknown,
  fieldOf: (violation: InvalidInput["violations"][number]) => string | undefined = () => undefined,
): Problem {
  if (error instanceof PlatformError) return { message: sentence(error.message) };
  if (!(error instanceof InvalidInput)) throw error;
  const found = error.violations.map((violation) => ({ violation, name: fieldOf(violation) }));
  const fields = Object.fromEntries(
    found.flatMap(({ violation, name }) => (name ? [[name, messageOf(violation)]] : [])),
  );
  const others = found.filter(({ name }) => name === undefined).map(({ violation }) => violation);
  const message = others.map(({ field, description }) => sentence(`${field} ${description}`)).join(" ");
  return { message: message || "Check the marked fields.", fields };
}

/** Returns a violation in the words of a form. */
function messageOf({ violatedRule, data, description }: InvalidInput["violations"][number]): string {
  if (violatedRule === "REQUIRED_FIELD") return "This field is required.";
  return data.type === "EMAIL" ? "Enter an email address, such as ada@example.com." : sentence(description);
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, "")}.`;

/** The options of a form field. */
export interface FieldOptions {
  name: string;
  type?: string;
  autocomplete?: string;
  value?: string | undefined;
  focus?: boolean;
  /** Default: true. */
  required?: boolean;
  /** Whether the label of an optional field says so. Default: true. */
  marked?: boolean;
  hint?: string | undefined;
  /** The message of the page that marks the value as invalid. */
  problem?: string | undefined;
  /** Why a form was not accepted; a message for this field is shown below it. */
  problems?: Problem | undefined;
  min?: string;
  max?: string | number;
  /** The step of a number; `any` for one with decimals. Default: 1. */
  step?: string;
  maxLength?: number | null | undefined;
  className?: string;
}

/** Returns a labeled input, or a text area for the type `textarea`. */
export function field(label: string, options: FieldOptions): Html {
  const { name, type = "text", autocomplete = "off", value, className, min, max, step, maxLength } = options;
  const attributes = html`id="${name}" name="${name}"${fieldState(options)}${
    className !== undefined && html` class="${className}"`
  }${maxLength ? html` maxlength="${maxLength}"` : ""}`;
  const numeric = autocomplete === "one-time-code" && html` inputmode="numeric"`;
  const limits = html`${min !== undefined && html` min="${min}"`}${max !== undefined && html` max="${max}"`}${
    step !== undefined && html` step="${step}"`
  }`;
  const input =
    type === "textarea"
      ? html`<textarea ${attributes}>${value}</textarea>`
      : html`<input ${attributes} type="${type}" autocomplete="${autocomplete}"${
          value !== undefined && html` value="${value}"`
        }${numeric}${limits}>`;
  return html`<label for="${name}">${label}${optional(options)}</label>
${hintOf(options)}${input}
${errorOf(options)}`;
}

/** Returns a labeled list of choices, each `[value, label]`. */
export function select(
  label: string,
  options: FieldOptions,
  choices: readonly (readonly [value: string, label: string])[],
): Html {
  const { name, value, className } = options;
  const items = choices.map(
    ([one, text]) => html`<option value="${one}"${one === value && html` selected`}>${text}</option>`,
  );
  return html`<label for="${name}">${label}${optional(options)}</label>
${hintOf(options)}<select id="${name}" name="${name}"${fieldState(options)}${
    className !== undefined && html` class="${className}"`
  }>${items}</select>
${errorOf(options)}`;
}

const optional = ({ required = true, marked = true }: FieldOptions) =>
  !required && marked && html` <span class="soft small">(optional)</span>`;
const hintOf = ({ name, hint }: FieldOptions) =>
  hint !== undefined &&
  html`<span class="hint" id="${name}-hint">${hint}</span>
`;

function errorOf({ name, problems }: FieldOptions) {
  const message = problems?.fields?.[name];
  return (
    message !== undefined &&
    html`<span class="error" id="${name}-error">${message}</span>
`
  );
}

function fieldState({ name, required = true, focus = false, hint, problem, problems }: FieldOptions): Html {
  const isWrong = problems?.fields?.[name] !== undefined;
  const described = [
    problem !== undefined && "problem",
    isWrong && `${name}-error`,
    hint !== undefined && `${name}-hint`,
  ].filter(Boolean);
  const isFirst = isWrong && Object.keys(problems?.fields ?? {})[0] === name;
  return html`${required && html` required`}${(problem !== undefined || isWrong) && html` aria-invalid="true"`}${
    described.length > 0 && html` aria-describedby="${described.join(" ")}"`
  }${(focus || isFirst) && html` autofocus`}`;
}

/** A radio button or checkbox of a form. */
export interface Choice {
  name: string;
  value: string;
  label: Part;
  checked?: boolean;
  type?: "radio" | "checkbox";
  id?: string;
  required?: boolean;
}

/** Returns a radio button or checkbox with its label. */
export function choice({ name, value, label, checked = false, type = "radio", id, required }: Choice): Html {
  const own = id ?? `${name}-${value}`;
  return html`<p class="choice"><input type="${type}" id="${own}" name="${name}" value="${value}"${checked && html` checked`}${
    required === true && html` required`
  }>
<label for="${own}">${label}</label></p>
`;
}

/** Returns the error message of a form, with a link to each field that is wrong. */
export function alert(problem: string | Problem | undefined): Html | undefined {
  if (problem === undefined) return undefined;
  const { message, fields = {} } = typeof problem === "string" ? { message: problem } : problem;
  const links = Object.entries(fields).map(([name, text]) => html`<li><a href="#${name}">${text}</a></li>`);
  return links.length > 0
    ? html`<div role="alert" id="problem">${message}<ul>${links}</ul></div>
`
    : html`<p role="alert" id="problem">${message}</p>
`;
}

/** Returns a button that submits the form with a value. `kind` is `plain` or `link` for secondary actions. */
export function button(label: string, name = "do", value = "", kind?: "plain" | "link" | "whole"): Html {
  return html`<button name="${name}" value="${value}"${kind !== undefined && html` class="${kind}"`}>${label}</button>
`;
}

/** Returns the table of what is bought, and its sums. */
export function itemTable(
  caption: string,
  heading: string,
  items: readonly (readonly [name: Part, quantity: Part, price: Part])[],
  sums: readonly (readonly [name: string, amount: Part])[],
): Html {
  return html`<table>
<caption>${caption}</caption>
<thead><tr><th scope="col">${heading}</th><th scope="col">Quantity</th><th scope="col">Price</th></tr></thead>
<tbody>
${items.map(
  (cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>
`,
)}</tbody>
<tfoot>
${sums.map(
  ([name, amount]) =>
    html`<tr${name === "Total" && html` class="total"`}><th scope="row" colspan="2">${name}</th><td>${amount}</td></tr>
`,
)}</tfoot>
</table>`;
}

/** Returns the name of a line item with its choices. */
export function lineName({
  productName,
  descriptionLines,
}: NonNullable<Checkout["lineItems"]>[number]): string {
  const choices = (descriptionLines ?? []).map(
    ({ plainText, colorInfo }) => (plainText ?? colorInfo)?.original ?? "",
  );
  return [productName?.original ?? "", ...choices].join(", ");
}

/** Returns a list of terms and values. Entries without a value are left out. */
export function facts(entries: readonly (readonly [term: string, value: Part])[]): Html {
  const shown = entries.filter(
    ([, value]) => value !== undefined && value !== null && value !== false && value !== "",
  );
  return html`<dl>${shown.map(([term, value]) => html`<dt>${term}</dt><dd>${value}</dd>`)}</dl>
`;
}
