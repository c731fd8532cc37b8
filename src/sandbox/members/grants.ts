import { hash } from "node:crypto";
import type { WireInput } from "../../api/endpoint.ts";
import type { oauth } from "../../api/services/members.ts";
import { LastingPlatformError, PlatformError, type StoreTx } from "../kernel/tx.ts";
import { isSameSecret, memberOf, memberStatus } from "./members.ts";
import { consumeSecret, deleteSecret, findSecret, issueSecret, updateSecret } from "./secrets.ts";
import {
  describeToken,
  identify,
  instanceIdOf,
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
  refresh_token?: string;
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
    const token = input.refreshToken ?? input.refresh_token ?? "";
    if (refreshSubject(tx, token)?.subject.role === "app") requireApp(tx, input);
    return renew(tx, token);
  },
  authorization_code(tx, input) {
    requireClient(tx, clientOf(input));
    return input.client_secret == null ? exchangeCode(tx, input) : exchangeInstallation(tx, input);
  },
  client_credentials(tx, input) {
    requireApp(tx, input);
    if (input.instance_id !== instanceIdOf(tx))
      throw invalidGrant(`The app has no instance "${input.instance_id ?? ""}" on this site`);
    return grantAccess(tx, appOf(tx));
  },
  strip_bound_session(tx, input) {
    requireSecret(tx, input);
    const found = describeToken(tx, input.access_token ?? "");
    if (!found) throw invalidGrant("The access token is unknown or has expired");
    return grantAccess(tx, found);
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
  const status = memberStatus(memberOf(tx, id));
  if (status !== "ACTIVE") throw invalidGrant(`The member is not active: ${status}`);
  // The cart service moves the visitor's cart to the member.
  if (visitor) tx.schedule(tx.now, "currentCart.adopt", `${visitor} ${id}`);
  return grantTokens(tx, { role: "member", id, session, visitor });
}

function grantTokens(tx: StoreTx, subject: Subject, refreshToken = issueRefreshToken(tx, subject)): Granted {
  const { access_token, ...rest } = grantAccess(tx, subject);
  return { access_token, refresh_token: refreshToken, ...rest };
}

function grantAccess(tx: StoreTx, subject: Subject): Granted {
  const { value, lifetime } = issueAccessToken(tx, subject);
  return { access_token: value, expires_in: lifetime, token_type: "Bearer" };
}

/** The app as it is installed on this site. */
const appOf = (tx: StoreTx): Subject => ({ role: "app", id: instanceIdOf(tx), session: instanceIdOf(tx) });

/** Exchanges the code of an installation, which works once. */
function exchangeInstallation(tx: StoreTx, input: Input): Granted {
  requireApp(tx, input);
  if (!consumeSecret(tx, "installation", input.code))
    throw invalidGrant("The code of the installation is unknown, was used or has expired");
  return grantTokens(tx, appOf(tx));
}

/**
 * Installs the app and returns the URL that the browser is sent to: `redirectUrl` with the code, the instance and the state, as
 * the platform's installer does after the owner agreed.
 */
export function installApp(tx: StoreTx, asked: URLSearchParams): string {
  requireClient(tx, asked.get("appId") ?? "");
  const target = asked.get("redirectUrl") ?? "";
  if (!URL.canParse(target) || !/^https?:$/.test(new URL(target).protocol))
    throw new PlatformError(400, "INVALID_REDIRECT_URI", `"${target}" is not a URL to return to.`);
  const url = new URL(target);
  url.searchParams.set("code", issueSecret(tx, "installation", {}));
  url.searchParams.set("instanceId", instanceIdOf(tx));
  const state = asked.get("state");
  if (state !== null) url.searchParams.set("state", state);
  return url.href;
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
  return /^[\w.~-]{43,128}$/.test(verifier) && isSameSecret(hash("sha256", verifier, "base64url"), challenge);
}

const clientOf = ({ clientId, client_id }: Input): string => clientId ?? client_id ?? "";

function requireClient(tx: StoreTx, clientId: string): void {
  if (clientId !== tx.setting("clientId"))
    throw new PlatformError(400, "INVALID_CLIENT", `Unknown client "${clientId}"`);
}

function requireApp(tx: StoreTx, input: Input): void {
  requireClient(tx, clientOf(input));
  requireSecret(tx, input);
}

function requireSecret(tx: StoreTx, { client_secret: secret }: Input): void {
  if (secret !== tx.setting("appSecret"))
    throw new PlatformError(400, "INVALID_CLIENT", "The secret of the app is wrong");
}

function invalidGrant(message: string, lasting = false): PlatformError {
  return new (lasting ? LastingPlatformError : PlatformError)(400, "INVALID_GRANT", message);
}
