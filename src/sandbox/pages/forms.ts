import { PlatformError } from "../kernel/tx.ts";
import { consumeSecret, issueSecret } from "../services/members/secrets.ts";
import { type Html, html, type PageVisit } from "./page.ts";

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

/** Returns a labelled text field. `problem` marks its value as invalid. */
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
