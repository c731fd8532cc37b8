import { endpoint, service } from "../../endpoint.ts";
import { bool, enumOf, guid, num, obj, text } from "../../models/fields.ts";
import { RawResponse } from "./identity.ts";

/** The token endpoints. Bodies are in camel case or snake case, depending on the grant; responses are in snake case. */
export const oauth = service("oauth", {
  token: endpoint("POST /oauth2/token", {
    input: obj({
      clientId: text(),
      grantType: text(),
      refreshToken: text(),
      redirectUri: text(),
      code: text(),
      codeVerifier: text(),
      client_id: text(),
      grant_type: text(),
      refresh_token: text(),
      redirect_uri: text(),
      code_verifier: text(),
      member_id: text(),
      session_token: text(),
      scope: text(),
    }),
    result: obj({ access_token: text(), refresh_token: text(), expires_in: num(), token_type: text() }),
    requiredOneOf: [["grantType", "grant_type"]],
    role: "visitor",
    open: true,
    effect: "add",
    summary: "Get an access token for a visitor or a member",
  }),
  userInfo: endpoint("GET /oauth2/user-info", {
    path: "/v1/oauth/user-info",
    input: obj({}),
    result: obj({
      sub: guid(),
      givenName: text(),
      familyName: text(),
      email: text({ format: "EMAIL" }),
      emailVerified: bool(),
      picture: text(),
      language: text(),
      name: text(),
    }),
    role: "member",
    summary: "Get the member of an access token",
  }),
  tokenInfo: endpoint("POST /oauth2/token-info", {
    path: "/v1/oauth/token-info",
    input: obj({ token: text() }),
    result: obj({
      active: bool(),
      subjectType: enumOf("UNKNOWN", "USER", "VISITOR", "MEMBER", "APP"),
      subjectId: text(),
      exp: text(),
      iat: text(),
      clientId: text(),
      accountId: text(),
      siteId: text(),
      instanceId: text(),
      vendorProductId: text({ maxLength: 100 }),
    }),
    required: ["token"],
    role: "visitor",
    open: true,
    effect: "read",
    summary: "Check whether a token is valid and whose it is",
  }),
});

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
