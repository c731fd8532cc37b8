import { setImmediate as breathe } from "node:timers/promises";
import { maxPictureBytes } from "../../api/services/media.ts";
import type { Request, Response, Transport } from "../../api/transport/transport.ts";
import { invalidArgument, type Violation } from "../../api/violations.ts";
import { nodeCrypto } from "../../kernel/crypto.ts";
import { TillError } from "../../kernel/errors.ts";
import type { LoopbackReply } from "../../kernel/http-server.ts";
import { memo } from "../../kernel/memo.ts";
import { notDecimal } from "../../kernel/money.ts";
import { redact } from "../../kernel/text.ts";
import type { BranchControl, Control } from "../control/control.ts";
import { controlServices } from "../control/index.ts";
import { type Snapshots, snapshotsIn } from "../control/snapshot-folder.ts";
import { type DueFailure, type DueWork, runDue } from "../kernel/due.ts";
import { type Fault, failWith, parseFault, takeFault } from "../kernel/faults.ts";
import { randomGuid } from "../kernel/ids.ts";
import { countRequest, rateLimitOf } from "../kernel/rate-limit.ts";
import type { RequestNote } from "../kernel/request-log.ts";
import { openStore, type Store } from "../kernel/store.ts";
import { type Caller, InvalidInput, PlatformError } from "../kernel/tx.ts";
import { contents, files } from "../media/index.ts";
import { services as platformServices, type ServiceLoader } from "../registry.ts";
import {
  createRoutes,
  nobody,
  type RoutedService,
  type RouteMatch,
  runCall,
  runControlCall,
} from "./run-call.ts";

export interface RouterOptions {
  /** If set, control calls need this token in the header `x-till-control`. */
  controlToken?: string;
  /** Largest request body in characters. Default 4 Mi. */
  maxBody?: number;
  /** The services to answer for. Default: all of them. */
  services?: readonly ServiceLoader<RoutedService>[];
  /** For the control calls of snapshots and branches. */
  snapshots?: Snapshots | undefined;
  branches?: BranchControl | undefined;
  /** Returns how many requests have reached the server and are not read yet. Default: none. */
  incoming?: (() => number) | undefined;
  /** For the control call that stops the server. */
  stop?: (() => void) | undefined;
}

/** A sandbox as a Transport. */
export interface Router {
  send: Transport;
  /** Returns an uploaded picture at the path of the media service; undefined for other media. */
  picture(pathname: string): LoopbackReply | undefined;
}

/** Where a browser installs the app, as on www.wix.com. */
const installPath = "/installer/install";

/** The prefix of pages for browsers, which are not API calls. */
const pagePrefix = "/__till/pages/";

/** Every service that a sandbox answers for. */
export const allServices: readonly ServiceLoader<RoutedService>[] = [...platformServices, ...controlServices];

const logPath = "/__till/log";

/** The header of calls that are not logged: the inspector looks again and again, as do screens on an embedded sandbox. */
const quietHeader = "x-till-quiet";

/** Whether a sandbox is the one of a job: asked before most commands, without a token, and not logged. */
const identityPath = "/__till/identity";

/** The routes of services, which sandboxes share: they depend on the contract only. */
const routesOf = memo(createRoutes);

