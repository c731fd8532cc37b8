import { endpoint } from "../../endpoint.ts";
import { bool, guid, num, obj, text } from "../../models/fields.ts";

/** The token endpoints. Bodies are in camel case or snake case, depending on the grant; responses are in snake case. */
export const oauth = {
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
};
