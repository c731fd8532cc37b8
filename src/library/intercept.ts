import http from "node:http";
import https from "node:https";
import { syncBuiltinESMExports } from "node:module";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import tls from "node:tls";
import { urlToHttpOptions } from "node:url";

/** The hosts of the platform: its API, its pages and its media. */
export const platformHost: RegExp = /(^|\.)(wixapis|wix|wixstatic)\.com$/;

/** Where the platform's requests of this process go, for clients with connections of their own: every copy of the library. */
const platformOrigin = Symbol.for("till-cli.platformOrigin");
const globals = globalThis as { [platformOrigin]?: string };

/** Sends the requests of the library's clients for the platform to another origin. */
export function sendPlatformTo(origin: string): void {
  globals[platformOrigin] = origin;
}

/** Returns the URL that a client sends a request to: that of the platform, or where `sendPlatformTo` has it go. */
export function sentTo(url: string): string {
  const origin = globals[platformOrigin];
  const { hostname, pathname, search } = new URL(url);
  return origin && platformHost.test(hostname) ? origin + pathname + search : url;
}

/**
 * Sends TLS connections to the hosts that `route` chooses over plain ones, for clients that open them without Node's own
 * modules: the edge runtime of Next has a copy of undici.
 */
export function interceptTls(route: (host: string) => (() => Socket) | undefined): void {
  const { connect } = tls;
  const intercepted = (...given: unknown[]) => {
    const [first, second] = given;
    const { host } = (typeof first === "object" ? first : { host: second }) as { host?: string };
    const open = typeof host === "string" ? route(host) : undefined;
    return open ? asTls(open()) : Reflect.apply(connect, tls, given);
  };
  Object.assign(tls, { connect: intercepted });
}

/** Returns the connection as one that has just been secured. */
function asTls(socket: Socket): Socket {
  socket.once("connect", () => socket.emit("secureConnect"));
  return Object.assign(socket, { alpnProtocol: false, authorized: true, encrypted: true });
}

/** Opens a connection that a request is sent over. May throw, which fails the request. */
export type Connect = () => Duplex;

/** Returns how to connect for a request, or undefined to leave it alone. Called where the request is made. */
export type Route = (url: URL, method: string) => Connect | undefined;

type Globals = Record<symbol, Dispatcher | undefined>;

/** Where undici's versions look for their dispatcher: those before 8, such as that of Node 22, and the newer ones. */
const [older, newer] = [1, 2].map((version) => Symbol.for(`undici.globalDispatcher.${version}`)) as [
  symbol,
  symbol,
];

/** Resolves when `intercept` reaches every client. Only Node 22 has something to wait for: a dispatcher for newer versions of undici. */
export async function prepareIntercept(): Promise<void> {
  // Node's own undici, and its dispatchers, are there once one of its classes is used.
  void globalThis.Request;
  const globals = globalThis as Globals;
  const { [older]: own, [newer]: present } = globals;
  if (present) return;
  await import("undici");
  // Loading it replaced that of other versions, which a program may have set.
  globals[older] = own;
}

/**
 * Sends the requests of this process that `route` chooses over other connections, whatever client makes them. There are two
 * places: undici's global dispatcher, which the global `fetch`, undici and the XMLHttpRequest of jsdom use, and `request` of
 * `node:http` and `node:https`, which axios, happy-dom and most others use. `prepareIntercept` comes first.
 */
export function intercept(route: Route): void {
  interceptDispatchers(route);
  interceptModule(http, "http:", route);
  interceptModule(https, "https:", route);
  syncBuiltinESMExports();
}

interface Dispatcher {
  dispatch(options: { origin?: string | URL; path: string; method: string }, handler: object): boolean;
}

/** Changes the dispatchers themselves: clients such as jsdom keep a reference to one. */
function interceptDispatchers(route: Route): void {
  const globals = globalThis as Globals;
  // Whether a request on its way was routed: one dispatcher may wrap the other.
  let asked = false;
  for (const dispatcher of [globals[older], globals[newer]]) {
    if (!dispatcher) continue;
    const send = dispatcher.dispatch;
    dispatcher.dispatch = (options, handler) => {
      const url = asked || !options.origin ? undefined : new URL(options.path, options.origin);
      const connect = url && route(url, options.method);
      if (connect) {
        void dispatcherOver(connect).then((other) => other.dispatch(options, handler));
        return true;
      }
      asked = true;
      try {
        return send.call(dispatcher, options, handler);
      } finally {
        asked = false;
      }
    };
  }
}

const dispatchers = new WeakMap<Connect, Promise<Dispatcher>>();

/** Returns a dispatcher that accepts the handlers of every version of undici, which is loaded for the first one. */
function dispatcherOver(connect: Connect): Promise<Dispatcher> {
  const known = dispatchers.get(connect);
  if (known) return known;
  const opening = import("undici").then(
    ({ Agent, Dispatcher1Wrapper }) =>
      new Dispatcher1Wrapper(
        new Agent({
          // Undici expects connections to take some time.
          connect: (_, callback) =>
            queueMicrotask(() => {
              try {
                callback(null, connect() as Parameters<typeof callback>[1] & Duplex);
              } catch (error) {
                callback(error instanceof Error ? error : new Error(String(error)), null);
              }
            }),
        }),
      ) as Dispatcher,
  );
  dispatchers.set(connect, opening);
  return opening;
}

type Arguments = [options: https.RequestOptions, callback?: (response: http.IncomingMessage) => void];

/** Changes the exports of a module, which its imports by name follow. */
function interceptModule(module: typeof http | typeof https, protocol: string, route: Route): void {
  const { request } = module;
  const intercepted = (...given: unknown[]) => request(...redirected(given, protocol, route));
  Object.assign(module, {
    request: intercepted,
    get: (...given: unknown[]) => intercepted(...given).end(),
  });
}

/** Returns the arguments of a request, with the connection of its route if it has one. */
function redirected(given: unknown[], protocol: string, route: Route): Arguments {
  const [first, second] = given;
  const isUrl = typeof first === "string" || isUrlObject(first);
  const options: https.RequestOptions = {
    ...(isUrl && urlToHttpOptions(new URL(String(first)))),
    ...(isUrl && typeof second === "function" ? {} : ((isUrl ? second : first) as object | undefined)),
  };
  const callback = given.find((argument) => typeof argument === "function") as Arguments[1];
  const { hostname, host = "localhost", port, path } = options;
  const authority = `${hostname ?? host}${port ? `:${port}` : ""}`;
  const url = URL.parse(path ?? "/", `${options.protocol ?? protocol}//${authority}`);
  const connect = url && route(url, options.method ?? "GET");
  if (!url || !connect) return [options, callback];
  // Without an agent, the port of the protocol is unknown, and would be in the Host header.
  const defaultPort = url.protocol === "https:" ? 443 : 80;
  return [{ ...options, defaultPort, agent: undefined, createConnection: connect }, callback];
}

/**
 * Returns whether a value is a URL, which may be that of another context, such as jsdom's. Options can have the fields of a URL: those
 * of node-fetch, and of axios after a redirect. They are told apart as Node does.
 */
function isUrlObject(value: unknown): boolean {
  const { href, protocol, auth, path } = Object(value) as Partial<Record<string, unknown>>;
  return Boolean(href && protocol) && auth === undefined && path === undefined;
}
