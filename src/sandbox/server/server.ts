import { randomBytes } from "node:crypto";
import { maxPictureBytes } from "../../api/services/media.ts";
import type { Request } from "../../api/transport/transport.ts";
import { TillError, TransportError } from "../../kernel/errors.ts";
import { plainName } from "../../kernel/file-system.ts";
import { type LoopbackReply, type LoopbackRequest, serveLoopback } from "../../kernel/http-server.ts";
import { type BranchControl, type BranchInfo, operator } from "../control/control.ts";
import { invalidName } from "../control/snapshot-calls.ts";
import { snapshotsIn } from "../control/snapshot-folder.ts";
import { openStore, type Store } from "../kernel/store.ts";
import { InvalidInput, PlatformError } from "../kernel/tx.ts";
import { answerInspector, inspectorUrl, isInspector } from "./inspector.ts";
import { createRouter, errorResponse, type Router, violationsResponse } from "./router.ts";

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
  /** Called when a control call asks the server to stop. Default: such calls are rejected. */
  onStop?: () => void;
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
  /** The URL of the inspector, with the token in its fragment, which browsers do not send. */
  readonly inspector: string;
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
    const { baseUrl, controlToken, inspector, close: stop } = await serveStore({ ...options, store });
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
      inspector,
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
  /** The URL of the inspector, with the token in its fragment, which browsers do not send. */
  readonly inspector: string;
  close(): Promise<void>;
}