/** Emulates the platform on a store. Every request gets a response in the platform's format, whatever its host. */
export function createRouter(store: Store, options: RouterOptions = {}): Router {
  const { controlToken, maxBody = 4 * 1024 * 1024, services = allServices } = options;
  const { snapshots, branches, incoming = () => 0, stop } = options;
  const routes = routesOf(services);
  const { log } = store;
  const findDue = async (service: string, work: string): Promise<DueWork | undefined> => {
    const { due, giveUp } = (await routes.load(service)) ?? {};
    const run = due?.[work];
    return run && { run, giveUp: giveUp?.[work] };
  };
  const noteFailure = ({ kind, ref, status, error }: DueFailure) => {
    const at = store.wallTime().toISOString();
    const request = { method: "DUE", path: ref, query: "", headers: {}, body: undefined, response: "" };
    log.add({ ...request, at, requestId: randomGuid(), ms: 0, call: kind, caller: null, status, error });
  };

  const doDueWork = () => runDue(store, findDue, noteFailure);

  const send: Transport = (request) => respond(request);

  /** Responds to a request; `as` replaces the identity of its token. */
  const respond = async (request: Request, as?: Caller): Promise<Response> => {
    request.signal?.throwIfAborted();
    const started = process.hrtime.bigint();
    const requestId = randomGuid();
    const { pathname, search } = new URL(request.url);
    const noted: Noted = { status: 0, response: "", call: null, caller: as ?? null, error: null };
    try {
      const route = await routes.find(request.method, pathname);
      noted.call = route?.name ?? null;
      const response = await answer(request, route, pathname, search, noted).catch((error: unknown) => {
        if (error instanceof TillError || request.signal?.aborted) throw error;
        noted.error = error instanceof Error ? (error.stack ?? error.message) : String(error);
        return errorResponse(500, "INTERNAL_SERVER_ERROR", "The sandbox failed; its log has the error", {
          requestId,
        });
      });
      noted.status = response.status;
      noted.response = response.body;
      return {
        ...response,
        headers: { ...response.headers, "x-wix-request-id": requestId, "x-sandbox": "till" },
      };
    } finally {
      const ms = Number((process.hrtime.bigint() - started) / 1000n) / 1000;
      const at = store.wallTime().toISOString();
      const { method, headers, body } = request;
      // Control calls and pages carry messages, codes and passwords; reading the log does not fill it.
      const isOurs = pathname.startsWith("/__till/");
      const sent = isOurs
        ? { query: "", headers: {}, body: undefined, response: "" }
        : { query: search, headers, body };
      const isOwn = isOurs || controlToken === undefined;
      const isQuiet =
        pathname.startsWith(logPath) || pathname === identityPath || (isOwn && quietHeader in headers);
      if (!isQuiet) log.add({ at, method, path: pathname, requestId, ms, ...noted, ...sent });
    }
  };

  async function answer(
    request: Request,
    route: RouteMatch | undefined,
    path: string,
    search: string,
    noted: Noted,
  ) {
    const rejected = (error: unknown) => rejection(error, route);
    // A fault also loses or cuts the response to a call that the platform rejects.
    const handle = () => handleCall(request, route, search, noted).catch(rejected);
    try {
      const wait = route && !route.service.control ? overLimit() : undefined;
      if (wait !== undefined) return rateLimited(wait);
      const fault = route?.service.control ? undefined : faultFor(request, route?.name ?? "", path);
      return fault ? await failWith(store.db, fault, request, handle) : await handle();
    } catch (error) {
      return rejected(error);
    }
  }

  /** Returns the response for an error that the platform has, too. Throws any other error again. */
  function rejection(error: unknown, route: RouteMatch | undefined): Response {
    if (error instanceof InvalidInput) return violationsResponse(error.violations);
    // A number such as 1e21 is within the bounds of some fields.
    if (error instanceof TillError && error.code === notDecimal)
      return errorResponse(400, "INVALID_ARGUMENT", error.message, {});
    if (!(error instanceof PlatformError)) throw error;
    const { status, code, message, data } = error;
    // On the live platform, catalog v3 leaves the description of a missing permission empty.
    const isUnexplained = status === 403 && route?.service.catalog === "V3_CATALOG";
    return errorResponse(status, code, message, data, isUnexplained ? "" : message);
  }

  function overLimit(): number | undefined {
    const limit = store.read({ caller: nobody }, rateLimitOf);
    return limit === undefined ? undefined : countRequest(store.db, limit, store.wallTime());
  }

  function faultFor({ headers }: Request, name: string, path: string): Fault | undefined {
    const given = headers["x-sandbox-fault"];
    return given ? parseFault(given, "x-sandbox-fault") : takeFault(store.db, name, path);
  }

  async function handleCall(
    request: Request,
    route: RouteMatch | undefined,
    search: string,
    noted: Noted,
  ): Promise<Response> {
    const { method, headers, body } = request;
    const { pathname } = new URL(request.url);
    if (!route && pathname.startsWith(pagePrefix)) {
      await doDueWork();
      return (await import("../pages/index.ts")).respondWithPage(store, request, (events) => {
        noted.events = events;
      });
    }
    if (!route && pathname === installPath) {
      const { installApp } = await import("../members/grants.ts");
      const location = store.write({ caller: nobody }, (tx) =>
        installApp(tx, new URL(request.url).searchParams),
      );
      return { status: 302, headers: { location }, body: "" };
    }
    if (!route) throw (await import("./no-call.ts")).noCall(method, pathname);
    if (body !== undefined && body.length > maxBody) {
      throw new PlatformError(413, "PAYLOAD_TOO_LARGE", `The body is larger than ${maxBody} characters`);
    }
    if (request.bytes && request.bytes.length > maxPictureBytes)
      throw new PlatformError(413, "PAYLOAD_TOO_LARGE", `The file is larger than ${maxPictureBytes} bytes`);
    if (route.service.control) {
      if (pathname !== identityPath) requireControl(headers["x-till-control"]);
      const control = { store, replay, signal: request.signal, snapshots, branches, stop };
      const result = await runControlCall(control, route, search, request);
      await doDueWork();
      return jsonResponse(200, result);
    }
    return jsonResponse(200, await runCall({ store, doDueWork, incoming, noted }, route, search, request));
  }

  function requireControl(given: string | undefined): void {
    if (controlToken === undefined) return;
    const [known, offered] = [Buffer.from(controlToken), Buffer.from(given ?? "")];
    if (known.length === offered.length && nodeCrypto().timingSafeEqual(known, offered)) return;
    throw new PlatformError(
      403,
      "PERMISSION_DENIED",
      "Control calls need the header x-till-control with the token of this run",
    );
  }

  const replay: Control["replay"] = async (id) => {
    const logged = log.repeatable(id);
    if (logged === undefined) {
      throw new PlatformError(
        404,
        "NOT_FOUND",
        `Request ${id} is not in the log, or its body was not kept because it is too long or has a secret`,
      );
    }
    const { path, body, caller } = logged;
    const method = logged.method as Request["method"];
    const request = { method, url: store.origin + path, headers: {}, effect: "add", name: "replay" } as const;
    const { status, headers, body: response } = await respond({ ...request, body }, caller);
    return { status, requestId: headers["x-wix-request-id"] ?? "", response: redact(response) };
  };

  return { send, picture: (path) => uploadedMedia(store, path) };
}

