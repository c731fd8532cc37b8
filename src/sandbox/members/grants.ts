import { hash } from "node:crypto";
import type { WireInput } from "../../api/endpoint.ts";
import type { oauth } from "../../api/services/members.ts";
import type { StoreTx } from "../kernel/store-tx.ts";
import { LastingPlatformError, PlatformError } from "../kernel/tx.ts";
import { memberOf, sameText, statusOf } from "./members.ts";
import { deleteSecret, findSecret, issueSecret, updateSecret } from "./secrets.ts";
import {
  identify,
  issueAccessToken,
  issueRefreshToken,
  markUsed,
  newVisitor,
  refreshSubject,
  revokeToken,
  revokeTokensOf,
  type Subject,
} from "./tokens.ts";

type Input = WireInput<typeof oauth.token>;

/** The response of the token endpoint. */
export type Granted = {
  access_token: string;
  refresh_token: string;
  expires_in: number;
  token_type: "Bearer";
};

/** The supported grant types. Input keys are in camel case or snake case. */
export const grants: Readonly<Record<string, (tx: StoreTx, input: Input) => Granted>> = {
  anonymous(tx, input) {
    requireClient(tx, clientOf(input));
    return grantTokens(tx, newVisitor(tx));
  },
  refresh_token(tx, input) {
    // Older clients omit the client id here.
    const client = clientOf(input);
    if (client) requireClient(tx, client);
    return renew(tx, input.refreshToken ?? input.refresh_token ?? "");
  },
  authorization_code(tx, input) {
    requireClient(tx, clientOf(input));
    return exchangeCode(tx, input);
  },
  authorized_client(tx, input) {
    const { role, visitorId } = identify(tx, tx.authorization);
    if (role !== "admin")
      throw new PlatformError(
        403,
        "PERMISSION_DENIED",
        "An external login requires an API key in addition to the visitor's token",
      );
    const { id } = memberOf(tx, input.member_id);
    const given = input.session_token;
    if (given && findSecret(tx, "session", given)?.memberId !== id)
      throw invalidGrant("The session token is unknown or belongs to another member");
    return grantMember(tx, id, given || issueSecret(tx, "session", { memberId: id }), visitorId);
  },
};

/** Signs a member in without a login. Throws PlatformError 400 if the member is not active. */
export function signInMember(tx: StoreTx, id: string): Granted {
  return grantMember(tx, id, issueSecret(tx, "session", { memberId: id }));
}

/** Grants tokens to a member. Throws PlatformError 400 if the member is not active. */
function grantMember(tx: StoreTx, id: string, session: string, visitor?: string): Granted {
  const status = statusOf(memberOf(tx, id));
  if (status !== "ACTIVE") throw invalidGrant(`The member is not active: ${status}`);
  // The cart service moves the visitor's cart to the member.
  if (visitor) tx.schedule(tx.now, "currentCart.adopt", `${visitor} ${id}`);
  return grantTokens(tx, { role: "member", id, session, visitor });
}

function grantTokens(tx: StoreTx, subject: Subject, refreshToken = issueRefreshToken(tx, subject)): Granted {
  const { value, lifetime } = issueAccessToken(tx, subject);
  return { access_token: value, refresh_token: refreshToken, expires_in: lifetime, token_type: "Bearer" };
}

function renew(tx: StoreTx, token: string): Granted {
  const found = refreshSubject(tx, token);
  if (!found) throw invalidGrant("The refresh token is unknown or was already used");
  const { subject, used } = found;
  if (used) {
    revokeTokensOf(tx, subject.session);
    deleteSecret(tx, subject.session);
    throw invalidGrant("The refresh token was already used; the whole login was ended", true);
  }
  const rotation = tx.setting("tokenRotation");
  if (rotation === "strict") markUsed(tx, token);
  else if (rotation === "on") revokeToken(tx, token);
  else return grantTokens(tx, subject, token);
  return grantTokens(tx, subject);
}

function exchangeCode(tx: StoreTx, input: Input): Granted {
  const code = input.code ?? "";
  const grant = findSecret(tx, "code", code);
  if (!grant) throw invalidGrant("The code is unknown or has expired");
  if (grant.used) {
    revokeTokensOf(tx, grant.session);
    throw invalidGrant("The code was already used; its tokens were revoked", true);
  }
  const problem =
    (grant.clientId !== clientOf(input) && "The code belongs to another client") ||
    (grant.redirectUri !== (input.redirectUri ?? input.redirect_uri ?? "") &&
      "The redirect URI differs from the one in the authorization request") ||
    (!provesChallenge(grant.codeChallenge, input.codeVerifier ?? input.code_verifier ?? "") &&
      "The code verifier does not match the code challenge");
  if (problem) throw invalidGrant(problem);
  updateSecret(tx, code, { ...grant, used: true });
  return grantMember(tx, grant.memberId, grant.session, grant.visitor);
}

/** Verifies a PKCE code with S256 (RFC 7636). */
function provesChallenge(challenge: string, verifier: string): boolean {
  return /^[\w.~-]{43,128}$/.test(verifier) && sameText(hash("sha256", verifier, "base64url"), challenge);
}

const clientOf = ({ clientId, client_id }: Input): string => clientId ?? client_id ?? "";

function requireClient(tx: StoreTx, clientId: string): void {
  if (clientId !== tx.setting("clientId"))
    throw new PlatformError(400, "INVALID_CLIENT", `Unknown client "${clientId}"`);
}

function invalidGrant(message: string, lasting = false): PlatformError {
  return new (lasting ? LastingPlatformError : PlatformError)(400, "INVALID_GRANT", message);
}
