import type { Handlers } from "../../../api/endpoint.ts";
import type { oauth as endpoints } from "../../../api/services/members/oauth.ts";
import { guidOf } from "../../kernel/ids.ts";
import type { StoreTx } from "../../kernel/store-tx.ts";
import { PlatformError } from "../../kernel/tx.ts";
import { grants } from "../../services/members/grants.ts";
import { memberOf } from "../../services/members/members.ts";
import { describeToken } from "../../services/members/tokens.ts";

/** Grant types for apps, which the sandbox does not support. */
const appGrants = ["client_credentials", "strip_bound_session"];

export const oauth: Handlers<typeof endpoints, StoreTx> = {
  token(tx, input) {
    const name = input.grantType ?? input.grant_type ?? "";
    const grant = Object.hasOwn(grants, name) ? grants[name] : undefined;
    if (grant) return grant(tx, input);
    if (appGrants.includes(name))
      throw new PlatformError(501, "NOT_EMULATED", `The sandbox does not emulate the grant type "${name}"`);
    throw new PlatformError(400, "UNSUPPORTED_GRANT_TYPE", `Unknown grant type "${name}"`);
  },
  userInfo(tx) {
    if (tx.caller.memberId === undefined)
      throw new PlatformError(
        403,
        "NO_MEMBER",
        "This call requires a logged-in member; an API key is not enough",
      );
    const { id, email, emailVerified, profile } = memberOf(tx, tx.caller.memberId);
    const { firstName: givenName, lastName: familyName, picture, language } = profile;
    const name = [givenName, familyName].filter(Boolean).join(" ");
    return { sub: id, email, emailVerified, givenName, familyName, picture, language, name };
  },
  tokenInfo(tx, { token }) {
    const found = describeToken(tx, (token ?? "").replace(/^Bearer +/i, ""));
    if (!found) return { active: false };
    const { role, id, expires, issued } = found;
    return {
      active: true,
      subjectType: role === "member" ? "MEMBER" : "VISITOR",
      subjectId: id,
      exp: String(expires),
      iat: String(issued),
      clientId: tx.setting("clientId"),
      siteId: tx.setting("siteId"),
      instanceId: guidOf(tx.setting("seed") ?? "", "instance", 1),
    };
  },
};
