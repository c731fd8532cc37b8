import { isUtf8 } from "node:buffer";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, isIP, isIPv6, type Socket } from "node:net";
import { type Duplex, duplexPair } from "node:stream";
import { exitCodes, TillError } from "./errors.ts";
import { isLoopback } from "./loopback.ts";

/** One request that passed the guards. Header names are lower case; `path` includes the query string. */
export interface LoopbackRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  /** The body; empty if there is none, and for a picture. */
  body: string;
  /** The body of a request whose content type is a picture. */
  bytes?: Uint8Array;
  /** Aborted if the client disconnects before the response. */
  signal: AbortSignal;
}

/** A response. With `cut`, the connection is closed after the body; `"cut"` closes it without a response. */
export type LoopbackReply =
  | { status: number; headers?: Record<string, string>; body?: string | Uint8Array; cut?: boolean }
  | "cut";

export interface LoopbackOptions {
  /** 0 uses any free port. */
  port: number;
  /**
   * The address to listen on. Default: 127.0.0.1. On any other address, the names of the host are not known: the server
   * then also accepts IP addresses and local names (`till`, `till.local`) as hosts, but no Internet domains.
   */
  host?: string;
  handler: (request: LoopbackRequest) => Promise<LoopbackReply>;
  /** Called with the error of a handler; the client gets a 500 without details. */
  onError: (error: unknown) => void;
  /** Accepted host headers besides those of the address, `127.0.0.1:<port>` and `localhost:<port>`. */
  hosts?: readonly string[];
  /** Accept `127.0.0.1:<port>` only: neither `localhost` nor `hosts`. */
  exactHost?: boolean;
  /** Whether pages of other loopback origins may call the server (with CORS headers). Default: only its own pages. */
  cors?: boolean;
  /** The largest body in bytes. Default: 1 MiB. */
  maxBody?: number;
  /** The largest picture in bytes. Default: as other bodies. */
  maxPicture?: number;
  /** How long `close` waits for requests in flight, in milliseconds. Default: 2,000. */
  grace?: number;
  /** Closes the server. */
  signal?: AbortSignal;
}

export interface Loopback {
  readonly port: number;
  /** `http://127.0.0.1:<port>`, or the URL of the only address that the server listens on. */
  readonly origin: string;
  /** Returns how many requests are on their way: connections that have sent none yet, and requests being read. */
  incoming(): number;
  /** Releases the port, waits for requests in flight and then closes the remaining connections. */
  close(): Promise<void>;
}

const address = "127.0.0.1";
const graceMs = 2_000;

/**
 * Serves on 127.0.0.1 unless another address is given. Requests for other hosts (DNS rebinding) or from other origins are rejected with 403 before they
 * reach the handler. Throws TillError if the port is in use or not permitted.
 */
export async function serveLoopback(options: LoopbackOptions): Promise<Loopback> {
  const { signal } = options;
  signal?.throwIfAborted();
  const server = createServer({ maxHeaderSize: 32_768, headersTimeout: 10_000, requestTimeout: 30_000 });
  const { host = address } = options;
  await listen(server, options.port, host);
  const { port } = server.address() as AddressInfo;
  const guard = createGuard(port, options);
  const incoming = new Set<Socket>();
  let closing: Promise<void> | undefined;
  server.on("connection", (socket) => {
    incoming.add(socket);
    socket.once("close", () => incoming.delete(socket));
  });
  server.on("request", (request, response) => {
    const { socket } = request;
    incoming.add(socket);
    const isRead = () => incoming.delete(socket);
    response.once("close", isRead);
    const handler: typeof options.handler = async (read) => {
      isRead();
      const reply = await options.handler(read);
      // A client that keeps its connection would keep the server.
      if (closing === undefined || reply === "cut") return reply;
      return { ...reply, headers: { ...reply.headers, connection: "close" } };
    };
    respond(request, response, guard, { ...options, handler });
  });
  const close = () => {
    closing ??= closeServer(server, options.grace ?? graceMs);
    return closing;
  };
  signal?.addEventListener("abort", () => void close(), { once: true });
  const origin = `http://${everywhere.has(host) ? address : urlHost(host)}:${port}`;
  return { port, origin, incoming: () => incoming.size, close };
}

