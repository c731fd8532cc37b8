import { endpoint, service } from "../../endpoint.ts";
import { enumOf, guid, obj, text } from "../../models/fields.ts";
import { AuthenticationState } from "./models/identity.ts";

/** Email verification. A code works once, so no call is sent twice. */
export const verification = service("verification", {
  start: endpoint("POST /_api/iam/verification/v1/start", {
    path: "/v1/Start",
    alternatives: ["/_api/iam/verification/v1/Start"],
    input: obj({ identityId: guid(), target: enumOf("EMAIL") }),
    result: obj({ verificationId: text() }),
    role: "member",
    summary: "Send a verification code",
  }),
  verify: endpoint("POST /_api/iam/verification/v1/auth/verify", {
    input: obj({ code: text({ minLength: 6, maxLength: 6 }), stateToken: text() }),
    result: AuthenticationState,
    required: ["code", "stateToken"],
    role: "visitor",
    summary: "Verify the code of a login or registration",
  }),
  resend: endpoint("POST /_api/iam/verification/v1/auth/resend", {
    input: obj({ stateToken: text() }),
    result: AuthenticationState,
    required: ["stateToken"],
    role: "visitor",
    summary: "Resend the code of a login or registration (older clients)",
  }),
});
