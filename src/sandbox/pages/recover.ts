import type { Response } from "../../api/transport/transport.ts";
import { InvalidInput } from "../kernel/invalid.ts";
import { PlatformError } from "../kernel/tx.ts";
import { isSafeRedirect } from "../services/members/authorize.ts";
import { recover as setNewPassword } from "../services/members/recovery.ts";
import { findSecret } from "../services/members/secrets.ts";
import { alert, button, field, form } from "./forms.ts";
import { html, type Page, type PageVisit, page } from "./page.ts";

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
        ...(problem !== undefined && { problem }),
      })}${button("Set password")}`,
    )}`,
  });
}
