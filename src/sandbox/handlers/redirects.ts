import { randomBytes } from "node:crypto";
import type { Handlers } from "../../api/endpoint.ts";
import type { redirects as endpoints } from "../../api/endpoints/redirects.ts";
import { type RedirectSession, redirectTargets } from "../../api/models/redirect.ts";
import type { StoreTx } from "../store-tx.ts";
import type { Table } from "../tx.ts";

/** A session as the store keeps it: what was asked for, beside the answer, for the page that it leads to. */
export interface StoredRedirect extends RedirectSession {
  id: string;
  target: string;
  request: object;
  createdDate: string;
}

export const redirectSessions: Table<StoredRedirect> = { name: "redirect-sessions", columns: {} };

/** Ways into the hosted pages: an address of the sandbox's own for each. */
export const redirects: Handlers<typeof endpoints, StoreTx> = {
  createRedirectSession(tx, request) {
    const id = tx.newId();
    const target = Object.keys(redirectTargets).find((name) => Object.hasOwn(request, name)) ?? "";
    const endpoint = `${tx.origin}/__till/pages/${target}`;
    const searchParams = { ...request.preferences?.additionalQueryParameters, session: id };
    const session = {
      id,
      fullUrl: `${endpoint}?${new URLSearchParams(searchParams)}`,
      urlDetails: { endpoint, searchParams },
      sessionToken: `JWS.${randomBytes(32).toString("base64url")}`,
    };
    tx.put(redirectSessions, id, { ...session, target, request, createdDate: tx.now.toISOString() });
    const { sessionToken: _, ...entity } = session;
    tx.emit("wix.headless.v1.redirect_session_created", id, { createdEvent: { entity } });
    return { redirectSession: session };
  },
};
