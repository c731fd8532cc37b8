import { randomBytes } from "node:crypto";
import { mostPictureBytes } from "../../api/services/media/media-files.ts";
import type { Request } from "../../api/transport/transport.ts";
import { TillError, TransportError } from "../../kernel/errors.ts";
import { type LoopbackReply, type LoopbackRequest, serveLoopback } from "../../kernel/http-server.ts";
import { operator } from "../control/control.ts";
import { snapshotsIn } from "../control/snapshot-folder.ts";
import { InvalidInput } from "../kernel/invalid.ts";
import { openStore, type Store } from "../kernel/store.ts";
import { PlatformError } from "../kernel/tx.ts";
import { createBranches } from "./branches.ts";
import { errorResponse, violationsResponse } from "./responses.ts";
import { createRouter, type Router } from "./router.ts";

export interface SandboxServerOptions {
  /** The database file, or `:memory:`. */
  file: string;
  /** 0 for any free port. */
  port: number;
  /** The address to listen on. Default: 127.0.0.1. */
  host?: string;
  /** The URL for browsers, if it differs from the address that the server listens on. */
  origin?: string;
  /** The token of control calls. Default: a new one. */
  controlToken?: string;
  /** The folder of its snapshots. */
  snapshots?: string;
  /** The most sites besides its own: each is a copy in memory, chosen by the site ID of the request. Default: none. */
  sites?: number | undefined;
  /** Accepted Host headers besides its own address. */
  hosts?: readonly string[];
  /** Called for failures inside the server. */
  onError: (error: unknown) => void;
  signal?: AbortSignal;
}

/** A served sandbox. `controlToken` and `apiKey` are secrets of this run. */
export interface SandboxServer {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly siteId: string;
  readonly apiKey: string;
  /** The token of control calls in the header `x-till-control`. */
  readonly controlToken: string;
  readonly pid: number;
  close(): Promise<void>;
}

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
const maxBody = 4 * 1024 * 1024;

/** Serves a sandbox for other programs until it is closed or the signal is aborted. */
export async function startSandboxServer(options: SandboxServerOptions): Promise<SandboxServer> {
  const { file, origin, onError, signal } = options;
  const store = openStore(file, origin === undefined ? {} : { origin });
  try {
    const { baseUrl, controlToken, close: stop } = await serveStore({ ...options, store });
    const setting = (name: string) => store.read(operator, (tx) => tx.setting(name)) ?? "";
    let closing: Promise<void> | undefined;
    const close = () => {
      closing ??= stop().then(() => store.close());
      return closing;
    };
    signal?.addEventListener("abort", () => void close().catch(onError), { once: true });
    return {
      baseUrl,
      clientId: setting("clientId"),
      siteId: setting("siteId"),
      apiKey: setting("apiKey"),
      controlToken,
      pid: process.pid,
      close,
    };
  } catch (error) {
    store.close();
    throw error;
  }
}

/** A store that is served temporarily. Its own handle stays open. */
export interface ServedStore {
  readonly baseUrl: string;
  readonly controlToken: string;
  close(): Promise<void>;
}

/** Serves an open store and sets its origin. */
export async function serveStore(
  options: Omit<SandboxServerOptions, "file"> & { store: Store },
): Promise<ServedStore> {
  const { store, port, host, origin, hosts = [], onError, signal } = options;
  const { controlToken = randomBytes(24).toString("base64url") } = options;
  const snapshots = options.snapshots === undefined ? undefined : snapshotsIn(options.snapshots);
  const branches = createBranches({
    main: store,
    sites: options.sites,
    routerOf: (one, control) => createRouter(one, { controlToken, maxBody, snapshots, branches: control }),
  });
  try {
    const handler = (request: LoopbackRequest): Promise<LoopbackReply> =>
      branches
        .handle(request, (router, path) => answerHttp(router, { ...request, path }, onError))
        .catch(rejection);
    const loopback = await serveLoopback({
      port,
      handler,
      onError,
      hosts,
      cors: true,
      maxBody,
      maxPicture: mostPictureBytes,
      ...(host !== undefined && { host }),
      ...(signal && { signal }),
    });
    if (origin === undefined) store.origin = loopback.origin;
    const close = async () => {
      await loopback.close();
      branches.close();
    };
    return { baseUrl: loopback.origin, controlToken, close };
  } catch (error) {
    branches.close();
    throw error;
  }
}

/** Returns the response for a branch that cannot be used. */
function rejection(error: unknown): LoopbackReply {
  const response =
    error instanceof InvalidInput
      ? violationsResponse(error.violations)
      : error instanceof PlatformError
        ? errorResponse(error.status, error.code, error.message, error.data)
        : undefined;
  if (!response) throw error;
  return { ...response, headers: { ...response.headers, "x-sandbox": "till" } };
}

/** Answers an HTTP request: an API call, a page or a picture. Failures inside the sandbox go to `onError`. */
export async function answerHttp(
  router: Router,
  request: LoopbackRequest,
  onError: (error: unknown) => void,
): Promise<LoopbackReply> {
  const { path, headers, body, bytes, signal } = request;
  const method = methods.find((one) => one === request.method);
  const url = URL.parse(path, "http://sandbox");
  if (!method) return errorResponse(405, "METHOD_NOT_ALLOWED", `The platform has no ${request.method} calls`);
  if (!url) return errorResponse(400, "INVALID_ARGUMENT", "The URL is invalid");
  const isPicture = method === "GET" && url.pathname.startsWith("/media/");
  const picture = isPicture && (router.picture(url.pathname) ?? (await drawn(url.pathname)));
  if (picture) return picture;
  const sent: Request = { method, url: url.href, headers, effect: "read", name: "", signal };
  try {
    const response = await router.send({ ...sent, ...(body !== "" && { body }), ...(bytes && { bytes }) });
    const promised = Number(response.headers["content-length"] ?? 0);
    return { ...response, cut: promised > Buffer.byteLength(response.body) };
  } catch (error) {
    if (error instanceof TransportError || signal.aborted) return "cut";
    onError(error);
    const code = error instanceof TillError ? error.code : "INTERNAL_SERVER_ERROR";
    return errorResponse(503, code, error instanceof Error ? error.message : String(error));
  }
}

async function drawn(pathname: string): Promise<LoopbackReply | undefined> {
  return (await import("./drawn-media.ts")).answerMedia(pathname);
}
