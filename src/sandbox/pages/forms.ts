import { PlatformError } from "../kernel/tx.ts";
import { issueSecret, takeSecret } from "../services/members/secrets.ts";
import { type Html, html, type PageVisit } from "./page.ts";

/** A form of a page that is sent back to the same address; it can be sent once. */
export function form({ tx, path, query }: PageVisit, fields: Html): Html {
  const token = issueSecret(tx, "form", { about: path });
  const action = `${path}?${query}`;
  return html`<form method="post" action="${action}">
<input type="hidden" name="form" value="${token}">
${fields}
</form>`;
}

/** Refuses a form that is not one of ours, or was sent before. */
export function takeForm({ tx, path, form: sent }: PageVisit): void {
  if (takeSecret(tx, "form", sent.get("form"))?.about === path) return;
  throw new PlatformError(403, "FORM_USED", "This form was sent before, or is too old. Open the page again.");
}

/** A labelled text field. `wrong` says what is wrong with what was typed; the field then has the focus. */
export function field(
  label: string,
  attributes: {
    name: string;
    type: string;
    autocomplete: string;
    value?: string;
    focus?: boolean;
    required?: boolean;
    wrong?: string;
  },
): Html {
  const { name, type, autocomplete, value, focus = false, required = true, wrong } = attributes;
  const described = wrong !== undefined && html` aria-invalid="true" aria-describedby="wrong"`;
  const numeric = autocomplete === "one-time-code" && html` inputmode="numeric"`;
  return html`<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}"${required && html` required`}${
    value !== undefined && html` value="${value}"`
  }${described}${numeric}${focus && html` autofocus`}>
`;
}

/** What went wrong with a form, above its fields. */
export function alert(message: string | undefined): Html | undefined {
  return message === undefined
    ? undefined
    : html`<p role="alert" id="wrong">${message}</p>
`;
}

/** A button that sends the form with a value. */
export function button(label: string, name = "do", value = ""): Html {
  return html`<button name="${name}" value="${value}">${label}</button>
`;
}
