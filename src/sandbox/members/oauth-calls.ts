import { createPublicKey } from "node:crypto";
import type { Handlers } from "../../api/endpoint.ts";
import type { oauthKeys as keyEndpoints, oauth as oauthEndpoints } from "../../api/services/members.ts";
import { signingKey } from "../kernel/keys.ts";
import { PlatformError, type StoreTx } from "../kernel/tx.ts";
import { grants } from "./grants.ts";
import { self } from "./members.ts";
import { describeToken, instanceIdOf } from "./tokens.ts";

const subjectTypes = { visitor: "VISITOR", member: "MEMBER", app: "APP" } as const;

export const oauth: Handlers<typeof oauthEndpoints, StoreTx> = {
  token(tx, input) {
    const name = input.grantType ?? input.grant_type ?? "";
    const grant = Object.hasOwn(grants, name) ? grants[name] : undefined;
    if (grant) return grant(tx, input);
    throw new PlatformError(400, "UNSUPPORTED_GRANT_TYPE", `Unknown grant type "${name}"`);
  },
  userInfo(tx) {
    const { id, email, emailVerified, profile } = self(tx);
    const { firstName: givenName, lastName: familyName, picture, language } = profile;
    const name = [givenName, familyName].filter(Boolean).join(" ");
    return { sub: id, email, emailVerified, givenName, familyName, picture, language, name };
  },
  tokenInfo(tx, { token }) {
    const found = describeToken(tx, token.replace(/^Bearer +/i, ""));
    if (!found) return { active: false };
    const { role, id, expires, issued } = found;
    return {
      active: true,
      subjectType: subjectTypes[role],
      subjectId: id,
      exp: String(expires),
      iat: String(issued),
      clientId: tx.setting("clientId"),
      siteId: tx.setting("siteId"),
      instanceId: instanceIdOf(tx),
    };
  },
};

/** The public key of the sandbox's webhooks as a JSON Web Key Set. */
export const oauthKeys: Handlers<typeof keyEndpoints, StoreTx> = {
  jwks(tx) {
    const key = createPublicKey(signingKey(tx)).export({ format: "jwk" });
    const keys = [{ ...key, alg: "RS256", use: "sig", kid: "till-sandbox" }];
    return {
      statusCode: 200,
      headers: [{ key: "content-type", value: "application/json" }],
      body: Buffer.from(JSON.stringify({ keys })).toString("base64"),
    };
  },
};
