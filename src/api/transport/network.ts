import { getCACertificates } from "node:tls";
import { TextDecoder } from "node:util";
import { createGunzip } from "node:zlib";
import { Agent, type Dispatcher, EnvHttpProxyAgent } from "undici";
import { TransportError, UsageError } from "../../kernel/errors.ts";
import { isLoopback } from "../../kernel/loopback.ts";
import { hintWhenUnknown, requestIdOf, stoppedBy } from "../response.ts";
import { withoutEcho } from "./echo.ts";
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
    ca: options.ca === undefined ? undefined : [...getCACertificates("default"), ...[options.ca].flat()],
  };
  const common = {
    headersTimeout: timeouts.headers,
    bodyTimeout: timeouts.idle,
    allowH2: false,
    connect: tls,
  };
  const direct = new Agent(common);
  checkProxy(options.proxy?.https);
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
        proxy: local ? undefined : (URL.parse(options.proxy?.https ?? "") ?? undefined),
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
  /** The proxy that requests may go through. */
  proxy: URL | undefined;
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
      const encoding = request.statusOnly ? undefined : response.headers["content-encoding"];
      body = collectBody(encoding, limits.maxBytes, fail);
    },
    onResponseData(_, chunk) {
      body?.add(chunk);
    },
    onResponseEnd() {
      body?.end((bytes) => {
        if (over || !response) return;
        finish();
        try {
          if (request.isFile) return resolve({ ...response, body: Buffer.from(bytes).toString("latin1") });
          // A response of the platform must be valid UTF-8; a gateway's error page need not be.
          const decoder = new TextDecoder("utf-8", { fatal: response.status === 200 && !request.statusOnly });
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

/** The codes of errors without a connection, or without a response, in time. */
export const timedOut: ReadonlySet<string> = new Set(["CONNECT_TIMEOUT", "RESPONSE_TIMEOUT"]);

/** The state of an exchange that failed. */
export interface ExchangeFacts {
  /** Whether the connection was established and sending had started. */
  started: boolean;
  headers: Record<string, string> | undefined;
  limits: { timeouts: Timeouts; maxBytes: number; proxy?: URL | undefined };
  url: URL;
}

/** Returns a network failure as TransportError; `arrived` is "no" if it failed before the first byte was sent. */
function transportError(cause: Error, request: Request, facts: ExchangeFacts): TransportError {
  const { started, headers, url } = facts;
  const requestId = headers && requestIdOf({ status: 0, headers, body: "" });
  const code = codeOf(cause);
  if (!started) {
    const { why, hint, code: name } = beforeSending(code, cause, facts);
    return new TransportError(why, "no", { cause, hint, code: name || undefined });
  }
  const why = responseFailure(code, cause, facts);
  const inRequest = requestId === undefined ? "" : ` (request ${requestId})`;
  return new TransportError(`${request.name}: ${url.host} ${why}${inRequest}.`, "maybe", {
    cause,
    code: isResponseTimeout(code) ? "RESPONSE_TIMEOUT" : undefined,
    hint: code === "TOO_LARGE" ? "Request fewer items at a time (--page-size)." : hintWhenUnknown(request),
    requestId,
  });
}

const isResponseTimeout = (code: string) =>
  code === "TOTAL_TIMEOUT" || code === "UND_ERR_HEADERS_TIMEOUT" || code === "UND_ERR_BODY_TIMEOUT";

function codeOf(error: Error): string {
  return "code" in error && typeof error.code === "string" ? error.code : "";
}

function beforeSending(code: string, cause: Error, { url, limits }: ExchangeFacts) {
  const { proxy } = limits;
  if (proxy !== undefined && isAbout(cause, proxy)) {
    const isSlow = code === "UND_ERR_CONNECT_TIMEOUT" || code === "ETIMEDOUT";
    return {
      why: `The proxy ${proxy.host} cannot be reached (${code}); the platform was not asked.`,
      hint: "Check HTTPS_PROXY and that the proxy is running. Hosts to reach without it: NO_PROXY. Nothing was sent.",
      code: isSlow ? "CONNECT_TIMEOUT" : "PROXY_DOWN",
    };
  }
  const checkUrl = "Check the base URL of the profile and the network; nothing was sent.";
  if (code === "NOT_STARTED") {
    return {
      why: "The lease of the job was not confirmed in time.",
      hint: "Nothing was sent; run it again.",
    };
  }
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") {
    return { why: `Cannot find the host ${url.hostname} (${code}).`, hint: checkUrl };
  }
  if (code === "ECONNREFUSED") {
    const start = url.protocol === "http:" ? "Is it running? (till sandbox start)" : checkUrl;
    return { why: `Connection refused by ${url.host}.`, hint: start };
  }
  if (code === "UND_ERR_CONNECT_TIMEOUT" || code === "ETIMEDOUT") {
    return {
      why: `No connection to ${url.host} within ${seconds(limits.timeouts.connect)}.`,
      hint: checkUrl,
      code: "CONNECT_TIMEOUT",
    };
  }
  if (code === "TOTAL_TIMEOUT") {
    const why = `No connection to ${url.host} within ${seconds(limits.timeouts.total)}.`;
    return { why, hint: checkUrl, code: "CONNECT_TIMEOUT" };
  }
  if (/CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/.test(code)) {
    const hint = "If your network uses its own certificate authority, set NODE_EXTRA_CA_CERTS to its file.";
    return { why: `The certificate of ${url.host} is not trusted (${code}).`, hint, code: "CERTIFICATE" };
  }
  if (/SSL|EPROTO/.test(code)) {
    return {
      why: `The TLS connection to ${url.host} failed (${code}).`,
      hint: "Check whether the base URL should use https.",
    };
  }
  if (/^Proxy response/.test(cause.message)) {
    return {
      why: `The proxy rejected the connection to ${url.host}: ${cause.message}.`,
      hint: "Check HTTPS_PROXY.",
    };
  }
  return { why: `No connection to ${url.host}: ${cause.message || code}.`, hint: checkUrl };
}

/** Throws UsageError for a proxy that is not the URL of an HTTP proxy. It may have a password, which is not printed. */
export function checkProxy(proxy: string | undefined): void {
  if (proxy === undefined || /^https?:$/.test(URL.parse(proxy)?.protocol ?? "")) return;
  throw new UsageError("HTTPS_PROXY is not the address of an HTTP proxy.", {
    code: "INVALID_PROXY",
    field: "HTTPS_PROXY",
    hint: "Nothing was sent. Set it to an address such as http://proxy:3128 or proxy:3128, or unset it.",
  });
}

/** Returns whether a connection failed on the way to a proxy. */
function isAbout(cause: Error, { hostname, port, protocol, host }: URL): boolean {
  const at = cause as NodeJS.ErrnoException & { hostname?: string; address?: string; port?: number };
  const own = Number(port || (protocol === "http:" ? 80 : 443));
  if (at.hostname !== undefined) return at.hostname === hostname;
  if (at.port !== undefined) return at.port === own;
  return cause.message.includes(host);
}

function responseFailure(code: string, cause: Error, { headers, limits }: ExchangeFacts): string {
  const { timeouts, maxBytes } = limits;
  const mebibytes = Math.round((maxBytes / 1024 / 1024) * 10) / 10;
  if (code === "TOO_LARGE") return `sent a response larger than ${mebibytes} MiB`;
  if (code === "BAD_BODY") return `sent an unreadable response: ${cause.message}`;
  if (code === "TOTAL_TIMEOUT") return `took longer than ${seconds(timeouts.total)}`;
  if (code === "UND_ERR_HEADERS_TIMEOUT") return `did not respond within ${seconds(timeouts.headers)}`;
  if (code === "UND_ERR_BODY_TIMEOUT")
    return `stopped sending for ${seconds(timeouts.idle)} during its response`;
  const where = headers ? "during its response" : "before it responded";
  return `closed the connection ${where} (${code || cause.message})`;
}

const seconds = (ms: number): string => `${ms / 1000} s`;

/** Receives the bytes of one response. */
export interface Body {
  add(chunk: Uint8Array): void;
  /** Calls back with all decoded bytes. */
  end(done: (bytes: Uint8Array) => void): void;
  /** Stops decoding without further callbacks. */
  discard(): void;
}

/**
 * Collects a body and decodes gzip while streaming. Calls `fail` as soon as the decoded body exceeds `maxBytes`
 * (code TOO_LARGE), or if the encoding is broken or was not requested (BAD_BODY).
 */
function collectBody(encoding: string | undefined, maxBytes: number, fail: (error: Error) => void): Body {
  const chunks: Uint8Array[] = [];
  let size = 0;
  let arrived = 0;
  const within = (bytes: number): boolean => {
    if (bytes > maxBytes) fail(problem("TOO_LARGE", ""));
    return bytes <= maxBytes;
  };
  const keep = (chunk: Uint8Array) => {
    size += chunk.length;
    if (within(size)) chunks.push(chunk);
  };

  if (encoding === undefined || encoding === "identity") {
    return { add: keep, end: (done) => done(Buffer.concat(chunks)), discard: () => {} };
  }
  if (!/^(x-)?gzip$/i.test(encoding)) {
    queueMicrotask(() => fail(problem("BAD_BODY", `unexpected content encoding ${encoding}`)));
    return { add: () => {}, end: () => {}, discard: () => {} };
  }
  const gunzip = createGunzip();
  gunzip.on("data", keep);
  gunzip.on("error", ({ message }) => fail(problem("BAD_BODY", `invalid compression: ${message}`)));
  return {
    // The size limit also bounds what waits to be decoded, so no back-pressure is needed.
    add: (chunk) => {
      arrived += chunk.length;
      if (within(arrived)) gunzip.write(chunk);
    },
    end: (done) => {
      if (arrived === 0) return done(Buffer.of());
      gunzip.once("end", () => done(Buffer.concat(chunks)));
      gunzip.end();
    },
    discard: () => gunzip.destroy(),
  };
}

const problem = (code: string, message: string): Error => Object.assign(new Error(message), { code });

/** Time-outs in milliseconds. */
interface Timeouts {
  /** Name lookup, TCP and TLS together. */
  connect: number;
  /** From sending the request to the last response header. */
  headers: number;
  /** The longest pause within a response body. */
  idle: number;
  /** The whole request. */
  total: number;
}

/** The defaults: connect 10 s, headers 30 s, idle body 30 s, whole request 120 s. */
const defaultTimeouts: Timeouts = { connect: 10_000, headers: 30_000, idle: 30_000, total: 120_000 };
