import { endpoint, service } from "../../endpoint.ts";
import { obj } from "../../models/fields.ts";
import { RawResponse } from "./models/identity.ts";

/** The public keys of the platform. */
export const oauthKeys = service("oauthKeys", {
  jwks: endpoint("GET /oauth2/jwks", {
    path: "/v1/oauth/jwks",
    input: obj({}),
    result: RawResponse,
    role: "visitor",
    open: true,
    effect: "set",
    summary: "Get the public keys that verify signatures of the platform",
  }),
});