/** Serves an open store and sets its origin. */
export async function serveStore(
  options: Omit<SandboxServerOptions, "file"> & {
    store: Store;
    /** Called after each request. */
    onReply?: (request: LoopbackRequest, reply: LoopbackReply) => void;
  },
): Promise<ServedStore> {
  const { store, port, host, origin, hosts = [], onError, onReply, onStop: stop, signal } = options;
  const { controlToken = randomBytes(24).toString("base64url") } = options;
  const snapshots = options.snapshots === undefined ? undefined : snapshotsIn(options.snapshots);
  let incoming = () => 0;
  const branches = createBranches({
    main: store,
    sites: options.sites,
    routerOf: (one, control) =>
      createRouter(one, {
        controlToken,
        maxBody,
        snapshots,
        branches: control,
        incoming: () => incoming(),
        stop,
      }),
  });
  try {
    const handler = async (request: LoopbackRequest): Promise<LoopbackReply> => {
      const reply = await branches
        .handle(request, async (router, path) =>
          isInspector(request.method, path)
            ? await answerInspector()
            : await answerHttp(router, { ...request, path }, onError),
        )
        .catch(rejection);
      onReply?.(request, reply);
      return reply;
    };
    const loopback = await serveLoopback({
      port,
      handler,
      onError,
      hosts,
      cors: true,
      maxBody,
      maxPicture: maxPictureBytes,
      host,
      signal,
    });
    incoming = loopback.incoming;
    if (origin === undefined) store.origin = loopback.origin;
    const close = async () => {
      await loopback.close();
      branches.close();
    };
    return {
      baseUrl: loopback.origin,
      controlToken,
      inspector: inspectorUrl(store.origin, controlToken),
      close,
    };
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
    const response = await router.send({ ...sent, ...(body !== "" && { body }), bytes: bytes ?? sent.bytes });
    const promised = Number(response.headers["content-length"] ?? 0);
    return { ...response, cut: promised > 0 && promised > Buffer.byteLength(response.body) };
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

/** The header that selects a branch. A path prefix `/@name` does the same, for browsers and base URLs. */
const branchHeader = "x-sandbox-branch";

/** The header that names the site of an API key. */
const siteHeader = "wix-site-id";

/** The branch of requests without a branch: the sandbox itself. */
const mainBranch = "main";

export interface BranchOptions {
  main: Store;
  routerOf(store: Store, branches: BranchControl): Router;
  /** The most branches at the same time. Default: 64. */
  maxBranches?: number;
  /** The most bytes of all branches when one is added. Default: 1 GiB. */
  maxBytes?: number;
  /** The most sites: a request with another site ID than the sandbox's selects a branch of that name. Default: one site. */
  sites?: number | undefined;
}

/** The branches of a served sandbox: independent copies in memory. */
export interface Branches extends BranchControl {
  /**
   * Calls `work` with the router of the branch that a request selects and its path without the branch. A branch that does not
   * exist starts as a copy of the main sandbox. Throws InvalidInput for an invalid name and PlatformError 409 if there are too
   * many branches.
   */
  handle<T>(
    request: { headers: Readonly<Record<string, string>>; path: string },
    work: (router: Router, path: string) => Promise<T>,
  ): Promise<T>;
  close(): void;
}

interface Branch {
  name: string;
  store: Store;
  router: Router;
  createdAt: string;
  /** Requests in flight. */
  active: number;
}

/** Returns the branches of a served sandbox; there are none yet. */
export function createBranches(options: BranchOptions): Branches {
  const { main, routerOf, sites = 0 } = options;
  const { maxBranches = 64 + sites, maxBytes = 1024 ** 3 + sites * 16 * 1024 ** 2 } = options;
  const siteOf = (store: Store) => store.read(operator, (tx) => tx.setting("siteId"));
  const ownSite = siteOf(main);
  const branches = new Map<string, Branch>();

  const checkRoom = (name: string, image: Uint8Array) => {
    const others = [...branches.values()].filter((one) => one.name !== name);
    const remedy = "Delete one: till sandbox branches remove <name>";
    if (others.length >= maxBranches) {
      const message = `The sandbox has ${others.length} branches, its maximum. ${remedy}`;
      throw new PlatformError(409, "TOO_MANY_BRANCHES", message, { maximum: maxBranches });
    }
    const bytes = others.reduce((sum, { store }) => sum + sizeOf(store), image.byteLength);
    if (bytes > maxBytes) {
      const message = `With ${name}, all branches would take ${mib(bytes)}; their maximum is ${mib(maxBytes)}. ${remedy}`;
      throw new PlatformError(409, "BRANCHES_TOO_LARGE", message, { bytes, maximum: maxBytes });
    }
  };
  const open = (name: string, image: Uint8Array): Branch => {
    checkRoom(name, image);
    const store = openStore(":memory:", { image, origin: `${main.origin}/@${name}` });
    const createdAt = store.wallTime().toISOString();
    const branch = { name, store, router: routerOf(store, control), createdAt, active: 0 };
    branches.set(name, branch);
    return branch;
  };
  const openNewSite = (name: string): Branch => {
    const others = [...branches.values()].filter((one) => siteOf(one.store) === one.name);
    if (others.length < sites) return open(name, main.image());
    const more = `${others.length} more ${others.length === 1 ? "site" : "sites"}`;
    const message = `The sandbox has ${more}, its maximum. Start it with a larger --sites`;
    throw new PlatformError(409, "TOO_MANY_SITES", message, { maximum: sites });
  };
  /** Returns the branch of a site, which keeps its ID when it is emptied or replaced. */
  const openSite = (name: string): Branch => {
    const branch = branches.get(name) ?? openNewSite(name);
    if (siteOf(branch.store) !== name) branch.store.write(operator, (tx) => tx.setSetting("siteId", name));
    return branch;
  };
  /** Frees a removed branch when its last request is answered. */
  const closeIfUnused = (branch: Branch) => {
    if (branch.active > 0 || branches.get(branch.name) === branch) return;
    branch.store.close();
  };

  const control: BranchControl = {
    list: () => [...branches.values()].map(branchInfo),
    has: (name) => branches.has(name),
    async create(name, image) {
      if (name === mainBranch) throw new PlatformError(409, "BRANCH_EXISTS", "main is the sandbox itself");
      const known = branches.get(name);
      if (!known) return branchInfo(open(name, image));
      checkRoom(name, image);
      await known.store.restore(image);
      return branchInfo(known);
    },
    remove(name) {
      const branch = branches.get(name);
      if (!branch) return false;
      branches.delete(name);
      closeIfUnused(branch);
      return true;
    },
  };
  const mainRouter = routerOf(main, control);

  return {
    ...control,
    async handle({ headers, path }, work) {
      const [, prefix, rest = ""] = /^\/@([^/?]*)(.*)$/s.exec(path) ?? [];
      const site = sites > 0 && headers[siteHeader] !== ownSite ? headers[siteHeader] : undefined;
      const name = headers[branchHeader] ?? prefix ?? site ?? mainBranch;
      const below = prefix === undefined ? path : rest.startsWith("/") ? rest : `/${rest}`;
      if (name === mainBranch) return await work(mainRouter, below);
      if (!plainName.test(name)) throw invalidName(branchHeader);
      const branch = name === site ? openSite(name) : (branches.get(name) ?? open(name, main.image()));
      branch.active += 1;
      try {
        return await work(branch.router, below);
      } finally {
        branch.active -= 1;
        closeIfUnused(branch);
      }
    },
    close() {
      for (const name of [...branches.keys()]) control.remove(name);
    },
  };
}

const branchInfo = ({ name, store, createdAt }: Branch): BranchInfo => ({
  name,
  url: store.origin,
  createdAt,
  bytes: sizeOf(store),
});

function sizeOf({ db }: Store): number {
  const sql = "SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size";
  return db.prepare(sql).get<{ bytes: number }>()?.bytes ?? 0;
}

const mib = (bytes: number) => `${Math.ceil(bytes / 1024 ** 2)} MiB`;
