import type { Response } from "../../api/transport/transport.ts";
import { InvalidInput } from "../kernel/invalid.ts";
import { PlatformError } from "../kernel/tx.ts";
import { isSafeReturn } from "../services/members/authorize.ts";
import { recover as setNewPassword } from "../services/members/recovery.ts";
import { findSecret } from "../services/members/secrets.ts";
import { alert, button, field, form } from "./forms.ts";
import { html, type Page, type PageVisit, page } from "./page.ts";

/** Where the link of a recovery e-mail leads: a new password. */
export const recover: Page = {
  show: (visit) => askForPassword(visit),
  submit(visit) {
    const { tx, query, form: sent } = visit;
    try {
      const { returnTo = "" } = setNewPassword(tx, query.get("recoveryToken"), sent.get("password"));
      const next = isSafeReturn(returnTo) && html`<p><a href="${returnTo}">Continue</a></p>`;
      return page({ title: "Your password is set", body: html`<p>You can log in with it now.</p>${next}` });
    } catch (error) {
      if (error instanceof InvalidInput) return askForPassword(visit, `${error.message}.`);
      throw error;
    }
  },
};

function askForPassword(visit: PageVisit, wrong?: string): Response {
  if (!findSecret(visit.tx, "recovery", visit.query.get("recoveryToken")))
    throw new PlatformError(
      403,
      "INVALID_RECOVERY_TOKEN",
      "This link was used already, or has ended. Ask for a new one.",
    );
  return page({
    title: "Set a new password",
    status: wrong === undefined ? 200 : 400,
    body: html`${alert(wrong)}${form(
      visit,
      html`${field("New password", {
        name: "password",
        type: "password",
        autocomplete: "new-password",
        focus: true,
        ...(wrong !== undefined && { wrong }),
      })}${button("Set password")}`,
    )}`,
  });
}
