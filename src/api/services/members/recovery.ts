import { endpoint, service } from "../../endpoint.ts";
import { guid, obj, text } from "../../models/fields.ts";
import { AuthenticationState, EmailRedirect } from "./models/identity.ts";

const language = () => text({ format: "LANGUAGE" });

/** Password recovery. A recovery token works once, so no call is sent twice. */
export const recovery = service("recovery", {
  sendEmail: endpoint("POST /_api/iam/recovery/v1/send-email", {
    input: obj({ email: text({ format: "EMAIL" }), language: language(), redirect: EmailRedirect }),
    result: obj({}),
    required: ["email"],
    role: "visitor",
    summary: "Send a password recovery email",
  }),
  activationEmail: endpoint("POST /_api/iam/recovery/v1/activation-email", {
    input: obj({
      identityId: guid(),
      emailOptions: obj({ language: language(), redirect: EmailRedirect }),
    }),
    result: obj({}),
    required: ["identityId"],
    summary: "Send an account activation email",
  }),
  recover: endpoint("POST /_api/iam/recovery/v1/recover", {
    input: obj({ recoveryToken: text(), password: text() }),
    result: AuthenticationState,
    required: ["recoveryToken"],
    role: "visitor",
    summary: "Set a new password with a recovery token",
  }),
});
