import { exitCodes, TillError } from "../../kernel/errors.ts";
import {
  type Loopback,
  type LoopbackReply,
  type LoopbackRequest,
  serveLoopback,
} from "../../kernel/http-server.ts";
import { donePage, rejectedPage, relayPage } from "./login-pages.ts";
import { codeOf, readReturn } from "./login-return.ts";
import type { OauthData } from "./pkce.ts";
import { loginPath, loginPorts, redirectUri } from "./redirect-uris.ts";

export interface ListenerOptions {
  /** The ports to try, in order; 0 is any free port. Default: the registered ports. */
  ports?: readonly number[];
  /** Called once per kind of rejected redirect; the listener keeps waiting for the right one. */
  notice(text: string): void;
  onError(error: unknown): void;
  signal?: AbortSignal;
}

/** A server on 127.0.0.1 that waits for the browser to return from the platform's login page. */
export interface LoginListener {
  readonly redirectUri: string;
  /** Resolves with the code of this login; rejects if the platform rejected the login. */
  code(oauth: OauthData): Promise<string>;
  /** Releases the port immediately. */
  close(): Promise<void>;
}

/**
 * Listens on the first free port. It rejects requests for other hosts or from other origins, and ignores redirects with a
 * wrong state: otherwise any web page could end the login. Throws TillError if no port is free.
 */
export async function listenForLogin(options: ListenerOptions): Promise<LoginListener> {
  const { ports = loginPorts, notice, onError, signal } = options;
  const outcome = Promise.withResolvers<string>();
  // The caller may have stopped waiting; the browser shows the error.
  outcome.promise.catch(() => {});
  const noticed = new Set<string>();
  let login: OauthData | undefined;
  let settled = false;

  const settle = (text: string): LoopbackReply => {
    if (login === undefined) return rejectedPage(503, "This login has not started yet.");
    if (settled) return rejectedPage(410, "This login is already complete.");
    try {
      const code = codeOf(readReturn(text), login);
      settled = true;
      outcome.resolve(code);
      return donePage;
    } catch (error) {
      if (!(error instanceof TillError)) throw error;
      if (error.code === "LOGIN_REFUSED") {
        settled = true;
        outcome.reject(error);
      } else if (!noticed.has(error.message)) {
        noticed.add(error.message);
        notice(`${error.message} It was ignored; till is still waiting for the right one.`);
      }
      return rejectedPage(400, error.message);
    }
  };

  const handler = async ({ method, path, body }: LoopbackRequest): Promise<LoopbackReply> => {
    const [name, query = ""] = path.split(/\?(.*)/s);
    if (name !== loginPath) return rejectedPage(404, "Page not found.");
    if (method === "POST") return settle(body);
    if (method !== "GET") return rejectedPage(405, "Method not allowed. Use GET or POST.");
    return query === "" ? relayPage : settle(query);
  };

  const loopback = await takePort(ports, (port) =>
    serveLoopback({
      port,
      handler,
      onError,
      exactHost: true,
      maxBody: 16_384,
      grace: 250,
      ...(signal && { signal }),
    }),
  );
  return {
    redirectUri: redirectUri(loopback.port),
    code(oauth) {
      login = oauth;
      return outcome.promise;
    },
    close: loopback.close,
  };
}

async function takePort(
  ports: readonly number[],
  serve: (port: number) => Promise<Loopback>,
): Promise<Loopback> {
  for (const port of ports) {
    try {
      return await serve(port);
    } catch (error) {
      if (!(error instanceof TillError) || error.code !== "PORT_UNAVAILABLE") throw error;
    }
  }
  throw new TillError(
    exitCodes.conflict,
    `No free port for the browser's redirect: ${ports.join(", ")} are in use by other programs.`,
    {
      code: "PORT_UNAVAILABLE",
      hint: "Paste the redirect URL instead: till login --no-browser. Or use another registered port: --port <n>",
    },
  );
}

/** The time limit of a login in milliseconds. */
const loginTimeout = 120_000;

/** Resolves with the code. Throws the reason of `signal` if it aborts, and TillError after the time limit. */
export async function awaitCode(
  sources: readonly Promise<string>[],
  { timeout = loginTimeout, signal }: { timeout?: number; signal?: AbortSignal },
): Promise<string> {
  signal?.throwIfAborted();
  const ended = Promise.withResolvers<never>();
  const onAbort = () => ended.reject(signal?.reason);
  signal?.addEventListener("abort", onAbort, { once: true });
  const timer = setTimeout(() => {
    const seconds = Math.round(timeout / 1000);
    const details = { code: "LOGIN_TIMED_OUT", hint: "Start again with: till login" };
    ended.reject(
      new TillError(exitCodes.auth, `OAuth flow timed out: no response within ${seconds} s.`, details),
    );
  }, timeout);
  try {
    return await Promise.race([...sources, ended.promise]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}