/** What the log needs to know about a request while it is handled. */
type Noted = Pick<RequestNote, "status" | "response" | "call" | "caller" | "error" | "events">;

export interface OpenSandbox {
  /** Answers requests in this process. Control calls need no token. */
  send: Transport;
  store: Store;
  close(): void;
}

/** Opens the sandbox in a file (or `:memory:`). Throws TillError if the file is locked, damaged or too new. */
export function openSandbox({
  file,
  origin,
  snapshots,
}: {
  file: string;
  origin?: string;
  /** The folder of its snapshots. */
  snapshots?: string;
}): OpenSandbox {
  const store = openStore(file, origin === undefined ? {} : { origin });
  const router = createRouter(store, snapshots === undefined ? {} : { snapshots: snapshotsIn(snapshots) });
  return {
    async send(request) {
      // Responses are computed synchronously. Without a turn of the event loop Ctrl-C would wait for the end of a long job.
      await breathe();
      return router.send(request);
    },
    store,
    close: () => store.close(),
  };
}

/** Returns a JSON response. */
function jsonResponse(status: number, body: unknown): Response {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(body ?? {}) };
}

/** Returns the platform's response for an application error. */
export function errorResponse(
  status: number,
  code: string | number,
  message: string,
  data: unknown = {},
  description = message,
): Response {
  return jsonResponse(status, { message, details: { applicationError: { code, description, data } } });
}

/** Returns the platform's response to one request too many; `wait` is in milliseconds. */
function rateLimited(wait: number): Response {
  const { headers, ...response } = errorResponse(429, "TOO_MANY_REQUESTS", "Too many requests");
  return { ...response, headers: { ...headers, "retry-after": String(Math.ceil(wait / 1000)) } };
}

/** Returns the platform's response for invalid fields. */
export function violationsResponse(violations: readonly Violation[]): Response {
  return jsonResponse(400, invalidArgument(violations));
}

/**
 * Answers like the platform's media service for a picture that was uploaded; undefined for other paths. Pictures are not
 * scaled, and only PNG pictures are returned for an address with a size, which promises PNG.
 */
function uploadedMedia(store: Store, pathname: string): LoopbackReply | undefined {
  const [, id = "", size] = /^\/media\/([^/]+)(\/v1\/.*)?$/.exec(pathname) ?? [];
  const found = store.read({ caller: { role: "visitor" } }, (tx) => {
    const [file, stored] = [tx.get(files, id), tx.get(contents, id)];
    return file && stored && { mimeType: file.mimeType, content: stored.content };
  });
  if (!found || (size !== undefined && found.mimeType !== "image/png")) return undefined;
  return {
    status: 200,
    headers: { "content-type": found.mimeType },
    body: Buffer.from(found.content, "base64"),
  };
}
