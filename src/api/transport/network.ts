import { getCACertificates } from "node:tls";
import { TextDecoder } from "node:util";
import { Agent, type Dispatcher, EnvHttpProxyAgent } from "undici";
import { UsageError } from "../../kernel/errors.ts";
import { isLoopback } from "../../kernel/loopback.ts";
import { collectBody } from "./body.ts";
import { withoutEcho } from "./echo.ts";
import { transportError } from "./network-errors.ts";
import { stoppedBy } from "./stopped.ts";
import { defaultTimeouts, type Timeouts } from "./timeouts.ts";
import type { Request, Response, Transport } from "./transport.ts";

/** The default limit of a decoded response: 16 MiB. */
const defaultMaxBytes = 16 * 1024 * 1024;

/** The options of the network transport. It reads nothing from the environment. */
export interface NetworkOptions {
  timeouts?: Partial<Timeouts>;
  maxBytes?: number;
  userAgent?: string;
  /** Additional certificate authorities, PEM. */
  ca?: string | readonly string[];
  /** Allows http to any host: to a sandbox in a container, for example. */
  plainHttp?: boolean;
  /** The values of HTTPS_PROXY and NO_PROXY. Loopback is never proxied. */
  proxy?: { https?: string | undefined; no?: string | undefined };
  /** Asked right before the first byte of a request is written; if it returns false, the request fails unsent. */
  mayStart?(): boolean;
}

/** The transport that sends requests over the network. `close` drops all connections. */
export interface Network {
  send: Transport;
  close(): Promise<void>;
}

/**
 * Returns a Transport over pooled connections that does not follow redirects. It rejects plain http except on loopback,
 * because requests carry credentials.
 */
export function createNetwork(options: NetworkOptions = {}): Network {
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const tls = {
    timeout: timeouts.connect,
    ...(options.ca !== undefined && { ca: [...getCACertificates("default"), ...[options.ca].flat()] }),
  };
  const common = {
    headersTimeout: timeouts.headers,
    bodyTimeout: timeouts.idle,
    allowH2: false,
    connect: tls,
  };
  const direct = new Agent(common);
  const proxied = options.proxy?.https
    ? new EnvHttpProxyAgent({
        ...common,
        requestTls: tls,
        proxyTls: tls,
        httpProxy: "",
        httpsProxy: options.proxy.https,
        noProxy: options.proxy.no ?? "",
      })
    : direct;
  const headers = {
    "accept-encoding": "gzip",
    ...(options.userAgent && { "user-agent": options.userAgent }),
  };

  return {
    send: async (request) => {
      const url = new URL(request.url);
      const local = isLoopback(url.hostname);
      const isPlain = url.protocol === "http:" && (local || options.plainHttp === true);
      if (url.protocol !== "https:" && !isPlain) {
        throw new UsageError(`${url.origin} is not https: credentials would be sent unencrypted.`, {
          hint: "Use an https base URL (http is allowed on loopback only).",
        });
      }
      const total = Math.min(timeouts.total, request.budget?.ms ?? timeouts.total);
      const limits = {
        timeouts: { ...timeouts, total },
        maxBytes: request.maxBytes ?? options.maxBytes ?? defaultMaxBytes,
        mayStart: () => options.mayStart?.() ?? true,
      };
      const complete = { ...request, headers: { ...headers, ...request.headers } };
      const started = performance.now();
      try {
        return withoutEcho(complete, await exchange(local ? direct : proxied, url, complete, limits));
      } finally {
        if (request.budget) request.budget.ms -= performance.now() - started;
      }
    },
    close: async () => {
      await Promise.all(new Set([direct.destroy(), proxied.destroy()]));
    },
  };
}

interface Limits {
  timeouts: Timeouts;
  maxBytes: number;
  mayStart(): boolean;
}

/**
 * Sends one request with undici's dispatch: only its handler reports when a connection is established and sending starts.
 * A request that fails before that never arrived.
 */
function exchange(dispatcher: Dispatcher, url: URL, request: Request, limits: Limits): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const { signal } = request;
  let controller: Dispatcher.DispatchController | undefined;
  let response: { status: number; headers: Record<string, string> } | undefined;
  let body: ReturnType<typeof collectBody> | undefined;
  let over: { error: Error } | undefined;

  const fail = (error: Error) => {
    if (over) return;
    over = { error };
    finish();
    body?.discard();
    controller?.abort(error);
    const facts = { started: controller !== undefined, headers: response?.headers, limits, url };
    reject(error === abortion ? stoppedBy(request, facts.started) : transportError(error, request, facts));
  };
  const abortion = new Error("aborted");
  const onAbort = () => fail(abortion);
  const timer = setTimeout(
    () => fail(Object.assign(new Error(), { code: "TOTAL_TIMEOUT" })),
    limits.timeouts.total,
  );
  const finish = () => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  };

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(given) {
      // A request that was canceled while it waited for a connection is stopped before its first byte.
      if (!over && !limits.mayStart()) fail(Object.assign(new Error(), { code: "NOT_STARTED" }));
      if (over) given.abort(over.error);
      else controller = given;
    },
    onResponseStart(_, status, headers) {
      if (status < 200) return;
      response = { status, headers: plainHeaders(headers) };
      body = collectBody(response.headers["content-encoding"], limits.maxBytes, fail);
    },
    onResponseData(_, chunk) {
      body?.add(chunk);
    },
    onResponseEnd() {
      body?.end((bytes) => {
        if (over || !response) return;
        finish();
        try {
          // A response of the platform must be valid UTF-8; a gateway's error page need not be.
          const decoder = new TextDecoder("utf-8", { fatal: response.status === 200 });
          resolve({ ...response, body: decoder.decode(bytes) });
        } catch (error) {
          fail(Object.assign(new Error("its text is not UTF-8", { cause: error }), { code: "BAD_BODY" }));
        }
      });
    },
    onResponseError(_, error) {
      fail(error);
    },
  };

  if (signal?.aborted) onAbort();
  else {
    signal?.addEventListener("abort", onAbort, { once: true });
    const { method, headers, body: text, bytes } = request;
    dispatcher.dispatch(
      { origin: url.origin, path: url.pathname + url.search, method, headers, body: bytes ?? text ?? null },
      handler,
    );
  }
  return promise;
}

function plainHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  const entries = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name.toLowerCase(), [value].flat().join(", ")]],
  );
  return Object.fromEntries(entries);
}
