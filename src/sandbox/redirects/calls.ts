import { randomBytes } from "node:crypto";
import type { Handlers } from "../../api/endpoint.ts";
import { type redirects as endpoints, redirectTargets } from "../../api/services/redirects.ts";
import { PlatformError, type StoreTx } from "../kernel/tx.ts";
import { memberSession, redirectSessions } from "../members/index.ts";

/** Redirect sessions, which lead to the sandbox's hosted pages. */
export const redirects: Handlers<typeof endpoints, StoreTx> = {
  createRedirectSession(tx, request) {
    if (tx.caller.role === "admin")
      throw new PlatformError(
        403,
        "PERMISSION_DENIED",
        "client Id does not correspond to a headless oauth app",
        {},
      );
    const id = tx.newId();
    const target = redirectTargets.find((name) => Object.hasOwn(request, name)) ?? "";
    const endpoint = `${tx.origin}/__till/pages/${target}`;
    const searchParams = { ...request.preferences?.additionalQueryParameters, session: id };
    const session = {
      id,
      fullUrl: `${endpoint}?${new URLSearchParams(searchParams)}`,
      urlDetails: { endpoint, searchParams },
      sessionToken: `JWS.${randomBytes(32).toString("base64url")}`,
    };
    const { visitorId: visitor } = tx.caller;
    const caller = { visitor, session: memberSession(tx, tx.authorization) };
    tx.put(redirectSessions, id, {
      id,
      fullUrl: session.fullUrl,
      target,
      request,
      createdDate: tx.now.toISOString(),
      ...caller,
    });
    const { sessionToken, ...entity } = session;
    tx.emit("wix.headless.v1.redirect_session_created", id, { createdEvent: { entity } });
    return { redirectSession: session };
  },
};
