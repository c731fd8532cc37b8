import { exitCodes, TillError } from "../../kernel/errors.ts";
import {
  type Loopback,
  type LoopbackReply,
  type LoopbackRequest,
  serveLoopback,
} from "../../kernel/http-server.ts";
import { donePage, refusedPage, relayPage } from "./login-pages.ts";
import { codeOf, readReturn } from "./login-return.ts";
import type { OauthData } from "./pkce.ts";
import { loginPath, loginPorts, redirectUri } from "./redirect-uris.ts";

export interface ListenerOptions {
  /** Tried in this order; the first that is free is taken. 0 is any free one. Default: the registered ones. */
  ports?: readonly number[];
  /** Told once of each kind of answer that is no use; the listener goes on waiting for the right one. */
  notice(text: string): void;
  onError(error: unknown): void;
  signal?: AbortSignal;
}

/** Waits on 127.0.0.1 for a browser that comes back from the platform's login page. */
export interface LoginListener {
  readonly redirectUri: string;
  /** Resolves with the code of the one answer that belongs to this login; rejects where the platform refused it. */
  answer(oauth: OauthData): Promise<string>;
  /** Frees the port at once. */
  close(): Promise<void>;
}

/**
 * Takes the first free port. Requests for another host or from a foreign page are refused, and an answer with a wrong
 * state changes nothing: otherwise any page on the web could end the login. Throws TillError where no port is free.
 */
export async function listenForLogin(options: ListenerOptions): Promise<LoginListener> {
  const { ports = loginPorts, notice, onError, signal } = options;
  const outcome = Promise.withResolvers<string>();
  // Whoever waits may have stopped waiting; the refusal was shown in the browser.
  outcome.promise.catch(() => {});
  const said = new Set<string>();
  let login: OauthData | undefined;
  let answered = false;

  const settle = (text: string): LoopbackReply => {
    if (login === undefined) return refusedPage(503, "This login has not begun yet.");
    if (answered) return refusedPage(410, "This login has been answered already.");
    try {
      const code = codeOf(readReturn(text), login);
      answered = true;
      outcome.resolve(code);
      return donePage;
    } catch (error) {
      if (!(error instanceof TillError)) throw error;
      if (error.code === "LOGIN_REFUSED") {
        answered = true;
        outcome.reject(error);
      } else if (!said.has(error.message)) {
        said.add(error.message);
        notice(`${error.message} It was turned away; till still waits for the right one.`);
      }
      return refusedPage(400, error.message);
    }
  };

  const handler = async ({ method, path, body }: LoopbackRequest): Promise<LoopbackReply> => {
    const [name, query = ""] = path.split(/\?(.*)/s);
    if (name !== loginPath) return refusedPage(404, "There is nothing here.");
    if (method === "POST") return settle(body);
    if (method !== "GET") return refusedPage(405, "Nothing but GET and POST is served here.");
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
    answer(oauth) {
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
    `No port is free for the answer of the browser: ${ports.join(", ")} are in use by other programs.`,
    {
      code: "PORT_UNAVAILABLE",
      hint: "Paste the answer instead: till login --no-browser. Or name a port that is registered: --port <n>",
    },
  );
}

/** How long a login waits for its answer; milliseconds. */
export const loginPatience = 120_000;

/** What comes first: a code, the abort of `signal` (its reason is thrown), or the end of patience. */
export async function firstCode(
  sources: readonly Promise<string>[],
  { patience = loginPatience, signal }: { patience?: number; signal?: AbortSignal },
): Promise<string> {
  signal?.throwIfAborted();
  const ended = Promise.withResolvers<never>();
  const onAbort = () => ended.reject(signal?.reason);
  signal?.addEventListener("abort", onAbort, { once: true });
  const timer = setTimeout(() => {
    const seconds = Math.round(patience / 1000);
    const details = { code: "LOGIN_TIMED_OUT", hint: "Start again with: till login" };
    ended.reject(
      new TillError(exitCodes.auth, `OAuth flow timed out: no answer came within ${seconds} s.`, details),
    );
  }, patience);
  try {
    return await Promise.race([...sources, ended.promise]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}
