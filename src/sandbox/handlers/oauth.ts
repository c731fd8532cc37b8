import type { Handlers } from "../../api/endpoint.ts";
import type { oauth as endpoints } from "../../api/endpoints/oauth.ts";
import type { StoreTx } from "../store-tx.ts";
import {
  endToken,
  issueAccessToken,
  issueRefreshToken,
  newVisitor,
  refreshSubject,
  type Subject,
} from "../tokens.ts";
import { Refusal } from "../tx.ts";

/** Grants that the platform knows and the sandbox does not (yet) give. */
const otherGrants = ["authorization_code", "authorized_client", "client_credentials", "strip_bound_session"];

export const oauth: Handlers<typeof endpoints, StoreTx> = {
  token(tx, input) {
    const grant = input.grantType ?? input.grant_type ?? "";
    const clientId = input.clientId ?? input.client_id;
    const known = tx.setting("clientId");
    if (grant === "anonymous") {
      if (clientId !== known) throw unknownClient(clientId);
      const subject = newVisitor(tx);
      return answer(tx, subject, issueRefreshToken(tx, subject));
    }
    if (grant === "refresh_token") {
      // Older clients leave the client id out here.
      if (clientId && clientId !== known) throw unknownClient(clientId);
      return renew(tx, input.refreshToken ?? input.refresh_token ?? "");
    }
    if (!otherGrants.includes(grant)) {
      throw new Refusal(400, "UNSUPPORTED_GRANT_TYPE", `There is no grant type "${grant}"`);
    }
    throw new Refusal(501, "NOT_EMULATED", `The sandbox does not emulate the grant "${grant}"`);
  },
};

function renew(tx: StoreTx, used: string) {
  const subject = refreshSubject(tx, used);
  if (!subject) throw new Refusal(400, "INVALID_GRANT", "The refresh token is not known, or was used before");
  if (tx.setting("tokenRotation") !== "on") return answer(tx, subject, used);
  endToken(tx, used);
  return answer(tx, subject, issueRefreshToken(tx, subject));
}

function answer(tx: StoreTx, subject: Subject, refreshToken: string) {
  const { value, lifetime } = issueAccessToken(tx, subject);
  return { access_token: value, refresh_token: refreshToken, expires_in: lifetime, token_type: "Bearer" };
}

function unknownClient(clientId: string | null | undefined): Refusal {
  return new Refusal(400, "INVALID_CLIENT", `There is no client "${clientId ?? ""}" here`);
}