/**
 * Returns a function that opens a connection to a handler in this process, for clients that can send over a stream. There are
 * no guards: only this process can connect, and pages of all origins may call.
 */
export function connectorTo(
  options: Pick<LoopbackOptions, "handler" | "onError" | "maxBody" | "maxPicture">,
): () => Duplex {
  const server = createServer({ maxHeaderSize: 32_768 });
  const guard: Guard = ({ headers: { origin } }) => ({
    headers: origin === undefined ? {} : { ...exposed, "access-control-allow-origin": origin },
  });
  server.on("request", (request, response) => respond(request, response, guard, { port: 0, ...options }));
  return () => {
    const [near, far] = duplexPair();
    server.emit("connection", asSocket(far));
    return asSocket(near);
  };
}

/** Adds to a stream the methods of sockets that HTTP clients and servers call. */
function asSocket(stream: Duplex): Duplex {
  let timer: NodeJS.Timeout | undefined;
  const same = () => stream;
  stream.once("close", () => clearTimeout(timer));
  return Object.assign(stream, {
    setTimeout(ms: number, onTimeout?: () => void) {
      clearTimeout(timer);
      if (onTimeout) stream.once("timeout", onTimeout);
      if (ms > 0) timer = setTimeout(() => stream.emit("timeout"), ms).unref();
      return stream;
    },
    setNoDelay: same,
    setKeepAlive: same,
    ref: same,
    unref: same,
  });
}

/** The addresses that stand for all of the computer's. */
const everywhere = new Set(["0.0.0.0", "::"]);
const urlHost = (host: string) => (isIPv6(host) ? `[${host}]` : host);

/** Reasons why a server cannot listen, with what to do, by the system's error code. */
const listenErrors: Readonly<Record<string, readonly [why: string, hint: string]>> = {
  EADDRINUSE: ["it is in use by another program", "Use another port, or 0 for any free port."],
  EACCES: ["it is not permitted", "Use a port above 1023, or 0 for any free port."],
  EADDRNOTAVAIL: ["this computer does not have the address", "Use 0.0.0.0 for all addresses."],
  ENOTFOUND: ["the host is unknown", "Use an address of this computer, or 0.0.0.0 for all of them."],
  ERR_SOCKET_BAD_PORT: ["it is not a port", "Use a port from 1 to 65535, or 0 for any free port."],
};

function listen(server: Server, port: number, host: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  try {
    server.listen({ port, host, exclusive: true }, resolve);
  } catch (error) {
    reject(error);
  }
  return promise.catch((cause: NodeJS.ErrnoException) => {
    const [why, hint] = listenErrors[cause.code ?? ""] ?? [cause.message, "Use another port."];
    const message = `Cannot listen on ${urlHost(host)}:${port}: ${why}.`;
    throw new TillError(exitCodes.conflict, message, { code: "PORT_UNAVAILABLE", hint, cause });
  });
}

function closeServer(server: Server, grace: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), grace);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** Returns the reason to reject a request, if any, and the CORS headers of its response. */
type Guard = (request: IncomingMessage) => { rejection?: string; headers: Record<string, string> };

const exposed = { vary: "origin", "access-control-expose-headers": "x-wix-request-id, retry-after" };

function createGuard(port: number, options: LoopbackOptions): Guard {
  const { hosts = [], cors = false, exactHost = false, host: listened = address } = options;
  const isOpen = !isLoopback(urlHost(listened));
  const here = [address, ...(exactHost ? [] : ["localhost", urlHost(listened)])].map(
    (name) => `${name}:${port}`,
  );
  const names = new Set(exactHost ? here : [...here, ...hosts.map((host) => host.toLowerCase())]);
  const own = new Set(here.map((name) => `http://${name}`));
  return ({ headers: { host = "", origin } }) => {
    if (!names.has(host.toLowerCase()) && !(isOpen && isLocalHost(host)))
      return { rejection: `Host ${host} is not allowed.`, headers: {} };
    if (origin === undefined) return { headers: {} };
    if (!own.has(origin) && origin !== `http://${host}` && !(cors && isLoopbackOrigin(origin))) {
      return { rejection: `Origin ${origin} is not allowed.`, headers: {} };
    }
    return { headers: cors ? { ...exposed, "access-control-allow-origin": origin } : {} };
  };
}

