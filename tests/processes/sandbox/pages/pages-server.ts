import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { shopImage } from "../../../../src/library/shop-image.ts";
import { defaults } from "../../../../src/sandbox/kernel/defaults.ts";
import { openStore, type Store } from "../../../../src/sandbox/kernel/store.ts";
import { type ServedStore, serveStore } from "../../../../src/sandbox/server/server.ts";
import { authRequest, pkce } from "../../../sandbox/support/identity-sandbox.ts";

type Json = ReturnType<JSON["parse"]>;

/** A sandbox with members on a real port, and an app that logins return to. */
export interface PagesServer {
  store: Store;
  /** Internal errors of the server. */
  failures: unknown[];
  baseUrl: string;
  /** The redirect URI of logins. It responds with its own address. */
  callback: string;
  post(path: string, body: object, authorization?: string): Promise<Json>;
  control(path: string, body: object): Promise<Json>;
  mailTo(address: string): Promise<Json>;
  /** Creates a redirect session for a login or another target. */
  session(request: object): Promise<Json>;
  login(request?: Record<string, string | undefined>): Promise<{ url: string; verifier: string }>;
  close(): Promise<void>;
}

export async function openPagesServer(): Promise<PagesServer> {
  // Browsers have the time of the computer.
  const store = openStore(":memory:", { image: shopImage({}, "http://127.0.0.1") });
  const failures: unknown[] = [];
  const served: ServedStore = await serveStore({ store, port: 0, onError: (error) => failures.push(error) });
  const app = createServer((request, response) => {
    response
      .setHeader("content-type", "text/html")
      .end(`<title>app</title><p id="asked">${request.url?.replaceAll("&", "&amp;")}</p>`);
  });
  await new Promise<void>((resolve) => app.listen(0, "127.0.0.1", resolve));
  const callback = `http://127.0.0.1:${(app.address() as AddressInfo).port}/callback`;
  const { baseUrl, controlToken } = served;
  const send = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(baseUrl + path, {
      method,
      headers: { "content-type": "application/json", "x-till-control": controlToken, ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await answer.json()) as Json;
  };
  const { access_token: visitor } = await send("POST", "/oauth2/token", {
    clientId: defaults.clientId,
    grantType: "anonymous",
  });
  const post: PagesServer["post"] = (path, body, authorization = visitor) =>
    send("POST", path, body, { authorization });
  const session: PagesServer["session"] = async (request) => {
    const { redirectSession } = await post("/_api/redirects-api/v1/redirect-session", request);
    return redirectSession;
  };
  return {
    store,
    failures,
    baseUrl,
    callback,
    post,
    session,
    control: (path, body) => send("POST", `/__till/${path}`, body),
    mailTo: async (address) =>
      (await send("GET", `/__till/mail?to=${encodeURIComponent(address)}`)).messages[0],
    async login({ prompt = "login", ...request } = {}) {
      const { verifier, challenge } = pkce();
      const { fullUrl: url } = await session({
        auth: {
          prompt,
          authRequest: authRequest(callback, challenge, request),
        },
      });
      return { url, verifier };
    },
    async close() {
      await new Promise((resolve) => app.close(resolve));
      await served.close();
      store.close();
    },
  };
}
