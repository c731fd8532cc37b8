import { hash } from "node:crypto";
import type { Response } from "../../api/transport/transport.ts";
import { escapeMarkup } from "../../kernel/text.ts";
import type { StoreTx } from "../kernel/store-tx.ts";
import { PlatformError } from "../kernel/tx.ts";
import { consumeSecret, issueSecret } from "../members/secrets.ts";

/** Escaped HTML. Only `html` creates it. */
class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type { Html };

type Part = Html | string | number | false | null | undefined | readonly Part[];

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
  status?: number;
  /** Addresses outside this sandbox that the page's forms can redirect to. */
  formTargets?: readonly string[];
  /** A constant script. */
  script?: string;
  /** Local pages can embed it in a frame. */
  framed?: boolean;
  cookie?: string | undefined;
}

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; padding: 1rem; }
main { max-width: 26rem; margin: 2rem auto; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.25; }
label { display: block; margin-top: 1rem; font-weight: 600; }
.choice label { display: inline; font-weight: inherit; margin: 0; }
input:not([type=checkbox], [type=radio]), select { box-sizing: border-box; width: 100%; padding: .5rem; font: inherit; border: 1px solid; }
button { margin: 1.25rem .5rem 0 0; padding: .5rem 1rem; font: inherit; border: 1px solid; }
:focus-visible { outline: 3px solid Highlight; outline-offset: 2px; }
[role=alert] { border-left: .25rem solid #c00; padding-left: .75rem; }
dt { font-weight: 600; } dd { margin: 0 0 .5rem; }
table { width: 100%; border-collapse: collapse; } caption, th { text-align: left; } tr > :last-child { text-align: right; }
fieldset { margin: 1.25rem 0 0; border: 1px solid; }
footer { max-width: 26rem; margin: 3rem auto 0; font-size: .875rem; }
`;
const sha = (text: string) => `'sha256-${hash("sha256", text, "base64")}'`;

/** Returns a page as a response: self-contained HTML with a strict content security policy. */
export function page(content: PageContent): Response {
  const { title, body, status = 200, formTargets = [], script, framed = false, cookie } = content;
  const policy = [
    "default-src 'none'",
    `style-src ${sha(style)}`,
    ...(script === undefined ? [] : [`script-src ${sha(script)}`]),
    `form-action ${["'self'", ...formTargets.map(sourceOf)].join(" ")}`,
    `frame-ancestors ${framed ? "http://localhost:* http://127.0.0.1:* https://localhost:*" : "'none'"}`,
    "base-uri 'none'",
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
<main>
<h1>${title}</h1>
${body}
</main>
<footer>This is a till sandbox on your machine, not the hosted platform.</footer>
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

/** Returns the CSP source of an address: its origin, or its scheme for app links. */
function sourceOf(address: string): string {
  const { protocol, origin } = new URL(address);
  return protocol === "http:" || protocol === "https:" ? origin : protocol;
}

/** Returns the path of a sandbox's URL, without a slash at the end: a branch has one. */
export function pathOf(origin: string): string {
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
export function errorPage(status: number, title: string, message: string): Response {
  return page({ status, title, body: html`<p role="alert">${message}</p>` });
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
  `${address} is not an allowed redirect domain. Use https; http is allowed on this machine only.`;

/** A request for a page, in its own write transaction. */
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
}

/** Returns a form that posts to its own page. It can be submitted once. */
export function form({ tx, path, query }: PageVisit, fields: Html): Html {
  const token = issueSecret(tx, "form", { path: path });
  const action = `${path}?${query}`;
  return html`<form method="post" action="${action}">
<input type="hidden" name="form" value="${token}">
${fields}
</form>`;
}

/** Throws PlatformError 403 for a form that was already submitted or is not from this sandbox. */
export function takeForm({ tx, path, form: sent }: PageVisit): void {
  if (consumeSecret(tx, "form", sent.get("form"))?.path === path) return;
  throw new PlatformError(
    403,
    "FORM_USED",
    "This form was already submitted or has expired. Reload the page.",
  );
}

/** Returns a labeled text field. `problem` marks its value as invalid. */
export function field(
  label: string,
  attributes: {
    name: string;
    type: string;
    autocomplete: string;
    value?: string;
    focus?: boolean;
    required?: boolean;
    problem?: string;
  },
): Html {
  const { name, type, autocomplete, value, focus = false, required = true, problem } = attributes;
  const described = problem !== undefined && html` aria-invalid="true" aria-describedby="problem"`;
  const numeric = autocomplete === "one-time-code" && html` inputmode="numeric"`;
  return html`<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}"${required && html` required`}${
    value !== undefined && html` value="${value}"`
  }${described}${numeric}${focus && html` autofocus`}>
`;
}

/** Returns the error message of a form. */
export function alert(message: string | undefined): Html | undefined {
  return message === undefined
    ? undefined
    : html`<p role="alert" id="problem">${message}</p>
`;
}

/** Returns a button that submits the form with a value. */
export function button(label: string, name = "do", value = ""): Html {
  return html`<button name="${name}" value="${value}">${label}</button>
`;
}