/** Returns whether a Host header is an IP address or a name that no public DNS server has (DNS rebinding needs one). */
function isLocalHost(host: string): boolean {
  const { hostname = "" } = URL.parse(`http://${host}`) ?? {};
  return (
    isIP(hostname.replace(/^\[|\]$/g, "")) !== 0 ||
    /^[^.]+$/.test(hostname) ||
    /\.(local|localhost|internal|test)$/i.test(hostname)
  );
}

function isLoopbackOrigin(origin: string): boolean {
  const url = URL.parse(origin);
  return url !== null && isLoopback(url.hostname);
}

function respond(
  request: IncomingMessage,
  response: ServerResponse,
  guard: Guard,
  options: LoopbackOptions,
): void {
  answer(request, response, guard, options).catch((error) => {
    // The client has disconnected: its body never came.
    if (!request.complete) return response.destroy();
    options.onError(error);
    if (!response.headersSent) reject(response, 500, "The server failed.");
    else response.destroy();
  });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  guard: Guard,
  options: LoopbackOptions,
) {
  const passed = guard(request);
  if (passed.rejection !== undefined) return reject(response, 403, passed.rejection);
  const { method = "GET", headers } = request;
  if (method === "OPTIONS" && headers.origin && headers["access-control-request-method"]) {
    return write(response, { status: 204, headers: { ...passed.headers, ...preflight(request) } });
  }
  const isPicture = sendsPicture(headers);
  const { maxBody = 1024 * 1024, maxPicture = maxBody } = options;
  const body = await readBody(request, isPicture ? maxPicture : maxBody, isPicture);
  if ("why" in body) return reject(response, body.status, body.why, passed.headers);
  const aborter = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) aborter.abort(new Error("The client disconnected."));
  });
  const sent = {
    method,
    path: request.url ?? "/",
    headers: flatten(request),
    ...body,
    signal: aborter.signal,
  };
  const reply = await options.handler(sent);
  if (reply === "cut") request.socket.destroy();
  else write(response, { ...reply, headers: { ...reply.headers, ...passed.headers } });
}

function preflight({ headers }: IncomingMessage): Record<string, string> {
  return {
    "access-control-allow-methods": "GET, POST, PUT, PATCH, DELETE",
    "access-control-allow-headers": headers["access-control-request-headers"] ?? "",
    "access-control-max-age": "600",
    ...(headers["access-control-request-private-network"] && {
      "access-control-allow-private-network": "true",
    }),
  };
}

/** Returns whether the body of a request is a picture, which is passed on as bytes, not as text. */
export const sendsPicture = (headers: { "content-type"?: string | undefined }): boolean =>
  headers["content-type"]?.startsWith("image/") ?? false;

/** Returns the body as text or, of a picture, as bytes, or the status and reason of its rejection. */
async function readBody(
  request: IncomingMessage,
  limit: number,
  isPicture: boolean,
): Promise<Pick<LoopbackRequest, "body" | "bytes"> | { status: number; why: string }> {
  const tooLarge = { status: 413, why: `The body is larger than ${limit} bytes.` };
  if (Number(request.headers["content-length"] ?? 0) > limit) return tooLarge;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) return tooLarge;
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks);
  if (isPicture) return { body: "", bytes };
  return isUtf8(bytes) ? { body: bytes.toString("utf8") } : { status: 400, why: "The body is not UTF-8." };
}

function flatten({ headers }: IncomingMessage): Record<string, string> {
  const flat = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(", ") : value,
  ]);
  return Object.fromEntries(flat);
}

function reject(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Record<string, string> = {},
): void {
  const body = JSON.stringify({ message });
  write(response, {
    status,
    headers: { ...headers, "content-type": "application/json", connection: "close" },
    body,
  });
}

function write(response: ServerResponse, reply: Exclude<LoopbackReply, "cut">): void {
  const { status, headers = {}, cut = false } = reply;
  // A long text is encoded once, not to count its bytes and again to send them.
  const body = typeof reply.body === "string" ? Buffer.from(reply.body) : (reply.body ?? Buffer.of());
  const length = status === 204 ? {} : { "content-length": String(body.length) };
  response.writeHead(status, {
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    ...length,
    ...headers,
  });
  if (cut) response.write(body, () => response.socket?.destroy());
  else response.end(body);
}
